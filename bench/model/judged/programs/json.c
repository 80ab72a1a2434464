/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json.c - cJSON and Jansson. */
#include "judged.h"

#include <cjson/cJSON.h>
#include <jansson.h>

/* truth: c_parse | n | each byte once */
ROUTINE cJSON *c_parse(const char *text)
{
	cJSON *made = cJSON_Parse(text);
	judged_sink += made != NULL;
	return made;
}

/* truth: c_print | n | each element once, into a buffer that doubles */
ROUTINE void c_print(const cJSON *array)
{
	char *text = cJSON_PrintUnformatted(array);
	judged_sink += (uint64_t)*text;
	free(text);
}

/* truth: c_take_each | n^2 | walks to each element */
/* truth: cJSON_GetArrayItem | n | walks to the element */
ROUTINE void c_take_each(const cJSON *array, int n)
{
	for (int i = 0; i < n; i++)
		judged_sink += (uint64_t)cJSON_GetArrayItem(array, i)->valueint;
}

/* truth: c_look_up_each | n^2 | looks through the object for each key */
ROUTINE void c_look_up_each(const cJSON *object, char (*keys)[12], int n)
{
	for (int i = 0; i < n; i++)
		judged_sink += cJSON_GetObjectItemCaseSensitive(object, keys[i]) != NULL;
}

/* truth: c_compare | n^2 | looks for each member in the other object */
ROUTINE void c_compare(const cJSON *left, const cJSON *right)
{
	judged_sink += (uint64_t)cJSON_Compare(left, right, 1);
}

/* truth: c_copy | n | each element once */
ROUTINE cJSON *c_copy(const cJSON *from)
{
	cJSON *made = cJSON_Duplicate(from, 1);
	judged_sink += made != NULL;
	return made;
}

/* truth: cJSON_GetArraySize | n | walks the list */
/* truth: c_size | n | walks the list */
ROUTINE void c_size(const cJSON *array)
{
	judged_sink += (uint64_t)cJSON_GetArraySize(array);
}

/* truth: c_minify | n | each byte once */
ROUTINE void c_minify(char *text)
{
	cJSON_Minify(text);
	judged_sink += (uint64_t)*text;
}

/* truth: jansson_parse | n | each byte once */
ROUTINE json_t *jansson_parse(const char *text)
{
	json_t *made = json_loads(text, 0, NULL);
	judged_sink += made != NULL;
	return made;
}

/* truth: jansson_print | n | each element once */
ROUTINE void jansson_print(const json_t *object)
{
	char *text = json_dumps(object, JSON_COMPACT);
	judged_sink += (uint64_t)*text;
	free(text);
}

/* truth: jansson_print_sorted | n log n | sorts the keys */
ROUTINE void jansson_print_sorted(const json_t *object)
{
	char *text = json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS);
	judged_sink += (uint64_t)*text;
	free(text);
}

/* truth: jansson_insert_front | n^2 | moves all the others */
ROUTINE json_t *jansson_insert_front(const int *values, int n)
{
	json_t *array = json_array();
	for (int i = 0; i < n; i++)
		json_array_insert_new(array, 0, json_integer(values[i]));
	return array;
}

/* truth: jansson_remove_front | n^2 | moves all the others */
ROUTINE void jansson_remove_front(json_t *array)
{
	while (json_array_size(array))
		json_array_remove(array, 0);
	judged_sink++;
}

/* truth: jansson_fill | n | a hash table that grows */
ROUTINE json_t *jansson_fill(char (*keys)[12], int n)
{
	json_t *object = json_object();
	for (int i = 0; i < n; i++)
		json_object_set_new(object, keys[i], json_integer(i));
	return object;
}

/* truth: jansson_compare | n | a look-up for each member */
ROUTINE void jansson_compare(const json_t *left, const json_t *right)
{
	judged_sink += (uint64_t)json_equal(left, right);
}

/* truth: jansson_copy | n | each member once */
ROUTINE json_t *jansson_copy(const json_t *from)
{
	json_t *made = json_deep_copy(from);
	judged_sink += made != NULL;
	return made;
}

static char *array_text(const int *values, int n)
{
	char *text = malloc((size_t)n * 12 + 8), *end = text;
	for (int i = 0; i < n; i++)
		end += sprintf(end, "%s%d", i ? ", " : "[", values[i]);
	sprintf(end, "]");
	return text;
}

static char *object_text(char (*keys)[12], int n)
{
	char *text = malloc((size_t)n * 24 + 8), *end = text;
	for (int i = 0; i < n; i++)
		end += sprintf(end, "%s\"%s\": %d", i ? ", " : "{", keys[i], i);
	sprintf(end, "}");
	return text;
}

int main(void)
{
	FOR_SIZES(n, 8, 4000, 23)
	{
		int *values = judged_values(n);
		char(*keys)[12] = calloc((size_t)n, sizeof(*keys));

		for (int i = 0; i < n; i++)
			sprintf(keys[i], "key%d", values[i]);
		char *array = array_text(values, n), *object = object_text(keys, n);
		cJSON *c = c_parse(array), *copy = c_copy(c);
		c_print(c);
		c_size(c);
		cJSON_Delete(c);
		cJSON_Delete(copy);
		json_t *jansson = jansson_parse(object), *other = jansson_copy(jansson),
		       *third = jansson_fill(keys, n);
		jansson_print(jansson);
		jansson_print_sorted(jansson);
		jansson_compare(jansson, other);
		json_decref(jansson);
		json_decref(other);
		json_decref(third);
		c_minify(array);
		free(array);
		free(object);
		free(keys);
		free(values);
	}
	FOR_SIZES(n, 8, 900, 20)
	{
		int *values = judged_values(n);
		char(*keys)[12] = calloc((size_t)n, sizeof(*keys));

		for (int i = 0; i < n; i++)
			sprintf(keys[i], "key%d", values[i]);
		char *array = array_text(values, n), *object = object_text(keys, n);
		cJSON *c = cJSON_Parse(array), *left = cJSON_Parse(object),
		      *right = cJSON_Parse(object);
		c_take_each(c, n);
		c_look_up_each(left, keys, n);
		c_compare(left, right);
		cJSON_Delete(c);
		cJSON_Delete(left);
		cJSON_Delete(right);
		jansson_remove_front(jansson_insert_front(values, n));
		free(array);
		free(object);
		free(keys);
		free(values);
	}
	return 0;
}
