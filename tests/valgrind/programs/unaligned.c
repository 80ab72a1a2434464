/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unaligned.c - accesses of all sizes at all offsets: within a cell, across cells, across the chunks
 * of the shadow; and several depths of calls between them.
 */
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned char memory[3 * 4096] __attribute__((aligned(4096)));

#define ACCESSES(type)                                                                             \
	static __attribute__((noinline)) uint64_t read_##type(const void *from)                    \
	{                                                                                          \
		uint64_t result = 0;                                                               \
		type value;                                                                        \
		memcpy(&value, from, sizeof(value));                                               \
		memcpy(&result, &value, sizeof(value) < 8 ? sizeof(value) : 8);                    \
		return result;                                                                     \
	}                                                                                          \
	static __attribute__((noinline)) void write_##type(void *to, unsigned char seed)           \
	{                                                                                          \
		type value;                                                                        \
		memset(&value, seed, sizeof(value));                                               \
		memcpy(to, &value, sizeof(value));                                                 \
	}                                                                                          \
	static __attribute__((noinline)) uint64_t both_##type(unsigned char *at, int depth)        \
	{                                                                                          \
		uint64_t sum = read_##type(at);                                                    \
		if (depth > 0) {                                                                   \
			write_##type(at + 2, (unsigned char)depth);                                \
			sum += both_##type(at + 1, depth - 1);                                     \
			sum += read_##type(at + 3);                                                \
		}                                                                                  \
		return sum + read_##type(at);                                                      \
	}

ACCESSES(uint8_t)
ACCESSES(uint16_t)
ACCESSES(uint32_t)
ACCESSES(uint64_t)
ACCESSES(__m128i)
ACCESSES(__m256i)

int main(void)
{
	uint64_t sum = 0;

	for (int offset = 4096 - 40; offset < 4096 + 8; offset++) {
		sum += both_uint8_t(memory + offset, 3);
		sum += both_uint16_t(memory + offset, 3);
		sum += both_uint32_t(memory + offset, 3);
		sum += both_uint64_t(memory + offset, 3);
		sum += both___m128i(memory + offset, 3);
		sum += both___m256i(memory + offset, 3);
	}
	printf("%llu\n", (unsigned long long)sum);
	return 0;
}
