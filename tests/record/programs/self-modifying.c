/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * self-modifying.c - code that the program writes itself, and writes anew.
 *
 * Each version reads one more cell than the one before.
 *
 * expect: drive calls=1 trms=6 rms=6 thread=0 external=0
 * expect: run calls=3 trms=6 points=1:1,2:1,3:1
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "parts/routine.h"

static int data[16] __attribute__((aligned(64)));

typedef int generated(const int *a);

/* add (4 * index)(%rdi), %eax as often as is wanted, then ret. */
ROUTINE void generate(volatile unsigned char *code, int count)
{
	for (int i = 0; i < count; i++) {
		*code++ = 0x03;
		*code++ = 0x47;
		*code++ = (unsigned char)(4 * i);
	}
	*code = 0xc3;
}

ROUTINE int run(generated *code, const int *a)
{
	return code(a) + 1;
}

/* The code itself is fetched, not read. */
ROUTINE void drive(unsigned char *code, const int *a)
{
	for (int i = 1; i <= 3; i++) {
		generate(code, i);
		USE(run((generated *)(void *)code, a + 3 * (i - 1)));
	}
}

int main(void)
{
	unsigned char *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (code == MAP_FAILED)
		return 1;
	for (int i = 0; i < 16; i++)
		((volatile int *)data)[i] = i;
	drive(code, data);
	return 0;
}
