/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_model.c - how often Landau and its peers name the right class, and how fast Landau is.
 *
 * usage: bench_model [--trials N] [--seed N] [--classes] [--check] [--no-time] [--no-peers] [--wrong]
 *        bench_model --misleading [--trials N] [--seed N] [--seeds N] [--check] [--wrong]
 *        bench_model --real=FILE [--classes] [--check] [--wrong] [--list]
 *
 * Prints tables in Markdown: the classes, and the statements (statements.h). With --check the status
 * is 1 unless Landau names the right class in 95 % of the trials of the kinds up to additive noise and
 * never a wrong one in heavy tails and two modes, and no more than 1 of 200 of its bounds contradicts the truth, of
 * each kind (where there are fewer than 200, one may).
 *
 * With --misleading only the latter two kinds are run, without the peers, over many seeds (--seed
 * is the first of them). With --wrong each trial of which Landau said something wrong is printed, as
 * `landau fit` reads it; with --list what is said of each, and why no more.
 *
 * With --real the data are those of routines of real programs in FILE. With --check no more than
 * three in a hundred may be named a class above the true one, no bound may contradict the truth, 97 % of the statements must be right, 85 %
 * of use, and 90 % of the true quadratics said to be superlinear.
 */
#include "generate.h"
#include "peers.h"
#include "real.h"
#include "statements.h"

#include <getopt.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PEERS = 3 };

static const struct {
	const char *name;
	peer_rule *rule;
	bool has[LANDAU_GROWTH_COUNT]; /* the classes that it can name */
} peers[PEERS] = {
	{"Google Benchmark",
	 peer_google_benchmark,
	 {[LANDAU_GROWTH_CONSTANT] = true,
	  [LANDAU_GROWTH_LOG] = true,
	  [LANDAU_GROWTH_LINEAR] = true,
	  [LANDAU_GROWTH_LINEAR_LOG] = true,
	  [LANDAU_GROWTH_QUADRATIC] = true,
	  [LANDAU_GROWTH_CUBIC] = true}},
	{"big_O",
	 peer_big_o,
	 {[LANDAU_GROWTH_CONSTANT] = true,
	  [LANDAU_GROWTH_LOG] = true,
	  [LANDAU_GROWTH_SQRT] = true,
	  [LANDAU_GROWTH_LINEAR] = true,
	  [LANDAU_GROWTH_LINEAR_LOG] = true,
	  [LANDAU_GROWTH_THREE_HALVES] = true,
	  [LANDAU_GROWTH_QUADRATIC] = true,
	  [LANDAU_GROWTH_CUBIC] = true,
	  [LANDAU_GROWTH_EXPONENTIAL] = true}},
	{"Extra-P",
	 peer_extra_p,
	 {[LANDAU_GROWTH_CONSTANT] = true,
	  [LANDAU_GROWTH_LOG] = true,
	  [LANDAU_GROWTH_SQRT] = true,
	  [LANDAU_GROWTH_LINEAR] = true,
	  [LANDAU_GROWTH_LINEAR_LOG] = true,
	  [LANDAU_GROWTH_THREE_HALVES] = true,
	  [LANDAU_GROWTH_QUADRATIC] = true,
	  [LANDAU_GROWTH_QUADRATIC_LOG] = true,
	  [LANDAU_GROWTH_CUBIC] = true}},
};

struct tally {
	unsigned trials;
	unsigned named[LANDAU_GROWTH_COUNT][LANDAU_GROWTH_COUNT]; /* truth, answer */
	unsigned right, wrong, too_high, abstained; /* too high: those wrong that name too much */
	unsigned peer_right[PEERS];
	unsigned peer_right_of_own[PEERS], peer_own[PEERS];
	struct statement_tally statements;
};

struct options {
	unsigned trials;
	uint64_t seed, seeds;
	bool classes, check, time, peers, misleading, print_wrong, list;
	const char *real;
};

/* A trial of which something wrong was said, in the form that `landau fit` reads. */
static void print_wrong(const char *name, const struct trial *trial,
			const struct landau_model *model)
{
	char text[LANDAU_STATEMENT_BYTES];

	landau_model_statement_text(model, text);
	printf("# %s, %s: said %s, runner-up %s, scatter %.3f, exponent %.2f (%.2f to %.2f)\n",
	       name, landau_growth_name(trial->growth), text, landau_growth_name(model->runner_up),
	       model->scatter, model->exponent, model->exponent_low, model->exponent_high);
	for (size_t i = 0; i < trial->count; i++)
		printf("%.0f,%.0f\n", trial->samples[i].n, trial->samples[i].cost);
}

