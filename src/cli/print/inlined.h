/* SPDX-License-Identifier: GPL-2.0-or-later */
/* print/inlined.h - the functions that were inlined, as landau report --inlined has them. */
#ifndef LANDAU_CLI_PRINT_INLINED_H
#define LANDAU_CLI_PRINT_INLINED_H

#include "cli/analysis/inlined.h"

/* At most so many rows; how many more there are is said. */
void landau_print_inlined_rows(const struct landau_profile *profile,
			       const struct landau_inlined_rows *rows, size_t most);
void landau_print_json_inlined_rows(const struct landau_profile *profile,
				    const struct landau_inlined_rows *rows);

#endif
