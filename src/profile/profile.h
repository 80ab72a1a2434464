/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile.h - a profile in memory: what landau.data(5) holds.
 *
 * Everything that reads a profile (report, html, export, merge, the model) goes through this
 * header. A profile is read whole; arrays are owned by the profile and freed with it. Indices start
 * at 0 and refer to the arrays below; LANDAU_NONE stands for "none". Strings end with a zero byte
 * and may hold any other, valid UTF-8 or not; they are never NULL.
 *
 * The canonical order, kept by reader and merge, makes equal profiles equal bytes: runs by engine,
 * exit, program, command, size; routines by name, object, file (all different); threads by id; contexts
 * depth first, siblings by routine; records by routine, thread, context (all different); points by
 * size (all different); edges by caller, callee, thread, contexts (all different); totals by routine,
 * size of the run (all different); curves by routine, thread, and the most expensive first; lines by routine, file, line,
 * inlined functions (all different); externals by kind and name, flows by
 * routine, thread and source; further costs by routine (those of threads the last), thread, context, cost
 * (all different). Strings compare by bytes.
 */
#ifndef LANDAU_PROFILE_H
#define LANDAU_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/curve.h"     /* struct landau_mark */
#include "core/table.h"     /* struct landau_costs, struct landau_point */
#include "profile/format.h" /* enum landau_exit_kind, LANDAU_NONE */

/* One run of one process; a merged profile has many, every profile at least one. */
struct landau_run {
	char *program;
	char **command; /* the arguments, the program first */
	uint32_t command_count;
	char *engine; /* "valgrind", "native" or "replay" */
	enum landau_exit_kind exit_kind;
	int exit_code;
	enum landau_run_unit unit;
	uint64_t size; /* that it was made for by a sweep; 0 if it is unsized */
};

struct landau_profile_thread {
	uint32_t id;
	char *name;            /* "" if it has none */
	uint64_t cost;         /* of all that it did */
	uint64_t thread_input; /* induced reads of the thread as a whole */
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
	/*
	 * Sorted by size. Where all activations had rms = trms, rms_differs is not set, rms is NULL
	 * and the costs of the trms points serve for both. landau_profile_summarise knows this.
	 */
	struct landau_costs *rms;
	size_t rms_count;
	bool rms_differs;
};

/* Calls from one routine (or context) to another on one thread. */
struct landau_profile_edge {
	uint32_t caller; /* routines */
	uint32_t callee;
	uint32_t thread;
	uint32_t caller_context; /* LANDAU_NONE without contexts */
	uint32_t callee_context;
	uint64_t calls;
	uint64_t cost;
	struct landau_costs *by_size; /* see struct landau_edge in core/table.h */
	size_t by_size_count;
};

/* The least, the greatest and the sum of something over runs. */
struct landau_range {
	uint64_t min;
	uint64_t max;
	uint64_t sum;
};

/*
 * What became of one routine, over all threads and contexts, in the runs that a sweep made for one
 * size. Runs that did not call it are left out.
 */
struct landau_run_totals {
	uint32_t routine;
	uint64_t size; /* of the run, not of an activation's input */
	uint64_t runs;
	struct landau_range cost;    /* of one run, inclusive, outermost activations only */
	struct landau_range calls;   /* in one run */
	struct landau_range largest; /* greatest cost of an activation in one run */
};

/*
 * How the cost of one long activation has grown with its input on the way. Of each routine and thread only the
 * LANDAU_CURVES_KEPT most expensive ones are there. The marks grow in trms and fall in nothing.
 */
struct landau_curve {
	uint32_t routine;
	uint32_t thread;
	struct landau_mark end; /* when it returned */
	struct landau_mark
		*marks; /* before that; at least one; `callee` is an index, LANDAU_NONE: nobody */
	size_t mark_count;
	uint64_t returns;          /* into it, if there are steps */
	struct landau_step *steps; /* sorted by returns; none where they were few */
	size_t step_count;
};

/* A function that was inlined, and the place where it is called. */
struct landau_inlined {
	char *name;
	char *file; /* "" if unknown */
	uint32_t line;
};

/* What a line did in activations of its routine with one input size. */
struct landau_line_point {
	uint64_t size;
	uint64_t calls; /* activations that were watched, those that did not come to the line too */
	uint64_t executions;
	uint64_t cost; /* of the line and of what it called */
};

/*
 * A source line of a routine, over all threads and contexts. The sums are of all activations; the points are of those that
 * were watched, which may be some of them. Costs count recursive calls in each activation that is pending.
 */
struct landau_line {
	uint32_t routine;
	char *file;
	uint32_t line;
	struct landau_inlined
		*inlined;       /* the functions that the line belongs to, the outermost first */
	uint32_t inlined_count; /* 0: it is the routine's own */
	uint64_t executions;
	uint64_t cost;
	uint64_t self;                    /* of the cost, the line's own: not of what it called */
	struct landau_line_point *points; /* sorted by size */
	size_t point_count;
};

