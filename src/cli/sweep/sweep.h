/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sweep.h - the parts of landau sweep: which sizes, what each run is given, and running them.
 */
#ifndef LANDAU_CLI_SWEEP_H
#define LANDAU_CLI_SWEEP_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "cli/print/progress.h"
#include "profile/profile.h"

/* -- Sizes (sweep/plan.c) ----------------------------------------------------------------------- */

/* MOST_COUNTS: runs of a sweep over numbers of threads. */
enum { LANDAU_SWEEP_MOST_SIZES = 10000, LANDAU_SWEEP_MOST_COUNTS = 64 };

struct landau_sizes {
	uint64_t *values;
	size_t count;
};

/*
 * "10,20,50", "A..B:xF" (each F times the one before) or "A..B:+S". Complains and returns false if it
 * is none of these. The values are freed with free.
 */
bool landau_sizes_parse(const char *text, struct landau_sizes *sizes);

/* -- What a run is given (sweep/plan.c) --------------------------------------------------------- */

/* Does a word hold {n} or {file}? */
bool landau_sweep_has(const char *word, const char *placeholder);

/* The word with `value` for each `placeholder`, or NULL: no memory. Freed with free. */
char *landau_sweep_replace(const char *word, const char *placeholder, const char *value);

/*
 * Words separated by blanks; quotes and backslashes as in the shell, nothing else is special. Ends with
 * NULL, freed with landau_words_free. Complains and returns NULL.
 */
char **landau_words_split(const char *text);
void landau_words_free(char **words);

enum landau_input_kind { LANDAU_INPUT_LINES, LANDAU_INPUT_BYTES, LANDAU_INPUT_SAMPLE };

/*
 * Makes a file of n lines (a number below 2^32 each), of n bytes (small letters, blanks and newlines), or
 * of the first n lines of `sample`, from its start again where it has fewer. Always the same: a larger
 * file starts with the smaller one. False: errno says why.
 */
bool landau_sweep_input(const char *path, enum landau_input_kind kind, const char *sample,
			uint64_t n);

/* -- Runs (sweep/run.c) ------------------------------------------------------------------------- */

struct landau_sweep_run {
	uint64_t n;
	char *folder; /* of its own: profiles data.RANK, input, what the program printed */
	char *input;  /* to be made before it starts; NULL if it needs none */
	const char *standard_input; /* the input, or /dev/null */
	char *output;               /* where its standard output goes */
	char *errors;               /* and its standard error */
	char **command;             /* the whole, runner included */
	pid_t child;                /* 0 while it does not run */
	bool started;
	int status; /* as of waitpid(2), once it has ended */
};

struct landau_sweep {
	struct landau_sweep_run *runs;
	size_t count;
	size_t jobs; /* at once */
	enum landau_input_kind kind;
	const char *sample; /* a file, of LANDAU_INPUT_SAMPLE */
	struct landau_progress progress;

	/* Called when a run has ended. */
	void (*ended)(struct landau_sweep *sweep, struct landau_sweep_run *run);
	void *context; /* for it */
	int signal;    /* that asked to stop; 0: none */
};

/*
 * Runs all of them, in order, `jobs` at a time. A signal (hangup, interrupt, quit, terminate) is passed on,
 * and nothing more is started. False if a run could not be started: this has been complained of.
 */
bool landau_sweep_run_all(struct landau_sweep *sweep);

/*
 * Runs one command in the foreground, its standard output joined to standard error; the status as of
 * waitpid(2), or -1 if it could not be started, which has been complained of.
 */
int landau_sweep_run_one(struct landau_sweep *sweep, char **command);

/* -- All runs at once (sweep/batch.c) ----------------------------------------------------------- */

/*
 * A file with one line of shell for each run; the line leaves its exit status in the run's folder.
 * False: errno says why.
 */
bool landau_sweep_write_commands(const struct landau_sweep *sweep, const char *path);

/* Reads that status; a run that left none keeps the one it has. */
void landau_sweep_read_status(struct landau_sweep_run *run);

/* -- What came out (sweep/result.c) ------------------------------------------------------------- */

/* Paths of profiles, those of a run together, and the runs that left them. */
struct landau_sweep_profiles {
	char **paths;
	const struct landau_sweep_run **runs;
	size_t count;
};

/* Adds the profiles of a run, one a process; false: no memory. */
bool landau_sweep_collect(struct landau_sweep_profiles *profiles,
			  const struct landau_sweep_run *run);
void landau_sweep_profiles_free(struct landau_sweep_profiles *profiles);

/*
 * All of them as one profile that knows the size of each run; what the processes of a run cost is
 * that run's. NULL on error.
 */
struct landau_profile *landau_sweep_merge(const struct landau_sweep_profiles *profiles,
					  enum landau_run_unit unit, struct landau_error *error);

/* Saves the profile of each run in the folder: 1-1000.data is that of the first one, of size 1000. False on error. */
bool landau_sweep_keep(const struct landau_sweep_profiles *profiles,
		       const struct landau_sweep *sweep, const char *folder,
		       struct landau_error *error);

/*
 * Prints which routines read more of what other threads wrote as threads are added, where n is their number and the runs
 * have kept sources (sweep/threads.c). False on error.
 */
bool landau_sweep_compare_threads(const struct landau_sweep_profiles *profiles,
				  struct landau_error *error);

/* Says on standard error how a run failed, with the last lines of what it said itself. */
void landau_sweep_complain(const struct landau_sweep_run *run, bool has_profile);

/* Removes a folder with all that is in it. */
void landau_sweep_remove(const char *folder);

#endif
