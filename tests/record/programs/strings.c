/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * strings.c - the rep string instructions read and write as many elements as they go over.
 *
 * expect: move_bytes calls=1 trms=10 rms=10
 * expect: move_words calls=1 trms=10 rms=10
 * expect: move_backwards calls=1 trms=10 rms=10
 * expect: move_nothing calls=1 trms=0 rms=0
 * expect: store calls=1 trms=0
 * expect: store_then_move calls=1 trms=0
 * expect: scan calls=1 trms=5
 * expect: compare calls=1 trms=6
 */
#include "parts/routine.h"

static char data[4096] __attribute__((aligned(64)));

ROUTINE void move_bytes(char *to, const char *from, long n)
{
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

ROUTINE void move_words(char *to, const char *from, long n)
{
	__asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

ROUTINE void move_backwards(char *to, const char *from, long n)
{
	__asm__ volatile("std\n\trep movsl\n\tcld" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

ROUTINE void move_nothing(char *to, const char *from, long n)
{
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

ROUTINE void store(char *to, long n)
{
	__asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(0) : "memory");
}

ROUTINE void store_then_move(char *to, char *from, long n)
{
	char *start = from;
	long count = n;

	__asm__ volatile("rep stosb" : "+D"(start), "+c"(count) : "a"(0) : "memory");
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

/* Stops behind the byte that it looks for. */
ROUTINE long scan(const char *a, long n)
{
	__asm__ volatile("repne scasb" : "+D"(a), "+c"(n) : "a"('y') : "memory", "cc");
	return n;
}

/* Stops behind the first difference, in both strings. */
ROUTINE long compare(const char *a, const char *b, long n)
{
	__asm__ volatile("repe cmpsb" : "+D"(a), "+S"(b), "+c"(n) : : "memory", "cc");
	return n;
}

int main(void)
{
	for (int i = 0; i < 4096; i++)
		((volatile char *)data)[i] = 'x';
	((volatile char *)data)[17] = 'y';
	move_bytes(data + 2048, data + 100, 40);
	move_words(data + 2048, data + 200, 5);
	move_backwards(data + 2048, data + 300, 10);
	move_nothing(data + 2048, data + 400, 0);
	store(data + 2048, 64);
	store_then_move(data + 2048, data + 3000, 40);
	USE(scan(data, 100));
	((volatile char *)data)[1000 + 9] = 'z';
	USE(compare(data + 1000, data + 1100, 100));
	return 0;
}
