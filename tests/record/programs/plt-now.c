/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plt-now.c - as plt.c, bound when the program starts.
 *
 * make: $CC $CFLAGS -shared -fPIC -Wl,-z,now -o libplt.so $PROGRAMS/parts/plt-library.c
 * link: -L. -lplt -Wl,-rpath,. -Wl,-z,now
 *
 * expect: library_sum calls=9 trms=93 rms=93 points=10:6,11:3
 * expect: library_outer calls=3 trms=30 rms=30 points=10:3
 * expect: library_tail calls=3 trms=33 rms=33 points=11:3
 * expect: drive calls=1 trms=11 rms=11 thread=0 external=0
 * absent: /_dl_runtime_resolve/
 */
#include "plt.c"
