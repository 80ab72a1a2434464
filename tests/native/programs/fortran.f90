! SPDX-License-Identifier: GPL-2.0-or-later
! fortran.f90 - a function that reads n numbers.
integer function total(numbers, n)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: numbers(n)
  integer :: i
  total = 0
  do i = 1, n
    total = total + numbers(i)
  end do
end function total

program main
  implicit none
  integer, external :: total
  integer :: numbers(1000), i, n
  do i = 1, 1000
    numbers(i) = i
  end do
  n = 10
  do while (n <= 1000)
    print *, total(numbers, n)
    n = n * 10
  end do
end program main
