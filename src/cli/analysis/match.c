/* SPDX-License-Identifier: GPL-2.0-or-later */
/* match.c - the same routine in another profile; see match.h. */
#include "cli/analysis/match.h"

#include <stdio.h>
#include <string.h>

#include "cli/analysis/openmp.h"

static bool is_of_program(const struct landau_profile *profile,
			  const struct landau_routine *routine)
{
	const char *program = profile->runs[0].program;
	const char *slash = strrchr(program, '/');

	return strcmp(routine->object, slash ? slash + 1 : program) == 0;
}

static bool same_object(const struct landau_profile *a_profile, const struct landau_routine *a,
			const struct landau_profile *b_profile, const struct landau_routine *b)
{
	return strcmp(a->object, b->object) == 0 ||
	       (is_of_program(a_profile, a) && is_of_program(b_profile, b));
}

static bool same_routine(const struct landau_profile *a_profile, const struct landau_routine *a,
			 const struct landau_profile *b_profile, const struct landau_routine *b)
{
	return strcmp(a->name, b->name) == 0 && same_object(a_profile, a, b_profile, b) &&
	       (*a->file == '\0' || *b->file == '\0' || strcmp(a->file, b->file) == 0);
}

/* Routines of a profile are sorted by name: the first finding whose name is not below. */
static size_t lower_bound(const struct landau_analysis *analysis, const char *name)
{
	size_t low = 0, high = analysis->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		uint32_t routine = analysis->findings[middle].routine;

		if (strcmp(analysis->profile->routines[routine].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool has_name(const struct landau_profile *profile, const char *name)
{
	for (size_t i = 0; i < profile->routine_count; i++)
		if (strcmp(profile->routines[i].name, name) == 0)
			return true;
	return false;
}

/* Another compiler calls a part that OpenMP runs otherwise: then it is the one at the same place in the source. */
static const struct landau_finding *find_openmp_part(const struct landau_analysis *analysis,
						     const struct landau_profile *profile,
						     const struct landau_routine *part)
{
	for (size_t i = 0; i < analysis->count && part->line > 0; i++) {
		const struct landau_routine *other =
			&analysis->profile->routines[analysis->findings[i].routine];

		if (other->line == part->line && landau_is_openmp_part(other) &&
		    strcmp(other->file, part->file) == 0 &&
		    same_object(profile, part, analysis->profile, other) &&
		    !has_name(profile, other->name))
			return &analysis->findings[i];
	}
	return NULL;
}

const struct landau_finding *landau_find_match(const struct landau_analysis *analysis,
					       const struct landau_profile *profile,
					       const struct landau_routine *routine)
{
	for (size_t i = lower_bound(analysis, routine->name); i < analysis->count; i++) {
		const struct landau_routine *other =
			&analysis->profile->routines[analysis->findings[i].routine];

		if (strcmp(other->name, routine->name) != 0)
			break;
		if (same_routine(profile, routine, analysis->profile, other))
			return &analysis->findings[i];
	}
	return landau_is_openmp_part(routine) ? find_openmp_part(analysis, profile, routine) : NULL;
}

bool landau_are_comparable(const struct landau_profile *before, const struct landau_profile *after,
			   char *why, size_t bytes)
{
	const char *old = landau_profile_allocator(before), *new = landau_profile_allocator(after);

	if (strcmp(before->cost_kind, after->cost_kind) != 0)
		snprintf(why, bytes, "one profile counts %s, the other %s", before->cost_kind,
			 after->cost_kind);
	else if (before->cell_bytes != after->cell_bytes)
		snprintf(why, bytes, "one profile has cells of %u bytes, the other of %u",
			 (unsigned)before->cell_bytes, (unsigned)after->cell_bytes);
	else if (before->rms_only != after->rms_only)
		snprintf(why, bytes, "one profile has only the rms, the other also the trms");
	else if (strcmp(old, new) != 0)
		snprintf(why, bytes,
			 "one profile was recorded with --allocator=%s, the other with %s", old,
			 new);
	else if (before->distinct_files != after->distinct_files)
		snprintf(why, bytes, "one profile was recorded with --files=%s, the other with %s",
			 landau_profile_files(before), landau_profile_files(after));
	else
		return true;
	return false;
}
