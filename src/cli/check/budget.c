/* SPDX-License-Identifier: GPL-2.0-or-later */
/* budget.c - reads a budget and matches routines with it; see budget.h. */
#include "cli/check/budget.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print/names.h"

static bool fail(struct landau_error *error, uint64_t line, const char *format, const char *detail)
{
	error->line = line;
	snprintf(error->text, sizeof(error->text), format, detail);
	return false;
}

/* Cuts blanks off both ends, in place. */
static char *trim(char *text)
{
	char *end;

	while (isspace((unsigned char)*text))
		text++;
	end = text + strlen(text);
	while (end > text && isspace((unsigned char)end[-1]))
		end--;
	*end = '\0';
	return text;
}

/* The colon that ends the name: the last one, since C++ names are full of them. */
static char *find_colon(char *text)
{
	return strrchr(text, ':');
}

static bool parse_bound(const char *text, enum landau_growth *bound)
{
	*bound = strcmp(text, "any") == 0 ? LANDAU_GROWTH_COUNT : landau_growth_parse(text);
	return *bound != LANDAU_GROWTH_NONE;
}

/* The name of a cost, if it stands in front; what is behind it. */
static char *parse_cost(char *text, struct landau_budget_line *line)
{
	size_t length = strcspn(text, " \t");

	if (landau_further_named(text, length) == LANDAU_FURTHER_COSTS)
		return text;
	snprintf(line->cost, sizeof(line->cost), "%.*s", (int)length, text);
	return trim(text + length);
}

static bool add_line(struct landau_budget *budget, const struct landau_budget_line *line)
{
	struct landau_budget_line *more =
		reallocarray(budget->lines, budget->count + 1, sizeof(*more));

	if (!more)
		return false;
	budget->lines = more;
	more[budget->count++] = *line;
	return true;
}

static bool parse_line(struct landau_budget *budget, char *text, uint64_t number,
		       struct landau_error *error)
{
	struct landau_budget_line line = {.line = number};
	char *hash = strchr(text, '#'), *colon, *at, *name, *bound;

	if (hash)
		*hash = '\0';
	text = trim(text);
	if (*text == '\0')
		return true;
	colon = find_colon(text);
	if (!colon)
		return fail(error, number, "no colon in '%s'; a line is ROUTINE: GROWTH", text);
	*colon = '\0';
	name = trim(text);
	bound = parse_cost(trim(colon + 1), &line);
	if (*name == '\0')
		return fail(error, number, "no routine before the colon%s", "");
	if (!parse_bound(bound, &line.bound))
		return fail(
			error, number,
			"'%s' is not a growth class; they are 1, log n, sqrt n, n, n log n, n^1.5, "
			"n^2, n^2 log n, n^3, 2^n and any",
			bound);
	snprintf(line.text, sizeof(line.text), "%s%s%s", line.cost, *line.cost ? " " : "",
		 landau_bound_name(line.bound));
	if (strcmp(name, "default") != 0) {
		at = strrchr(name, '@');
		if (at)
			*at = '\0';
		line.name = strdup(at == name ? "*" : name);
		line.object = at ? strdup(at + 1) : NULL;
		if (!line.name || (at && !line.object)) {
			free(line.name);
			free(line.object);
			return fail(error, 0, "%s", strerror(ENOMEM));
		}
	}
	if (add_line(budget, &line))
		return true;
	free(line.name);
	free(line.object);
	return fail(error, 0, "%s", strerror(ENOMEM));
}

bool landau_budget_read(const char *path, struct landau_budget *budget, struct landau_error *error)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;
	ssize_t length;
	uint64_t number = 0;
	bool fine = true;

	*budget = (struct landau_budget){0};
	*error = (struct landau_error){.file = path};
	if (!file)
		return fail(error, 0, "%s; landau-check(1) says how to write one", strerror(errno));
	while (fine && (length = getline(&text, &size, file)) >= 0) {
		number++;
		if (strlen(text) != (size_t)length)
			fine = fail(error, number, "a zero byte%s", "");
		else
			fine = parse_line(budget, text, number, error);
	}
	if (fine && ferror(file))
		fine = fail(error, 0, "%s", strerror(errno));
	free(text);
	fclose(file);
	return fine;
}

void landau_budget_free(struct landau_budget *budget)
{
	for (size_t i = 0; i < budget->count; i++) {
		free(budget->lines[i].name);
		free(budget->lines[i].object);
	}
	free(budget->lines);
	*budget = (struct landau_budget){0};
}

/* C++ names are matched with their parameters or without. */
static bool name_matches(const char *glob, const char *name)
{
	const char *parameters = strchr(name, '(');
	char *shorter;
	bool matches = fnmatch(glob, name, 0) == 0;

	if (matches || !parameters || parameters == name)
		return matches;
	shorter = strndup(name, (size_t)(parameters - name));
	matches = shorter && fnmatch(glob, shorter, 0) == 0;
	free(shorter);
	return matches;
}

bool landau_budget_has_cost(const struct landau_budget *budget, const char *cost)
{
	for (size_t i = 0; i < budget->count; i++)
		if (strcmp(budget->lines[i].cost, cost) == 0)
			return true;
	return false;
}

struct landau_budget_line *landau_budget_find(struct landau_budget *budget, const char *cost,
					      const struct landau_routine *routine,
					      const char *other_name)
{
	struct landau_budget_line *found = NULL;

	for (size_t i = 0; i < budget->count; i++) {
		struct landau_budget_line *line = &budget->lines[i];

		if (strcmp(line->cost, cost) != 0)
			continue;
		if (!line->name) {
			if (!found)
				found = line;
		} else if ((name_matches(line->name, routine->name) ||
			    (other_name && name_matches(line->name, other_name))) &&
			   (!line->object ||
			    landau_object_matches(line->object, routine->object))) {
			found = line;
			break;
		}
	}
	if (found)
		found->used = true;
	return found;
}

const char *landau_bound_name(enum landau_growth bound)
{
	return bound == LANDAU_GROWTH_COUNT ? "any" : landau_growth_name(bound);
}
