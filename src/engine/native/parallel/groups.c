/* SPDX-License-Identifier: GPL-2.0-or-later */
/* groups.c - prepares groups of a shadow, and keeps who uses them; see groups.h. */
#include "groups.h"

#include "batches.h"
#include "engine/native/runtime/raw.h"
#include "engine/native/runtime/slots.h"

#include <linux/membarrier.h>
#include <linux/mman.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum {
	/*
	 * There is much room between the uses of the two regions. Each byte from there on stands for a page of
	 * uses: it is not zero if one of them is not.
	 */
	PAGE_SHIFT = 12,
	FIRST_OF_PAGES = 1 << 25,
};

static uint64_t page_of(uint64_t group)
{
	return FIRST_OF_PAGES + (group >> PAGE_SHIFT);
}

/*
 * Allocates memory for some groups at once. A hook has loaded the word already, which has mapped the page of zeros there. To replace
 * that page by page takes two faults a page and a TLB shootdown each. An older kernel cannot do it at
 * once, and allocates the pages at these faults.
 */
static void populate(unsigned char *start, uint64_t bytes)
{
	const uintptr_t page = 1 << PAGE_SHIFT;
	uintptr_t low = (uintptr_t)start & ~(page - 1);
	uintptr_t high = ((uintptr_t)start + bytes) & ~(page - 1);

	landau_raw3(SYS_madvise, low, high - low, MADV_POPULATE_WRITE);
}

static void fill(unsigned char *start, uint64_t bytes, landau_word word)
{
	landau_words_fill((landau_word *)start, (uint32_t)(bytes / sizeof(word)), word);
}

/* How many groups in a row before this one are prepared. */
static uint64_t prepared_before(const unsigned char *uses, uint64_t group, uint64_t most)
{
	uint64_t count = 0;

	while (count < most && count < group &&
	       __atomic_load_n(&uses[group - count - 1], __ATOMIC_RELAXED) == LANDAU_PREPARED)
		count++;
	return count;
}

static bool change(unsigned char *use, unsigned char from, unsigned char to)
{
	return __atomic_compare_exchange_n(use, &from, to, false, __ATOMIC_SEQ_CST,
					   __ATOMIC_SEQ_CST);
}

/* Claims groups with this use for the caller to prepare, from the first one on: as many as a loop is likely to want next. */
static uint64_t claim(unsigned char *uses, uint64_t group, unsigned char use, uint64_t most)
{
	uint64_t end =
		landau_first_group(group >= landau_first_group(1)) + landau_groups_of_window();
	uint64_t wanted = prepared_before(uses, group, most);
	uint64_t count = 0;

	while ((count == 0 || count < wanted) && group + count < end &&
	       change(&uses[group + count], use, LANDAU_PREPARING)) {
		__atomic_store_n(&uses[page_of(group + count)], 1, __ATOMIC_RELAXED);
		count++;
	}
	return count;
}

static void publish(unsigned char *uses, uint64_t group, uint64_t count, unsigned char use)
{
	for (uint64_t i = 0; i < count; i++) {
		LANDAU_HOLDS(__atomic_load_n(&uses[group + i], __ATOMIC_SEQ_CST) ==
			     LANDAU_PREPARING);
		__atomic_store_n(&uses[group + i], use, __ATOMIC_SEQ_CST);
	}
}

static void wait_for(const unsigned char *use)
{
	while (__atomic_load_n(use, __ATOMIC_SEQ_CST) == LANDAU_PREPARING)
		landau_raw3(SYS_sched_yield, 0, 0, 0);
}

/* -- Preparing ------------------------------------------------------------------------------------ */

/* Makes a new thread's words out of those of the first one: which cells were written before there was a second thread. */
static void early_from_words(struct landau_batch *batch)
{
	for (int i = 0; i < LANDAU_BATCH / 4; i++) {
		landau_quad from = batch->words[i];
		landau_quad state = from & landau_quad_of(LANDAU_STATE);
		landau_quad by_kernel = state == landau_quad_of(LANDAU_BY_KERNEL);
		landau_quad written =
			(state != landau_quad_of(LANDAU_BY_NOBODY)) & (from != landau_quad_of(0));
		landau_quad early = landau_quad_of(LANDAU_EARLY_BY_THREAD) |
				    (by_kernel & landau_quad_of(LANDAU_EARLY_BY_KERNEL));

		batch->words[i] = (written & early) | (~written & landau_quad_of(LANDAU_BY_NOBODY));
	}
}

