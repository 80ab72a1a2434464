/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile.h - a profile in memory: what landau.data(5) holds.
 *
 * Everything that reads a profile (report, html, export, merge, the model) goes through this
 * header. A profile is read whole; arrays are owned by the profile and freed with it. Indices start
 * at 0 and refer to the arrays below; UINT32_MAX stands for "none".
 *
 * The canonical order, kept by reader and merge, makes equal profiles equal bytes: routines by name,
 * object, file; threads by id; contexts parents first; records by routine, thread, context; points by
 * size; edges by caller, callee.
 */
#ifndef LANDAU_PROFILE_H
#define LANDAU_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/table.h" /* struct landau_costs, struct landau_point */

#define LANDAU_NONE UINT32_MAX

enum landau_exit_kind {
	LANDAU_EXIT_EXIT,    /* code: the status */
	LANDAU_EXIT_SIGNAL,  /* code: the signal */
	LANDAU_EXIT_EXEC,    /* the process executed another program */
	LANDAU_EXIT_RUNNING, /* a snapshot */
};

/* One run of one process; a merged profile has many. */
struct landau_run {
	char *program;
	char **command; /* the arguments, the program first */
	uint32_t command_count;
	char *engine; /* "valgrind", "native" or "replay" */
	enum landau_exit_kind exit_kind;
	int exit_code;
};

struct landau_profile_thread {
	uint32_t id;
	char *name; /* "" if it has none */
	uint64_t cost;           /* of all that it did */
	uint64_t thread_input;   /* induced reads of the thread as a whole */
	uint64_t external_input;
};

struct landau_routine {
	char *name;
	char *object; /* "" if unknown, as are file and line */
	char *file;
	uint32_t line;
};

/* A calling context: a node of the tree whose path leads to a routine. */
struct landau_context {
	uint32_t parent; /* LANDAU_NONE at a root */
	uint32_t routine;
};

/* Points of one routine on one thread, in one context if the profile has contexts. */
struct landau_profile_record {
	uint32_t routine;
	uint32_t thread;
	uint32_t context; /* LANDAU_NONE without contexts */
	uint64_t calls;
	uint64_t cost; /* inclusive, outermost activations only */
	uint64_t self;
	struct landau_point *trms; /* sorted by size */
	size_t trms_count;
	struct landau_costs *rms; /* sorted by size; equal to the costs of trms where rms_differs is not set */
	size_t rms_count;
	bool rms_differs; /* if not, rms is NULL and the trms points serve for both */
};

/* Calls from one routine (or context) to another on one thread. */
struct landau_profile_edge {
	uint32_t caller; /* routine; with contexts, also the context */
	uint32_t callee;
	uint32_t thread;
	uint32_t caller_context;
	uint32_t callee_context;
	uint64_t calls;
	uint64_t cost;
	struct landau_costs *by_size; /* see struct landau_edge in core/table.h */
	size_t by_size_count;
};

struct landau_profile {
	char *cost_kind;     /* "bb", "instr" or "time" */
	uint32_t cell_bytes;
	bool has_contexts;

	struct landau_run *runs;
	size_t run_count;
	struct landau_profile_thread *threads;
	size_t thread_count;
	struct landau_routine *routines;
	size_t routine_count;
	struct landau_context *contexts;
	size_t context_count;
	struct landau_profile_record *records;
	size_t record_count;
	struct landau_profile_edge *edges;
	size_t edge_count;

	void *storage; /* internal */
};

/* An error found while reading or merging; line 0 where there is no line to name. */
struct landau_error {
	char *file;
	uint64_t line;
	char text[256];
};

/* NULL on error. "-" reads standard input. */
struct landau_profile *landau_profile_read(const char *path, struct landau_error *error);
void landau_profile_free(struct landau_profile *profile);

/* Writes to a temporary name beside `path` and renames; false on error. "-": standard output. */
bool landau_profile_save(const struct landau_profile *profile, const char *path,
			 struct landau_error *error);

/*
 * One profile out of many. Associative and commutative: the order and the grouping of the inputs do
 * not change a byte of the result. Fails if cost kind, cell size or use of contexts differ.
 */
struct landau_profile *landau_profile_merge(struct landau_profile *const *profiles, size_t count,
					    struct landau_error *error);

/* -- Views ------------------------------------------------------------------------------------- */

/*
 * The points of one routine summed over contexts and over threads, or over the contexts of one
 * thread if `thread` is not LANDAU_NONE. Freed with landau_summary_free.
 */
struct landau_summary {
	uint64_t calls;
	uint64_t cost;
	uint64_t self;
	struct landau_point *trms;
	size_t trms_count;
	struct landau_costs *rms; /* always filled */
	size_t rms_count;
};

bool landau_profile_summarise(const struct landau_profile *profile, uint32_t routine,
			      uint32_t thread, struct landau_summary *summary);
void landau_summary_free(struct landau_summary *summary);

/* richness, input volume and shares of a summary, see landau.data(5). */
struct landau_measures {
	double richness;
	double input_volume;
	double thread_input;   /* percent of the induced reads, 0 if there are none */
	double external_input;
};
struct landau_measures landau_summary_measures(const struct landau_summary *summary);

#endif
