/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_names.c - names of routines and objects for the terminal.
 *
 * The first byte is the width. Whatever the name is: no control character passes, and no more columns
 * are used than there are.
 */
#include "fuzz.h"

#include "cli/print/names.h"
#include "cli/print/terminal.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 4 * 256 + 8 };

static void check(const char *text, int width)
{
	FUZZ_CHECK(strlen(text) < ROOM);
	FUZZ_CHECK(landau_text_width(text) <= (size_t)width);
	for (const unsigned char *c = (const unsigned char *)text; *c; c++)
		FUZZ_CHECK(*c >= ' ' && *c != 0x7f && !(c[0] == 0xc2 && c[1] < 0xa0));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	char text[ROOM];
	char *name;
	int width;

	if (count == 0)
		return 0;
	width = bytes[0] + 1;
	name = fuzz_string(bytes + 1, count - 1);
	landau_short_name(name, width, text, sizeof(text));
	check(text, width);
	landau_short_object(name, width, text, sizeof(text));
	check(text, width);
	free(name);
	return 0;
}
