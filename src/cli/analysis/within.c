/* SPDX-License-Identifier: GPL-2.0-or-later */
/* within.c - what one long call of a routine shows by itself; see within.h. */
#include "cli/analysis/within.h"

#include "cli/print/json.h"

static bool tells(const struct landau_within *within)
{
	return within->kind == LANDAU_WITHIN_GROWTH;
}

/* The most expensive curve that costs less than `below`, or as much and stands behind `after`. */
static const struct landau_curve *next_curve(const struct landau_curve *first,
					     const struct landau_curve *last, uint32_t thread,
					     const struct landau_curve *after)
{
	const struct landau_curve *found = NULL;

	for (const struct landau_curve *curve = first; curve < last; curve++) {
		if (thread != LANDAU_NONE && curve->thread != thread)
			continue;
		if (after && (curve->end.cost > after->end.cost ||
			      (curve->end.cost == after->end.cost && curve <= after)))
			continue;
		if (!found || curve->end.cost > found->end.cost)
			found = curve;
	}
	return found;
}

static void look_at(struct landau_long_call *call, const struct landau_curve *curve)
{
	call->curve = curve;
	call->within =
		landau_within_of(curve->marks, curve->mark_count, &curve->end, LANDAU_WITHIN_TRMS);
	call->has_external = curve->end.external_input > curve->end.trms / 2;
	if (call->has_external)
		call->external = landau_within_of(curve->marks, curve->mark_count, &curve->end,
						  LANDAU_WITHIN_EXTERNAL);
}

bool landau_long_call_of(const struct landau_profile *profile, uint32_t routine, uint32_t thread,
			 struct landau_long_call *call)
{
	const struct landau_curve *dearest, *next;
	size_t first, last;

	landau_profile_curves_of(profile, routine, &first, &last);
	*call = (struct landau_long_call){0};
	for (size_t i = first; i < last; i++)
		call->kept += thread == LANDAU_NONE || profile->curves[i].thread == thread;
	if (call->kept == 0)
		return false;
	dearest = next_curve(&profile->curves[first], &profile->curves[last], thread, NULL);
	look_at(call, dearest);
	if (call->within.kind != LANDAU_WITHIN_NONE || tells(landau_long_call_told(call)))
		return true;
	next = next_curve(&profile->curves[first], &profile->curves[last], thread, dearest);
	if (next && next->end.cost >= dearest->end.cost / 2) {
		look_at(call, next);
		if (!tells(landau_long_call_told(call)))
			look_at(call, dearest);
	}
	return true;
}

const struct landau_within *landau_long_call_told(const struct landau_long_call *call)
{
	return !tells(&call->within) && call->has_external && tells(&call->external)
		       ? &call->external
		       : &call->within;
}

/* -- JSON --------------------------------------------------------------------------------------- */

static void print_point(FILE *stream, bool is_first, uint64_t n, uint64_t cost)
{
	fputs(is_first ? "[" : ", [", stream);
	landau_json_number(stream, n);
	fputs(", ", stream);
	landau_json_number(stream, cost);
	putc(']', stream);
}

static void print_verdict(FILE *stream, const struct landau_within *within)
{
	fputs("\"kind\": ", stream);
	landau_json_string(stream, landau_within_name(within->kind));
	fputs(", \"reason\": ", stream);
	landau_json_string(stream, within->reason);
	fputs(", \"model\": ", stream);
	landau_model_print_json(stream, &within->model);
}

void landau_long_call_print_json(FILE *stream, const struct landau_profile *profile,
				 const struct landau_long_call *call)
{
	const struct landau_curve *curve = call->curve;

	if (!curve) {
		fputs("null", stream);
		return;
	}
	fputs("{\"n\": ", stream);
	landau_json_number(stream, curve->end.trms);
	fputs(", \"external_input\": ", stream);
	landau_json_number(stream, curve->end.external_input);
	fputs(", \"cost\": ", stream);
	landau_json_number(stream, curve->end.cost);
	fputs(", \"thread\": ", stream);
	landau_json_number(stream, profile->threads[curve->thread].id);
	fputs(", \"calls_kept\": ", stream);
	landau_json_number(stream, call->kept);
	fputs(", \"points\": [", stream);
	for (size_t i = 0; i < curve->mark_count; i++)
		print_point(stream, i == 0, curve->marks[i].trms, curve->marks[i].cost);
	print_point(stream, false, curve->end.trms, curve->end.cost);
	fputs("], ", stream);
	print_verdict(stream, &call->within);
	if (call->has_external) {
		fputs(", \"external\": {\"points\": [", stream);
		for (size_t i = 0; i < curve->mark_count; i++)
			print_point(stream, i == 0, curve->marks[i].external_input,
				    curve->marks[i].cost);
		print_point(stream, false, curve->end.external_input, curve->end.cost);
		fputs("], ", stream);
		print_verdict(stream, &call->external);
		putc('}', stream);
	}
	putc('}', stream);
}
