/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * advice.c - what to run next; see advice.h.
 *
 * A routine that is called once a run has one input size a run. The remedy is to run the program
 * over many sizes, and the profile knows its own command line: place.h says which word of it is the
 * size. A program that reads standard input can be swept too; a server cannot, its sizes are those of
 * the requests.
 */
#include "cli/analysis/advice.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analysis/find.h"
#include "cli/analysis/place.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"

/* Share of the cost, without callees, that must be where the sizes do not tell. */
static const double most_of_the_cost = 0.5;

/* From a thirty-second of the size that was run up to it, each half as large again. */
enum { FIRST_OF_SIZES = 32 };
/* A sweep that did not tell: its sizes, and those up to ten times smaller, or larger if that is not worth it. */
enum { TENFOLD = 10, LEAST_FIRST = 10 };
/* Sizes where nothing is known of them. */
static const char usual_sizes[] = "100..3200:x1.5";

/* Cells; a program that prints a line has a hundred. */
enum { LEAST_READ = 256 };

enum { NAME_BYTES = 4096 };

/* -- What the run was --------------------------------------------------------------------------- */

static bool is_libc(const char *object)
{
	const char *slash = strrchr(object, '/');
	const char *base = slash ? slash + 1 : object;

	return strncmp(base, "libc.", 5) == 0 || strncmp(base, "libc-", 5) == 0 ||
	       strncmp(base, "libpthread", 10) == 0;
}

/* Has it listened at a socket? */
static bool is_server(const struct landau_profile *profile)
{
	static const char *const calls[] = {"listen", "accept", "accept4", "__libc_accept"};

	for (size_t i = 0; i < profile->routine_count; i++)
		for (size_t k = 0; k < sizeof(calls) / sizeof(calls[0]); k++)
			if (strcmp(profile->routines[i].name, calls[k]) == 0 &&
			    is_libc(profile->routines[i].object))
				return true;
	return false;
}

/* Was it still running, or asked to stop? */
static bool was_stopped(const struct landau_run *run)
{
	return run->exit_kind == LANDAU_EXIT_RUNNING ||
	       (run->exit_kind == LANDAU_EXIT_SIGNAL &&
		(run->exit_code == SIGTERM || run->exit_code == SIGINT ||
		 run->exit_code == SIGKILL || run->exit_code == SIGHUP));
}

/* Has its main routine read more from outside than what fstat and the start of malloc bring? */
static bool has_read(const struct landau_profile *profile)
{
	uint64_t cells = 0;

	for (size_t i = 0; i < profile->record_count; i++) {
		const struct landau_profile_record *record = &profile->records[i];
		const char *name = profile->routines[record->routine].name;

		/* Where the program is stripped the second stands for the first. */
		if (strcmp(name, "main") != 0 && strcmp(name, "__libc_start_call_main") != 0)
			continue;
		for (size_t k = 0; k < record->trms_count; k++)
			cells = record->trms[k].external_sum > cells ? record->trms[k].external_sum
								     : cells;
	}
	return cells >= LEAST_READ;
}

/* Runs of one program, with the same arguments? */
static bool is_one_command(const struct landau_profile *profile)
{
	const struct landau_run *first = &profile->runs[0];

	for (size_t i = 1; i < profile->run_count; i++) {
		const struct landau_run *run = &profile->runs[i];

		if (run->command_count != first->command_count)
			return false;
		for (uint32_t k = 0; k < run->command_count; k++)
			if (strcmp(run->command[k], first->command[k]) != 0)
				return false;
	}
	return true;
}

/* -- Sentences and commands --------------------------------------------------------------------- */

/* The words of the run, with the placeholder at its place. */
static void print_words(FILE *stream, const struct landau_run *run,
			const struct landau_place *place, const char *placeholder)
{
	fputs(" --", stream);
	for (uint32_t i = 0; i < run->command_count; i++) {
		char *word = NULL;

		putc(' ', stream);
		if (place && i == place->word &&
		    asprintf(&word, "%.*s%s", (int)place->offset, run->command[i], placeholder) >=
			    0) {
			bool bare = strcmp(word, placeholder) == 0;

			/* No shell takes these braces for its own: they may stand as they are. */
			if (bare)
				fputs(word, stream);
			else
				landau_print_quoted(stream, word);
			free(word);
		} else {
			landau_print_quoted(stream, run->command[i]);
		}
	}
}

static void print_range(FILE *stream, uint64_t first, uint64_t last)
{
	fprintf(stream, "landau sweep --sizes=%" PRIu64 "..%" PRIu64 ":x1.5", first, last);
}

static void print_numbers(FILE *stream, const struct landau_run *run,
			  const struct landau_place *place)
{
	print_range(stream, place->number / FIRST_OF_SIZES, place->number);
	print_words(stream, run, place, "{n}");
}

static void print_lines(FILE *stream, const struct landau_run *run,
			const struct landau_place *place)
{
	const char *file = run->command[place->word] + place->offset;
	uint64_t last = place->number > UINT64_C(2) * FIRST_OF_SIZES ? place->number
								     : UINT64_C(2) * FIRST_OF_SIZES;

	print_range(stream, last / FIRST_OF_SIZES, last);
	fputs(" --input=", stream);
	landau_print_quoted(stream, file);
	print_words(stream, run, place, "{file}");
}

