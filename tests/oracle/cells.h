/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cells.h - a hash table from 64-bit keys to 64-bit values, for the oracle.
 *
 * Open addressing, linear probing, at most half full. Entries are removed by moving later ones up,
 * so there are no tombstones. Running out of memory ends the program: this is test code.
 */
#ifndef ORACLE_CELLS_H
#define ORACLE_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cell_entry {
	uint64_t key; /* plus one; 0: the entry is free */
	uint64_t value;
};

struct cells {
	struct cell_entry *entries;
	size_t capacity; /* 0 or a power of two */
	size_t count;
};

/* The value of a key, or NULL. Valid until the next change. */
uint64_t *cells_find(const struct cells *cells, uint64_t key);

/* The same, put in with value 0 if it was not there. */
uint64_t *cells_put(struct cells *cells, uint64_t key);

void cells_remove(struct cells *cells, uint64_t key);

/* All keys from `first` to `last`, in time proportional to the smaller of range and table. */
void cells_remove_range(struct cells *cells, uint64_t first, uint64_t last);

/* All keys of both end up in `into`; `from` becomes empty. The larger table is kept. */
void cells_merge(struct cells *into, struct cells *from);

void cells_free(struct cells *cells);

#endif
