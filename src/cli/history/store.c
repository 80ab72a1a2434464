/* SPDX-License-Identifier: GPL-2.0-or-later */
/* history/store.c - the database of landau history; see store.h. */
#include "cli/history/store.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "cli/page/bytes.h"
#include "profile/replace.h"
#include "profile/writer.h"

/* "LndH", as PRAGMA application_id has it, so that a database of something else is not taken for one. */
enum { APPLICATION = 0x4c6e6448, SCHEMA = 1, WAIT_MILLISECONDS = 20000, LARGEST_BLOB = 1000000000 };

/* zlib cannot make data smaller by more than this. */
enum { MOST_COMPRESSED = 1040 };

struct landau_store {
	sqlite3 *database;
	const char *path;
};

static bool complain(const struct landau_store *store, const char *what, struct landau_error *error)
{
	*error = (struct landau_error){.file = store->path};
	snprintf(error->text, sizeof(error->text), "%s: %s", what,
		 store->database ? sqlite3_errmsg(store->database) : "no memory");
	return false;
}

static bool say(const struct landau_store *store, const char *what, struct landau_error *error)
{
	*error = (struct landau_error){.file = store->path};
	snprintf(error->text, sizeof(error->text), "%s", what);
	return false;
}

static bool execute(const struct landau_store *store, const char *sql)
{
	return sqlite3_exec(store->database, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* -- The file ----------------------------------------------------------------------------------- */

/* The number that a query answers; -1 on error. */
static int64_t read_number(const struct landau_store *store, const char *sql)
{
	sqlite3_stmt *statement;
	int64_t value = -1;

	if (sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) != SQLITE_OK)
		return -1;
	if (sqlite3_step(statement) == SQLITE_ROW)
		value = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return value;
}

/* A database without a table becomes a history; anything else has to be one. */
static bool check_kind(const struct landau_store *store, bool create, struct landau_error *error)
{
	char set_up[512];
	int64_t application, schema;

	if (create && !execute(store, "BEGIN IMMEDIATE"))
		return complain(store, "cannot be written", error);
	application = read_number(store, "PRAGMA application_id");
	schema = read_number(store, "PRAGMA user_version");
	if (application < 0 || schema < 0)
		return complain(store, "cannot be read", error);
	if (create && application == 0 &&
	    read_number(store, "SELECT count(*) FROM sqlite_master") == 0) {
		snprintf(set_up, sizeof(set_up),
			 "PRAGMA application_id = %d; PRAGMA user_version = %d;"
			 "CREATE TABLE profiles (number INTEGER PRIMARY KEY, label TEXT NOT NULL "
			 "UNIQUE, "
			 "added TEXT NOT NULL, bytes INTEGER NOT NULL, profile BLOB NOT NULL)",
			 APPLICATION, SCHEMA);
		if (!execute(store, set_up))
			return complain(store, "cannot be written", error);
		application = APPLICATION;
		schema = SCHEMA;
	}
	if (create && !execute(store, "COMMIT"))
		return complain(store, "cannot be written", error);
	if (application != APPLICATION)
		return say(store, "is not a database of landau history", error);
	if (schema != SCHEMA)
		return say(store, "was made by a newer version of landau history", error);
	return true;
}

/* SQLite would make it for all to read, and follow any link. NULL: `error` says why not. */
static char *prepare_file(const char *path, bool create, struct landau_error *error)
{
	char *target = landau_replace_follow(path);
	int descriptor = target ? open(target,
				       create ? O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
					      : O_RDONLY | O_CLOEXEC | O_NOFOLLOW,
				       0600)
				: -1;

	if (descriptor >= 0) {
		close(descriptor);
		return target;
	}
	*error = (struct landau_error){.file = path};
	snprintf(error->text, sizeof(error->text), "cannot be opened: %s%s", strerror(errno),
		 errno == ENOENT && !create ? "; 'landau history add' makes one" : "");
	free(target);
	return NULL;
}

struct landau_store *landau_store_open(const char *path, bool create, struct landau_error *error)
{
	char *target = prepare_file(path, create, error);
	struct landau_store *store = target ? calloc(1, sizeof(*store)) : NULL;
	int flags = create ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
	bool fine;

	if (!store) {
		if (target)
			*error = (struct landau_error){.file = path, .text = "no memory"};
		free(target);
		return NULL;
	}
	store->path = path;
	fine = sqlite3_open_v2(target, &store->database, flags, NULL) == SQLITE_OK &&
	       sqlite3_busy_timeout(store->database, WAIT_MILLISECONDS) == SQLITE_OK;
	free(target);
	if (!fine)
		complain(store, "cannot be opened", error);
	if (fine && check_kind(store, create, error))
		return store;
	landau_store_close(store);
	return NULL;
}

void landau_store_close(struct landau_store *store)
{
	if (!store)
		return;
	sqlite3_close(store->database);
	free(store);
}

/* -- Entries ------------------------------------------------------------------------------------ */

static char *copy_column(sqlite3_stmt *statement, int column)
{
	const unsigned char *text = sqlite3_column_text(statement, column);

	return text ? strdup((const char *)text) : NULL;
}

void landau_store_free_entries(struct landau_store_entry *entries, size_t count)
{
	for (size_t i = 0; entries && i < count; i++) {
		free(entries[i].label);
		free(entries[i].added);
	}
	free(entries);
}

static bool add_entry(sqlite3_stmt *statement, struct landau_store_entry **entries, size_t *count)
{
	struct landau_store_entry entry = {.number = sqlite3_column_int64(statement, 0),
					   .label = copy_column(statement, 1),
					   .added = copy_column(statement, 2)};
	struct landau_store_entry *more = realloc(*entries, (*count + 1) * sizeof(*more));

	if (more)
		*entries = more;
	if (!more || !entry.label || !entry.added) {
		free(entry.label);
		free(entry.added);
		return false;
	}
	more[(*count)++] = entry;
	return true;
}

bool landau_store_list(struct landau_store *store, struct landau_store_entry **entries,
		       size_t *count, struct landau_error *error)
{
	sqlite3_stmt *statement;
	bool memory = true;
	int result;

	*entries = NULL;
	*count = 0;
	if (sqlite3_prepare_v2(store->database,
			       "SELECT number, label, added FROM profiles ORDER BY number", -1,
			       &statement, NULL) != SQLITE_OK)
		return complain(store, "cannot be read", error);
	while (memory && (result = sqlite3_step(statement)) == SQLITE_ROW)
		memory = add_entry(statement, entries, count);
	if (memory && result != SQLITE_DONE)
		complain(store, "cannot be read", error);
	else if (!memory)
		say(store, "no memory for the history", error);
	sqlite3_finalize(statement);
	if (memory && result == SQLITE_DONE)
		return true;
	landau_store_free_entries(*entries, *count);
	*entries = NULL;
	*count = 0;
	return false;
}

/* -- Profiles ----------------------------------------------------------------------------------- */

static bool put(void *context, const void *bytes, size_t count)
{
	landau_bytes_put(context, bytes, count);
	return !((struct landau_bytes *)context)->failed;
}

/* As landau.data(5), compressed; *bytes is how long it was. NULL: no memory. */
static unsigned char *pack(const struct landau_profile *profile, uLongf *packed, size_t *bytes)
{
	struct landau_writer *writer = malloc(sizeof(*writer));
	struct landau_bytes text = {0};
	unsigned char *result = NULL;
	bool fine = writer != NULL;

	if (writer) {
		landau_writer_start(writer, put, &text);
		fine = landau_profile_write(profile, writer) && !text.failed;
		free(writer);
	}
	*bytes = text.count;
	if (fine) {
		*packed = compressBound(text.count);
		result = malloc(*packed);
	}
	if (result &&
	    compress2(result, packed, text.data, text.count, Z_BEST_COMPRESSION) != Z_OK) {
		free(result);
		result = NULL;
	}
	landau_bytes_free(&text);
	return result;
}

static bool store_row(const struct landau_store *store, const char *label, size_t bytes,
		      const unsigned char *packed, uLongf length, bool *replaced)
{
	static const char update[] = "UPDATE profiles SET added = datetime('now'), bytes = ?2, "
				     "profile = ?3 WHERE label = ?1";
	static const char insert[] = "INSERT INTO profiles (label, added, bytes, profile) "
				     "VALUES (?1, datetime('now'), ?2, ?3)";
	const char *const sql[] = {update, insert};
	bool fine = execute(store, "BEGIN IMMEDIATE");

	*replaced = false;
	for (int i = 0; fine && i < 2 && !*replaced; i++) {
		sqlite3_stmt *statement;

		fine = sqlite3_prepare_v2(store->database, sql[i], -1, &statement, NULL) ==
		       SQLITE_OK;
		if (!fine)
			break;
		fine = sqlite3_bind_text(statement, 1, label, -1, SQLITE_STATIC) == SQLITE_OK &&
		       sqlite3_bind_int64(statement, 2, (sqlite3_int64)bytes) == SQLITE_OK &&
		       sqlite3_bind_blob64(statement, 3, packed, length, SQLITE_STATIC) ==
			       SQLITE_OK &&
		       sqlite3_step(statement) == SQLITE_DONE;
		*replaced = fine && i == 0 && sqlite3_changes(store->database) > 0;
		fine = sqlite3_finalize(statement) == SQLITE_OK && fine;
	}
	return fine && execute(store, "COMMIT");
}

bool landau_store_add(struct landau_store *store, const char *label,
		      const struct landau_profile *profile, bool *replaced,
		      struct landau_error *error)
{
	uLongf length = 0;
	size_t bytes = 0;
	unsigned char *packed = pack(profile, &length, &bytes);
	bool fine;

	if (!packed)
		return say(store, "no memory for the profile", error);
	if (length > LARGEST_BLOB) {
		free(packed);
		return say(store, "the profile is too large for SQLite", error);
	}
	fine = store_row(store, label, bytes, packed, length, replaced);
	if (!fine)
		complain(store, "cannot be written", error);
	free(packed);
	return fine;
}

static struct landau_profile *unpack(const struct landau_store *store, sqlite3_stmt *statement,
				     const struct landau_store_entry *entry,
				     struct landau_error *error)
{
	const unsigned char *packed = sqlite3_column_blob(statement, 0);
	uLong packed_bytes = (uLong)sqlite3_column_bytes(statement, 0);
	sqlite3_int64 stated = sqlite3_column_int64(statement, 1);
	struct landau_profile *profile = NULL;
	uLongf bytes;
	char *text;

	if (!packed || stated < 1 || (uLong)stated / MOST_COMPRESSED > packed_bytes) {
		say(store, "has a damaged entry", error);
		return NULL;
	}
	bytes = (uLongf)stated;
	text = malloc(bytes);
	if (!text)
		say(store, "no memory for a profile", error);
	else if (uncompress((unsigned char *)text, &bytes, packed, packed_bytes) != Z_OK ||
		 bytes != (uLongf)stated)
		say(store, "has a damaged entry", error);
	else
		profile = landau_profile_parse(text, bytes, entry->label, error);
	free(text);
	return profile;
}

struct landau_profile *landau_store_read(struct landau_store *store,
					 const struct landau_store_entry *entry,
					 struct landau_error *error)
{
	struct landau_profile *profile = NULL;
	sqlite3_stmt *statement;

	if (sqlite3_prepare_v2(store->database,
			       "SELECT profile, bytes FROM profiles WHERE number = ?", -1,
			       &statement, NULL) != SQLITE_OK ||
	    sqlite3_bind_int64(statement, 1, entry->number) != SQLITE_OK ||
	    sqlite3_step(statement) != SQLITE_ROW)
		complain(store, "cannot be read", error);
	else
		profile = unpack(store, statement, entry, error);
	sqlite3_finalize(statement);
	return profile;
}

bool landau_store_remove(struct landau_store *store, const char *label, struct landau_error *error)
{
	sqlite3_stmt *statement;
	bool fine = sqlite3_prepare_v2(store->database, "DELETE FROM profiles WHERE label = ?", -1,
				       &statement, NULL) == SQLITE_OK &&
		    sqlite3_bind_text(statement, 1, label, -1, SQLITE_STATIC) == SQLITE_OK &&
		    sqlite3_step(statement) == SQLITE_DONE;

	if (!fine)
		complain(store, "cannot be written", error);
	sqlite3_finalize(statement);
	if (fine && sqlite3_changes(store->database) == 0)
		return say(store, "", error);
	return fine;
}
