! SPDX-License-Identifier: GPL-2.0-or-later
! nbody THREADS SCALE - all pairs of bodies, Fortran with OpenMP (as 352.nab).
program nbody
  use omp_lib
  implicit none
  integer, parameter :: bodies = 1500
  real(8) :: place(3, bodies), speed(3, bodies), pull(3, bodies)
  integer :: threads, scale, step, i
  character(len=16) :: argument

  threads = 4
  scale = 1
  if (command_argument_count() > 0) then
    call get_command_argument(1, argument)
    read (argument, *) threads
  end if
  if (command_argument_count() > 1) then
    call get_command_argument(2, argument)
    read (argument, *) scale
  end if
  call omp_set_num_threads(threads)
  do i = 1, bodies
    place(:, i) = [dble(mod(i * 7, 101)), dble(mod(i * 13, 103)), dble(mod(i * 17, 107))]
  end do
  speed = 0
  do step = 1, 2 * scale
    !$omp parallel do schedule(static)
    do i = 1, bodies
      call pull_on(i)
    end do
    !$omp parallel do schedule(static)
    do i = 1, bodies
      speed(:, i) = speed(:, i) + 1d-3 * pull(:, i)
      place(:, i) = place(:, i) + 1d-3 * speed(:, i)
    end do
  end do
  print '(a, es16.9)', 'nbody ', sum(place)

contains

  subroutine pull_on(i)
    integer, intent(in) :: i
    real(8) :: between(3), square
    integer :: j

    pull(:, i) = 0
    do j = 1, bodies
      between = place(:, j) - place(:, i)
      square = dot_product(between, between) + 1d-2
      pull(:, i) = pull(:, i) + between / (square * sqrt(square))
    end do
  end subroutine pull_on
end program nbody
