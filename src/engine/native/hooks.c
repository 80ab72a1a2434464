/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks.c - what the compilers call at reads, writes and basic blocks.
 *
 * The fast path of a read is a load and a comparison: a word at the threshold or above has nothing
 * to do. A write has nothing to do if the word shows that this thread has written the cell at this
 * very threshold. Everything else is in cells.h and shadow.c.
 */
#include "calls.h"
#include "cells.h"

/* What inline/inline.sed takes for granted. */
_Static_assert(offsetof(struct landau_hot, words) == 0, "inline.sed");
_Static_assert(offsetof(struct landau_hot, write_pair) == 8, "inline.sed");
_Static_assert(offsetof(struct landau_hot, cost) == 16, "inline.sed");
_Static_assert(offsetof(struct landau_hot, threshold) == 24, "inline.sed");
_Static_assert(LANDAU_OFFSET_MASK == 0x200ffffffffc, "inline.sed");

#define WORD_AT(address)                                                                           \
	(*(landau_word *)(landau_hot.words + ((uint64_t)(address)&LANDAU_OFFSET_MASK)))

/* Aligned: within one cell of 4 bytes. With other cells the look at the word settles nothing. */
static inline void read_one(void *address, uint64_t size)
{
	if (LANDAU_UNLIKELY(WORD_AT(address) < landau_hot.threshold))
		landau_read_cells(address, 1, size);
}

static inline void write_one(void *address, uint64_t size)
{
	if (LANDAU_UNLIKELY(WORD_AT(address) != (landau_word)landau_hot.write_pair))
		landau_write_cells(address, 1, size);
}

static inline void read_two(void *address)
{
	landau_word threshold = landau_hot.threshold;
	const landau_word *words = &WORD_AT(address);

	if (LANDAU_UNLIKELY(words[0] < threshold || words[1] < threshold))
		landau_read_cells(address, 2, 8);
}

static inline void write_two(void *address)
{
	landau_word word = (landau_word)landau_hot.write_pair;
	const landau_word *words = &WORD_AT(address);

	if (LANDAU_UNLIKELY(words[0] != word || words[1] != word))
		landau_write_cells(address, 2, 8);
}

static inline void read_four(void *address)
{
	read_two(address);
	read_two((char *)address + 8);
}

static inline void write_four(void *address)
{
	write_two(address);
	write_two((char *)address + 8);
}

#define HOOK(name, type, body)                                                                     \
	void name(type *address);                                                                  \
	LANDAU_PUBLIC void name(type *address)                                                     \
	{                                                                                          \
		body;                                                                              \
	}

