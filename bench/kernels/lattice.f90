! SPDX-License-Identifier: GPL-2.0-or-later
! lattice THREADS SCALE - lattice Boltzmann flow, D2Q9, Fortran with OpenMP (as 360.ilbdc).
program lattice
  use omp_lib
  implicit none
  integer, parameter :: width = 800, height = 800
  integer, parameter :: dx(9) = [0, 1, 0, -1, 0, 1, -1, -1, 1]
  integer, parameter :: dy(9) = [0, 0, 1, 0, -1, 1, 1, -1, -1]
  real(8), parameter :: share(9) = [4d0 / 9, 1d0 / 9, 1d0 / 9, 1d0 / 9, 1d0 / 9, &
                                    1d0 / 36, 1d0 / 36, 1d0 / 36, 1d0 / 36]
  real(8), allocatable :: from(:, :, :), to(:, :, :), swap(:, :, :)
  integer :: threads, scale, step, y
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
  allocate (from(9, width, height), to(9, width, height))
  do y = 1, height
    from(:, :, y) = spread(share, 2, width) * (1d0 + 1d-2 * mod(y, 7))
  end do
  do step = 1, scale
    !$omp parallel do schedule(static)
    do y = 1, height
      call update_row(y)
    end do
    call move_alloc(from, swap)
    call move_alloc(to, from)
    call move_alloc(swap, to)
  end do
  print '(a, es16.9)', 'lattice ', sum(from)

contains

  subroutine update_row(y)
    integer, intent(in) :: y
    real(8) :: here(9), density, ux, uy, along, square
    integer :: x, i

    do x = 1, width
      do i = 1, 9
        here(i) = from(i, 1 + modulo(x - 1 - dx(i), width), 1 + modulo(y - 1 - dy(i), height))
      end do
      density = sum(here)
      ux = sum(here * dx) / density
      uy = sum(here * dy) / density
      square = 1.5d0 * (ux * ux + uy * uy)
      do i = 1, 9
        along = 3d0 * (dx(i) * ux + dy(i) * uy)
        to(i, x, y) = 0.4d0 * here(i) &
                      + 0.6d0 * share(i) * density * (1d0 + along + 0.5d0 * along * along - square)
      end do
    end do
  end subroutine update_row
end program lattice
