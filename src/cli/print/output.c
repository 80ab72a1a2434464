/* SPDX-License-Identifier: GPL-2.0-or-later */
/* output.c - names of files that are going to be written; see output.h. */
#include "cli/print/output.h"
#include "cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Open MPI, MPICH and Intel MPI, PMIx, Slurm: where each launcher says the rank. */
static const char *const rank_variables[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK",
					     "SLURM_PROCID"};

enum { RANK_VARIABLE_COUNT = sizeof(rank_variables) / sizeof(rank_variables[0]) };

/* A program started without a launcher is rank 0 of a world of its own, as it is for MPI. */
static const char *find_rank(void)
{
	for (int i = 0; i < RANK_VARIABLE_COUNT; i++) {
		const char *rank = getenv(rank_variables[i]);
		if (rank && rank[0] && strspn(rank, "0123456789") == strlen(rank))
			return rank;
	}
	return "0";
}

/* Copies `from`, with `replacement` for each `pattern` of two characters. */
static bool replace(const char *from, const char *pattern, const char *replacement,
		    char to[PATH_MAX])
{
	size_t length = 0;

	while (*from) {
		const char *piece = from;
		size_t piece_length = 1;

		if (from[0] == pattern[0] && from[1] == pattern[1]) {
			piece = replacement;
			piece_length = strlen(replacement);
			from++;
		}
		from++;
		if (length + piece_length >= PATH_MAX)
			return false;
		memcpy(to + length, piece, piece_length);
		length += piece_length;
	}
	to[length] = '\0';
	return true;
}

/* The folder must be there now and be writable: nobody wants to learn of it after the run. */
static bool check_folder(const char *path, const char *name)
{
	char folder[PATH_MAX];
	struct stat status;

	snprintf(folder, sizeof(folder), "%s", path);
	char *slash = strrchr(folder, '/');
	slash[slash == folder ? 1 : 0] = '\0';
	if (strstr(folder, "%p")) {
		landau_complain("%s: %%p is allowed in the name of the file, not in the folder %s",
				name, folder);
		return false;
	}
	if (stat(folder, &status) != 0) {
		landau_complain("%s: the folder %s: %s", name, folder, strerror(errno));
		return false;
	}
	if (!S_ISDIR(status.st_mode)) {
		landau_complain("%s: %s is not a folder", name, folder);
		return false;
	}
	if (access(folder, W_OK | X_OK) != 0) {
		landau_complain("%s: cannot write in the folder %s: %s", name, folder,
				strerror(errno));
		return false;
	}
	return true;
}

static bool try_to_create(const char *path, const char *name)
{
	char temporary[PATH_MAX + 24];

	snprintf(temporary, sizeof(temporary), "%s.try.%d", path, (int)getpid());
	int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (file < 0) {
		landau_complain("%s: cannot create a file there: %s", name, strerror(errno));
		return false;
	}
	close(file);
	unlink(temporary);
	return true;
}

bool landau_output_prepare(const char *name, char path[PATH_MAX])
{
	char absolute[PATH_MAX];
	char folder[PATH_MAX] = "";
	struct stat status;
	int length;

	if (name[0] == '\0' || name[strlen(name) - 1] == '/') {
		landau_complain("'%s' is not the name of a file", name);
		return false;
	}
	if (name[0] != '/' && !getcwd(folder, sizeof(folder))) {
		landau_complain("cannot find the current folder: %s", strerror(errno));
		return false;
	}
	length = snprintf(absolute, sizeof(absolute), "%s%s%s", folder, name[0] == '/' ? "" : "/",
			  name);
	/* The engine still appends a process id and a temporary suffix. */
	if (length < 0 || length >= PATH_MAX - 64 || !replace(absolute, "%r", find_rank(), path)) {
		landau_complain("%s: %s", name, strerror(ENAMETOOLONG));
		return false;
	}
	if (!check_folder(path, name))
		return false;
	/* Some file systems have folders that seem writable and are not, or have no room. */
	if (!try_to_create(path, name))
		return false;
	/* The engine writes beside it and renames; that would replace a device or a pipe. */
	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
		landau_complain("%s: exists and is not a regular file", name);
		return false;
	}
	return true;
}

bool landau_output_expand(const char *path, pid_t pid, char expanded[PATH_MAX])
{
	char number[16];

	snprintf(number, sizeof(number), "%d", (int)pid);
	return replace(path, "%p", number, expanded);
}

bool landau_output_keep_old(const char *path)
{
	char old[PATH_MAX + 8];
	struct stat status;

	/* A device or a pipe stays what it is. */
	if (lstat(path, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISLNK(status.st_mode)))
		return true;
	snprintf(old, sizeof(old), "%s.old", path);
	if (rename(path, old) == 0)
		return true;
	landau_complain("%s: cannot be moved to %s: %s", path, old, strerror(errno));
	return false;
}

static bool ends_like_profile(const char *path)
{
	FILE *file = fopen(path, "re");
	char end[32] = "";
	size_t length = 0;

	if (!file)
		return false;
	if (fseek(file, -(long)sizeof(end) + 1, SEEK_END) == 0)
		length = fread(end, 1, sizeof(end) - 1, file);
	fclose(file);
	return length > 0 && end[length - 1] == '\n' && strstr(end, "\nend ");
}

void landau_output_settle(const char *path, pid_t process)
{
	char temporary[PATH_MAX + 24];
	struct stat file;

	snprintf(temporary, sizeof(temporary), "%s.tmp.%d", path, (int)process);
	if (lstat(temporary, &file) != 0)
		return;
	if (S_ISREG(file.st_mode) && file.st_uid == geteuid() && ends_like_profile(temporary))
		rename(temporary, path);
	else
		unlink(temporary);
}

void landau_print_quoted(FILE *stream, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "%+,-./:=@_";

	if (word[0] && strspn(word, plain) == strlen(word)) {
		fputs(word, stream);
		return;
	}
	fputc('\'', stream);
	for (; *word; word++)
		if (*word == '\'')
			fputs("'\\''", stream);
		else
			fputc(*word, stream);
	fputc('\'', stream);
}
