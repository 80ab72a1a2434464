/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sources.c - whose the input of routines is, known by construction. usage: sources FILE
 *
 * FILE has 4000 bytes. Threads run one after another, so that each number is certain.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))

enum { MOST = 1000 };

static int numbers[MOST], parsed[MOST], results[4][100], copy[MOST], moved[MOST];
static int counter;
static volatile size_t odd = 1;
static const char *path;
static void *volatile behind; /* the compiler may not leave its allocation out */

NOINLINE static void load(void)
{
	int descriptor = open(path, O_RDONLY);

	if (read(descriptor, numbers, sizeof(numbers)) != sizeof(numbers))
		exit(1);
	close(descriptor);
}

NOINLINE static void parse(int n)
{
	for (int i = 0; i < n; i++)
		parsed[i] = numbers[i] + 1;
}

NOINLINE static int consume(const int *values, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += values[i];
	return sum;
}

NOINLINE static void work(int *own)
{
	for (int i = 0; i < 100; i++)
		own[i] = parsed[i];
}

NOINLINE static int collect(void)
{
	int sum = 0;

	for (int worker = 0; worker < 4; worker++)
		for (int i = 0; i < 100; i++)
			sum += results[worker][i];
	return sum;
}

NOINLINE static void duplicate(int n)
{
	for (int i = 0; i < n; i++)
		copy[i] = parsed[i] + 1; /* else compilers make a call of memcpy of it */
}

NOINLINE static int use_mapped(const int *mapped)
{
	return consume(mapped, 500);
}

NOINLINE static int use_pipe(const int *received)
{
	return consume(received, 200);
}

NOINLINE static int use_socket(const int *received)
{
	return consume(received, 150);
}

NOINLINE static int use_random(const int *bytes)
{
	return consume(bytes, 20);
}

NOINLINE static int use_arguments(char **arguments)
{
	int sum = 0;

	for (const char *c = arguments[1]; *c; c++)
		sum += *c;
	return sum;
}

NOINLINE static int use_copy(void)
{
	return consume(copy, 300);
}

/* Bytes from an odd address, so that no cell of the copy is one of the original. */
NOINLINE static int use_moved(void)
{
	return consume(moved, 250);
}

NOINLINE static void fill(int *grown)
{
	for (int i = 0; i < 100; i++)
		grown[i] = i;
}

NOINLINE static int use_grown(const int *grown)
{
	return consume(grown, 100);
}

NOINLINE static void count(void)
{
	__atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
}

NOINLINE static int use_counter(void)
{
	return consume(&counter, 1);
}

static void *counting(void *unused)
{
	(void)unused;
	count();
	return NULL;
}

static void *loader(void *unused)
{
	(void)unused;
	load();
	return NULL;
}

static void *parser(void *unused)
{
	(void)unused;
	for (int n = 100; n <= MOST; n += 100)
		parse(n);
	return NULL;
}

static void *worker(void *own)
{
	work(own);
	return NULL;
}

static void run(void *(*routine)(void *), void *argument)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, routine, argument) != 0)
		exit(1);
	pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
	static int received[200], bytes[20];
	int ends[2];
	int sum = 0;
	int descriptor;
	int *mapped;
	int *grown;

	if (argc < 2)
		return 1;
	path = argv[1];
	run(loader, NULL);
	run(parser, NULL);
	for (int n = 100; n <= MOST; n += 100)
		sum += consume(parsed, n);
	for (int i = 0; i < 4; i++)
		run(worker, results[i]);
	sum += collect();
	duplicate(300);
	sum += use_copy();
	memmove(moved, (const char *)parsed + odd, 250 * sizeof(int) * odd); /* a call */
	sum += use_moved();
	grown = malloc(100 * sizeof(int));
	fill(grown);
	behind = malloc(100 * sizeof(int)); /* so that it has to move */
	if (!behind)
		return 1;
	grown = realloc(grown, 10000 * sizeof(int));
	sum += use_grown(grown);
	run(counting, NULL);
	sum += use_counter();

	/* Another process writes to the mapping; to this one it is the file. */
	descriptor = open(path, O_RDWR);
	mapped = mmap(NULL, sizeof(numbers), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
	if (mapped == MAP_FAILED)
		return 1;
	if (fork() == 0) {
		mapped[0] = 7;
		_exit(0);
	}
	wait(NULL);
	sum += use_mapped(mapped);

	if (pipe(ends) != 0 || write(ends[1], numbers, sizeof(received)) != sizeof(received) ||
	    read(ends[0], received, sizeof(received)) != sizeof(received))
		return 1;
	sum += use_pipe(received);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 ||
	    send(ends[1], numbers, 600, 0) != 600 || recv(ends[0], received, 600, 0) != 600)
		return 1;
	sum += use_socket(received);
	if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
		return 1;
	sum += use_random(bytes) & 1;
	sum += use_arguments(argv);
	return sum == 1;
}
