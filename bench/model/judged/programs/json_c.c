/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json_c.c - json-c. */
#include "judged.h"

#include <json-c/json.h>

static int compare(const void *left, const void *right)
{
	int a = json_object_get_int(*(json_object *const *)left);
	int b = json_object_get_int(*(json_object *const *)right);
	return (a > b) - (a < b);
}

/* truth: json_c_parse | n | each byte once */
ROUTINE json_object *json_c_parse(const char *text)
{
	json_object *made = json_tokener_parse(text);
	judged_sink += made != NULL;
	return made;
}

/* truth: json_c_print | n | each element once */
ROUTINE void json_c_print(json_object *array)
{
	judged_sink += (uint64_t)*json_object_to_json_string(array);
}

/* truth: json_c_sort | n log n | qsort */
ROUTINE void json_c_sort(json_object *array)
{
	json_object_array_sort(array, compare);
	judged_sink++;
}

/* truth: json_c_remove_front | n^2 | moves all the others */
ROUTINE void json_c_remove_front(json_object *array)
{
	while (json_object_array_length(array))
		json_object_array_del_idx(array, 0, 1);
	judged_sink++;
}

/* truth: json_c_fill | n | a hash table that grows */
ROUTINE json_object *json_c_fill(char (*keys)[12], int n)
{
	json_object *object = json_object_new_object();
	for (int i = 0; i < n; i++)
		json_object_object_add(object, keys[i], json_object_new_int(i));
	return object;
}

static char *array_text(const int *values, int n)
{
	char *text = malloc((size_t)n * 12 + 8), *end = text;
	for (int i = 0; i < n; i++)
		end += sprintf(end, "%s%d", i ? ", " : "[", values[i]);
	sprintf(end, "]");
	return text;
}

int main(void)
{
	FOR_SIZES(n, 8, 4000, 23)
	{
		int *values = judged_values(n);
		char(*keys)[12] = calloc((size_t)n, sizeof(*keys)), *array = array_text(values, n);

		for (int i = 0; i < n; i++)
			sprintf(keys[i], "key%d", values[i]);
		json_object *json_c = json_c_parse(array);
		json_c_print(json_c);
		json_c_sort(json_c);
		json_object_put(json_c);
		json_object_put(json_c_fill(keys, n));
		free(array);
		free(keys);
		free(values);
	}
	FOR_SIZES(n, 8, 900, 20)
	{
		int *values = judged_values(n);
		char *array = array_text(values, n);

		json_object *json_c = json_tokener_parse(array);
		json_c_remove_front(json_c);
		json_object_put(json_c);
		free(array);
		free(values);
	}
	return 0;
}
