! SPDX-License-Identifier: GPL-2.0-or-later
!
! module.f90 - procedures of a module have the names of the source, and so have the parts that OpenMP calls.
!
! flags: -fopenmp -fno-inline
! environment: OMP_NUM_THREADS=2
! expect: counting::fill calls=1
! expect: counting::above file=module.f90 line=28 calls=1
! expect: counting::above._omp_fn.0 file=module.f90 calls=2
! absent: /_MOD_/
! output: 57
! variant: collect --collect=counting::fill
! expect: counting::fill calls=1
! absent: counting::above
! variant: symbol --collect=__counting_MOD_fill
! expect: counting::fill calls=1
! absent: counting::above
!
module counting
  implicit none
contains
  subroutine fill(a, n)
    integer, intent(in) :: n
    integer, intent(out) :: a(n)
    a(n) = n
    a(1:n - 1) = [1, 2, 3, spread(4, 1, n - 4)]
  end subroutine fill
  integer function above(a, n, least)
    integer, intent(in) :: n, least
    integer, intent(in) :: a(n)
    integer :: i, found
    found = 0
    !$omp parallel do reduction(+:found)
    do i = 1, n
      if (a(i) > least) found = found + 1
    end do
    above = found
  end function above
end module counting

program main
  use counting
  implicit none
  integer :: a(60)
  call fill(a, 60)
  print '(i0)', above(a, 60, 3)
end program main
