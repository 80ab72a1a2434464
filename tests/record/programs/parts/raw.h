/* SPDX-License-Identifier: GPL-2.0-or-later */
/* raw.h - system calls without the C library, whose wrappers read memory of their own. */
#ifndef RAW_H
#define RAW_H

#include <sys/syscall.h>

static inline __attribute__((always_inline)) long raw6(long number, long a, long b, long c, long d,
						       long e, long f)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}

#define RAW(number, a, b, c) raw6((number), (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define RAW6(number, a, b, c, d, e, f)                                                             \
	raw6((number), (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

#endif
