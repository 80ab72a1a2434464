/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * buffered-read.c - input that comes from outside.
 *
 * externalRead has a buffer of two numbers. n times it lets the kernel fill the buffer and looks at
 * the first of the two. Its rms stays the same whatever n is, since it is always the same place that
 * it reads; its trms grows by n, and so does its external input. The second number is never read and
 * so never counts.
 *
 *   gcc -O1 -g -o buffered-read buffered-read.c
 *   landau record ./buffered-read
 *   landau show externalRead
 *
 * flags: -O1
 * expect: externalRead calls=10 sizes=10 rms_sizes=1 thread=0 external=550
 * expect: consumeData calls=550 trms=550 rms=550 thread=0 external=550 points=1:550
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((noinline)) static long consumeData(const volatile int *place)
{
	return *place;
}

__attribute__((noinline)) static long externalRead(int device, int n)
{
	int buffer[2];
	long total = 0;

	for (int i = 0; i < n; i++) {
		if (read(device, buffer, sizeof(buffer)) != sizeof(buffer))
			exit(EXIT_FAILURE);
		total += consumeData(&buffer[0]) & 1;
	}
	return total;
}

int main(void)
{
	int device = open("/dev/urandom", O_RDONLY);
	long total = 0;

	if (device < 0)
		return EXIT_FAILURE;
	for (int n = 10; n <= 100; n += 10)
		total += externalRead(device, n);
	printf("%s\n", total >= 0 ? "read" : "nothing");
	return EXIT_SUCCESS;
}
