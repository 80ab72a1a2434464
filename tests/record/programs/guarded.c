/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guarded.c - masked loads and stores touch only the lanes that the mask names.
 *
 * expect: load_three calls=1 trms=3 rms=3
 * expect: load_none calls=1 trms=0 rms=0
 * expect: load_doubles calls=1 trms=4 rms=4
 * expect: store_three calls=1 trms=5 rms=5
 * expect: conditional_move calls=1 trms=1 rms=1
 */
#include <immintrin.h>
#include <stdlib.h>

#include "parts/routine.h"

#define AVX2_ROUTINE ROUTINE __attribute__((target("avx2")))

static float data[16] __attribute__((aligned(64)));

/* The masks come in registers. */
AVX2_ROUTINE __m256 load_three(const float *a, __m256i mask)
{
	return _mm256_maskload_ps(a, mask);
}

AVX2_ROUTINE __m256 load_none(const float *a, __m256i mask)
{
	return _mm256_maskload_ps(a, mask);
}

AVX2_ROUTINE __m256d load_doubles(const double *a, __m256i mask)
{
	return _mm256_maskload_pd(a, mask);
}

/* Three of eight cells are written; of those that are read afterwards five are input. */
AVX2_ROUTINE __m256 store_three(float *a, __m256i mask, __m256 values)
{
	_mm256_maskstore_ps(a, mask, values);
	__asm__ volatile("" : : : "memory");
	return _mm256_loadu_ps(a);
}

/* A conditional move from memory reads it whether or not the condition holds. */
ROUTINE long conditional_move(const int *a, long n)
{
	long result = 5;

	__asm__ volatile("testq %2, %2\n\tcmovnel %1, %k0" : "+r"(result) : "m"(*a), "r"(n) : "cc");
	return result;
}

__attribute__((target("avx2"))) static void run(void)
{
	__m256i three = _mm256_setr_epi32(-1, 0, 0, -1, 0, 0, -1, 0);
	__m256i two = _mm256_setr_epi64x(0, -1, 0, -1);
	__m256 result = load_three(data, three);

	__asm__ volatile("" : : "x"(result));
	result = load_none(data, _mm256_setzero_si256());
	__asm__ volatile("" : : "x"(result));
	__m256d doubles = load_doubles((const double *)data, two);
	__asm__ volatile("" : : "x"(doubles));
	result = store_three(data, three, result);
	__asm__ volatile("" : : "x"(result));
	USE(conditional_move((const int *)data, 0));
}

int main(void)
{
	if (!__builtin_cpu_supports("avx2"))
		return 77;
	for (int i = 0; i < 16; i++)
		((volatile float *)data)[i] = 1;
	run();
	return 0;
}
