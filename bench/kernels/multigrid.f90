! SPDX-License-Identifier: GPL-2.0-or-later
! multigrid THREADS SCALE - V-cycles for Poisson's equation in a cube, Fortran with OpenMP (as NPB MG).
module grids
  implicit none

  type grid
    real(8), allocatable :: u(:, :, :), right(:, :, :), rest(:, :, :)
  end type grid

contains

  ! Red-black relaxation.
  subroutine smooth(g, n)
    type(grid), intent(inout) :: g
    integer, intent(in) :: n
    integer :: i, j, k, colour

    do colour = 0, 1
      !$omp parallel do schedule(static) private(i, j)
      do k = 1, n - 1
        do j = 1, n - 1
          do i = 1 + mod(j + k + colour, 2), n - 1, 2
            g%u(i, j, k) = (g%u(i - 1, j, k) + g%u(i + 1, j, k) + g%u(i, j - 1, k) &
                            + g%u(i, j + 1, k) + g%u(i, j, k - 1) + g%u(i, j, k + 1) &
                            + g%right(i, j, k)) / 6d0
          end do
        end do
      end do
    end do
  end subroutine smooth

  subroutine residual(g, n)
    type(grid), intent(inout) :: g
    integer, intent(in) :: n
    integer :: j, k

    !$omp parallel do schedule(static) private(j)
    do k = 1, n - 1
      do j = 1, n - 1
        g%rest(1:n - 1, j, k) = g%right(1:n - 1, j, k) - 6d0 * g%u(1:n - 1, j, k) &
                                + g%u(0:n - 2, j, k) + g%u(2:n, j, k) &
                                + g%u(1:n - 1, j - 1, k) + g%u(1:n - 1, j + 1, k) &
                                + g%u(1:n - 1, j, k - 1) + g%u(1:n - 1, j, k + 1)
      end do
    end do
  end subroutine residual

  subroutine restrict_to(coarse, fine, n)
    type(grid), intent(inout) :: coarse
    type(grid), intent(in) :: fine
    integer, intent(in) :: n
    integer :: i, j, k

    coarse%u = 0d0
    !$omp parallel do schedule(static) private(i, j)
    do k = 1, n - 1
      do j = 1, n - 1
        do i = 1, n - 1
          coarse%right(i, j, k) = 2d0 * fine%rest(2 * i, 2 * j, 2 * k) &
                                  + fine%rest(2 * i - 1, 2 * j, 2 * k) + fine%rest(2 * i + 1, 2 * j, 2 * k)
        end do
      end do
    end do
  end subroutine restrict_to

  subroutine prolong(fine, coarse, n)
    type(grid), intent(inout) :: fine
    type(grid), intent(in) :: coarse
    integer, intent(in) :: n
    integer :: i, j, k

    !$omp parallel do schedule(static) private(i, j)
    do k = 1, 2 * n - 1
      do j = 1, 2 * n - 1
        do i = 1, 2 * n - 1
          fine%u(i, j, k) = fine%u(i, j, k) + 0.5d0 * (coarse%u(ishft(i, -1), ishft(j, -1), ishft(k, -1)) &
                                                       + coarse%u(ishft(i + 1, -1), ishft(j + 1, -1), ishft(k + 1, -1)))
        end do
      end do
    end do
  end subroutine prolong
end module grids

program multigrid
  use omp_lib
  use grids
  implicit none
  integer, parameter :: levels = 5
  type(grid) :: g(levels)
  integer :: threads, scale, step, level, n
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
  do level = 1, levels
    n = 2**(level + 1)
    allocate (g(level)%u(0:n, 0:n, 0:n), g(level)%right(0:n, 0:n, 0:n), g(level)%rest(0:n, 0:n, 0:n))
    g(level)%u = 0d0
    g(level)%right = 0d0
    g(level)%rest = 0d0
  end do
  g(levels)%right(5, 7, 9) = 1d0
  g(levels)%right(20, 30, 40) = -1d0
  do step = 1, scale
    do level = levels, 2, -1
      call smooth(g(level), 2**(level + 1))
      call residual(g(level), 2**(level + 1))
      call restrict_to(g(level - 1), g(level), 2**level)
    end do
    call smooth(g(1), 4)
    do level = 2, levels
      call prolong(g(level), g(level - 1), 2**level)
      call smooth(g(level), 2**(level + 1))
    end do
  end do
  print '(a, es16.9)', 'multigrid ', sum(abs(g(levels)%u))
end program multigrid
