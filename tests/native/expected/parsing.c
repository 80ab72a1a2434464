/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * strtol and its like with a base that there is none of: nothing is read, and the program's pointer to the rest stays
 * as it was. What can be parsed is read up to the first character that is no part of the number, whichever of its two
 * names the headers of the C library give the function.
 *
 * flags: -fno-builtin
 * output: untouched
 * expect: parse_nothing calls=4 trms=0
 * expect: parse_number calls=1 trms=2
 * expect: parse_text calls=1 trms=1
 * expect: parse_as_ever calls=1 trms=2
 */
#include <stdio.h>
#include <stdlib.h>

static char number[16] __attribute__((aligned(16))) = "1234567";
static char text[16] __attribute__((aligned(16))) = "nothing";
static char here[1];
static char *end;

__attribute__((noinline)) static int parse_nothing(int which)
{
	char *rest = here;
	/* Not in a register when it is looked at. */
	char *volatile *look = &rest;

	switch (which) {
	case 0:
		strtol(number, &rest, 99);
		break;
	case 1:
		strtoul(number, &rest, 1);
		break;
	case 2:
		strtoll(number, &rest, -1);
		break;
	default:
		strtoull(number, &rest, 37);
	}
	return *look == here;
}

__attribute__((noinline)) static long parse_number(void)
{
	return strtol(number, &end, 10);
}

__attribute__((noinline)) static long parse_text(void)
{
	return strtol(text, &end, 10);
}

long strtol_as_ever(const char *text, char **rest, int base) __asm__("strtol");

__attribute__((noinline)) static long parse_as_ever(void)
{
	return strtol_as_ever(number, &end, 10);
}

int main(void)
{
	int same = 0;

	for (int which = 0; which < 4; which++)
		same += parse_nothing(which);
	if (parse_number() != 1234567 || *end || parse_text() != 0 || end != text ||
	    parse_as_ever() != 1234567)
		return 1;
	puts(same == 4 ? "untouched" : "changed");
	return 0;
}
