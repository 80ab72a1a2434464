/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * build.h - makes a profile in canonical order out of parts in any order.
 *
 * The reader adds the lines of a file, merge adds several profiles; both then finish. Parts that
 * are about the same thing (routines of one name, object and file; contexts of one path; ...)
 * become one.
 */
#ifndef LANDAU_PROFILE_BUILD_H
#define LANDAU_PROFILE_BUILD_H

#include "profile/arena.h"
#include "profile/profile.h"

struct landau_builder {
	struct landau_profile *profile; /* being built; arrays in the order of adding */
	struct landau_arena *arena;     /* its strings and points */
	size_t run_limit;
	size_t thread_limit;
	size_t routine_limit;
	size_t context_limit;
	size_t record_limit;
	size_t edge_limit;
	size_t total_limit;
	size_t curve_limit;
	size_t line_limit;
	size_t loop_limit;
	size_t external_limit;
	size_t flow_limit;
	size_t further_limit;
	bool borrowed; /* points of records, edges and lines belong to others and are to be copied */
};

/* False: no memory. */
bool landau_builder_start(struct landau_builder *builder);

/*
 * Append a part, zeroed, and return it, to be filled in; strings are to be in the arena. References
 * are positions in the order of adding, of parts that were added before. NULL: no memory, or more
 * parts than can be numbered.
 */
struct landau_run *landau_builder_run(struct landau_builder *builder);
struct landau_profile_thread *landau_builder_thread(struct landau_builder *builder);
struct landau_routine *landau_builder_routine(struct landau_builder *builder);
struct landau_context *landau_builder_context(struct landau_builder *builder);
struct landau_profile_record *landau_builder_record(struct landau_builder *builder);
struct landau_profile_edge *landau_builder_edge(struct landau_builder *builder);
struct landau_run_totals *landau_builder_totals(struct landau_builder *builder);
struct landau_curve *landau_builder_curve(struct landau_builder *builder);
struct landau_line *landau_builder_line(struct landau_builder *builder);
struct landau_loop *landau_builder_loop(struct landau_builder *builder);

struct landau_external *landau_builder_external(struct landau_builder *builder);
struct landau_profile_flow *landau_builder_flow(struct landau_builder *builder);
struct landau_profile_further *landau_builder_further(struct landau_builder *builder);

/* The finished profile, or NULL: no memory. The builder is used up either way. */
struct landau_profile *landau_builder_finish(struct landau_builder *builder);

/* Gives up. */
void landau_builder_abandon(struct landau_builder *builder);

#endif
