/* SPDX-License-Identifier: GPL-2.0-or-later */
/* shadow.c - reservations, accesses that the hooks do not finish, kernel writes; see shadow.h. */
#include "shadow.h"

#include "cells.h"
#include "clock.h"
#include "core/fresh.h"
#include "log.h"
#include "raw.h"
#include "threads.h"
#include "touched.h"
#include "world.h"

#define WINDOWS_START ((uint64_t)1 << 44)

/* Shadows at distances that are powers of two would fall into the same cache sets. */
enum { SKEW_BYTES = 0x9540, SKEW_LARGE = 2 << 20, SKEW_ROOM = 16 << 20 };

static uint64_t stride(void)
{
	return landau_window_bytes() + SKEW_ROOM;
}

uint32_t landau_shadow_most_slots(void)
{
	uint64_t most = LANDAU_REGION_BIT / stride();

	return most < LANDAU_MOST_SLOTS ? (uint32_t)most : LANDAU_MOST_SLOTS;
}

unsigned char *landau_shadow_reserve(uint32_t slot)
{
	uint64_t start = WINDOWS_START + slot * stride();
	uint64_t skew = (uint64_t)(slot % 64) * SKEW_BYTES + (slot & 3) * (uint64_t)SKEW_LARGE;

	/* The skew keeps words of 8 bytes aligned; it is a multiple of a cache line. */
	if (!landau_raw_reserve((void *)start, stride()))
		return NULL;
	if (!landau_raw_reserve((void *)(start + LANDAU_REGION_BIT), stride()))
		return NULL;
	return (unsigned char *)(start + skew);
}

/* -- Pieces of an access that do not wrap around in a window -------------------------------------
 */

struct piece {
	uint64_t address;
	uint64_t left; /* bytes */
	uint64_t offset;
	uint64_t count; /* of cells */
};

static inline bool next_piece(struct piece *piece)
{
	unsigned shift = landau_native.cell_shift;
	uint64_t room = LANDAU_REGION_BYTES - (piece->address & (LANDAU_REGION_BYTES - 1));
	uint64_t size = piece->left < room ? piece->left : room;

	if (piece->left == 0)
		return false;
	piece->offset = landau_shadow_offset(piece->address);
	piece->count = ((piece->address + size - 1) >> shift) - (piece->address >> shift) + 1;
	piece->address += size;
	piece->left -= size;
	return true;
}

static inline struct piece pieces_of(const volatile void *address, uint64_t size)
{
	return (struct piece){.address = (uint64_t)address, .left = size};
}

/* -- Accesses ------------------------------------------------------------------------------------
 */

/* A file mapping that nobody has read here. The list is in the core that all threads share. */
static bool is_fresh(uint64_t address)
{
	bool result;

	if (LANDAU_LIKELY(landau_shared_core->fresh_count == 0))
		return false;
	landau_lock(&landau_shared_lock);
	result = landau_fresh_contains(landau_shared_core, address >> LANDAU_CHUNK_SHIFT);
	landau_unlock(&landau_shared_lock);
	return result;
}

/* An address whose word is at the offset; only its page matters. */
static uint64_t address_in(const struct piece *piece, uint64_t offset)
{
	uint64_t behind = piece->offset + piece->count * 4 - offset;

	return piece->address - 1 - (((behind >> 2) - 1) << landau_native.cell_shift);
}

/* The write stamp of a cell that was written before there was a second thread, by the word of the first. */
static inline landau_word early_stamp(landau_word word)
{
	landau_word stamp = LANDAU_STAMP_EARLY << LANDAU_STAMP_SHIFT;

	switch (word & LANDAU_STATE) {
	case LANDAU_BY_OWNER:
		return stamp;
	case LANDAU_BY_KERNEL:
		return stamp | LANDAU_WRITE_BY_KERNEL;
	default:
		return 0;
	}
}

static landau_word early_write(uint64_t offset, uint64_t address)
{
	landau_word word = *(landau_word *)(landau_first_words + offset);

	return word == 0 && is_fresh(address)
		       ? (LANDAU_STAMP_EARLY << LANDAU_STAMP_SHIFT) | LANDAU_WRITE_BY_KERNEL
		       : early_stamp(word);
}

bool landau_shadow_read_new(struct landau_native_thread *self, uint64_t offset, bool two)
{
	const landau_word *writes = (landau_word *)(landau_native.writes + offset);
	const landau_word *first = (landau_word *)(landau_first_words + offset);
	landau_word *words = (landau_word *)(self->words + offset);
	landau_word write = writes[0];

	if (!landau_native.multi || words[0] != 0 || (two && (words[1] != 0 || writes[1] != write)))
		return false;
	if (write == 0) {
		write = early_stamp(first[0]);
		if ((two && early_stamp(first[1]) != write) ||
		    (write == 0 && landau_shared_core->fresh_count != 0))
			return false;
		/* The first thread may have written since; it puts the stamp in place before its word. */
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		if (write == 0 && (writes[0] != 0 || (two && writes[1] != 0)))
			return false;
	}
	landau_touch(self->words, self->touched, offset);
	words[0] = self->core_thread->threshold;
	if (two)
		words[1] = words[0];
	landau_read_new(self->core_thread, write, two ? 2 : 1);
	return true;
}

