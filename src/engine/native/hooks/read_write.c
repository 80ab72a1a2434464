/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * read_write.c - what the compilers call at reads, writes and basic blocks.
 *
 * A read has nothing to do if the word is at the threshold or above, a write if the word shows that this
 * thread has written the cell at this very threshold. Code from the compiler wrappers looks at that itself
 * (inline.sed) and comes here for the rest. What is rare of that is in slow_path.h and shadow.c.
 */
#include "calls.h"
#include "read_write.h"
#include "engine/native/parallel/slow_path.h"
#include "engine/native/parallel/sources.h"
#include "engine/native/runtime/world.h"

/* What compiler/inline/inline.sed takes for granted. */
_Static_assert(offsetof(struct landau_hot, words) == 0, "inline.sed");
_Static_assert(offsetof(struct landau_hot, wide) == 8, "inline.sed");
_Static_assert(offsetof(struct landau_hot, cost) == 16, "inline.sed");
_Static_assert(offsetof(struct landau_hot, threshold) == 24, "inline.sed");
_Static_assert(offsetof(struct landau_hot, written) == 28, "inline.sed");
_Static_assert(LANDAU_OFFSET_MASK == 0x200ffffffffc, "inline.sed");

/* The word that fits an access of so many bytes. */
LANDAU_INLINE landau_word *word_at(const void *address, uint64_t size)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;

	return (landau_word *)(size == 8 ? landau_hot.wide + landau_wide_offset(offset)
					 : landau_hot.words + offset);
}

#define HOOK(name, type, body)                                                                     \
	void name(type *address);                                                                  \
	LANDAU_PUBLIC void name(type *address)                                                     \
	{                                                                                          \
		body;                                                                              \
	}

/* 8 bytes are to begin at a multiple of 8: what the compiler takes for aligned need not be so. */
static inline bool is_unusual(const void *address, uint64_t size)
{
	return landau_attention() | (size == 8 ? (uint64_t)address & 4 : 0);
}

LANDAU_INLINE bool read_new(void *address, uint64_t size)
{
	return landau_settle_new_read(landau_self(), word_at(address, size),
				      (uint64_t)address & LANDAU_OFFSET_MASK, size == 8 ? 2 : 1);
}

/* What is less usual would need registers to be saved: it has functions of its own. */
__attribute__((noinline)) static void read_cell_slowly(void *address, uint64_t size)
{
	if (is_unusual(address, size) || !read_new(address, size))
		landau_read_cells(address, 1, size);
}

/* The words of the two cells are known to be at the threshold or above. */
static bool are_settled(const struct landau_native_thread *self, uint64_t offset)
{
	uint64_t pair = landau_narrow_now(self, offset);
	landau_word threshold = self->core_thread->threshold;

	return (landau_word)pair >= threshold && (landau_word)(pair >> 32) >= threshold;
}

__attribute__((noinline)) static void read_granule_slowly(void *address)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;

	if (!is_unusual(address, 8)) {
		if (read_new(address, 8))
			return;
		if (*word_at(address, 8) == 0 && (are_settled(landau_self(), offset) ||
						  (landau_make_wide(landau_self(), offset) &&
						   landau_settle_wide_read(landau_self(), offset))))
			return;
	}
	landau_read_cells(address, 2, 8);
}

/*
 * What is compared with is loaded before `attention`: another thread that wants that changes it afterwards (world.c).
 */
LANDAU_INLINE void read_plainly(void *address, uint64_t size)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;
	landau_word threshold = *(volatile landau_word *)&landau_hot.threshold;

	/* The program is about to use it, and the word may have been far away too. */
	__builtin_prefetch(address);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (LANDAU_LIKELY(!is_unusual(address, size) &&
			  landau_settle_read(word_at(address, size), offset, threshold,
					     size == 8 ? 2 : 1)))
		return;
	if (size == 8)
		read_granule_slowly(address);
	else
		read_cell_slowly(address, size);
}

/* With sources there is always attention. Most writes need nothing but the number of the source beside the word. */
LANDAU_INLINE bool write_with_source(void *address, uint64_t size)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;
	struct landau_native_thread *self = landau_self();

	if (!landau_has_sources() || landau_attention() != LANDAU_ATTEND_MODE ||
	    (size == 8 && (uint64_t)address & 4) || !landau_native.fast ||
	    !landau_settle_write(word_at(address, size), offset,
				 self->core_thread->threshold | LANDAU_BY_OWNER, self->owner,
				 size == 8 ? 2 : 1))
		return false;
	landau_sources_set(offset, offset + (size == 8 ? 8 : 4), landau_source_of_writes(self));
	return true;
}

