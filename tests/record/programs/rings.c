/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rings.c - a program that wants io_uring and does without where the rings cannot be mapped.
 *
 * The kernel maps rings only where it wants them, which may be too high for the flat shadow: then the
 * mapping fails as for want of memory, and nothing else happens to the program.
 *
 * expect: use calls=1 trms=10 rms=10 thread=0 external=10
 */
#include <linux/io_uring.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int numbers[10];

static __attribute__((noinline)) int use(void)
{
	int sum = 0;

	for (int i = 0; i < 10; i++)
		sum += numbers[i];
	return sum;
}

int main(void)
{
	struct io_uring_params parameters = {0};
	long ring = syscall(SYS_io_uring_setup, 4, &parameters);
	FILE *file = tmpfile();

	if (ring >= 0) {
		size_t bytes = parameters.sq_off.array + parameters.sq_entries * sizeof(unsigned);
		void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, (int)ring,
				    IORING_OFF_SQ_RING);

		if (memory != MAP_FAILED)
			munmap(memory, bytes);
		close((int)ring);
	}
	if (!file || write(fileno(file), numbers, sizeof(numbers)) != sizeof(numbers) ||
	    pread(fileno(file), numbers, sizeof(numbers), 0) != sizeof(numbers))
		return 1;
	return use();
}
