/* SPDX-License-Identifier: GPL-2.0-or-later */
/* batches.c - the words of a thread for a few granules in a row, whatever their forms; see batches.h. */
#include "batches.h"

/* Loads the words once, without the retry of a seqlock. Returns whether some are 0. */
LANDAU_INLINE bool view_as_they_are(const struct landau_native_thread *slot, uint64_t offset,
				    bool wide, bool narrow, struct landau_batch *batch)
{
	const landau_quad *from_wide = (const landau_quad *)landau_wide_word(slot, offset);
	const landau_quad *from_narrow = (const landau_quad *)landau_narrow_word(slot, offset);
	landau_quad zero = landau_quad_of(0);

	for (int i = 0; i < LANDAU_BATCH / 4; i += 2) {
		landau_quad both = wide ? from_wide[i / 2] : zero;
		landau_quad low = __builtin_shufflevector(both, both, 0, 0, 1, 1);
		landau_quad high = __builtin_shufflevector(both, both, 2, 2, 3, 3);

		__atomic_signal_fence(__ATOMIC_SEQ_CST);
		batch->words[i] = low | ((low == zero) & (narrow ? from_narrow[i] : zero));
		batch->words[i + 1] =
			high | ((high == zero) & (narrow ? from_narrow[i + 1] : zero));
		if (landau_any_of_mask((batch->words[i] == zero) | (batch->words[i + 1] == zero)))
			return true;
	}
	return false;
}

void landau_view(const struct landau_native_thread *slot, uint64_t offset,
		 struct landau_batch *batch)
{
	bool wide = landau_native.has_wide && landau_is_prepared(slot->wide_uses, offset);
	bool narrow = landau_is_prepared(slot->uses, offset);
	landau_word *words = (landau_word *)batch->words;
	bool some_are_zero;

	if (wide && narrow)
		some_are_zero = view_as_they_are(slot, offset, true, true, batch);
	else if (wide)
		some_are_zero = view_as_they_are(slot, offset, true, false, batch);
	else
		some_are_zero = view_as_they_are(slot, offset, false, narrow, batch);
	if (!some_are_zero)
		return;
	for (uint64_t i = 0; i < LANDAU_BATCH; i += 2)
		landau_store_pair(words + i, landau_both_words(slot, offset + i * 4));
}

/* Stores one granule, as a wide word if its words are equal and its group has wide words. */
static void put_pair(struct landau_native_thread *slot, uint64_t offset, uint64_t pair)
{
	if (landau_is_prepared(slot->wide_uses, offset) && landau_is_pair(pair)) {
		landau_put_wide(slot, offset, (landau_word)pair);
		return;
	}
	/* Prepares this group only: the next ones may get wide words. */
	if (!landau_is_prepared(slot->uses, offset))
		landau_prepare(slot, offset >> LANDAU_GROUP_SHIFT, false, 1);
	landau_put_narrow(slot, offset, pair);
}

/* Stores the whole batch if the group has words of one form only, and that form can hold these words. */
static bool put_at_once(struct landau_native_thread *slot, uint64_t offset,
			const struct landau_batch *batch)
{
	landau_quad *narrow = (landau_quad *)landau_narrow_word(slot, offset);
	landau_quad *wide = (landau_quad *)landau_wide_word(slot, offset);
	bool has_wide = landau_is_prepared(slot->wide_uses, offset);

	if (has_wide == landau_is_prepared(slot->uses, offset))
		return false;
	for (int i = 0; i < LANDAU_BATCH / 4; i += 2) {
		landau_quad one = batch->words[i], two = batch->words[i + 1];
		landau_quad even = __builtin_shufflevector(one, two, 0, 2, 4, 6);
		landau_quad odd = __builtin_shufflevector(one, two, 1, 3, 5, 7);

		if (has_wide && landau_any_of_mask(even != odd))
			return false;
		if (has_wide) {
			wide[i / 2] = even;
		} else {
			narrow[i] = one;
			narrow[i + 1] = two;
		}
	}
	return true;
}

void landau_put(struct landau_native_thread *slot, uint64_t offset,
		const struct landau_batch *batch)
{
	const landau_word *words = (const landau_word *)batch->words;

	if (put_at_once(slot, offset, batch))
		return;
	for (uint64_t i = 0; i < LANDAU_BATCH; i += 2)
		put_pair(slot, offset + i * 4, landau_load_pair(words + i));
}
