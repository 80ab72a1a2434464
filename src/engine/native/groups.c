/* SPDX-License-Identifier: GPL-2.0-or-later */
/* groups.c - memory for the parts of a shadow that come into use, and what is in use; see groups.h. */
#include "groups.h"

#include "raw.h"
#include "threads.h"

#include <linux/membarrier.h>
#include <linux/mman.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum {
	GROUP_BYTES = 1 << LANDAU_GROUP_SHIFT,
	MOST_AT_ONCE = 16, /* groups */
	/*
	 * Between the marks of the two regions there is much room. A byte there is not zero if one of as many
	 * marks as are in a page is not.
	 */
	PAGE_SHIFT = 12,
	FIRST_OF_PAGES = 1 << 25,
};

static uint64_t groups_of_window(void)
{
	return landau_window_bytes() >> LANDAU_GROUP_SHIFT;
}

/* The number of the first group of a region. */
static uint64_t first_group(uint64_t region)
{
	return region * LANDAU_REGION_BIT >> LANDAU_GROUP_SHIFT;
}

static uint64_t page_of(uint64_t group)
{
	return FIRST_OF_PAGES + (group >> PAGE_SHIFT);
}

unsigned char *landau_shadow_track(void)
{
	return landau_raw_sparse(first_group(1) + groups_of_window());
}

/*
 * Memory for some groups of pages at once. The hook has looked at the word already, and so has the page of zeros
 * there; to replace that one by one takes two faults a page, and all processors hear of it. If the kernel
 * cannot do it, it does so.
 */
static void populate(unsigned char *start, uint64_t bytes)
{
	const uintptr_t page = 1 << PAGE_SHIFT;
	uintptr_t low = (uintptr_t)start & ~(page - 1);
	uintptr_t high = ((uintptr_t)start + bytes) & ~(page - 1);

	landau_raw3(SYS_madvise, low, high - low, MADV_POPULATE_WRITE);
}

/* Four words; their upper bit is clear, and to compare them with signs is what the processor has. */
typedef int32_t four __attribute__((vector_size(16)));

static inline four four_of(landau_word word)
{
	return (four){(int32_t)word, (int32_t)word, (int32_t)word, (int32_t)word};
}

static void fill(unsigned char *start, uint64_t bytes, landau_word word)
{
	for (four *place = (four *)start; place < (four *)(start + bytes); place++)
		*place = four_of(word);
}

/* How many groups in a row before this one are prepared. */
static uint64_t prepared_before(const unsigned char *marks, uint64_t group)
{
	uint64_t count = 0;

	while (count < MOST_AT_ONCE && count < group && marks[group - count - 1] == LANDAU_MARK_ALL)
		count++;
	return count;
}

static bool change(unsigned char *mark, unsigned char from, unsigned char to)
{
	return __atomic_compare_exchange_n(mark, &from, to, false, __ATOMIC_SEQ_CST,
					   __ATOMIC_SEQ_CST);
}

/* Groups with this mark from the first one on, for the caller to prepare: as many as a loop may want next. */
static uint64_t claim(unsigned char *marks, uint64_t group, unsigned char mark)
{
	uint64_t end = first_group(group >= first_group(1)) + groups_of_window();
	uint64_t most = prepared_before(marks, group);
	uint64_t count = 0;

	while ((count == 0 || count < most) && group + count < end &&
	       change(&marks[group + count], mark, LANDAU_PREPARING)) {
		marks[page_of(group + count)] = 1;
		count++;
	}
	return count;
}

static void release(unsigned char *marks, uint64_t group, uint64_t count, unsigned char mark)
{
	for (uint64_t i = 0; i < count; i++)
		__atomic_store_n(&marks[group + i], mark, __ATOMIC_SEQ_CST);
}

static void wait_for(const unsigned char *mark)
{
	while (__atomic_load_n(mark, __ATOMIC_SEQ_CST) == LANDAU_PREPARING)
		landau_raw3(SYS_sched_yield, 0, 0, 0);
}

