/* SPDX-License-Identifier: GPL-2.0-or-later */
/* granules.c - from one form of a thread's words to the other; see granules.h. */
#include "granules.h"

static void count_change(struct landau_native_thread *slot)
{
	__atomic_store_n(&slot->changes, slot->changes + 1, __ATOMIC_RELEASE);
	__atomic_thread_fence(__ATOMIC_RELEASE);
}

void landau_put_wide(struct landau_native_thread *slot, uint64_t offset, landau_word word)
{
	LANDAU_HOLDS(word != 0);
	landau_touch(slot, offset, true);
	*landau_wide_word(slot, offset) = word;
	if (landau_narrow_now(slot, offset)) {
		count_change(slot);
		landau_store_pair(landau_narrow_words(slot, offset), 0);
	}
}

void landau_put_narrow(struct landau_native_thread *slot, uint64_t offset, uint64_t pair)
{
	LANDAU_HOLDS((landau_word)pair != 0 && pair >> 32 != 0);
	landau_touch(slot, offset, false);
	landau_store_pair(landau_narrow_words(slot, offset), pair);
	if (landau_wide_now(slot, offset)) {
		count_change(slot);
		*landau_wide_word(slot, offset) = 0;
	}
}

void landau_make_narrow(struct landau_native_thread *self, uint64_t offset)
{
	landau_word wide, low, high;
	uint64_t pair;

	landau_touch(self, offset, false);
	wide = landau_wide_now(self, offset);
	pair = wide ? landau_pair_of(wide) : landau_narrow_now(self, offset);
	low = (landau_word)pair ? (landau_word)pair : LANDAU_BY_NOBODY;
	high = pair >> 32 ? (landau_word)(pair >> 32) : LANDAU_BY_NOBODY;
	landau_put_narrow(self, offset, (uint64_t)high << 32 | low);
}

bool landau_make_wide(struct landau_native_thread *self, uint64_t offset)
{
	uint64_t pair;

	landau_touch(self, offset, true);
	if (*landau_wide_word(self, offset) != 0)
		return true;
	pair = landau_narrow_now(self, offset);
	if (!landau_is_pair(pair))
		return false;
	landau_put_wide(self, offset, pair ? (landau_word)pair : LANDAU_BY_NOBODY);
	return true;
}
