/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * runs.h - many cells of 4 bytes at once: how many of them the thread's words settle.
 *
 * What hooks find by one comparison is found here four words at a time. All else is left to shadow.c. Addresses are
 * rounded to cells, and a run does not go beyond a window (windows.h).
 */
#ifndef LANDAU_NATIVE_RUNS_H
#define LANDAU_NATIVE_RUNS_H

#include "core/words.h"
#include "batches.h"
#include "slow_path.h"

static inline bool landau_any_below(const landau_word *words, landau_quad threshold)
{
	typedef landau_quad unaligned __attribute__((aligned(4)));
	const unaligned *quads = (const unaligned *)words;

	return landau_any_of_mask((quads[0] < threshold) | (quads[1] < threshold));
}

/* How many words in a row, from the first one on, are at the threshold or above. */
static inline uint64_t landau_words_from(const landau_word *words, uint64_t count,
					 landau_word threshold)
{
	uint64_t i = 0;

	while (i + 8 <= count && !landau_any_below(words + i, landau_quad_of(threshold)))
		i += 8;
	while (i < count && words[i] >= threshold)
		i++;
	return i;
}

/* How many words in a row are equal, the first one among them. */
static inline uint64_t landau_words_alike(const landau_word *words, uint64_t count)
{
	uint64_t i = 1;

	for (; i + 4 <= count; i += 4) {
		landau_quad four;

		__builtin_memcpy(&four, words + i, sizeof(four));
		if (landau_any_of_mask(four != landau_quad_of(words[0])))
			break;
	}
	while (i < count && words[i] == words[0])
		i++;
	return i;
}

static inline void landau_set_cells(unsigned char *place, const unsigned char *end,
				    landau_word word)
{
	typedef landau_word four __attribute__((vector_size(16), aligned(4)));

	for (; place + 16 <= end; place += 16)
		*(four *)place = (four){word, word, word, word};
	for (; place < end; place += 4)
		*(landau_word *)place = word;
}

/* A run of words of one form in one group. */
struct landau_words {
	landau_word *first;
	uint64_t count; /* an upper bound; 0: there is no word that fits */
	uint64_t offset;
	uint32_t cells;    /* of each word */
	landau_word least; /* a smaller word says that the granule has the other form */
};

/*
 * The run of the thread's words that begins at the offset. The first word is of the run's form: it is not 0, or, with `or_new`, the
 * group has no words of the other form. Does not load from memory that was never prepared.
 */
static inline struct landau_words landau_words_at(const struct landau_native_thread *self,
						  uint64_t offset, uint64_t end, bool or_new)
{
	landau_word *wide = landau_wide_word(self, offset);
	landau_word *narrow = landau_narrow_word(self, offset);
	bool has_wide = landau_is_prepared(self->wide_uses, offset);
	bool has_narrow = landau_is_prepared(self->uses, offset);
	landau_word least = !or_new || (has_wide && has_narrow);

	if (offset % 8 == 0 && has_wide && *wide >= least)
		return (struct landau_words){wide, (end - offset) / 8, offset, 2, least};
	if (has_narrow && *narrow >= least)
		return (struct landau_words){narrow, (end - offset) / 4, offset, 1, least};
	return (struct landau_words){.count = 0};
}

/*
 * The fast path of a bulk read. A bulk write leaves equal words; such runs are counted together. Returns how many words are settled,
 * from the first one on; 0: a miss, and nothing is done.
 */
static inline uint64_t landau_read_words(struct landau_native_thread *self,
					 struct landau_words words)
{
	landau_word threshold = self->core_thread->threshold;
	landau_word old = *words.first;
	landau_word word = old;
	uint64_t same;

	if (old >= threshold)
		return landau_words_from(words.first, words.count, threshold);
	same = landau_words_alike(words.first, words.count);
	if (landau_group_use(words.offset) == LANDAU_GROUP_SHARED)
		same = landau_words_alike((landau_word *)(landau_native.writes + words.offset),
					  same * words.cells) /
		       words.cells;
	if (same == 0 ||
	    (!landau_settle_read(&word, words.offset, threshold, (uint32_t)same * words.cells) &&
	     !landau_settle_new_read(self, &word, words.offset, (uint32_t)same * words.cells)))
		return 0;
	landau_set_cells((unsigned char *)words.first, (unsigned char *)(words.first + same), word);
	return same;
}

