! SPDX-License-Identifier: GPL-2.0-or-later
! parallel.f90 - an OpenMP program in Fortran: a stencil and a reduction.
module stencil
  implicit none
contains
  subroutine smooth(from, to, n)
    integer, intent(in) :: n
    real(8), intent(in) :: from(n)
    real(8), intent(out) :: to(n)
    integer :: i
    to(1) = from(1)
    to(n) = from(n)
    !$omp parallel do num_threads(3)
    do i = 2, n - 1
      to(i) = (from(i - 1) + from(i) + from(i + 1)) / 3
    end do
    !$omp end parallel do
  end subroutine smooth
end module stencil

program parallel
  use stencil
  implicit none
  integer :: n, step, i
  real(8), allocatable :: a(:), b(:)
  real(8) :: total
  n = 100
  do while (n <= 3200)
    allocate(a(n), b(n))
    do i = 1, n
      a(i) = mod(i * 37, 101)
    end do
    do step = 1, 3
      call smooth(a, b, n)
      call smooth(b, a, n)
    end do
    total = 0
    !$omp parallel do reduction(+:total) num_threads(3)
    do i = 1, n
      total = total + a(i)
    end do
    !$omp end parallel do
    print '(i6, f14.4)', n, total
    deallocate(a, b)
    n = n * 2
  end do
end program parallel
