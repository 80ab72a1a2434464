/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fuzz.c - what the fuzz targets share; see fuzz.h. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void __sanitizer_print_stack_trace(void);

_Noreturn void fuzz_fail(const char *file, int line, const char *condition)
{
	fprintf(stderr, "%s:%d: this does not hold: %s\n", file, line, condition);
	__sanitizer_print_stack_trace();
	abort();
}

const char *fuzz_file(const uint8_t *bytes, size_t count)
{
	static int file = -1;
	static char path[32];

	if (file < 0) {
		file = memfd_create("input", MFD_CLOEXEC);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
	}
	FUZZ_CHECK(file >= 0 && ftruncate(file, 0) == 0 && lseek(file, 0, SEEK_SET) == 0);
	while (count > 0) {
		ssize_t written = write(file, bytes, count);

		FUZZ_CHECK(written > 0);
		bytes += written;
		count -= (size_t)written;
	}
	return path;
}

char *fuzz_string(const uint8_t *bytes, size_t count)
{
	char *text = malloc(count + 1);

	FUZZ_CHECK(text);
	memcpy(text, bytes, count);
	text[count] = '\0';
	return text;
}

bool fuzz_put(void *context, const void *bytes, size_t count)
{
	struct fuzz_text *text = context;

	text->bytes = realloc(text->bytes, text->count + count + 1);
	FUZZ_CHECK(text->bytes);
	memcpy(text->bytes + text->count, bytes, count);
	text->count += count;
	return true;
}

struct fuzz_text fuzz_profile_text(const uint8_t *bytes, size_t count)
{
	struct fuzz_text text = {0};
	char end[32];
	size_t lines = 1;

	if (count == 0 || bytes[0] != '!') {
		fuzz_put(&text, bytes, count);
		return text;
	}
	for (size_t i = 1; i < count; i++)
		lines += bytes[i] == '\n';
	snprintf(end, sizeof(end), "end %zu\n", lines);
	fuzz_put(&text, bytes + 1, count - 1);
	fuzz_put(&text, end, strlen(end));
	return text;
}