enum { CONDITION, TEXT, COMMAND, PARTS };

static void advise_program(const struct landau_profile *profile, FILE *const out[PARTS])
{
	const struct landau_run *run = &profile->runs[0];
	struct landau_place place = landau_find_place(run);
	const char *program = run->command[0];

	if (is_server(profile)) {
		fputs("the program is a server: send it requests of many sizes; 'landau dump' "
		      "writes the profile while it runs",
		      out[TEXT]);
	} else if (place.kind == LANDAU_PLACE_NUMBER) {
		print_numbers(out[COMMAND], run, &place);
	} else if (place.kind == LANDAU_PLACE_GUESS) {
		fprintf(out[CONDITION], "if %" PRIu64 " is a size", place.number);
		print_numbers(out[COMMAND], run, &place);
	} else if (place.kind == LANDAU_PLACE_LINES) {
		print_lines(out[COMMAND], run, &place);
	} else if (place.kind == LANDAU_PLACE_FILE) {
		fputs("record the program with files of several sizes, each with "
		      "--output=NAME.data, and give all profiles to 'landau report'",
		      out[TEXT]);
	} else if (was_stopped(run)) {
		fputs("the program was stopped: if it is a server, send it requests of many sizes; "
		      "'landau dump' writes the profile while it runs",
		      out[TEXT]);
	} else if (run->command_count == 1 && has_read(profile)) {
		fputs("if the program reads standard input", out[CONDITION]);
		fprintf(out[COMMAND], "landau sweep --sizes=%s --stdin", usual_sizes);
		print_words(out[COMMAND], run, NULL, "");
	} else {
		fprintf(out[TEXT],
			run->command_count == 1
				? "the program has no arguments: if it can take the size as one, "
				  "write {n} for it, as in 'landau sweep --sizes=%s -- "
				: "no argument looks like a size or a file: write {n} or {file} "
				  "for it, as in 'landau sweep --sizes=%s -- ",
			usual_sizes);
		landau_print_plain(out[TEXT], program);
		fputs(run->command_count == 1 ? " {n}', or use --stdin if it reads standard input"
					      : " ... {n} ...'",
		      out[TEXT]);
	}
}

static void advise_sweep(const struct landau_profile *profile, FILE *const out[PARTS])
{
	uint64_t least;
	struct landau_place place = landau_find_swept(profile, &least);

	if (place.kind == LANDAU_PLACE_NONE) {
		if (is_one_command(profile))
			advise_program(profile, out);
		else
			fputs("record more runs with inputs ten times smaller or larger, and give "
			      "all profiles to 'landau report'",
			      out[TEXT]);
		return;
	}
	if (least / TENFOLD >= LEAST_FIRST) {
		print_range(out[COMMAND], least / TENFOLD, place.number);
	} else {
		print_range(out[COMMAND], least,
			    place.number > UINT64_MAX / 2 / TENFOLD ? place.number
								    : place.number * TENFOLD);
	}
	print_words(out[COMMAND], &profile->runs[0], &place, "{n}");
}

bool landau_advise(const struct landau_profile *profile, struct landau_advice *advice)
{
	const struct landau_run *run = &profile->runs[0];
	char **texts[PARTS] = {&advice->condition, &advice->text, &advice->command};
	size_t bytes[PARTS] = {0};
	FILE *out[PARTS] = {0};
	bool fine = true;

	*advice = (struct landau_advice){0};
	/* A trace cannot be run again. */
	if (run->command_count == 0 || strcmp(run->engine, "replay") == 0)
		return true;
	for (int i = 0; i < PARTS; i++) {
		out[i] = open_memstream(texts[i], &bytes[i]);
		fine = fine && out[i];
	}
	if (fine && profile->run_count > 1)
		advise_sweep(profile, out);
	else if (fine)
		advise_program(profile, out);
	for (int i = 0; i < PARTS; i++) {
		fine = (!out[i] || fclose(out[i]) == 0) && fine;
		if (bytes[i] > 0)
			continue;
		free(*texts[i]);
		*texts[i] = NULL;
	}
	if (!fine)
		landau_advice_free(advice);
	return fine;
}

void landau_advice_free(struct landau_advice *advice)
{
	free(advice->condition);
	free(advice->text);
	free(advice->command);
	*advice = (struct landau_advice){0};
}

/* -- Printing ----------------------------------------------------------------------------------- */

/*
 * The words of a text in lines of `width` columns; those after the first start with `indent`, and all but
 * the last end with `end`. Words of a command are those of the shell: blanks in quotes do not part them.
 */
