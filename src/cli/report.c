/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * report.c - landau report: the routines that scale worst, first.
 *
 * By default only routines that matter: with a share of the cost, and as many as fit on a screen. What
 * is left out is counted at the end, with the option that shows it.
 */
#include "cli/command.h"

#include <fnmatch.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/advice.h"
#include "cli/analysis.h"
#include "cli/find.h"
#include "cli/json.h"
#include "cli/load.h"
#include "cli/names.h"
#include "cli/output.h"
#include "cli/terminal.h"

enum {
	DEFAULT_ROWS = 20,
	FEWEST_ROWS = 10,
	OTHER_LINES = 10, /* of a report, beside the rows */
	MOST_SPARK_COLUMNS = 12,
	LEAST_OBJECT_COLUMNS = 8,
	NAME_BYTES = 4096,
};

static const double smallest_share = 0.001;

enum sort_key { SORT_GROWTH, SORT_COST, SORT_SELF, SORT_CALLS, SORT_SIZES, SORT_NAME };

static const char *const sort_names[] = {"growth", "cost", "self", "calls", "sizes", "name"};

struct options {
	enum sort_key sort;
	const char *object;
	const char *name;
	unsigned long min_sizes;
	const char *thread;
	unsigned long rows;
	bool all;
	bool json;
	bool help;
	const char *file; /* the one that was named; NULL for the usual one, or several */
};

static void print_help(void)
{
	puts("usage: landau report [OPTIONS] [FILE...]\n");
	puts("The routines of a profile (landau.data by default; several are merged), those whose");
	puts("cost grows fastest with their input first.\n");
	puts("  -s, --sort=KEY       growth (default), cost, self, calls, sizes or name");
	puts("      --object=GLOB    only routines of these objects (programs, libraries)");
	puts("      --name=GLOB      only routines of these names");
	puts("      --min-sizes=N    only routines with at least N input sizes");
	puts("      --thread=ID      only what this thread did");
	puts("  -n, --rows=N         at most N rows (default: what fits the terminal, else 20)");
	puts("  -a, --all            all routines, also those below 0.1 % of the cost");
	puts("      --json           for programs");
	puts("  -h, --help           this text");
}

static bool parse_number(const char *text, unsigned long *number)
{
	char *end;

	*number = strtoul(text, &end, 10);
	return *text >= '0' && *text <= '9' && *end == '\0';
}

static int parse_sort(const char *text, enum sort_key *key)
{
	for (size_t i = 0; i < sizeof(sort_names) / sizeof(sort_names[0]); i++) {
		if (strcmp(text, sort_names[i]) == 0) {
			*key = (enum sort_key)i;
			return LANDAU_FINE;
		}
	}
	return landau_complain(
		"report: '%s' is not a sort key; they are growth, cost, self, calls, "
		"sizes and name",
		text);
}

/* The first screen is the answer. */
static unsigned long default_rows(void)
{
	int lines = landau_terminal_lines();

	if (lines == 0)
		return DEFAULT_ROWS;
	return (unsigned long)(lines < FEWEST_ROWS + OTHER_LINES ? FEWEST_ROWS
								 : lines - OTHER_LINES);
}