/* So many are written, from the first one on, unless there are some of the other form. */
static inline uint64_t landau_words_write(landau_word *words, uint64_t count, landau_word written)
{
	typedef landau_quad unaligned __attribute__((aligned(4)));
	landau_quad quad = landau_quad_of(written);
	uint64_t i = 0;

	for (; i + 8 <= count && !landau_any_below(words + i, landau_quad_of(1)); i += 8) {
		*(unaligned *)(words + i) = quad;
		*(unaligned *)(words + i + 4) = quad;
	}
	for (; i < count && words[i] != 0; i++)
		words[i] = written;
	return i;
}

static inline uint64_t landau_run_end(uint64_t low, uint64_t high)
{
	uint64_t end = (high + 3) & ~(uint64_t)3;

	return ((low ^ (end - 1)) & ~(LANDAU_REGION_BYTES - 1)) == 0 ? end : low;
}

/* From where on reads of these bytes have something to do; `high` or above: nowhere. */
static inline uint64_t landau_settled_reads(uint64_t low, uint64_t high, landau_word threshold)
{
	uint64_t end = landau_run_end(low, high);
	uint64_t at = low & ~(uint64_t)3;

	while (at < end) {
		uint64_t offset = at & LANDAU_OFFSET_MASK;
		const landau_word *narrow = (landau_word *)(landau_hot.words + offset);
		const landau_word *wide =
			(landau_word *)(landau_hot.wide + landau_wide_offset(offset));
		uint64_t settled = 0;

		/* Of a granule at an edge a part. */
		if (*wide >= threshold) {
			uint64_t first = at & ~(uint64_t)7;

			settled = landau_words_from(wide, (end - first + 7) / 8, threshold);
			at = first + settled * 8;
		} else {
			settled = landau_words_from(narrow, (end - at) / 4, threshold);
			at += settled * 4;
		}
		if (settled == 0)
			break;
	}
	return at;
}

/* The write stamps of a shared group. */
static inline void landau_stamp_writes(uint64_t offset, uint64_t bytes, landau_word written)
{
	landau_word *writes = (landau_word *)(landau_native.writes + offset);
	landau_word write = written & ~(LANDAU_LIVE | LANDAU_STATE);

	for (uint64_t i = 0; i < bytes / 4; i++)
		writes[i] = write;
}

/* The same for writes, which are done as by landau_settle_write where the words of the form that fits are there. */
static inline uint64_t landau_settled_writes(uint64_t low, uint64_t high, landau_word written)
{
	uint64_t end = landau_run_end(low, high);
	uint64_t at = low & ~(uint64_t)3;
	unsigned char own = (unsigned char)landau_hot.owner;

	while (at < end) {
		uint64_t offset = at & LANDAU_OFFSET_MASK;
		uint64_t next = (at | ((1 << LANDAU_GROUP_SHIFT) - 1)) + 1;
		uint64_t stop = end < next ? end : next;
		bool whole = at % 8 == 0 && stop - at >= 8;
		uint64_t bytes = 0;
		unsigned char use;

		if (whole)
			bytes = 8 * landau_words_write((landau_word *)(landau_hot.wide +
								       landau_wide_offset(offset)),
						       (stop - at) / 8, written);
		if (bytes == 0)
			bytes = 4 * landau_words_write((landau_word *)(landau_hot.words + offset),
						       whole ? (stop - at) / 4 : 1, written);
		if (bytes == 0)
			break;
		/* The words are written before the use is looked at (groups.h). */
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
		use = landau_group_use(offset);
		if (use == LANDAU_GROUP_SHARED)
			landau_stamp_writes(offset, bytes, written);
		else if (use != own)
			break;
		at += bytes;
	}
	return at;
}

#endif
