/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sweep/threads.c - landau sweep --threads: what is communicated more as threads are added; see sweep.h.
 *
 * For each routine and number of threads: the cells of data that the routine itself has read after another thread had written them,
 * each once each time that it was written. Several runs with one number of threads are averaged.
 */
#include "cli/sweep/sweep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analysis/feeds.h"
#include "cli/analysis/load.h"
#include "cli/analysis/purpose.h"
#include "cli/print/names.h"
#include "cli/print/terminal.h"

enum { MOST_ROWS = 12, NAME_BYTES = 256, NAME_COLUMNS = 34 };

/* What one run says of one routine. */
struct reading {
	const struct landau_routine *routine;
	size_t column; /* of the number of threads */
	double cells;
	double cost;
};

/* A routine, over all numbers of threads. */
struct row {
	const struct landau_routine *routine;
	double cells[LANDAU_SWEEP_MOST_COUNTS];
	double cost[LANDAU_SWEEP_MOST_COUNTS];
	double factor; /* last over first, 0: at first there was nothing */
};

struct scaling {
	uint64_t threads[LANDAU_SWEEP_MOST_COUNTS]; /* different ones, the fewest first */
	size_t runs[LANDAU_SWEEP_MOST_COUNTS];      /* with so many */
	size_t columns;
	size_t first; /* the first column with more than one thread; communication needs two */
	struct landau_profile **profiles;
	size_t profile_count;
	struct reading *readings;
	size_t reading_count;
	size_t reading_limit;
};

static int compare_numbers(const void *first, const void *second)
{
	uint64_t a = *(const uint64_t *)first;
	uint64_t b = *(const uint64_t *)second;

	return (a > b) - (a < b);
}

static void find_columns(struct scaling *scaling, const struct landau_sweep_profiles *profiles)
{
	uint64_t all[LANDAU_SWEEP_MOST_COUNTS];
	size_t count = 0;

	for (size_t i = 0; i < profiles->count && count < LANDAU_SWEEP_MOST_COUNTS; i++)
		if (i == 0 || profiles->runs[i] != profiles->runs[i - 1])
			all[count++] = profiles->runs[i]->n;
	if (count > 0)
		qsort(all, count, sizeof(*all), compare_numbers);
	for (size_t i = 0; i < count; i++) {
		if (scaling->columns == 0 || scaling->threads[scaling->columns - 1] != all[i])
			scaling->threads[scaling->columns++] = all[i];
		scaling->runs[scaling->columns - 1]++;
	}
	while (scaling->first + 1 < scaling->columns && scaling->threads[scaling->first] < 2)
		scaling->first++;
}

static size_t column_of(const struct scaling *scaling, uint64_t threads)
{
	size_t column = 0;

	while (scaling->threads[column] != threads)
		column++;
	return column;
}

static bool add_reading(struct scaling *scaling, struct reading reading)
{
	if (scaling->reading_count == scaling->reading_limit) {
		size_t limit = scaling->reading_limit ? 2 * scaling->reading_limit : 256;
		struct reading *more = realloc(scaling->readings, limit * sizeof(*more));

		if (!more)
			return false;
		scaling->readings = more;
		scaling->reading_limit = limit;
	}
	scaling->readings[scaling->reading_count++] = reading;
	return true;
}

/* One for each routine that read data of other threads, with what all its calls cost. */
static bool read_profile(struct scaling *scaling, const struct landau_profile *profile,
			 size_t column)
{
	double *cells = calloc(profile->routine_count + 1, sizeof(*cells));
	bool fine = cells != NULL;

	for (size_t i = 0; fine && i < profile->flow_count; i++) {
		const struct landau_profile_flow *flow = &profile->flows[i];

		if (flow->from_thread != LANDAU_NONE && flow->from_thread != flow->thread &&
		    landau_purpose_of(profile, flow) == LANDAU_PURPOSE_DATA)
			cells[flow->routine] += (double)flow->induced;
	}
	for (size_t i = 0; fine && i < profile->routine_count; i++) {
		struct landau_summary summary;

		/* Where it reads nothing, its cost is wanted all the same: the row may have other columns. */
		fine = landau_profile_summarise(profile, (uint32_t)i, LANDAU_NONE, &summary);
		if (!fine)
			break;
		fine = add_reading(scaling, (struct reading){.routine = &profile->routines[i],
							     .column = column,
							     .cells = cells[i],
							     .cost = (double)summary.cost});
		landau_summary_free(&summary);
	}
	free(cells);
	return fine;
}

static int compare_routines(const struct landau_routine *a, const struct landau_routine *b)
{
	int order = strcmp(a->name, b->name);

	if (!order)
		order = strcmp(a->object, b->object);
	return order ? order : strcmp(a->file, b->file);
}

static int compare_readings(const void *first, const void *second)
{
	return compare_routines(((const struct reading *)first)->routine,
				((const struct reading *)second)->routine);
}

/* Sums up the readings of one routine. */
static struct row row_of(const struct scaling *scaling, const struct reading *readings,
			 size_t count)
{
	struct row row = {.routine = readings->routine};
	double last;

	for (size_t i = 0; i < count; i++) {
		size_t column = readings[i].column;

		row.cells[column] += readings[i].cells / (double)scaling->runs[column];
		row.cost[column] += readings[i].cost / (double)scaling->runs[column];
	}
	last = row.cells[scaling->columns - 1];
	if (row.cells[scaling->first] > 0)
		row.factor = last / row.cells[scaling->first];
	return row;
}

