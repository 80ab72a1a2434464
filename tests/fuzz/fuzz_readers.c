/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_readers.c - the commands that read a profile, on any profile that the reader takes.
 *
 * Which command runs depends on the bytes, so that one input is one command.
 */
#include "fuzz.h"

#include "cli/command.h"
#include "profile/profile.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 4 };

static const struct {
	landau_command_run *run;
	const char *words[MOST_WORDS];
} commands[] = {
	{landau_command_report, {"report", "--all"}},
	{landau_command_report, {"report", "--all", "--json"}},
	{landau_command_check, {"check", "--json"}},
	{landau_command_check, {"check", "--junit"}},
	{landau_command_check, {"check", "--sarif"}},
	{landau_command_html, {"html", "--no-source", "--output=-"}},
	{landau_command_export, {"export", "--format=json"}},
	{landau_command_export, {"export", "--format=csv"}},
	{landau_command_export, {"export", "--format=callgrind"}},
	{landau_command_export, {"export", "--format=collapsed"}},
	{landau_command_export, {"export", "--format=extrap"}},
	{landau_command_export, {"export", "--format=svg", "-r"}}, /* the first routine */
	{landau_command_merge, {"merge", "--output=-"}},
	{landau_command_diff, {"diff"}}, /* with itself */
	{landau_command_show, {"show"}}, /* the first routine */
	{landau_command_annotate, {"annotate"}},
};

static uint32_t sum_of(const uint8_t *bytes, size_t count)
{
	uint32_t sum = 2166136261u;

	for (size_t i = 0; i < count; i++)
		sum = (sum ^ bytes[i]) * 16777619u;
	return sum >> 8;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	struct landau_error error;
	struct fuzz_text text = fuzz_profile_text(bytes, count);
	struct landau_profile *profile =
		landau_profile_parse(text.bytes, text.count, "input", &error);
	uint32_t number = sum_of(bytes, count) % (sizeof(commands) / sizeof(*commands));
	char *arguments[MOST_WORDS + 3] = {0};
	int used = 0, status;
	char *path;

	if (!profile) {
		free(text.bytes);
		return 0;
	}
	path = (char *)fuzz_file((const uint8_t *)text.bytes, text.count);
	for (; used < MOST_WORDS && commands[number].words[used]; used++)
		arguments[used] = (char *)commands[number].words[used];
	arguments[used++] = path;
	if (commands[number].run == landau_command_diff)
		arguments[used++] = path;
	/* These want the name of a routine before the profile. */
	if ((commands[number].run == landau_command_show ||
	     commands[number].run == landau_command_annotate ||
	     strcmp(arguments[used - 2], "-r") == 0) &&
	    profile->routine_count > 0) {
		arguments[used] = path;
		arguments[used++ - 1] = profile->routines[0].name;
	}
	status = commands[number].run(used, arguments);
	FUZZ_CHECK(status == LANDAU_FINE || status == LANDAU_FAILED || status == LANDAU_BAD);
	landau_profile_free(profile);
	free(text.bytes);
	return 0;
}