/* Makes the first words of a thread in a group, whose memory for this form is allocated. */
static void make_words(struct landau_native_thread *self, uint64_t group, bool wide)
{
	uint64_t offset = group << LANDAU_GROUP_SHIFT;
	uint64_t end = offset + LANDAU_GROUP_BYTES;
	struct landau_batch batch;

	if (self == landau_first || (!landau_is_prepared(landau_first->uses, offset) &&
				     !landau_is_prepared(landau_first->wide_uses, offset))) {
		if (wide)
			fill((unsigned char *)landau_wide_word(self, offset),
			     LANDAU_GROUP_BYTES / 2, LANDAU_BY_NOBODY);
		else
			fill(self->words + offset, LANDAU_GROUP_BYTES, LANDAU_BY_NOBODY);
		return;
	}
	for (; offset < end; offset += sizeof(batch)) {
		landau_view(landau_first, offset, &batch);
		early_from_words(&batch);
		landau_put(self, offset, &batch);
	}
}

void landau_prepare(struct landau_native_thread *slot, uint64_t group, bool wide, uint64_t most)
{
	unsigned char *uses = wide ? slot->wide_uses : slot->uses;
	const unsigned char *other = wide ? slot->uses : slot->wide_uses;
	unsigned shift = wide ? LANDAU_WIDE_GROUP_SHIFT : LANDAU_GROUP_SHIFT;
	uint64_t count = claim(uses, group, LANDAU_UNUSED, most);

	populate((wide ? slot->wide : slot->words) + (group << shift), count << shift);
	for (uint64_t i = group; i < group + count; i++)
		if (other[i] == LANDAU_UNUSED)
			make_words(slot, i, wide);
	publish(uses, group, count, LANDAU_PREPARED);
}

/* -- Who uses a group ---------------------------------------------------------------------------- */

LANDAU_INLINE landau_quad are_early(landau_quad words)
{
	return (words >= landau_quad_of(LANDAU_EARLY_BY_THREAD)) &
	       (words <= landau_quad_of(LANDAU_EARLY_BY_KERNEL));
}

/*
 * A mask of the cells that were written since there are several threads, by the words of the thread that owned the group. Who
 * prepares the group gets to know the earlier writes by make_words.
 */
LANDAU_INLINE landau_quad written(landau_quad words)
{
	landau_quad state = words & landau_quad_of(LANDAU_STATE);
	landau_quad recent = words >= landau_quad_of(landau_live_word(landau_native.multi_stamp));
	landau_quad unseen = (words < landau_quad_of(LANDAU_LIVE)) &
			     (state > landau_quad_of(LANDAU_BY_NOBODY)) & ~are_early(words);

	return (recent & (state != landau_quad_of(LANDAU_BY_NOBODY))) | unseen;
}

static void stamps_from_words(landau_quad *stamps, const struct landau_batch *batch)
{
	landau_quad early = landau_quad_of(landau_native.multi_stamp << LANDAU_STAMP_SHIFT);

	for (int i = 0; i < LANDAU_BATCH / 4; i++) {
		landau_quad word = batch->words[i];
		landau_quad by_kernel =
			(word & landau_quad_of(LANDAU_STATE)) == landau_quad_of(LANDAU_BY_KERNEL);

		stamps[i] = landau_quad_of(LANDAU_BY_WORDS) |
			    (written(word) &
			     (early | (by_kernel & landau_quad_of(LANDAU_WRITE_BY_KERNEL))));
	}
}

/* Marks what the thread that has ended wrote as not seen yet in the words of the one that takes over. */
static void words_from_words(struct landau_batch *batch, const struct landau_batch *ended)
{
	for (int i = 0; i < LANDAU_BATCH / 4; i++) {
		landau_quad from = ended->words[i];
		landau_quad by = written(from);
		/* Memory that has gone away since the group was prepared left zeros. */
		landau_quad gone = batch->words[i] == landau_quad_of(0);
		landau_quad to = batch->words[i] | (gone & landau_quad_of(LANDAU_BY_NOBODY));
		landau_quad unseen =
			(to & ~are_early(to) & ~landau_quad_of(LANDAU_LIVE | LANDAU_STATE)) |
			(from & landau_quad_of(LANDAU_STATE)) | landau_quad_of(LANDAU_BY_OWNER);

		batch->words[i] = (by & unseen) | (~by & to);
	}
}

static struct landau_native_thread *thread_of(unsigned char use)
{
	return landau_slot((use & ~(uint32_t)LANDAU_READERS) - LANDAU_OWNER_FIRST);
}

