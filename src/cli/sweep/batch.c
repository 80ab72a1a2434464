/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sweep/batch.c - landau sweep: all runs as commands for another engine; see sweep.h. */
#include "cli/sweep/sweep.h"

#include <stdlib.h>
#include <sys/wait.h>

#include "cli/print/output.h"

static void print_words(FILE *stream, char *const *words)
{
	for (size_t i = 0; words[i]; i++) {
		if (i > 0)
			putc(' ', stream);
		landau_print_quoted(stream, words[i]);
	}
}

bool landau_sweep_write_commands(const struct landau_sweep *sweep, const char *path)
{
	FILE *stream = fopen(path, "we");
	bool fine;

	if (!stream)
		return false;
	for (size_t i = 0; i < sweep->count; i++) {
		const struct landau_sweep_run *run = &sweep->runs[i];

		putc('(', stream);
		print_words(stream, run->command);
		fputs(" <", stream);
		landau_print_quoted(stream, run->standard_input);
		fputs(" >", stream);
		landau_print_quoted(stream, run->output);
		fputs(" 2>", stream);
		landau_print_quoted(stream, run->errors);
		fputs("; status=$?; echo $status >", stream);
		landau_print_quoted(stream, run->folder);
		fputs("/status; exit $status)\n", stream);
	}
	fine = !ferror(stream);
	return fclose(stream) == 0 && fine;
}

void landau_sweep_read_status(struct landau_sweep_run *run)
{
	char path[PATH_MAX + 8];
	char text[16] = "";
	FILE *stream;

	snprintf(path, sizeof(path), "%s/status", run->folder);
	stream = fopen(path, "re");
	if (!stream)
		return;
	if (fgets(text, sizeof(text), stream))
		run->status = W_EXITCODE((int)strtol(text, NULL, 10) & 0xff, 0);
	fclose(stream);
}