/* What is said of a trial, on a line. */
static void print_said(const char *name, const struct trial *trial,
		       const struct landau_model *model, bool right)
{
	char text[LANDAU_STATEMENT_BYTES];

	landau_model_statement_text(model, text);
	printf("%s\t%s\t%s\t%s\t%.2f (%.2f to %.2f)\t%s\n", right ? "" : "WRONG",
	       landau_growth_name(trial->growth), text, name, model->exponent, model->exponent_low,
	       model->exponent_high, model->reason);
}

static void run_trial(struct tally *tally, struct trial *trial, const char *name,
		      const struct options *options)
{
	for (size_t p = 0; p < PEERS && options->peers; p++) {
		bool right = peers[p].rule(trial) == trial->growth;
		tally->peer_right[p] += right;
		tally->peer_own[p] += peers[p].has[trial->growth];
		tally->peer_right_of_own[p] += right && peers[p].has[trial->growth];
	}
	struct landau_model model =
		landau_model_fit(trial->samples, trial->count, LANDAU_MERGE_MEAN);
	tally->trials++;
	tally->named[trial->growth][model.growth]++;
	if (model.growth == LANDAU_GROWTH_NONE)
		tally->abstained++;
	else if (model.growth == trial->growth)
		tally->right++;
	else
		tally->wrong++;
	tally->too_high += model.growth > trial->growth;
	bool right = statement_judge(&tally->statements, trial, &model);
	if (!right && options->print_wrong)
		print_wrong(name, trial, &model);
	if (options->list)
		print_said(name, trial, &model, right);
}

static void run_kind(struct tally *tally, enum kind kind, const struct options *options)
{
	for (enum landau_growth growth = LANDAU_GROWTH_CONSTANT; growth < LANDAU_GROWTH_COUNT;
	     growth++) {
		/* Kinds and classes have data of their own whatever else is run. */
		struct random random = {options->seed * 1000003 + (uint64_t)kind * 1009 + growth};
		for (unsigned i = 0; i < options->trials; i++) {
			struct trial trial;
			generate(&trial, &random, growth, kind);
			run_trial(tally, &trial, kind_names[kind], options);
		}
	}
}

static double percent(unsigned part, unsigned whole)
{
	return whole ? 100.0 * part / whole : 0;
}

static void print_row(const char *name, const struct tally *tally, bool with_peers)
{
	printf("| %s | %.1f | %.2f | %.2f | %.1f |", name, percent(tally->right, tally->trials),
	       percent(tally->wrong, tally->trials), percent(tally->too_high, tally->trials),
	       percent(tally->abstained, tally->trials));
	for (size_t p = 0; p < PEERS && with_peers; p++)
		printf(" %.1f (%.1f) |", percent(tally->peer_right[p], tally->trials),
		       percent(tally->peer_right_of_own[p], tally->peer_own[p]));
	putchar('\n');
}

static void print_classes(const struct tally *tally)
{
	printf("\nLandau's answers, a row for each true class:\n\n| |");
	for (enum landau_growth g = LANDAU_GROWTH_CONSTANT; g < LANDAU_GROWTH_COUNT; g++)
		printf(" %s |", landau_growth_name(g));
	printf(" none |\n|---|");
	for (int g = LANDAU_GROWTH_CONSTANT; g < LANDAU_GROWTH_COUNT; g++)
		printf("---|");
	printf("---|\n");
	for (enum landau_growth truth = LANDAU_GROWTH_CONSTANT; truth < LANDAU_GROWTH_COUNT;
	     truth++) {
		printf("| %s |", landau_growth_name(truth));
		for (int g = LANDAU_GROWTH_CONSTANT; g < LANDAU_GROWTH_COUNT; g++)
			printf(" %u |", tally->named[truth][g]);
		printf(" %u |\n", tally->named[truth][LANDAU_GROWTH_NONE]);
	}
}

