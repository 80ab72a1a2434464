/* SPDX-License-Identifier: GPL-2.0-or-later */
/* collect.h - adding to tables of points; for the core's own files. */
#ifndef LANDAU_CORE_COLLECT_H
#define LANDAU_CORE_COLLECT_H

#include "core.h"

/* One more activation of `cost` at `size`, in a table of struct landau_costs. */
void landau_collect_costs(struct landau_core *core, struct landau_table *table, uint64_t size,
			  uint64_t cost);

/* One more activation among the points of a record. */
void landau_collect_point(struct landau_core *core, struct landau_record *record,
			  const struct landau_result *result);

void landau_table_clear(struct landau_core *core, struct landau_table *table);

#endif
