/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * texts.c - what functions of the C library look at: `texts`, or `texts threads`.
 *
 * Each routine calls one of them, and is printed with the number of cells of 4 bytes that this reads. With threads
 * one half of all buffers is written by another thread, in turns, and the routines run in both.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONG = 20000 };

/* 39 characters and the end; the last one differs from the ninth character on. */
#define TEXT "abcdefghijklmnopqrstuvwxyz0123456789,.;"
static const char pattern[] = TEXT;
static const char pattern_in_capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,.;";
static const char pattern_that_differs[] = "abcdefgh-jklmnopqrstuvwxyz0123456789,.;";

struct buffers {
	_Alignas(8) char text[40], same[40], capitals[40], other[40], start[40], to[80];
	_Alignas(8) char block[LONG], copy[LONG];
};

static struct buffers buffers;
static volatile long sink;

#define ALL(DO)                                                                                    \
	DO(length, 10, strlen(buffers.text))                                                       \
	DO(length_of_part, 3, strnlen(buffers.text, 12))                                           \
	DO(length_in_room, 10, strnlen(buffers.text, 100))                                         \
	DO(compare_same, 20, strcmp(buffers.text, buffers.same))                                   \
	DO(compare_other, 6, strcmp(buffers.text, buffers.other))                                  \
	DO(compare_shorter, 10, strcmp(buffers.text, buffers.start))                               \
	DO(compare_part, 8, strncmp(buffers.text, buffers.start, 16))                              \
	DO(compare_less, 4, strncmp(buffers.text, buffers.other, 8))                               \
	DO(compare_nothing, 0, strncmp(buffers.text, buffers.other, 0))                            \
	DO(compare_folded, 20, strcasecmp(buffers.text, buffers.capitals))                         \
	DO(compare_folded_part, 6, strncasecmp(buffers.other, buffers.capitals, 20))               \
	DO(compare_in_language, 20, strcoll(buffers.text, buffers.same))                           \
	DO(blocks_same, 20, memcmp(buffers.text, buffers.same, 40))                                \
	DO(blocks_other, 6, memcmp(buffers.text, buffers.other, 40))                               \
	DO(blocks_part, 4, memcmp(buffers.text, buffers.other, 8))                                 \
	DO(blocks_again, 6, bcmp(buffers.text, buffers.other, 40))                                 \
	DO(find_byte, 3, (long)memchr(buffers.text, 'i', 40))                                      \
	DO(find_no_byte, 10, (long)memchr(buffers.text, '-', 40))                                  \
	DO(find, 3, (long)strchr(buffers.text, 'i'))                                               \
	DO(find_last, 10, (long)strrchr(buffers.text, 'i'))                                        \
	DO(copy_text, 10, (long)strcpy(buffers.to, buffers.text))                                  \
	DO(copy_part, 3, (long)strncpy(buffers.to, buffers.text, 12))                              \
	DO(copy_unaligned, 4, (long)memcpy(buffers.to + 1, buffers.text + 3, 10))                  \
	DO(copy_block, LONG / 4, (long)memcpy(buffers.copy, buffers.block, LONG))                  \
	DO(copy_inside, LONG / 4 - 1,                                                              \
	   (long)memmove(buffers.copy + 6, buffers.block + 7, LONG - 10))                          \
	DO(append, 13, (long)strcat(strcpy(buffers.to, "12345678"), buffers.text))                 \
	DO(duplicate, 10, (free(strdup(buffers.text)), 0))

#define ROUTINE(name, cells, expression)                                                           \
	__attribute__((noinline)) static void name(void)                                           \
	{                                                                                          \
		sink = (long)(expression);                                                         \
	}
#define CALL(name, cells, expression)  name();
#define PRINT(name, cells, expression) printf(#name " %d\n", (int)(cells));

ALL(ROUTINE)

/* In turns of 64 bytes, which are not those of the texts. */
static void fill(struct buffers *from, int half)
{
	for (size_t at = 0; at < sizeof(buffers); at += 64)
		if (half < 0 || (int)(at / 64 % 2) == half)
			memcpy((char *)&buffers + at, (char *)from + at,
			       sizeof(buffers) - at < 64 ? sizeof(buffers) - at : 64);
}

static void *second(void *from)
{
	fill(from, 1);
	ALL(CALL)
	return NULL;
}

int main(int argc, char **argv)
{
	static struct buffers from;
	pthread_t thread;

	(void)argv;
	memcpy(from.text, pattern, 40);
	memcpy(from.same, pattern, 40);
	memcpy(from.capitals, pattern_in_capitals, 40);
	memcpy(from.other, pattern_that_differs, 40);
	memcpy(from.start, pattern, 16);
	memset(from.block, 'b', LONG);
	if (argc > 1) {
		for (int i = 0; i < 2; i++) {
			fill(&from, 0);
			if (pthread_create(&thread, NULL, second, &from))
				return 1;
			pthread_join(thread, NULL);
			ALL(CALL)
		}
	} else {
		fill(&from, -1);
		ALL(CALL)
	}
	ALL(PRINT)
	return 0;
}
