/* SPDX-License-Identifier: GPL-2.0-or-later */
/* replace.c - a file that appears whole or not at all; see replace.h. */
#include "profile/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(struct landau_error *error, const char *what, int number)
{
	error->line = 0;
	snprintf(error->text, sizeof(error->text), "%s: %s", what, strerror(number));
	return false;
}

/* A name in the directory of the target that nobody else uses; NULL: no memory. */
static char *temporary_name(const char *target)
{
	const char *slash = strrchr(target, '/');
	int directory = slash ? (int)(slash - target) + 1 : 0;
	unsigned long long number = 0;
	char *name;

	if (getrandom(&number, sizeof(number), 0) < 0)
		number = (unsigned long long)getpid();
	return asprintf(&name, "%.*s.landau-%016llx", directory, target, number) < 0 ? NULL : name;
}

static int create_temporary(struct landau_replacement *replacement, mode_t mode)
{
	enum { TRIES = 100 };
	int descriptor = -1;

	for (int i = 0; i < TRIES && descriptor < 0; i++) {
		free(replacement->temporary);
		replacement->temporary = temporary_name(replacement->target);
		if (!replacement->temporary) {
			errno = ENOMEM;
			return -1;
		}
		descriptor =
			open(replacement->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
		if (descriptor < 0 && errno != EEXIST)
			return -1;
	}
	return descriptor;
}

static void forget(struct landau_replacement *replacement)
{
	free(replacement->temporary);
	free(replacement->target);
	*replacement = (struct landau_replacement){.descriptor = -1};
}

bool landau_replace_open(struct landau_replacement *replacement, const char *path, mode_t mode,
			 struct landau_error *error)
{
	struct stat status;

	*replacement = (struct landau_replacement){.descriptor = -1};
	*error = (struct landau_error){.file = path};
	if (strcmp(path, "-") == 0) {
		error->file = "standard output";
		replacement->descriptor = dup(STDOUT_FILENO);
	} else if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
		replacement->descriptor = open(path, O_WRONLY | O_CLOEXEC);
	} else {
		/* A link stays; what it leads to is replaced. */
		replacement->target = realpath(path, NULL);
		if (!replacement->target)
			replacement->target = strdup(path);
		if (!replacement->target)
			return fail(error, "cannot be written", ENOMEM);
		replacement->descriptor = create_temporary(replacement, mode);
	}
	if (replacement->descriptor < 0) {
		int number = errno;

		forget(replacement);
		return fail(error, "cannot be written", number);
	}
	return true;
}

bool landau_replace_commit(struct landau_replacement *replacement, struct landau_error *error)
{
	int number = 0;

	if (replacement->temporary && fsync(replacement->descriptor) != 0)
		number = errno;
	if (close(replacement->descriptor) != 0 && !number)
		number = errno;
	if (replacement->temporary && !number &&
	    rename(replacement->temporary, replacement->target) != 0)
		number = errno;
	if (replacement->temporary && number)
		unlink(replacement->temporary);
	forget(replacement);
	return number ? fail(error, "cannot be written", number) : true;
}

void landau_replace_discard(struct landau_replacement *replacement)
{
	close(replacement->descriptor);
	if (replacement->temporary)
		unlink(replacement->temporary);
	forget(replacement);
}

bool landau_write_all(int descriptor, const void *bytes, size_t count)
{
	const char *at = bytes;

	while (count > 0) {
		ssize_t written = write(descriptor, at, count);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return false;
		at += written;
		count -= (size_t)written;
	}
	return true;
}
