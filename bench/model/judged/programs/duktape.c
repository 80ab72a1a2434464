/* SPDX-License-Identifier: GPL-2.0-or-later */
/* duktape.c - functions of JavaScript in Duktape, each run by a routine of its own. */
#include "judged.h"

#include <duktape.h>

static void run(duk_context *script, const char *name)
{
	duk_get_global_string(script, name);
	if (duk_pcall(script, 0) != 0) {
		fprintf(stderr, "%s: %s\n", name, duk_safe_to_string(script, -1));
		exit(1);
	}
	duk_pop(script);
}

#define FUNCTION(NAME)                                                                             \
	ROUTINE void NAME(duk_context *script)                                                     \
	{                                                                                          \
		run(script, #NAME);                                                                \
		judged_sink++;                                                                     \
	}

static const char functions[] =
	"function add_up() { var s = 0; for (var i = 0; i < v.length; i++) s += v[i]; return s; }\n"
	"function push_all() { var r = []; for (var i = 0; i < v.length; i++) r.push(v[i]); }\n"
	"function unshift_all() { var r = []; for (var i = 0; i < v.length; i++) r.unshift(v[i]); "
	"}\n"
	"function shift_all() { while (copy.length) copy.shift(); }\n"
	"function sort_values() { copy.sort(function (a, b) { return a - b; }); }\n"
	"function add_strings() { var s = ''; for (var i = 0; i < v.length; i++) s += 'abcd'; "
	"return s.length; }\n"
	"function join_values() { return v.join(',').length; }\n"
	"function find_each() { var c = 0; for (var i = 0; i < v.length; i++) c += "
	"v.indexOf(v[i]); return c; }\n"
	"function write_json() { return JSON.stringify(v).length; }\n"
	"function read_json() { return JSON.parse(document).length; }\n"
	"function fill_object() { var r = {}; for (var i = 0; i < v.length; i++) r['k' + v[i]] = "
	"1; }\n"
	"function count_pairs() { var c = 0; for (var i = 0; i < v.length; i++) for (var j = 0; j "
	"< v.length; j++) "
	"if (v[i] + v[j] == 1000) c++; return c; }\n"
	"function map_values() { return v.map(function (x) { return x * 2; }).length; }\n"
	"function reverse_values() { copy.reverse(); }\n"
	"function split_text() { return text.split(' ').length; }\n"
	"function code_units() { var c = 0; for (var i = 0; i < text.length; i++) c += "
	"text.charCodeAt(i); return c; }\n"
	"function concatenate_all() { var r = []; for (var i = 0; i < v.length; i++) r = "
	"r.concat([v[i]]); }\n";

/* truth: add_up | n | each element once */
FUNCTION(add_up)
/* truth: push_all | n | room grows by a factor */
FUNCTION(push_all)
/* truth: unshift_all | n^2 | moves all the others */
FUNCTION(unshift_all)
/* truth: shift_all | n^2 | moves all the others */
FUNCTION(shift_all)
/* truth: sort_values | n log n | quicksort */
FUNCTION(sort_values)
/* truth: add_strings | n^2 | copies and hashes all so far */
FUNCTION(add_strings)
/* truth: join_values | n | each element once */
FUNCTION(join_values)
/* truth: find_each | n^2 | looks through the array for each */
FUNCTION(find_each)
/* truth: write_json | n | each element once */
FUNCTION(write_json)
/* truth: read_json | n | each byte once */
FUNCTION(read_json)
/* truth: fill_object | n | a hash table that grows */
FUNCTION(fill_object)
/* truth: count_pairs | n^2 | each pair */
FUNCTION(count_pairs)
/* truth: map_values | n | each element once */
FUNCTION(map_values)
/* truth: reverse_values | n | each element once */
FUNCTION(reverse_values)
/* truth: split_text | n | each byte once */
FUNCTION(split_text)
/* truth: code_units | n | each byte once */
FUNCTION(code_units)
/* truth: concatenate_all | n^2 | copies all so far */
FUNCTION(concatenate_all)

static void set_array(duk_context *script, const char *name, const int *values, int n)
{
	duk_push_array(script);
	for (int i = 0; i < n; i++) {
		duk_push_int(script, values[i]);
		duk_put_prop_index(script, -2, (duk_uarridx_t)i);
	}
	duk_put_global_string(script, name);
}

static void prepare(duk_context *script, int n)
{
	int *values = judged_values(n);
	char *text = judged_text(n), *document = malloc((size_t)n * 8 + 8), *end = document;

	for (int i = 0; i < n; i++)
		end += sprintf(end, "%c%d", i ? ',' : '[', values[i]);
	sprintf(end, "]");
	set_array(script, "v", values, n);
	set_array(script, "copy", values, n);
	duk_push_string(script, text);
	duk_put_global_string(script, "text");
	duk_push_string(script, document);
	duk_put_global_string(script, "document");
	free(document);
	free(text);
	free(values);
}

int main(void)
{
	duk_context *script = duk_create_heap_default();

	duk_eval_string_noresult(script, functions);
	FOR_SIZES(n, 8, 4000, 22)
	{
		prepare(script, n);
		add_up(script);
		push_all(script);
		sort_values(script);
		join_values(script);
		write_json(script);
		read_json(script);
		fill_object(script);
		map_values(script);
		reverse_values(script);
		split_text(script);
		code_units(script);
	}
	FOR_SIZES(n, 8, 180, 16)
	{
		prepare(script, n);
		unshift_all(script);
		shift_all(script);
		add_strings(script);
		find_each(script);
		count_pairs(script);
		concatenate_all(script);
	}
	duk_destroy_heap(script);
	return 0;
}
