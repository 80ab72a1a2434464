/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * print/sarif.h - SARIF 2.1.0, which code scanning and editors open at the right line.
 *
 * One run of one tool: landau_sarif_begin, any number of results, landau_sarif_end.
 */
#ifndef LANDAU_CLI_SARIF_H
#define LANDAU_CLI_SARIF_H

#include <stdbool.h>
#include <stdio.h>

#include "profile/profile.h"

struct landau_sarif_rule {
	const char *id;
	const char *summary;
};

struct landau_sarif {
	FILE *stream;
	bool has_results;
};

/* The rules end with one without an id. */
void landau_sarif_begin(struct landau_sarif *sarif, FILE *stream,
			const struct landau_sarif_rule *rules);

/*
 * `level` is "error", "warning" or "note"; without a routine the result is about the whole. The place is the file and the
 * line, or if `file` is NULL the routine's first line.
 */
void landau_sarif_result(struct landau_sarif *sarif, const char *rule, const char *level,
			 const char *message, const struct landau_routine *routine,
			 const char *file, uint32_t line);

void landau_sarif_end(struct landau_sarif *sarif);

#endif
