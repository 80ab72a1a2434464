/* SPDX-License-Identifier: GPL-2.0-or-later */
/* find.c - finds a routine by what a user types; see find.h. */
#include "cli/analysis/find.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/print/names.h"
#include "cli/print/suggest.h"
#include "cli/print/terminal.h"

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

/* What a text is taken for: the first way in which it matches any routine. */
struct found {
	match *way; /* NULL: none matches */
	const char *place;
	size_t length;
	size_t count;
	uint32_t routine; /* the first */
};

static struct found find(const struct landau_profile *profile, const char *text)
{
	static match *const ways[] = {match_whole, match_without_parameters, match_glob,
				      match_part};
	const char *at = strrchr(text, '@');
	struct found found = {.way = match_whole, .length = strlen(text)};

	/* Names of symbols with a version have the sign too. */
	found.count =
		at ? count_matches(profile, match_whole, text, found.length, NULL, &found.routine)
		   : 0;
	if (found.count == 1)
		return found;
	found.place = at ? at + 1 : NULL;
	found.length = at ? (size_t)(at - text) : strlen(text);
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		found.way = ways[i];
		found.count = count_matches(profile, found.way, text, found.length, found.place,
					    &found.routine);
		if (found.count > 0)
			return found;
	}
	found.way = NULL;
	return found;
}

uint32_t landau_find_routine(const struct landau_profile *profile, const char *command,
			     const char *text)
{
	struct found found = find(profile, text);

	if (found.count == 1)
		return found.routine;
	if (found.count > 1) {
		landau_complain("%s: '%s' %s %zu routines; choose one as NAME, NAME@OBJECT or "
				"NAME@FILE:LINE:",
				command, text,
				found.way == match_part ? "is in the names of" : "is the name of",
				found.count);
		name_matches(profile, found.way, text, found.length, found.place);
		return LANDAU_NONE;
	}
	struct landau_suggestion suggestion = landau_suggest(text);
	for (size_t i = 0; i < profile->routine_count; i++)
		landau_suggest_from(&suggestion, profile->routines[i].name);
	if (suggestion.nearest)
		landau_complain("%s: no routine is called '%s'; did you mean '%s'? 'landau report "
				"--all' lists them",
				command, text, suggestion.nearest);
	else
		landau_complain("%s: no routine is called '%s'; 'landau report --all' lists them",
				command, text);
	return LANDAU_NONE;
}

/* -- What finds a routine ------------------------------------------------------------------------ */

static bool finds(const struct landau_profile *profile, const char *text, uint32_t routine)
{
	struct found found = find(profile, text);

	return found.count == 1 && found.routine == routine;
}

static bool is_typed(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || (unsigned char)*text >= 0x7f)
			return false;
	return true;
}

/* As a glob: what cannot be typed, and what means something in a glob or in NAME@OBJECT, is any text. */
static void make_glob(const char *name, char *glob, size_t bytes)
{
	size_t count = 0;

	for (; *name && count + 2 < bytes; name++) {
		if (is_typed((char[]){*name, '\0'}) && !strchr("*?[]\\@", *name))
			glob[count++] = *name;
		else if (count == 0 || glob[count - 1] != '*')
			glob[count++] = '*';
	}
	glob[count] = '\0';
}

/* The shortest beginning, then the shortest end, that is the glob of no other routine. */
static bool shorten(const struct landau_profile *profile, uint32_t routine, const char *glob,
		    size_t columns, char *text, size_t bytes)
{
	size_t length = strlen(glob);

	if (columns + 2 > bytes)
		return false;
	for (size_t most = 16; most <= columns && most < length; most += 8) {
		snprintf(text, bytes, "%.*s*", (int)most, glob);
		if (finds(profile, text, routine))
			return true;
		snprintf(text, bytes, "*%s", glob + length - most);
		if (finds(profile, text, routine))
			return true;
	}
	return false;
}

bool landau_routine_text(const struct landau_profile *profile, uint32_t routine, int columns,
			 char *text, size_t bytes)
{
	const struct landau_routine *meant = &profile->routines[routine];
	char glob[4096];
	int needed;

	needed = snprintf(text, bytes, "%s", meant->name);
	if (needed > columns || !is_typed(text) || !finds(profile, text, routine))
		needed = snprintf(text, bytes, "%s@%s", meant->name, meant->object);
	if (needed > columns || !is_typed(text) || !finds(profile, text, routine))
		needed = snprintf(text, bytes, "%s@%s:%" PRIu32, meant->name, meant->file,
				  meant->line);
	if (needed <= columns && is_typed(text) && finds(profile, text, routine))
		return true;
	make_glob(meant->name, glob, sizeof(glob));
	if (shorten(profile, routine, glob, (size_t)columns, text, bytes))
		return true;
	needed = snprintf(text, bytes, "%s", glob);
	if (needed < 0 || (size_t)needed >= bytes || !finds(profile, text, routine))
		needed = snprintf(text, bytes, "%s@%s:%" PRIu32, glob, meant->file, meant->line);
	return needed >= 0 && (size_t)needed < bytes && is_typed(text) &&
	       finds(profile, text, routine);
}
