/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jumps.c - longjmp out of nested calls, and siglongjmp out of a handler on a stack of its own. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf back;
static sigjmp_buf back_from_signal;
static int numbers[100];
static int *volatile nowhere;

__attribute__((noinline)) static long deep(int depth)
{
	if (depth == 0)
		longjmp(back, 1);
	return deep(depth - 1) + numbers[depth];
}

__attribute__((noinline)) static int jump(int depth)
{
	if (setjmp(back) == 0)
		return (int)deep(depth);
	return numbers[0];
}

static void handler(int number)
{
	numbers[1]++;
	siglongjmp(back_from_signal, number);
}

__attribute__((noinline)) static int fault(void)
{
	if (sigsetjmp(back_from_signal, 1) == 0)
		return *nowhere;
	return numbers[1];
}

__attribute__((noinline)) static long after(void)
{
	long total = 0;

	for (int i = 0; i < 50; i++)
		total += numbers[i];
	return total;
}

int main(void)
{
	struct sigaction action;
	stack_t stack = {.ss_size = 1 << 16};
	int total = 0;

	stack.ss_sp = malloc(stack.ss_size);
	sigaltstack(&stack, NULL);
	memset(&action, 0, sizeof(action));
	action.sa_handler = handler;
	action.sa_flags = SA_ONSTACK;
	sigaction(SIGSEGV, &action, NULL);
	for (int i = 1; i <= 10; i++)
		total += jump(i);
	for (int i = 1; i <= 10; i++)
		total += fault();
	printf("%d %ld\n", total, after());
	return 0;
}
