/* SPDX-License-Identifier: GPL-2.0-or-later */
/* find.c - finds a routine by what a user types; see find.h. */
#include "cli/find.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/names.h"
#include "cli/terminal.h"

enum { NAMED_AT_MOST = 8 };

typedef bool match(const char *name, const char *text, size_t length);

static bool match_whole(const char *name, const char *text, size_t length)
{
	return strncmp(name, text, length) == 0 && name[length] == '\0';
}

static bool match_without_parameters(const char *name, const char *text, size_t length)
{
	return strncmp(name, text, length) == 0 && name[length] == '(';
}

static bool match_glob(const char *name, const char *text, size_t length)
{
	char pattern[4096];

	if (length >= sizeof(pattern))
		return false;
	memcpy(pattern, text, length);
	pattern[length] = '\0';
	return fnmatch(pattern, name, 0) == 0;
}

static bool match_part(const char *name, const char *text, size_t length)
{
	return memmem(name, strlen(name), text, length) != NULL;
}

/* Is the routine in this object, or at this FILE:LINE? Two of one object may have the same name. */
static bool is_at(const struct landau_routine *routine, const char *place)
{
	size_t length = strlen(routine->file);
	char line[16];

	if (landau_object_matches(place, routine->object))
		return true;
	snprintf(line, sizeof(line), ":%" PRIu32, routine->line);
	return length > 0 && strncmp(place, routine->file, length) == 0 &&
	       strcmp(place + length, line) == 0;
}

/* Number of matches; *found is the first. */
static size_t count_matches(const struct landau_profile *profile, match *matches, const char *text,
			    size_t length, const char *place, uint32_t *found)
{
	size_t count = 0;

	for (size_t i = 0; i < profile->routine_count; i++) {
		const struct landau_routine *routine = &profile->routines[i];

		if (!matches(routine->name, text, length))
			continue;
		if (place && !is_at(routine, place))
			continue;
		if (count++ == 0)
			*found = (uint32_t)i;
	}
	return count;
}

static void name_matches(const struct landau_profile *profile, match *matches, const char *text,
			 size_t length, const char *place)
{
	int named = 0;

	for (size_t i = 0; i < profile->routine_count; i++) {
		const struct landau_routine *routine = &profile->routines[i];

		if (!matches(routine->name, text, length) || (place && !is_at(routine, place)))
			continue;
		if (named++ == NAMED_AT_MOST) {
			fprintf(stderr, "  ...\n");
			return;
		}
		fputs("  ", stderr);
		landau_print_plain(stderr, routine->name);
		fputc('@', stderr);
		landau_print_plain(stderr, routine->object);
		if (*routine->file) {
			fputs("  (", stderr);
			landau_print_plain(stderr, routine->file);
			fprintf(stderr, ":%u)", (unsigned)routine->line);
		}
		fputc('\n', stderr);
	}
}

uint32_t landau_find_routine(const struct landau_profile *profile, const char *command,
			     const char *text)
{
	static match *const ways[] = {match_whole, match_without_parameters, match_glob,
				      match_part};
	const char *at = strrchr(text, '@');
	const char *place = at ? at + 1 : NULL;
	size_t length = at ? (size_t)(at - text) : strlen(text);
	uint32_t found = LANDAU_NONE;

	/* Names of symbols with a version have the sign too. */
	if (at && count_matches(profile, match_whole, text, strlen(text), NULL, &found) == 1)
		return found;
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		size_t count = count_matches(profile, ways[i], text, length, place, &found);

		if (count == 1)
			return found;
		if (count > 1) {
			landau_complain("%s: '%s' %s %zu routines; say which, as NAME, "
					"NAME@OBJECT or NAME@FILE:LINE:",
					command, text,
					ways[i] == match_part ? "is in the names of"
							      : "is the name of",
					count);
			name_matches(profile, ways[i], text, length, place);
			return LANDAU_NONE;
		}
	}
	landau_complain("%s: no routine is called '%s'; 'landau report --all' lists them", command,
			text);
	return LANDAU_NONE;
}

bool landau_routine_text(const struct landau_profile *profile, uint32_t routine, char *text,
			 size_t bytes)
{
	const struct landau_routine *meant = &profile->routines[routine];
	size_t length = strlen(meant->name);
	uint32_t first;
	int needed;

	if (count_matches(profile, match_whole, meant->name, length, NULL, &first) == 1)
		needed = snprintf(text, bytes, "%s", meant->name);
	else if (count_matches(profile, match_whole, meant->name, length, meant->object, &first) ==
			 1 ||
		 !*meant->file)
		needed = snprintf(text, bytes, "%s@%s", meant->name, meant->object);
	else
		needed = snprintf(text, bytes, "%s@%s:%" PRIu32, meant->name, meant->file,
				  meant->line);
	return needed >= 0 && (size_t)needed < bytes;
}
