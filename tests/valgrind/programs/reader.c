/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reader.c - reads its own program through a buffer, and through a mapping, and writes parts of it. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned add_up(const unsigned char *bytes, long count)
{
	unsigned sum = 0;

	for (long i = 0; i < count; i++)
		sum = sum * 31 + bytes[i];
	return sum;
}

int main(int argc, char **argv)
{
	static unsigned char buffer[1000];
	int file = open(argv[0], O_RDONLY);
	int sink = open("/dev/null", O_WRONLY);
	unsigned sum = 0, mapped;
	struct stat status;
	void *mapping;
	long count;

	if (file < 0 || sink < 0 || fstat(file, &status) != 0 || argc != 1)
		return 1;
	for (int i = 0; i < 12 && (count = read(file, buffer, sizeof(buffer))) > 0; i++) {
		sum ^= add_up(buffer, count);
		if (write(sink, buffer + 100, 200) != 200)
			return 1;
	}
	mapping = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
	if (mapping == MAP_FAILED)
		return 1;
	mapped = add_up(mapping, 3000);
	munmap(mapping, (size_t)status.st_size);
	printf("%d\n", sum != mapped);
	return 0;
}
