/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Parts of memory that are larger than what the runtime keeps a mark for, and belong to a thread each: written before
 * there were threads, by their thread alone, then by another one, by the kernel, mapped anew. The threads take turns at a
 * barrier, end, and come again. The last argument is a file that is mapped and read by all of them; if there is
 * another one, the kernel refuses what makes other processors pass a memory barrier.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	PART = 6000,
	THREADS = 3,
	GENERATIONS = 2,
	SOME = 500,
	BYTES = 1 << 16,
	GROUP = 4096,
	RANGE = 3 * GROUP
};

static int parts[THREADS * PART];
static int *mapped[THREADS];
static int *file;
static int edges[2 * GROUP] __attribute__((aligned(4 * GROUP)));
static int inbox[GROUP] __attribute__((aligned(4 * GROUP)));
static int early[GROUP] __attribute__((aligned(4 * GROUP)));
static int left[RANGE];
static int ranges[THREADS][RANGE], copies[THREADS][RANGE];
static int ends[2];
static pthread_barrier_t barrier;

__attribute__((noinline)) static long sum(const int *cells, int count)
{
	long total = 0;

	for (int i = 0; i < count; i++)
		total += cells[i];
	return total;
}

__attribute__((noinline)) static long sum_odd(const int *cells, int count)
{
	long total = 0;

	for (int i = 1; i < count; i += 2)
		total += cells[i];
	return total;
}

__attribute__((noinline)) static long sum_pairs(const int *cells, int count)
{
	long total = 0;

	for (int i = 0; i + 1 < count; i += 2) {
		long both;

		__builtin_memcpy(&both, __builtin_assume_aligned(&cells[i], 8), 8);
		total += both & 0xff;
	}
	return total;
}

__attribute__((noinline)) static long odd_then_all(const int *cells, int count)
{
	return sum_odd(cells, count) + sum_pairs(cells, count);
}

__attribute__((noinline)) static void write_every(int *cells, int count, int step)
{
	for (int i = 0; i < count; i += step)
		cells[i] = i;
}

__attribute__((noinline)) static void add(int *cells, int count, int step)
{
	for (int i = 0; i < count; i += step)
		cells[i]++;
}

/* What is read in here was accessed by the caller before. */
__attribute__((noinline)) static long twice(const int *cells, int count)
{
	return sum(cells, count / 2) + sum_pairs(cells, count) + sum(cells, count);
}

__attribute__((noinline)) static long read_all(void)
{
	return sum_pairs(parts, THREADS * PART);
}

__attribute__((noinline)) static void map_anew(int self)
{
	mapped[self] = mmap(mapped[self], BYTES, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | (mapped[self] ? MAP_FIXED : 0), -1, 0);
}

/* Eight bytes of which each thread has four; the compiler believes that they are aligned. */
__attribute__((noinline)) static long read_across(const int *cell)
{
	long both;

	__builtin_memcpy(&both, __builtin_assume_aligned(cell, 8), 8);
	return both;
}

__attribute__((noinline)) static void write_across(int *cell, long both)
{
	__builtin_memcpy(__builtin_assume_aligned(cell, 8), &both, 8);
}

/* As structures are read and written. */
__attribute__((noinline)) static void copy_across(int *to, const int *from)
{
	struct three {
		int cells[3];
	};

	*(struct three *)to = *(const struct three *)from;
}

/* The first two threads have a group each, and meet where they end. */
__attribute__((noinline)) static long meet(int self)
{
	int *own = &edges[self * GROUP], *edge = &edges[GROUP - 1];
	int apart[3];
	long total = 0;

	if (self < 2)
		write_every(own, GROUP, 1);
	pthread_barrier_wait(&barrier);
	if (self < 2)
		total += sum(edges, 2 * GROUP);
	pthread_barrier_wait(&barrier);
	if (self == 1)
		add(own, GROUP, 1);
	pthread_barrier_wait(&barrier);
	if (self == 0)
		total += read_across(edge) + sum(own, GROUP);
	pthread_barrier_wait(&barrier);
	if (self == 0)
		write_across(edge, total);
	pthread_barrier_wait(&barrier);
	if (self == 1) {
		total += sum(own, GROUP);
		add(own, GROUP, 1);
	}
	pthread_barrier_wait(&barrier);
	if (self == 0) {
		copy_across(apart, edge);
		copy_across(edge, apart);
	}
	pthread_barrier_wait(&barrier);
	return self == 1 ? total + sum(own, GROUP) : total;
}

/* Makes the clock run out, if it is short. */
__attribute__((noinline)) static long pass_time(void)
{
	long total = 0;

	for (int i = 0; i < 150; i++) {
		total += sum(early, 1);
		__asm__ volatile("" ::: "memory"); /* each is a call */
	}
	return total;
}

