/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * history.c - landau history: profiles of one program over its commits, and what changed between them.
 *
 * The profiles are in one SQLite file (history/store.h). What routines did from one to the next history/follow.h finds.
 */
#include "cli/command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/analysis/load.h"
#include "cli/analysis/match.h"
#include "cli/history/follow.h"
#include "cli/history/page.h"
#include "cli/history/store.h"
#include "cli/options.h"
#include "cli/print/change.h"
#include "cli/print/json.h"
#include "cli/print/suggest.h"
#include "cli/print/terminal.h"
#include "cli/run/process.h"
#include "profile/replace.h"

enum { LABEL_BYTES = 256 };

struct options {
	const char *database;
	const char *label;
	const char *routine;
	const char *output;
	unsigned long last;
	unsigned long size;
	bool all;
	bool json;
};

static void print_help(void)
{
	puts("usage: landau history [list] [OPTIONS]");
	puts("       landau history html [-o OUT.html] [OPTIONS]");
	puts("       landau history add [--label=LABEL] [OPTIONS] [FILE]");
	puts("       landau history get LABEL [-o FILE]");
	puts("       landau history remove LABEL\n");
	puts("Keeps the profiles of one program in one file, in the order in which they are added, "
	     "and");
	puts("lists the routines whose growth or whose cost at equal n has changed; html draws "
	     "them.\n");
	puts("  -d, --database=FILE  where the profiles are kept (default: landau.history)");
	puts("  -l, --label=LABEL    add: what the profile is called (default: the commit that git "
	     "has");
	puts("                       here); one of the same label is replaced");
	puts("  -o, --output=OUT     html, get: the file to write, - for standard output");
	puts("  -n, --last=N         only the last N profiles");
	puts("  -r, --routine=NAME   only routines whose names match a glob");
	puts("      --at=N           give costs at this n");
	puts("  -a, --all            also routines in which nothing changed");
	puts("      --json           for programs");
	puts("  -h, --help           this text");
}

static int read_options(int argc, char **argv, struct options *options)
{
	const struct landau_option rows[] = {
		{"database", 'd', .text = &options->database},
		{"label", 'l', .text = &options->label},
		{"output", 'o', .text = &options->output},
		{"last", 'n', .number = &options->last, .least = 1},
		{"routine", 'r', .text = &options->routine},
		{"at", .number = &options->size, .least = 1},
		{"all", 'a', .flag = &options->all},
		{"json", .flag = &options->json},
		{0},
	};

	*options = (struct options){.database = "landau.history"};
	return landau_read_options(argc, argv, &(struct landau_options){rows, print_help, false});
}

/* -- Adding ------------------------------------------------------------------------------------- */

static void ask_git(void *context)
{
	const int *pipe_ends = context;

	dup2(pipe_ends[1], STDOUT_FILENO);
	if (!freopen("/dev/null", "w", stderr))
		_exit(127);
	execlp("git", "git", "describe", "--always", "--dirty", "--exclude=*", (char *)NULL);
	_exit(127);
}

/* The commit that is checked out here, "-dirty" behind it if files were changed; false: there is none. */
static bool commit_here(char label[LABEL_BYTES])
{
	int pipe_ends[2], status;
	ssize_t length;
	pid_t child;

	if (pipe(pipe_ends) < 0)
		return false;
	/* What git says is a line, which the pipe holds. */
	status = landau_run_in_foreground(ask_git, pipe_ends, &child);
	close(pipe_ends[1]);
	length = read(pipe_ends[0], label, LABEL_BYTES - 1);
	close(pipe_ends[0]);
	if (status != 0 || length <= 0)
		return false;
	label[length] = '\0';
	label[strcspn(label, "\n")] = '\0';
	return *label != '\0';
}

