! SPDX-License-Identifier: GPL-2.0-or-later
! ssor THREADS SCALE - symmetric over-relaxation by planes, Fortran with OpenMP (as NPB LU).
program ssor
  use omp_lib
  implicit none
  integer, parameter :: side = 56
  real(8), parameter :: relax = 1.2d0
  real(8), allocatable :: u(:, :, :), right(:, :, :)
  integer :: threads, scale, step, diagonal, i, j, k
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
  allocate (u(side, side, side), right(side, side, side))
  u = 0d0
  do k = 1, side
    do j = 1, side
      do i = 1, side
        right(i, j, k) = mod(i * 3 + j * 5 + k * 7, 17)
      end do
    end do
  end do
  do step = 1, scale
    ! Lines with one j + k depend only on those of smaller ones: a wave front goes through the cube, and back.
    do diagonal = 4, 2 * side - 2
      !$omp parallel do schedule(static)
      do k = max(2, diagonal - side + 1), min(side - 1, diagonal - 2)
        call relax_line(diagonal - k, k, 1)
      end do
    end do
    do diagonal = 2 * side - 2, 4, -1
      !$omp parallel do schedule(static)
      do k = max(2, diagonal - side + 1), min(side - 1, diagonal - 2)
        call relax_line(diagonal - k, k, -1)
      end do
    end do
  end do
  print '(a, es16.9)', 'ssor ', sum(u)

contains

  subroutine relax_line(j, k, direction)
    integer, intent(in) :: j, k, direction
    integer :: i, first, last

    first = merge(2, side - 1, direction > 0)
    last = merge(side - 1, 2, direction > 0)
    do i = first, last, direction
      u(i, j, k) = (1d0 - relax) * u(i, j, k) &
                   + relax * (right(i, j, k) + u(i - 1, j, k) + u(i + 1, j, k) + u(i, j - 1, k) &
                              + u(i, j + 1, k) + u(i, j, k - 1) + u(i, j, k + 1)) / 6.5d0
    end do
  end subroutine relax_line
end program ssor
