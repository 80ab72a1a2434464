/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz.h - what the fuzz targets share.
 *
 * A target is one file: it hands any bytes to one parser and checks what must hold of the result. What
 * does not hold ends the process, as a finding of a sanitizer does. tests/fuzz/run builds and runs them.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

/* A file in memory that holds the bytes: its path. The same file each time. */
const char *fuzz_file(const uint8_t *bytes, size_t count);

/* The bytes as a string, which ends with them or with the first zero byte. Freed with free. */
char *fuzz_string(const uint8_t *bytes, size_t count);

/* Text that grows; a landau_sink whose context is one. Freed with free(text.bytes). */
struct fuzz_text {
	char *bytes;
	size_t count;
};
bool fuzz_put(void *text, const void *bytes, size_t count);

/*
 * The bytes as the text of a profile. After a '!' they lack their last line, which says how many lines
 * there are: few changes to a profile would pass without.
 */
struct fuzz_text fuzz_profile_text(const uint8_t *bytes, size_t count);

/* Ends the process if the condition does not hold. */
#define FUZZ_CHECK(condition)                                                                      \
	do {                                                                                       \
		if (!(condition))                                                                  \
			fuzz_fail(__FILE__, __LINE__, #condition);                                 \
	} while (0)
_Noreturn void fuzz_fail(const char *file, int line, const char *condition);

#endif
