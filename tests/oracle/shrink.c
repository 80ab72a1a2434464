/* SPDX-License-Identifier: GPL-2.0-or-later */
/* shrink.c - makes a failing trace small; see shrink.h. */
#include "shrink.h"

#include <string.h>

/* What a trace has beside its events. */
static void take_frame(struct trace *copy, const struct trace *trace)
{
	memcpy(copy->ways, trace->ways, sizeof(copy->ways));
	copy->curve_floor = trace->curve_floor;
	copy->sources = trace->sources;
}

static struct trace copy_without(const struct trace *trace, size_t from, size_t to)
{
	struct trace copy = {0};

	take_frame(&copy, trace);
	for (size_t i = 0; i < trace->count; i++)
		if (i < from || i >= to)
			trace_add(&copy, trace->events[i]);
	trace_repair(&copy);
	return copy;
}

/* Takes `candidate` in place of *trace if it fails too; frees the other. */
static bool adopt(struct trace *trace, struct trace candidate, trace_fails *fails, void *context)
{
	if (!fails(&candidate, context)) {
		trace_free(&candidate);
		return false;
	}
	trace_free(trace);
	*trace = candidate;
	return true;
}

static bool take_out_runs(struct trace *trace, trace_fails *fails, void *context)
{
	bool any = false;

	for (size_t length = trace->count / 2 + 1; length > 0; length /= 2) {
		size_t from = 0;

		while (from < trace->count) {
			if (adopt(trace, copy_without(trace, from, from + length), fails, context))
				any = true;
			else
				from += length;
		}
	}
	return any;
}

/* A call and its return often go only together. */
static bool take_out_pairs(struct trace *trace, trace_fails *fails, void *context)
{
	bool any = false;

	for (size_t i = 0; i < trace->count; i++) {
		uint32_t thread = trace->events[i].thread;
		size_t depth = 0;
		size_t end = i;

		if (trace->events[i].kind != ORACLE_CALL)
			continue;
		for (; end < trace->count; end++) {
			if (trace->events[end].thread != thread)
				continue;
			depth += trace->events[end].kind == ORACLE_CALL;
			depth -= trace->events[end].kind == ORACLE_RETURN;
			if (depth == 0)
				break;
		}
		if (end < trace->count) {
			struct trace candidate = {0};

			take_frame(&candidate, trace);
			for (size_t k = 0; k < trace->count; k++)
				if (k != i && k != end)
					trace_add(&candidate, trace->events[k]);
			trace_repair(&candidate);
			any = adopt(trace, candidate, fails, context) || any;
		}
	}
	return any;
}

static bool make_ordinary(struct trace *trace, trace_fails *fails, void *context)
{
	bool any = false;

	for (uint32_t i = 0; i < TREATED_ROUTINES; i++) {
		struct trace candidate;

		if (trace->ways[i] == ORACLE_ORDINARY)
			continue;
		candidate = copy_without(trace, 0, 0);
		candidate.ways[i] = ORACLE_ORDINARY;
		any = adopt(trace, candidate, fails, context) || any;
	}
	return any;
}

static bool make_plainer(struct trace *trace, trace_fails *fails, void *context)
{
	bool any = false;

	for (size_t i = 0; i < trace->count; i++) {
		static const uint64_t sizes[] = {1, 4, 16};
		struct trace candidate = {0};

		if (trace->events[i].kind == ORACLE_CALL && trace->events[i].routine != 0) {
			candidate = copy_without(trace, 0, 0);
			candidate.events[i].routine = 0;
			any = adopt(trace, candidate, fails, context) || any;
		}
		if (trace->events[i].kind == ORACLE_COST && trace->events[i].address > 1) {
			candidate = copy_without(trace, 0, 0);
			candidate.events[i].address = 1;
			any = adopt(trace, candidate, fails, context) || any;
		}
		for (int k = 0; k < 3; k++) {
			if (trace->events[i].size <= sizes[k])
				break;
			candidate = copy_without(trace, 0, 0);
			candidate.events[i].size = sizes[k];
			if (adopt(trace, candidate, fails, context)) {
				any = true;
				break;
			}
		}
	}
	return any;
}

struct trace shrink(const struct trace *trace, trace_fails *fails, void *context)
{
	struct trace smaller = copy_without(trace, 0, 0);
	bool again = true;

	while (again) {
		again = take_out_runs(&smaller, fails, context);
		again = take_out_pairs(&smaller, fails, context) || again;
		again = make_plainer(&smaller, fails, context) || again;
		again = make_ordinary(&smaller, fails, context) || again;
	}
	return smaller;
}