static int read_options(int argc, char **argv, struct options *options)
{
	enum { OBJECT = 256, NAME, MIN_SIZES, THREAD, JSON };
	static const struct option table[] = {
		{"sort", required_argument, NULL, 's'},
		{"object", required_argument, NULL, OBJECT},
		{"name", required_argument, NULL, NAME},
		{"min-sizes", required_argument, NULL, MIN_SIZES},
		{"thread", required_argument, NULL, THREAD},
		{"rows", required_argument, NULL, 'n'},
		{"all", no_argument, NULL, 'a'},
		{"json", no_argument, NULL, JSON},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	int option;

	*options = (struct options){.rows = ULONG_MAX};
	optind = 0; /* glibc: start anew */
	while ((option = getopt_long(argc, argv, ":s:n:ah", table, NULL)) != -1) {
		switch (option) {
		case 's':
			if (parse_sort(optarg, &options->sort) != LANDAU_FINE)
				return LANDAU_BAD;
			break;
		case OBJECT:
			options->object = optarg;
			break;
		case NAME:
			options->name = optarg;
			break;
		case MIN_SIZES:
			if (!parse_number(optarg, &options->min_sizes))
				return landau_complain("report: --min-sizes takes a number");
			break;
		case THREAD:
			options->thread = optarg;
			break;
		case 'n':
			if (!parse_number(optarg, &options->rows))
				return landau_complain("report: --rows takes a number");
			break;
		case 'a':
			options->all = true;
			break;
		case JSON:
			options->json = true;
			break;
		case 'h':
			options->help = true;
			return LANDAU_FINE;
		default:
			return landau_complain_option(argv, option);
		}
	}
	if (options->rows == ULONG_MAX && !options->all)
		options->rows = default_rows();
	return LANDAU_FINE;
}

/* -- Which rows, in which order ----------------------------------------------------------------- */

struct sorting {
	const struct landau_analysis *analysis;
	enum sort_key key;
};

static uint64_t sort_value(const struct landau_finding *finding, enum sort_key key)
{
	switch (key) {
	case SORT_COST:
		return finding->summary.cost;
	case SORT_SELF:
		return finding->summary.self;
	case SORT_CALLS:
		return finding->summary.calls;
	default:
		return finding->summary.trms_count;
	}
}

static int compare_rows(const void *first, const void *second, void *context)
{
	const struct sorting *sorting = context;
	const struct landau_finding *a = &sorting->analysis->findings[*(const size_t *)first];
	const struct landau_finding *b = &sorting->analysis->findings[*(const size_t *)second];
	uint64_t a_value, b_value;

	/* Routines of a profile are sorted by name. */
	if (sorting->key != SORT_NAME) {
		a_value = sort_value(a, sorting->key);
		b_value = sort_value(b, sorting->key);
		if (a_value != b_value)
			return a_value > b_value ? -1 : 1;
	}
	return a->routine < b->routine ? -1 : a->routine > b->routine;
}

static bool wanted(const struct landau_analysis *analysis, const struct landau_finding *finding,
		   const struct options *options)
{
	const struct landau_routine *routine = &analysis->profile->routines[finding->routine];

	return (!options->object || landau_object_matches(options->object, routine->object)) &&
	       (!options->name || fnmatch(options->name, routine->name, 0) == 0) &&
	       finding->summary.trms_count >= options->min_sizes;
}

struct rows {
	size_t *indices;
	size_t count;     /* shown */
	size_t too_small; /* left out for their small share */
	size_t too_many;  /* left out for want of room */
};

static bool select_rows(const struct landau_analysis *analysis, const struct options *options,
			struct rows *rows)
{
	struct sorting sorting = {analysis, options->sort};
	size_t kept = 0;

	*rows = (struct rows){.indices = landau_analysis_rank(analysis)};
	if (!rows->indices)
		return false;
	for (size_t i = 0; i < analysis->count; i++) {
		const struct landau_finding *finding = &analysis->findings[rows->indices[i]];

		if (!wanted(analysis, finding, options))
			continue;
		if (!options->all && finding->share < smallest_share)
			rows->too_small++;
		else
			rows->indices[kept++] = rows->indices[i];
	}
	if (options->sort != SORT_GROWTH)
		qsort_r(rows->indices, kept, sizeof(*rows->indices), compare_rows, &sorting);
	rows->count = kept;
	if (kept > options->rows) {
		rows->count = options->rows;
		rows->too_many = kept - options->rows;
	}
	return true;
}

/* -- Text --------------------------------------------------------------------------------------- */

static const char *colour_of(enum landau_growth growth)
{
	if (growth > LANDAU_GROWTH_LINEAR_LOG)
		return "\033[31m";
	if (growth == LANDAU_GROWTH_NONE)
		return "\033[2m";
	return growth > LANDAU_GROWTH_LINEAR ? "\033[33m" : "\033[32m";
}

static const char *growth_text(const struct landau_model *model)
{
	switch (model->verdict) {
	case LANDAU_VERDICT_OK:
		return landau_growth_name(model->growth);
	case LANDAU_VERDICT_TOO_FEW:
		return "(few sizes)";
	case LANDAU_VERDICT_TOO_NARROW:
		return "(narrow)";
	default:
		return "(no trend)";
	}
}

/* What a row has room for. */
struct layout {
	int width;
	int spark;   /* columns */
	int numbers; /* columns of a number */
	bool sizes;  /* is there a column for them? */
	bool colour;
};

static struct layout choose_layout(void)
{
	int width = landau_terminal_width();
	bool wide = width >= 100;

	return (struct layout){.width = width,
			       .spark = wide ? MOST_SPARK_COLUMNS : 8,
			       .numbers = wide ? 6 : 5,
			       .sizes = wide,
			       .colour = landau_terminal_colour()};
}

/* Columns of a row before the name. */
static int prefix_columns(const struct layout *layout)
{
	return 11 + 6 + 7 + (layout->sizes ? 3 : 2) * (layout->numbers + 1) + layout->spark + 4;
}

/* The name, and at the right the object unless it is the program or stands in the name. */
static void print_name(const struct landau_analysis *analysis, const struct landau_routine *routine,
		       int columns)
{
	char name[NAME_BYTES], object[64] = "", program[64];
	int name_columns, object_columns;

	landau_short_name(routine->name, columns, name, sizeof(name));
	landau_short_object(analysis->profile->runs[0].program, columns, program, sizeof(program));
	landau_short_object(routine->object, columns, object, sizeof(object));
	if (*object == '\0' || strcmp(object, program) == 0 ||
	    strncmp(routine->name, routine->object, strlen(routine->object)) == 0) {
		printf("%s\n", name);
		return;
	}
	/* The name comes first: an object of which little would be left is left out. */
	name_columns = (int)landau_text_width(name);
	object_columns = (int)landau_text_width(object);
	if (object_columns > columns - name_columns - 1) {
		object_columns = columns - name_columns - 1;
		if (object_columns < LEAST_OBJECT_COLUMNS) {
			printf("%s\n", name);
			return;
		}
		landau_short_object(routine->object, object_columns, object, sizeof(object));
		object_columns = (int)landau_text_width(object);
	}
	printf("%s%*s%s\n", name, columns - name_columns - object_columns, "", object);
}

static void print_row(const struct landau_analysis *analysis, const struct landau_finding *finding,
		      const struct layout *layout)
{
	const struct landau_model *model = &finding->worst;
	char spark[MOST_SPARK_COLUMNS * 3 + 1], calls[16], sizes[16], largest[16],
		exponent[24] = "";

	landau_spark_line(finding->summary.trms, finding->summary.trms_count, layout->spark, spark);
	landau_short_number((double)finding->summary.calls, calls, sizeof(calls));
	landau_short_number((double)finding->summary.trms_count, sizes, sizeof(sizes));
	landau_short_number(model->largest, largest, sizeof(largest));
	if (landau_exponent_tells(model))
		snprintf(exponent, sizeof(exponent), "%.2f", landau_hundredths(model->exponent));
	printf("%s%-11s%s %5s %5.1f%% %*s", layout->colour ? colour_of(model->growth) : "",
	       growth_text(model), layout->colour ? "\033[0m" : "", exponent, 100 * finding->share,
	       layout->numbers, calls);
	if (layout->sizes)
		printf(" %*s", layout->numbers, sizes);
	printf(" %*s  %s  ", layout->numbers, largest, spark);
	print_name(analysis, &analysis->profile->routines[finding->routine],
		   layout->width - prefix_columns(layout));
}

static void print_header(const struct layout *layout)
{
	printf("\n%-11s %5s %6s %*s", "growth", "exp.", "cost", layout->numbers, "calls");
	if (layout->sizes)
		printf(" %*s", layout->numbers, "sizes");
	printf(" %*s  %-*s  %s\n", layout->numbers, "max n", layout->spark,
	       layout->spark < 9 ? "cost" : "cost by n", "routine");
}

static void print_summary(const struct landau_analysis *analysis)
{
	const struct landau_profile *profile = analysis->profile;
	size_t known = 0, fast = 0, fast_and_small = 0;

	for (size_t i = 0; i < analysis->count; i++) {
		const struct landau_finding *finding = &analysis->findings[i];
		bool is_fast = finding->worst.growth > LANDAU_GROWTH_LINEAR_LOG;

		known += finding->worst.growth != LANDAU_GROWTH_NONE;
		fast += is_fast && finding->share >= smallest_share;
		fast_and_small += is_fast && finding->share < smallest_share;
	}
	landau_print_plain(stdout, profile->runs[0].program);
	printf(": %zu routine%s, growth known of %zu", analysis->count,
	       analysis->count == 1 ? "" : "s", known);
	if (profile->run_count > 1)
		printf(", %zu runs", profile->run_count);
	if (fast == 0)
		printf("; none grows faster than n log n");
	else
		printf("; %zu grow%s faster than n log n", fast, fast == 1 ? "s" : "");
	if (fast_and_small > 0)
		printf("\n(%zu more that do have less than 0.1 %% of the cost)", fast_and_small);
	putchar('\n');
}

/* The command that shows the routine, if its name can be typed. */
static void print_next(const struct landau_analysis *analysis, const struct landau_finding *finding,
		       int width, const char *file)
{
	char name[NAME_BYTES];
	bool plain = landau_routine_text(analysis->profile, finding->routine, name, sizeof(name)) &&
		     (int)strlen(name) < width - 24;

	for (const char *c = name; plain && *c; c++)
		plain = (unsigned char)*c >= ' ' && (unsigned char)*c < 0x7f;
	printf("next: landau show ");
	if (plain)
		landau_print_quoted(stdout, name);
	else
		printf("ROUTINE");
	if (file) {
		putchar(' ');
		landau_print_quoted(stdout, file);
	}
	putchar('\n');
}

/* Is the routine named by where it is, OBJECT+0xOFFSET? */
static bool is_unnamed(const struct landau_routine *routine)
{
	size_t length = strlen(routine->object);

	return length > 0 && strncmp(routine->name, routine->object, length) == 0 &&
	       strncmp(routine->name + length, "+0x", 3) == 0;
}

/* Says where to read what names routines without a symbol, with the first of their objects. */
static void print_unnamed(const struct landau_analysis *analysis, const struct rows *rows)
{
	const struct landau_routine *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < rows->count; i++) {
		const struct landau_finding *finding = &analysis->findings[rows->indices[i]];
		const struct landau_routine *routine =
			&analysis->profile->routines[finding->routine];

		if (!is_unnamed(routine))
			continue;
		if (!first)
			first = routine;
		count++;
	}
	if (!first)
		return;
	printf("no name: %zu routine%s, as in ", count, count == 1 ? "" : "s");
	landau_print_plain(stdout, first->object);
	puts("; NAMES in landau-record(1) helps");
}

