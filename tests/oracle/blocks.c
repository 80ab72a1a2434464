/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * blocks.c - blocks of memory by the definition in oracle.h: a list of those that are there, looked through from the start.
 */
#include "state.h"

static void add_block(struct oracle *oracle, struct block block)
{
	if (oracle->block_count == oracle->block_limit) {
		oracle->block_limit = oracle->block_limit * 2 + 16;
		oracle->blocks = must(realloc(oracle->blocks, oracle->block_limit * sizeof(block)));
	}
	oracle->blocks[oracle->block_count++] = block;
}

static struct block *find_block(const struct oracle *oracle, uint64_t address)
{
	for (size_t i = 0; i < oracle->block_count; i++)
		if (oracle->blocks[i].address == address)
			return &oracle->blocks[i];
	return NULL;
}

void free_block(struct oracle *oracle, uint64_t address)
{
	struct block *block = find_block(oracle, address);

	if (block == NULL)
		return;
	oracle->lines[block->owner].level -= (int64_t)block->bytes;
	*block = oracle->blocks[--oracle->block_count];
}

void allocate(struct oracle *oracle, struct line *line, uint64_t address, uint64_t bytes)
{
	free_block(oracle, address);
	add_block(oracle, (struct block){.address = address,
					 .bytes = bytes,
					 .since = oracle->now,
					 .owner = (uint32_t)(line - oracle->lines)});
	line->level += (int64_t)bytes;
	for (uint32_t level = 1; level <= line->depth; level++) {
		struct frame *frame = &line->frames[level];
		int64_t above = line->level - frame->level_at_call;

		frame->result.further[ORACLE_OF_ALLOC] += bytes;
		frame->result.further[ORACLE_OF_ALLOCS]++;
		if (above > (int64_t)frame->result.further[ORACLE_OF_PEAK])
			frame->result.further[ORACLE_OF_PEAK] = (uint64_t)above;
	}
}

void split_block(struct oracle *oracle, uint64_t address, uint64_t bytes)
{
	struct block *block = find_block(oracle, address);
	struct block rest;

	if (block == NULL || bytes == 0 || bytes >= block->bytes)
		return;
	free_block(oracle, address + bytes);
	block = find_block(oracle, address);
	rest = *block;
	rest.address += bytes;
	rest.bytes -= bytes;
	block->bytes = bytes;
	add_block(oracle, rest);
}

uint64_t live_of(const struct oracle *oracle, const struct line *line, const struct frame *frame)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < oracle->block_count; i++)
		if (oracle->blocks[i].owner == line - oracle->lines &&
		    oracle->blocks[i].since > frame->called)
			bytes += oracle->blocks[i].bytes;
	return bytes;
}
