/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/curves.c - what long calls had read and paid on their way; see page/curves.h.
 *
 * Rows [3, [256, ...], [1000, ...], [1010, ...], "text", "way", 0]: the routine, n, the cost, the fit, which is empty if no class is
 * named, a sentence, and what is drawn: the "way" of the call, or the calls "made" or "left" when its input had been read. Where most of
 * the input of the call came from outside, the way is there by that alone, too: [[250, ...], [1008, ...], "text"] instead of the 0.
 */
#include "cli/page/curves.h"

#include "cli/analysis/analysis.h"
#include "cli/analysis/within.h"
#include "cli/print/json.h"
#include "cli/print/terminal.h"

enum value { VALUE_N, VALUE_COST, VALUE_FIT };

static bool has_curve(const struct landau_profile *profile, uint32_t routine, double total,
		      struct landau_long_call *call)
{
	return landau_long_call_of(profile, routine, LANDAU_NONE, call) &&
	       (double)call->curve->end.cost >= LANDAU_SMALLEST_SHARE * total;
}

/* What is drawn: the curve by n, or by steps where they tell more, or the curve by external input. */
struct drawn {
	enum landau_within_size size;
	const struct landau_mark *marks;
	size_t count;
	const struct landau_mark *end;
	const struct landau_within *within;
	const char *of;
};

static struct drawn drawn_of(const struct landau_long_call *call)
{
	const struct landau_curve *curve = call->curve;
	const struct landau_steps *steps = &call->steps;
	size_t last = steps->point_count - 1;

	if (landau_is_told_by_steps(call))
		return (struct drawn){
			LANDAU_WITHIN_TRMS,   steps->points,  last,
			&steps->points[last], &steps->within, steps->of_rest ? "left" : "made"};
	return (struct drawn){LANDAU_WITHIN_TRMS, curve->marks,  curve->mark_count,
			      &curve->end,        &call->within, "way"};
}

static struct drawn drawn_by_external(const struct landau_long_call *call)
{
	const struct landau_curve *curve = call->curve;

	return (struct drawn){LANDAU_WITHIN_EXTERNAL, curve->marks, curve->mark_count, &curve->end,
			      &call->external,        "way"};
}

static void print_values(const struct drawn *drawn, enum value value, FILE *stream)
{
	const struct landau_model *model = &drawn->within->model;

	putc('[', stream);
	for (size_t i = 0; i <= drawn->count; i++) {
		const struct landau_mark *mark = i < drawn->count ? &drawn->marks[i] : drawn->end;
		uint64_t size =
			drawn->size == LANDAU_WITHIN_EXTERNAL ? mark->external_input : mark->trms;

		if (value == VALUE_FIT && model->statement != LANDAU_STATEMENT_CLASS)
			break;
		if (i > 0)
			putc(',', stream);
		if (value == VALUE_FIT)
			landau_json_real(stream, landau_model_predict(model, (double)size));
		else
			landau_json_number(stream, value == VALUE_N ? size : mark->cost);
	}
	putc(']', stream);
}

/* "The call of n = 42.8k that cost 10.5M shows by itself how it grows: n^2." */
static void print_text(const struct landau_profile *profile, const struct landau_long_call *call,
		       const struct landau_within *within, FILE *stream)
{
	bool grows = within->kind == LANDAU_WITHIN_GROWTH;
	const char *by = "";
	char cost[16], n[16], statement[LANDAU_STATEMENT_BYTES], phases[LANDAU_PHASES_BYTES];
	char text[384 + LANDAU_PHASES_BYTES];

	landau_short_number((double)call->curve->end.cost, cost, sizeof(cost));
	landau_short_number((double)call->curve->end.trms, n, sizeof(n));
	landau_model_statement_text(&within->model, statement);
	phases[0] = '\0';
	if (within != &call->external)
		landau_phases_text(profile, call, phases);
	if (within == &call->external)
		by = ", by its external input";
	else if (within == &call->steps.within)
		by = call->steps.of_rest
			     ? ", by the calls that are left when it has read its input"
			     : ", by the calls that it makes when it has read its input";
	snprintf(text, sizeof(text), "The call of n = %s that cost %s %s: %s%s%s%s.", n, cost,
		 grows ? "shows by itself how it grows" : "does not show how it grows",
		 grows ? statement : within->reason, by, phases[0] ? "; " : "", phases);
	landau_json_string(stream, text);
}

/* As landau show does, steps that tell something are preferred. */
static void print_external(const struct landau_profile *profile,
			   const struct landau_long_call *call, FILE *stream)
{
	struct drawn drawn = drawn_by_external(call);

	if (!call->has_external || landau_is_told_by_steps(call)) {
		putc('0', stream);
		return;
	}
	putc('[', stream);
	print_values(&drawn, VALUE_N, stream);
	putc(',', stream);
	print_values(&drawn, VALUE_FIT, stream);
	putc(',', stream);
	print_text(profile, call, drawn.within, stream);
	putc(']', stream);
}

void landau_page_print_curves(const struct landau_profile *profile, FILE *stream)
{
	double total = (double)landau_profile_cost(profile, LANDAU_NONE);
	struct landau_long_call call;
	const char *comma = "";

	fputs(",\"curves\":[", stream);
	for (uint32_t i = 0; i < profile->routine_count; i++) {
		struct drawn drawn;

		if (!has_curve(profile, i, total, &call))
			continue;
		drawn = drawn_of(&call);
		fprintf(stream, "%s[%u", comma, (unsigned)i);
		comma = ",";
		for (int value = VALUE_N; value <= VALUE_FIT; value++) {
			putc(',', stream);
			print_values(&drawn, (enum value)value, stream);
		}
		putc(',', stream);
		print_text(profile, &call, drawn.within, stream);
		fprintf(stream, ",\"%s\",", drawn.of);
		print_external(profile, &call, stream);
		putc(']', stream);
	}
	putc(']', stream);
}