static void label_of_now(char label[LABEL_BYTES])
{
	time_t now = time(NULL);
	struct tm parts;

	gmtime_r(&now, &parts);
	strftime(label, LABEL_BYTES, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

/* Are the costs and sizes those of the profiles that are there? */
static bool fits(struct landau_store *store, const struct landau_store_entry *last,
		 const struct landau_profile *profile, const char *file, struct landau_error *error)
{
	struct landau_profile *there = landau_store_read(store, last, error);
	char why[200];
	bool fine;

	if (!there)
		return false;
	fine = landau_are_comparable(there, profile, why, sizeof(why));
	*error = (struct landau_error){.file = file};
	if (!fine)
		snprintf(error->text, sizeof(error->text), "cannot be added: %s", why);
	landau_profile_free(there);
	return fine;
}

static int add_profile(struct landau_store *store, const char *label, const char *file,
		       const struct landau_profile *profile)
{
	struct landau_store_entry *entries;
	struct landau_error error = {.file = file};
	int status = LANDAU_FINE;
	bool replaced;
	size_t count;

	if (!landau_store_list(store, &entries, &count, &error))
		return landau_complain_error(&error);
	if ((count > 0 && !fits(store, &entries[count - 1], profile, file, &error)) ||
	    !landau_store_add(store, label, profile, &replaced, &error))
		status = landau_complain_error(&error); /* it may speak of an entry */
	else
		printf("%s: %s, %zu profile%s\n", label, replaced ? "replaced" : "added",
		       count + !replaced, count + !replaced == 1 ? "" : "s");
	landau_store_free_entries(entries, count);
	return status;
}

static int add(const struct options *options, char **arguments, int count)
{
	char found[LABEL_BYTES];
	const char *label = options->label;
	struct landau_error error;
	struct landau_profile *profile;
	struct landau_store *store;
	int status;

	if (count > 1)
		return landau_complain("history: one profile is added at a time; 'landau merge' "
				       "makes one of many");
	if (label && (strlen(label) >= LABEL_BYTES || !*label || strpbrk(label, "\n\t")))
		return landau_complain("history: a label is a line of up to %d bytes",
				       LABEL_BYTES - 1);
	if (!label) {
		if (!commit_here(found))
			label_of_now(found);
		label = found;
	}
	profile = landau_load(arguments, count, &error);
	if (!profile)
		return landau_complain_error(&error);
	store = landau_store_open(options->database, true, &error);
	status = store ? add_profile(store, label, count ? arguments[0] : "landau.data", profile)
		       : landau_complain_error(&error);
	landau_store_close(store);
	landau_profile_free(profile);
	return status;
}

/* -- Getting and removing ----------------------------------------------------------------------- */

static int get(struct landau_store *store, const struct options *options, const char *label)
{
	struct landau_store_entry *entries;
	struct landau_profile *profile = NULL;
	struct landau_error error;
	size_t count, i;
	int status;

	if (!landau_store_list(store, &entries, &count, &error))
		return landau_complain_error(&error);
	for (i = 0; i < count; i++)
		if (strcmp(entries[i].label, label) == 0)
			break;
	if (i == count)
		status = landau_complain("history: %s has no profile called '%s'",
					 options->database, label);
	else
		status = (profile = landau_store_read(store, &entries[i], &error)) &&
					 landau_profile_save(profile,
							     options->output ? options->output
									     : "landau.data",
							     &error)
				 ? LANDAU_FINE
				 : landau_complain_error(&error);
	landau_profile_free(profile);
	landau_store_free_entries(entries, count);
	return status;
}

static int remove_entry(struct landau_store *store, const struct options *options,
			const char *label)
{
	struct landau_error error;

	if (landau_store_remove(store, label, &error))
		return LANDAU_FINE;
	if (error.text[0])
		return landau_complain_error(&error);
	return landau_complain("history: %s has no profile called '%s'", options->database, label);
}

/* -- Listing ------------------------------------------------------------------------------------ */

static void print_text(const struct landau_history *history, bool all)
{
	int width = landau_terminal_text_width();
	size_t changed = 0, shown = 0;

	landau_print_plain(stdout, history->entries[0].label);
	if (history->entry_count > 1) {
		fputs(" to ", stdout);
		landau_print_plain(stdout, history->entries[history->entry_count - 1].label);
	}
	printf(": %zu profile%s\n\n", history->entry_count, history->entry_count == 1 ? "" : "s");
	for (size_t i = 0; i < history->track_count; i++) {
		const struct landau_track *track = &history->tracks[i];
		const struct landau_moment *last = &track->moments[track->moment_count - 1];
		struct landau_change_row row = {.name = track->name};

		changed += track->event_count > 0;
		if (shown == 0 && (track->event_count > 0 || all))
			landau_print_change_heading(width, true);
		for (size_t k = 0; k < track->event_count; k++, shown++) {
			const struct landau_event *event = &track->events[k];

			row.label = history->entries[event->entry].label;
			row.before = event->old;
			row.after = event->new;
			row.is = event->is;
			landau_print_change(&row, width);
		}
		if (all && track->event_count == 0) {
			row.label = "";
			row.before = track->moments[0].is;
			row.after = last->is;
			row.is = (struct landau_comparison){.change = LANDAU_CHANGE_NONE,
							    .factor = NAN};
			landau_print_change(&row, width);
			shown++;
		}
	}
	printf("%s%zu of %zu routine%s with 0.1 %% of the cost or more %s changed\n",
	       shown ? "\n" : "", changed, history->track_count,
	       history->track_count == 1 ? "" : "s", changed == 1 ? "has" : "have");
}

static void print_json_side(const char *key, const struct landau_change_side *side)
{
	printf(", \"%s\": ", key);
	if (!side->is_there) {
		printf("null");
		return;
	}
	printf("{\"statement\": ");
	landau_json_string(stdout, side->statement);
	printf(", \"within\": %s, \"share\": ", side->is_within ? "true" : "false");
	landau_json_real(stdout, side->share);
	printf(", \"exponent\": ");
	landau_json_real(stdout, side->exponent);
	printf(", \"exponent_low\": ");
	landau_json_real(stdout, side->exponent_low);
	printf(", \"exponent_high\": ");
	landau_json_real(stdout, side->exponent_high);
	putchar('}');
}

static void print_json_track(const struct landau_history *history, const struct landau_track *track)
{
	putchar('{');
	landau_json_place(stdout, track->name, track->object, track->file);
	printf(", \"line\": %u, \"n\": ", track->line);
	landau_json_real(stdout, track->size);
	printf(",\n   \"changes\": [");
	for (size_t i = 0; i < track->event_count; i++) {
		const struct landau_event *event = &track->events[i];

		printf("%s{\"change\": \"%s\", \"since\": ", i ? ", " : "",
		       landau_change_name(event->is.change));
		landau_json_string(stdout, history->entries[event->entry].label);
		printf(", \"compared_with\": ");
		landau_json_string(stdout, history->entries[event->before].label);
		printf(", \"cost_factor\": ");
		landau_json_real(stdout, event->is.factor);
		printf(", \"at\": ");
		landau_json_real(stdout, event->is.size);
		print_json_side("before", &event->old);
		print_json_side("after", &event->new);
		putchar('}');
	}
	printf("],\n   \"profiles\": [");
	for (size_t i = 0; i < track->moment_count; i++) {
		const struct landau_moment *moment = &track->moments[i];

		printf("%s{\"label\": ", i ? ",\n     " : "");
		landau_json_string(stdout, history->entries[moment->entry].label);
		printf(", \"cost\": ");
		landau_json_real(stdout, moment->cost);
		print_json_side("growth", &moment->is);
		putchar('}');
	}
	printf("]}");
}

static void print_json(const struct landau_history *history, bool all)
{
	bool first = true;

	printf("{\"schema\": \"landau-history/1\", \"cost\": \"%s\",\n \"profiles\": [",
	       history->cost_kind);
	for (size_t i = 0; i < history->entry_count; i++) {
		printf("%s{\"label\": ", i ? ", " : "");
		landau_json_string(stdout, history->entries[i].label);
		printf(", \"added\": ");
		landau_json_string(stdout, history->entries[i].added);
		putchar('}');
	}
	printf("],\n \"routines\": [");
	for (size_t i = 0; i < history->track_count; i++) {
		if (!all && history->tracks[i].event_count == 0)
			continue;
		printf("%s\n  ", first ? "" : ",");
		first = false;
		print_json_track(history, &history->tracks[i]);
	}
	printf("]}\n");
}

/* -- The page ----------------------------------------------------------------------------------- */

static int write_page(const struct landau_history *history, const char *path)
{
	struct landau_replacement replacement;
	struct landau_error error = {.file = path};
	char *text = NULL;
	size_t bytes = 0;
	FILE *stream = open_memstream(&text, &bytes);
	int status;

	if (!stream)
		return landau_complain("history: out of memory");
	landau_history_write_page(stream, history);
	if (fclose(stream) != 0) {
		free(text);
		return landau_complain("history: out of memory");
	}
	if (!landau_replace_open(&replacement, path, &error)) {
		free(text);
		return landau_complain_error(&error);
	}
	if (landau_write_all(replacement.descriptor, text, bytes)) {
		status = landau_replace_commit(&replacement, &error)
				 ? LANDAU_FINE
				 : landau_complain_error(&error);
	} else {
		landau_replace_discard(&replacement);
		status = landau_complain("%s: cannot be written", path);
	}
	free(text);
	if (status == LANDAU_FINE && strcmp(path, "-") != 0)
		printf("%s: open it in a browser\n", path);
	return status;
}

/* -- The command -------------------------------------------------------------------------------- */

static int look(struct landau_store *store, const struct options *options, bool html)
{
	struct landau_history history;
	struct landau_error error;
	int status = LANDAU_FINE;

	if (!landau_history_follow(store, options->last, options->routine, (double)options->size,
				   &history, &error))
		status = landau_complain_error(&error);
	else if (history.entry_count == 0)
		status = landau_complain(
			"history: %s has no profiles; 'landau history add' adds one",
			options->database);
	else if (history.track_count == 0 && options->routine)
		status = landau_complain("history: no routine matches '%s'", options->routine);
	else if (html)
		status = write_page(&history,
				    options->output ? options->output : "landau-history.html");
	else if (options->json)
		print_json(&history, options->all);
	else
		print_text(&history, options->all);
	landau_history_free(&history);
	return status;
}

static int work_on_store(const struct options *options, const char *what, char **arguments,
			 int count)
{
	bool removes = strcmp(what, "remove") == 0, gets = strcmp(what, "get") == 0;
	struct landau_store *store;
	struct landau_error error;
	int status;

	if (count != (removes || gets))
		return landau_complain(removes || gets ? "history %s: it takes one label"
						       : "history %s: it takes no arguments",
				       what);
	store = landau_store_open(options->database, removes, &error);
	if (!store)
		return landau_complain_error(&error);
	if (removes)
		status = remove_entry(store, options, arguments[0]);
	else if (gets)
		status = get(store, options, arguments[0]);
	else
		status = look(store, options, strcmp(what, "html") == 0);
	landau_store_close(store);
	return status;
}

int landau_command_history(int argc, char **argv)
{
	static const char *const actions[] = {"list", "html", "add", "get", "remove"};
	enum { ACTIONS = sizeof(actions) / sizeof(actions[0]) };
	struct options options;
	int status = read_options(argc, argv, &options);
	const char *what = "list";

	if (status != LANDAU_GO_ON)
		return status;
	if (optind < argc) {
		struct landau_suggestion suggestion = landau_suggest(argv[optind]);
		int i;

		what = argv[optind];
		for (i = 0; i < ACTIONS && strcmp(what, actions[i]) != 0; i++)
			landau_suggest_from(&suggestion, actions[i]);
		if (i == ACTIONS)
			return landau_complain(
				"history: '%s' is not one of list, html, add, get and remove%s%s%s",
				what, suggestion.nearest ? "; did you mean '" : "",
				suggestion.nearest ? suggestion.nearest : "",
				suggestion.nearest ? "'?" : "");
		optind++;
	}
	if (strcmp(what, "add") == 0)
		return add(&options, argv + optind, argc - optind);
	return work_on_store(&options, what, argv + optind, argc - optind);
}
