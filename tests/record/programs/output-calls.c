/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * output-calls.c - what the kernel reads for a thread, the thread has read.
 *
 * expect: emit calls=2 trms=20 rms=20 thread=0 external=0 points=10:2
 * expect: emit_own calls=1 trms=0 rms=0
 * expect: emit_vectors calls=1 trms=8 rms=8
 * expect: emit_message calls=1 trms=8 rms=8
 * expect: send_again calls=1 trms=10 rms=10 external=10
 * expect: open_path calls=1 trms=3
 * expect: emit_then_read calls=1 trms=10
 * expect: thread_emit calls=1 trms=10 rms=10 thread=10 external=0
 */
#include <pthread.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "parts/raw.h"
#include "parts/routine.h"

static int data[64] __attribute__((aligned(64)));
static int sockets[2];

ROUTINE void emit(int file, const int *a, long n)
{
	RAW(SYS_write, file, a, n * 4);
}

ROUTINE void thread_emit(int file, const int *a, long n)
{
	RAW(SYS_write, file, a, n * 4);
}

/* It writes the message itself, so nothing of it is input. */
ROUTINE void emit_own(int file)
{
	volatile int message[10];

	for (int i = 0; i < 10; i++)
		message[i] = i;
	RAW(SYS_write, file, message, 40);
}

ROUTINE void emit_vectors(int file, int *a)
{
	struct iovec pieces[2] = {{a, 16}, {a + 10, 16}};

	RAW(SYS_writev, file, pieces, 2);
}

ROUTINE void emit_message(int file, int *a)
{
	struct iovec pieces[2] = {{a, 16}, {a + 10, 16}};
	struct msghdr message = {.msg_iov = pieces, .msg_iovlen = 2};

	RAW(SYS_sendmsg, file, &message, 0);
}

/* What came from the kernel is passed on without a look. */
ROUTINE void send_again(int from, int to, int *a)
{
	RAW(SYS_read, from, a, 40);
	RAW6(SYS_sendto, to, a, 40, 0, 0, 0);
}

/* The kernel reads a path up to its end: ten bytes. */
ROUTINE long open_path(const char *path)
{
	return RAW(SYS_open, path, 0, 0);
}

ROUTINE int emit_then_read(int file, const int *a)
{
	int total = 0;

	RAW(SYS_write, file, a, 40);
	for (int i = 0; i < 10; i++)
		total += ((volatile const int *)a)[i];
	return total;
}

static void *start(void *argument)
{
	thread_emit(sockets[0], argument, 10);
	return NULL;
}

int main(void)
{
	static char path[] __attribute__((aligned(4))) = "/dev/null";
	pthread_t thread;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
		return 1;
	for (int i = 0; i < 64; i++)
		((volatile int *)data)[i] = i;
	emit(sockets[0], data, 10);
	emit(sockets[0], data, 10);
	emit_own(sockets[0]);
	emit_vectors(sockets[0], data);
	emit_message(sockets[0], data);
	send_again(sockets[1], sockets[0], data);
	USE(open_path(path));
	USE(emit_then_read(sockets[0], data + 30));
	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	pthread_create(&thread, NULL, start, data);
	pthread_join(thread, NULL);
	return 0;
}
