/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * branches.c - much control flow, without a library: each instruction that is executed is one of these.
 *
 * Sorting, searching, a machine for small programs (a jump table), calls by pointers, bits, recursion.
 * There are no tail calls, and nothing that the compiler would make a string instruction of.
 */
#define ROUTINE __attribute__((noinline, noclone, optimize("no-tree-loop-distribute-patterns")))

enum { COUNT = 500 };

static unsigned state = 7;
static int values[COUNT];
static volatile long sink;

ROUTINE static unsigned next(void)
{
	state = state * 1103515245 + 12345;
	return state >> 16 & 0x7fff;
}

ROUTINE static void sort(int *a, long n)
{
	for (long i = 1; i < n; i++) {
		int value = a[i];
		long j = i;

		for (; j > 0 && a[j - 1] > value; j--)
			a[j] = a[j - 1];
		a[j] = value;
	}
}

ROUTINE static long search(const int *a, long n, int value)
{
	long low = 0, high = n;

	while (low < high) {
		long middle = (low + high) / 2;

		if (a[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

ROUTINE static long largest(const int *a, long n) /* with conditional moves */
{
	long best = a[0];

	for (long i = 1; i < n; i++)
		best = a[i] > best ? a[i] : best;
	return best;
}

ROUTINE static long evaluate(const unsigned char *code)
{
	long accumulator = 0, counter = 0;

	for (long at = 0;; at++) {
		switch (code[at]) {
		case 0:
			return accumulator;
		case 1:
			accumulator += 3;
			break;
		case 2:
			accumulator ^= counter;
			break;
		case 3:
			counter++;
			break;
		case 4:
			accumulator = accumulator * 5 % 1000;
			break;
		case 5:
			if (counter < 40)
				at = -1;
			break;
		case 6:
			accumulator -= counter & 1 ? 1 : counter;
			break;
		default:
			accumulator = -accumulator;
			break;
		}
	}
}

ROUTINE static long bits(unsigned long word)
{
	long count = 0;

	for (; word; word &= word - 1)
		count++;
	return count;
}

ROUTINE static long odd(long n)
{
	return n & 1;
}

ROUTINE static long small(long n)
{
	return n < 100 || n == 777 || (n > 5000 && n < 5100);
}

ROUTINE static long count_if(const int *a, long n, long (*test)(long))
{
	long count = 0;

	for (long i = 0; i < n; i++)
		if (test(a[i]))
			count++;
	return count;
}

ROUTINE static long ways(long n) /* recursive */
{
	long result;

	if (n < 2)
		return 1;
	result = ways(n - 1) + ways(n - 2);
	return result ^ 1;
}

ROUTINE static long everything(void)
{
	static const unsigned char code[] = {1, 3, 2, 4, 6, 7, 1, 5, 0};
	long total = 0;

	for (long i = 0; i < COUNT; i++)
		values[i] = (int)next();
	total += count_if(values, COUNT, odd);
	total += count_if(values, COUNT, small);
	sort(values, COUNT);
	for (int i = 0; i < 200; i++)
		total += search(values, COUNT, i * 163);
	for (int i = 1; i < 50; i++)
		total += largest(values + i, COUNT / i);
	total += evaluate(code);
	for (unsigned long i = 0; i < 300; i++)
		total += bits(i * 0x9e3779b97f4a7c15);
	total += ways(12);
	return total;
}

__attribute__((force_align_arg_pointer)) void _start(void);
void _start(void)
{
	sink = everything();
	__asm__ volatile("syscall" : : "a"(231), "D"(0)); /* exit_group */
	__builtin_unreachable();
}
