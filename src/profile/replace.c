/* SPDX-License-Identifier: GPL-2.0-or-later */
/* replace.c - a file that appears whole or not at all; see replace.h. */
#include "profile/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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

static int create_temporary(struct landau_replacement *replacement)
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
			open(replacement->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
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

/* -- What is there already ---------------------------------------------------------------------- */

/* The directory of a path with a slash at its end, or ""; NULL: no memory. */
static char *directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return strndup(path, slash ? (size_t)(slash - path) + 1 : 0);
}

/* May somebody else have put it there to mislead us? */
static bool is_trusted(const char *path, uid_t owner)
{
	char *directory = directory_of(path);
	struct stat status;
	bool trusted = directory && stat(*directory ? directory : ".", &status) == 0 &&
		       (!(status.st_mode & (S_IWGRP | S_IWOTH)) || owner == geteuid() ||
			owner == status.st_uid);

	free(directory);
	return trusted;
}

/* Where the link leads; NULL: errno says why not. */
static char *next_of(const char *link)
{
	char buffer[PATH_MAX];
	ssize_t length = readlink(link, buffer, sizeof(buffer) - 1);
	char *directory = length >= 0 ? directory_of(link) : NULL;
	char *next = NULL;

	if (!directory)
		return NULL;
	buffer[length] = '\0';
	if (asprintf(&next, "%s%s", buffer[0] == '/' ? "" : directory, buffer) < 0)
		next = NULL;
	free(directory);
	return next;
}

/*
 * The path behind all links, followed by hand, since the kernel looks at who made them only when a
 * file is opened. NULL: errno says why not.
 */
char *landau_replace_follow(const char *path)
{
	enum { MOST_LINKS = 40 };
	char *target = strdup(path);
	struct stat status;

	for (int i = 0; target && lstat(target, &status) == 0 && S_ISLNK(status.st_mode); i++) {
		char *next = NULL;

		errno = i < MOST_LINKS ? EACCES : ELOOP;
		if (i < MOST_LINKS && is_trusted(target, status.st_uid))
			next = next_of(target);
		free(target);
		target = next;
	}
	return target;
}

/* Opens what is no plain file; looked at when it is open, so that nothing can be put in its place. */
static int open_special(const char *path)
{
	int descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	struct stat status;

	if (descriptor < 0)
		return -1;
	if (fstat(descriptor, &status) == 0 && !S_ISREG(status.st_mode) &&
	    (!S_ISFIFO(status.st_mode) || is_trusted(path, status.st_uid)))
		return descriptor;
	close(descriptor);
	errno = EACCES;
	return -1;
}

bool landau_replace_open(struct landau_replacement *replacement, const char *path,
			 struct landau_error *error)
{
	struct stat status;

	*replacement = (struct landau_replacement){.descriptor = -1};
	*error = (struct landau_error){.file = path};
	if (strcmp(path, "-") == 0) {
		error->file = "standard output";
		replacement->descriptor = dup(STDOUT_FILENO);
	} else if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
		replacement->descriptor = open_special(path);
	} else {
		replacement->target = landau_replace_follow(path);
		if (replacement->target)
			replacement->descriptor = create_temporary(replacement);
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
