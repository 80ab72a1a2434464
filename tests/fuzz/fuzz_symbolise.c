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
#include "../../src/engine/native/symbolise_main.c"
#undef main

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	if (count > 4 && memcmp(bytes, ELFMAG, SELFMAG) == 0) {
		const char *path = fuzz_file(bytes, count);

		for (uint64_t offset = 0; offset < count; offset += 1 + count / 16)
			answer(path, offset);
	} else {
		char *text = fuzz_string(bytes, count);

		free(demangled(text));
		answer_line(text);
		free(text);
	}
	forget_objects();
	return 0;
}