/*
 * A loop of a routine. Its place is that of a line; executions, of the points too, are trips (core/loops.h), and there are no costs.
 */
struct landau_loop {
	struct landau_line line; /* the first member */
	uint64_t position;       /* where its rounds begin, in the object */
	uint64_t parent;         /* position of the loop around it, 0: there is none */
	uint32_t last_line;      /* of its code, in the same file; 0 if the line is not known */
	bool at_most;            /* it may have had less trips */
};

/* Something outside of the program that it has read from. */
struct landau_external {
	char *kind; /* "file", "socket", "pipe", "device", "arguments", "unknown", ... */
	char *name; /* of a file its path, of a socket the peer; or "" */
};

/* What a routine on a thread has read that one source wrote last (core/flow.h). */
struct landau_profile_flow {
	uint32_t routine;
	uint32_t thread;
	uint32_t from_thread; /* LANDAU_NONE: the source is no thread */
	/* Of a thread the routine that wrote, LANDAU_NONE outside of all; else the external, LANDAU_NONE: nobody. */
	uint32_t from;
	uint64_t self;    /* cells that the routine has read itself */
	uint64_t induced; /* of these, induced reads */
	/* By trms, sorted: `calls` is the number of activations that had any, min, max and sum are cells. */
	struct landau_costs *points;
	size_t point_count;
};

/* What a routine on a thread, or the thread as a whole, has of one of the further costs (core/further.h). */
struct landau_profile_further {
	uint32_t routine; /* LANDAU_NONE: the thread as a whole */
	uint32_t thread;
	uint32_t context; /* LANDAU_NONE without contexts, and of a thread */
	enum landau_further cost;
	uint64_t total; /* as in struct landau_spent_cost; of several runs the sum */
	uint64_t self;
	struct landau_costs *points; /* by trms, sorted: `calls` had any, min is above 0 */
	size_t point_count;
};

struct landau_profile {
	/* "bb", "instr" or "time"; where the profile was switched, the name of a further cost. */
	char *cost_kind;
	uint32_t further_costs; /* bits of enum landau_further */
	uint32_t cell_bytes;
	bool rms_only; /* what others wrote was no input: trms is rms */
	bool has_contexts;
	bool distinct_files;    /* what was read of a file once more was no input */
	bool opaque_allocators; /* what they did is no input of their callers */
	char *allocators; /* if so, the names of those beside the usual ones, with commas; or "" */

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
	struct landau_run_totals *totals; /* by size of the run; none but of sweeps */
	size_t total_count;
	struct landau_curve *curves; /* none of programs whose activations were all small */
	size_t curve_count;
	struct landau_line *lines; /* none but of routines whose lines were counted */
	size_t line_count;
	struct landau_loop *loops; /* of these routines, by routine, file and line */
	size_t loop_count;

	struct landau_external *externals;
	size_t external_count;
	struct landau_profile_flow *flows; /* none unless sources were asked for */
	size_t flow_count;

	struct landau_profile_further *further; /* none but of what further_costs says */
	size_t further_count;

	void *storage; /* internal */
};

/*
 * An error found while reading, merging or saving. `file` is the path that was given (not owned),
 * or NULL; `line` is 0 where there is no line to name.
 */
struct landau_error {
	const char *file;
	uint64_t line;
	char text[256];
};

/*
 * NULL on error. "-" reads standard input. Damage of any kind is an error that names the line;
 * memory grows with what was really read.
 */
struct landau_profile *landau_profile_read(const char *path, struct landau_error *error);

/* The same from memory; `name` stands for the path in errors. */
struct landau_profile *landau_profile_parse(const char *text, size_t bytes, const char *name,
					    struct landau_error *error);

/* NULL is fine. */
void landau_profile_free(struct landau_profile *profile);

/*
 * Writes to a temporary name beside `path` and renames, so that there is never half a file; false
 * on error. "-": standard output.
 */
bool landau_profile_save(const struct landau_profile *profile, const char *path,
			 struct landau_error *error);

/* The same to a writer that was started; false: its sink has failed. */
struct landau_writer;
bool landau_profile_write(const struct landau_profile *profile, struct landau_writer *writer);

/*
 * One profile out of many. Associative and commutative: the order and the grouping of the inputs do
 * not change a byte of the result. Sums saturate. Fails if cost kind, cell size, metric, treatment of allocators or use of contexts
 * differ.
 */
struct landau_profile *landau_profile_merge(struct landau_profile *const *profiles, size_t count,
					    struct landau_error *error);

/* What counted of files, as `landau record --files` takes it. */
const char *landau_profile_files(const struct landau_profile *profile);

/* How allocators were treated, as `landau record --allocator` takes it. */
const char *landau_profile_allocator(const struct landau_profile *profile);

/*
 * Can `second` be merged with `first`? If not, `error` says why; `first_name` is what the first one is
 * called there.
 */
bool landau_profile_compatible(const struct landau_profile *first,
			       const struct landau_profile *second, const char *first_name,
			       struct landau_error *error);

