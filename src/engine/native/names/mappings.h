/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mappings.h - the mappings of this process, from /proc/self/maps.
 *
 * Read without the C library: the dynamic loader's own list is behind a lock that a stopped thread
 * may hold.
 */
#ifndef LANDAU_NATIVE_MAPPINGS_H
#define LANDAU_NATIVE_MAPPINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct landau_mapping {
	uint64_t low;
	uint64_t high;
	uint64_t offset; /* in the file */
	bool executable;
	const char *path; /* "" if there is none */
};

struct landau_maps {
	struct landau_mapping *mappings; /* by address */
	uint32_t count;
	void *memory;
	size_t bytes;
};

/* False if they cannot be read. */
bool landau_maps_read(struct landau_maps *maps);
void landau_maps_free(struct landau_maps *maps);

const struct landau_mapping *landau_maps_find(const struct landau_maps *maps, uint64_t address);

/*
 * Two mappings of the program that have the same place in a shadow (windows.h); the runtime's own,
 * from 2^44 to 5 * 2^44, are left out. False: there are none.
 */
bool landau_maps_overlap(const struct landau_maps *maps, uint64_t *one, uint64_t *other);

#endif
