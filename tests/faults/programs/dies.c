/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dies.c HOW - sums numbers a hundred times, then dies: of a signal that it sends to itself (HOW is its
 * number), or of what a program really does to get one (HOW is a word).
 */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

static int numbers[10];
static volatile int zero;

__attribute__((noinline)) static int sum(const volatile int *from)
{
	int total = 0;

	for (int i = 0; i < 10; i++)
		total += from[i];
	return total;
}

__attribute__((noinline)) static int deeper(int depth)
{
	volatile char room[4096];

	room[0] = (char)depth;
	return deeper(depth + 1) + room[0];
}

static void set_limit(int resource, rlim_t soft)
{
	struct rlimit limit;

	getrlimit((__rlimit_resource_t)resource, &limit);
	limit.rlim_cur = soft;
	setrlimit((__rlimit_resource_t)resource, &limit);
}

static void forbid_getppid(void)
{
	struct sock_filter rules[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = 4, .filter = rules};

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
		exit(77);
}

static void die(const char *how)
{
	struct itimerval soon = {.it_value.tv_usec = 10000};
	int ends[2];

	if (strcmp(how, "segv") == 0)
		*(volatile int *)(uintptr_t)zero = 1;
	if (strcmp(how, "overflow") == 0)
		deeper(0);
	if (strcmp(how, "bus") == 0) {
		FILE *file = tmpfile();
		volatile char *beyond = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fileno(file), 0);

		zero += beyond[0];
	}
	if (strcmp(how, "fpe") == 0)
		zero = 100 / zero;
	if (strcmp(how, "ill") == 0)
		__asm__ volatile("ud2");
	if (strcmp(how, "trap") == 0)
		__asm__ volatile("int3");
	if (strcmp(how, "abort") == 0)
		abort();
	if (strcmp(how, "sys") == 0) {
		forbid_getppid();
		syscall(SYS_getppid);
	}
	if (strcmp(how, "pipe") == 0 && pipe(ends) == 0) {
		close(ends[0]);
		zero = (int)write(ends[1], "x", 1);
	}
	if (strcmp(how, "alarm") == 0)
		setitimer(ITIMER_REAL, &soon, NULL);
	if (strcmp(how, "virtual") == 0)
		setitimer(ITIMER_VIRTUAL, &soon, NULL);
	if (strcmp(how, "profile") == 0)
		setitimer(ITIMER_PROF, &soon, NULL);
	if (strcmp(how, "cpu") == 0)
		set_limit(RLIMIT_CPU, 1);
	if (strcmp(how, "size") == 0) {
		set_limit(RLIMIT_FSIZE, 100);
		FILE *file = tmpfile();

		for (int i = 0; i < 101; i++)
			zero = (int)write(fileno(file), "x", 1) * 0;
	}
	if (how[0] >= '0' && how[0] <= '9')
		kill(getpid(), atoi(how));
	for (;;) /* until it comes */
		zero = sum(numbers) * 0;
}

int main(int argc, char **argv)
{
	if (argc < 2)
		return 2;
	for (int i = 0; i < 100; i++)
		if (sum(numbers))
			return 99;
	die(argv[1]);
	return 98;
}
