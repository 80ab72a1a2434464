/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stores.cc - LMDB, GDBM, Berkeley DB and LevelDB, with keys of one length. */
#include "judged.h"

#include <db.h>
#include <gdbm.h>
#include <leveldb/db.h>
#include <leveldb/write_batch.h>
#include <lmdb.h>
#include <string>
#include <unistd.h>

using keys = char (*)[12];

/* truth: lmdb_put | n log n | a b-tree, keys in no order */
ROUTINE void lmdb_put(MDB_txn *change, MDB_dbi base, keys all, int n)
{
	for (int i = 0; i < n; i++) {
		MDB_val key = {10, all[i]}, value = {4, all[i]};
		judged_sink += (uint64_t)mdb_put(change, base, &key, &value, 0);
	}
}

/* truth: lmdb_get | n log n | a walk down the b-tree for each */
ROUTINE void lmdb_get(MDB_txn *change, MDB_dbi base, keys all, int n)
{
	for (int i = 0; i < n; i++) {
		MDB_val key = {10, all[i]}, value;
		judged_sink += (uint64_t)mdb_get(change, base, &key, &value);
	}
}

/* truth: lmdb_scan | n | each entry once */
ROUTINE void lmdb_scan(MDB_txn *change, MDB_dbi base)
{
	MDB_cursor *cursor;
	MDB_val key, value;
	mdb_cursor_open(change, base, &cursor);
	while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0)
		judged_sink += *(unsigned char *)value.mv_data;
	mdb_cursor_close(cursor);
}

/* truth: gdbm_put | n | hashing, buckets split when full */
ROUTINE void gdbm_put(GDBM_FILE file, keys all, int n)
{
	for (int i = 0; i < n; i++) {
		datum key = {all[i], 10}, value = {all[i], 4};
		judged_sink += (uint64_t)gdbm_store(file, key, value, GDBM_INSERT);
	}
}

/* truth: gdbm_get | n | hashing */
ROUTINE void gdbm_get(GDBM_FILE file, keys all, int n)
{
	for (int i = 0; i < n; i++) {
		datum key = {all[i], 10};
		judged_sink += (uint64_t)gdbm_exists(file, key);
	}
}

static void set(DBT *to, char *data, u_int32_t size)
{
	memset(to, 0, sizeof(*to));
	to->data = data;
	to->size = size;
}

/* truth: berkeley_put | n log n | a b-tree, keys in no order */
ROUTINE void berkeley_put(DB *base, keys all, int n)
{
	DBT key, value;
	for (int i = 0; i < n; i++) {
		set(&key, all[i], 10);
		set(&value, all[i], 4);
		judged_sink += (uint64_t)base->put(base, NULL, &key, &value, 0);
	}
}

/* truth: berkeley_get | n log n | a walk down the b-tree for each */
ROUTINE void berkeley_get(DB *base, keys all, int n)
{
	DBT key, value;
	for (int i = 0; i < n; i++) {
		set(&key, all[i], 10);
		set(&value, NULL, 0);
		judged_sink += (uint64_t)base->get(base, NULL, &key, &value, 0);
	}
}

/* truth: berkeley_hash | n | hashing */
ROUTINE void berkeley_hash(DB *base, keys all, int n)
{
	DBT key, value;
	for (int i = 0; i < n; i++) {
		set(&key, all[i], 10);
		set(&value, all[i], 4);
		judged_sink += (uint64_t)base->put(base, NULL, &key, &value, 0);
	}
}

/* truth: level_put | n log n | a skip list in memory, keys in no order */
ROUTINE void level_put(leveldb::DB *base, keys all, int n)
{
	for (int i = 0; i < n; i++)
		base->Put(leveldb::WriteOptions(), leveldb::Slice(all[i], 10),
			  leveldb::Slice(all[i], 4));
	judged_sink++;
}

/* truth: level_get | n log n | a walk down the skip list for each */
ROUTINE void level_get(leveldb::DB *base, keys all, int n)
{
	std::string value;
	for (int i = 0; i < n; i++)
		judged_sink +=
			base->Get(leveldb::ReadOptions(), leveldb::Slice(all[i], 10), &value).ok();
}

/* truth: level_scan | n | each entry once */
ROUTINE void level_scan(leveldb::DB *base)
{
	leveldb::Iterator *at = base->NewIterator(leveldb::ReadOptions());
	for (at->SeekToFirst(); at->Valid(); at->Next())
		judged_sink += at->value().size();
	delete at;
}

/* truth: level_batch | n | each entry appended to one string */
ROUTINE void level_batch(leveldb::WriteBatch *batch, keys all, int n)
{
	for (int i = 0; i < n; i++)
		batch->Put(leveldb::Slice(all[i], 10), leveldb::Slice(all[i], 4));
	judged_sink += batch->ApproximateSize();
}

static DB *berkeley(DBTYPE type)
{
	DB *made;
	db_create(&made, NULL, 0);
	made->set_cachesize(made, 0, 4 << 20, 1);
	if (made->open(made, NULL, NULL, NULL, type, DB_CREATE, 0))
		exit(1);
	return made;
}

int main()
{
	char place[] = "/tmp/judged-stores-XXXXXX";

	if (!mkdtemp(place) || chdir(place))
		return 1;
	FOR_SIZES(n, 16, 4000, 20)
	{
		int *values = judged_values(n);
		keys all = (keys)calloc((size_t)n, sizeof(*all));
		char name[40];

		for (int i = 0; i < n; i++)
			snprintf(all[i], sizeof(*all), "%010d", values[i] % 10000019);
		MDB_env *environment;
		MDB_txn *change;
		MDB_dbi base;
		snprintf(name, sizeof(name), "lmdb%d", n);
		mdb_env_create(&environment);
		mdb_env_set_mapsize(environment, 16 << 20);
		if (mdb_env_open(environment, name, MDB_NOSUBDIR | MDB_NOSYNC | MDB_NOLOCK, 0600) ||
		    mdb_txn_begin(environment, NULL, 0, &change) ||
		    mdb_dbi_open(change, NULL, 0, &base))
			return 1;
		lmdb_put(change, base, all, n);
		lmdb_get(change, base, all, n);
		lmdb_scan(change, base);
		mdb_txn_commit(change);
		mdb_env_close(environment);

		snprintf(name, sizeof(name), "gdbm%d", n);
		GDBM_FILE file = gdbm_open(name, 4096, GDBM_NEWDB, 0600, NULL);
		if (!file)
			return 1;
		gdbm_put(file, all, n);
		gdbm_get(file, all, n);
		gdbm_close(file);

		DB *tree = berkeley(DB_BTREE), *hash = berkeley(DB_HASH);
		berkeley_put(tree, all, n);
		berkeley_get(tree, all, n);
		berkeley_hash(hash, all, n);
		tree->close(tree, 0);
		hash->close(hash, 0);

		leveldb::DB *level;
		leveldb::Options options;
		leveldb::WriteBatch batch;
		options.create_if_missing = true;
		snprintf(name, sizeof(name), "level%d", n);
		if (!leveldb::DB::Open(options, name, &level).ok())
			return 1;
		level_batch(&batch, all, n);
		level_put(level, all, n);
		level_get(level, all, n);
		level_scan(level);
		delete level;
		free(all);
		free(values);
	}
	return system("rm -rf \"$PWD\"");
}