/* The word of this form is 0, or the group is not the thread's. */
__attribute__((noinline)) static void write_cell_slowly(void *address, uint64_t size)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;
	struct landau_native_thread *self = landau_self();

	if (!is_unusual(address, size) && *word_at(address, size) == 0) {
		landau_make_narrow(self, offset);
		if (landau_settle_write(word_at(address, size), offset,
					self->core_thread->threshold | LANDAU_BY_OWNER, self->owner,
					1))
			return;
	}
	if (!write_with_source(address, size))
		landau_shadow_write(address, size);
}

__attribute__((noinline)) static void write_granule_slowly(void *address)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;
	struct landau_native_thread *self = landau_self();

	if (!is_unusual(address, 8) && *word_at(address, 8) == 0) {
		landau_word written = self->core_thread->threshold | LANDAU_BY_OWNER;

		if (landau_narrow_now(self, offset) == landau_pair_of(written))
			return;
		landau_put_wide(self, offset, written);
		if (landau_settle_write(word_at(address, 8), offset, written, self->owner, 2))
			return;
	}
	if (!write_with_source(address, 8))
		landau_shadow_write(address, 8);
}

LANDAU_INLINE void write_plainly(void *address, uint64_t size)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;
	landau_word written = *(volatile landau_word *)&landau_hot.written;

	__builtin_prefetch(address, 1);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (LANDAU_LIKELY(!is_unusual(address, size) &&
			  landau_settle_write(word_at(address, size), offset, written,
					      (unsigned char)landau_hot.owner, size == 8 ? 2 : 1)))
		return;
	if (size == 8)
		write_granule_slowly(address);
	else
		write_cell_slowly(address, size);
}

static inline void read_sixteen(void *address)
{
	read_plainly(address, 8);
	read_plainly((char *)address + 8, 8);
}

static inline void write_sixteen(void *address)
{
	write_plainly(address, 8);
	write_plainly((char *)address + 8, 8);
}

