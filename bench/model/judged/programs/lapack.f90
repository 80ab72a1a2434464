! SPDX-License-Identifier: GPL-2.0-or-later
! lapack.f90 - LAPACK and BLAS, called from Fortran. A matrix of side s has n = s^2 numbers, so that s^3 is n^1.5.
! What is true of the routines is in comments as in the drivers in C; see judged.h.
module judged
  implicit none
  double precision, save :: sink = 0
contains
  ! truth: dgesv_ | n^1.5 | s^3
  ! truth: dgetrf_ | n^1.5 | s^3
  subroutine solve(a, b, s)
    integer, intent(in) :: s
    double precision, intent(inout) :: a(s, s), b(s)
    integer :: pivots(s), info
    call dgesv(s, 1, a, s, pivots, b, s, info)
    sink = sink + b(1) + info
  end subroutine

  ! truth: dposv_ | n^1.5 | s^3
  ! truth: dpotrf_ | n^1.5 | s^3
  subroutine solve_positive(a, b, s)
    integer, intent(in) :: s
    double precision, intent(inout) :: a(s, s), b(s)
    integer :: info
    call dposv('U', s, 1, a, s, b, s, info)
    sink = sink + b(1) + info
  end subroutine

  ! truth: dgels_ | n^1.5 | s^3
  ! truth: dgeqrf_ | n^1.5 | s^3
  subroutine least_squares(a, b, s, work, room)
    integer, intent(in) :: s, room
    double precision, intent(inout) :: a(s, s), b(s), work(room)
    integer :: info
    call dgels('N', s, s, 1, a, s, b, s, work, room, info)
    sink = sink + b(1) + info
  end subroutine

  ! truth: dsyev_ | n^1.5 | s^3 with a few sweeps a value
  ! truth: dsytrd_ | n^1.5 | s^3
  subroutine eigenvalues(a, w, s, work, room)
    integer, intent(in) :: s, room
    double precision, intent(inout) :: a(s, s), w(s), work(room)
    integer :: info
    call dsyev('V', 'U', s, a, s, w, work, room, info)
    sink = sink + w(1) + info
  end subroutine

  ! truth: dgeev_ | n^1.5 | s^3 with a few sweeps a value
  subroutine general_eigenvalues(a, w, v, s, work, room)
    integer, intent(in) :: s, room
    double precision, intent(inout) :: a(s, s), w(s), v(s), work(room)
    double precision :: nothing(1, 1)
    integer :: info
    call dgeev('N', 'N', s, a, s, w, v, nothing, 1, nothing, 1, work, room, info)
    sink = sink + w(1) + info
  end subroutine

  ! truth: dgesvd_ | n^1.5 | s^3 with a few sweeps a value
  subroutine singular_values(a, w, u, v, s, work, room)
    integer, intent(in) :: s, room
    double precision, intent(inout) :: a(s, s), w(s), u(s, s), v(s, s), work(room)
    integer :: info
    call dgesvd('A', 'A', s, s, a, s, w, u, s, v, s, work, room, info)
    sink = sink + w(1) + info
  end subroutine

  ! truth: __judged_MOD_multiply | n^1.5 | dgemm of square matrices, s^3
  subroutine multiply(a, b, c, s)
    integer, intent(in) :: s
    double precision, intent(inout) :: a(s, s), b(s, s), c(s, s)
    call dgemm('N', 'N', s, s, s, 1d0, a, s, b, s, 0d0, c, s)
    sink = sink + c(1, 1)
  end subroutine

  ! truth: __judged_MOD_update | n^1.5 | dsyrk, s^3
  subroutine update(a, c, s)
    integer, intent(in) :: s
    double precision, intent(inout) :: a(s, s), c(s, s)
    call dsyrk('U', 'N', s, s, 1d0, a, s, 0d0, c, s)
    sink = sink + c(1, 1)
  end subroutine

  ! truth: __judged_MOD_solve_triangle | n^1.5 | dtrsm with s right-hand sides, s^3
  subroutine solve_triangle(a, b, s)
    integer, intent(in) :: s
    double precision, intent(inout) :: a(s, s), b(s, s)
    call dtrsm('L', 'U', 'N', 'N', s, s, 1d0, a, s, b, s)
    sink = sink + b(1, 1)
  end subroutine

  ! truth: dgemv_ | n | s^2
  ! truth: dlange_ | n | s^2
  ! truth: dlacpy_ | n | s^2
  subroutine products(a, c, x, y, s)
    integer, intent(in) :: s
    double precision, intent(inout) :: a(s, s), c(s, s), x(s), y(s)
    double precision, external :: dlange
    double precision :: work(s)
    call dgemv('N', s, s, 1d0, a, s, x, 1, 0d0, y, 1)
    call dlacpy('A', s, s, a, s, c, s)
    sink = sink + dlange('F', s, s, a, s, work) + y(1)
  end subroutine

  ! truth: dgtsv_ | n | each row once
  ! truth: dptsv_ | n | each row once
  ! truth: ddot_ | n | each number once
  ! truth: daxpy_ | n | each number once
  ! truth: dnrm2_ | n | each number once
  ! truth: idamax_ | n | each number once
  ! truth: dlasrt_ | n log n | quicksort
  subroutine on_vectors(d, l, u, x, y, n)
    integer, intent(in) :: n
    double precision, intent(inout) :: d(n), l(n), u(n), x(n), y(n)
    double precision, external :: ddot, dnrm2
    integer, external :: idamax
    integer :: info
    sink = sink + ddot(n, x, 1, y, 1) + dnrm2(n, x, 1) + idamax(n, y, 1)
    call daxpy(n, 2d0, x, 1, y, 1)
    call dptsv(n, 1, d, l, x, n, info)
    d = d + 20
    call dgtsv(n, 1, l, d, u, y, n, info)
    call random_number(d)
    call dlasrt('I', n, d, info)
    sink = sink + x(1) + y(1) + d(1)
  end subroutine

  ! truth: dsterf_ | n^2 | a few sweeps of n for each value
  ! truth: dsteqr_ | n^2 | a few sweeps of n for each value, no vectors
  subroutine tridiagonal(d, e, n)
    integer, intent(in) :: n
    double precision, intent(inout) :: d(n), e(n)
    double precision :: d2(n), e2(n), nothing(1, 1), work(1)
    integer :: info
    d2 = d
    e2 = e
    call dsterf(n, d, e, info)
    call dsteqr('N', n, d2, e2, nothing, 1, work, info)
    sink = sink + d(1) + d2(1)
  end subroutine

  ! truth: __judged_MOD_convolve | n^2 | each with each
  subroutine convolve(x, y, z, n)
    integer, intent(in) :: n
    double precision, intent(in) :: x(n), y(n)
    double precision, intent(out) :: z(2*n)
    integer :: i, j
    z = 0
    do i = 1, n
      do j = 1, n
        z(i + j) = z(i + j) + x(i)*y(j)
      end do
    end do
    sink = sink + z(n)
  end subroutine

  ! truth: __judged_MOD_shortest_paths | n^1.5 | s^3
  subroutine shortest_paths(a, s)
    integer, intent(in) :: s
    double precision, intent(inout) :: a(s, s)
    integer :: i, j, k
    do k = 1, s
      do j = 1, s
        do i = 1, s
          a(i, j) = min(a(i, j), a(i, k) + a(k, j))
        end do
      end do
    end do
    sink = sink + a(1, s)
  end subroutine

  ! truth: __judged_MOD_relax | n | each cell once
  subroutine relax(a, b, s)
    integer, intent(in) :: s
    double precision, intent(in) :: a(s, s)
    double precision, intent(out) :: b(s, s)
    integer :: i, j
    do j = 2, s - 1
      do i = 2, s - 1
        b(i, j) = (a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))/4
      end do
    end do
    sink = sink + b(2, 2)
  end subroutine
