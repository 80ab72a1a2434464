/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * measure FILE PROGRAM [ARGS...] - runs PROGRAM and writes to FILE what it took.
 *
 * One line: CPU seconds, wall seconds, peak resident KB; of the program and of the
 * children that it has waited for. A process of its own, and a small one, since the peak of a child
 * starts at what its parent used when it forked. Exits as the program did. Signals that are meant to
 * end the program are passed on.
 */
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile pid_t child;

static void pass_on(int signal)
{
	if (child > 0)
		kill(child, signal);
}

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

int main(int argc, char **argv)
{
	struct timespec start, end;
	struct rusage usage;
	FILE *out;
	int status;

	if (argc < 3)
		return 2;
	signal(SIGTERM, pass_on);
	signal(SIGINT, pass_on);
	clock_gettime(CLOCK_MONOTONIC, &start);
	child = fork();
	if (child == 0) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	while (wait4(child, &status, 0, &usage) < 0)
		continue;
	clock_gettime(CLOCK_MONOTONIC, &end);
	out = fopen(argv[1], "w");
	if (!out)
		return 2;
	fprintf(out, "%.3f %.3f %ld\n", seconds(usage.ru_utime) + seconds(usage.ru_stime),
		(double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec),
		usage.ru_maxrss);
	fclose(out);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
