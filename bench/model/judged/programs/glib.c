/* SPDX-License-Identifier: GPL-2.0-or-later */
/* glib.c - GLib's containers and strings. */
#include "judged.h"

#include <glib.h>

static gint compare(gconstpointer left, gconstpointer right)
{
	int a = GPOINTER_TO_INT(left), b = GPOINTER_TO_INT(right);
	return (a > b) - (a < b);
}

static gint compare_places(gconstpointer left, gconstpointer right)
{
	return compare(GINT_TO_POINTER(*(const int *)left), GINT_TO_POINTER(*(const int *)right));
}

static gint compare_with_data(gconstpointer left, gconstpointer right, gpointer data)
{
	(void)data;
	return compare(left, right);
}

/* truth: append_list | n^2 | g_list_append walks to the end */
/* truth: g_list_append | n | walks to the end */
ROUTINE GList *append_list(const int *values, int n)
{
	GList *list = NULL;
	for (int i = 0; i < n; i++)
		list = g_list_append(list, GINT_TO_POINTER(values[i]));
	return list;
}

/* truth: prepend_list | n | constant each */
ROUTINE GList *prepend_list(const int *values, int n)
{
	GList *list = NULL;
	for (int i = 0; i < n; i++)
		list = g_list_prepend(list, GINT_TO_POINTER(values[i]));
	return list;
}

/* truth: append_slist | n^2 | walks to the end */
/* truth: g_slist_append | n | walks to the end */
ROUTINE GSList *append_slist(const int *values, int n)
{
	GSList *list = NULL;
	for (int i = 0; i < n; i++)
		list = g_slist_append(list, GINT_TO_POINTER(values[i]));
	return list;
}

/* truth: take_each | n^2 | g_list_nth walks to each place */
/* truth: g_list_nth_data | n | walks to the place */
ROUTINE void take_each(GList *list, int n)
{
	for (int i = 0; i < n; i++)
		judged_sink += (uint64_t)GPOINTER_TO_INT(g_list_nth_data(list, (guint)i));
}

/* truth: sort_list | n log n | merge sort */
ROUTINE GList *sort_list(GList *list)
{
	list = g_list_sort(list, compare);
	judged_sink++;
	return list;
}

/* truth: insert_sorted | n^2 | walks to the place of each */
ROUTINE GList *insert_sorted(const int *values, int n)
{
	GList *list = NULL;
	for (int i = 0; i < n; i++)
		list = g_list_insert_sorted(list, GINT_TO_POINTER(values[i]), compare);
	return list;
}

/* truth: g_list_reverse | n | each node once */
/* truth: g_list_length | n | each node once */
/* truth: g_list_last | n | each node once */
/* truth: g_list_copy | n | each node once */
/* truth: g_list_free | n | each node once */
/* truth: use_list | n | a fixed number of walks */
ROUTINE GList *use_list(GList *list)
{
	list = g_list_reverse(list);
	GList *copy = g_list_copy(list);
	judged_sink += g_list_length(list) + (g_list_last(list) != NULL);
	g_list_free(copy);
	return list;
}

/* truth: find_in_list | n | what is looked for is not there */
ROUTINE void find_in_list(GList *list)
{
	judged_sink += g_list_find(list, GINT_TO_POINTER(-1)) != NULL;
}

/* truth: remove_from_slist | n | takes off the first each time */
ROUTINE void remove_from_slist(GSList *list)
{
	while (list)
		list = g_slist_remove(list, list->data);
	judged_sink++;
}

/* truth: append_array | n | doubled room */
ROUTINE GArray *append_array(const int *values, int n)
{
	GArray *array = g_array_new(FALSE, FALSE, sizeof(int));
	for (int i = 0; i < n; i++)
		g_array_append_val(array, values[i]);
	return array;
}

/* truth: prepend_array | n^2 | each moves all the others */
ROUTINE GArray *prepend_array(const int *values, int n)
{
	GArray *array = g_array_new(FALSE, FALSE, sizeof(int));
	for (int i = 0; i < n; i++)
		g_array_prepend_val(array, values[i]);
	return array;
}

/* truth: empty_array | n^2 | removing the first moves all the others */
ROUTINE void empty_array(GArray *array)
{
	while (array->len)
		g_array_remove_index(array, 0);
	judged_sink++;
}

/* truth: sort_array | n log n | g_array_sort */
ROUTINE void sort_array(GArray *array)
{
	g_array_sort(array, compare_places);
	judged_sink++;
}

/* truth: append_pointers | n | doubled room */
ROUTINE GPtrArray *append_pointers(const int *values, int n)
{
	GPtrArray *array = g_ptr_array_new();
	for (int i = 0; i < n; i++)
		g_ptr_array_add(array, GINT_TO_POINTER(values[i]));
	return array;
}

