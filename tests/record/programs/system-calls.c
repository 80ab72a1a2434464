/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * system-calls.c - what the kernel writes is external input where and when it is read.
 *
 * Each consumer reads a buffer that one system call has filled. Calls go straight to the kernel.
 *
 * expect: after_read calls=1 trms=10 rms=10 thread=0 external=10
 * expect: after_short_read calls=1 trms=10 rms=10 thread=0 external=3
 * expect: after_failed_read calls=1 trms=10 rms=10 external=0
 * expect: after_pread calls=1 trms=10 rms=10 external=10
 * expect: after_readv calls=2 trms=10 rms=10 external=8 points=5:2
 * expect: after_preadv calls=2 trms=10 rms=10 external=8
 * expect: after_recvfrom calls=1 trms=10 external=10
 * expect: after_recvmsg calls=2 trms=10 rms=10 external=8
 * expect: after_recvmmsg calls=2 trms=10 external=8
 * expect: after_getrandom calls=1 trms=8 external=8
 * expect: after_ioctl calls=1 trms=1 external=1
 * expect: after_fstat calls=1 trms=36 external=36
 * expect: after_pipe calls=1 trms=2 external=2
 * expect: after_clock calls=1 trms=4 external=4
 * expect: after_poll calls=1 trms=2 external=1
 * expect: after_epoll calls=1 trms=3 external=3
 * expect: after_getcwd calls=1 trms=1 external=1
 * expect: after_usage calls=1 trms=36 external=36
 * expect: after_two_reads calls=2 trms=20 rms=20 external=20
 * expect: two_reads calls=1 trms=20 rms=10 thread=0 external=20
 * expect: read_once calls=1 trms=10 rms=10 external=10
 * expect: read_then_write calls=1 trms=6 rms=6 external=6
 * expect: rewritten calls=1 trms=10 rms=10 external=0
 */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "parts/raw.h"
#include "parts/routine.h"

static int zeros[64] __attribute__((aligned(64)));
static int buffer[256] __attribute__((aligned(64)));
static int ends[2];

#define CONSUMER(name) SUMMING_ROUTINE(after_##name)
CONSUMER(read)
CONSUMER(short_read)
CONSUMER(failed_read)
CONSUMER(pread)
CONSUMER(readv)
CONSUMER(preadv)
CONSUMER(recvfrom)
CONSUMER(recvmsg)
CONSUMER(recvmmsg)
CONSUMER(getrandom)
CONSUMER(ioctl)
CONSUMER(fstat)
CONSUMER(pipe)
CONSUMER(clock)
CONSUMER(poll)
CONSUMER(epoll)
CONSUMER(getcwd)
CONSUMER(usage)
CONSUMER(two_reads)
SUMMING_ROUTINE(rewritten)

static void put(int file, int bytes)
{
	if (write(file, zeros, (size_t)bytes) != bytes)
		abort();
}

static void clean(void)
{
	for (int i = 0; i < 256; i++)
		((volatile int *)buffer)[i] = 0;
}

/* The same buffer is filled twice: the second time it is input again, but not for rms. */
ROUTINE void two_reads(int file, int *a)
{
	RAW(SYS_read, file, a, 40);
	USE(after_two_reads(a, 10));
	RAW(SYS_read, file, a, 40);
	USE(after_two_reads(a, 10));
	USE(a);
}

/* Reading twice what came once counts once. */
ROUTINE long read_once(int file, volatile int *a)
{
	long total = 0;

	RAW(SYS_read, file, a, 40);
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 10; i++)
			total += a[i];
	return total;
}

/* What the program writes over is no input any more. */
ROUTINE long read_then_write(int file, volatile int *a)
{
	long total = 0;

	RAW(SYS_read, file, a, 40);
	for (int i = 0; i < 4; i++)
		a[i] = 1;
	for (int i = 0; i < 10; i++)
		total += a[i];
	return total;
}

