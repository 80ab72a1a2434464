/* SPDX-License-Identifier: GPL-2.0-or-later */
/* external.c FILE - 1000 numbers from a file by each way in which data get into a process. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { COUNT = 1000, BYTES = COUNT * 4, PAGE = 4096 };

static int numbers[COUNT] __attribute__((aligned(64)));

static long sum(const int *from)
{
	long total = 0;

	for (int i = 0; i < COUNT; i++)
		total += from[i];
	return total;
}

#define READER(name)                                                                               \
	__attribute__((noinline)) static long name(const int *from)                                \
	{                                                                                          \
		long total = 0;                                                                    \
                                                                                                   \
		for (int i = 0; i < COUNT; i++)                                                    \
			total += from[i];                                                          \
		return total;                                                                      \
	}

READER(after_read)
READER(after_pread)
READER(after_readv)
READER(after_recv)
READER(after_random)
READER(after_mmap)
READER(after_fread)
READER(after_copy)
READER(again)

/* Reads a page, has it moved and reads it again. */
__attribute__((noinline)) static long moved(int *page)
{
	long total = sum(page);
	int *place = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	place = mremap(page, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, place);
	return place == MAP_FAILED ? -1 : total + sum(place);
}

__attribute__((noinline)) static void output(int file)
{
	if (write(file, numbers, BYTES) != BYTES)
		abort();
}

__attribute__((noinline)) static long lines(FILE *file)
{
	char *line = NULL;
	size_t room = 0;
	long bytes = 0;

	for (ssize_t got; (got = getline(&line, &room, file)) > 0;)
		bytes += got;
	free(line);
	return bytes;
}

int main(int count, char **arguments)
{
	int file = count > 1 ? open(arguments[1], O_RDONLY) : -1;
	struct iovec pieces[2] = {{numbers, 2000}, {numbers + 500, 2000}};
	int sockets[2];
	FILE *stream;
	int *mapped;
	int copy[COUNT];
	long total = 0;

	if (file < 0 || read(file, numbers, BYTES) != BYTES)
		return 2;
	total += after_read(numbers) + again(numbers);
	if (pread(file, numbers, BYTES, 0) != BYTES)
		return 2;
	total += after_pread(numbers);
	lseek(file, 0, SEEK_SET);
	if (readv(file, pieces, 2) != BYTES)
		return 2;
	total += after_readv(numbers);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
		return 2;
	output(sockets[0]);
	if (recv(sockets[1], numbers, BYTES, MSG_WAITALL) != BYTES)
		return 2;
	total += after_recv(numbers);
	if (getrandom(numbers, BYTES, 0) != BYTES)
		return 2;
	total += after_random(numbers);
	mapped = mmap(NULL, BYTES, PROT_READ, MAP_PRIVATE, file, 0);
	total += after_mmap(mapped);
	stream = fopen(arguments[1], "r");
	if (!stream || fread(numbers, 4, COUNT, stream) != COUNT)
		return 2;
	total += after_fread(numbers);
	memcpy(copy, numbers, BYTES);
	total += after_copy(copy) + sum(copy);
	mapped = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memcpy(mapped, numbers, BYTES);
	if (moved(mapped) != 2 * sum(numbers))
		return 2;
	rewind(stream);
	printf("%d %ld\n", total != 0, lines(stream));
	return 0;
}