/* What the first thread knows of cells that were written before there was a second one; of others, nothing. */
static void early_from_words(landau_word *words, const landau_word *first)
{
	for (uint64_t i = 0; i < GROUP_BYTES / sizeof(four); i++) {
		four from = ((const four *)first)[i];
		four state = from & four_of(LANDAU_STATE);
		four by_kernel = state == four_of(LANDAU_BY_KERNEL);
		four written = (state != four_of(LANDAU_BY_NOBODY)) & (from != four_of(0));
		four early = four_of(LANDAU_EARLY_BY_THREAD) |
			     (by_kernel & four_of(LANDAU_EARLY_BY_KERNEL));

		((four *)words)[i] = (written & early) | (~written & four_of(LANDAU_BY_NOBODY));
	}
}

static void make_words(const struct landau_native_thread *self, uint64_t group)
{
	uint64_t offset = group << LANDAU_GROUP_SHIFT;

	if (self != landau_first && landau_first->marks[group] == LANDAU_MARK_ALL)
		early_from_words((landau_word *)(self->words + offset),
				 (const landau_word *)(landau_first->words + offset));
	else
		fill(self->words + offset, GROUP_BYTES, LANDAU_BY_NOBODY);
}

void landau_prepare(struct landau_native_thread *self, uint64_t group)
{
	unsigned char *start = self->words + (group << LANDAU_GROUP_SHIFT);
	uint64_t count = claim(self->marks, group, LANDAU_UNTOUCHED);

	populate(start, count * GROUP_BYTES);
	for (uint64_t i = 0; i < count; i++)
		make_words(self, group + i);
	release(self->marks, group, count, LANDAU_MARK_ALL);
}

/* -- Who uses a group ---------------------------------------------------------------------------- */

LANDAU_INLINE four are_early(four words)
{
	return (words >= four_of(LANDAU_EARLY_BY_THREAD)) &
	       (words <= four_of(LANDAU_EARLY_BY_KERNEL));
}

/*
 * Which cells somebody has written since there are several threads, by the words of the one that had the group. What
 * was written before is known to whoever prepares the group.
 */
LANDAU_INLINE four written(four words)
{
	four state = words & four_of(LANDAU_STATE);
	four recent = words >= four_of(landau_live_word(landau_native.multi_stamp));
	four unseen = (words < four_of(LANDAU_LIVE)) & (state > four_of(LANDAU_BY_NOBODY)) &
		      ~are_early(words);

	return (recent & (state != four_of(LANDAU_BY_NOBODY))) | unseen;
}

static void stamps_from_words(landau_word *stamps, const landau_word *words, uint64_t bytes)
{
	four early = four_of(landau_native.multi_stamp << LANDAU_STAMP_SHIFT);

	for (uint64_t i = 0; i < bytes / sizeof(four); i++) {
		four word = ((const four *)words)[i];
		four by_kernel = (word & four_of(LANDAU_STATE)) == four_of(LANDAU_BY_KERNEL);

		((four *)stamps)[i] =
			four_of(LANDAU_BY_WORDS) |
			(written(word) & (early | (by_kernel & four_of(LANDAU_WRITE_BY_KERNEL))));
	}
}

/* What the one that has ended wrote, the other has not seen. */
static void words_from_words(landau_word *words, const landau_word *ended)
{
	for (uint64_t i = 0; i < GROUP_BYTES / sizeof(four); i++) {
		four from = ((const four *)ended)[i];
		four by = written(from);
		four to = ((four *)words)[i];
		four unseen = (to & ~are_early(to) & ~four_of(LANDAU_LIVE | LANDAU_STATE)) |
			      (from & four_of(LANDAU_STATE)) | four_of(LANDAU_BY_OWNER);

		((four *)words)[i] = (by & unseen) | (~by & to);
	}
}

static struct landau_native_thread *thread_of(unsigned char mark)
{
	return landau_slot((mark & ~(uint32_t)LANDAU_MARK_READ) - LANDAU_MARK_FIRST);
}

/*
 * What other threads wrote before they looked at a mark can be seen from now on. If the program has forbidden the
 * call since it was asked for, time has to do: no processor keeps a write to itself that long.
 */
