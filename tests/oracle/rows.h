/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rows.h - what is collected, as flat rows that can be compared.
 *
 * Rows come from the records and edges of the core, and from the plain list of activations that the
 * oracle gives. Rows of the same key are folded into one, so contexts roll up to their routine.
 */
#ifndef ORACLE_ROWS_H
#define ORACLE_ROWS_H

#include "run.h"

enum row_kind {
	ROW_TRMS,   /* first: routine, size: n */
	ROW_RMS,    /* the same */
	ROW_CALLS,  /* first: caller, second: callee, size: the caller's trms; sums of calls made */
	ROW_RECORD, /* first: routine; sum: cost of outermost activations; self */
	ROW_EDGE,   /* first: caller, second: callee; sum: cost of outermost activations */
	ROW_CONTEXT, /* first: hash of the path, second: routine; otherwise as ROW_RECORD */
	/* first: routine, second: which of its curves, size: number of the mark; self: trms, sum: cost, min and max: callee's */
	ROW_CURVE,
	ROW_STEP,  /* the same, size: returns; self: trms, sum: cost */
	ROW_FLOW,  /* first: routine, second: source, size: n; calls: activations, sums of cells */
	ROW_INPUT, /* the same without a size; self: cells, thread_input: those that are induced */
	ROW_FURTHER, /* first: routine, second: which cost, size: n; calls: activations that had any */
	ROW_SPENT, /* the same without a size; sum: of outermost activations, and self (levels: max, and min from above) */
};

struct row {
	enum row_kind kind;
	uint32_t thread;
	uint64_t first;
	uint64_t second;
	uint64_t size;

	uint64_t calls;
	uint64_t min;
	uint64_t max;
	uint64_t sum;
	uint64_t self;
	uint64_t rms;
	uint64_t thread_input;
	uint64_t external_input;
	unsigned __int128 squares;
};

struct rows {
	struct row *items;
	size_t count;
	size_t limit;
};

/* ROW_CONTEXT only if asked for. Sorted and folded. */
struct rows rows_of_core(struct landau_core *core, bool with_contexts);
struct rows rows_of_results(const struct results *results, bool with_contexts);
void rows_free(struct rows *rows);

/* The first place where they differ, or SIZE_MAX if they are equal. */
size_t rows_differ(const struct rows *left, const struct rows *right);
void row_print(const struct row *row, FILE *file);

#endif
