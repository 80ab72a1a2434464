/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jq.c - filters of jq, each run by a routine of its own on an array of numbers. */
#include "judged.h"

#include <jv.h>
#include <jq.h>

static void run(jq_state *filter, jv input)
{
	jq_start(filter, input, 0);
	for (jv result; jv_is_valid(result = jq_next(filter)); jv_free(result))
		judged_sink++;
}

#define FILTER(NAME)                                                                               \
	ROUTINE void NAME(jq_state *filter, jv input)                                              \
	{                                                                                          \
		run(filter, input);                                                                \
		judged_sink++;                                                                     \
	}

/* truth: add_numbers | n | each element once */
FILTER(add_numbers)
/* truth: map_values | n | each element once */
FILTER(map_values)
/* truth: sort_values | n log n | merge sort */
FILTER(sort_values)
/* truth: group_values | n log n | sorted by the key of the group */
FILTER(group_values)
/* truth: unique_values | n log n | sorted */
FILTER(unique_values)
/* truth: prepend_all | n^2 | copies all so far */
FILTER(prepend_all)
/* truth: prepend_text | n^2 | copies all so far */
FILTER(prepend_text)
/* truth: count_pairs | n^2 | each pair */
FILTER(count_pairs)
/* truth: find_each | n^2 | looks through the array for each */
FILTER(find_each)
/* truth: print_and_parse | n | each element a fixed number of times */
FILTER(print_and_parse)
/* truth: entries | n | each element once */
FILTER(entries)
/* truth: largest | n | each element once */
FILTER(largest)
/* truth: drop_first | n^2 | copies or moves all that is left */
FILTER(drop_first)
/* truth: fill_object | n | a hash table that grows */
FILTER(fill_object)

struct entry {
	void (*routine)(jq_state *, jv);
	const char *text;
};

static const struct entry linear[] = {
	{add_numbers, "reduce .[] as $x (0; . + $x)"},
	{map_values, "map(. * 2)"},
	{sort_values, "sort"},
	{group_values, "group_by(. % 10)"},
	{unique_values, "unique"},
	{print_and_parse, "tostring | fromjson"},
	{entries, "to_entries"},
	{largest, "max"},
	{fill_object, "reduce .[] as $x ({}; .[\"k\\($x)\"] = 1)"},
};

static const struct entry quadratic[] = {
	{prepend_all, "reduce .[] as $x ([]; [$x] + .)"},
	{prepend_text, "reduce .[] as $x (\"\"; \"abcdefgh\" + .)"},
	{count_pairs, "[.[] as $a | .[] as $b | select($a + $b == 1000)] | length"},
	{find_each, ". as $all | map(. as $x | $all | index($x))"},
	{drop_first, "until(length == 0; .[1:] | map(.))"},
};

enum {
	LINEAR = sizeof(linear) / sizeof(linear[0]),
	QUADRATIC = sizeof(quadratic) / sizeof(quadratic[0])
};

static void compile(jq_state **filters, const struct entry *entries_of, int count)
{
	for (int i = 0; i < count; i++) {
		filters[i] = jq_init();
		if (!jq_compile(filters[i], entries_of[i].text))
			exit(1);
	}
}

static jv array(int n)
{
	int *values = judged_values(n);
	jv made = jv_array_sized(n);

	for (int i = 0; i < n; i++)
		made = jv_array_append(made, jv_number(values[i]));
	free(values);
	return made;
}

int main(void)
{
	jq_state *of_linear[LINEAR], *of_quadratic[QUADRATIC];

	compile(of_linear, linear, LINEAR);
	compile(of_quadratic, quadratic, QUADRATIC);
	FOR_SIZES(n, 8, 2500, 20)
	{
		for (int i = 0; i < LINEAR; i++)
			linear[i].routine(of_linear[i], array(n));
	}
	FOR_SIZES(n, 8, 100, 15)
	{
		for (int i = 0; i < QUADRATIC; i++)
			quadratic[i].routine(of_quadratic[i], array(n));
	}
	return 0;
}
