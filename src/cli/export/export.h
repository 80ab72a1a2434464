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

#include "cli/print/progress.h"
#include "cli/print/svg.h"
#include "profile/profile.h"

/* What is to be written. */
struct landau_export {
	const struct landau_profile *profile;
	uint32_t routine;                 /* the one that was asked for, or LANDAU_NONE */
	const char *plots;                /* for pictures, or NULL */
	enum landau_svg_axes axes;        /* the same */
	struct landau_progress *progress; /* of profile->routine_count steps */
	struct landau_error *error;
};

struct landau_exporter {
	const char *name;
	const char *summary; /* a line for landau export --help */
	bool takes_routine;  /* it makes a difference which routine was asked for */
	bool takes_plots;    /* it is a picture */

	/*
	 * One of the two. `write` writes to a stream, whose errors are looked at by the caller; false
	 * means that there is no memory, unless export->error has a text. `write_file` is for formats
	 * that need a file of their own: it makes the file `path`, or says in export->error why not.
	 */
	bool (*write)(FILE *stream, const struct landau_export *export);
	bool (*write_file)(const char *path, const struct landau_export *export);
};

/* The cost of all threads; never less than the self costs of all routines. */
uint64_t landau_export_total(const struct landau_profile *profile);

/* What the threads did while no routine was running (before the first call, mostly). */
uint64_t landau_export_outside(const struct landau_profile *profile);

/*
 * Further costs that can be added up, as several costs of one routine can be shown: what the routine has had beyond what it called, and, of
 * LANDAU_NONE, what happened outside of all routines. Whether a profile has the cost, and it is one of them.
 */
uint64_t landau_export_self(const struct landau_profile *profile, uint32_t routine,
			    enum landau_further cost);
uint64_t landau_export_further_total(const struct landau_profile *profile,
				     enum landau_further cost);
bool landau_export_adds_up(const struct landau_profile *profile, enum landau_further cost);

/* Its name, where a format has nothing but routines. */
extern const char landau_export_outside_name[];

/*
 * A name in one line of UTF-8 text: control characters, and those in `reserved`, become `substitute`,
 * and a byte that is not UTF-8 becomes U+FFFD.
 */
void landau_export_name(FILE *stream, const char *name, const char *reserved, char substitute);

/* The same of the first `length` bytes, which do not cut a character. */
void landau_export_part(FILE *stream, const char *name, size_t length, const char *reserved,
			char substitute);

extern const struct landau_exporter landau_exporter_json;
extern const struct landau_exporter landau_exporter_csv;
extern const struct landau_exporter landau_exporter_callgrind;
extern const struct landau_exporter landau_exporter_collapsed;
extern const struct landau_exporter landau_exporter_extrap;
extern const struct landau_exporter landau_exporter_pprof;
extern const struct landau_exporter landau_exporter_sqlite;
extern const struct landau_exporter landau_exporter_svg;

#endif
