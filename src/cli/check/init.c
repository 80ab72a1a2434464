/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check/init.c - writes the first budget of a program from a profile; see landau_check_init.
 *
 * Each routine that matters and of which something is known gets the lowest bound that it is within, as
 * landau check itself judges it, and a comment that says what is known. Of the others it is said why there is
 * no bound. What is written is a start: to be made stricter by people who know the program.
 */
#include "cli/check/check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/analysis/openmp.h"
#include "cli/analysis/startup.h"
#include "cli/command.h"
#include "cli/print/growth.h"
#include "cli/print/terminal.h"

/* Of the cost without callees, from which a routine that is not known is worth a comment. */
static const double least_unknown_share = 0.01;

enum { NAME_COLUMNS = 39, BOUND_COLUMNS = 10, FILE_MODE = 0644 };

/* The lowest bound within which the growth is; GROWTH_COUNT where it is not known of any. */
static enum landau_growth lowest_bound(const struct landau_model *model)
{
	enum landau_growth bound = LANDAU_GROWTH_CONSTANT;

	if (model->statement == LANDAU_STATEMENT_UNKNOWN)
		return LANDAU_GROWTH_COUNT;
	/* At least n^1.9 leaves n^2 open, and exceeds all below it. */
	while (bound < LANDAU_GROWTH_COUNT) {
		enum landau_check_outcome outcome = landau_check_judge(model, bound);

		if (outcome == LANDAU_CHECK_WITHIN ||
		    (outcome == LANDAU_CHECK_UNKNOWN &&
		     model->statement == LANDAU_STATEMENT_AT_LEAST))
			break;
		bound++;
	}
	return bound;
}

/* How many bytes of the glob are written; what would end the name early or mean something becomes harmless. */
static int write_glob(FILE *file, const char *text)
{
	int written = 0;

	for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
		/* A # begins a comment wherever it stands, and control characters may end the line. */
		if (*at == '#' || *at < ' ' || *at == 0x7f) {
			fputc('?', file);
		} else {
			if (strchr("*?[\\", *at)) {
				fputc('\\', file);
				written++;
			}
			fputc(*at, file);
		}
		written++;
	}
	return written;
}

/* Routines of one name stand together in a profile. */
static bool is_name_of_two(const struct landau_profile *profile, uint32_t routine)
{
	const struct landau_routine *it = &profile->routines[routine];

	return (routine > 0 && strcmp(it[-1].name, it->name) == 0) ||
	       (routine + 1 < profile->routine_count && strcmp(it[1].name, it->name) == 0);
}

static void write_name(FILE *file, const struct landau_profile *profile, uint32_t index,
		       const char *own_object)
{
	const struct landau_routine *routine = &profile->routines[index];
	char *openmp_name = landau_openmp_name(profile, index);
	bool is_own = strcmp(routine->object, own_object) == 0;
	/* An @ in the name would begin the object; `default` is no routine. */
	bool needs_object = !is_own || strchr(routine->name, '@') ||
			    is_name_of_two(profile, index) || strcmp(routine->name, "default") == 0;
	int written = write_glob(file, openmp_name ? openmp_name : routine->name);

	free(openmp_name);

	if (needs_object) {
		fputc('@', file);
		written += 1 + write_glob(file, routine->object);
	}
	fprintf(file, ":%*s", written < NAME_COLUMNS ? NAME_COLUMNS - written : 1, "");
}

/* Are both parts of one function that OpenMP runs? */
static bool have_one_openmp_name(const struct landau_profile *profile, uint32_t first,
				 uint32_t second)
{
	char *a = landau_openmp_name(profile, first), *b = landau_openmp_name(profile, second);
	bool same = a && b && strcmp(a, b) == 0;

	free(a);
	free(b);
	return same;
}

static bool is_twin(const struct landau_profile *profile, uint32_t first, uint32_t second)
{
	return (strcmp(profile->routines[first].name, profile->routines[second].name) == 0 ||
		have_one_openmp_name(profile, first, second)) &&
	       strcmp(profile->routines[first].object, profile->routines[second].object) == 0;
}

/*
 * A budget cannot tell static routines of one name in one object apart, nor the parts of a function that OpenMP runs:
 * the first in rank gets a line for all, with the highest bound of them. False: it has one already.
 */