#define READS(prefix, one, two, four, eight, sixteen)                                              \
	HOOK(prefix##1, void, one)                                                                 \
	HOOK(prefix##2, void, two)                                                                 \
	HOOK(prefix##4, void, four)                                                                \
	HOOK(prefix##8, void, eight)                                                               \
	HOOK(prefix##16, void, sixteen)

READS(__tsan_read, read_one(address, 1), read_one(address, 2), read_one(address, 4),
      read_two(address), read_four(address))
READS(__tsan_write, write_one(address, 1), write_one(address, 2), write_one(address, 4),
      write_two(address), write_four(address))
READS(__tsan_volatile_read, read_one(address, 1), read_one(address, 2), read_one(address, 4),
      read_two(address), read_four(address))
READS(__tsan_volatile_write, write_one(address, 1), write_one(address, 2), write_one(address, 4),
      write_two(address), write_four(address))

#define SIZES(prefix, function)                                                                    \
	HOOK(prefix##1, void, function(address, 1))                                                \
	HOOK(prefix##2, void, function(address, 2))                                                \
	HOOK(prefix##4, void, function(address, 4))                                                \
	HOOK(prefix##8, void, function(address, 8))                                                \
	HOOK(prefix##16, void, function(address, 16))

/* Any address: how many cells it is. */
static inline unsigned cells_of(const void *address, uint64_t size)
{
	return (unsigned)((((uint64_t)address & 3) + size + 3) / 4);
}

static void read_any(void *address, uint64_t size)
{
	const landau_word *words = &WORD_AT(address);
	unsigned count = cells_of(address, size);

	for (unsigned i = 0; i < count; i++) {
		if (LANDAU_UNLIKELY(words[i] < landau_hot.threshold)) {
			landau_read_cells(address, count, size);
			return;
		}
	}
}

static void write_any(void *address, uint64_t size)
{
	const landau_word *words = &WORD_AT(address);
	unsigned count = cells_of(address, size);

	for (unsigned i = 0; i < count; i++) {
		if (LANDAU_UNLIKELY(words[i] != (landau_word)landau_hot.write_pair)) {
			landau_write_cells(address, count, size);
			return;
		}
	}
}

SIZES(__tsan_unaligned_read, read_any)
SIZES(__tsan_unaligned_write, write_any)
SIZES(__tsan_unaligned_volatile_read, read_any)
SIZES(__tsan_unaligned_volatile_write, write_any)

static inline void read_write(void *address, uint64_t size)
{
	read_any(address, size);
	write_any(address, size);
}

SIZES(__tsan_read_write, read_write)
SIZES(__tsan_unaligned_read_write, read_write)

#define HOOK_WITH_PLACE(name, function, size)                                                      \
	void name(void *address, void *place);                                                     \
	LANDAU_PUBLIC void name(void *address, void *place)                                        \
	{                                                                                          \
		(void)place;                                                                       \
		function(address, size);                                                           \
	}

HOOK_WITH_PLACE(__tsan_read1_pc, landau_shadow_read, 1)
HOOK_WITH_PLACE(__tsan_read2_pc, landau_shadow_read, 2)
HOOK_WITH_PLACE(__tsan_read4_pc, landau_shadow_read, 4)
HOOK_WITH_PLACE(__tsan_read8_pc, landau_shadow_read, 8)
HOOK_WITH_PLACE(__tsan_read16_pc, landau_shadow_read, 16)
HOOK_WITH_PLACE(__tsan_write1_pc, landau_shadow_write, 1)
HOOK_WITH_PLACE(__tsan_write2_pc, landau_shadow_write, 2)
HOOK_WITH_PLACE(__tsan_write4_pc, landau_shadow_write, 4)
HOOK_WITH_PLACE(__tsan_write8_pc, landau_shadow_write, 8)
HOOK_WITH_PLACE(__tsan_write16_pc, landau_shadow_write, 16)

#define RANGE_HOOK(name, function)                                                                 \
	void name(void *address, unsigned long size);                                              \
	void name##_pc(void *address, unsigned long size, void *place);                            \
	LANDAU_PUBLIC void name(void *address, unsigned long size)                                 \
	{                                                                                          \
		function(address, size);                                                           \
	}                                                                                          \
	LANDAU_PUBLIC void name##_pc(void *address, unsigned long size, void *place)               \
	{                                                                                          \
		(void)place;                                                                       \
		function(address, size);                                                           \
	}

RANGE_HOOK(__tsan_read_range, landau_shadow_read)
RANGE_HOOK(__tsan_write_range, landau_shadow_write)

/* -- C++: the pointer to the table of virtual functions -------------------------------------------
 */

void __tsan_vptr_update(void **place, void *value);
void __tsan_vptr_read(void **place);

LANDAU_PUBLIC void __tsan_vptr_update(void **place, void *value)
{
	(void)value;
	write_two(place);
}

LANDAU_PUBLIC void __tsan_vptr_read(void **place)
{
	read_two(place);
}

/* -- Basic blocks ---------------------------------------------------------------------------------
 */

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard);
void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop);
void __sanitizer_cov_trace_pc_indir(uintptr_t callee);

LANDAU_PUBLIC void __sanitizer_cov_trace_pc(void)
{
	landau_hot.cost++;
}

LANDAU_PUBLIC void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
	(void)guard;
	landau_hot.cost++;
}

LANDAU_PUBLIC void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
	(void)start;
	(void)stop;
}

LANDAU_PUBLIC void __sanitizer_cov_trace_pc_indir(uintptr_t callee)
{
	(void)callee;
}

/* -- Not needed, but called ------------------------------------------------------------------------
 */

void __tsan_init(void);
void __tsan_ignore_thread_begin(void);
void __tsan_ignore_thread_end(void);

/* gcc makes a constructor in each object that does nothing but call this. */
LANDAU_PUBLIC void __tsan_init(void)
{
	landau_calls_cancel();
}

LANDAU_PUBLIC void __tsan_ignore_thread_begin(void)
{
}

LANDAU_PUBLIC void __tsan_ignore_thread_end(void)
{
}
