/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * by_hook.h - accesses of traces by the hooks that compilers call, in memory of a program that is not too large.
 */
#ifndef LANDAU_TEST_NATIVE_BY_HOOK_H
#define LANDAU_TEST_NATIVE_BY_HOOK_H

#include <stdint.h>

void __tsan_read_range(void *address, unsigned long size);
void __tsan_write_range(void *address, unsigned long size);
void __tsan_read8(void *address, uint64_t value);

#define SIZED(size)                                                                                \
	void __tsan_write##size(void *address);                                                    \
	void __tsan_unaligned_read##size(void *address);                                           \
	void __tsan_unaligned_write##size(void *address);
SIZED(1)
SIZED(2)
SIZED(4)
SIZED(8)
SIZED(16)
void __tsan_read1(void *address);
void __tsan_read2(void *address);
void __tsan_read4(void *address);
void __tsan_read16(void *address);

/* The addresses of traces are folded into an arena that has many groups of the shadow. */
enum { ARENA = 1 << 20, PART = 1 << 16 };

static inline uint64_t place_in_arena(uint64_t address)
{
	return ((address >> 20) * PART + address % PART) % ARENA;
}

static inline uint64_t size_in_arena(uint64_t place, uint64_t size)
{
	return size < ARENA - place ? size : ARENA - place;
}

/* The hook that a compiler would call; for 8 bytes at half of their size too, where it believes them to be aligned. */
static inline void read_by_hook(char *address, uint64_t size)
{
	bool aligned = ((uintptr_t)address & (size == 8 ? 3 : size - 1)) == 0;

	if (size == 1)
		__tsan_read1(address);
	else if (size == 2)
		aligned ? __tsan_read2(address) : __tsan_unaligned_read2(address);
	else if (size == 4)
		aligned ? __tsan_read4(address) : __tsan_unaligned_read4(address);
	else if (size == 8)
		aligned ? __tsan_read8(address, 0) : __tsan_unaligned_read8(address);
	else if (size == 16)
		aligned ? __tsan_read16(address) : __tsan_unaligned_read16(address);
	else
		__tsan_read_range(address, size);
}

static inline void write_by_hook(char *address, uint64_t size)
{
	bool aligned = ((uintptr_t)address & (size == 8 ? 3 : size - 1)) == 0;

	if (size == 1)
		__tsan_write1(address);
	else if (size == 2)
		aligned ? __tsan_write2(address) : __tsan_unaligned_write2(address);
	else if (size == 4)
		aligned ? __tsan_write4(address) : __tsan_unaligned_write4(address);
	else if (size == 8)
		aligned ? __tsan_write8(address) : __tsan_unaligned_write8(address);
	else if (size == 16)
		aligned ? __tsan_write16(address) : __tsan_unaligned_write16(address);
	else
		__tsan_write_range(address, size);
}

#endif