/*
 * On return, what other threads stored before they loaded a use is visible. If the program has forbidden membarrier
 * since it was registered, a pause has to do: no processor keeps a store in its buffer that long.
 */
static void pass_barriers(void)
{
	static uint32_t never;

	if (landau_raw3(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0)
		landau_raw_wait(&never, 0, 1000000);
}

/* Makes the group shared: there are write stamps from now on. */
static void share(uint64_t group, unsigned char use)
{
	unsigned char *uses = landau_native.write_uses;
	uint64_t count = claim(uses, group, use, LANDAU_MOST_AT_ONCE);
	uint64_t bytes = count * LANDAU_GROUP_BYTES;
	uint64_t start = group << LANDAU_GROUP_SHIFT;
	struct landau_batch batch;

	if (count == 0)
		return;
	populate(landau_native.writes + start, bytes);
	if (use == LANDAU_UNUSED || (use & LANDAU_READERS)) {
		fill(landau_native.writes + start, bytes, LANDAU_BY_WORDS);
	} else {
		pass_barriers();
		for (uint64_t i = start; i < start + bytes; i += sizeof(batch)) {
			landau_view(thread_of(use), i, &batch);
			stamps_from_words((landau_quad *)(landau_native.writes + i), &batch);
		}
	}
	publish(uses, group, count, LANDAU_GROUP_SHARED);
}

/*
 * Makes this thread the owner of a group whose owner has ended. False: that thread has not ended, or the use has changed
 * meanwhile. A new thread that gets the slot waits until the words have been copied (leave).
 */
static bool take_over(struct landau_native_thread *self, uint64_t group, unsigned char use,
		      unsigned char to)
{
	unsigned char *place = &landau_native.write_uses[group];
	bool only_read = use & LANDAU_READERS;
	uint64_t start = group << LANDAU_GROUP_SHIFT;
	struct landau_batch words, left;
	bool ended, changed;

	if (self->owner == LANDAU_OWNER_NONE)
		return false;
	landau_slots_lock();
	ended = !thread_of(use)->used;
	changed = ended && change(place, use, only_read ? to : LANDAU_PREPARING);
	landau_slots_unlock();
	if (!changed || only_read)
		return changed;
	if (!landau_is_prepared(self->uses, start))
		landau_touch(self, start, landau_native.has_wide);
	for (uint64_t i = start; i < start + LANDAU_GROUP_BYTES; i += sizeof(words)) {
		landau_view(self, i, &words);
		landau_view(thread_of(use), i, &left);
		words_from_words(&words, &left);
		landau_put(self, i, &words);
	}
	publish(landau_native.write_uses, group, 1, to);
	return true;
}

static unsigned char use_by_reader(const struct landau_native_thread *self)
{
	return self->owner == LANDAU_OWNER_NONE ? LANDAU_READERS : self->owner | LANDAU_READERS;
}

unsigned char landau_become_reader(struct landau_native_thread *self, uint64_t group)
{
	unsigned char *place = &landau_native.write_uses[group];
	unsigned char use;

	for (;;) {
		use = __atomic_load_n(place, __ATOMIC_SEQ_CST);
		if (use == LANDAU_GROUP_SHARED || landau_needs_no_stamps(self->owner, use))
			return use;
		if (use == LANDAU_PREPARING)
			wait_for(place);
		else if (use == LANDAU_UNUSED)
			change(place, use, use_by_reader(self));
		else if (use & LANDAU_READERS)
			(void)(take_over(self, group, use, use_by_reader(self)) ||
			       change(place, use, LANDAU_READERS));
		else if (!take_over(self, group, use, self->owner))
			share(group, use);
	}
}

unsigned char landau_become_writer(struct landau_native_thread *self, uint64_t group)
{
	unsigned char *place = &landau_native.write_uses[group];
	unsigned char use;

	for (;;) {
		use = __atomic_load_n(place, __ATOMIC_SEQ_CST);
		if (use == LANDAU_GROUP_SHARED || use == self->owner)
			return use;
		if (use == LANDAU_PREPARING)
			wait_for(place);
		else if (self->owner != LANDAU_OWNER_NONE &&
			 (use == LANDAU_UNUSED || use == use_by_reader(self)))
			change(place, use, self->owner);
		else if (use == LANDAU_UNUSED || use == LANDAU_READERS ||
			 !take_over(self, group, use, self->owner))
			share(group, use);
	}
}

/* Waits until no thread is preparing words of the group. Returns whether one was. */
static bool wait_for_words(uint64_t group)
{
	bool waited = false;

	for (uint32_t i = 0; i < landau_slot_count(); i++) {
		const struct landau_native_thread *slot = landau_slot(i);
		const unsigned char *uses[] = {&slot->uses[group], &slot->wide_uses[group]};

		for (int form = 0; form < 2; form++) {
			waited = waited ||
				 __atomic_load_n(uses[form], __ATOMIC_SEQ_CST) == LANDAU_PREPARING;
			wait_for(uses[form]);
		}
	}
	return waited;
}

bool landau_groups_forget(uint64_t offset, uint64_t bytes)
{
	uint64_t end = offset + bytes;
	bool alone = true;

	/* A thread that prepares words from now on makes them out of those that the first thread has now. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	for (uint64_t group = offset >> LANDAU_GROUP_SHIFT; group << LANDAU_GROUP_SHIFT < end;
	     group++) {
		uint64_t start = group << LANDAU_GROUP_SHIFT;
		unsigned char *use = &landau_native.write_uses[group];

		alone = alone && __atomic_load_n(use, __ATOMIC_SEQ_CST) != LANDAU_PREPARING;
		wait_for(use);
		alone = !wait_for_words(group) && alone;
		if (__atomic_load_n(use, __ATOMIC_SEQ_CST) != LANDAU_UNUSED && offset <= start &&
		    start + LANDAU_GROUP_BYTES <= end)
			__atomic_store_n(use, LANDAU_UNUSED, __ATOMIC_SEQ_CST);
	}
	return alone;
}

static void leave(void *context, uint64_t group, uint64_t count)
{
	const struct landau_native_thread *slot = context;

	for (uint64_t i = group; i < group + count; i++) {
		unsigned char *place = &landau_native.write_uses[i];

		wait_for(place);
		if (__atomic_load_n(place, __ATOMIC_SEQ_CST) == slot->owner)
			share(i, slot->owner);
		else
			change(place, slot->owner | LANDAU_READERS, LANDAU_UNUSED);
		/* Another thread may have claimed it in between, and still read the words. */
		wait_for(place);
	}
}

