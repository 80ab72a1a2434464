/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/curves.c - what long calls had read and paid on their way; see page/curves.h.
 *
 * Rows [3, [256, ...], [1000, ...], [1010, ...], "text"]: the routine, n, the cost, the fit, which is empty if no class is
 * named, and a sentence.
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

static void print_values(const struct landau_long_call *call, enum value value, FILE *stream)
{
	const struct landau_curve *curve = call->curve;
	const struct landau_model *model = &call->within.model;

	putc('[', stream);
	for (size_t i = 0; i <= curve->mark_count; i++) {
		const struct landau_mark *mark =
			i < curve->mark_count ? &curve->marks[i] : &curve->end;

		if (value == VALUE_FIT && model->statement != LANDAU_STATEMENT_CLASS)
			break;
		if (i > 0)
			putc(',', stream);
		if (value == VALUE_FIT)
			landau_json_real(stream, landau_model_predict(model, (double)mark->trms));
		else
			landau_json_number(stream, value == VALUE_N ? mark->trms : mark->cost);
	}
	putc(']', stream);
}

/* "The call of n = 42.8k that cost 10.5M shows by itself how it grows: n^2." */
static void print_text(const struct landau_long_call *call, FILE *stream)
{
	const struct landau_within *within = landau_long_call_told(call);
	bool grows = within->kind == LANDAU_WITHIN_GROWTH;
	char cost[16], n[16], statement[LANDAU_STATEMENT_BYTES], text[384];

	landau_short_number((double)call->curve->end.cost, cost, sizeof(cost));
	landau_short_number((double)call->curve->end.trms, n, sizeof(n));
	landau_model_statement_text(&within->model, statement);
	snprintf(text, sizeof(text), "The call of n = %s that cost %s %s: %s%s.", n, cost,
		 grows ? "shows by itself how it grows" : "does not show how it grows",
		 grows ? statement : within->reason,
		 within == &call->external ? ", by its external input" : "");
	landau_json_string(stream, text);
}

void landau_page_print_curves(const struct landau_profile *profile, FILE *stream)
{
	double total = (double)landau_profile_cost(profile, LANDAU_NONE);
	struct landau_long_call call;
	const char *comma = "";

	fputs(",\"curves\":[", stream);
	for (uint32_t i = 0; i < profile->routine_count; i++) {
		if (!has_curve(profile, i, total, &call))
			continue;
		fprintf(stream, "%s[%u", comma, (unsigned)i);
		comma = ",";
		for (int value = VALUE_N; value <= VALUE_FIT; value++) {
			putc(',', stream);
			print_values(&call, (enum value)value, stream);
		}
		putc(',', stream);
		print_text(&call, stream);
		putc(']', stream);
	}
	putc(']', stream);
}
