/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Accesses of all widths, aligned and not, alone and in pairs of read and write. */
#include <stdio.h>
#include <string.h>

enum { COUNT = 200 };

#define KIND(type)                                                                                 \
	static type type##s[COUNT];                                                                \
                                                                                                   \
	__attribute__((noinline)) static long sum_##type(int n)                                    \
	{                                                                                          \
		long sum = 0;                                                                      \
                                                                                                   \
		for (int i = 0; i < n; i++)                                                        \
			sum += (long)type##s[i];                                                   \
		return sum;                                                                        \
	}                                                                                          \
                                                                                                   \
	__attribute__((noinline)) static void fill_##type(int n)                                   \
	{                                                                                          \
		for (int i = 0; i < n; i++)                                                        \
			type##s[i] = (type)(i & 63);                                               \
	}                                                                                          \
                                                                                                   \
	__attribute__((noinline)) static void raise_##type(int n)                                  \
	{                                                                                          \
		for (int i = 0; i < n; i++)                                                        \
			type##s[i] += 1;                                                           \
	}                                                                                          \
                                                                                                   \
	__attribute__((noinline)) static long use_##type(int n)                                    \
	{                                                                                          \
		long sum = sum_##type(n / 2);                                                      \
                                                                                                   \
		fill_##type(n);                                                                    \
		raise_##type(n / 3);                                                               \
		sum += sum_##type(n);                                                              \
		return sum;                                                                        \
	}

KIND(char)
KIND(short)
KIND(int)
KIND(long)
KIND(double)
KIND(__int128)

struct __attribute__((packed)) odd {
	char first;
	short second;
	int third;
	long fourth;
};

static struct odd odds[COUNT];

__attribute__((noinline)) static long use_odds(int n)
{
	long sum = 0;

	for (int i = 0; i < n; i++) {
		odds[i].fourth += i;
		odds[i].second++;
		sum += odds[i].third + odds[i].fourth;
	}
	return sum;
}

/* Copied as a whole, of which some was accessed before; some lie on two groups of the shadow (groups.h). */
struct triple {
	double at[3];
};

enum { TRIPLES = 10 * COUNT };

static struct triple triples[TRIPLES], copies[TRIPLES];

__attribute__((noinline)) static void copy_triples(int n)
{
	for (int i = 0; i < n; i++)
		copies[i] = triples[i];
}

__attribute__((noinline)) static double use_triples(int n)
{
	double sum = 0;

	triples[0].at[2] = n;
	for (int i = 0; i < n; i++)
		sum += triples[i].at[0] + triples[i].at[1];
	copy_triples(n);
	for (int i = 0; i < n; i++)
		sum += copies[i].at[0] + copies[i].at[2];
	return sum;
}

/* Ends in a call: the exit hook may take the place of the return. */
__attribute__((noinline)) static void down(int n)
{
	if (n > 0) {
		ints[n]++;
		down(n - 1);
	}
}

int main(void)
{
	long sum = 0;

	for (int n = 10; n <= COUNT; n += 10) {
		sum += use_char(n) + use_short(n) + use_int(n) + use_long(n) + use_double(n);
		sum += use___int128(n) + use_odds(n) + (long)use_triples(10 * n);
		down(n / 2);
	}
	printf("%ld\n", sum);
	return 0;
}
