/* SPDX-License-Identifier: GPL-2.0-or-later */
/* shadow.c - accesses that the hooks do not settle, kernel writes, memory that is given up; see shadow.h. */
#include "shadow.h"

#include "runs.h"
#include "engine/native/runtime/lamport.h"
#include "core/fresh.h"
#include "engine/native/output/event_log.h"
#include "engine/native/runtime/raw.h"
#include "engine/native/runtime/slots.h"
#include "groups.h"
#include "sources.h"
#include "engine/native/interposition/source_names.h"
#include "engine/native/runtime/world.h"

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

/* Whether it is in a mapped file, and nobody has read there. The list is in the core that all threads share. */
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

/* An address in the page whose words are at the offset. */
static uint64_t address_in(const struct piece *piece, uint64_t offset)
{
	uint64_t behind = piece->offset + piece->count * 4 - offset;

	return piece->address - 1 - (((behind >> 2) - 1) << landau_native.cell_shift);
}

/*
 * Resolves every read that the fast path has missed. The thread is a reader of the group, whose use is given; the word has the form
 * that fits the access. False: the write stamps of two cells differ, and nothing is done.
 *
 * The word decides where there is no write stamp. It also decides if it says that somebody has written since, and the write stamp
 * was made out of this very word: such a stamp may be too low to show the write (groups.h). That is so if the thread had accessed the
 * cell at that stamp or later. An older word may be from before there was a second thread, which has owned the
 * group since; then the write stamp is later.
 */
static bool resolve_read(struct landau_native_thread *self, landau_word *word, uint64_t offset,
			 unsigned char use, uint64_t address, uint32_t cells)
{
	landau_word write = landau_native.multi ? landau_write_at(offset, use) : 0;
	landau_word threshold = self->core_thread->threshold;
	landau_word old = *word;
	bool never = landau_is_new(old);

	if (landau_native.multi && use == LANDAU_GROUP_SHARED &&
	    !landau_writes_agree(offset, cells))
		return false;
	if (landau_write_stamp_of(write) == 0 ||
	    (!never && (write & LANDAU_BY_WORDS) && landau_word_pending(old) &&
	     landau_stamp_of(old) >= landau_write_stamp_of(write)))
		write = landau_write_by_word(old);
	if (write == 0 && never && is_fresh(address))
		write = landau_write_by_word(LANDAU_BY_KERNEL);
	if (landau_has_sources())
		landau_sources_count(self, offset, address, cells, old, write);
	*word = never ? threshold | LANDAU_BY_NOBODY
		      : landau_word_after_read(threshold, old,
					       use == self->owner && !landau_has_sources());
	landau_count_reads(landau_hot_innermost(), old, write, cells);
	return true;
}

/* Returns the use of the group then. The thread may get its first words there by that. */
static unsigned char become_reader(struct landau_native_thread *self, uint64_t offset)
{
	return landau_native.multi ? landau_become_reader(self, offset >> LANDAU_GROUP_SHIFT)
				   : self->owner;
}

static void read_cell(struct landau_native_thread *self, const struct piece *piece, uint64_t offset)
{
	landau_word *word = landau_narrow_word(self, offset);
	unsigned char use = become_reader(self, offset);

	landau_narrow(self, offset);
	if (*word < self->core_thread->threshold)
		resolve_read(self, word, offset, use, address_in(piece, offset), 1);
}

/* False: the granule is not wide, or the write stamps of its cells differ. */
static bool read_granule(struct landau_native_thread *self, const struct piece *piece,
			 uint64_t offset)
{
	landau_word *word = landau_wide_word(self, offset);
	unsigned char use;

	if (!landau_is_wide(self, offset))
		return false;
	if (!landau_has_sources() && landau_settle_wide_read(self, offset))
		return true;
	use = become_reader(self, offset);
	if (!landau_is_wide(self, offset))
		return false;
	return *word >= self->core_thread->threshold ||
	       resolve_read(self, word, offset, use, address_in(piece, offset), 2);
}

