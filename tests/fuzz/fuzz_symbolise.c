/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_symbolise.c - landau-symbolise: debug names, from whatever claims to have some.
 *
 * An ELF file is asked for the names of places in it; any other input is a question, and a name to be
 * demangled. Object files are read by libdw, which is not instrumented here: a crash in it is seen, reads
 * out of bounds may not be.
 */
#include "fuzz.h"

#define main symbolise_main
int symbolise_main(void);
#include "../../src/engine/native/names/symbolise_main.c"
#undef main

/* An answer is one line, whatever names are made of: who asks counts lines. */
static void check_answers(const char *said, size_t length, size_t questions)
{
	size_t lines = 0;

	for (size_t i = 0; i < length; i++)
		lines += said[i] == '\n';
	FUZZ_CHECK(lines == questions);
	FUZZ_CHECK(length > 0 && said[length - 1] == '\n');
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	FILE *terminal = stdout;
	char *said = NULL;
	size_t length = 0, questions = 0;

	stdout = open_memstream(&said, &length);
	FUZZ_CHECK(stdout);
	if (count > 4 && memcmp(bytes, ELFMAG, SELFMAG) == 0) {
		const char *path = fuzz_file(bytes, count);

		for (uint64_t offset = 0; offset < count; offset += 1 + count / 16) {
			answer(path, offset);
			answer_with_line(path, offset);
			questions += 2;
		}
	} else {
		char *text = fuzz_string(bytes, count);

		free(readable(text));
		answer_line(text);
		questions++;
		free(text);
	}
	fclose(stdout);
	stdout = terminal;
	check_answers(said, length, questions);
	free(said);
	forget_objects();
	FUZZ_CHECK(!objects);
	return 0;
}
