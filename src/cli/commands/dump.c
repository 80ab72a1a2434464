/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dump.c - landau dump: asks a running program for a snapshot of its profile.
 *
 * The engine listens to vgdb, which comes with Valgrind; vgdb also wakes a program that waits in a
 * system call. Its output is kept back and shown only if there is no profile in the end. Programs that
 * profile themselves are asked by native_dump.c.
 */
#include "cli/command.h"
#include "cli/options.h"
#include "cli/run/engine.h"
#include "cli/run/native.h"
#include "cli/print/output.h"
#include "cli/run/process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void print_help(void)
{
	puts("usage: landau dump [OPTIONS] PID\n");
	puts("Writes a snapshot of the profile of a program that runs under 'landau record'. The");
	puts("program goes on. PID is the program's process id, or that of 'landau record' "
	     "itself.\n");
	puts("  -o, --output=FILE  write to FILE (landau.data); an existing file is moved to");
	puts("                     FILE.old; %p stands for the process id");
	puts("  -q, --quiet        print nothing unless there is an error");
	puts("  -h, --help         print this help");
}

/* `landau record` waits for the program; its id is what a shell knows as $!. */
static pid_t only_child(pid_t pid)
{
	char path[64];
	int child = 0;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", (int)pid, (int)pid);
	FILE *file = fopen(path, "re");
	if (!file)
		return 0;
	/* NOLINTNEXTLINE(cert-err34-c): the kernel writes a number that fits, or none */
	if (fscanf(file, "%d", &child) != 1)
		child = 0;
	fclose(file);
	return child;
}

/*
 * The engine's process for the one that was named; complains and returns 0 if there is none. If it
 * profiles itself, `profile` is where its profile goes, else "".
 */
static pid_t find_engine_process(pid_t pid, char profile[PATH_MAX])
{
	char path[64];
	struct stat status;

	if (kill(pid, 0) != 0 && errno == ESRCH) {
		landau_complain("%d: there is no such process", (int)pid);
		return 0;
	}
	if (landau_process_is_native(pid, profile))
		return pid;
	profile[0] = '\0';
	if (landau_process_is_engine(pid))
		return pid;
	snprintf(path, sizeof(path), "/proc/%d", (int)pid);
	if (stat(path, &status) == 0 && status.st_uid != geteuid() && geteuid() != 0) {
		landau_complain("%d: the process belongs to another user", (int)pid);
		return 0;
	}
	pid_t child = only_child(pid);
	if (child > 0 && landau_process_is_native(child, profile))
		return child;
	profile[0] = '\0';
	if (child > 0 && landau_process_is_engine(child))
		return child;
	landau_complain("%d: the process does not run under 'landau record'", (int)pid);
	return 0;
}

static bool is_stopped(pid_t pid)
{
	char state[64];

	return landau_process_status(pid, "State", state, sizeof(state)) &&
	       strncmp(state, "\tT", 2) == 0;
}

/*
 * Reads what vgdb says until it ends. A stopped program cannot answer, and vgdb would wait for it without an end: the
 * program may stop while vgdb waits, or by a signal from before that it has not taken yet. vgdb itself stops the program
 * for a moment, so two looks have to agree before vgdb is ended.
 */
static void read_answer(int from, FILE *into, pid_t vgdb, pid_t pid)
{
	enum { MILLISECONDS_BETWEEN = 500 };
	struct pollfd answer = {.fd = from, .events = POLLIN};
	bool was_stopped = false;

	for (;;) {
		char text[4096];
		bool silent = poll(&answer, 1, MILLISECONDS_BETWEEN) == 0;
		bool stopped = silent && is_stopped(pid);

		if (stopped && was_stopped)
			kill(vgdb, SIGKILL);
		was_stopped = stopped;
		if (silent)
			continue;
		ssize_t count = read(from, text, sizeof(text));
		if (count == 0 || (count < 0 && errno != EINTR))
			return;
		if (count > 0)
			fwrite(text, 1, (size_t)count, into);
	}
}