void landau_groups_leave(struct landau_native_thread *slot)
{
	if (slot->owner != LANDAU_OWNER_NONE) {
		landau_groups_each(slot->uses, slot, leave);
		landau_groups_each(slot->wide_uses, slot, leave);
	}
	landau_words_wipe(slot);
}

/* -- All that are in use ------------------------------------------------------------------------- */

/* The next group that is prepared, or `end`. Skips pages of uses in which none is. */
static uint64_t next_prepared(const unsigned char *uses, uint64_t group, uint64_t end)
{
	const uint64_t page = 1 << PAGE_SHIFT;

	while (group < end) {
		if (group % page == 0 && !uses[page_of(group)])
			group += page;
		else if (group % 8 == 0 && *(const uint64_t *)(uses + group) == 0)
			group += 8;
		else if (uses[group] == LANDAU_PREPARED)
			return group;
		else
			group++;
	}
	return end;
}

void landau_groups_each(const unsigned char *uses, void *context,
			void (*visit)(void *context, uint64_t group, uint64_t count))
{
	for (uint64_t region = 0; region < 2; region++) {
		uint64_t end = landau_first_group(region) + landau_groups_of_window();

		for (uint64_t i = next_prepared(uses, landau_first_group(region), end); i < end;) {
			uint64_t first = i;

			while (i < end && uses[i] == LANDAU_PREPARED)
				i++;
			visit(context, first, i - first);
			i = next_prepared(uses, i, end);
		}
	}
}

static void wipe_run(void *context, uint64_t group, uint64_t count)
{
	landau_raw_clear((unsigned char *)context + (group << LANDAU_GROUP_SHIFT),
			 count << LANDAU_GROUP_SHIFT);
}

static void wipe_wide_run(void *context, uint64_t group, uint64_t count)
{
	landau_raw_clear((unsigned char *)context + (group << LANDAU_WIDE_GROUP_SHIFT),
			 count << LANDAU_WIDE_GROUP_SHIFT);
}

static void clear_uses(unsigned char *uses)
{
	landau_raw_clear(uses, landau_first_group(1) + landau_groups_of_window());
}

void landau_words_wipe(struct landau_native_thread *slot)
{
	landau_groups_each(slot->uses, slot->words, wipe_run);
	landau_groups_each(slot->wide_uses, slot->wide, wipe_wide_run);
	clear_uses(slot->uses);
	clear_uses(slot->wide_uses);
}

void landau_writes_wipe(void)
{
	landau_groups_each(landau_native.write_uses, landau_native.writes, wipe_run);
	clear_uses(landau_native.write_uses);
}