static void vectors(int (*sockets)[2], int file)
{
	/* Two pieces of 20 bytes, of which 16 each are filled. */
	struct iovec pieces[2] = {{buffer, 16}, {buffer + 10, 16}};
	struct msghdr message = {.msg_iov = pieces, .msg_iovlen = 2};
	struct mmsghdr messages[1] = {{message, 0}};

	put(ends[1], 32);
	RAW(SYS_readv, ends[0], pieces, 2);
	USE(after_readv(buffer, 5));
	USE(after_readv(buffer + 10, 5));
	clean();
	RAW6(SYS_preadv, file, pieces, 2, 0, 0, 0);
	USE(after_preadv(buffer, 5));
	USE(after_preadv(buffer + 10, 5));
	clean();
	put((*sockets)[1], 32);
	RAW(SYS_recvmsg, (*sockets)[0], &message, 0);
	USE(after_recvmsg(buffer, 5));
	USE(after_recvmsg(buffer + 10, 5));
	clean();
	put((*sockets)[1], 32);
	RAW6(SYS_recvmmsg, (*sockets)[0], messages, 1, 0, 0, 0);
	USE(after_recvmmsg(buffer, 5));
	USE(after_recvmmsg(buffer + 10, 5));
	clean();
	put((*sockets)[1], 40);
	RAW6(SYS_recvfrom, (*sockets)[0], buffer, 40, 0, 0, 0);
	USE(after_recvfrom(buffer, 10));
	clean();
}

static void structures(int file)
{
	struct pollfd *poll_entry = (struct pollfd *)buffer;
	struct epoll_event event = {.events = EPOLLIN};

	RAW(SYS_getrandom, buffer, 32, 0);
	USE(after_getrandom(buffer, 8));
	clean();
	put(ends[1], 40);
	RAW(SYS_ioctl, ends[0], FIONREAD, buffer);
	USE(after_ioctl(buffer, 1));
	clean();
	poll_entry->fd = ends[0];
	poll_entry->events = POLLIN;
	RAW(SYS_poll, buffer, 1, 0);
	USE(after_poll(buffer, 2));
	clean();
	int epoll = epoll_create1(0);
	epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event);
	RAW6(SYS_epoll_wait, epoll, buffer, 4, 0, 0, 0);
	USE(after_epoll(buffer, 3));
	clean();
	RAW(SYS_fstat, file, buffer, 0);
	USE(after_fstat(buffer, 36));
	clean();
	RAW(SYS_pipe, buffer, 0, 0);
	USE(after_pipe(buffer, 2));
	clean();
	RAW(SYS_clock_gettime, CLOCK_MONOTONIC, buffer, 0);
	USE(after_clock(buffer, 4));
	clean();
	if (chdir("/") != 0)
		abort();
	RAW(SYS_getcwd, buffer, 100, 0);
	USE(after_getcwd(buffer, 1));
	clean();
	RAW(SYS_getrusage, 0, buffer, 0);
	USE(after_usage(buffer, 36));
	clean();
}

int main(void)
{
	int sockets[2];
	char name[] = "/tmp/landau-test-XXXXXX";
	int file = mkstemp(name);

	if (file < 0 || unlink(name) != 0 || pipe(ends) != 0 ||
	    socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
		return 1;
	clean();
	put(file, 128);
	put(ends[1], 40);
	RAW(SYS_read, ends[0], buffer, 40);
	USE(after_read(buffer, 10));
	clean();
	put(ends[1], 12);
	RAW(SYS_read, ends[0], buffer, 40);
	USE(after_short_read(buffer, 10));
	clean();
	RAW(SYS_read, -1, buffer, 40);
	USE(after_failed_read(buffer, 10));
	clean();
	RAW6(SYS_pread64, file, buffer, 40, 0, 0, 0);
	USE(after_pread(buffer, 10));
	clean();
	put(ends[1], 160);
	two_reads(ends[0], buffer);
	USE(read_once(ends[0], buffer));
	USE(read_then_write(ends[0], buffer));
	put(ends[1], 40);
	RAW(SYS_read, ends[0], buffer, 40);
	clean();
	USE(rewritten(buffer, 10));
	vectors(&sockets, file);
	structures(file);
	return 0;
}