/* Runs vgdb; its output goes to *said, which the caller frees. Returns vgdb's exit status. */
static int ask(pid_t pid, const char *output, char **said)
{
	char vgdb[PATH_MAX];
	char process[32];
	int ends[2];
	size_t size = 0;

	*said = NULL;
	if (!landau_find_in_path("vgdb", vgdb, sizeof(vgdb))) {
		landau_complain("vgdb is not in PATH; install the 'valgrind' package");
		return -1;
	}
	if (pipe(ends) != 0) {
		landau_complain("pipe: %s", strerror(errno));
		return -1;
	}
	snprintf(process, sizeof(process), "--pid=%d", (int)pid);
	pid_t child = fork();
	if (child == 0) {
		dup2(ends[1], STDOUT_FILENO);
		dup2(ends[1], STDERR_FILENO);
		close(ends[0]);
		close(ends[1]);
		execl(vgdb, vgdb, process, LANDAU_VGDB_PREFIX, "dump", output, (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	if (child < 0) {
		landau_complain("cannot start a process: %s", strerror(errno));
		close(ends[0]);
		return -1;
	}
	FILE *into = open_memstream(said, &size);
	if (into)
		read_answer(ends[0], into, child, pid);
	close(ends[0]);
	if (into)
		fclose(into);
	int status = landau_wait_for(child);
	return status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int refuse_stopped(pid_t named, pid_t process)
{
	return landau_complain("%d: the process is stopped; continue it first (kill -CONT %d)",
			       (int)named, (int)process);
}

static int dump(pid_t pid, const char *output_name, bool quiet)
{
	char pattern[PATH_MAX];
	char output[PATH_MAX];
	char profile[PATH_MAX];
	char *said = NULL;
	struct stat status;
	int result = LANDAU_FINE;

	if (!landau_output_prepare(output_name, pattern))
		return LANDAU_BAD;
	pid_t process = find_engine_process(pid, profile);
	if (process == 0)
		return LANDAU_BAD;
	if (is_stopped(process))
		return refuse_stopped(pid, process);
	if (!landau_output_expand(pattern, process, output))
		return landau_complain("%s: %s", output_name, strerror(ENAMETOOLONG));
	if (!landau_output_keep_old(output))
		return LANDAU_BAD;
	int answer = -1;
	if (!profile[0])
		answer = ask(process, output, &said);
	else if (!landau_native_dump(process, profile, output))
		return LANDAU_BAD;
	if (stat(output, &status) != 0) {
		if (!profile[0] && is_stopped(process))
			refuse_stopped(pid, process);
		else if (answer >= 0)
			landau_complain("%d: no snapshot was written to %s%s%s", (int)pid, output,
					said && said[0] ? ":\n" : "", said ? said : "");
		result = LANDAU_BAD;
	} else if (!quiet) {
		fputs("landau: snapshot written; next: landau report", stderr);
		if (strcmp(output_name, "landau.data") != 0) {
			fputc(' ', stderr);
			landau_print_quoted(stderr, output);
		}
		fputc('\n', stderr);
	}
	free(said);
	return result;
}

int landau_command_dump(int argc, char **argv)
{
	const char *output_name = "landau.data";
	bool quiet = false;
	const struct landau_option rows[] = {
		{"output", 'o', .text = &output_name}, {"quiet", 'q', .flag = &quiet}, {0}};
	int status =
		landau_read_options(argc, argv, &(struct landau_options){rows, print_help, false});
	unsigned long pid;

	if (status != LANDAU_GO_ON)
		return status;
	if (optind + 1 != argc)
		return landau_complain("dump: one process id is needed; see 'landau dump --help'");
	if (!landau_parse_number(argv[optind], 1, INT_MAX, &pid))
		return landau_complain("dump: '%s' is not a process id", argv[optind]);
	return dump((pid_t)pid, output_name, quiet);
}