static void miss_among_many(struct landau_native_thread *self, landau_word *word, uint64_t offset,
			    const struct piece *piece)
{
	landau_word *place = (landau_word *)(landau_native.writes + offset);
	landau_word write = *place;
	landau_word old = *word;

	if (write == 0) {
		write = early_write(offset, address_in(piece, offset));
		/*
		 * The first thread puts the write stamp in place before it changes its word. Others
		 * look at that word again the next time, which takes no memory.
		 */
		if (write == 0) {
			write = __atomic_load_n(place, __ATOMIC_ACQUIRE);
		} else if (self->words == landau_first_words) {
			landau_touch(landau_native.writes, landau_native.touched_writes, offset);
			*place = write;
		}
	}
	/* Kernel input from the time before the second thread that the first has not seen yet. */
	if (LANDAU_UNLIKELY(self->words == landau_first_words && !(old & LANDAU_LIVE) &&
			    (old & LANDAU_STATE) == LANDAU_BY_KERNEL &&
			    landau_write_stamp_of(write) < LANDAU_CLOCK_START))
		landau_read_miss(self->core_thread, word, NULL);
	else
		landau_read_miss(self->core_thread, word, &write);
	*word = self->core_thread->threshold;
}

static void read_cell(struct landau_native_thread *self, const struct piece *piece, uint64_t offset)
{
	landau_word *word = (landau_word *)(self->words + offset);

	if (*word >= self->core_thread->threshold)
		return;
	if (*word == 0)
		landau_touch(self->words, self->touched, offset);
	if (landau_native.multi) {
		miss_among_many(self, word, offset, piece);
		return;
	}
	if (*word == 0 && is_fresh(address_in(piece, offset)))
		*word = LANDAU_BY_KERNEL;
	landau_read_miss(self->core_thread, word, NULL);
}

/* Whether four cells are all at the threshold or above. The upper bit of a word is clear: nothing is borrowed. */
static inline bool are_settled(const landau_word *words, uint64_t threshold_pair)
{
	const uint64_t upper = UINT64_C(0x8000000080000000);
	uint64_t low = (landau_load_pair(words) | upper) - threshold_pair;
	uint64_t high = (landau_load_pair(words + 2) | upper) - threshold_pair;

	return (low & high & upper) == upper;
}

static inline void read_cells(struct landau_native_thread *self, const struct piece *piece)
{
	uint64_t threshold_pair = landau_pair_of(self->core_thread->threshold);
	uint64_t end = piece->offset + piece->count * 4;

	for (uint64_t offset = piece->offset; offset < end;) {
		landau_word *words = (landau_word *)(self->words + offset);

		if (offset + 16 <= end && are_settled(words, threshold_pair)) {
			offset += 16;
		} else if (offset + 8 <= end && landau_read_plainly(self, words, offset, true)) {
			offset += 8;
		} else {
			read_cell(self, piece, offset);
			offset += 4;
		}
	}
}

void landau_shadow_read_now(struct landau_native_thread *self, const volatile void *address,
			    uint64_t size)
{
	struct piece piece = pieces_of(address, size);

	if (LANDAU_UNLIKELY(landau_native.log) && size > 0)
		landau_log_access("read", address, size);
	while (next_piece(&piece))
		read_cells(self, &piece);
}

static inline void set_cells(unsigned char *shadow, unsigned char *touched,
			     const struct piece *piece, landau_word word)
{
	typedef landau_word four __attribute__((vector_size(16), aligned(4)));
	unsigned char *place = shadow + piece->offset;
	uint64_t end = piece->offset + piece->count * 4;

	/* A cell that is not zero shows that its group is touched. */
	for (uint64_t offset = piece->offset; offset < end;
	     offset = (offset | ((1 << LANDAU_GROUP_SHIFT) - 1)) + 1)
		if (*(landau_word *)(shadow + offset) == 0)
			landau_touch(shadow, touched, offset);
	for (; place + 16 <= shadow + end; place += 16)
		*(four *)place = (four){word, word, word, word};
	for (; place < shadow + end; place += 4)
		*(landau_word *)place = word;
}

/* One cell, or two that begin at a multiple of 8 and so are in the same group. */
static inline void write_new(unsigned char *shadow, unsigned char *touched, uint64_t offset,
			     bool two, landau_word word)
{
	landau_word *words = (landau_word *)(shadow + offset);

	landau_touch(shadow, touched, offset);
	if (two)
		landau_store_pair(words, landau_pair_of(word));
	else
		*words = word;
}

