/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dispositions.c - one way to set a handler tells what another one has set. Ends with the line of what is wrong, or 0. */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t calls;

static void handler(int number)
{
	(void)number;
	calls++;
}

static void other(int number)
{
	(void)number;
	calls += 100;
}

#define EXPECT(condition)                                                                          \
	do {                                                                                       \
		if (!(condition))                                                                  \
			_exit(__LINE__);                                                           \
	} while (0)

int main(void)
{
	struct sigaction action;
	sigset_t set;

	memset(&action, 0, sizeof(action));
	action.sa_handler = handler;
	EXPECT(sigaction(SIGUSR1, &action, NULL) == 0);
	EXPECT(sigset(SIGUSR1, other) == handler);
	raise(SIGUSR1);
	EXPECT(calls == 100);
	EXPECT(sigaction(SIGUSR1, NULL, &action) == 0 && action.sa_handler == other);
	/* Held, it waits. */
	EXPECT(sigset(SIGUSR1, SIG_HOLD) == other);
	raise(SIGUSR1);
	EXPECT(calls == 100);
	EXPECT(sigset(SIGUSR1, handler) == SIG_HOLD);
	EXPECT(calls == 101);
	EXPECT(ssignal(SIGUSR1, other) == handler);
	EXPECT(sigignore(SIGUSR1) == 0);
	raise(SIGUSR1);
	EXPECT(calls == 101);
	EXPECT(signal(SIGUSR1, handler) == SIG_IGN);
	EXPECT(sigset(SIGKILL, handler) == SIG_ERR && sigset(0, handler) == SIG_ERR &&
	       sigignore(SIGKILL) == -1);
	/* It is blocked and there, and comes as soon as one waits. */
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	EXPECT(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
	raise(SIGUSR1);
	EXPECT(calls == 101);
	EXPECT(sigpause(SIGUSR1) == -1);
	EXPECT(calls == 102);
	/* The last signal that there is for a program is one that it can use. */
	EXPECT(signal(SIGRTMAX, handler) == SIG_DFL);
	raise(SIGRTMAX);
	EXPECT(calls == 103);
	return 0;
}
