/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memory.c - size classes and slabs; see memory.h. */
#include "memory.h"
#include "state.h"

enum {
	SMALLEST_CLASS = 6, /* 64 bytes, a line of the cache: all blocks are aligned to that */
	LARGEST_CLASS = 14, /* 16 KB; larger blocks come from the host */
	SLAB_BYTES = 1 << 20,
	SLAB_HEADER = 64,
	PAGE_BYTES = 4096,
};

static unsigned class_of(size_t bytes)
{
	unsigned class = SMALLEST_CLASS;

	if (bytes > (size_t)1 << SMALLEST_CLASS)
		class = 64 - (unsigned)__builtin_clzll(bytes - 1);
	return class;
}

static void *host_pages(struct landau_core *core, size_t bytes)
{
	void *pages = core->host.get_memory(core->host.context, bytes);

	if (!pages)
		core->host.die(core->host.context, "out of memory", core->bytes_in_use);
	core->bytes_in_use += bytes;
	return pages;
}

static size_t whole_pages(size_t bytes)
{
	return (bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1);
}

static void *get(struct landau_core *core, struct landau_pool *pool, size_t bytes)
{
	unsigned class = class_of(bytes);
	size_t size = (size_t)1 << class;
	unsigned char *block;

	if (class > LARGEST_CLASS)
		return host_pages(core, whole_pages(bytes));

	block = pool->free_lists[class];
	if (block) {
		pool->free_lists[class] = *(void **)block;
		__builtin_memset(block, 0, size);
		return block;
	}
	if (pool->slab_left < size) {
		/* The rest of the old slab is lost: at most one block of the largest class. */
		unsigned char *slab = host_pages(core, SLAB_BYTES);

		*(void **)slab = pool->slabs;
		pool->slabs = slab;
		pool->slab = slab + SLAB_HEADER;
		pool->slab_left = SLAB_BYTES - SLAB_HEADER;
	}
	block = pool->slab;
	pool->slab += size;
	pool->slab_left -= size;
	return block;
}

static void put(struct landau_core *core, struct landau_pool *pool, void *memory, size_t bytes)
{
	unsigned class = class_of(bytes);

	if (!memory)
		return;
	if (class > LARGEST_CLASS) {
		core->host.give_back(core->host.context, memory, whole_pages(bytes));
		core->bytes_in_use -= whole_pages(bytes);
		return;
	}
	*(void **)memory = pool->free_lists[class];
	pool->free_lists[class] = memory;
}

void *landau_memory_get(struct landau_core *core, size_t bytes)
{
	return get(core, &core->pool, bytes);
}

void landau_memory_put(struct landau_core *core, void *memory, size_t bytes)
{
	put(core, &core->pool, memory, bytes);
}

void *landau_memory_get_shadow(struct landau_core *core, size_t bytes)
{
	return get(core, &core->shadow_pool, bytes);
}

void landau_memory_put_shadow(struct landau_core *core, void *memory, size_t bytes)
{
	put(core, &core->shadow_pool, memory, bytes);
}

void *landau_memory_double(struct landau_core *core, void *memory, uint32_t *count,
			   size_t element_bytes, const char *too_many)
{
	size_t old_bytes = *count * element_bytes;
	void *larger;

	if (*count > UINT32_MAX / 2)
		core->host.die(core->host.context, too_many, core->bytes_in_use);
	larger = landau_memory_get(core, 2 * old_bytes);
	__builtin_memcpy(larger, memory, old_bytes);
	landau_memory_put(core, memory, old_bytes);
	*count *= 2;
	return larger;
}

void landau_memory_drop_slabs(struct landau_core *core, struct landau_pool *pool)
{
	while (pool->slabs) {
		void *slab = pool->slabs;

		pool->slabs = *(void **)slab;
		core->host.give_back(core->host.context, slab, SLAB_BYTES);
		core->bytes_in_use -= SLAB_BYTES;
	}
	*pool = (struct landau_pool){0};
}
