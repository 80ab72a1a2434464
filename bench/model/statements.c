/* SPDX-License-Identifier: GPL-2.0-or-later */
/* statements.c - see statements.h. */
#include "statements.h"

/* A lower bound from here on excludes n log n. */
#define SUPERLINEAR 1.2
/* An upper bound below this excludes n^2. */
#define SUBQUADRATIC 1.9

static bool has_logarithm(enum landau_growth growth)
{
	return growth == LANDAU_GROWTH_LOG || growth == LANDAU_GROWTH_LINEAR_LOG ||
	       growth == LANDAU_GROWTH_QUADRATIC_LOG;
}

static bool holds(enum landau_growth truth, const struct landau_model *model)
{
	double power = landau_growth_power(truth);
	bool open = model->open & 1u << truth;

	switch (model->statement) {
	case LANDAU_STATEMENT_CLASS:
		return model->growth == truth;
	case LANDAU_STATEMENT_BETWEEN:
		return open;
	case LANDAU_STATEMENT_AT_LEAST:
		return model->power_low <= power + (has_logarithm(truth) ? LOGARITHM_ALLOWANCE : 0);
	case LANDAU_STATEMENT_AT_MOST:
		return power < model->power_high ||
		       (power == model->power_high && (open || !has_logarithm(truth)));
	default:
		return true;
	}
}

static bool is_superlinear(const struct landau_model *model)
{
	switch (model->statement) {
	case LANDAU_STATEMENT_CLASS:
		return model->growth > LANDAU_GROWTH_LINEAR_LOG;
	case LANDAU_STATEMENT_BETWEEN:
		return model->open >> LANDAU_GROWTH_THREE_HALVES != 0 &&
		       (model->open & ((1u << LANDAU_GROWTH_THREE_HALVES) - 1)) == 0;
	case LANDAU_STATEMENT_AT_LEAST:
		return model->power_low >= SUPERLINEAR;
	default:
		return false;
	}
}

static bool is_useful(const struct landau_model *model)
{
	switch (model->statement) {
	case LANDAU_STATEMENT_CLASS:
	case LANDAU_STATEMENT_BETWEEN:
		return true;
	case LANDAU_STATEMENT_AT_LEAST:
		return model->power_low >= SUPERLINEAR;
	case LANDAU_STATEMENT_AT_MOST:
		return model->power_high < SUBQUADRATIC;
	default:
		return false;
	}
}

bool statement_judge(struct statement_tally *tally, const struct trial *trial,
		     const struct landau_model *model)
{
	bool right = holds(trial->growth, model);
	bool bound = model->statement == LANDAU_STATEMENT_AT_LEAST ||
		     model->statement == LANDAU_STATEMENT_AT_MOST;

	tally->trials++;
	tally->given[model->statement]++;
	tally->right += right && model->statement != LANDAU_STATEMENT_UNKNOWN;
	tally->contradicted += bound && !right;
	if (trial->samples[trial->count - 1].n >= 10 * trial->samples[0].n) {
		tally->wide++;
		tally->useful += is_useful(model);
		if (trial->growth >= LANDAU_GROWTH_QUADRATIC) {
			tally->quadratics++;
			tally->superlinear += is_superlinear(model);
		}
	}
	return right;
}

void statement_add(struct statement_tally *sum, const struct statement_tally *tally)
{
	sum->trials += tally->trials;
	for (int s = 0; s <= LANDAU_STATEMENT_CLASS; s++)
		sum->given[s] += tally->given[s];
	sum->right += tally->right;
	sum->contradicted += tally->contradicted;
	sum->wide += tally->wide;
	sum->useful += tally->useful;
	sum->quadratics += tally->quadratics;
	sum->superlinear += tally->superlinear;
}

static double share(unsigned part, unsigned whole)
{
	return whole > 0 ? 100.0 * part / whole : 100;
}

double statement_percent_right(const struct statement_tally *tally)
{
	return share(tally->right, tally->trials - tally->given[LANDAU_STATEMENT_UNKNOWN]);
}

double statement_percent_useful(const struct statement_tally *tally)
{
	return share(tally->useful, tally->wide);
}

double statement_percent_superlinear(const struct statement_tally *tally)
{
	return share(tally->superlinear, tally->quadratics);
}

void statement_print_head(const char *first_column)
{
	printf("| %s | class | between | at least | at most | unknown | statements right, %% | "
	       "bounds "
	       "contradicted | useful, %% | true n^2 and above said to be superlinear, %% |\n"
	       "|---|---|---|---|---|---|---|---|---|---|\n",
	       first_column);
}

void statement_print_row(const char *name, const struct statement_tally *tally)
{
	printf("| %s |", name);
	for (int s = LANDAU_STATEMENT_CLASS; s > LANDAU_STATEMENT_AT_MOST; s--)
		printf(" %u |", tally->given[s]);
	printf(" %u | %u |", tally->given[LANDAU_STATEMENT_AT_MOST],
	       tally->given[LANDAU_STATEMENT_UNKNOWN]);
	printf(" %.2f | %u of %u | %.1f | %.1f |\n", statement_percent_right(tally),
	       tally->contradicted,
	       tally->given[LANDAU_STATEMENT_AT_LEAST] + tally->given[LANDAU_STATEMENT_AT_MOST],
	       statement_percent_useful(tally), statement_percent_superlinear(tally));
}
