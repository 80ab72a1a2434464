/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arena.h - memory that is freed all at once: the strings and points of a profile.
 *
 * Small pieces are cut from chunks, large ones are blocks of their own.
 */
#ifndef LANDAU_PROFILE_ARENA_H
#define LANDAU_PROFILE_ARENA_H

#include <stddef.h>

struct landau_arena {
	void **blocks;
	size_t block_count;
	size_t block_limit;
	char *free; /* what is left of the chunk in use */
	size_t free_bytes;
	size_t chunk_bytes; /* of the chunk in use */
};

/* Pieces of this size and more get a block of their own. */
enum { LANDAU_ARENA_LARGE = 128 * 1024 };

/* Aligned to 16 bytes, not zeroed; NULL when there is no memory. 0 bytes are fine. */
void *landau_arena_get(struct landau_arena *arena, size_t bytes);
void *landau_arena_copy(struct landau_arena *arena, const void *source, size_t bytes);
char *landau_arena_string(struct landau_arena *arena, const char *string);

/* Takes over `memory`, which came from malloc, cut down to `bytes`; NULL: no memory, it is freed.
 */
void *landau_arena_keep(struct landau_arena *arena, void *memory, size_t bytes);

void landau_arena_free(struct landau_arena *arena);

/*
 * Makes room for one more element behind `count` in an array from malloc, doubling it; false when
 * there is no memory (the array stays as it is).
 */
#define LANDAU_GROW(array, count, limit)                                                           \
	landau_grow((void **)&(array), (count), &(limit), sizeof(*(array)))
_Bool landau_grow(void **array, size_t count, size_t *limit, size_t element_bytes);

#endif
