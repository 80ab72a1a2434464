/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rings.c - the rings of io_uring, by a descriptor that is not the one they were made with.
 *
 * Such rings are not followed, but they are there: as low as the program's other memory, although the
 * kernel would have them elsewhere.
 *
 * expect: use calls=1 trms=1 rms=1 thread=0
 * output: low
 */
#include <stdio.h>
#include <unistd.h>

#include "parts/rings.h"

static __attribute__((noipa)) unsigned use(const unsigned *entries)
{
	return *entries;
}

int main(void)
{
	struct io_uring_params p = {0};
	struct rings rings = {.descriptor = (int)RAW(SYS_io_uring_setup, 4, &p, 0)};
	size_t bytes = p.sq_off.array + p.sq_entries * sizeof(unsigned);
	char *memory;

	if (rings.descriptor < 0)
		return 77;
	rings.descriptor = dup(rings.descriptor);
	memory = map_ring(&rings, bytes, IORING_OFF_SQ_RING);
	if (use((unsigned *)(memory + p.sq_off.ring_entries)) != p.sq_entries)
		return 1;
	puts((unsigned long)memory >> 37 ? "high" : "low");
	return munmap(memory, bytes);
}
