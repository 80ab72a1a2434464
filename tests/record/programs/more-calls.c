/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * more-calls.c - further system calls whose results are external input; see system-calls.c.
 *
 * expect: after_eventfd calls=1 trms=2 external=2
 * expect: after_timerfd calls=1 trms=2 external=2
 * expect: after_readlink calls=1 trms=3 external=3
 * expect: after_wait calls=1 trms=1 external=1
 * expect: after_sigaction calls=1 trms=8 external=8
 * expect: after_sigmask calls=1 trms=2 external=2
 * expect: after_limit calls=1 trms=4 external=4
 * expect: after_option calls=2 trms=2 external=2
 * expect: after_statx calls=1 trms=4 external=4
 * expect: after_affinity calls=1 trms=2 external=2
 * expect: after_sysinfo calls=1 trms=2 external=2
 * expect: after_sleep calls=1 trms=4 external=0
 * expect: after_mincore calls=1 trms=1 external=1
 * expect: after_times calls=1 trms=8 external=8
 * expect: after_process_read calls=1 trms=10 external=10
 * expect: after_directory calls=1 trms=4 external=4
 * expect: after_select calls=1 trms=2 external=2
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parts/raw.h"
#include "parts/routine.h"

static int buffer[256] __attribute__((aligned(64)));
static int source[64] __attribute__((aligned(64)));

#define CONSUMER(name) SUMMING_ROUTINE(after_##name)
CONSUMER(eventfd)
CONSUMER(timerfd)
CONSUMER(readlink)
CONSUMER(wait)
CONSUMER(sigaction)
CONSUMER(sigmask)
CONSUMER(limit)
CONSUMER(option)
CONSUMER(statx)
CONSUMER(affinity)
CONSUMER(sysinfo)
CONSUMER(sleep)
CONSUMER(mincore)
CONSUMER(times)
CONSUMER(process_read)
CONSUMER(directory)
CONSUMER(select)

static void clean(void)
{
	for (int i = 0; i < 256; i++)
		((volatile int *)buffer)[i] = 0;
}

static void files(const char *folder)
{
	struct itimerspec soon = {.it_value = {0, 1}};
	int event = eventfd(3, 0);
	int timer = timerfd_create(CLOCK_MONOTONIC, 0);

	RAW(SYS_read, event, buffer, 8);
	USE(after_eventfd(buffer, 2));
	clean();
	timerfd_settime(timer, 0, &soon, NULL);
	RAW(SYS_read, timer, buffer, 8);
	USE(after_timerfd(buffer, 2));
	clean();
	if (chdir(folder) != 0 || symlink("0123456789", "link") != 0)
		abort();
	RAW(SYS_readlink, "link", buffer, 100); /* ten bytes */
	USE(after_readlink(buffer, 3));
	clean();
	RAW6(SYS_statx, AT_FDCWD, folder, 0, 0xfff, buffer, 0);
	USE(after_statx(buffer, 4));
	clean();
	int directory = open(".", O_RDONLY | O_DIRECTORY);
	RAW(SYS_getdents64, directory, buffer, sizeof(buffer));
	USE(after_directory(buffer, 4));
	clean();
	unlink("link");
}

static void processes(void)
{
	struct iovec to = {buffer, 40};
	struct iovec from = {source, 40};
	struct timespec moment = {0, 1000};
	int sockets[2];
	int size = 4;
	pid_t child = fork();

	if (child == 0)
		_exit(0);
	RAW6(SYS_wait4, child, buffer, 0, 0, 0, 0);
	USE(after_wait(buffer, 1));
	clean();
	/* The kernel's structure: handler, flags, restorer and mask, eight bytes each. */
	RAW6(SYS_rt_sigaction, SIGUSR1, 0, buffer, 8, 0, 0);
	USE(after_sigaction(buffer, 8));
	clean();
	RAW6(SYS_rt_sigprocmask, 0, 0, buffer, 8, 0, 0);
	USE(after_sigmask(buffer, 2));
	clean();
	RAW6(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, buffer, 0, 0);
	USE(after_limit(buffer, 4));
	clean();
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
		abort();
	RAW6(SYS_getsockopt, sockets[0], SOL_SOCKET, SO_TYPE, buffer, &size, 0);
	USE(after_option(buffer, 1));
	USE(after_option(&size, 1));
	clean();
	RAW(SYS_sched_getaffinity, 0, 8, buffer);
	USE(after_affinity(buffer, 2));
	clean();
	RAW(SYS_sysinfo, buffer, 0, 0);
	USE(after_sysinfo(buffer, 2));
	clean();
	/* Not interrupted: the rest is not written. */
	RAW(SYS_nanosleep, &moment, buffer, 0);
	USE(after_sleep(buffer, 4));
	clean();
	RAW(SYS_times, buffer, 0, 0);
	USE(after_times(buffer, 8));
	clean();
	RAW6(SYS_process_vm_readv, getpid(), &to, 1, &from, 1, 0);
	USE(after_process_read(buffer, 10));
	clean();
}

int main(void)
{
	char folder[] = "/tmp/landau-test-XXXXXX";
	struct timeval none = {0, 0};
	int ends[2];

	if (!mkdtemp(folder) || pipe(ends) != 0)
		return 1;
	clean();
	files(folder);
	rmdir(folder);
	processes();
	RAW(SYS_mincore, (char *)((unsigned long)buffer & ~4095ul), 4096, buffer + 128);
	USE(after_mincore(buffer + 128, 1));
	clean();
	buffer[ends[1] / 32] = 1 << ends[1] % 32;
	RAW6(SYS_select, 32, 0, buffer, 0, &none, 0);
	USE(after_select(buffer, 2));
	return 0;
}
