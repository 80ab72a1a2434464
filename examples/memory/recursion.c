/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recursion.c - sums up lists of numbers by recursion, with a buffer in each frame for the text of one number.
 *
 * As it is, a list of n numbers takes n frames of more than a kilobyte: the stack grows with the input. With -DFIXED it is a loop.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUTINE __attribute__((noinline)) static

struct list {
	struct list *next;
	uint32_t number;
};

ROUTINE uint64_t digits_of(uint32_t number, char *text)
{
	uint64_t count = 0;

	do
		text[count++] = (char)('0' + number % 10);
	while (number /= 10);
	return count;
}

#ifdef FIXED
ROUTINE uint64_t count_digits(const struct list *list)
{
	char text[1024];
	uint64_t count = 0;

	for (; list; list = list->next)
		count += digits_of(list->number, text);
	return count;
}
#else
ROUTINE uint64_t count_digits(const struct list *list)
{
	char text[1024];
	uint64_t count;

	if (!list)
		return 0;
	count = count_digits(list->next);
	return count + digits_of(list->number, text);
}
#endif

/* One call for each list. */
ROUTINE uint64_t read_list(const struct list *list)
{
	uint64_t count = count_digits(list);

	return count > 0 ? count : 1;
}

int main(void)
{
	uint64_t count = 0;

	for (uint32_t n = 16; n <= 1600; n += n / 3) {
		struct list *lists = calloc(n, sizeof(*lists));

		for (uint32_t i = 0; i < n; i++) {
			lists[i].number = i;
			lists[i].next = i + 1 < n ? &lists[i + 1] : NULL;
		}
		count += read_list(lists);
		free(lists);
	}
	printf("%lu digits\n", (unsigned long)count);
	return 0;
}
