/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * process.c - runs another program in the foreground, and asks the kernel of one; see process.h.
 *
 * Signals are blocked and taken one at a time with sigwaitinfo, so that none is lost between
 * looking at the child and waiting. The child gets the old mask back before it executes anything.
 */
#include "cli/run/process.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What is passed on. Stopping and continuing is left to the terminal. */
static const int passed_on[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};

int landau_wait_for(pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return status;
}

static int wait_and_pass_on(pid_t child, const sigset_t *signals)
{
	siginfo_t information;
	int status;

	for (;;) {
		pid_t ended = waitpid(child, &status, WNOHANG);
		if (ended == child)
			return status;
		if (ended < 0 && errno != EINTR)
			return -1;
		int signal_number = sigwaitinfo(signals, &information);
		/* Positive codes come from the kernel: the terminal, which signals the whole group.
		 */
		if (signal_number > 0 && signal_number != SIGCHLD && information.si_code <= 0)
			kill(child, signal_number);
	}
}

int landau_run_in_foreground(void (*prepare)(void *context), void *context, pid_t *child)
{
	sigset_t signals;
	sigset_t old;
	int status = -1;

	/* Where the caller ignores its children there would be nothing to wait for. */
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	for (size_t i = 0; i < sizeof(passed_on) / sizeof(passed_on[0]); i++)
		sigaddset(&signals, passed_on[i]);
	sigprocmask(SIG_BLOCK, &signals, &old);
	*child = fork();
	if (*child == 0) {
		sigprocmask(SIG_SETMASK, &old, NULL);
		prepare(context);
		_exit(126);
	}
	if (*child > 0)
		status = wait_and_pass_on(*child, &signals);
	sigprocmask(SIG_SETMASK, &old, NULL);
	return status;
}

bool landau_process_status(pid_t process, const char *field, char *value, size_t size)
{
	char path[64];
	char line[128];
	size_t length = strlen(field);
	bool found = false;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)process);
	FILE *file = fopen(path, "re");
	if (!file)
		return false;
	while (!found && fgets(line, sizeof(line), file)) {
		found = strncmp(line, field, length) == 0 && line[length] == ':';
		if (found)
			snprintf(value, size, "%s", line + length + 1);
	}
	fclose(file);
	return found;
}
