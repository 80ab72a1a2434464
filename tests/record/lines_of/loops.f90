! SPDX-License-Identifier: GPL-2.0-or-later
! loops.f90 - do loops; "mark: ROUTINE: TIMES" says how often a line runs in calls with this n.
module loops
  implicit none
  integer, volatile :: sink
contains
  subroutine triangle(numbers, n)
    integer, intent(in) :: n
    integer, intent(in) :: numbers(n)
    integer :: i, j

    do i = 1, n
      sink = numbers(i)                             ! mark: loops::triangle: n
      do j = i, n
        sink = numbers(j)                           ! mark: loops::triangle: n * (n + 1) // 2
      end do
      if (i > n / 2) cycle
      sink = i                                      ! mark: loops::triangle: n // 2
    end do
  end subroutine triangle
end module loops

program main
  use loops
  implicit none
  integer :: numbers(200), n

  numbers = 1
  do n = 10, 200, 10
    call triangle(numbers, n)
  end do
end program main
