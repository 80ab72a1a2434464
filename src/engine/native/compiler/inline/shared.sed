# SPDX-License-Identifier: GPL-2.0-or-later
#
# Code that may be part of a shared object: where landau_hot is is known when the program starts.
s/^BASE/\tmovq\tPLACE, %rdx\n/
s/PLACE/landau_hot@gottpoff(%rip)/
s/HOT(\([0-9]*\))/%fs:\1(%rdx)/g