static void print_text(const struct landau_analysis *analysis, const struct rows *rows,
		       const char *file)
{
	struct layout layout = choose_layout();

	print_summary(analysis);
	if (rows->count > 0) {
		print_header(&layout);
		for (size_t i = 0; i < rows->count; i++)
			print_row(analysis, &analysis->findings[rows->indices[i]], &layout);
	}
	putchar('\n');
	if (rows->count == 0 && rows->too_small == 0)
		puts("No routine matches.");
	if (rows->too_many > 0)
		printf("%zu more rows: --rows=N\n", rows->too_many);
	if (rows->too_small > 0)
		printf("%zu routines below 0.1 %% of the cost: --all\n", rows->too_small);
	print_unnamed(analysis, rows);
	printf("n: cells of %" PRIu32 " bytes read%s; cost: share of %" PRIu64
	       " %s, callees included\n",
	       analysis->profile->cell_bytes, analysis->profile->rms_only ? " (rms only)" : "",
	       analysis->total_cost, landau_cost_unit(analysis->profile->cost_kind));
	landau_advise_sweep(analysis, layout.width);
	if (rows->count > 0)
		print_next(analysis, &analysis->findings[rows->indices[0]], layout.width, file);
}

/* -- JSON --------------------------------------------------------------------------------------- */