static bool join_twins(const struct landau_analysis *analysis, const size_t *order, size_t rank,
		       enum landau_growth *bound)
{
	uint32_t routine = analysis->findings[order[rank]].routine;

	if (!is_name_of_two(analysis->profile, routine) &&
	    !landau_is_openmp_part(&analysis->profile->routines[routine]))
		return true;
	for (size_t i = 0; i < analysis->count; i++) {
		const struct landau_finding *other = &analysis->findings[order[i]];
		enum landau_growth others;

		if (i == rank || !is_twin(analysis->profile, routine, other->routine))
			continue;
		others = lowest_bound(landau_told(other));
		if (others == LANDAU_GROWTH_COUNT)
			continue;
		if (i < rank && other->share >= LANDAU_SMALLEST_SHARE)
			return false;
		*bound = others > *bound ? others : *bound;
	}
	return true;
}

static void write_bounds(FILE *file, const struct landau_analysis *analysis, const size_t *order,
			 size_t *lines)
{
	const char *own_object = landau_own_object(analysis->profile);
	char growth[512];

	for (size_t i = 0; i < analysis->count; i++) {
		const struct landau_finding *finding = &analysis->findings[order[i]];
		const struct landau_routine *routine =
			&analysis->profile->routines[finding->routine];
		enum landau_growth bound = lowest_bound(landau_told(finding));

		if (finding->share < LANDAU_SMALLEST_SHARE || landau_is_startup(routine) ||
		    bound == LANDAU_GROWTH_COUNT || !join_twins(analysis, order, i, &bound))
			continue;
		landau_told_phrase(finding, growth, sizeof(growth));
		write_name(file, analysis->profile, finding->routine, own_object);
		fprintf(file, "%-*s # %.1f %% of the cost; %s\n", BOUND_COLUMNS,
			landau_bound_name(bound), 100 * finding->share, growth);
		++*lines;
	}
}

static void write_unknown(FILE *file, const struct landau_analysis *analysis, const size_t *order)
{
	bool heading = false;

	for (size_t i = 0; i < analysis->count; i++) {
		const struct landau_finding *finding = &analysis->findings[order[i]];
		const struct landau_routine *routine =
			&analysis->profile->routines[finding->routine];

		if (landau_told(finding)->statement != LANDAU_STATEMENT_UNKNOWN ||
		    finding->self_share < least_unknown_share || landau_is_startup(routine))
			continue;
		if (!heading)
			fputs("\n# Routines whose growth is not known, and why:\n", file);
		heading = true;
		fputs("# ", file);
		landau_print_plain(file, routine->name);
		fprintf(file, ": %.1f %% of the cost; %s\n", 100 * finding->share,
			finding->worst.reason);
	}
}

static void write_all(FILE *file, const struct landau_analysis *analysis, const size_t *order,
		      size_t *lines)
{
	fputs("# Bounds for the growth of the routines of ", file);
	landau_print_plain(file, analysis->profile->runs[0].program);
	fputs("; see landau-check(1).\n# landau check --init has written them from a profile. The "
	      "first line that matches a\n# routine counts. Tighten the bounds where you know "
	      "better.\n\n",
	      file);
	write_bounds(file, analysis, order, lines);
	write_unknown(file, analysis, order);
	fputs("\n# The dynamic loader is in every profile, and no change to the program affects "
	      "it.\n"
	      "*@ld-*:                                 any\n"
	      "\n# All others with at least 0.1 % of the cost:\n"
	      "default:                                n log n\n",
	      file);
}

bool landau_check_init(const struct landau_analysis *analysis, const char *path)
{
	int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
	size_t *order = NULL, lines = 0;
	FILE *file;
	bool fine;

	if (descriptor < 0) {
		landau_complain(errno == EEXIST ? "%s: %s; --budget=FILE names another one"
						: "%s: %s",
				path, strerror(errno));
		return false;
	}
	file = fdopen(descriptor, "w");
	if (!file)
		close(descriptor);
	order = landau_analysis_rank(analysis);
	if (file && order)
		write_all(file, analysis, order, &lines);
	fine = file && order && !ferror(file);
	if (file && fclose(file) != 0)
		fine = false;
	free(order);
	if (fine) {
		fprintf(stderr, "landau: %s: bounds for %zu routine%s\n", path, lines,
			lines == 1 ? "" : "s");
		return true;
	}
	landau_complain("%s: %s", path, strerror(errno));
	unlink(path);
	return false;
}