/* Aligned: in one cell of 4 bytes, or in two. With other cells there is always attention. */
#define ALIGNED(prefix, access)                                                                    \
	HOOK(prefix##1, void, access##_plainly(address, 1))                                        \
	HOOK(prefix##2, void, access##_plainly(address, 2))                                        \
	HOOK(prefix##4, void, access##_plainly(address, 4))                                        \
	HOOK(prefix##16, void, access##_sixteen(address))

ALIGNED(__tsan_read, read)
ALIGNED(__tsan_write, write)
ALIGNED(__tsan_volatile_read, read)
ALIGNED(__tsan_volatile_write, write)
HOOK(__tsan_write8, void, write_plainly(address, 8))
HOOK(__tsan_volatile_read8, void, read_plainly(address, 8))
HOOK(__tsan_volatile_write8, void, write_plainly(address, 8))

enum { HALF_LINE = 32 };

/*
 * `value` is what the program is about to read there, if the code is ours; else it is anything. If it looks like
 * an address the program may follow it soon, as it does in lists and trees, and most often by a
 * call: by then memory and shadow are on their way. What is there is often a bit smaller than a line, and in two of them.
 */
LANDAU_PUBLIC void __tsan_read8(void *address, uint64_t value)
{
	bool may_be_address = (value >> 32) - 1 < 0xffff;

	if (may_be_address) {
		__builtin_prefetch((const void *)value);
		__builtin_prefetch(word_at((const void *)value, 8));
		__builtin_prefetch((const void *)(value + HALF_LINE));
		__builtin_prefetch(word_at((const void *)(value + HALF_LINE), 8));
	}
	read_plainly(address, 8);
}

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

/*
 * By narrow words. Where a granule is wide these are 0, and what follows looks at that. With cells of another size there is
 * attention, and these words may not be there.
 */
static void read_any(void *address, uint64_t size)
{
	const landau_word *words = word_at(address, 4);
	unsigned count = cells_of(address, size);

	if (LANDAU_UNLIKELY(landau_attention())) {
		landau_shadow_read(address, size);
		return;
	}
	for (unsigned i = 0; i < count; i++) {
		if (LANDAU_UNLIKELY(words[i] < landau_hot.threshold)) {
			landau_read_cells(address, count, size);
			return;
		}
	}
}

static void write_any(void *address, uint64_t size)
{
	const landau_word *words = word_at(address, 4);
	unsigned count = cells_of(address, size);

	if (LANDAU_UNLIKELY(landau_attention())) {
		landau_shadow_write(address, size);
		return;
	}
	for (unsigned i = 0; i < count; i++) {
		if (LANDAU_UNLIKELY(words[i] != landau_hot.written)) {
			landau_write_cells(address, count, size);
			return;
		}
	}
}

SIZES(__tsan_unaligned_read, read_any)
SIZES(__tsan_unaligned_write, write_any)
SIZES(__tsan_unaligned_volatile_read, read_any)
SIZES(__tsan_unaligned_volatile_write, write_any)

LANDAU_INLINE void read_write_plainly(void *address, uint64_t size)
{
	read_plainly(address, size);
	write_plainly(address, size);
}

static inline void read_write_sixteen(void *address)
{
	read_sixteen(address);
	write_sixteen(address);
}

static inline void read_write_any(void *address, uint64_t size)
{
	read_any(address, size);
	write_any(address, size);
}

ALIGNED(__tsan_read_write, read_write)
HOOK(__tsan_read_write8, void, read_write_plainly(address, 8))
SIZES(__tsan_unaligned_read_write, read_write_any)

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

/* Structures that are copied are mostly small, and of granules. */
enum { SMALL_RANGE = 64 };

static inline bool is_of_granules(const void *address, uint64_t size)
{
	return (((uint64_t)address | size) & 7) == 0;
}

/* By the form that the granule has: what is copied as a whole may have parts that are accessed one by one. */
LANDAU_INLINE bool read_granule_plainly(void *address, landau_word threshold)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;
	landau_word *wide = word_at(address, 8);
	landau_word *narrow = word_at(address, 4);

	if (*wide)
		return landau_settle_read(wide, offset, threshold, 2);
	return landau_settle_read(narrow, offset, threshold, 1) &&
	       landau_settle_read(narrow + 1, offset + 4, threshold, 1);
}

LANDAU_INLINE bool write_granule_plainly(void *address, landau_word written)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;
	unsigned char own = (unsigned char)landau_hot.owner;
	landau_word *wide = word_at(address, 8);
	landau_word *narrow = word_at(address, 4);

	if (*wide)
		return landau_settle_write(wide, offset, written, own, 2);
	return landau_settle_write(narrow, offset, written, own, 1) &&
	       landau_settle_write(narrow + 1, offset + 4, written, own, 1);
}

/* What is compared with is not that of landau_hot, which another thread may change. */
__attribute__((noinline)) static void read_granules(char *address, char *end)
{
	if (LANDAU_LIKELY(landau_attention() == 0)) {
		landau_word threshold = landau_self()->core_thread->threshold;

		while (address < end && read_granule_plainly(address, threshold))
			address += 8;
	}
	if (address < end)
		landau_read_cells(address, (unsigned)(end - address) / 4,
				  (uint64_t)(end - address));
}

__attribute__((noinline)) static void write_granules(char *address, char *end)
{
	if (LANDAU_LIKELY(landau_attention() == 0)) {
		landau_word written = landau_self()->core_thread->threshold | LANDAU_BY_OWNER;

		while (address < end && write_granule_plainly(address, written))
			address += 8;
	}
	if (address < end)
		landau_write_cells(address, (unsigned)(end - address) / 4,
				   (uint64_t)(end - address));
}

/* What is settled is so by wide words most often, and needs no registers to be saved. */
LANDAU_INLINE void read_range(char *address, uint64_t size)
{
	char *end = address + size;

	if (LANDAU_UNLIKELY(size > SMALL_RANGE || landau_attention())) {
		landau_shadow_read(address, size);
	} else if (LANDAU_UNLIKELY(!is_of_granules(address, size))) {
		read_any(address, size);
	} else {
		while (address < end && *word_at(address, 8) >= landau_hot.threshold)
			address += 8;
		if (address < end)
			read_granules(address, end);
	}
}

LANDAU_INLINE void write_range(char *address, uint64_t size)
{
	char *end = address + size;

	if (LANDAU_UNLIKELY(size > SMALL_RANGE || landau_attention())) {
		landau_shadow_write(address, size);
	} else if (LANDAU_UNLIKELY(!is_of_granules(address, size))) {
		write_any(address, size);
	} else {
		while (address < end && *word_at(address, 8) == landau_hot.written)
			address += 8;
		if (address < end)
			write_granules(address, end);
	}
}

RANGE_HOOK(__tsan_read_range, read_range)
RANGE_HOOK(__tsan_write_range, write_range)

/* -- C++: the pointer to the table of virtual functions -------------------------------------------
 */

void __tsan_vptr_update(void **place, void *value);
void __tsan_vptr_read(void **place);

LANDAU_PUBLIC void __tsan_vptr_update(void **place, void *value)
{
	(void)value;
	write_plainly(place, 8);
}

LANDAU_PUBLIC void __tsan_vptr_read(void **place)
{
	read_plainly(place, 8);
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