/* Percent right of each kind and class. */
static void print_kinds(const struct tally *by_kind)
{
	printf("\nLandau: right, of each class and kind:\n\n| |");
	for (enum kind kind = KIND_EXACT; kind < KIND_COUNT; kind++)
		printf(" %s |", kind_names[kind]);
	printf("\n|---|");
	for (enum kind kind = KIND_EXACT; kind < KIND_COUNT; kind++)
		printf("---|");
	putchar('\n');
	for (enum landau_growth truth = LANDAU_GROWTH_CONSTANT; truth < LANDAU_GROWTH_COUNT;
	     truth++) {
		printf("| %s |", landau_growth_name(truth));
		for (enum kind kind = KIND_EXACT; kind < KIND_COUNT; kind++)
			printf(" %.1f |",
			       percent(by_kind[kind].named[truth][truth],
				       by_kind[kind].trials / (LANDAU_GROWTH_COUNT - 1)));
		putchar('\n');
	}
}

static void add_tally(struct tally *sum, const struct tally *tally)
{
	sum->trials += tally->trials;
	sum->right += tally->right;
	sum->wrong += tally->wrong;
	sum->too_high += tally->too_high;
	sum->abstained += tally->abstained;
	for (size_t p = 0; p < PEERS; p++) {
		sum->peer_right[p] += tally->peer_right[p];
		sum->peer_own[p] += tally->peer_own[p];
		sum->peer_right_of_own[p] += tally->peer_right_of_own[p];
	}
	for (size_t truth = 0; truth < LANDAU_GROWTH_COUNT; truth++)
		for (size_t g = 0; g < LANDAU_GROWTH_COUNT; g++)
			sum->named[truth][g] += tally->named[truth][g];
	statement_add(&sum->statements, &tally->statements);
}

/* How often the exponent's interval holds the truth: n^2 of 20 sizes with 10 % noise. */
static void print_coverage(const struct options *options)
{
	struct random random = {options->seed * 1000003 + 77777};
	unsigned exponent = 0, prediction = 0, named = 0;

	for (unsigned i = 0; i < 10 * options->trials; i++) {
		struct landau_sample samples[20];
		for (size_t j = 0; j < 20; j++) {
			double n = round(100 * pow(1.4, (double)j));
			samples[j] = (struct landau_sample){
				n, n * n * (1 + 0.1 * random_normal(&random)), 1};
		}
		double next = 1e6, low, high,
		       cost = next * next * (1 + 0.1 * random_normal(&random));
		struct landau_model model = landau_model_fit(samples, 20, LANDAU_MERGE_MEAN);
		exponent += model.exponent_low <= 2 && model.exponent_high >= 2;
		if (model.growth == LANDAU_GROWTH_QUADRATIC &&
		    landau_model_interval(&model, next, &low, &high)) {
			named++;
			prediction += low <= cost && cost <= high;
		}
	}
	printf("\nOf n^2 with 10 %% noise at 20 sizes, the 95 %% interval of the exponent holds 2 "
	       "in\n"
	       "%.1f %%, and the interval for the cost of a 16 times larger input holds it in %.1f "
	       "%%.\n",
	       percent(exponent, 10 * options->trials), percent(prediction, named));
}

/* Whether no more than 1 of 200 bounds contradicts the truth, and one where there are fewer, of each kind. */
static bool print_statements(const struct tally *by_kind)
{
	bool held = true;

	struct statement_tally sum = {0};

	printf("\nStatements, in trials:\n\n");
	statement_print_head("");
	for (enum kind kind = KIND_EXACT; kind < KIND_COUNT; kind++) {
		const struct statement_tally *tally = &by_kind[kind].statements;
		statement_print_row(kind_names[kind], tally);
		statement_add(&sum, tally);
		unsigned bounds = tally->given[LANDAU_STATEMENT_AT_LEAST] +
				  tally->given[LANDAU_STATEMENT_AT_MOST];
		held = held && (tally->contradicted <= 1 || 200 * tally->contradicted <= bounds);
	}
	statement_print_row("all kinds", &sum);
	return held;
}

static double seconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Sizes that a routine has in a profile: most have few, some have many. */
static size_t usual_points(struct random *random)
{
	double which = random_uniform(random);

	return (size_t)(which < 0.5    ? 1 + 5 * random_uniform(random)
			: which < 0.8  ? 6 + 14 * random_uniform(random)
			: which < 0.95 ? 20 + 30 * random_uniform(random)
				       : 50 + 50 * random_uniform(random));
}

