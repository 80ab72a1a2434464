/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * judged.h - what the drivers of the judged set have in common.
 *
 * A driver calls routines of a library at many sizes in one run, so that Landau has a curve of each. Which
 * routines are judged, and what the truth is, stands beside them in comments of one form:
 *
 *     truth: NAME | CLASS | reason
 *
 * NAME is a routine as Landau names it: one of the driver or one of the library itself. CLASS is how its worst
 * cost grows with the cells that it reads, by the algorithm. The lists were written before Landau was run.
 */
#ifndef LANDAU_JUDGED_H
#define LANDAU_JUDGED_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A routine of the driver keeps an activation of its own. */
#ifdef __cplusplus
#define ROUTINE extern "C" __attribute__((noipa))
#else
#define ROUTINE __attribute__((noipa)) static
#endif

/* Sizes from first to last, so many, with equal ratios. */
#define FOR_SIZES(n, first, last, count)                                                           \
	for (int size_##n = 0, n = (first); size_##n < (count);                                    \
	     size_##n++, n = (int)((first)*pow((double)(last) / (first),                           \
					       (double)size_##n / ((count) > 1 ? (count)-1 : 1)) + \
				   0.5))

/* What routines work out goes here, lest the compiler leaves it out. */
static volatile uint64_t judged_sink;

static uint64_t judged_state = 88172645463325252u;

__attribute__((unused)) static uint64_t judged_random(void)
{
	judged_state ^= judged_state << 13;
	judged_state ^= judged_state >> 7;
	judged_state ^= judged_state << 17;
	return judged_state;
}

/* n different whole numbers in no order. The caller frees them, as all that follows. */
__attribute__((unused)) static int *judged_values(int n)
{
	int *values = (int *)malloc((size_t)n * sizeof(int));

	for (int i = 0; i < n; i++)
		values[i] = 7 * i + 3;
	for (int i = n - 1; i > 0; i--) {
		int j = (int)(judged_random() % (uint64_t)(i + 1)), other = values[j];
		values[j] = values[i];
		values[i] = other;
	}
	return values;
}

__attribute__((unused)) static double *judged_numbers(int n)
{
	double *numbers = (double *)malloc((size_t)n * sizeof(double));

	for (int i = 0; i < n; i++)
		numbers[i] = (double)(judged_random() % 100000) / 1000 + 1;
	return numbers;
}

/* A string of n letters and blanks. */
__attribute__((unused)) static char *judged_text(int n)
{
	char *text = (char *)malloc((size_t)n + 1);

	for (int i = 0; i < n; i++)
		text[i] = judged_random() % 6 ? (char)('a' + judged_random() % 26) : ' ';
	text[n] = 0;
	return text;
}

/* n times the same letter. */
__attribute__((unused)) static char *judged_letters(int n, char letter)
{
	char *text = (char *)malloc((size_t)n + 1);

	memset(text, letter, (size_t)n);
	text[n] = 0;
	return text;
}

/* n numbers as text, one blank after each. */
__attribute__((unused)) static char *judged_digits(int n)
{
	char *text = (char *)malloc((size_t)n * 8 + 1), *end = text;

	for (int i = 0; i < n; i++)
		end += sprintf(end, "%d ", (int)(judged_random() % 900000) + 100000);
	*end = 0;
	return text;
}

#endif