static double increase(const struct scaling *scaling, const struct row *row)
{
	return row->cells[scaling->columns - 1] - row->cells[scaling->first];
}

/* Keeps the rows that grow most, the first of them first. */
static size_t keep_row(const struct scaling *scaling, struct row *rows, size_t count,
		       const struct row *row)
{
	size_t at = count;

	while (at > 0 && increase(scaling, &rows[at - 1]) < increase(scaling, row))
		at--;
	if (at == MOST_ROWS)
		return count;
	if (count < MOST_ROWS)
		count++;
	memmove(&rows[at + 1], &rows[at], (count - at - 1) * sizeof(*rows));
	rows[at] = *row;
	return count;
}

static size_t make_rows(struct scaling *scaling, struct row *rows)
{
	size_t count = 0;

	if (scaling->reading_count > 0)
		qsort(scaling->readings, scaling->reading_count, sizeof(*scaling->readings),
		      compare_readings);
	for (size_t i = 0, end; i < scaling->reading_count; i = end) {
		struct row row;

		for (end = i + 1; end < scaling->reading_count; end++)
			if (compare_readings(&scaling->readings[i], &scaling->readings[end]) != 0)
				break;
		row = row_of(scaling, &scaling->readings[i], end - i);
		if (increase(scaling, &row) > 0)
			count = keep_row(scaling, rows, count, &row);
	}
	return count;
}

/* -- Text --------------------------------------------------------------------------------------- */

static void print_name(const struct row *row)
{
	char name[NAME_BYTES];

	landau_short_name(row->routine->name, NAME_COLUMNS, name, sizeof(name));
	landau_print_plain(stdout, name);
}

/* "merge_results reads 3.9x from other threads at 8 threads what it read at 2 (1.2k cells)" */
static void print_first(const struct scaling *scaling, const struct row *row)
{
	char number[16];
	uint64_t last = scaling->threads[scaling->columns - 1];
	uint64_t first = scaling->threads[scaling->first];

	print_name(row);
	if (row->factor > 0) {
		landau_short_number(row->cells[scaling->first], number, sizeof(number));
		printf(" reads %.3gx from other threads at %" PRIu64
		       " threads what it read at %" PRIu64 " (%s cells)\n\n",
		       row->factor, last, first, number);
	} else {
		landau_short_number(row->cells[scaling->columns - 1], number, sizeof(number));
		printf(" reads %s cells from other threads at %" PRIu64
		       " threads, and none at %" PRIu64 "\n\n",
		       number, last, first);
	}
}

static void print_rows(const struct scaling *scaling, const struct row *rows, size_t count)
{
	printf("cells of other threads' data, by the number of threads {t}\n");
	for (size_t i = 0; i < scaling->columns; i++)
		printf("%8" PRIu64, scaling->threads[i]);
	printf("  %7s %7s  %s\n", "more", "cost", "reader");
	for (size_t k = 0; k < count; k++) {
		const struct row *row = &rows[k];
		double before = row->cost[scaling->first];
		char number[16];

		for (size_t i = 0; i < scaling->columns; i++) {
			landau_short_number(row->cells[i], number, sizeof(number));
			printf("%8s", row->cells[i] > 0 ? number : ".");
		}
		if (row->factor > 0)
			printf("  %6.3gx", row->factor);
		else
			printf("  %7s", "new");
		if (before > 0)
			printf(" %6.3gx  ", row->cost[scaling->columns - 1] / before);
		else
			printf(" %7s  ", "new");
		print_name(row);
		putchar('\n');
	}
}

static void print(struct scaling *scaling)
{
	struct row *rows = calloc(MOST_ROWS + 1, sizeof(*rows));
	size_t count = rows ? make_rows(scaling, rows) : 0;

	if (!rows) {
		puts("there is not enough memory to compare the runs");
	} else if (scaling->first + 1 >= scaling->columns) {
		puts("give at least two numbers of threads above 1 to see what is communicated "
		     "more "
		     "as threads are added");
	} else if (count == 0) {
		puts("no routine reads more of what other threads wrote as threads are added");
	} else {
		print_first(scaling, &rows[0]);
		print_rows(scaling, rows, count);
	}
	free(rows);
}

bool landau_sweep_compare_threads(const struct landau_sweep_profiles *profiles,
				  struct landau_error *error)
{
	struct scaling scaling = {0};
	bool fine;

	scaling.profiles = calloc(profiles->count + 1, sizeof(*scaling.profiles));
	fine = scaling.profiles != NULL;

	find_columns(&scaling, profiles);
	for (size_t i = 0; fine && i < profiles->count; i++) {
		struct landau_profile *profile = landau_load(&profiles->paths[i], 1, error);

		fine = profile != NULL;
		if (!fine)
			break;
		scaling.profiles[scaling.profile_count++] = profile;
		fine = read_profile(&scaling, profile, column_of(&scaling, profiles->runs[i]->n));
		if (!fine)
			*error = (struct landau_error){.file = profiles->paths[i],
						       .text = "there is not enough memory"};
	}
	if (fine)
		print(&scaling);
	for (size_t i = 0; i < scaling.profile_count; i++)
		landau_profile_free(scaling.profiles[i]);
	free(scaling.profiles);
	free(scaling.readings);
	return fine;
}