/* So many routines of 100 points, or as many as are usual, every power of n with 5 % noise. */
static void print_time(const struct options *options, size_t routines, bool usual)
{
	enum { POINTS = 100 };
	struct random random = {options->seed * 1000003 + 88888 + usual};
	struct landau_sample(*samples)[POINTS] = calloc(routines, sizeof(*samples));
	size_t *count = calloc(routines, sizeof(*count));
	size_t named = 0, said = 0;

	for (size_t r = 0; samples && count && r < routines; r++) {
		double power = 3 * random_uniform(&random), largest = 0;
		count[r] = usual ? usual_points(&random) : POINTS;
		for (size_t i = 0; i < count[r]; i++) {
			double n = fmax(round(5 * pow(10, 3.5 * (double)i / (POINTS - 1))),
					largest + 1);
			double cost =
				(100 * pow(n, power) + 500) * (1 + 0.05 * random_normal(&random));
			samples[r][i] = (struct landau_sample){largest = n, cost, 1};
		}
	}
	double wall = seconds(CLOCK_MONOTONIC), processor = seconds(CLOCK_PROCESS_CPUTIME_ID);
	for (size_t r = 0; samples && count && r < routines; r++) {
		struct landau_model model =
			landau_model_fit(samples[r], count[r], LANDAU_MERGE_MEAN);
		named += model.growth != LANDAU_GROWTH_NONE;
		said += model.statement != LANDAU_STATEMENT_UNKNOWN;
	}
	wall = seconds(CLOCK_MONOTONIC) - wall;
	processor = seconds(CLOCK_PROCESS_CPUTIME_ID) - processor;
	printf("\n%zu routines of %s points, with any power from 0 to 3: %.1f s (%.1f s of "
	       "processor\ntime), %zu of them named, something said of %zu.\n",
	       routines, usual ? "1 to 100" : "100", wall, processor, named, said);
	free(samples);
	free(count);
}

static bool parse_options(struct options *options, int argc, char **argv)
{
	static const struct option known[] = {
		{"trials", required_argument, NULL, 't'}, {"seed", required_argument, NULL, 's'},
		{"classes", no_argument, NULL, 'c'},      {"check", no_argument, NULL, 'k'},
		{"no-time", no_argument, NULL, 'n'},      {"seeds", required_argument, NULL, 'S'},
		{"misleading", no_argument, NULL, 'm'},   {"wrong", no_argument, NULL, 'w'},
		{"real", required_argument, NULL, 'r'},   {"no-peers", no_argument, NULL, 'p'},
		{"list", no_argument, NULL, 'l'},         {NULL, 0, NULL, 0},
	};
	int option;

	while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
		switch (option) {
		case 't':
			options->trials = (unsigned)strtoul(optarg, NULL, 10);
			break;
		case 's':
			options->seed = strtoull(optarg, NULL, 10);
			break;
		case 'S':
			options->seeds = strtoull(optarg, NULL, 10);
			break;
		case 'm':
			options->misleading = true;
			options->peers = false;
			break;
		case 'r':
			options->real = optarg;
			options->peers = false;
			break;
		case 'l':
			options->list = true;
			break;
		case 'p':
			options->peers = false;
			break;
		case 'w':
			options->print_wrong = true;
			break;
		case 'c':
			options->classes = true;
			break;
		case 'k':
			options->check = true;
			break;
		case 'n':
			options->time = false;
			break;
		default:
			return false;
		}
	}
	return optind == argc && options->trials > 0;
}

static int judge_goals(bool check, bool met)
{
	if (check && !met)
		fprintf(stderr, "bench_model: the goals are not met\n");
	return check && !met;
}

