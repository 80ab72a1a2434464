/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * filter.c - a filter on its own system calls (seccomp), by which getppid fails and all else goes.
 *
 * expect: sum calls=2 trms=20 rms=20 points=10:2
 * output: refused
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "parts/routine.h"

static int data[10];

SUMMING_ROUTINE(sum)

int main(void)
{
	struct sock_filter rules[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOTTY),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = 4, .filter = rules};

	for (int i = 0; i < 10; i++)
		((volatile int *)data)[i] = i;
	USE(sum(data, 10));
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
		return 77;
	USE(sum(data, 10));
	if (syscall(SYS_getppid) < 0 && errno == ENOTTY)
		puts("refused");
	return 0;
}
