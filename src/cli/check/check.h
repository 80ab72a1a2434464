/* SPDX-License-Identifier: GPL-2.0-or-later */
/* check.h - what `landau check` has found, for the formats that it can be written in. */
#ifndef LANDAU_CLI_CHECK_H
#define LANDAU_CLI_CHECK_H

#include <stdio.h>

#include "cli/analysis/analysis.h"
#include "cli/check/budget.h"

enum landau_check_outcome {
	LANDAU_CHECK_WITHIN,
	LANDAU_CHECK_EXCEEDED,
	LANDAU_CHECK_CLOSE,   /* above the bound, but the runner-up is not: not a failure */
	LANDAU_CHECK_WARNING, /* above the bound, from within one call: not a failure */
	LANDAU_CHECK_UNKNOWN, /* what is known of it leaves it open: not a failure */
};

struct landau_checked {
	const struct landau_finding *finding;
	const struct landau_routine *routine;
	const struct landau_budget_line *line;
	const char *source_file; /* where most of the cost is spent; NULL: not known */
	uint32_t source_line;
	enum landau_check_outcome outcome;
	const struct landau_routine
		*culprit; /* its callee that failed too and has most of its cost */
};

struct landau_check {
	const char *budget_path;
	const char *program;
	struct landau_checked *checked; /* the worst first */
	size_t count;
	const struct landau_budget *budget;
	size_t unknown_by_default; /* that only `default` names, and that are not among the above */
	double unknown_share;      /* of the cost, 0 to 1: what is checked, and is left open */
	double max_unknown;        /* that is allowed; infinite if any is */
};

struct landau_check_format {
	const char *option; /* of the command, without the dashes; NULL for text */
	const char *summary;
	void (*write)(FILE *stream, const struct landau_check *check);
};

extern const struct landau_check_format landau_check_formats[];

/* The outcome for a routine with this model; of a class above the bound not all are sure enough to fail. */
enum landau_check_outcome landau_check_judge(const struct landau_model *model,
					     enum landau_growth bound);

/* The exponent that the bound itself has over the decade of sizes below n. */
double landau_bound_exponent(enum landau_growth bound, double n);

/* Is too much of the cost left open? */
bool landau_check_too_unknown(const struct landau_check *check);

/*
 * Writes a budget that the profile is within: a line for each routine that matters, with what is known of it as a
 * comment. False after a complaint; a file that is there already is left alone.
 */
bool landau_check_init(const struct landau_analysis *analysis, const char *path);

size_t landau_check_number(const struct landau_check *check, enum landau_check_outcome outcome);

#endif
