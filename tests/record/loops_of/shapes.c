/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shapes.c - loops that go round known numbers of times; loops.py knows what the marks say: the trips of the loop on that line,
 * or on the next one if it stands alone, in a call with n, and the mark of the loop around it. Marks of two loops on one line stand in the order of their code.
 */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 120, STEP = 10 };

static volatile int sink;
static jmp_buf again;

__attribute__((noinline)) static void nested(const int *values, int n)
{
	for (int i = 0; i < n; i++) {       /* loop: outer: n */
		for (int j = 0; j < i; j++) /* loop: middle in outer: n * (n - 1) // 2 */
			/* loop: inner in middle: 3 * n * (n - 1) // 2 */
			for (int k = 0; k < 3; k++)
				sink = values[j] + k;
		sink = i;
	}
}

/* The round that ends early is a trip: it has got past the test at the top. */
__attribute__((noinline)) static int early(const int *values, int n)
{
	int i;

	for (i = 0; i < n; i++) { /* loop: early: n - 4 */
		if (values[i] == n - 5)
			break;
		sink = values[i];
	}
	return i;
}

__attribute__((noinline)) static void skipping(const int *values, int n)
{
	for (int i = 0; i < n; i++) { /* loop: skipping: n */
		if (values[i] % 3)
			continue;
		if (values[i] % 2)
			continue;
		sink = values[i];
	}
}

__attribute__((noinline)) static void returning(const int *values, int n)
{
	int i = 0;

	while (1) {
		if (values[i++] == n - 1) /* loop: returning: n */
			return;
	}
}

__attribute__((noinline)) static void bottom(const int *values, int n)
{
	int i = 0;

	do {
		sink = values[i]; /* loop: bottom: n */
	} while (++i < n);
}

__attribute__((noinline)) static void jumping(const int *values, int n)
{
	int i = 0;

next:
	sink = values[i]; /* loop: jumping: n */
	if (++i < n)
		goto next;
}

__attribute__((noinline)) static int more(int n)
{
	return ++sink <= n;
}

__attribute__((noinline)) static int calling(int n)
{
	int rounds = 0;

	sink = 0;
	while (more(n)) /* loop: calling: n */
		rounds++;
	return rounds;
}

__attribute__((noinline)) static int conditions(const int *values, int n)
{
	int i = 0;

	/* The last round gets past the first test alone. */
	while (i < n && values[i] != n - 2) /* loop: conditions: n - 1 */
		i++;
	return i;
}

__attribute__((noinline)) static void switching(const int *values, int n)
{
	for (int i = 0; i < n; i++) { /* loop: switching: n */
		switch (values[i] % 8) {
		case 0:
			sink = 7;
			break;
		case 1:
			sink = 6;
			continue;
		case 2:
			sink = 5; /* fall through */
		case 3:
			sink = 4;
			break;
		case 4:
			/* loop: case in switching: n // 8 * 2 + (n % 8 > 4) * 2 */
			for (int k = 0; k < 2; k++)
				sink = k;
			break;
		case 5:
			sink = 2;
			break;
		case 6:
			sink = 1;
			continue;
		default:
			sink = 0;
		}
		sink++;
	}
}

/* An interpreter: each instruction jumps to the next one. */
__attribute__((noinline)) static int threaded(const unsigned char *code)
{
	static const void *const instructions[] = {&&add, &&subtract, &&end};
	int result = 0;

	goto *instructions[*code];
add:
	result++; /* loop: threaded: n */
	goto *instructions[*++code];
subtract:
	result--;
	goto *instructions[*++code];
end:
	return result;
}

__attribute__((noinline)) static void one_line(const int *values, int n)
{
	/* clang-format off */
	/* loop: first: n */ /* loop: second: 2 * n */
	for (int i = 0; i < n; i++) sink = values[i]; for (int i = 0; i < 2 * n; i++) sink = i; /* loops of the line above */
	/* clang-format on */
}

/* Each call has a loop of its own. */
__attribute__((noinline)) static int halves(const int *values, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) /* loop: halves: n */
		sum += values[i];
	return n < 2 ? sum : sum + halves(values, n / 2);
}

__attribute__((noinline)) static void strings(char *to, const char *from, int n)
{
	for (int i = 0; i < n; i++) { /* loop: strings: n */
		size_t bytes = 40;

#ifdef __x86_64__
		char *target = to;
		const char *source = from;

		__asm__ volatile("rep movsb"
				 : "+D"(target), "+S"(source), "+c"(bytes)
				 :
				 : "memory");
#else
		memcpy(to, from, bytes);
#endif
	}
}

/* Control comes back from behind the loop, twice: that is a part of it, and a test that fails leaves it no more. */
__attribute__((noinline)) static void landing(int n)
{
	volatile int rounds = 0;

	for (volatile int i = 0; i < n; i++) /* loop: landing: n + 3 */
		if (setjmp(again) == 0)
			sink = i;
	if (++rounds < 3)
		longjmp(again, 1);
}

int main(void)
{
	int values[2 * LARGEST];
	char to[64];
	static const char from[64];

	for (int i = 0; i < 2 * LARGEST; i++)
		values[i] = i;
	for (int n = STEP; n <= LARGEST; n += STEP) {
		unsigned char code[LARGEST + 1];

		for (int i = 0; i < n; i++)
			code[i] = i & 1;
		code[n] = 2;
		nested(values, n);
		early(values, n);
		skipping(values, n);
		returning(values, n);
		bottom(values, n);
		jumping(values, n);
		calling(n);
		conditions(values, n);
		switching(values, n);
		threaded(code);
		one_line(values, n);
		strings(to, from, n);
		landing(n);
	}
	halves(values, 64);
	exit(0);
}
