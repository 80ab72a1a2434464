/* SPDX-License-Identifier: GPL-2.0-or-later */
/* within.c - what one long call of a routine shows by itself; see within.h. */
#include "cli/analysis/within.h"

#include "cli/print/json.h"
#include "cli/print/names.h"

/* Of the cost of a phase: a callee with less does not explain it. */
static const double good_share = 0.2;
enum { NAME_COLUMNS = 48, NAME_BYTES = 4 * NAME_COLUMNS };

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

/* -- What was called in two phases -------------------------------------------------------------- */

/* Of the marks behind `first` up to `last`. */
static struct landau_phase phase_of(const struct landau_mark *first, const struct landau_mark *last)
{
	struct landau_phase phase = {.callee = LANDAU_NONE};
	double total = (double)(last->cost - first->cost);
	uint64_t most = 0;

	for (const struct landau_mark *mark = first + 1; mark <= last; mark++) {
		uint64_t sum = 0;

		for (const struct landau_mark *other = first + 1; other <= last; other++)
			if (other->callee == mark->callee)
				sum += other->callee_cost;
		if (mark->callee == LANDAU_NONE || sum <= most)
			continue;
		most = sum;
		phase.callee = mark->callee;
	}
	phase.share = total > 0 ? (double)most / total : 0;
	if (phase.share < good_share)
		phase = (struct landau_phase){.callee = LANDAU_NONE};
	return phase;
}

static void look_at_phases(struct landau_long_call *call)
{
	const struct landau_mark *first = call->curve->marks;
	const struct landau_mark *last = first + call->curve->mark_count - 1;
	const struct landau_mark *at = first;

	call->before = call->after = (struct landau_phase){.callee = LANDAU_NONE};
	if (call->within.kind != LANDAU_WITHIN_PHASES)
		return;
	while (at < last && (double)at->trms < call->within.at)
		at++;
	call->before = phase_of(first, at);
	call->after = phase_of(at, last);
}

static void name_of(const struct landau_profile *profile, uint32_t routine, char *name)
{
	landau_short_name(profile->routines[routine].name, NAME_COLUMNS, name, NAME_BYTES);
}

void landau_phases_text(const struct landau_profile *profile, const struct landau_long_call *call,
			char text[LANDAU_PHASES_BYTES])
{
	const struct landau_phase *before = &call->before, *after = &call->after;
	char first[NAME_BYTES] = "", then[NAME_BYTES] = "";

	text[0] = '\0';
	if (call->within.kind != LANDAU_WITHIN_PHASES)
		return;
	if (before->callee != LANDAU_NONE)
		name_of(profile, before->callee, first);
	if (after->callee != LANDAU_NONE)
		name_of(profile, after->callee, then);
	if (first[0] && before->callee == after->callee)
		snprintf(text, LANDAU_PHASES_BYTES,
			 "mostly calls of %s in both (%.0f %% of the cost, then %.0f %%)", first,
			 100 * before->share, 100 * after->share);
	else if (first[0] && then[0])
		snprintf(text, LANDAU_PHASES_BYTES,
			 "first mostly calls of %s (%.0f %% of the cost), then of %s (%.0f %%)",
			 first, 100 * before->share, then, 100 * after->share);
	else if (first[0])
		snprintf(
			text, LANDAU_PHASES_BYTES,
			"first mostly calls of %s (%.0f %% of the cost), then of no single routine",
			first, 100 * before->share);
	else if (then[0])
		snprintf(text, LANDAU_PHASES_BYTES,
			 "first mostly its own work, then calls of %s (%.0f %% of the cost)", then,
			 100 * after->share);
}

/* -- The call ----------------------------------------------------------------------------------- */

static struct landau_long_call look_at(const struct landau_curve *curve)
{
	struct landau_long_call call = {.curve = curve};

	call.within =
		landau_within_of(curve->marks, curve->mark_count, &curve->end, LANDAU_WITHIN_TRMS);
	call.has_external = curve->end.external_input > curve->end.trms / 2;
	if (call.has_external)
		call.external = landau_within_of(curve->marks, curve->mark_count, &curve->end,
						 LANDAU_WITHIN_EXTERNAL);
	call.steps = landau_steps_of(curve->steps, curve->step_count, curve->returns, &curve->end);
	look_at_phases(&call);
	return call;
}

/* Curves of a few marks are there for their steps. */
static bool is_of_use(const struct landau_long_call *call)
{
	const struct landau_curve *curve = call->curve;

	return curve->mark_count >= LANDAU_CURVE_LEAST || curve->step_count == 0 ||
	       tells(&call->steps.within);
}

bool landau_long_call_of(const struct landau_profile *profile, uint32_t routine, uint32_t thread,
			 struct landau_long_call *call)
{
	const struct landau_curve *curve = NULL;
	size_t first, last, kept = 0;

	landau_profile_curves_of(profile, routine, &first, &last);
	*call = (struct landau_long_call){0};
	if (first == last)
		return false;
	while ((curve = next_curve(&profile->curves[first], &profile->curves[last], thread,
				   curve))) {
		struct landau_long_call other = look_at(curve);

		if (!is_of_use(&other))
			continue;
		kept++;
		if (kept == 1 ||
		    (kept == 2 && call->within.kind == LANDAU_WITHIN_NONE &&
		     !tells(landau_long_call_told(call)) && tells(landau_long_call_told(&other)) &&
		     curve->end.cost >= call->curve->end.cost / 2))
			*call = other;
	}
	call->kept = kept;
	return kept > 0;
}

bool landau_is_told_by_steps(const struct landau_long_call *call)
{
	return landau_long_call_told(call) == &call->steps.within;
}

const struct landau_within *landau_long_call_told(const struct landau_long_call *call)
{
	if (tells(&call->within))
		return &call->within;
	if (call->has_external && tells(&call->external))
		return &call->external;
	return tells(&call->steps.within) ? &call->steps.within : &call->within;
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

static void print_phase(FILE *stream, const struct landau_profile *profile,
			const struct landau_phase *phase)
{
	fputs("{\"callee\": ", stream);
	if (phase->callee == LANDAU_NONE)
		fputs("null", stream);
	else
		landau_json_string(stream, profile->routines[phase->callee].name);
	fputs(", \"share\": ", stream);
	landau_json_real(stream, phase->share);
	putc('}', stream);
}

/* What was called most in two phases. */
static void print_phases(FILE *stream, const struct landau_profile *profile,
			 const struct landau_long_call *call)
{
	if (call->within.kind != LANDAU_WITHIN_PHASES)
		return;
	fputs(", \"phases\": {\"at\": ", stream);
	landau_json_real(stream, call->within.at);
	fputs(", \"before\": ", stream);
	print_phase(stream, profile, &call->before);
	fputs(", \"after\": ", stream);
	print_phase(stream, profile, &call->after);
	putc('}', stream);
}

static void print_steps(FILE *stream, const struct landau_steps *steps)
{
	if (!tells(&steps->within))
		return;
	fprintf(stream, ", \"steps\": {\"of\": \"%s\", \"points\": [",
		steps->of_rest ? "what was left" : "what was done");
	for (size_t i = 0; i < steps->point_count; i++)
		print_point(stream, i == 0, steps->points[i].trms, steps->points[i].cost);
	fputs("], ", stream);
	print_verdict(stream, &steps->within);
	putc('}', stream);
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
	print_phases(stream, profile, call);
	print_steps(stream, &call->steps);
	putc('}', stream);
}
