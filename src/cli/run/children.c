/* SPDX-License-Identifier: GPL-2.0-or-later */
/* children.c - finds profiles by the form of their names; see children.h. */
#include "cli/run/children.h"

#include "cli/command.h"
#include "cli/print/output.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The kernel stamps files by a clock that goes in steps of some milliseconds. */
struct timespec landau_children_start(void)
{
	static const struct timespec pause = {.tv_nsec = 500000};
	struct timespec before, now;

	clock_gettime(CLOCK_REALTIME_COARSE, &before);
	do {
		nanosleep(&pause, NULL);
		clock_gettime(CLOCK_REALTIME_COARSE, &now);
	} while (now.tv_sec == before.tv_sec && now.tv_nsec == before.tv_nsec);
	return now;
}

static bool is_later(const struct timespec *time, const struct timespec *than)
{
	return time->tv_sec > than->tv_sec ||
	       (time->tv_sec == than->tv_sec && time->tv_nsec >= than->tv_nsec);
}

struct count {
	size_t recent;
	size_t older;
};

/* Files of that name, which has a %p: written since then, or before. */
static struct count count_profiles(const char *path, const struct timespec *since)
{
	char folder[PATH_MAX];
	struct count count = {0};

	snprintf(folder, sizeof(folder), "%s", path);
	char *name = strrchr(folder, '/');
	*name++ = '\0';
	size_t before = (size_t)(strstr(name, "%p") - name);
	DIR *stream = opendir(folder[0] ? folder : "/");
	if (!stream)
		return count;
	for (const struct dirent *entry; (entry = readdir(stream));) {
		char expected[PATH_MAX];
		struct stat status;

		if (strncmp(entry->d_name, name, before) != 0)
			continue;
		long process = strtol(entry->d_name + before, NULL, 10);
		if (process <= 0 || !landau_output_expand(name, (pid_t)process, expected) ||
		    strcmp(expected, entry->d_name) != 0 ||
		    fstatat(dirfd(stream), entry->d_name, &status, 0) != 0)
			continue;
		if (is_later(&status.st_mtim, since))
			count.recent++;
		else
			count.older++;
	}
	closedir(stream);
	return count;
}

/* All of them, for the shell; NULL when there is no memory. */
static char *make_pattern(const char *name)
{
	const char *number = strstr(name, "%p");
	char *before = strndup(name, number ? (size_t)(number - name) : strlen(name));
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);

	if (stream && before) {
		if (before[0])
			landau_print_quoted(stream, before);
		fputs(number ? "[0-9]*" : ".[0-9]*", stream);
		if (number && number[2])
			landau_print_quoted(stream, number + 2);
	}
	free(before);
	if (!stream || fclose(stream) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

bool landau_children_tell(const char *written, const char *name, const struct timespec *since,
			  bool quiet)
{
	struct count count = count_profiles(written, since);
	char *pattern;

	if (count.recent == 0) {
		landau_complain("no profile was written: no program that was executed is compiled "
				"with landau-gcc, or LANDAU_OUT was not in its environment");
		return false;
	}
	if (quiet)
		return true;
	landau_say(count.recent == 1 ? "%zu process has recorded itself"
				     : "%zu processes have recorded themselves",
		   count.recent);
	if (count.older > 0)
		landau_say("%zu older profiles have names of the same form", count.older);
	pattern = make_pattern(name);
	if (pattern)
		landau_say("next: landau merge -o all.data %s", pattern);
	free(pattern);
	return true;
}