static inline void write_piece(struct landau_native_thread *self, const struct piece *piece)
{
	landau_word threshold = self->core_thread->threshold;

	set_cells(self->words, self->touched, piece, threshold | LANDAU_BY_OWNER);
	if (landau_native.multi)
		set_cells(landau_native.writes, landau_native.touched_writes, piece,
			  threshold & ~LANDAU_LIVE);
}

void landau_shadow_write_now(struct landau_native_thread *self, const volatile void *address,
			     uint64_t size)
{
	struct piece piece = pieces_of(address, size);

	if (LANDAU_UNLIKELY(landau_native.log) && size > 0)
		landau_log_access("write", address, size);
	while (next_piece(&piece))
		write_piece(self, &piece);
}

void landau_shadow_write_new(struct landau_native_thread *self, uint64_t offset, bool two)
{
	landau_word word = self->core_thread->threshold | LANDAU_BY_OWNER;

	write_new(self->words, self->touched, offset, two, word);
	if (landau_native.multi)
		write_new(landau_native.writes, landau_native.touched_writes, offset, two,
			  word & ~(LANDAU_LIVE | LANDAU_STATE));
}

void landau_shadow_read(const volatile void *address, uint64_t size)
{
	struct landau_native_thread *self;

	if (LANDAU_UNLIKELY(landau_hot.attention))
		landau_attend();
	self = landau_self();
	if (self)
		landau_shadow_read_now(self, address, size);
}

void landau_shadow_write(const volatile void *address, uint64_t size)
{
	struct landau_native_thread *self;

	if (LANDAU_UNLIKELY(landau_hot.attention))
		landau_attend();
	self = landau_self();
	if (self)
		landau_shadow_write_now(self, address, size);
}

void landau_shadow_kernel_write(const volatile void *address, uint64_t size)
{
	struct piece piece = pieces_of(address, size);
	struct landau_native_thread *self;
	landau_word stamp;

	if (LANDAU_UNLIKELY(landau_hot.attention))
		landau_attend();
	self = landau_self();
	if (!self || size == 0)
		return;
	if (landau_native.log)
		landau_log_access("kwrite", address, size);
	if (landau_native.multi)
		landau_clock_tick(self);
	stamp = self->core->clock << LANDAU_STAMP_SHIFT | LANDAU_WRITE_BY_KERNEL;
	while (next_piece(&piece)) {
		landau_word *words = (landau_word *)(self->words + piece.offset);
		landau_word *writes = (landau_word *)(landau_native.writes + piece.offset);

		for (uint64_t i = 0; i < piece.count; i++) {
			if (landau_native.multi) {
				landau_touch(landau_native.writes, landau_native.touched_writes,
					     piece.offset + i * 4);
				writes[i] = stamp;
			} else {
				landau_touch(self->words, self->touched, piece.offset + i * 4);
				words[i] = (words[i] & ~LANDAU_LIVE) | LANDAU_BY_KERNEL;
			}
		}
	}
}

/* -- Mappings ------------------------------------------------------------------------------------
 */

static void forget_piece(const struct piece *piece)
{
	uint64_t bytes = piece->count * sizeof(landau_word);

	for (uint32_t i = 0; i < landau_slot_count(); i++) {
		struct landau_native_thread *slot = landau_slot(i);

		if (slot && slot->words)
			landau_raw_clear(slot->words + piece->offset, bytes);
	}
	landau_raw_clear(landau_native.writes + piece->offset, bytes);
}

void landau_shadow_forget(const void *address, uint64_t size)
{
	struct piece piece = pieces_of(address, size);

	if (!landau_native.on || size == 0)
		return;
	if (landau_native.log && landau_self())
		landau_log_access("forget", address, size);
	while (next_piece(&piece))
		forget_piece(&piece);
	landau_lock(&landau_shared_lock);
	landau_fresh_remove(landau_shared_core, (uint64_t)address >> LANDAU_CHUNK_SHIFT,
			    ((uint64_t)address + size + LANDAU_CHUNK_BYTES - 1) >>
				    LANDAU_CHUNK_SHIFT);
	landau_unlock(&landau_shared_lock);
}

void landau_shadow_fresh(const void *address, uint64_t size)
{
	if (!landau_native.on || size == 0)
		return;
	landau_lock(&landau_shared_lock);
	landau_fresh_add(landau_shared_core, (uint64_t)address >> LANDAU_CHUNK_SHIFT,
			 ((uint64_t)address + size + LANDAU_CHUNK_BYTES - 1) >> LANDAU_CHUNK_SHIFT);
	landau_unlock(&landau_shared_lock);
}
