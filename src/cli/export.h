/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export.h - the formats of landau export.
 *
 * A format is one file export_NAME.c that defines one of these; export.c lists them.
 */
#ifndef LANDAU_CLI_EXPORT_H
#define LANDAU_CLI_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "profile/profile.h"

struct landau_exporter {
	const char *name;
	const char *summary; /* a line for landau export --help */

	/*
	 * One of the two. `write` writes to a stream, whose errors are looked at by the caller; false
	 * means that there is no memory. `write_file` is for formats that need a file of their own:
	 * it makes the file at `path`, where there is none, and says in `error` what went wrong.
	 */
	bool (*write)(FILE *stream, const struct landau_profile *profile);
	bool (*write_file)(const char *path, const struct landau_profile *profile,
			   struct landau_error *error);
};

extern const struct landau_exporter landau_exporter_json;
extern const struct landau_exporter landau_exporter_csv;

#endif
