/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command.h - what the subcommands share.
 *
 * Each subcommand is one file of commands/ with one function of type landau_command_run; main.c
 * lists them. A command returns its exit status: 0 fine, 1 a check or a comparison failed, 2 bad
 * usage or bad input. Human output goes to standard output, diagnostics to standard error through
 * landau_complain.
 *
 *   commands/   one file a subcommand: options, and what it does in what order
 *   analysis/   profiles loaded, fitted, ranked and searched: what all views start from
 *   check/      budgets, and the outcome of landau check in its formats
 *   export/     one file a format of landau export
 *   history/    the profiles of landau history, and what changed between them
 *   page/       the data of the page that landau html writes
 *   print/      text, JSON, plots and pictures on a stream, and what the terminal can show
 *   run/        finding an engine, and running a program under it
 *   sweep/      the parts of landau sweep
 */
#ifndef LANDAU_CLI_COMMAND_H
#define LANDAU_CLI_COMMAND_H

#include <stdbool.h>

enum { LANDAU_FINE = 0, LANDAU_FAILED = 1, LANDAU_BAD = 2 };

typedef int landau_command_run(int argc, char **argv); /* argv[0] is the command's name */

struct landau_command {
	const char *name;
	const char *summary; /* a line for landau --help */
	landau_command_run *run;
};

landau_command_run landau_command_bisect;
landau_command_run landau_command_export;
landau_command_run landau_command_fit;
landau_command_run landau_command_flows;
landau_command_run landau_command_history;
landau_command_run landau_command_html;
landau_command_run landau_command_merge;
landau_command_run landau_command_replay;
landau_command_run landau_command_report;
landau_command_run landau_command_sweep;
landau_command_run landau_command_check;
landau_command_run landau_command_diff;
landau_command_run landau_command_show;
landau_command_run landau_command_annotate;
landau_command_run landau_command_record;
landau_command_run landau_command_dump;

/* "landau: " and the message and a newline, on standard error: a notice, not an error. */
void landau_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for an error; returns LANDAU_BAD. */
int landau_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The error as "landau: FILE:LINE: what is wrong"; returns LANDAU_BAD. */
struct landau_error;
int landau_complain_error(const struct landau_error *error);

#endif