static void print_json(const struct landau_analysis *analysis, const struct rows *rows)
{
	printf("{\"schema\": \"landau-report/1\", \"total_cost\": %" PRIu64 ", \"routines\": [",
	       analysis->total_cost);
	for (size_t i = 0; i < rows->count; i++) {
		const struct landau_finding *finding = &analysis->findings[rows->indices[i]];
		const struct landau_routine *routine =
			&analysis->profile->routines[finding->routine];

		printf("%s\n  {\"name\": ", i == 0 ? "" : ",");
		landau_json_string(stdout, routine->name);
		printf(", \"object\": ");
		landau_json_string(stdout, routine->object);
		printf(", \"file\": ");
		landau_json_string(stdout, routine->file);
		printf(", \"line\": %" PRIu32 ", \"calls\": %" PRIu64 ", \"cost\": %" PRIu64
		       ", \"self\": %" PRIu64 ", \"share\": ",
		       routine->line, finding->summary.calls, finding->summary.cost,
		       finding->summary.self);
		landau_json_real(stdout, finding->share);
		printf(", \"sizes\": %zu, \"model\": ", finding->summary.trms_count);
		landau_model_print_json(stdout, &finding->worst);
		printf(", \"mean_model\": ");
		landau_model_print_json(stdout, &finding->mean);
		putchar('}');
	}
	printf("]}\n");
}

