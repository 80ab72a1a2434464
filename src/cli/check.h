/* SPDX-License-Identifier: GPL-2.0-or-later */
/* check.h - what `landau check` has found, for the formats that it can be written in. */
#ifndef LANDAU_CLI_CHECK_H
#define LANDAU_CLI_CHECK_H

#include <stdio.h>

#include "cli/analysis.h"
#include "cli/budget.h"

enum landau_check_outcome {
	LANDAU_CHECK_WITHIN,
	LANDAU_CHECK_EXCEEDED,
	LANDAU_CHECK_CLOSE,   /* above the bound, but the runner-up is not: not a failure */
	LANDAU_CHECK_UNKNOWN, /* too little data: not a failure */
};

struct landau_checked {
	const struct landau_finding *finding;
	const struct landau_routine *routine;
	const struct landau_budget_line *line;
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
	size_t unknown_by_default; /* routines without enough data that only `default` names */
};

struct landau_check_format {
	const char *option; /* of the command, without the dashes; NULL for text */
	const char *summary;
	void (*write)(FILE *stream, const struct landau_check *check);
};

extern const struct landau_check_format landau_check_formats[];

size_t landau_check_number(const struct landau_check *check, enum landau_check_outcome outcome);

#endif
