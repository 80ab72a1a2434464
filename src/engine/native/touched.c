/* SPDX-License-Identifier: GPL-2.0-or-later */
/* touched.c - memory for the parts of a shadow that come into use, and what is in use; see touched.h. */
#include "touched.h"

#include "raw.h"

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

/* Each word is written once: another thread may change those that it finds filled. */
static void fill(unsigned char *start, uint64_t bytes, landau_word word)
{
	typedef landau_word four __attribute__((vector_size(16)));

	for (four *place = (four *)start; place < (four *)(start + bytes); place++)
		*(volatile four *)place = (four){word, word, word, word};
}

/* How many groups in a row before this one are in use. */
static uint64_t touched_before(const unsigned char *touched, uint64_t group)
{
	uint64_t count = 0;

	while (count < MOST_AT_ONCE && count < group && touched[group - count - 1])
		count++;
	return count;
}

static bool claim(unsigned char *mark)
{
	unsigned char untouched = LANDAU_UNTOUCHED;

	return __atomic_compare_exchange_n(mark, &untouched, LANDAU_PREPARING, false,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Where groups before it are in use a loop has come by: as many again are prepared at once. */
void landau_prepare(unsigned char *shadow, unsigned char *touched, uint64_t group,
		    unsigned char mark, landau_word word)
{
	uint64_t end = first_group(group >= first_group(1)) + groups_of_window();
	uint64_t most = touched_before(touched, group);
	unsigned char *start = shadow + (group << LANDAU_GROUP_SHIFT);
	uint64_t count = 0;

	while ((count == 0 || count < most) && group + count < end &&
	       claim(&touched[group + count]))
		count++;
	for (uint64_t i = 0; i < count; i++)
		touched[page_of(group + i)] = 1;
	if (count > 0) {
		populate(start, count * GROUP_BYTES);
		fill(start, count * GROUP_BYTES, word);
	}
	for (uint64_t i = 0; i < count; i++)
		__atomic_store_n(&touched[group + i], mark, __ATOMIC_RELEASE);
	while (__atomic_load_n(&touched[group], __ATOMIC_ACQUIRE) == LANDAU_PREPARING)
		landau_raw3(SYS_sched_yield, 0, 0, 0);
}

void landau_touch_writes_new(uint64_t group, unsigned char mark)
{
	unsigned char *touched = landau_native.touched_writes;

	if (mark == LANDAU_MARK_NONE)
		mark = LANDAU_MARK_ALL;
	if (__atomic_load_n(&touched[group], __ATOMIC_ACQUIRE) <= LANDAU_PREPARING)
		landau_prepare(landau_native.writes, touched, group, mark, LANDAU_UNWRITTEN);
	if (touched[group] != mark)
		__atomic_store_n(&touched[group], LANDAU_MARK_ALL, __ATOMIC_RELAXED);
}

/* -- All that are in use ------------------------------------------------------------------------- */

/* The next group in use, or `end`. */
static uint64_t next_touched(const unsigned char *touched, uint64_t group, uint64_t end)
{
	const uint64_t page = 1 << PAGE_SHIFT;

	while (group < end && !touched[group]) {
		if (group % page == 0 && !touched[page_of(group)])
			group += page;
		else if (group % 8 == 0 && *(const uint64_t *)(touched + group) == 0)
			group += 8;
		else
			group++;
	}
	return group < end ? group : end;
}

void landau_shadow_each(const unsigned char *touched, void *context,
			void (*visit)(void *context, uint64_t offset, size_t count))
{
	for (uint64_t region = 0; region < 2; region++) {
		uint64_t end = first_group(region) + groups_of_window();

		for (uint64_t i = next_touched(touched, first_group(region), end); i < end;) {
			uint64_t first = i;

			while (i < end && touched[i])
				i++;
			visit(context, first << LANDAU_GROUP_SHIFT,
			      (i - first) << (LANDAU_GROUP_SHIFT - 2));
			i = next_touched(touched, i, end);
		}
	}
}

static void wipe_run(void *context, uint64_t offset, size_t count)
{
	landau_raw_clear((unsigned char *)context + offset, count * sizeof(landau_word));
}

void landau_shadow_wipe(unsigned char *shadow, unsigned char *touched)
{
	landau_shadow_each(touched, shadow, wipe_run);
	landau_raw_clear(touched, first_group(1) + groups_of_window());
}