end module

program lapack
  use judged
  implicit none
  integer :: step, s, n
  double precision, allocatable :: a(:, :), b(:, :), c(:, :), d(:, :), x(:), y(:), z(:), v(:), w(:), work(:)

  do step = 0, 19
    s = nint(4*(70/4d0)**(step/19d0))
    allocate (a(s, s), b(s, s), c(s, s), d(s, s), x(s), y(s), work(80*s + 200))
    call random_number(a)
    call random_number(x)
    a = a + transpose(a)
    do n = 1, s
      a(n, n) = a(n, n) + 2*s
    end do
    b = a
    call solve(b, x, s)
    b = a
    call solve_positive(b, x, s)
    b = a
    call least_squares(b, x, s, work, size(work))
    b = a
    call multiply(a, b, c, s)
    call update(a, c, s)
    call solve_triangle(a, b, s)
    call products(a, c, x, y, s)
    call relax(a, b, s)
    b = a
    call shortest_paths(b, s)
    if (s < 45) then
      b = a
      call eigenvalues(b, y, s, work, size(work))
      b = a
      call general_eigenvalues(b, x, y, s, work, size(work))
      b = a
      call singular_values(b, y, c, d, s, work, size(work))
    end if
    deallocate (a, b, c, d, x, y, work)
  end do
  do step = 0, 23
    n = nint(8*(9000/8d0)**(step/23d0))
    allocate (v(n), w(n), x(n), y(n), z(n))
    call random_number(v)
    call random_number(w)
    call random_number(x)
    call random_number(y)
    call random_number(z)
    v = v + 10
    call on_vectors(v, w, x, y, z, n)
    deallocate (v, w, x, y, z)
  end do
  do step = 0, 21
    n = nint(6*(500/6d0)**(step/21d0))
    allocate (x(n), y(n), z(2*n))
    call random_number(x)
    call random_number(y)
    call convolve(x, y, z, n)
    call tridiagonal(x, y, n)
    deallocate (x, y, z)
  end do
  if (sink == 0.12345d0) print *, sink
end program