/* Only the kinds where a class should rarely be named. */
static int run_misleading(const struct options *options)
{
	struct options of_seed = *options;
	unsigned wrong = 0;

	printf("%u trials of each of 10 classes and %llu seeds a row, the first seed %llu. The "
	       "bound is\nthat of 95 %% confidence.\n\n"
	       "| | trials | right | wrong | wrong in a million, at most "
	       "|\n|---|---|---|---|---|\n",
	       options->trials, (unsigned long long)options->seeds,
	       (unsigned long long)options->seed);
	for (enum kind kind = KIND_HEAVY_TAIL; kind <= KIND_TWO_MODES; kind++) {
		struct tally tally = {0};
		for (uint64_t i = 0; i < options->seeds; i++) {
			of_seed.seed = options->seed + i;
			run_kind(&tally, kind, &of_seed);
		}
		/* Of a Poisson variable, of which so many events were seen. */
		double bound = gsl_cdf_chisq_Pinv(0.95, 2.0 * (tally.wrong + 1)) / 2;
		printf("| %s | %u | %u | %u | %.1f |\n", kind_names[kind], tally.trials,
		       tally.right, tally.wrong, 1e6 * bound / tally.trials);
		fflush(stdout);
		wrong += tally.wrong;
	}
	return judge_goals(options->check, wrong == 0);
}

static int run_real(const struct options *options)
{
	FILE *file = fopen(options->real, "r");
	struct real_trial real;
	struct tally tally = {0};
	int found = -1;

	while (file && (found = real_next(file, &real)) > 0)
		run_trial(&tally, &real.trial, real.name, options);
	if (file)
		fclose(file);
	if (found < 0) {
		fprintf(stderr, "bench_model: %s cannot be read\n", options->real);
		return 2;
	}
	printf("| routines | right | no class named | too low | too high |\n|---|---|---|---|---|\n"
	       "| %u | %u | %u | %u | %u |\n",
	       tally.trials, tally.right, tally.abstained, tally.wrong - tally.too_high,
	       tally.too_high);
	putchar('\n');
	statement_print_head("statements");
	statement_print_row("all", &tally.statements);
	if (options->classes)
		print_classes(&tally);
	const struct statement_tally *said = &tally.statements;
	bool held = said->contradicted == 0 && statement_percent_right(said) >= 97 &&
		    statement_percent_useful(said) >= 85 &&
		    statement_percent_superlinear(said) >= 90;
	return judge_goals(options->check, 100 * tally.too_high <= 3 * tally.trials && held);
}

int main(int argc, char **argv)
{
	struct options options = {
		.trials = 100, .seed = 1, .seeds = 1, .time = true, .peers = true};
	struct tally goals = {0}, hard = {0}, by_kind[KIND_COUNT] = {0};

	if (!parse_options(&options, argc, argv)) {
		fprintf(stderr,
			"usage: bench_model [--trials N] [--seed N] [--classes] [--check] "
			"[--no-time] [--no-peers] [--wrong]\n"
			"       bench_model --misleading [--trials N] [--seed N] [--seeds N] "
			"[--check] [--wrong]\n"
			"       bench_model --real=FILE [--classes] [--check] [--wrong] "
			"[--list]\n");
		return 2;
	}
	if (options.misleading)
		return run_misleading(&options);
	if (options.real)
		return run_real(&options);
	printf("%u trials of each of 10 classes a row, seed %llu. Percent of the trials; in\n"
	       "parentheses, of the trials whose class the tool can name at all.\n\n",
	       options.trials, (unsigned long long)options.seed);
	printf("| | Landau: right | wrong | of these too high | abstains |");
	for (size_t p = 0; p < PEERS && options.peers; p++)
		printf(" %s: right |", peers[p].name);
	printf("\n|---|---|---|---|---|%s\n", options.peers ? "---|---|---|" : "");
	for (enum kind kind = KIND_EXACT; kind < KIND_COUNT; kind++) {
		struct tally *tally = &by_kind[kind];
		run_kind(tally, kind, &options);
		print_row(kind_names[kind], tally, options.peers);
		if (kind < KIND_GOALS)
			add_tally(&goals, tally);
		else if (kind < KIND_OFFSET)
			add_tally(&hard, tally);
	}
	print_row("the first six", &goals, options.peers);
	bool held = print_statements(by_kind);
	if (options.classes) {
		print_classes(&goals);
		print_kinds(by_kind);
	}
	print_coverage(&options);
	if (options.time) {
		print_time(&options, 10000, false);
		print_time(&options, 100000, true);
	}
	return judge_goals(options.check,
			   percent(goals.right, goals.trials) >= 95 && hard.wrong == 0 && held);
}
