/* SPDX-License-Identifier: GPL-2.0-or-later */
/* uthash.c - uthash, whose macros become part of the program, APR and Qhull. */
#include "judged.h"

#include <apr_hash.h>
#include <apr_strings.h>
#include <apr_tables.h>
#include <libqhull_r/qhull_ra.h>
#include <utarray.h>
#include <uthash.h>
#include <utlist.h>
#include <utstring.h>

struct item {
	int key;
	struct item *next, *prev;
	UT_hash_handle hh;
};

static int compare(const struct item *left, const struct item *right)
{
	return (left->key > right->key) - (left->key < right->key);
}

/* truth: fill_hash | n | buckets doubled */
ROUTINE struct item *fill_hash(struct item *items, int n)
{
	struct item *table = NULL;
	for (int i = 0; i < n; i++)
		HASH_ADD_INT(table, key, &items[i]);
	return table;
}

/* truth: look_up_all | n | hashing */
ROUTINE void look_up_all(struct item *table, const int *values, int n)
{
	struct item *found;
	for (int i = 0; i < n; i++) {
		HASH_FIND_INT(table, &values[i], found);
		judged_sink += found != NULL;
	}
}

/* truth: sort_hash | n log n | merge sort of the list of all */
ROUTINE void sort_hash(struct item *table)
{
	HASH_SORT(table, compare);
	judged_sink += (uint64_t)table->key;
}

/* truth: append_list | n^2 | LL_APPEND walks to the end */
ROUTINE struct item *append_list(struct item *items, int n)
{
	struct item *list = NULL;
	for (int i = 0; i < n; i++)
		LL_APPEND(list, &items[i]);
	return list;
}

/* truth: append_double | n | DL_APPEND knows the end */
ROUTINE struct item *append_double(struct item *items, int n)
{
	struct item *list = NULL;
	for (int i = 0; i < n; i++)
		DL_APPEND(list, &items[i]);
	return list;
}

/* truth: sort_list | n log n | merge sort */
ROUTINE struct item *sort_list(struct item *list)
{
	DL_SORT(list, compare);
	return list;
}

/* truth: count_list | n | each once */
ROUTINE void count_list(struct item *list)
{
	struct item *at;
	int count;
	DL_COUNT(list, at, count);
	judged_sink += (uint64_t)count;
}

/* truth: insert_front | n^2 | moves all the others */
ROUTINE void insert_front(UT_array *array, const int *values, int n)
{
	for (int i = 0; i < n; i++)
		utarray_insert(array, &values[i], 0);
	judged_sink += utarray_len(array);
}

/* truth: append_text | n | doubled room */
ROUTINE void append_text(UT_string *string, char *const *words, int n)
{
	for (int i = 0; i < n; i++)
		utstring_printf(string, "%s,", words[i]);
	judged_sink += utstring_len(string);
}

/* truth: apr_fill | n | a hash table that grows */
ROUTINE void apr_fill(apr_pool_t *pool, char *const *words, int n)
{
	apr_hash_t *hash = apr_hash_make(pool);
	for (int i = 0; i < n; i++)
		apr_hash_set(hash, words[i], APR_HASH_KEY_STRING, words[i]);
	judged_sink += apr_hash_count(hash);
}

/* truth: apr_table_fill | n^2 | apr_table_setn compares with all keys of the same first letter */
ROUTINE void apr_table_fill(apr_pool_t *pool, char *const *words, int n)
{
	apr_table_t *table = apr_table_make(pool, 8);
	for (int i = 0; i < n; i++)
		apr_table_setn(table, words[i], words[i]);
	judged_sink += (uint64_t)apr_is_empty_table(table);
}

/* truth: apr_push | n | doubled room */
ROUTINE void apr_push(apr_pool_t *pool, const int *values, int n)
{
	apr_array_header_t *array = apr_array_make(pool, 4, sizeof(int));
	for (int i = 0; i < n; i++)
		APR_ARRAY_PUSH(array, int) = values[i];
	judged_sink += (uint64_t)array->nelts;
}

/* truth: apr_concatenate | n^2 | copies all so far */
ROUTINE void apr_concatenate(apr_pool_t *pool, char *const *words, int n)
{
	char *text = apr_pstrdup(pool, "");
	for (int i = 0; i < n; i++)
		text = apr_pstrcat(pool, text, words[i], NULL);
	judged_sink += (uint64_t)*text;
}

/* truth: hull | n log n | quickhull in the plane */
ROUTINE void hull(double *points, int n)
{
	static char options[] = "qhull";
	qhT state, *qh = &state;
	int kept, total;
	FILE *errors = fopen("/dev/null", "w");

	qh_zero(qh, errors);
	judged_sink += (uint64_t)qh_new_qhull(qh, 2, n, points, 0, options, NULL, errors);
	qh_freeqhull(qh, !qh_ALL);
	qh_memfreeshort(qh, &kept, &total);
	fclose(errors);
}

int main(void)
{
	static const UT_icd of_int = {sizeof(int), NULL, NULL, NULL};
	apr_pool_t *pool;

	apr_initialize();
	FOR_SIZES(n, 10, 8000, 24)
	{
		int *values = judged_values(n);
		struct item *items = calloc((size_t)n, sizeof(*items)),
			    *others = calloc((size_t)n, sizeof(*others));
		char **words = calloc((size_t)n, sizeof(char *));
		double *points = judged_numbers(2 * n);
		UT_string *string;

		for (int i = 0; i < n; i++) {
			items[i].key = others[i].key = values[i];
			words[i] = judged_text(10);
		}
		struct item *table = fill_hash(items, n);
		look_up_all(table, values, n);
		sort_hash(table);
		HASH_CLEAR(hh, table);
		struct item *list = append_double(others, n);
		count_list(list);
		sort_list(list);
		utstring_new(string);
		append_text(string, words, n);
		utstring_free(string);
		apr_pool_create(&pool, NULL);
		apr_fill(pool, words, n);
		apr_push(pool, values, n);
		apr_pool_destroy(pool);
		for (int i = 0; i < n; i++) {
			double angle = (double)i * 6.283185307 / n;
			points[2 * i] = cos(angle);
			points[2 * i + 1] = sin(angle);
		}
		if (n < 3000)
			hull(points, n);
		for (int i = 0; i < n; i++)
			free(words[i]);
		free(points);
		free(words);
		free(items);
		free(others);
		free(values);
	}
	FOR_SIZES(n, 10, 900, 20)
	{
		int *values = judged_values(n);
		struct item *items = calloc((size_t)n, sizeof(*items));
		char **words = calloc((size_t)n, sizeof(char *));
		UT_array *array;

		for (int i = 0; i < n; i++) {
			words[i] = judged_text(10);
			words[i][0] = 'k';
		}
		append_list(items, n);
		utarray_new(array, &of_int);
		insert_front(array, values, n);
		utarray_free(array);
		apr_pool_create(&pool, NULL);
		apr_table_fill(pool, words, n);
		apr_concatenate(pool, words, n);
		apr_pool_destroy(pool);
		for (int i = 0; i < n; i++)
			free(words[i]);
		free(words);
		free(items);
		free(values);
	}
	return 0;
}
