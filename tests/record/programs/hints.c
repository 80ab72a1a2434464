/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hints.c - memory at places that the program would like to have, all over the address space.
 *
 * expect: fill calls=32 trms=0
 * expect: sum calls=32 trms=3200 rms=3200 thread=0 external=0 points=100:32
 */
#include <stdint.h>
#include <sys/mman.h>

#include "parts/routine.h"

SUMMING_ROUTINE(sum)
FILLING_ROUTINE(fill)

int main(void)
{
	uint64_t seed = 1;

	for (int i = 0; i < 32; i++) {
		uintptr_t wish = (uintptr_t)(seed >> 17) & ~(uintptr_t)0xffff;
		int *place = mmap((void *)wish, 65536, PROT_READ | PROT_WRITE,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (place == MAP_FAILED)
			return 1;
		fill(place, 100, i);
		USE(sum(place, 100));
		seed = seed * 6364136223846793005u + 1442695040888963407u;
	}
	return 0;
}
