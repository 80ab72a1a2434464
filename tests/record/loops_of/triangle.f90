! SPDX-License-Identifier: GPL-2.0-or-later
! triangle.f90 - do loops; see shapes.c for the marks.
module loops
  implicit none
  integer, volatile :: sink
contains
  subroutine triangle(numbers, n)
    integer, intent(in) :: n
    integer, intent(in) :: numbers(n)
    integer :: i, j

    do i = 1, n                                     ! loop: outer: n
      sink = numbers(i)
      do j = i, n                                   ! loop: inner in outer: n * (n + 1) // 2
        if (j == 0) exit
        sink = numbers(j)
      end do
      if (i > n / 2) cycle
      sink = i
    end do
    do while (sink < 2 * n)                         ! loop: while: 2 * n - 1
      sink = sink + 1
    end do
  end subroutine triangle
end module loops

program main
  use loops
  implicit none
  integer :: numbers(120), n

  numbers = 1
  do n = 10, 120, 10
    call triangle(numbers, n)
  end do
end program main
