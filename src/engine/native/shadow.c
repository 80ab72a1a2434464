/* SPDX-License-Identifier: GPL-2.0-or-later */
/* shadow.c - reservations, accesses that the hooks do not finish, kernel writes; see shadow.h. */
#include "shadow.h"

#include "cells.h"
#include "clock.h"
#include "core/fresh.h"
#include "log.h"
#include "raw.h"
#include "threads.h"
#include "groups.h"
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

/* A cell that the thread has never accessed. */
static void read_new_cell(struct landau_native_thread *self, landau_word *word, uint64_t offset,
			  uint64_t address)
{
	landau_word write =
		landau_native.multi ? landau_write_at(offset, landau_mark_at(offset)) : 0;

	landau_touch(self, offset);
	if (landau_write_stamp_of(write) == 0 && self == landau_first) {
		*word = is_fresh(address) ? LANDAU_BY_KERNEL : LANDAU_BY_NOBODY;
		landau_read_miss(self->core_thread, word, NULL);
		return;
	}
	if (landau_write_stamp_of(write) == 0)
		write = landau_unseen_stamp(landau_is_early(*word) ? *word
					    : is_fresh(address)    ? LANDAU_BY_KERNEL
								   : LANDAU_BY_NOBODY);
	*word = self->core_thread->threshold | LANDAU_BY_NOBODY;
	landau_count_new(write, 1);
}

static void read_cell(struct landau_native_thread *self, const struct piece *piece, uint64_t offset)
{
	landau_word *word = (landau_word *)(self->words + offset);

	/* To come to a group may mean to get to know its cells. */
	if (landau_native.multi)
		landau_come_to_read(self, offset >> LANDAU_GROUP_SHIFT);
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
		} else if (offset % 8 == 0 && offset + 8 <= end && landau_read_two(self, offset)) {
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

static inline void set_cells(unsigned char *place, const unsigned char *end, landau_word word)
{
	typedef landau_word four __attribute__((vector_size(16), aligned(4)));

	for (; place + 16 <= end; place += 16)
		*(four *)place = (four){word, word, word, word};
	for (; place < end; place += 4)
		*(landau_word *)place = word;
}

/* In one group. The words are written before the mark is looked at for good (groups.h). */
static inline void write_in_group(struct landau_native_thread *self, uint64_t offset, uint64_t end)
{
	landau_word threshold = self->core_thread->threshold;
	uint64_t group = offset >> LANDAU_GROUP_SHIFT;

	landau_touch(self, offset);
	if (landau_native.multi)
		landau_come_to_write(self, group);
	set_cells(self->words + offset, self->words + end, threshold | LANDAU_BY_OWNER);
	if (landau_native.multi && landau_come_to_write(self, group) == LANDAU_MARK_ALL)
		set_cells(landau_native.writes + offset, landau_native.writes + end,
			  threshold & ~LANDAU_LIVE);
}

/* The end of the part of a piece that is in the group of the offset. */
static inline uint64_t end_in_group(const struct piece *piece, uint64_t offset)
{
	uint64_t end = piece->offset + piece->count * 4;
	uint64_t next = (offset | ((1 << LANDAU_GROUP_SHIFT) - 1)) + 1;

	return end < next ? end : next;
}

static inline void write_piece(struct landau_native_thread *self, const struct piece *piece)
{
	uint64_t end = piece->offset + piece->count * 4;

	for (uint64_t offset = piece->offset; offset < end; offset = end_in_group(piece, offset))
		write_in_group(self, offset, end_in_group(piece, offset));
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

static void kernel_write_in_group(struct landau_native_thread *self, uint64_t offset, uint64_t end,
				  landau_word stamp)
{
	uint64_t group = offset >> LANDAU_GROUP_SHIFT;

	landau_touch(self, offset);
	if (!landau_native.multi || landau_come_to_write(self, group) == self->mark)
		for (landau_word *word = (landau_word *)(self->words + offset);
		     word < (landau_word *)(self->words + end); word++)
			*word = (landau_is_early(*word) ? 0 : *word & ~LANDAU_LIVE) |
				LANDAU_BY_KERNEL;
	if (landau_native.multi && landau_come_to_write(self, group) == LANDAU_MARK_ALL)
		set_cells(landau_native.writes + offset, landau_native.writes + end, stamp);
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
		uint64_t end = piece.offset + piece.count * 4;

		for (uint64_t i = piece.offset; i < end; i = end_in_group(&piece, i))
			kernel_write_in_group(self, i, end_in_group(&piece, i), stamp);
	}
}

/* -- Mappings ------------------------------------------------------------------------------------
 */

static void clear_words(const struct piece *piece)
{
	for (uint32_t i = 0; i < landau_slot_count(); i++) {
		struct landau_native_thread *slot = landau_slot(i);

		if (slot && slot->words)
			landau_raw_clear(slot->words + piece->offset,
					 piece->count * sizeof(landau_word));
	}
}

static void forget_piece(const struct piece *piece)
{
	uint64_t bytes = piece->count * sizeof(landau_word);

	clear_words(piece);
	if (!landau_give_up(piece->offset, bytes))
		clear_words(piece);
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