/*
 * Says that all of the profile is of one run that a sweep made for this size, and makes totals of
 * it. The profile must have none yet. False: no memory.
 */
bool landau_profile_set_size(struct landau_profile *profile, enum landau_run_unit unit,
			     uint64_t size);

/* -- Views ------------------------------------------------------------------------------------- */

/*
 * The points of one routine summed over contexts and over threads, or over the contexts of one
 * thread if `thread` is not LANDAU_NONE. Freed with landau_summary_free, before the profile is. The
 * points are not to be changed.
 */
struct landau_summary {
	uint64_t calls;
	uint64_t cost;
	uint64_t self;
	struct landau_point *trms;
	size_t trms_count;
	struct landau_costs *rms; /* always filled */
	size_t rms_count;

	bool trms_borrowed; /* internal: the points are the profile's own */
	bool rms_borrowed;
};

/* The records of a routine: [*first, *last) in profile->records. */
void landau_profile_records_of(const struct landau_profile *profile, uint32_t routine,
			       size_t *first, size_t *last);

/* The edges that leave a routine: [*first, *last) in profile->edges. */
void landau_profile_edges_of(const struct landau_profile *profile, uint32_t caller, size_t *first,
			     size_t *last);

/* The totals of a routine by size of the run: [*first, *last) in profile->totals. */
void landau_profile_totals_of(const struct landau_profile *profile, uint32_t routine, size_t *first,
			      size_t *last);

/* The curves of a routine, by thread, the most expensive first: [*first, *last) in profile->curves. */
void landau_profile_curves_of(const struct landau_profile *profile, uint32_t routine, size_t *first,
			      size_t *last);

/* The lines of a routine, by file and line: [*first, *last) in profile->lines. */
void landau_profile_lines_of(const struct landau_profile *profile, uint32_t routine, size_t *first,
			     size_t *last);

/* The loops of a routine, by file and line: [*first, *last) in profile->loops. */
void landau_profile_loops_of(const struct landau_profile *profile, uint32_t routine, size_t *first,
			     size_t *last);

/* The flows to a routine: [*first, *last) in profile->flows. */
void landau_profile_flows_of(const struct landau_profile *profile, uint32_t routine, size_t *first,
			     size_t *last);

/* The further costs of a routine, or of threads as a whole (LANDAU_NONE): [*first, *last) in profile->further. */
void landau_profile_further_of(const struct landau_profile *profile, uint32_t routine,
			       size_t *first, size_t *last);

/*
 * Makes one of the costs, a further one or the main one, the main cost, for whatever looks at the profile from now on: points and sums
 * of records and threads are of that cost. What is known of the main cost alone is gone: costs of edges, curves, lines, loops, totals of runs,
 * costs by rms, and the further costs. False: the profile has no such cost.
 */
bool landau_profile_switch(struct landau_profile *profile, const char *name);

/* Over all activations, what those that they called have read included. */
uint64_t landau_flow_cells(const struct landau_profile_flow *flow);

/* Of all threads, or of one (an index) if it is not LANDAU_NONE; saturates at UINT64_MAX. */
uint64_t landau_profile_cost(const struct landau_profile *profile, uint32_t thread);

/* False: no memory. */
bool landau_profile_summarise(const struct landau_profile *profile, uint32_t routine,
			      uint32_t thread, struct landau_summary *summary);
void landau_summary_free(struct landau_summary *summary);

/* The trms point of this size, or NULL. */
const struct landau_point *landau_summary_point(const struct landau_summary *summary,
						uint64_t size);

/*
 * The trms points of a summary, which is over all threads or of one (an index) if it is not LANDAU_NONE, with a further cost of the routine in place of theirs: as many points, to be freed. Of the
 * squares nothing is known: they are 0. NULL: no memory.
 */
struct landau_point *landau_further_points(const struct landau_profile *profile, uint32_t routine,
					   uint32_t thread, const struct landau_summary *summary,
					   enum landau_further cost);

struct landau_measures {
	double richness;      /* (|trms| - |rms|) / |rms|, in numbers of points; 0 without points */
	double input_volume;  /* 1 - sum of rms / sum of trms over activations; 0 without input */
	double induced_input; /* percent of all reads that count: of what others wrote meanwhile */
	double thread_input;  /* percent of the induced reads, 0 if there are none */
	double external_input; /* the rest of them */
};
struct landau_measures landau_summary_measures(const struct landau_summary *summary);

/* A routine that another one calls, summed over threads and contexts. */
struct landau_callee {
	uint32_t routine;
	uint64_t calls;
	uint64_t cost;
	struct landau_costs *by_size; /* see struct landau_edge in core/table.h */
	size_t by_size_count;
};

/* The callees of a routine in the order of their names; false: no memory. */
bool landau_profile_callees(const struct landau_profile *profile, uint32_t caller,
			    struct landau_callee **callees, size_t *count);
void landau_callees_free(struct landau_callee *callees, size_t count);

#endif