/* truth: empty_pointers | n^2 | removing the first moves all the others */
ROUTINE void empty_pointers(GPtrArray *array)
{
	while (array->len)
		g_ptr_array_remove_index(array, 0);
	judged_sink++;
}

/* truth: fill_hash | n | rehashed when larger */
ROUTINE GHashTable *fill_hash(const int *values, int n)
{
	GHashTable *table = g_hash_table_new(NULL, NULL);
	for (int i = 0; i < n; i++)
		g_hash_table_insert(table, GINT_TO_POINTER(values[i] + 1), GINT_TO_POINTER(1));
	return table;
}

/* truth: look_up_hash | n | constant each */
ROUTINE void look_up_hash(GHashTable *table, const int *values, int n)
{
	for (int i = 0; i < n; i++)
		judged_sink += g_hash_table_contains(table, GINT_TO_POINTER(values[i] + 1));
}

/* truth: list_keys | n | each entry once */
ROUTINE void list_keys(GHashTable *table)
{
	GList *keys = g_hash_table_get_keys(table);
	judged_sink += keys != NULL;
	g_list_free(keys);
}

/* truth: fill_tree | n log n | an AVL tree, keys in no order */
ROUTINE GTree *fill_tree(const int *values, int n)
{
	GTree *tree = g_tree_new(compare);
	for (int i = 0; i < n; i++)
		g_tree_insert(tree, GINT_TO_POINTER(values[i]), GINT_TO_POINTER(1));
	return tree;
}

/* truth: look_up_tree | n log n | a walk down for each */
ROUTINE void look_up_tree(GTree *tree, const int *values, int n)
{
	for (int i = 0; i < n; i++)
		judged_sink += g_tree_lookup(tree, GINT_TO_POINTER(values[i])) != NULL;
}

static gboolean add_key(gpointer key, gpointer value, gpointer data)
{
	(void)value, (void)data;
	judged_sink += (uint64_t)GPOINTER_TO_INT(key);
	return FALSE;
}

/* truth: walk_tree | n | each node once */
ROUTINE void walk_tree(GTree *tree)
{
	g_tree_foreach(tree, add_key, NULL);
	judged_sink++;
}

/* truth: fill_sequence | n log n | a balanced tree */
ROUTINE GSequence *fill_sequence(const int *values, int n)
{
	GSequence *sequence = g_sequence_new(NULL);
	for (int i = 0; i < n; i++)
		g_sequence_insert_sorted(sequence, GINT_TO_POINTER(values[i]), compare_with_data,
					 NULL);
	return sequence;
}

/* truth: queue_through | n | in at one end, out at the other */
ROUTINE void queue_through(const int *values, int n)
{
	GQueue *queue = g_queue_new();
	for (int i = 0; i < n; i++)
		g_queue_push_tail(queue, GINT_TO_POINTER(values[i]));
	while (!g_queue_is_empty(queue))
		judged_sink += (uint64_t)GPOINTER_TO_INT(g_queue_pop_head(queue));
	g_queue_free(queue);
}

/* truth: append_text | n | doubled room */
ROUTINE GString *append_text(const char *text)
{
	GString *string = g_string_new(NULL);
	for (; *text; text++)
		g_string_append_c(string, *text);
	return string;
}

/* truth: prepend_text | n^2 | each letter moves all the others */
ROUTINE GString *prepend_text(const char *text)
{
	GString *string = g_string_new(NULL);
	for (; *text; text++)
		g_string_prepend_c(string, *text);
	return string;
}

/* truth: take_off_front | n^2 | each erasure moves all the others */
ROUTINE void take_off_front(GString *string)
{
	while (string->len >= 4)
		g_string_erase(string, 0, 4);
	judged_sink += string->len;
}

/* truth: split_and_join | n | each byte a fixed number of times */
ROUTINE void split_and_join(const char *text)
{
	gchar **words = g_strsplit(text, " ", -1), *joined = g_strjoinv("-", words);
	judged_sink += (uint64_t)*joined;
	g_free(joined);
	g_strfreev(words);
}

/* truth: g_utf8_strlen | n | each byte once */
/* truth: length_in_letters | n | each byte once */
ROUTINE void length_in_letters(const char *text)
{
	judged_sink += (uint64_t)g_utf8_strlen(text, -1);
}

/* truth: letters_by_place | n^2 | g_utf8_offset_to_pointer walks to each */
ROUTINE void letters_by_place(const char *text, int n)
{
	for (int i = 0; i < n; i++)
		judged_sink += g_utf8_get_char(g_utf8_offset_to_pointer(text, i));
}

