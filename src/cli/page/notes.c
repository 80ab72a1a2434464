/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page/notes.c - sentences about single routines for the page; see page/notes.h. */
#include "cli/page/notes.h"

#include <stdlib.h>

#include "cli/analysis/analysis.h"
#include "cli/analysis/explain.h"
#include "cli/print/json.h"

struct notes {
	FILE *routines;
	FILE *texts;
	size_t count;
};

static void add(struct notes *notes, uint32_t routine, const char *text)
{
	fprintf(notes->routines, "%s%u", notes->count > 0 ? "," : "", (unsigned)routine);
	if (notes->count++ > 0)
		putc(',', notes->texts);
	landau_json_string(notes->texts, text);
}

static bool note_explanation(struct notes *notes, const struct landau_profile *profile,
			     const struct landau_page_fit *fit, uint32_t routine,
			     const struct landau_summary *summary)
{
	struct landau_explanation explanation;
	char text[sizeof(explanation.text) + 32];

	if (!landau_explain(profile, routine, summary, &fit->worst, &explanation))
		return false;
	if (explanation.kind == LANDAU_EXPLANATION_NONE)
		return true;
	snprintf(text, sizeof(text), "Explanation: %s.", explanation.text);
	add(notes, routine, text);
	return true;
}

static bool note(struct notes *notes, const struct landau_profile *profile,
		 const struct landau_page_fit *fit, uint32_t routine, double total)
{
	struct landau_summary summary;
	bool fine = landau_profile_summarise(profile, routine, LANDAU_NONE, &summary);

	if (fine && summary.calls > 0 && (double)summary.cost >= LANDAU_SMALLEST_SHARE * total)
		fine = note_explanation(notes, profile, fit, routine, &summary);
	if (fine)
		landau_summary_free(&summary);
	return fine;
}

bool landau_page_print_notes(const struct landau_profile *profile,
			     const struct landau_page_fit *fits, FILE *stream)
{
	char *routines = NULL, *texts = NULL;
	size_t routine_bytes = 0, text_bytes = 0;
	struct notes notes = {.routines = open_memstream(&routines, &routine_bytes),
			      .texts = open_memstream(&texts, &text_bytes)};
	double total = (double)landau_profile_cost(profile, LANDAU_NONE);
	bool fine = notes.routines && notes.texts;

	for (uint32_t i = 0; fine && i < profile->routine_count; i++)
		fine = note(&notes, profile, &fits[i], i, total);
	if (notes.routines)
		fine = fclose(notes.routines) == 0 && fine;
	if (notes.texts)
		fine = fclose(notes.texts) == 0 && fine;
	if (fine)
		fprintf(stream, ",\"notes\":{\"routine\":[%s],\"text\":[%s]}", routines, texts);
	free(routines);
	free(texts);
	return fine;
}
