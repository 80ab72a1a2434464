/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * allocation.h - what a call of an allocator asks for, by the allocator's name; freestanding.
 *
 * An engine looks at the arguments when an allocator is called, and at the result when it returns. It does so for the outermost one
 * alone: what allocators call among themselves is their own affair.
 */
#ifndef LANDAU_ENGINE_ALLOCATION_H
#define LANDAU_ENGINE_ALLOCATION_H

#include <stdbool.h>
#include <stdint.h>

/* Arguments of functions, and what they return. */
enum landau_form {
	LANDAU_FORM_NONE,
	LANDAU_FORM_MALLOC,         /* (size): block */
	LANDAU_FORM_CALLOC,         /* (count, size): block */
	LANDAU_FORM_MEMALIGN,       /* (something else, size): block */
	LANDAU_FORM_POSIX_MEMALIGN, /* (place of the block, alignment, size): 0 */
	LANDAU_FORM_REALLOC,        /* (block, size): block */
	LANDAU_FORM_REALLOCARRAY,   /* (block, count, size): block */
	LANDAU_FORM_RUST_REALLOC,   /* (block, old size, alignment, size): block */
	LANDAU_FORM_FREE,           /* (block) */
};

enum { LANDAU_FORM_ARGUMENTS = 4 };

/*
 * `names`: the program's own allocators, as struct landau_allocators has them, or NULL; "pool_get=malloc" says what one is like.
 */
enum landau_form landau_form_of(const char *names, const char *name);

/* Bytes that are asked for; UINT64_MAX: more than there can be. */
uint64_t landau_form_bytes(enum landau_form form, const uint64_t arguments[LANDAU_FORM_ARGUMENTS]);

static inline bool landau_form_takes_block(enum landau_form form)
{
	return form >= LANDAU_FORM_REALLOC;
}

#endif
