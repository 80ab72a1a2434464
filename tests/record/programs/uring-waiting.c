/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * uring-waiting.c - completions that come when nobody waits for them, and threads that wait.
 *
 *   poll    looks at the tail of the queue until the completion is there, without a system call;
 *           another process fills the pipe meanwhile
 *   watch   lets the kernel look for submissions, and makes a system call only to wake it up
 *   wait    waits in the kernel while another thread of the program fills the pipe
 *
 * Each time the queues are in two mappings, and the data that is then summed is external input.
 *
 * flags: -pthread
 * expect: polled calls=20 trms=2000 rms=2000 thread=0 external=2000
 * expect: watched calls=20 trms=2000 rms=2000 thread=0 external=2000
 * expect: waited calls=20 trms=2000 rms=2000 thread=0 external=2000
 */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parts/rings.h"

enum { CELLS = 100, BYTES = 4 * CELLS, ROUNDS = 20 };

static int data[CELLS];
static int ends[2];

SUMMING_ROUTINE(polled)
SUMMING_ROUTINE(watched)
SUMMING_ROUTINE(waited)

static struct io_uring_sqe reading(void)
{
	return (struct io_uring_sqe){
		.opcode = IORING_OP_READ, .fd = ends[0], .addr = (long)data, .len = BYTES};
}

static void fill(void)
{
	static int other[CELLS];

	for (int i = 0; i < ROUNDS; i++) {
		RAW(SYS_write, ends[1], other, BYTES);
		usleep(2000);
	}
}

static void poll(void)
{
	struct rings rings;
	pid_t child = fork();

	if (child == 0) {
		fill();
		_exit(0);
	}
	open_rings(&rings, 4, 0, 1);
	for (int i = 0; i < ROUNDS; i++) {
		prepare(&rings, reading());
		if (enter(&rings, 1, 0) != 1)
			exit(1);
		while (!has_completion(&rings))
			USE(i);
		if (take(&rings, NULL) != BYTES)
			exit(1);
		USE(polled(data, CELLS));
	}
	waitpid(child, NULL, 0);
}

static void watch(void)
{
	struct rings rings;
	pid_t child = fork();

	if (child == 0) {
		fill();
		_exit(0);
	}
	open_rings(&rings, 4, IORING_SETUP_SQPOLL, 1);
	for (int i = 0; i < ROUNDS; i++) {
		prepare(&rings, reading());
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
		if (*(volatile unsigned *)rings.submission_flags & IORING_SQ_NEED_WAKEUP)
			RAW6(SYS_io_uring_enter, rings.descriptor, 0, 0, IORING_ENTER_SQ_WAKEUP, 0,
			     0);
		while (!has_completion(&rings))
			USE(i);
		if (take(&rings, NULL) != BYTES)
			exit(1);
		USE(watched(data, CELLS));
	}
	waitpid(child, NULL, 0);
}

static void *wait_for_data(void *unused)
{
	struct rings rings;

	open_rings(&rings, 4, 0, 1);
	for (int i = 0; i < ROUNDS; i++) {
		prepare(&rings, reading());
		if (enter(&rings, 1, 1) != 1 || take(&rings, NULL) != BYTES)
			exit(1);
		USE(waited(data, CELLS));
	}
	return unused;
}

int main(void)
{
	pthread_t thread;

	if (pipe(ends) != 0)
		return 1;
	poll();
	watch();
	pthread_create(&thread, NULL, wait_for_data, NULL);
	fill();
	pthread_join(thread, NULL);
	return 0;
}