/* truth: concatenate_all | n^2 | g_strconcat copies all so far */
ROUTINE void concatenate_all(gchar **words, int n)
{
	gchar *text = g_strdup("");
	for (int i = 0; i < n; i++) {
		gchar *longer = g_strconcat(text, words[i], NULL);
		g_free(text);
		text = longer;
	}
	judged_sink += (uint64_t)*text;
	g_free(text);
}

/* truth: escape | n | each byte once */
ROUTINE void escape(const char *text)
{
	gchar *escaped = g_strescape(text, NULL);
	judged_sink += (uint64_t)*escaped;
	g_free(escaped);
}

/* truth: encode | n | each byte once */
ROUTINE void encode(const char *text, int n)
{
	gchar *encoded = g_base64_encode((const guchar *)text, (gsize)n);
	judged_sink += (uint64_t)*encoded;
	g_free(encoded);
}

/* truth: digest | n | each block once */
ROUTINE void digest(const char *text, int n)
{
	gchar *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, (gsize)n);
	judged_sink += (uint64_t)*sum;
	g_free(sum);
}

/* truth: lower | n | each byte once */
ROUTINE void lower(const char *text)
{
	gchar *copy = g_utf8_strdown(text, -1);
	judged_sink += (uint64_t)*copy;
	g_free(copy);
}

/* truth: g_str_hash | n | each byte once */
/* truth: hash_text | n | each byte once */
ROUTINE void hash_text(const char *text)
{
	judged_sink += g_str_hash(text);
}

/* truth: parse_markup | n | each byte once, elements side by side */
ROUTINE void parse_markup(const char *text)
{
	static const GMarkupParser nothing;
	GMarkupParseContext *context = g_markup_parse_context_new(&nothing, 0, NULL, NULL);
	judged_sink += (uint64_t)g_markup_parse_context_parse(context, text, -1, NULL);
	g_markup_parse_context_free(context);
}

/* truth: load_keys | n | a hash table of keys */
ROUTINE void load_keys(const char *text)
{
	GKeyFile *file = g_key_file_new();
	judged_sink += (uint64_t)g_key_file_load_from_data(file, text, (gsize)-1, 0, NULL);
	g_key_file_free(file);
}

static char *markup(int n)
{
	GString *text = g_string_new("<all>");
	for (int i = 0; i < n; i++)
		g_string_append_printf(text, "<item key='%d'>text</item>", i);
	g_string_append(text, "</all>");
	return g_string_free(text, FALSE);
}

static char *keys(int n)
{
	GString *text = g_string_new("[group]\n");
	for (int i = 0; i < n; i++)
		g_string_append_printf(text, "key%d=value\n", i);
	return g_string_free(text, FALSE);
}

int main(void)
{
	FOR_SIZES(n, 10, 9000, 25)
	{
		int *values = judged_values(n);
		char *text = judged_text(n), *elements = markup(n / 4 + 1),
		     *lines = keys(n / 4 + 1);

		GList *list = use_list(sort_list(prepend_list(values, n)));
		find_in_list(list);
		g_list_free(list);
		GArray *array = append_array(values, n);
		sort_array(array);
		g_array_free(array, TRUE);
		g_ptr_array_free(append_pointers(values, n), TRUE);
		GHashTable *table = fill_hash(values, n);
		look_up_hash(table, values, n);
		list_keys(table);
		g_hash_table_destroy(table);
		GTree *tree = fill_tree(values, n);
		look_up_tree(tree, values, n);
		walk_tree(tree);
		g_tree_destroy(tree);
		g_sequence_free(fill_sequence(values, n));
		queue_through(values, n);
		g_string_free(append_text(text), TRUE);
		split_and_join(text);
		length_in_letters(text);
		escape(text);
		encode(text, n);
		digest(text, n);
		lower(text);
		hash_text(text);
		parse_markup(elements);
		load_keys(lines);
		g_free(elements);
		g_free(lines);
		free(text);
		free(values);
	}
	FOR_SIZES(n, 10, 1300, 24)
	{
		int *values = judged_values(n);
		char *text = judged_text(n);
		gchar **words = g_new(gchar *, n);

		for (int i = 0; i < n; i++)
			words[i] = judged_text(6);
		GList *list = append_list(values, n);
		take_each(list, n);
		g_list_free(list);
		g_list_free(insert_sorted(values, n));
		remove_from_slist(append_slist(values, n));
		empty_array(prepend_array(values, n));
		empty_pointers(append_pointers(values, n));
		take_off_front(prepend_text(text));
		letters_by_place(text, n);
		concatenate_all(words, n);
		free(text);
		free(values);
	}
	return 0;
}
