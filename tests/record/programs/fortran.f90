! SPDX-License-Identifier: GPL-2.0-or-later
!
! fortran.f90 - arguments are passed by reference: a length is a cell that is read.
!
! flags: -fno-inline
! expect: add_up_ file=fortran.f90 calls=3 trms=103 points=11:1,31:1,61:1
! expect: fill_ calls=1 trms=1
! output: 100
!
subroutine fill(a, n)
  implicit none
  integer, intent(in) :: n
  integer, intent(out) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = 1
  end do
end subroutine fill

subroutine add_up(a, n, total)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: a(n)
  integer, intent(out) :: total
  integer :: i, sum_here
  sum_here = 0
  do i = 1, n
    sum_here = sum_here + a(i)
  end do
  total = sum_here
end subroutine add_up

program fortran
  implicit none
  integer :: a(60), part, total
  total = 0
  call fill(a, 60)
  call add_up(a, 10, part)
  total = total + part
  call add_up(a, 30, part)
  total = total + part
  call add_up(a, 60, part)
  total = total + part
  print '(i0)', total
end program fortran
