/* SPDX-License-Identifier: GPL-2.0-or-later */
/* arena.c - memory that is freed all at once; see arena.h. */
#include "profile/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Chunks double in size, so that a small profile is small. */
enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1024 * 1024, ALIGNMENT = 16 };

bool landau_grow(void **array, size_t count, size_t *limit, size_t element_bytes)
{
	size_t larger;
	void *memory;

	if (count < *limit)
		return true;
	larger = *limit ? *limit * 2 : 16;
	if (larger > SIZE_MAX / 2 / element_bytes)
		return false;
	memory = realloc(*array, larger * element_bytes);
	if (!memory)
		return false;
	*array = memory;
	*limit = larger;
	return true;
}

static bool add_block(struct landau_arena *arena, void *block)
{
	if (!LANDAU_GROW(arena->blocks, arena->block_count, arena->block_limit))
		return false;
	arena->blocks[arena->block_count++] = block;
	return true;
}

static void *get_block(struct landau_arena *arena, size_t bytes)
{
	void *block = malloc(bytes);

	if (block && !add_block(arena, block)) {
		free(block);
		block = NULL;
	}
	return block;
}

void *landau_arena_get(struct landau_arena *arena, size_t bytes)
{
	void *piece;

	if (bytes >= LANDAU_ARENA_LARGE)
		return get_block(arena, bytes);
	bytes = bytes ? (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT : ALIGNMENT;
	if (bytes > arena->free_bytes) {
		size_t chunk_bytes = arena->chunk_bytes ? arena->chunk_bytes * 2 : FIRST_CHUNK;
		char *chunk;

		while (chunk_bytes < bytes)
			chunk_bytes *= 2;
		if (chunk_bytes > LARGEST_CHUNK)
			chunk_bytes = LARGEST_CHUNK;
		chunk = get_block(arena, chunk_bytes);
		if (!chunk)
			return NULL;
		arena->free = chunk;
		arena->free_bytes = chunk_bytes;
		arena->chunk_bytes = chunk_bytes;
	}
	piece = arena->free;
	arena->free += bytes;
	arena->free_bytes -= bytes;
	return piece;
}

void *landau_arena_copy(struct landau_arena *arena, const void *source, size_t bytes)
{
	void *copy = landau_arena_get(arena, bytes);

	if (copy && bytes > 0)
		memcpy(copy, source, bytes);
	return copy;
}

char *landau_arena_string(struct landau_arena *arena, const char *string)
{
	return landau_arena_copy(arena, string, strlen(string) + 1);
}

void *landau_arena_keep(struct landau_arena *arena, void *memory, size_t bytes)
{
	void *kept;

	if (bytes < LANDAU_ARENA_LARGE) {
		kept = landau_arena_copy(arena, memory, bytes);
		free(memory);
		return kept;
	}
	kept = realloc(memory, bytes);
	if (!kept)
		kept = memory; /* it could not be made smaller, which does no harm */
	if (!add_block(arena, kept)) {
		free(kept);
		return NULL;
	}
	return kept;
}

void landau_arena_free(struct landau_arena *arena)
{
	for (size_t i = 0; i < arena->block_count; i++)
		free(arena->blocks[i]);
	free(arena->blocks);
	*arena = (struct landau_arena){0};
}
