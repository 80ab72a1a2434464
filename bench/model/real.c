/* SPDX-License-Identifier: GPL-2.0-or-later */
/* real.c - see real.h. A line is: name, tab, class, tab, n,cost n,cost ...; # begins a comment. */
#include "real.h"

#include <stdlib.h>
#include <string.h>

static bool parse_points(struct trial *trial, char *text)
{
	char *rest = NULL;

	trial->count = 0;
	for (char *word = strtok_r(text, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
		char *comma = NULL, *end = NULL;

		if (trial->count == MAX_TRIAL)
			return false;
		double n = strtod(word, &comma);
		if (*comma != ',')
			return false;
		double cost = strtod(comma + 1, &end);
		if (end == comma + 1 || *end)
			return false;
		trial->samples[trial->count++] = (struct landau_sample){n, cost, 1};
	}
	return trial->count > 0;
}

static bool parse_line(struct real_trial *real, char *line)
{
	char *rest = NULL;
	const char *name = strtok_r(line, "\t", &rest), *growth = strtok_r(NULL, "\t", &rest);
	char *points = strtok_r(NULL, "\t", &rest);

	if (!name || !growth || !points)
		return false;
	snprintf(real->name, sizeof(real->name), "%s", name);
	real->trial.growth = landau_growth_parse(growth);
	return real->trial.growth != LANDAU_GROWTH_NONE && parse_points(&real->trial, points);
}

int real_next(FILE *file, struct real_trial *real)
{
	char *line = NULL;
	size_t size = 0;
	int found = 0;

	while (getline(&line, &size, file) > 0)
		if (line[0] != '#' && line[0] != '\n') {
			found = parse_line(real, line) ? 1 : -1;
			break;
		}
	free(line);
	return found;
}