static void pass_barriers(void)
{
	static uint32_t never;

	if (landau_raw3(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0)
		landau_raw_wait(&never, 0, 1000000);
}

/* From now on there are write stamps. */
static void share(uint64_t group, unsigned char mark)
{
	unsigned char *marks = landau_native.write_marks;
	uint64_t count = claim(marks, group, mark);
	uint64_t bytes = count * GROUP_BYTES;
	landau_word *start = (landau_word *)(landau_native.writes + (group << LANDAU_GROUP_SHIFT));

	if (count == 0)
		return;
	populate((unsigned char *)start, bytes);
	if (mark == LANDAU_UNTOUCHED || (mark & LANDAU_MARK_READ)) {
		fill((unsigned char *)start, bytes, LANDAU_BY_WORDS);
	} else {
		pass_barriers();
		stamps_from_words(
			start,
			(landau_word *)(thread_of(mark)->words + (group << LANDAU_GROUP_SHIFT)),
			bytes);
	}
	release(marks, group, count, LANDAU_MARK_ALL);
}

/*
 * The group of a thread that has ended becomes this one's. False: that thread has not ended, or the mark is
 * another one by now. The slot is not given to a new thread meanwhile.
 */
static bool take_over(struct landau_native_thread *self, uint64_t group, unsigned char mark,
		      unsigned char to)
{
	unsigned char *place = &landau_native.write_marks[group];
	bool only_read = mark & LANDAU_MARK_READ;
	bool ended, changed;

	if (self->mark == LANDAU_MARK_NONE)
		return false;
	landau_slots_lock();
	ended = !thread_of(mark)->used;
	changed = ended && change(place, mark, only_read ? to : LANDAU_PREPARING);
	landau_slots_unlock();
	if (!changed || only_read)
		return changed;
	landau_touch(self, group << LANDAU_GROUP_SHIFT);
	words_from_words((landau_word *)(self->words + (group << LANDAU_GROUP_SHIFT)),
			 (landau_word *)(thread_of(mark)->words + (group << LANDAU_GROUP_SHIFT)));
	release(landau_native.write_marks, group, 1, to);
	return true;
}

static unsigned char mark_of_reader(const struct landau_native_thread *self)
{
	return self->mark == LANDAU_MARK_NONE ? LANDAU_MARK_READ : self->mark | LANDAU_MARK_READ;
}

unsigned char landau_come_to_read(struct landau_native_thread *self, uint64_t group)
{
	unsigned char *place = &landau_native.write_marks[group];
	unsigned char mark;

	for (;;) {
		mark = __atomic_load_n(place, __ATOMIC_SEQ_CST);
		if (mark == LANDAU_MARK_ALL || landau_needs_no_stamps(self->mark, mark))
			return mark;
		if (mark == LANDAU_PREPARING)
			wait_for(place);
		else if (mark == LANDAU_UNTOUCHED)
			change(place, mark, mark_of_reader(self));
		else if (mark & LANDAU_MARK_READ)
			(void)(take_over(self, group, mark, mark_of_reader(self)) ||
			       change(place, mark, LANDAU_MARK_READ));
		else if (!take_over(self, group, mark, self->mark))
			share(group, mark);
	}
}

unsigned char landau_come_to_write(struct landau_native_thread *self, uint64_t group)
{
	unsigned char *place = &landau_native.write_marks[group];
	unsigned char mark;

	for (;;) {
		mark = __atomic_load_n(place, __ATOMIC_SEQ_CST);
		if (mark == LANDAU_MARK_ALL || mark == self->mark)
			return mark;
		if (mark == LANDAU_PREPARING)
			wait_for(place);
		else if (self->mark != LANDAU_MARK_NONE &&
			 (mark == LANDAU_UNTOUCHED || mark == mark_of_reader(self)))
			change(place, mark, self->mark);
		else if (mark == LANDAU_UNTOUCHED || mark == LANDAU_MARK_READ ||
			 !take_over(self, group, mark, self->mark))
			share(group, mark);
	}
}

/* Nobody is about to prepare words of the group. Returns whether somebody was. */
static bool wait_for_words(uint64_t group)
{
	bool waited = false;

	for (uint32_t i = 0; i < landau_slot_count(); i++) {
		const unsigned char *mark = &landau_slot(i)->marks[group];

		waited = waited || __atomic_load_n(mark, __ATOMIC_SEQ_CST) == LANDAU_PREPARING;
		wait_for(mark);
	}
	return waited;
}

bool landau_give_up(uint64_t offset, uint64_t bytes)
{
	uint64_t end = offset + bytes;
	bool alone = true;

	/* Who prepares words from now on finds those of the first thread as they are by now. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	for (uint64_t group = offset >> LANDAU_GROUP_SHIFT; group << LANDAU_GROUP_SHIFT < end;
	     group++) {
		uint64_t start = group << LANDAU_GROUP_SHIFT;
		unsigned char *mark = &landau_native.write_marks[group];

		alone = alone && __atomic_load_n(mark, __ATOMIC_SEQ_CST) != LANDAU_PREPARING;
		wait_for(mark);
		alone = !wait_for_words(group) && alone;
		if (*mark != LANDAU_UNTOUCHED && offset <= start && start + GROUP_BYTES <= end)
			__atomic_store_n(mark, LANDAU_UNTOUCHED, __ATOMIC_SEQ_CST);
	}
	return alone;
}

static void leave(void *context, uint64_t offset, size_t count)
{
	const struct landau_native_thread *slot = context;
	uint64_t first = offset >> LANDAU_GROUP_SHIFT;

	for (uint64_t i = first; i < first + (count >> (LANDAU_GROUP_SHIFT - 2)); i++) {
		unsigned char *place = &landau_native.write_marks[i];

		wait_for(place);
		if (*place == slot->mark)
			share(i, slot->mark);
		else
			change(place, slot->mark | LANDAU_MARK_READ, LANDAU_UNTOUCHED);
		/* It may have been claimed in between, by one who reads the words. */
		wait_for(place);
	}
}

