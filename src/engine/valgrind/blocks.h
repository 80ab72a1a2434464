/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * blocks.h - the code of routines whose lines are counted; for engine.h.
 *
 *   blocks.c      the blocks, and the lines that they are from
 *   successors.c  where control goes from their ends
 *   places.c      places in source files
 */
#ifndef LANDAU_ENGINE_VALGRIND_BLOCKS_H
#define LANDAU_ENGINE_VALGRIND_BLOCKS_H

#include "core/watch.h"
#include "engine/valgrind/machine/machine.h"

/* Where code that has debug information is, in the file of its object. */
struct landau_code {
	const HChar *path; /* NULL: not known */
	ULong offset;
};

/* A block of code whose executions are counted; see core/watch.h. */
struct landau_code_block {
	struct landau_watched_block block; /* the first member */
	struct landau_code_block *next;    /* in the hash table */
	Addr start;
	UInt bytes;
	Bool gone;       /* its code is there no more */
	Bool by_address; /* no line is known, and they are addresses */
	Bool looked_up;  /* its places are those of landau-symbolise */
	struct landau_code code;
	struct landau_instruction *instructions; /* the block's */

	uint64_t *successors; /* the block's: successors.c */
	UInt successor_limit;
	Addr last_target; /* of an indirect jump at its end */
};

/* Lines of routines that match one of these patterns, with commas between them, are counted; "all": of all. */
void landau_watch_names(const HChar *patterns);
/* Are lines of routines of this name counted? */
Bool landau_is_watched(const HChar *name);
/* Of the routine whose code is there? */
Bool landau_code_is_watched(Addr address);

/* The block with these instructions, one for each time they stand there; addresses grow. */
struct landau_code_block *landau_block_at(const Addr *addresses, UInt count, UInt bytes,
					  const struct landau_watched_block *kind);
/* The code in this range has gone. */
void landau_blocks_forget(Addr address, SizeT size);
/* Nobody has executed anything yet: at the start, and in the child of a fork. */
void landau_blocks_clear(void);
/* Finds the places of the blocks that are new since the last time. */
void landau_blocks_look_up(void);

/* A block runs that is not the running activation's. */
VG_REGPARM(2) void landau_on_touch(VexGuestArchState *guest, struct landau_watched_block *block);

/* Control goes there from its end. */
void landau_block_leads_to(struct landau_watched_block *block, Addr target);

/* The indirect jump at its end goes to another target than the last time. */
VG_REGPARM(2) void landau_on_new_target(struct landau_code_block *code, Addr target);

#endif
