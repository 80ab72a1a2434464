/* SPDX-License-Identifier: GPL-2.0-or-later */
/* native_dump.c - asks a running program that profiles itself for a snapshot; see native.h. */
#include "cli/command.h"
#include "cli/run/native.h"
#include "cli/print/output.h"
#include "cli/run/process.h"
#include "engine/native/output/dump_signal.h"
#include "profile/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 3000, NANOSECONDS_BETWEEN = 20000000 };

/* Where nobody waits for the signal, it would be the end of the program. */
static bool catches_signal(pid_t process)
{
	char caught[64];

	return landau_process_status(process, "SigCgt", caught, sizeof(caught)) &&
	       (strtoul(caught, NULL, 16) >> (LANDAU_STOP_SIGNAL - 1) & 1);
}

bool landau_process_is_native(pid_t process, char output[PATH_MAX])
{
	static const char wanted[] = "LANDAU_OUT=";
	char path[64];
	char *entry = NULL;
	size_t size = 0;
	bool found = false;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)process);
	if (!landau_is_native(path) || !catches_signal(process))
		return false;
	snprintf(path, sizeof(path), "/proc/%d/environ", (int)process);
	FILE *file = fopen(path, "re");
	if (!file)
		return false;
	while (!found && getdelim(&entry, &size, '\0', file) > 0)
		if (strncmp(entry, wanted, sizeof(wanted) - 1) == 0)
			found = entry[sizeof(wanted) - 1] == '/' &&
				landau_output_expand(entry + sizeof(wanted) - 1, process, output);
	free(entry);
	fclose(file);
	return found;
}

/* To another file system, where rename(2) does not go. False after a complaint. */
static bool copy(const char *from, const char *to)
{
	char buffer[65536];
	struct landau_replacement target;
	struct landau_error error;
	ssize_t count;
	int source = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);

	if (source < 0) {
		landau_complain("%s: %s", from, strerror(errno));
		return false;
	}
	if (!landau_replace_open(&target, to, &error)) {
		close(source);
		landau_complain_error(&error);
		return false;
	}
	while ((count = read(source, buffer, sizeof(buffer))) > 0)
		if (!landau_write_all(target.descriptor, buffer, (size_t)count))
			break;
	if (count != 0) {
		landau_complain("%s: cannot be copied to %s: %s", from, to, strerror(errno));
		landau_replace_discard(&target);
	} else if (!landau_replace_commit(&target, &error)) {
		count = -1;
		landau_complain_error(&error);
	}
	close(source);
	unlink(from);
	return count == 0;
}

bool landau_native_dump(pid_t process, const char *profile, const char *output)
{
	const struct timespec between = {.tv_nsec = NANOSECONDS_BETWEEN};
	union sigval value = {.sival_int = LANDAU_DUMP_VALUE};
	char snapshot[PATH_MAX + sizeof(LANDAU_DUMP_ENDING)];
	struct stat status;

	snprintf(snapshot, sizeof(snapshot), "%s" LANDAU_DUMP_ENDING, profile);
	unlink(snapshot);
	if (sigqueue(process, LANDAU_STOP_SIGNAL, value) != 0) {
		landau_complain("%d: %s", (int)process, strerror(errno));
		return false;
	}
	for (int i = 0; stat(snapshot, &status) != 0; i++) {
		if (i == TRIES || kill(process, 0) != 0) {
			landau_complain("%d: %s before a snapshot was written", (int)process,
					i == TRIES ? "a minute has passed"
						   : "the program has ended");
			return false;
		}
		nanosleep(&between, NULL);
	}
	if (rename(snapshot, output) == 0)
		return true;
	if (errno == EXDEV)
		return copy(snapshot, output);
	landau_complain("%s: cannot be renamed to %s: %s", snapshot, output, strerror(errno));
	return false;
}