/* What the kernel has brought is not looked at before another thread has come, and has written some of it. */
__attribute__((noinline)) static long look_late(int self)
{
	long total = 0;

	/* All have read what the first thread made early, and then changes. */
	total += sum(early, GROUP);
	pthread_barrier_wait(&barrier);
	if (self == 0)
		add(early, GROUP, 3);
	pthread_barrier_wait(&barrier);
	total += sum(early, GROUP);
	if (self == 1) {
		write_every(inbox, GROUP, 1);
		if (read(ends[0], inbox, sizeof(inbox)) < 0)
			return 0;
	}
	pthread_barrier_wait(&barrier);
	if (self == 2) {
		write_every(inbox, GROUP, 10);
		total += pass_time();
	}
	pthread_barrier_wait(&barrier);
	if (self == 1)
		total += sum(inbox, GROUP / 2) + sum_pairs(inbox, GROUP);
	pthread_barrier_wait(&barrier);
	return total;
}

__attribute__((noinline)) static void map_file(const char *name)
{
	int descriptor = open(name, O_RDONLY);

	file = mmap(NULL, BYTES, PROT_READ, MAP_PRIVATE, descriptor, 0);
	close(descriptor);
}

static void *work(void *argument)
{
	int self = *(int *)argument;
	int next = (self + 1) % THREADS;
	int *own = &parts[self * PART], *other = &parts[next * PART];
	volatile long total = twice(own, PART);

	pthread_barrier_wait(&barrier);
	write_every(own, PART, 3);
	total += twice(own, PART);
	add(own, PART, 2);
	map_anew(self);
	write_every(mapped[self], SOME, 1);
	pthread_barrier_wait(&barrier);
	total += sum(other, PART) + sum(mapped[next], BYTES / 4);
	pthread_barrier_wait(&barrier);
	total += twice(own, PART) + sum(mapped[self], BYTES / 4);
	add(own, PART, 5);
	pthread_barrier_wait(&barrier);
	write_every(other, PART, 101);
	add(mapped[next], SOME, 7);
	pthread_barrier_wait(&barrier);
	total += twice(own, PART) + sum(mapped[self], SOME);
	pthread_barrier_wait(&barrier);
	if (self == 1 && read(ends[0], &parts[PART / 2], SOME * sizeof(int)) < 0)
		return NULL;
	map_anew(self);
	pthread_barrier_wait(&barrier);
	total += twice(own, PART) + sum(mapped[next], SOME);
	/* All of it at once, by functions of the library. */
	memset(ranges[self], self, sizeof(ranges[self]));
	pthread_barrier_wait(&barrier);
	memcpy(copies[self], ranges[next], sizeof(ranges[self]));
	pthread_barrier_wait(&barrier);
	total += odd_then_all(copies[next], RANGE);
	memset(ranges[self], 0, sizeof(ranges[self]));
	pthread_barrier_wait(&barrier);
	total += odd_then_all(ranges[next], RANGE);
	add(own, PART, 11);
	pthread_barrier_wait(&barrier);
	total += meet(self) + look_late(self);
	total += read_all() + sum(file, SOME) + sum_pairs(file + SOME * (2 + self), SOME * 3);
	return argument;
}

/* What a thread has made and nobody else has seen, when it ends; another one takes some of it, ends, and the first the rest. */
static void *leave_behind(void *argument)
{
	write_every(left, RANGE, 2);
	return read(ends[0], &left[GROUP], SOME * sizeof(int)) < 0 ? NULL : argument;
}

static void *take_some(void *argument)
{
	volatile long total;

	pthread_join(*(pthread_t *)argument, NULL);
	total = odd_then_all(left, RANGE / 2) + sum(left, RANGE / 3);
	add(left, RANGE / 2, 3);
	total += twice(left, GROUP + SOME);
	return argument;
}

__attribute__((noinline)) static long take_rest(void)
{
	pthread_t one, other;

	pthread_create(&one, NULL, leave_behind, NULL);
	pthread_create(&other, NULL, take_some, &one);
	pthread_join(other, NULL);
	add(left, GROUP, 50);
	return odd_then_all(left, RANGE) + twice(left, RANGE);
}

static int refuse_barriers(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 38),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = sizeof(code) / sizeof(*code), .filter = code};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

int main(int argc, char **argv)
{
	static int block[GENERATIONS * (SOME + GROUP) + SOME];
	pthread_t threads[THREADS];
	int numbers[THREADS] = {0, 1, 2};

	if (argc > 2 && !refuse_barriers())
		return 1;
	if (pipe(ends) != 0 || write(ends[1], block, sizeof(block)) != sizeof(block))
		return 1;
	write_every(parts, THREADS * PART, 2);
	write_every(left, RANGE, 5);
	write_every(early, GROUP, 1);
	if (pass_time() != 0)
		return 1;
	if (read(ends[0], &parts[2 * PART], SOME) < 0 || write(ends[1], block, SOME) < 0)
		return 1;
	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < GENERATIONS; i++) {
		map_file(argv[argc - 1]);
		/* The first part is the first thread's own. */
		for (int j = 1; j < THREADS; j++)
			pthread_create(&threads[j], NULL, work, &numbers[j]);
		work(&numbers[0]);
		for (int j = 1; j < THREADS; j++)
			pthread_join(threads[j], NULL);
	}
	printf("%ld\n", read_all() + take_rest());
	return 0;
}
