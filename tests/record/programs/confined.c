/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * confined.c - a program that forbids itself to run others is not killed for what the profile asks of one.
 *
 * expect: confine file=confined.c calls=1
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "parts/routine.h"

#define KILL_AT(call)                                                                              \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),                                           \
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

ROUTINE int confine(void)
{
	struct sock_filter rules[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		KILL_AT(SYS_memfd_create),
		KILL_AT(SYS_clone),
		KILL_AT(SYS_execve),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = sizeof(rules) / sizeof(rules[0]), .filter = rules};

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(void)
{
	return confine() == 0 ? 0 : 77;
}
