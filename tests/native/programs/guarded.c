/* SPDX-License-Identifier: GPL-2.0-or-later */
/* guarded.c - a handler that makes memory accessible and goes on where it was read, as collectors of garbage do. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static long *guarded;
static int faults;

static void handler(int number)
{
	(void)number;
	faults++;
	mprotect(guarded, 4096, PROT_READ | PROT_WRITE);
}

__attribute__((noinline)) static long sum(const long *values, int count)
{
	long total = 0;

	for (int i = 0; i < count; i++)
		total += values[i];
	return total;
}

int main(void)
{
	struct sigaction action;
	long total = 0;

	memset(&action, 0, sizeof(action));
	action.sa_handler = handler;
	sigaction(SIGSEGV, &action, NULL);
	guarded = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; i < 10; i++)
		guarded[i] = i;
	for (int i = 0; i < 5; i++) {
		mprotect(guarded, 4096, PROT_NONE);
		total += sum(guarded, 10);
	}
	printf("%ld %d\n", total, faults);
	return 0;
}
