/* SPDX-License-Identifier: GPL-2.0-or-later */
/* collect.h - adding to tables of points; for the core's own files. */
#ifndef LANDAU_CORE_COLLECT_H
#define LANDAU_CORE_COLLECT_H

#include "core.h"

/*
 * Room for one more size, so that adding it cannot fail for lack of memory. An activation is made room
 * for in all tables that it counts in before it counts in any: whenever the core dies, each record
 * and its tables tell the same.
 */
void landau_table_grow(struct landau_core *core, struct landau_table *table);

static inline bool landau_table_full(const struct landau_table *table)
{
	return (uint64_t)table->count * 4 >= table->capacity * 3;
}

static inline void landau_reserve_costs(struct landau_core *core, struct landau_table *table)
{
	table->slot_bytes = sizeof(struct landau_costs);
	if (landau_table_full(table))
		landau_table_grow(core, table);
}

/* One more activation of `cost` at `size`, in a table of struct landau_costs. */
void landau_collect_costs(struct landau_core *core, struct landau_table *table, uint64_t size,
			  uint64_t cost);

/* One more activation among the points of a record. */
void landau_collect_point(struct landau_core *core, struct landau_record *record,
			  const struct landau_result *result);

void landau_table_clear(struct landau_core *core, struct landau_table *table);

#endif
