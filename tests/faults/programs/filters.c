/* SPDX-License-Identifier: GPL-2.0-or-later */
/* filters.c HOW - filters of its own system calls (seccomp), of the harder kind. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile sig_atomic_t refused;

static void on_refusal(int number, siginfo_t *information, void *context)
{
	(void)number;
	(void)context;
	refused = information->si_syscall;
}

/* What is done about one system call; all others go. */
static void filter(unsigned call, unsigned action)
{
	struct sock_filter rules[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, action),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = 4, .filter = rules};

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
		exit(77);
}

int main(int argc, char **argv)
{
	struct sigaction action = {.sa_sigaction = on_refusal, .sa_flags = SA_SIGINFO};

	if (argc < 2)
		return 2;
	if (strcmp(argv[1], "handled") == 0) {
		struct sigaction found;

		/* As nginx does, and as it was. */
		signal(SIGSYS, SIG_IGN);
		sigaction(SIGSYS, &action, NULL);
		sigaction(SIGSYS, &action, &found);
		if (found.sa_sigaction != on_refusal)
			return 1;
		filter(SYS_getppid, SECCOMP_RET_TRAP);
		syscall(SYS_getppid);
		while (!refused)
			;
		printf("refused %d\n", (int)refused);
		return 3;
	}
	if (strcmp(argv[1], "no-files") == 0) {
		filter(SYS_openat, SECCOMP_RET_KILL_PROCESS);
		filter(SYS_open, SECCOMP_RET_KILL_PROCESS);
		return 0;
	}
	if (strcmp(argv[1], "strict") == 0) {
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
		for (;;)
			getppid();
	}
	return 2;
}
