/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * routine.h - what the test programs share.
 *
 * A ROUTINE is compiled by itself: it is not inlined, cloned or specialised, and its callers know
 * nothing of its registers. So its reads are those that are written in it, and what the calling
 * convention adds can be told: arguments come in registers, saved registers are pushed and popped
 * within the activation and so are no input.
 */
#ifndef ROUTINE_H
#define ROUTINE_H

#define ROUTINE __attribute__((noipa))

/* The value is used, the compiler does not know how. */
#define USE(value) __asm__ volatile("" : : "r"(value) : "memory")

/* A leaf that reads n cells from a, and nothing else. */
#define SUMMING_ROUTINE(name)                                                                      \
	ROUTINE long name(const int *a, long n)                                                    \
	{                                                                                          \
		long total = 0;                                                                    \
                                                                                                   \
		for (long i = 0; i < n; i++)                                                       \
			total += a[i];                                                             \
		return total;                                                                      \
	}

/* A leaf that writes n cells, and reads none. */
#define FILLING_ROUTINE(name)                                                                      \
	ROUTINE void name(int *a, long n, int value)                                               \
	{                                                                                          \
		for (long i = 0; i < n; i++)                                                       \
			a[i] = value;                                                              \
	}

#endif
