/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page/outlook.c - what will hurt, how much is known, and what to run next; see page/outlook.h. */
#include "cli/page/outlook.h"

#include <stdlib.h>

#include "cli/analysis/advice.h"
#include "cli/analysis/by_run.h"
#include "cli/analysis/explain.h"
#include "cli/print/json.h"

/* What another n explains is not told from within a call. It takes the points, which the page has not kept. */
static bool explain(const struct landau_profile *profile, struct landau_finding *finding)
{
	struct landau_explanation explanation;
	struct landau_summary summary;
	bool fine;

	if (!landau_profile_summarise(profile, finding->routine, LANDAU_NONE, &summary))
		return false;
	fine = landau_explain(profile, finding->routine, &summary, &finding->worst, &explanation);
	landau_summary_free(&summary);
	if (!fine || explanation.kind == LANDAU_EXPLANATION_NONE)
		return fine;
	finding->explanation = malloc(sizeof(explanation));
	if (finding->explanation)
		*finding->explanation = explanation;
	return finding->explanation != NULL;
}

/* The long call that is told of, if any, and what the routine costs at ten times the input. */
static bool look_ahead(struct landau_page_outlook *outlook, struct landau_finding *finding)
{
	const struct landau_analysis *analysis = &outlook->analysis;

	outlook->predicted[finding->routine] = landau_predicted_share(finding);
	if (!landau_look_within(analysis, finding))
		return false;
	if (!landau_is_from_within(finding))
		return true;
	if (!explain(analysis->profile, finding))
		return false;
	if (landau_is_from_within(finding)) {
		outlook->predicted[finding->routine] = landau_predicted_share(finding);
		outlook->within[finding->routine] = landau_told(finding);
	}
	return true;
}

bool landau_page_outlook_of(const struct landau_profile *profile,
			    const struct landau_page_routine *routines,
			    const struct landau_page_fit *fits, struct landau_page_outlook *outlook)
{
	size_t count = profile->routine_count;
	struct landau_analysis *analysis = &outlook->analysis;
	double total;
	size_t *order;

	*outlook = (struct landau_page_outlook){0};
	*analysis =
		(struct landau_analysis){.profile = profile,
					 .findings = calloc(count + 1, sizeof(*analysis->findings)),
					 .total_cost = landau_profile_cost(profile, LANDAU_NONE),
					 .thread = LANDAU_NONE};
	outlook->ranks = calloc(count + 1, sizeof(*outlook->ranks));
	outlook->predicted = calloc(count + 1, sizeof(*outlook->predicted));
	outlook->within = calloc(count + 1, sizeof(*outlook->within));
	if (!analysis->findings || !outlook->ranks || !outlook->predicted || !outlook->within)
		return false;
	total = (double)analysis->total_cost;
	for (size_t i = 0; i < count; i++) {
		const struct landau_page_routine *routine = &routines[i];
		struct landau_finding *finding = &analysis->findings[analysis->count];

		outlook->ranks[i] = count;
		if (routine->calls == 0)
			continue;
		*finding = (struct landau_finding){
			.routine = (uint32_t)i,
			.summary = {.calls = routine->calls,
				    .cost = routine->cost,
				    .self = routine->self},
			.worst = fits[i].worst,
			.share = total > 0 ? (double)routine->cost / total : 0,
			.self_share = total > 0 ? (double)routine->self / total : 0,
		};
		analysis->count++;
		if (!look_ahead(outlook, finding))
			return false;
	}
	order = landau_analysis_rank(analysis);
	for (size_t i = 0; order && i < analysis->count; i++)
		outlook->ranks[analysis->findings[order[i]].routine] = i;
	free(order);
	return order != NULL;
}

void landau_page_outlook_free(struct landau_page_outlook *outlook)
{
	if (outlook->analysis.findings)
		landau_analysis_free(&outlook->analysis);
	free(outlook->ranks);
	free(outlook->predicted);
	free((void *)outlook->within);
	*outlook = (struct landau_page_outlook){0};
}

/* How much is known, as the report says it. */
static bool print_known(const struct landau_page_outlook *outlook, FILE *stream)
{
	struct landau_known known = landau_known_of(&outlook->analysis);

	fprintf(stream, ",\"known\":{\"routines\":%zu,\"share\":", known.routines);
	landau_json_real(stream, known.share);
	putc('}', stream);
	free(known.covered);
	return known.covered != NULL;
}

/* What to run to see more sizes; null where it is not known. */
static bool print_advice(const struct landau_page_outlook *outlook, FILE *stream)
{
	struct landau_advice advice;

	if (!landau_advise(outlook->analysis.profile, &advice))
		return false;
	const char *const parts[] = {advice.condition, advice.text, advice.command};
	static const char *const names[] = {"condition", "text", "command"};

	for (int i = 0; i < 3; i++) {
		fprintf(stream, "%s\"%s\":", i > 0 ? "," : ",\"advice\":{", names[i]);
		if (parts[i])
			landau_json_string(stream, parts[i]);
		else
			fputs("null", stream);
	}
	putc('}', stream);
	landau_advice_free(&advice);
	return true;
}

/* What leads the report of a sweep: how the program grows with the size of its runs, and where; else null. */
static bool print_by_run(const struct landau_page_outlook *outlook, FILE *stream)
{
	struct landau_by_run_table table;
	char text[LANDAU_STATEMENT_BYTES];

	if (!landau_by_run_rank(outlook->analysis.profile, &table)) {
		landau_by_run_table_free(&table);
		return false;
	}
	fputs(",\"by_run\":", stream);
	if (table.count == 0) {
		fputs("null", stream);
	} else {
		const struct landau_model *model = &table.rows[0].by_run.models[LANDAU_BY_RUN_COST];

		landau_model_statement_text(model, text);
		fputs("{\"unit\":", stream);
		landau_json_string(stream, landau_by_run_unit_text(table.unit));
		fprintf(stream, ",\"sizes\":%zu,\"smallest\":", table.sizes);
		landau_json_number(stream, table.smallest);
		fputs(",\"largest\":", stream);
		landau_json_number(stream, table.largest);
		fprintf(stream, ",\"routine\":%u,\"culprit\":%u,\"whole\":", table.rows[0].routine,
			table.rows[table.culprit].routine);
		landau_json_real(stream, table.rows[0].share);
		fputs(",\"share\":", stream);
		landau_json_real(stream, table.rows[table.culprit].share);
		fprintf(stream, ",\"strength\":%d,\"text\":", (int)model->statement);
		landau_json_string(stream, text);
		putc('}', stream);
	}
	landau_by_run_table_free(&table);
	return true;
}

bool landau_page_print_outlook(const struct landau_page_outlook *outlook, FILE *stream)
{
	return print_known(outlook, stream) && print_by_run(outlook, stream) &&
	       print_advice(outlook, stream);
}
