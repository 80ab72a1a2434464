/* SPDX-License-Identifier: GPL-2.0-or-later */
/* openmp.c - names of parts that OpenMP runs; see openmp.h. */
#include "cli/analysis/openmp.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print/names.h"

/* What stands behind the function's name, if that is there at all. */
static const char *find_mark(const char *name)
{
	static const char *const marks[] = {"._omp_fn.", ".omp_outlined", ".omp_task_entry"};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		const char *mark = strstr(name, marks[i]);

		if (mark)
			return mark;
	}
	return NULL;
}

bool landau_is_openmp_part(const struct landau_routine *routine)
{
	const char *mark = find_mark(routine->name);

	/* clang's routines for debuggers are called by the parts themselves. */
	return mark && !strstr(mark, "_debug__");
}

static const struct landau_routine *function_before(const struct landau_profile *profile,
						    const struct landau_routine *part)
{
	const struct landau_routine *found = NULL;

	if (*part->file == '\0' || part->line == 0)
		return NULL;
	for (size_t i = 0; i < profile->routine_count; i++) {
		const struct landau_routine *routine = &profile->routines[i];

		if (routine->line > 0 && routine->line <= part->line &&
		    (!found || routine->line > found->line) &&
		    strcmp(routine->file, part->file) == 0 &&
		    strcmp(routine->object, part->object) == 0 && !landau_is_openmp_part(routine))
			found = routine;
	}
	return found;
}

/* Without parameters, and with the compiler's suffix behind the name. */
static char *plain_name(const char *name)
{
	size_t bytes = 3 * strlen(name) + 8;
	char *text = malloc(bytes);

	if (text)
		landau_short_name(name, INT_MAX, text, bytes);
	return text;
}

char *landau_openmp_name(const struct landau_profile *profile, uint32_t routine)
{
	const struct landau_routine *part = &profile->routines[routine];
	char *name, *mark, *longer = NULL;

	if (!landau_is_openmp_part(part))
		return NULL;
	name = plain_name(part->name);
	mark = name ? strstr(name, find_mark(part->name)) : NULL;
	if (name && mark == name) {
		const struct landau_routine *function = function_before(profile, part);

		free(name);
		name = function ? plain_name(function->name) : NULL;
		mark = NULL;
	}
	if (!name)
		return NULL;
	if (mark)
		*mark = '\0';
	if (asprintf(&longer, "%s.omp", name) < 0)
		longer = NULL;
	free(name);
	return longer;
}
