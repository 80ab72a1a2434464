/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sqlite.c - queries of SQLite on tables in memory. */
#include "judged.h"

#include <sqlite3.h>

static int add_row(void *nothing, int count, char **values, char **names)
{
	(void)nothing, (void)names;
	judged_sink += (uint64_t)count + (values[0] ? (uint64_t)*values[0] : 0);
	return 0;
}

static void run(sqlite3 *base, const char *query)
{
	char *message = NULL;
	if (sqlite3_exec(base, query, add_row, NULL, &message) != SQLITE_OK) {
		fprintf(stderr, "%s: %s\n", query, message);
		exit(1);
	}
}

#define QUERY(NAME, TEXT)                                                                          \
	ROUTINE void NAME(sqlite3 *base)                                                           \
	{                                                                                          \
		run(base, TEXT);                                                                   \
		judged_sink++;                                                                     \
	}

/* truth: scan | n | each row once */
QUERY(scan, "select sum(value) from t")
/* truth: filter | n | each row once, a pattern of fixed length */
QUERY(filter, "select count(*) from t where name like 'row 1%7'")
/* truth: order | n log n | the sorter */
QUERY(order, "select key from t order by value")
/* truth: group | n log n | sorted by the key of the group */
QUERY(group, "select value % 10, count(*) from t group by value % 10")
/* truth: distinct_values | n log n | a b-tree of those seen */
QUERY(distinct_values, "select count(distinct value) from t")
/* truth: first_ten | n | the sorter keeps ten */
QUERY(first_ten, "select key from t order by value limit 10")
/* truth: join_by_key | n log n | a walk down the table for each row */
QUERY(join_by_key, "select count(*) from t a join t b on b.key = a.value % 100 + 1")
/* truth: join_by_index | n log n | a walk down an index for each row */
QUERY(join_by_index, "select count(*) from t a join u b on b.value = a.value")
/* truth: join_by_loops | n^2 | each pair of rows */
QUERY(join_by_loops, "select count(*) from t a, t b where a.value + b.value = 1000")
/* truth: rank_each | n^2 | a query over all for each row */
QUERY(rank_each, "select max((select count(*) from t b where b.value < a.value)) from t a")
/* truth: not_in_unindexed | n^2 | a scan for each row, that finds nothing */
QUERY(not_in_unindexed,
      "select count(*) from t a where not exists (select 1 from t b where b.value + 0 = -a.value)")
/* truth: concatenate | n | into a buffer that doubles */
QUERY(concatenate, "select length(group_concat(name)) from t")
/* truth: running_sum | n | a window that adds one row at a time */
QUERY(running_sum, "select max(total) from (select sum(value) over (order by key) total from t)")
/* truth: make_index | n log n | sorts the keys */
QUERY(make_index, "create index i on t (value)")
/* truth: copy_table | n | rows in the order of their keys */
QUERY(copy_table, "create table v as select * from t")
/* truth: update_all | n | each row once */
QUERY(update_all, "update t set value = value + 1")
/* truth: delete_some | n | each row once */
QUERY(delete_some, "delete from v where key % 2 = 0")

/* truth: page_through | n^2 | OFFSET walks over all that it leaves out */
ROUTINE void page_through(sqlite3 *base, int n)
{
	char query[80];
	for (int i = 0; i < n; i += 5) {
		sprintf(query, "select key, value from t limit 5 offset %d", i);
		run(base, query);
	}
	judged_sink++;
}

/* truth: insert_all | n | rows in the order of their keys */
ROUTINE void insert_all(sqlite3 *base, const int *values, int n)
{
	sqlite3_stmt *insert;
	sqlite3_prepare_v2(base, "insert into t (value, name) values (?, 'row ' || ?)", -1, &insert,
			   NULL);
	for (int i = 0; i < n; i++) {
		sqlite3_bind_int(insert, 1, values[i]);
		sqlite3_bind_int(insert, 2, i);
		judged_sink += (uint64_t)sqlite3_step(insert);
		sqlite3_reset(insert);
	}
	sqlite3_finalize(insert);
}

/* truth: insert_indexed | n log n | a walk down the b-tree for each, keys in no order */
ROUTINE void insert_indexed(sqlite3 *base, const int *values, int n)
{
	sqlite3_stmt *insert;
	sqlite3_prepare_v2(base, "insert into u values (?)", -1, &insert, NULL);
	for (int i = 0; i < n; i++) {
		sqlite3_bind_int(insert, 1, values[i]);
		judged_sink += (uint64_t)sqlite3_step(insert);
		sqlite3_reset(insert);
	}
	sqlite3_finalize(insert);
}

/* truth: compile_sum | n | each token once */
ROUTINE void compile_sum(sqlite3 *base, const char *query)
{
	sqlite3_stmt *statement;
	judged_sink += (uint64_t)sqlite3_prepare_v2(base, query, -1, &statement, NULL);
	sqlite3_finalize(statement);
}

/* truth: read_json | n | each element once */
ROUTINE void read_json(sqlite3 *base, const char *text)
{
	sqlite3_stmt *statement;
	sqlite3_prepare_v2(base, "select sum(value) from json_each(?)", -1, &statement, NULL);
	sqlite3_bind_text(statement, 1, text, -1, SQLITE_STATIC);
	judged_sink += (uint64_t)sqlite3_step(statement);
	sqlite3_finalize(statement);
}

/* truth: sqlite3_complete | n | each byte once */
/* truth: is_complete | n | each byte once */
ROUTINE void is_complete(const char *text)
{
	judged_sink += (uint64_t)sqlite3_complete(text);
}

static sqlite3 *new_base(void)
{
	sqlite3 *base;
	sqlite3_open(":memory:", &base);
	run(base, "create table t (key integer primary key, value integer, name text)");
	run(base, "create table u (value integer primary key) without rowid");
	return base;
}

static char *sum_of(int n, const char *before, const char *between, const char *after)
{
	char *text = malloc((size_t)n * 8 + 20), *end = text + sprintf(text, "%s1", before);
	for (int i = 1; i < n; i++)
		end += sprintf(end, "%s%d", between, i);
	sprintf(end, "%s", after);
	return text;
}

int main(void)
{
	FOR_SIZES(n, 8, 3000, 22)
	{
		sqlite3 *base = new_base();
		int *values = judged_values(n);
		char *list = sum_of(n, "[", ",", "]"),
		     *query = sum_of(n / 8 + 2, "select ", "-", "");

		run(base, "begin");
		insert_all(base, values, n);
		insert_indexed(base, values, n);
		scan(base);
		filter(base);
		order(base);
		group(base);
		distinct_values(base);
		first_ten(base);
		if (n > 100)
			join_by_key(base);
		join_by_index(base);
		concatenate(base);
		running_sum(base);
		copy_table(base);
		delete_some(base);
		update_all(base);
		make_index(base);
		compile_sum(base, query);
		read_json(base, list);
		is_complete(query);
		sqlite3_close(base);
		free(values);
		free(list);
		free(query);
	}
	FOR_SIZES(n, 8, 300, 18)
	{
		sqlite3 *base = new_base();
		int *values = judged_values(n);

		run(base, "begin");
		insert_all(base, values, n);
		join_by_loops(base);
		rank_each(base);
		not_in_unindexed(base);
		page_through(base, n);
		sqlite3_close(base);
		free(values);
	}
	return 0;
}
