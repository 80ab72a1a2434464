/* SPDX-License-Identifier: GPL-2.0-or-later */
/* history/no_store.c - stands in for history/store.c where libsqlite3 was missing in the build. */
#include "cli/history/store.h"

#include <stddef.h>

struct landau_store *landau_store_open(const char *path, bool create, struct landau_error *error)
{
	(void)create;
	*error = (struct landau_error){
		.file = path,
		.text = "this Landau was built without SQLite; install libsqlite3-dev, then "
			"configure and build it again"};
	return NULL;
}

/* Nothing was opened, so none of these is ever called. */
void landau_store_close(struct landau_store *store)
{
	(void)store;
}

bool landau_store_list(struct landau_store *store, struct landau_store_entry **entries,
		       size_t *count, struct landau_error *error)
{
	(void)store;
	(void)error;
	*entries = NULL;
	*count = 0;
	return false;
}

void landau_store_free_entries(struct landau_store_entry *entries, size_t count)
{
	(void)entries;
	(void)count;
}

bool landau_store_add(struct landau_store *store, const char *label,
		      const struct landau_profile *profile, bool *replaced,
		      struct landau_error *error)
{
	(void)store;
	(void)label;
	(void)profile;
	(void)error;
	*replaced = false;
	return false;
}

struct landau_profile *landau_store_read(struct landau_store *store,
					 const struct landau_store_entry *entry,
					 struct landau_error *error)
{
	(void)store;
	(void)entry;
	(void)error;
	return NULL;
}

bool landau_store_remove(struct landau_store *store, const char *label, struct landau_error *error)
{
	(void)store;
	(void)label;
	(void)error;
	return false;
}
