! SPDX-License-Identifier: GPL-2.0-or-later
! shallow THREADS SCALE - shallow water on a staggered grid, Fortran with OpenMP (as 312.swim).
program shallow
  use omp_lib
  implicit none
  integer, parameter :: side = 512
  real(8), parameter :: dt = 1d-3, gravity = 9.8d0, spin = 1d-4
  real(8), allocatable :: h(:, :), u(:, :), v(:, :), un(:, :), vn(:, :), hn(:, :)
  integer :: threads, scale, step, i, j
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
  allocate (h(0:side, 0:side), u(0:side, 0:side), v(0:side, 0:side))
  allocate (hn(0:side, 0:side), un(0:side, 0:side), vn(0:side, 0:side))
  do j = 0, side
    do i = 0, side
      h(i, j) = 10d0 + 1d-2 * mod(i * 3 + j * 5, 31)
    end do
  end do
  u = 0d0
  v = 0d0
  hn = h
  un = 0d0
  vn = 0d0
  do step = 1, scale
    call momentum()
    call surface()
    call take_over()
  end do
  print '(a, es16.9)', 'shallow ', sum(h) + sum(u) + sum(v)

contains

  subroutine momentum()
    !$omp parallel do schedule(static) private(i)
    do j = 1, side - 1
      do i = 1, side - 1
        un(i, j) = u(i, j) + dt * (spin * v(i, j) - gravity * (h(i + 1, j) - h(i, j)) &
                                   - u(i, j) * (u(i + 1, j) - u(i - 1, j)) * 0.5d0)
        vn(i, j) = v(i, j) + dt * (-spin * u(i, j) - gravity * (h(i, j + 1) - h(i, j)) &
                                   - v(i, j) * (v(i, j + 1) - v(i, j - 1)) * 0.5d0)
      end do
    end do
  end subroutine momentum

  subroutine surface()
    !$omp parallel do schedule(static) private(i)
    do j = 1, side - 1
      do i = 1, side - 1
        hn(i, j) = h(i, j) - dt * h(i, j) * (un(i, j) - un(i - 1, j) + vn(i, j) - vn(i, j - 1))
      end do
    end do
  end subroutine surface

  subroutine take_over()
    !$omp parallel do schedule(static)
    do j = 0, side
      h(:, j) = hn(:, j)
      u(:, j) = un(:, j)
      v(:, j) = vn(:, j)
    end do
  end subroutine take_over
end program shallow