void landau_inherit_nothing(struct landau_native_thread *slot)
{
	if (slot->mark != LANDAU_MARK_NONE)
		landau_shadow_each(slot->marks, slot, leave);
	landau_shadow_wipe(slot->words, slot->marks);
}

/* -- All that are in use ------------------------------------------------------------------------- */

/* The next group that is prepared, or `end`. Where there is none in a whole page of marks, they are not looked at. */
static uint64_t next_prepared(const unsigned char *marks, uint64_t group, uint64_t end)
{
	const uint64_t page = 1 << PAGE_SHIFT;

	while (group < end) {
		if (group % page == 0 && !marks[page_of(group)])
			group += page;
		else if (group % 8 == 0 && *(const uint64_t *)(marks + group) == 0)
			group += 8;
		else if (marks[group] == LANDAU_MARK_ALL)
			return group;
		else
			group++;
	}
	return end;
}

void landau_shadow_each(const unsigned char *marks, void *context,
			void (*visit)(void *context, uint64_t offset, size_t count))
{
	for (uint64_t region = 0; region < 2; region++) {
		uint64_t end = first_group(region) + groups_of_window();

		for (uint64_t i = next_prepared(marks, first_group(region), end); i < end;) {
			uint64_t first = i;

			while (i < end && marks[i] == LANDAU_MARK_ALL)
				i++;
			visit(context, first << LANDAU_GROUP_SHIFT,
			      (i - first) << (LANDAU_GROUP_SHIFT - 2));
			i = next_prepared(marks, i, end);
		}
	}
}

static void wipe_run(void *context, uint64_t offset, size_t count)
{
	landau_raw_clear((unsigned char *)context + offset, count * sizeof(landau_word));
}

void landau_shadow_wipe(unsigned char *shadow, unsigned char *marks)
{
	landau_shadow_each(marks, shadow, wipe_run);
	landau_raw_clear(marks, first_group(1) + groups_of_window());
}
