/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sweep/result.c - landau sweep: what a run left behind; see sweep.h. */
#include "cli/sweep/sweep.h"

#include <dirent.h>
#include <signal.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/analysis/load.h"
#include "cli/command.h"

enum { SHOWN_LINES = 5, LINE_BYTES = 400, MOST_FOLDERS_OPEN = 16 };

/* data.RANK, and data.RANK.PID of a process that was forked; not one that was never finished. */
static int is_profile(const struct dirent *entry)
{
	return strncmp(entry->d_name, "data.", 5) == 0 && !strstr(entry->d_name, ".tmp.");
}

bool landau_sweep_collect(struct landau_sweep_profiles *profiles,
			  const struct landau_sweep_run *run)
{
	struct dirent **entries;
	int count = scandir(run->folder, &entries, is_profile, alphasort);
	bool fine = count >= 0;
	const struct landau_sweep_run **runs;
	char **paths;

	if (count <= 0)
		return fine;
	paths = realloc(profiles->paths, (profiles->count + (size_t)count) * sizeof(*paths));
	if (paths)
		profiles->paths = paths;
	runs = realloc(profiles->runs, (profiles->count + (size_t)count) * sizeof(*runs));
	if (runs)
		profiles->runs = runs;
	fine = paths && runs;
	for (int i = 0; i < count; i++) {
		char *path = NULL;

		if (fine && asprintf(&path, "%s/%s", run->folder, entries[i]->d_name) > 0) {
			profiles->runs[profiles->count] = run;
			profiles->paths[profiles->count++] = path;
		} else {
			fine = false;
		}
		free(entries[i]);
	}
	free(entries);
	return fine;
}

void landau_sweep_profiles_free(struct landau_sweep_profiles *profiles)
{
	for (size_t i = 0; i < profiles->count; i++)
		free(profiles->paths[i]);
	free(profiles->paths);
	free(profiles->runs);
}

/* Behind the profiles of the run that the first one is of. */
static size_t end_of_run(const struct landau_sweep_profiles *profiles, size_t first)
{
	size_t next = first + 1;

	while (next < profiles->count && profiles->runs[next] == profiles->runs[first])
		next++;
	return next;
}

static bool keep_one(const struct landau_profile *profile, const char *folder, size_t index,
		     uint64_t n, struct landau_error *error)
{
	char *path;
	bool fine;

	if (asprintf(&path, "%s/%zu-%" PRIu64 ".data", folder, index, n) < 0) {
		*error =
			(struct landau_error){.file = folder, .text = "there is not enough memory"};
		return false;
	}
	fine = landau_profile_save(profile, path, error);
	/* An error speaks of the file. */
	if (fine)
		free(path);
	return fine;
}

bool landau_sweep_keep(const struct landau_sweep_profiles *profiles,
		       const struct landau_sweep *sweep, const char *folder,
		       struct landau_error *error)
{
	size_t next;

	for (size_t i = 0; i < profiles->count; i = next) {
		const struct landau_sweep_run *run = profiles->runs[i];
		struct landau_profile *profile;
		bool fine;

		next = end_of_run(profiles, i);
		profile = landau_load(&profiles->paths[i], (int)(next - i), error);
		fine = profile &&
		       keep_one(profile, folder, (size_t)(run - sweep->runs) + 1, run->n, error);
		landau_profile_free(profile);
		if (!fine)
			return false;
	}
	return true;
}

struct landau_profile *landau_sweep_merge(const struct landau_sweep_profiles *profiles,
					  enum landau_run_unit unit, struct landau_error *error)
{
	struct landau_merger merger = {0};
	size_t next;

	for (size_t i = 0; i < profiles->count; i = next) {
		struct landau_profile *profile;

		next = end_of_run(profiles, i);
		profile = landau_load(&profiles->paths[i], (int)(next - i), error);
		if (profile && !landau_profile_set_size(profile, unit, profiles->runs[i]->n)) {
			*error = (struct landau_error){.file = profiles->paths[i],
						       .text = "there is not enough memory"};
			landau_profile_free(profile);
			profile = NULL;
		}
		if (!profile || !landau_merger_add(&merger, profile, profiles->paths[i], error)) {
			landau_merger_abandon(&merger);
			return NULL;
		}
	}
	return landau_merger_finish(&merger, error);
}

/* The last lines of a file, each behind a bar. */
static void print_tail(const char *path)
{
	char lines[SHOWN_LINES][LINE_BYTES];
	FILE *stream = fopen(path, "re");
	size_t count = 0;

	if (!stream)
		return;
	while (fgets(lines[count % SHOWN_LINES], LINE_BYTES, stream))
		count++;
	fclose(stream);
	for (size_t i = count > SHOWN_LINES ? count - SHOWN_LINES : 0; i < count; i++) {
		char *line = lines[i % SHOWN_LINES];

		line[strcspn(line, "\n")] = '\0';
		for (char *at = line; *at; at++)
			if ((unsigned char)*at < ' ' || *at == 0x7f)
				*at = '?';
		fprintf(stderr, "  | %s\n", line);
	}
}

void landau_sweep_complain(const struct landau_sweep_run *run, bool has_profile)
{
	int status = WIFEXITED(run->status) ? WEXITSTATUS(run->status) : 0;
	int number = WIFSIGNALED(run->status) ? WTERMSIG(run->status) : 0;

	/* As landau record and the shell tell of it. */
	if (status > 128 && status - 128 < NSIG)
		number = status - 128;
	if (number > 0)
		landau_complain("sweep: n = %" PRIu64 ": killed by signal %d (%s)", run->n, number,
				strsignal(number));
	else if (status != 0)
		landau_complain("sweep: n = %" PRIu64 ": exit status %d", run->n, status);
	else if (!has_profile)
		landau_complain("sweep: n = %" PRIu64 ": no profile was written", run->n);
	print_tail(run->errors);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
	(void)status;
	(void)kind;
	(void)place;
	remove(path);
	return 0;
}

void landau_sweep_remove(const char *folder)
{
	nftw(folder, remove_one, MOST_FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS);
}
