/* SPDX-License-Identifier: GPL-2.0-or-later */
/* touched.c - memory for the parts of a shadow that come into use, and what is in use; see touched.h. */
#include "touched.h"

#include "raw.h"

#include <linux/mman.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum {
	GROUPS = 1 << (LANDAU_GRANULE_SHIFT - LANDAU_GROUP_SHIFT), /* in a granule */
	ALL_GROUPS = (1 << GROUPS) - 1,
	MOST_AHEAD = 4, /* granules */
};

static uint64_t granules_of_window(void)
{
	return landau_window_bytes() >> LANDAU_GRANULE_SHIFT;
}

unsigned char *landau_shadow_track(void)
{
	return landau_raw_pages(2 * granules_of_window());
}

/*
 * Memory for some groups of pages at once. The hook has looked at the word already, and so has the page of zeros
 * there; to replace that one by one takes two faults a page, and all processors hear of it. If the kernel
 * cannot do it, it does so.
 */
static void populate(unsigned char *shadow, uint64_t offset, uint64_t groups)
{
	const uintptr_t page = 4096, group = 1 << LANDAU_GROUP_SHIFT;
	uintptr_t start = (uintptr_t)shadow + (offset & ~(uint64_t)(group - 1));

	landau_raw3(SYS_madvise, start & ~(page - 1),
		    ((start + groups * group) & ~(page - 1)) - (start & ~(page - 1)),
		    MADV_POPULATE_WRITE);
}

/* How many granules in a row before this one are in use as a whole, and how many from it on are not at all. */
static uint64_t full_before(const unsigned char *touched, uint64_t granule)
{
	uint64_t count = 0;

	while (count < MOST_AHEAD && count < granule && touched[granule - count - 1] == ALL_GROUPS)
		count++;
	return count;
}

static uint64_t free_from(const unsigned char *touched, uint64_t granule, uint64_t most)
{
	uint64_t end =
		granule < granules_of_window() ? granules_of_window() : 2 * granules_of_window();
	uint64_t count = 0;

	while (count < most && granule + count < end && touched[granule + count] == 0)
		count++;
	return count;
}

/*
 * Where the group before it is in use, a loop has come by: it gets the rest of the granule too, or as many
 * granules as it has used.
 */
void landau_touch_new(unsigned char *shadow, unsigned char *touched, uint64_t offset,
		      uint64_t granule, unsigned group)
{
	bool in_order = group > 0 && (touched[granule] >> (group - 1) & 1);
	uint64_t ahead =
		group == 0 ? free_from(touched, granule, full_before(touched, granule)) : 0;
	unsigned groups = in_order ? GROUPS - group : 1;

	if (ahead > 0) {
		for (uint64_t i = 0; i < ahead; i++)
			touched[granule + i] = ALL_GROUPS;
		populate(shadow, offset, ahead * GROUPS);
		return;
	}
	touched[granule] |= (unsigned char)(((1U << groups) - 1) << group);
	populate(shadow, offset, groups);
}

/* The next granule in use, or `end`. */
static uint64_t next_touched(const unsigned char *bytes, uint64_t granule, uint64_t end)
{
	while (granule < end && !bytes[granule])
		granule += granule % 8 == 0 && *(const uint64_t *)(bytes + granule) == 0 ? 8 : 1;
	return granule;
}

void landau_shadow_each(const unsigned char *touched, void *context,
			void (*visit)(void *context, uint64_t offset, size_t count))
{
	for (uint64_t region = 0; region < 2; region++) {
		const unsigned char *bytes = touched + region * granules_of_window();
		uint64_t end = granules_of_window();

		for (uint64_t i = next_touched(bytes, 0, end); i < end;) {
			uint64_t first = i;

			while (i < end && bytes[i])
				i++;
			visit(context, (first << LANDAU_GRANULE_SHIFT) + region * LANDAU_REGION_BIT,
			      (i - first) << (LANDAU_GRANULE_SHIFT - 2));
			i = next_touched(bytes, i, end);
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
	landau_raw_clear(touched, 2 * granules_of_window());
}
