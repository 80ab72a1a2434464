/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vectors.c - accesses of 16 and 32 bytes, and accesses that lie across the border of cells or
 * pages.
 *
 * expect: sixteen calls=2 trms=8 points=4:2
 * expect: sixteen_unaligned calls=1 trms=5
 * expect: thirty_two calls=1 trms=8
 * expect: thirty_two_unaligned calls=1 trms=9
 * expect: four_across calls=1 trms=2
 * expect: eight_across calls=1 trms=3
 * expect: page_across calls=1 trms=2
 * expect: overwritten calls=1 trms=4
 * expect: ten_bytes calls=1 trms=3
 * expect: two_across calls=1 trms=2
 * expect: half_known calls=1 trms=4
 */
#include <immintrin.h>

#include "parts/routine.h"

static char data[8192] __attribute__((aligned(4096)));

ROUTINE __m128i sixteen(const void *a)
{
	return _mm_load_si128(a);
}

ROUTINE __m128i sixteen_unaligned(const void *a)
{
	return _mm_loadu_si128(a);
}

__attribute__((target("avx"))) ROUTINE __m256i thirty_two(const void *a)
{
	return _mm256_load_si256(a);
}

__attribute__((target("avx"))) ROUTINE __m256i thirty_two_unaligned(const void *a)
{
	return _mm256_loadu_si256(a);
}

ROUTINE int four_across(const char *a)
{
	int result;

	__asm__ volatile("movl 2(%1), %0" : "=r"(result) : "r"(a));
	return result;
}

ROUTINE long eight_across(const char *a)
{
	long result;

	__asm__ volatile("movq 3(%1), %0" : "=r"(result) : "r"(a));
	return result;
}

ROUTINE int two_across(const char *a)
{
	int result;

	__asm__ volatile("movzwl 3(%1), %0" : "=r"(result) : "r"(a));
	return result;
}

/* The last two bytes of one page and the first two of the next. */
ROUTINE int page_across(const char *a)
{
	int result;

	__asm__ volatile("movl 4094(%1), %0" : "=r"(result) : "r"(a));
	return result;
}

/* Writes the middle 16 of 32 bytes, then reads all: four cells are input. */
__attribute__((target("avx"))) ROUTINE __m256i overwritten(char *a)
{
	_mm_storeu_si128((__m128i *)(a + 8), _mm_setzero_si128());
	__asm__ volatile("" : : : "memory");
	return _mm256_load_si256((const __m256i *)a);
}

/* An x87 load of ten bytes. */
ROUTINE void ten_bytes(const char *a)
{
	__asm__ volatile("fldt (%0)\n\tfstp %%st(0)" : : "r"(a));
}

/* The first half has been read before; the vector adds the other half alone. */
ROUTINE __m128i half_known(const char *a)
{
	int known = ((volatile const int *)a)[2] + ((volatile const int *)a)[3];

	USE(known);
	return _mm_load_si128((const __m128i *)a);
}

__attribute__((target("avx"))) static void run(void)
{
	__m128i small = sixteen(data);
	__asm__ volatile("" : : "x"(small));
	small = sixteen(data + 16);
	__asm__ volatile("" : : "x"(small));
	small = sixteen_unaligned(data + 34);
	__asm__ volatile("" : : "x"(small));
	__m256i large = thirty_two(data + 64);
	__asm__ volatile("" : : "x"(large));
	large = thirty_two_unaligned(data + 129);
	__asm__ volatile("" : : "x"(large));
	large = overwritten(data + 192);
	__asm__ volatile("" : : "x"(large));
	small = half_known(data + 256);
	__asm__ volatile("" : : "x"(small));
}

int main(void)
{
	if (!__builtin_cpu_supports("avx"))
		return 77;
	for (int i = 0; i < 8192; i++)
		((volatile char *)data)[i] = 0;
	run();
	USE(four_across(data));
	USE(eight_across(data));
	USE(two_across(data));
	USE(page_across(data));
	ten_bytes(data);
	return 0;
}
