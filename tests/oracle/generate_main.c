/* SPDX-License-Identifier: GPL-2.0-or-later */
/* generate_main.c - `generate SEED [EVENTS]`: a random trace as text, see generate.h. */
#include "generate.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
	struct generate_options options = {0};
	struct trace trace;

	if (argc < 2 || argc > 3) {
		fprintf(stderr, "usage: generate SEED [EVENTS]\n");
		return 2;
	}
	if (argc == 3)
		options.events = strtoull(argv[2], NULL, 10);
	trace = generate(strtoull(argv[1], NULL, 10), &options);
	trace_print(&trace, stdout);
	trace_free(&trace);
	return ferror(stdout) || fflush(stdout) != 0 ? 2 : 0;
}
