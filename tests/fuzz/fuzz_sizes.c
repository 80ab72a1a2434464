/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fuzz_sizes.c - what landau sweep is told: sizes, and the words of a runner. */
#include "fuzz.h"

#include "cli/sweep/sweep.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	char *text = fuzz_string(bytes, count);
	struct landau_sizes sizes;
	char **words = landau_words_split(text);
	char *replaced = landau_sweep_replace(text, "{n}", "17");

	if (landau_sizes_parse(text, &sizes)) {
		FUZZ_CHECK(sizes.count >= 1 && sizes.count <= LANDAU_SWEEP_MOST_SIZES);
		for (size_t i = 0; i < sizes.count; i++)
			FUZZ_CHECK(sizes.values[i] >= 1);
		free(sizes.values);
	}
	FUZZ_CHECK(!words || words[0]);
	landau_words_free(words);
	FUZZ_CHECK(replaced && !landau_sweep_has(replaced, "{n}") == !strstr(replaced, "{n}"));
	free(replaced);
	free(text);
	return 0;
}
