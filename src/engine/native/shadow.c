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

/* What was written before there was a second thread, or mapped, as a write stamp. */
static landau_word early_write(uint64_t offset, uint64_t address)
{
	landau_word word = *(landau_word *)(landau_first_words + offset);

	if (landau_is_new(word) && is_fresh(address))
		return (LANDAU_STAMP_EARLY << LANDAU_STAMP_SHIFT) | LANDAU_WRITE_BY_KERNEL;
	if (landau_early_stamp(word) != 0)
		return landau_early_stamp(word);
	/* The first thread puts the write stamp in place before it changes its word. */
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return landau_write_at(offset);
}

/* A cell that the thread has never accessed. */
static void read_new_cell(struct landau_native_thread *self, landau_word *word, uint64_t offset,
			  uint64_t address)
{
	landau_word write = landau_native.multi ? landau_write_at(offset) : 0;

	landau_touch(self, offset);
	if (write == 0 && self->words == landau_first_words) {
		*word = is_fresh(address) ? LANDAU_BY_KERNEL : LANDAU_BY_NOBODY;
		landau_read_miss(self->core_thread, word, NULL);
		return;
	}
	if (write == 0)
		write = early_write(offset, address);
	*word = self->core_thread->threshold | LANDAU_BY_NOBODY;
	landau_read_new(self->core_thread, write, 1);
}

static void read_cell(struct landau_native_thread *self, const struct piece *piece, uint64_t offset)
{
	landau_word *word = (landau_word *)(self->words + offset);

	if (!landau_read_cell(self, word, offset))
		read_new_cell(self, word, offset, address_in(piece, offset));
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
		} else if (offset % 8 == 0 && offset + 8 <= end &&
			   landau_read_plainly(self, words, offset, true)) {
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

static inline void set_cells(unsigned char *shadow, const struct piece *piece, landau_word word)
{
	typedef landau_word four __attribute__((vector_size(16), aligned(4)));
	unsigned char *place = shadow + piece->offset;
	unsigned char *end = place + piece->count * 4;

	for (; place + 16 <= end; place += 16)
		*(four *)place = (four){word, word, word, word};
	for (; place < end; place += 4)
		*(landau_word *)place = word;
}

/* All groups of a piece. */
static inline void touch_piece(struct landau_native_thread *self, const struct piece *piece)
{
	uint64_t end = piece->offset + piece->count * 4;

	for (uint64_t offset = piece->offset; offset < end;
	     offset = (offset | ((1 << LANDAU_GROUP_SHIFT) - 1)) + 1) {
		landau_touch(self, offset);
		if (landau_native.multi)
			landau_touch_writes(offset, self->mark);
	}
}

static inline void write_piece(struct landau_native_thread *self, const struct piece *piece)
{
	landau_word threshold = self->core_thread->threshold;

	touch_piece(self, piece);
	if (landau_native.multi)
		set_cells(landau_native.writes, piece, threshold & ~LANDAU_LIVE);
	set_cells(self->words, piece, threshold | LANDAU_BY_OWNER);
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
				landau_touch_writes(piece.offset + i * 4, LANDAU_MARK_ALL);
				writes[i] = stamp;
			} else {
				landau_touch(self, piece.offset + i * 4);
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
	if (landau_native.log && landau_self())
		landau_log_access("kwrite", address, size);
	landau_lock(&landau_shared_lock);
	landau_fresh_add(landau_shared_core, (uint64_t)address >> LANDAU_CHUNK_SHIFT,
			 ((uint64_t)address + size + LANDAU_CHUNK_BYTES - 1) >> LANDAU_CHUNK_SHIFT);
	landau_unlock(&landau_shared_lock);
}
