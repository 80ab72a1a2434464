/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fuzz_budget.c - the reader of budgets, and matching routines with what it reads. */
#include "fuzz.h"

#include "cli/check/budget.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	static char function[] = "store::find(std::string const&, int)",
		    library[] = "libstore.so.1";
	static char none[] = "";
	const struct landau_routine routines[] = {
		{.name = function, .object = library, .file = none},
		{.name = none, .object = none, .file = none},
	};
	struct landau_budget budget;
	struct landau_error error;
	bool fine = landau_budget_read(fuzz_file(bytes, count), &budget, &error);

	FUZZ_CHECK(fine || error.text[0]);
	for (size_t i = 0; fine && i < sizeof(routines) / sizeof(*routines); i++) {
		struct landau_budget_line *line =
			landau_budget_find(&budget, i % 2 ? "peak" : "", &routines[i], "find.omp");

		FUZZ_CHECK(!line || (line->used && landau_bound_name(line->bound)[0]));
	}
	landau_budget_free(&budget);
	return 0;
}
