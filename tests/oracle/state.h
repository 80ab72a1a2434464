/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * state.h - what the oracle keeps, for its own files.
 */
#ifndef ORACLE_STATE_H
#define ORACLE_STATE_H

#include "cells.h"
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>

/* Of the cells of a copy that is not over. */
struct copy {
	struct copy *next; /* made before */
	uint64_t first;
	uint64_t count;
	uint64_t sources[];
};

/* What a routine that was called has added to the cost of its caller. */
struct callee {
	uint64_t routine;
	uint64_t since_mark;
};

struct frame {
	struct oracle_result result;
	uint32_t barrier;      /* level of the outermost activation that is counted for, 0: all */
	uint64_t charge;       /* for its callers, when it returns */
	uint64_t callers_cost; /* before the call */
	uint64_t next_mark;    /* 0: none is taken */
	uint64_t mark_limit;
	uint64_t called; /* number of the event */
	int64_t level_at_call;
	uint64_t next_step; /* 0: none is taken */
	uint64_t stride;
	struct callee *callees; /* in the order in which one of each returned first */
	uint64_t callee_count;
	struct cells own;
	struct cells from; /* source -> cells */
	struct cells from_self;
	struct cells from_induced;
	struct copy *copies;
};

struct line {
	uint32_t id;
	struct cells last_access; /* cell -> number of the event */
	struct frame *frames;     /* 1 .. depth; 0 is not used */
	uint32_t depth;
	uint32_t limit;
	int64_t level; /* bytes in its blocks */
};

struct block {
	uint64_t address;
	uint64_t bytes;
	uint64_t since; /* number of the event */
	uint32_t owner; /* index of the line */
};

struct oracle {
	unsigned cell_bytes;
	oracle_returned *returned;
	void *context;
	uint64_t now; /* number of the event */
	uint64_t calls;
	uint64_t curve_floor;
	struct cells last_write; /* cell -> number of the event */
	struct cells by_kernel;  /* cells whose last write was the kernel's */
	bool sources;
	struct cells writer; /* cell -> source */
	struct cells lines_by_id;
	struct cells ways; /* of routines that are not ordinary */
	struct cells charges;
	struct block *blocks;
	size_t block_count;
	size_t block_limit;
	struct line *lines;
	uint32_t line_count;
	uint32_t line_limit;
};

static inline void *must(void *memory)
{
	if (memory == NULL) {
		fprintf(stderr, "oracle: out of memory\n");
		abort();
	}
	return memory;
}

/* Blocks of memory (blocks.c): `line` allocates one, one is freed, or cut in two. */
void allocate(struct oracle *oracle, struct line *line, uint64_t address, uint64_t bytes);
void free_block(struct oracle *oracle, uint64_t address);
void split_block(struct oracle *oracle, uint64_t address, uint64_t bytes);

/* What the frame's activation has allocated and nobody has freed. */
uint64_t live_of(const struct oracle *oracle, const struct line *line, const struct frame *frame);

#endif