static int find_thread(const struct landau_profile *profile, const char *text, uint32_t *thread)
{
	unsigned long id;

	*thread = LANDAU_NONE;
	if (!text)
		return LANDAU_FINE;
	if (!parse_number(text, &id))
		return landau_complain("report: --thread takes the id of a thread");
	for (size_t i = 0; i < profile->thread_count; i++) {
		if (profile->threads[i].id == id) {
			*thread = (uint32_t)i;
			return LANDAU_FINE;
		}
	}
	return landau_complain("report: the profile has no thread %s", text);
}

static int report(const struct landau_profile *profile, const struct options *options)
{
	struct landau_analysis analysis;
	struct rows rows;
	uint32_t thread;

	if (find_thread(profile, options->thread, &thread) != LANDAU_FINE)
		return LANDAU_BAD;
	if (!landau_analyse(profile, thread, &analysis))
		return landau_complain("report: out of memory");
	if (select_rows(&analysis, options, &rows)) {
		if (options->json)
			print_json(&analysis, &rows);
		else
			print_text(&analysis, &rows, options->file);
	}
	landau_analysis_free(&analysis);
	if (!rows.indices)
		return landau_complain("report: out of memory");
	free(rows.indices);
	return LANDAU_FINE;
}

int landau_command_report(int argc, char **argv)
{
	struct landau_profile *profile;
	struct landau_error error;
	struct options options;
	int status = read_options(argc, argv, &options);

	if (status != LANDAU_FINE)
		return status;
	if (options.help) {
		print_help();
		return LANDAU_FINE;
	}
	if (argc - optind == 1 && strcmp(argv[optind], "-") != 0)
		options.file = argv[optind];
	profile = landau_load(argv + optind, argc - optind, &error);
	if (!profile)
		return landau_complain_error(&error);
	status = report(profile, &options);
	landau_profile_free(profile);
	return status;
}
