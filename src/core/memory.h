/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memory.h - the core's own allocator, over the pages of the host.
 *
 * Small blocks are of sizes that are powers of two, cut from slabs and kept in free lists; larger
 * ones are the host's. Blocks are zeroed. There is no NULL to check for: when the host has no
 * memory left, it is told to die.
 */
#ifndef LANDAU_CORE_MEMORY_H
#define LANDAU_CORE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

struct landau_core;
struct landau_pool;

void *landau_memory_get(struct landau_core *core, size_t bytes);

/* `bytes` as they were asked for; a NULL pointer is fine. */
void landau_memory_put(struct landau_core *core, void *memory, size_t bytes);

/* The same for words and write stamps, from a pool of their own. */
void *landau_memory_get_shadow(struct landau_core *core, size_t bytes);
void landau_memory_put_shadow(struct landau_core *core, void *memory, size_t bytes);

/*
 * A block for twice as many elements with the same contents in front; *count is their number. `too_many` is what
 * the host is told when they are more than can be numbered.
 */
void *landau_memory_double(struct landau_core *core, void *memory, uint32_t *count,
			   size_t element_bytes, const char *too_many);

/* Gives all slabs of a pool back to the host; nothing small of it may be used afterwards. */
void landau_memory_drop_slabs(struct landau_core *core, struct landau_pool *pool);

#endif
