/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gather.c - loads of scattered cells; lanes that the mask leaves out are not read.
 *
 * For these Valgrind loads what the stack pointer points to, which may come as one cell more.
 *
 * expect: gather_all calls=1 trms=8 rms=8
 * expect: gather_three calls=1 trms>=3 trms<=4
 */
#include <immintrin.h>

#include "parts/routine.h"

#define AVX2_ROUTINE ROUTINE __attribute__((target("avx2")))

static int data[256] __attribute__((aligned(64)));

AVX2_ROUTINE __m256i gather_all(const int *a, __m256i indices)
{
	return _mm256_i32gather_epi32(a, indices, 4);
}

AVX2_ROUTINE __m256i gather_three(const int *a, __m256i indices, __m256i mask)
{
	return _mm256_mask_i32gather_epi32(indices, a, indices, mask, 4);
}

__attribute__((target("avx2"))) static void run(void)
{
	__m256i indices = _mm256_setr_epi32(3, 50, 7, 100, 200, 11, 64, 130);
	__m256i three = _mm256_setr_epi32(-1, 0, 0, -1, 0, 0, -1, 0);
	__m256i result = gather_all(data, indices);

	__asm__ volatile("" : : "x"(result));
	result = gather_three(data, indices, three);
	__asm__ volatile("" : : "x"(result));
}

int main(void)
{
	if (!__builtin_cpu_supports("avx2"))
		return 77;
	for (int i = 0; i < 256; i++)
		((volatile int *)data)[i] = i;
	run();
	return 0;
}
