/* SPDX-License-Identifier: GPL-2.0-or-later */
/* export/no_sqlite.c - stands in for export/sqlite.c where libsqlite3 was missing in the build. */
#include "cli/export/export.h"

static bool refuse(const char *path, const struct landau_export *export)
{
	(void)path;
	*export->error = (struct landau_error){
		.text = "export: this Landau was built without SQLite; install libsqlite3-dev, "
			"then configure and build it again"};
	return false;
}

const struct landau_exporter landau_exporter_sqlite = {
	.name = "sqlite",
	.summary = "an SQLite database (not in this build)",
	.write_file = refuse,
};
