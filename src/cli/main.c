/* SPDX-License-Identifier: GPL-2.0-or-later */
/* main.c - the landau command: finds the subcommand and runs it. */
#include "cli/command.h"

#include <stdio.h>
#include <string.h>

#include "cli/print/suggest.h"

/* One row a subcommand, in the order in which --help lists them. */
static const struct landau_command commands[] = {
	{"record", "run a program and write its profile", landau_command_record},
	{"dump", "write a snapshot of a program that is being recorded", landau_command_dump},
	{"report", "the routines that scale worst, first", landau_command_report},
	{"show", "one routine: its plots, threads, callers and callees", landau_command_show},
	{"annotate", "the source of a routine, and how its lines grow", landau_command_annotate},
	{"flows", "who feeds whom: threads, routines, files and sockets", landau_command_flows},
	{"diff", "what changed its growth between two profiles", landau_command_diff},
	{"check", "a gate for CI: does each routine grow within its bound?", landau_command_check},
	{"bisect", "the first commit in which a routine grows faster than a bound",
	 landau_command_bisect},
	{"history", "growth and cost of routines over commits", landau_command_history},
	{"html", "write a page to look at", landau_command_html},
	{"merge", "make one profile of many", landau_command_merge},
	{"sweep", "record a program over a range of input sizes", landau_command_sweep},
	{"export", "write a profile for other tools", landau_command_export},
	{"fit", "name the growth class of any n,cost data", landau_command_fit},
	{"replay", "run the analysis on a recorded event trace", landau_command_replay},
	{NULL, NULL, NULL},
};

static void print_help(void)
{
	puts("usage: landau COMMAND [OPTIONS] [ARGUMENTS]\n");
	puts("Landau tells how the cost of each routine grows with the size of its input.\n");
	for (int i = 0; commands[i].name; i++)
		printf("  %-9s%s\n", commands[i].name, commands[i].summary);
	puts("\n'landau COMMAND --help' says more about each.");
}

static int run_command(int argc, char **argv)
{
	struct landau_suggestion suggestion = landau_suggest(argv[0]);

	for (int i = 0; commands[i].name; i++) {
		if (strcmp(argv[0], commands[i].name) == 0)
			return commands[i].run(argc, argv);
		landau_suggest_from(&suggestion, commands[i].name);
	}
	if (suggestion.nearest)
		return landau_complain(
			"'%s' is not a command; did you mean '%s'? 'landau --help' lists them",
			argv[0], suggestion.nearest);
	return landau_complain("'%s' is not a command; 'landau --help' lists them", argv[0]);
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		print_help();
		return LANDAU_BAD;
	}
	if (strcmp(argv[1], "help") == 0 && argc > 2) {
		char help[] = "--help";
		char *words[] = {argv[2], help, NULL};

		return run_command(2, words);
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0) {
		print_help();
		return LANDAU_FINE;
	}
	if (strcmp(argv[1], "--version") == 0) {
		puts("landau " LANDAU_VERSION);
		return LANDAU_FINE;
	}
	return run_command(argc - 1, argv + 1);
}