static void print_wrapped(const char *text, int width, const char *indent, const char *end,
			  bool is_command)
{
	int most = width - (int)strlen(end);
	int column = 0;

	while (*text) {
		size_t length = 0;
		bool quoted = false;
		char *word;

		for (; text[length] && (quoted || text[length] != ' '); length++)
			quoted ^= is_command && text[length] == '\'';
		word = strndup(text, length);
		if (!word)
			return;
		int columns = (int)landau_text_width(word);

		if (column > 0 && column + 1 + columns > most) {
			printf("%s\n%s", end, indent);
			column = (int)strlen(indent);
		} else if (column > 0) {
			putchar(' ');
			column++;
		}
		fputs(word, stdout);
		column += columns;
		free(word);
		text += length + strspn(text + length, " ");
	}
	putchar('\n');
}

static void print_next(const char *command, int width)
{
	char *line = NULL;

	if (asprintf(&line, "next: %s", command) < 0)
		return;
	print_wrapped(line, width, "        ", " \\", true);
	free(line);
}

bool landau_advice_is_wanted(const struct landau_model *model)
{
	return model->statement != LANDAU_STATEMENT_CLASS;
}

const char *landau_advice_remedy(const struct landau_model *model)
{
	return model->verdict == LANDAU_VERDICT_TOO_FEW
		       ? "record more sizes"
		       : "record inputs ten times smaller or larger";
}

void landau_advice_print(const struct landau_advice *advice, const char *reason, const char *remedy,
			 int width)
{
	const char *condition = advice->condition ? advice->condition : "";
	char *line = NULL;

	if (asprintf(&line, "%s; %s%s%s%s", reason, condition, *condition ? ", " : "",
		     advice->text ? advice->text : remedy, advice->command ? ":" : "") < 0)
		return;
	print_wrapped(line, width, "", "", false);
	free(line);
	if (advice->command)
		print_next(advice->command, width);
}

/* Of the cost that is not known, see landau_known_of: */
struct unknown {
	double sizes; /* what was seen with few sizes, or such that lie close together; */
	double all;   /* that, and what no law describes: inputs of other sizes may tell of both. */
};

static struct unknown unknown_share(const struct landau_analysis *analysis,
				    const struct landau_known *known)
{
	struct unknown unknown = {0};

	for (size_t i = 0; i < analysis->count; i++) {
		const struct landau_finding *finding = &analysis->findings[i];
		const struct landau_model *model = &finding->worst;
		double share = finding->self_share * (1 - known->covered[i]);

		if (model->verdict == LANDAU_VERDICT_TOO_FEW ||
		    model->verdict == LANDAU_VERDICT_TOO_NARROW)
			unknown.sizes += share;
		else if (landau_told(finding)->statement != LANDAU_STATEMENT_UNKNOWN)
			continue;
		unknown.all += share;
	}
	return unknown;
}

/* What most of the cost is spent for is known to grow somehow: that is the answer. */
static bool is_explained(const struct landau_analysis *analysis)
{
	for (size_t i = 0; i < analysis->count; i++)
		if (landau_told(&analysis->findings[i])->statement == LANDAU_STATEMENT_CLASS &&
		    analysis->findings[i].share > most_of_the_cost)
			return true;
	return false;
}

/* Has it said something? */
static bool advise(const struct landau_profile *profile, const char *reason, const char *remedy,
		   int width)
{
	struct landau_advice advice;
	bool says;

	if (!landau_advise(profile, &advice))
		return false;
	says = advice.text || advice.command;
	if (says)
		landau_advice_print(&advice, reason, remedy, width);
	landau_advice_free(&advice);
	return says;
}

bool landau_advise_sweep(const struct landau_analysis *analysis, const struct landau_known *known,
			 int width)
{
	struct unknown unknown = unknown_share(analysis, known);
	bool few = unknown.sizes > most_of_the_cost;
	char reason[96];

	/* Several runs are a sweep already. */
	if (analysis->profile->run_count != 1 || unknown.all <= most_of_the_cost ||
	    is_explained(analysis))
		return false;
	snprintf(reason, sizeof(reason), "%.0f %% of the cost is in routines %s",
		 100 * (few ? unknown.sizes : unknown.all),
		 few ? "seen with too few sizes" : "whose sizes do not show how they grow");
	return advise(analysis->profile, reason, "record more sizes", width);
}

void landau_advise_calls(const struct landau_analysis *analysis, int width)
{
	advise(analysis->profile, "runs of several sizes show how the number of calls grows",
	       "record more sizes", width);
}

void landau_advise_show(const struct landau_profile *profile, uint32_t routine, int width,
			char *const *files, int file_count)
{
	char name[NAME_BYTES];
	char *command = NULL;
	size_t bytes = 0;
	FILE *stream;

	for (int i = 0; i < file_count; i++)
		if (strcmp(files[i], "-") == 0)
			return;
	if (!landau_routine_text(profile, routine, width / 2, name, sizeof(name)))
		return;
	stream = open_memstream(&command, &bytes);
	if (!stream)
		return;
	fputs("landau show ", stream);
	if (name[0] == '-')
		fputs("-- ", stream);
	landau_print_quoted(stream, name);
	for (int i = 0; i < file_count; i++) {
		putc(' ', stream);
		landau_print_quoted(stream, files[i]);
	}
	if (fclose(stream) == 0)
		print_next(command, width);
	free(command);
}
