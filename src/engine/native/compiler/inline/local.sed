# SPDX-License-Identifier: GPL-2.0-or-later
#
# Code that can only be part of an executable, which then has landau_hot itself (hot.c): the linker knows
# where it is.
s/^BASE//
s/PLACE/$landau_hot@tpoff/
s/HOT(\([0-9]*\))/%fs:landau_hot@tpoff+\1/g
