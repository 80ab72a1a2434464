/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * store.h - the database of landau history: profiles one after the other, each with a label.
 *
 * An SQLite file with one table:
 *
 *     profiles (number INTEGER PRIMARY KEY, label TEXT UNIQUE, added TEXT, bytes INTEGER, profile BLOB)
 *
 * The profile is landau.data(5), whole and compressed by zlib, `bytes` long when it is not. Whole, so that a profile can be
 * taken out again, and so that all of them are judged by the same model, whichever version of Landau had added them. What
 * is added is checked first; several processes may add at the same time. Errors go to `error`.
 */
#ifndef LANDAU_CLI_HISTORY_STORE_H
#define LANDAU_CLI_HISTORY_STORE_H

#include "profile/profile.h"

struct landau_store;

struct landau_store_entry {
	int64_t number;
	char *label;
	char *added; /* when, as "2026-11-19 20:15" in UTC */
};

/* NULL on error. Without `create` the file has to be there. `path` stays valid until it is closed. */
struct landau_store *landau_store_open(const char *path, bool create, struct landau_error *error);
void landau_store_close(struct landau_store *store);

/* All entries, in order; freed with landau_store_free_entries. */
bool landau_store_list(struct landau_store *store, struct landau_store_entry **entries,
		       size_t *count, struct landau_error *error);
void landau_store_free_entries(struct landau_store_entry *entries, size_t count);

/* Behind those that are there; or, if there is one of that label, in its place, and *replaced is set. */
bool landau_store_add(struct landau_store *store, const char *label,
		      const struct landau_profile *profile, bool *replaced,
		      struct landau_error *error);

/* NULL on error. `entry` stays valid while the profile is used. */
struct landau_profile *landau_store_read(struct landau_store *store,
					 const struct landau_store_entry *entry,
					 struct landau_error *error);

/* False, with error->text "", if there is no entry of that label. */
bool landau_store_remove(struct landau_store *store, const char *label, struct landau_error *error);

#endif
