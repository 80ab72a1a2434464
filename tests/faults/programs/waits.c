/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * waits.c [HOW [PATH]] - sums numbers a thousand times, says that it is ready and does what HOW says.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 20000 };

static int numbers[MOST];

__attribute__((noinline)) static int sum(const volatile int *from, int count)
{
	int total = 0;

	for (int i = 0; i < count; i++)
		total += from[i];
	return total;
}

static int is(const char *how, const char *word)
{
	return strcmp(how, word) == 0;
}

/* A link to something else, where the profile will be written first. */
static int make_link(const char *path)
{
	char name[4096];

	snprintf(name, sizeof(name), "%s.tmp.%d", path, (int)getpid());
	return symlink("victim", name);
}

static int fill(const char *path)
{
	static const char block[512];
	int file = open(path, O_WRONLY | O_CREAT, 0600);

	while (write(file, block, sizeof(block)) > 0)
		;
	return 0;
}

static int fork_and_wait(void)
{
	int status;
	pid_t child = fork();

	if (child == 0)
		_exit(5 + sum(numbers, 10));
	return child < 0 || waitpid(child, &status, 0) != child;
}

/* 64 GB at once. */
static int map_piece(void)
{
	volatile char *memory = mmap(NULL, (size_t)64 << 30, PROT_READ | PROT_WRITE,
				     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED)
		return 77;
	memory[4096] = 1;
	return 0;
}

/* All the memory that there is. */
static int hog(void)
{
	for (;;) {
		volatile char *memory = malloc(1 << 20);

		if (!memory)
			return 0;
		for (int i = 0; i < 1 << 20; i += 64)
			memory[i] = 1;
	}
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	const char *path = argc > 2 ? argv[2] : "";

	for (int i = 0; i < 1000; i++)
		if (sum(numbers, 10))
			return 99;
	puts("ready");
	fflush(stdout);
	while (is(how, "spin"))
		numbers[0] = sum(numbers, 10) * 0;
	while (is(how, "sleep"))
		pause();
	while (is(how, "naps"))
		usleep(20000);
	for (int i = 0; is(how, "points"); i = (i + 1) % MOST)
		numbers[0] = sum(numbers, i) * 0;
	if (is(how, "fork"))
		return fork_and_wait();
	if (is(how, "link"))
		return make_link(path);
	if (is(how, "remove"))
		return rmdir(path);
	if (is(how, "mkdir"))
		return mkdir(path, 0700);
	if (is(how, "fill"))
		return fill(path);
	if (is(how, "hog"))
		return hog();
	if (is(how, "piece"))
		return map_piece();
	if (is(how, "descriptors"))
		while (dup(1) >= 0)
			;
	return 0;
}
