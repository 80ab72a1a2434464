/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_profile.c - the reader of landau.data(5).
 *
 * A profile that is read can be written, and what was written is read as the same profile: the third
 * text is the second one. Merged with itself it has the same routines.
 */
#include "fuzz.h"

#include "profile/profile.h"
#include "profile/writer.h"

#include <stdlib.h>
#include <string.h>

static struct fuzz_text text_of(const struct landau_profile *profile)
{
	static struct landau_writer writer;
	struct fuzz_text text = {0};

	landau_writer_start(&writer, fuzz_put, &text);
	FUZZ_CHECK(landau_profile_write(profile, &writer));
	return text;
}

static void look_at(const struct landau_profile *profile)
{
	for (uint32_t i = 0; i < profile->routine_count; i++) {
		struct landau_summary summary;
		struct landau_callee *callees;
		struct landau_measures measures;
		size_t count, first, last;

		FUZZ_CHECK(landau_profile_summarise(profile, i, LANDAU_NONE, &summary));
		measures = landau_summary_measures(&summary);
		FUZZ_CHECK(measures.induced_input >= 0 && measures.induced_input <= 100);
		FUZZ_CHECK(measures.thread_input >= 0 && measures.thread_input <= 100);
		FUZZ_CHECK(measures.external_input >= 0 && measures.external_input <= 100);
		landau_summary_free(&summary);
		FUZZ_CHECK(landau_profile_callees(profile, i, &callees, &count));
		landau_callees_free(callees, count);
		landau_profile_totals_of(profile, i, &first, &last);
		FUZZ_CHECK(first <= last && last <= profile->total_count);
		for (size_t j = first; j < last; j++)
			FUZZ_CHECK(profile->totals[j].routine == i && profile->totals[j].runs > 0);
		landau_profile_curves_of(profile, i, &first, &last);
		FUZZ_CHECK(first <= last && last <= profile->curve_count);
		for (size_t j = first; j < last; j++)
			FUZZ_CHECK(profile->curves[j].routine == i &&
				   profile->curves[j].mark_count > 0);
		landau_profile_lines_of(profile, i, &first, &last);
		FUZZ_CHECK(first <= last && last <= profile->line_count);
		for (size_t j = first; j < last; j++)
			FUZZ_CHECK(profile->lines[j].routine == i);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	struct landau_error error;
	struct fuzz_text text = fuzz_profile_text(bytes, count), again;
	struct landau_profile *first =
		landau_profile_parse(text.bytes, text.count, "input", &error);
	struct landau_profile *second, *sum;

	free(text.bytes);
	if (!first) {
		FUZZ_CHECK(error.text[0]);
		return 0;
	}
	look_at(first);
	text = text_of(first);
	second = landau_profile_parse(text.bytes, text.count, "copy", &error);
	FUZZ_CHECK(second);
	again = text_of(second);
	FUZZ_CHECK(text.count == again.count && memcmp(text.bytes, again.bytes, text.count) == 0);
	sum = landau_profile_merge((struct landau_profile *[]){first, second}, 2, &error);
	FUZZ_CHECK(sum && sum->routine_count == first->routine_count &&
		   sum->record_count == first->record_count);
	look_at(sum);
	if (landau_profile_switch(sum, "peak"))
		look_at(sum);
	landau_profile_free(first);
	landau_profile_free(second);
	landau_profile_free(sum);
	free(text.bytes);
	free(again.bytes);
	return 0;
}
