/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sweep/run.c - landau sweep: runs commands, several at a time; see sweep.h.
 *
 * Signals are blocked and taken one at a time, as in process.c, so that none is lost between looking at
 * the children and waiting. The children get the old mask back.
 */
#include "cli/sweep/sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command.h"

/* Those that ask to stop. */
static const int stopping[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};

static void block_signals(sigset_t *signals, sigset_t *old)
{
	/* Where the caller ignores its children there would be nothing to wait for. */
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(signals);
	sigaddset(signals, SIGCHLD);
	for (size_t i = 0; i < sizeof(stopping) / sizeof(stopping[0]); i++)
		sigaddset(signals, stopping[i]);
	sigprocmask(SIG_BLOCK, signals, old);
}

/* Starts a command; without `output` its standard output is joined to standard error. 0 or errno. */
static int spawn(char **command, const char *input, const char *output, const char *errors,
		 const sigset_t *mask, pid_t *child)
{
	const int flags = O_WRONLY | O_CREAT | O_TRUNC;
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int failed = posix_spawn_file_actions_init(&actions);

	if (failed)
		return failed;
	failed = posix_spawnattr_init(&attributes);
	if (failed) {
		posix_spawn_file_actions_destroy(&actions);
		return failed;
	}
	failed = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0);
	if (!failed && errors)
		failed = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, flags,
							  0666);
	if (!failed)
		failed = output ? posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output,
								   flags, 0666)
				: posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO,
								   STDOUT_FILENO);
	if (!failed)
		failed = posix_spawnattr_setsigmask(&attributes, mask);
	if (!failed)
		failed = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	if (!failed)
		failed = posix_spawnp(child, command[0], &actions, &attributes, command, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}

static bool start(struct landau_sweep *sweep, struct landau_sweep_run *run, const sigset_t *mask)
{
	int failed;

	if (run->input && !landau_sweep_input(run->input, sweep->kind, sweep->sample, run->n)) {
		failed = errno;
		landau_progress_clear(&sweep->progress);
		landau_complain("sweep: %s: %s", run->input, strerror(failed));
		return false;
	}
	failed = spawn(run->command, run->standard_input, run->output, run->errors, mask,
		       &run->child);
	if (failed) {
		run->child = 0;
		landau_progress_clear(&sweep->progress);
		landau_complain("sweep: %s cannot be started: %s", run->command[0],
				strerror(failed));
		return false;
	}
	run->started = true;
	return true;
}

/* Takes note of all children that have ended; their number. */
static size_t reap(struct landau_sweep *sweep)
{
	size_t ended = 0;
	pid_t child;
	int status;

	while ((child = waitpid(-1, &status, WNOHANG)) > 0) {
		for (size_t i = 0; i < sweep->count; i++) {
			struct landau_sweep_run *run = &sweep->runs[i];

			if (run->child != child)
				continue;
			run->child = 0;
			run->status = status;
			if (run->input)
				unlink(run->input);
			ended++;
			sweep->ended(sweep, run);
		}
	}
	return ended;
}

/* Waits for a signal, not for long: the terminal is to show that something goes on. */
static void wait_a_while(struct landau_sweep *sweep, const sigset_t *signals, const pid_t *one)
{
	const struct timespec while_shown = {.tv_nsec = 200000000L};
	siginfo_t information;
	int found = sweep->progress.on ? sigtimedwait(signals, &information, &while_shown)
				       : sigwaitinfo(signals, &information);

	if (found <= 0 || found == SIGCHLD)
		return;
	sweep->signal = found;
	/* Positive codes come from the kernel: the terminal, which signals the whole group. */
	if (information.si_code > 0)
		return;
	if (one)
		kill(*one, found);
	for (size_t i = 0; i < sweep->count; i++)
		if (sweep->runs[i].child > 0)
			kill(sweep->runs[i].child, found);
}

bool landau_sweep_run_all(struct landau_sweep *sweep)
{
	sigset_t signals;
	sigset_t old;
	size_t next = 0;
	size_t running = 0;
	size_t done = 0;
	char what[64] = "sweep:";
	bool fine = true;

	block_signals(&signals, &old);
	sweep->progress.what = what;
	for (;;) {
		size_t ended = reap(sweep);

		running -= ended;
		done += ended;
		while (fine && !sweep->signal && running < sweep->jobs && next < sweep->count) {
			struct landau_sweep_run *run = &sweep->runs[next++];

			snprintf(what, sizeof(what), "sweep: n = %" PRIu64 "; done", run->n);
			fine = start(sweep, run, &old);
			running += fine;
		}
		if (running == 0)
			break;
		landau_progress_step(&sweep->progress, done);
		wait_a_while(sweep, &signals, NULL);
	}
	landau_progress_clear(&sweep->progress);
	sweep->progress.what = "";
	sigprocmask(SIG_SETMASK, &old, NULL);
	return fine;
}

int landau_sweep_run_one(struct landau_sweep *sweep, char **command)
{
	sigset_t signals;
	sigset_t old;
	pid_t child;
	int status = -1;
	int failed;

	block_signals(&signals, &old);
	failed = spawn(command, "/dev/null", NULL, NULL, &old, &child);
	if (failed)
		landau_complain("sweep: %s cannot be started: %s", command[0], strerror(failed));
	else
		while (waitpid(child, &status, WNOHANG) == 0)
			wait_a_while(sweep, &signals, &child);
	sigprocmask(SIG_SETMASK, &old, NULL);
	return status;
}
