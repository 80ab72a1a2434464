/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mapped.c - a file that is mapped into memory is external input where it is read; fresh memory is
 * not.
 *
 * expect: private_file calls=2 trms=200 rms=200 thread=0 external=100 points=100:2
 * expect: shared_file calls=1 trms=100 rms=100 external=100
 * expect: mapped_again calls=1 trms=200 rms=200 external=200
 * expect: anonymous calls=1 trms=100 rms=100 thread=0 external=0
 * expect: written_over calls=1 trms=90 rms=90 external=90
 * expect: at_offset calls=1 trms=100 external=100
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "parts/raw.h"
#include "parts/routine.h"

enum { BYTES = 8192 };

SUMMING_ROUTINE(private_file)
SUMMING_ROUTINE(shared_file)
SUMMING_ROUTINE(anonymous)
SUMMING_ROUTINE(at_offset)

/* The same file again at the same place: all of it is new. */
ROUTINE long mapped_again(const int *a, int file)
{
	long total = 0;

	for (int i = 0; i < 100; i++)
		total += ((volatile const int *)a)[i];
	RAW6(SYS_mmap, a, BYTES, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0);
	for (int i = 0; i < 100; i++)
		total += ((volatile const int *)a)[i];
	return total;
}

ROUTINE long written_over(volatile int *a)
{
	long total = 0;

	for (int i = 0; i < 10; i++)
		a[i] = 1;
	for (int i = 0; i < 100; i++)
		total += a[i];
	return total;
}

int main(void)
{
	char name[] = "/tmp/landau-test-XXXXXX";
	int file = mkstemp(name);

	if (file < 0 || unlink(name) != 0 || ftruncate(file, BYTES) != 0)
		return 1;
	int *map = mmap(NULL, BYTES, PROT_READ, MAP_PRIVATE, file, 0);
	USE(private_file(map, 100));
	USE(private_file(map, 100));
	int *shared = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	USE(shared_file(shared, 100));
	int *fresh = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	USE(anonymous(fresh, 100));
	int *third = mmap(NULL, BYTES, PROT_READ, MAP_PRIVATE, file, 0);
	USE(mapped_again(third, file));
	int *fourth = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
	USE(written_over(fourth));
	int *second_page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 4096);
	USE(at_offset(second_page, 100));
	return 0;
}