/* The end of the part of a piece that is in the group of the offset. */
static inline uint64_t end_in_group(const struct piece *piece, uint64_t offset)
{
	uint64_t end = piece->offset + piece->count * 4;
	uint64_t next = (offset | ((1 << LANDAU_GROUP_SHIFT) - 1)) + 1;

	return end < next ? end : next;
}

static inline void read_cells(struct landau_native_thread *self, const struct piece *piece)
{
	uint64_t end = piece->offset + piece->count * 4;

	for (uint64_t offset = piece->offset; offset < end;) {
		struct landau_words words =
			landau_words_at(self, offset, end_in_group(piece, offset), false);
		uint64_t settled =
			words.count && !landau_has_sources() ? landau_read_words(self, words) : 0;

		if (settled) {
			offset += settled * words.cells * 4;
		} else if (offset % 8 == 0 && offset + 8 <= end &&
			   read_granule(self, piece, offset)) {
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
		landau_log_read(self, address, size);
	while (next_piece(&piece))
		read_cells(self, &piece);
}

/* What a write makes of a word. */
struct change {
	bool by_kernel;
	landau_word written; /* the new word, if not */
};

LANDAU_INLINE landau_word changed(landau_word word, struct change change)
{
	if (!change.by_kernel)
		return change.written;
	return (landau_is_early(word) ? 0 : word & ~LANDAU_LIVE) | LANDAU_BY_KERNEL;
}

/* Makes words at the offset that are not 0, in the form that fits an access up to `end`. */
static void make_form(struct landau_native_thread *self, uint64_t offset, uint64_t end)
{
	if (offset % 8 != 0 || offset + 8 > end || !landau_is_wide(self, offset))
		landau_make_narrow(self, offset);
}

/* Changes the words of cells in one group. Granules that are new become wide, the others keep their form. */
LANDAU_INLINE void change_words(struct landau_native_thread *self, uint64_t offset, uint64_t end,
				struct change change)
{
	while (offset < end) {
		struct landau_words words = landau_words_at(self, offset, end, true);
		uint64_t count =
			words.count ? landau_words_from(words.first, words.count, words.least) : 0;

		if (count == 0)
			make_form(self, offset, end);
		for (uint64_t i = 0; i < count; i++)
			words.first[i] = changed(words.first[i], change);
		offset += count * words.cells * 4;
	}
}

/* A write within one group. The words are stored before the use is loaded for the last time (groups.h). */
static inline void write_in_group(struct landau_native_thread *self, uint64_t offset, uint64_t end)
{
	landau_word threshold = self->core_thread->threshold;
	uint64_t group = offset >> LANDAU_GROUP_SHIFT;

	if (landau_native.multi)
		landau_become_writer(self, group);
	change_words(self, offset, end, (struct change){.written = threshold | LANDAU_BY_OWNER});
	if (landau_native.multi && landau_become_writer(self, group) == LANDAU_GROUP_SHARED)
		landau_set_cells(landau_native.writes + offset, landau_native.writes + end,
				 threshold & ~LANDAU_LIVE);
	if (landau_has_sources())
		landau_sources_set(offset, end, landau_source_of_writes(self));
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
		landau_log_access("write", address, size, self->writes_as);
	while (next_piece(&piece))
		write_piece(self, &piece);
}

void landau_shadow_write_atomic(struct landau_native_thread *self, const volatile void *address,
				uint64_t size)
{
	if (landau_has_sources())
		landau_sources_write_as(self,
					LANDAU_SOURCE_EXTERNAL | landau_source_of_atomic(self),
					address, size);
	else
		landau_shadow_write_now(self, address, size);
}

void landau_shadow_read(const volatile void *address, uint64_t size)
{
	struct landau_native_thread *self = landau_attentive_self();

	if (self)
		landau_shadow_read_now(self, address, size);
}

void landau_shadow_write(const volatile void *address, uint64_t size)
{
	struct landau_native_thread *self = landau_attentive_self();

	if (self)
		landau_shadow_write_now(self, address, size);
}

static void kernel_write_in_group(struct landau_native_thread *self, uint64_t offset, uint64_t end,
				  landau_word stamp, uint32_t source)
{
	uint64_t group = offset >> LANDAU_GROUP_SHIFT;

	if (!landau_native.multi || landau_become_writer(self, group) == self->owner)
		change_words(self, offset, end, (struct change){.by_kernel = true});
	if (landau_native.multi && landau_become_writer(self, group) == LANDAU_GROUP_SHARED)
		landau_set_cells(landau_native.writes + offset, landau_native.writes + end, stamp);
	if (landau_has_sources())
		landau_sources_set(offset, end, source);
}

void landau_shadow_kernel_write(const volatile void *address, uint64_t size)
{
	landau_shadow_kernel_write_from(address, size, landau_source_of_kernel());
}

void landau_shadow_kernel_write_from(const volatile void *address, uint64_t size, uint32_t source)
{
	struct piece piece = pieces_of(address, size);
	struct landau_native_thread *self = landau_attentive_self();
	landau_word stamp;

	if (!self || size == 0)
		return;
	source |= LANDAU_SOURCE_EXTERNAL;
	if (landau_native.log)
		landau_log_access("kwrite", address, size, source);
	if (landau_native.multi)
		landau_clock_tick(self);
	stamp = self->core->clock << LANDAU_STAMP_SHIFT | LANDAU_WRITE_BY_KERNEL;
	while (next_piece(&piece)) {
		uint64_t end = piece.offset + piece.count * 4;

		for (uint64_t i = piece.offset; i < end; i = end_in_group(&piece, i))
			kernel_write_in_group(self, i, end_in_group(&piece, i), stamp, source);
	}
}

/* -- Mappings ------------------------------------------------------------------------------------
 */

static void clear_words(uint64_t offset, uint64_t bytes)
{
	for (uint32_t i = 0; i < landau_slot_count(); i++) {
		struct landau_native_thread *slot = landau_slot(i);

		if (!slot || !slot->words)
			continue;
		landau_raw_clear(slot->words + offset, bytes);
		if (landau_native.has_wide)
			landau_raw_clear(slot->wide + landau_wide_offset(offset), bytes / 2);
	}
}

/* Forgets whole granules: the rest of one belongs to the same block of the allocator. */
static void forget_piece(const struct piece *piece)
{
	uint64_t offset = piece->offset & ~(uint64_t)7;
	uint64_t end = (piece->offset + piece->count * sizeof(landau_word) + 7) & ~(uint64_t)7;

	clear_words(offset, end - offset);
	if (!landau_groups_forget(offset, end - offset))
		clear_words(offset, end - offset);
	landau_raw_clear(landau_native.writes + offset, end - offset);
	if (landau_has_sources())
		landau_raw_clear(landau_native.sources + offset, end - offset);
}

void landau_shadow_forget(const void *address, uint64_t size)
{
	struct piece piece = pieces_of(address, size);

	if (!landau_native.on || size == 0)
		return;
	if (landau_native.log && landau_self())
		landau_log_access("forget", address, size, 0);
	while (next_piece(&piece))
		forget_piece(&piece);
	landau_lock(&landau_shared_lock);
	landau_fresh_remove(landau_shared_core, (uint64_t)address >> LANDAU_CHUNK_SHIFT,
			    ((uint64_t)address + size + LANDAU_CHUNK_BYTES - 1) >>
				    LANDAU_CHUNK_SHIFT);
	if (landau_has_sources())
		landau_sources_map(address, size, LANDAU_SOURCE_NOBODY);
	landau_unlock(&landau_shared_lock);
}

void landau_shadow_fresh(const void *address, uint64_t size, uint32_t source)
{
	if (!landau_native.on || size == 0)
		return;
	source |= LANDAU_SOURCE_EXTERNAL;
	if (landau_native.log && landau_self())
		landau_log_access("kwrite", address, size, source);
	landau_lock(&landau_shared_lock);
	landau_fresh_add(landau_shared_core, (uint64_t)address >> LANDAU_CHUNK_SHIFT,
			 ((uint64_t)address + size + LANDAU_CHUNK_BYTES - 1) >> LANDAU_CHUNK_SHIFT);
	if (landau_has_sources())
		landau_sources_map(address, size, source);
	landau_unlock(&landau_shared_lock);
}
