/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * choose.c - which class fits best.
 *
 * Curves of every class, with and without lower-order terms, compete. A curve's score is the sum of
 * its squared left-out residuals, in units of the smallest spread that any curve has, each capped
 * so that an outlier counts no more than CAP standard deviations, plus a price for every parameter.
 * The price is what keeps simple curves ahead of those that merely bend better. The score of a
 * class is that of its best curve, and the lowest wins.
 *
 * Beside the plain terms, a curve may start late: of the cells that a routine reads a few are often
 * not part of what it loops over, so that its cost is g(n - shift). With small sizes this looks
 * like faster growth: 5 (n - 4) is taken for n log n. And the base of an exponential need not be 2.
 *
 * Two kinds of rivals are never named, they only cast doubt. A class with a logarithm has to stand against
 * the class without it, of which small sizes are cheaper. And a class has to stand against a higher one that
 * comes late: beside a linear term, n^2 that does not lead yet looks like n^1.5 or n log n.
 */
#include "model/internal.h"

#include <math.h>
#include <string.h>

#define CAP   4.0
#define PRICE 6.0
/* A score beyond this share of what it would be if all residuals were capped is out of the race. */
#define SATURATED 0.75
/* Differences of less than a hundredth are never evidence. */
#define LEAST_SPREAD 0.01
/* Residuals so many times those of the best curve so far are not worth more rounds. */
#define HOPELESS 5.0
/*
 * The leading term must be so much of the cost at more than the few largest sizes: beside a constant a
 * part, beside a linear term half. What does not lead is no leading term.
 */
#define LEAST_SHARE 0.15
#define HALF        0.5
/* Shifts are looked for up to this share of the smallest size, */
#define MAX_SHIFT 0.9
/* and in classes whose spread is within this factor of the best one. */
#define FAR_BEHIND 20.0
/* Bases of exponentials, and by what factor such a term must grow over the sizes. */
#define MIN_BASE        1.15
#define MAX_BASE        16.0
#define MIN_EXPONENTIAL 100.0
/* Beyond this power of two the coefficient would underflow. */
#define MAX_DOUBLINGS 900.0

/* With a logarithm, a shift must not be more than this share of the sizes in the top decade. */
#define SHIFT_AT_TOP 0.4

/* A bent curve must be better than one with a logarithm by this to cast doubt on it. */
#define BENT_LEAD 4.0
/* So many bends are tried, from the smallest size to the middle of the range. */
enum { BENDS = 5 };

/*
 * A late curve must be better than the named class by this to cast doubt on it; on a class that is rarer than a sum of
 * two common terms, no worse by that.
 */
#define LATE_LEAD        4.0
#define LATE_LEAD_LINEAR 16.0
#define LATE_LEAD_RARE   1.0

enum { MAX_CURVES = 56, MAX_LATE = 8, SHIFT_STEPS = 4, BASE_STEPS = 5 };

struct race {
	const struct points *points;
	const struct noise *noise;
	double least_spread; /* of the curves so far */
	size_t count;
	struct curve curves[MAX_CURVES];
	size_t late_count;
	struct curve late[MAX_LATE]; /* beside a linear term, and not leading yet */
};

/* The leading term is there at more than a few of the sizes. */
static bool is_material(const struct curve *curve, const struct points *points,
			const double *leading)
{
	size_t i = points->count - 3 - points->count / 15;

	if (curve->shape.growth == LANDAU_GROWTH_CONSTANT)
		return true;
	double share = curve->coefficient[TERM_LINEAR] > 0 ? HALF : LEAST_SHARE;
	return curve->coefficient[TERM_LEADING] * leading[i] > share * curve->value[i];
}

static void enter(struct race *race, const struct shape *shape, const double *leading,
		  int lower_order, size_t extra_parameters)
{
	struct curve *curve = &race->curves[race->count];

	if (race->count == MAX_CURVES ||
	    !curve_fit(curve, shape, leading, lower_order, race->points, race->noise,
		       HOPELESS * race->least_spread))
		return;
	if (!is_material(curve, race->points, leading)) {
		if (curve->coefficient[TERM_LINEAR] > 0 && race->late_count < MAX_LATE)
			race->late[race->late_count++] = *curve;
		return;
	}
	curve->parameters += extra_parameters;
	race->least_spread = fmax(fmin(race->least_spread, curve->spread), LEAST_SPREAD);
	race->count++;
}

static void evaluate(const struct race *race, const struct shape *shape, double *leading,
		     double *slope)
{
	const struct points *points = race->points;
	double largest = points->n[points->count - 1];

	for (size_t i = 0; i < points->count; i++) {
		leading[i] = shape_value(shape, points->n[i], largest);
		if (slope)
			slope[i] = shape_slope(shape, points->n[i], largest);
	}
}

static void enter_shifted(struct race *race, enum landau_growth growth)
{
	struct shape shape = {growth, 0, 0};
	double leading[MAX_POINTS], slope[MAX_POINTS];

	for (int step = 0; step < SHIFT_STEPS; step++) {
		evaluate(race, &shape, leading, slope);
		shape.shift += rint(curve_step(0, leading, slope, race->points, race->noise));
		shape.shift = fmin(shape.shift, rint(MAX_SHIFT * race->points->n[0]));
		if (!(shape.shift >= 1))
			return;
	}
	evaluate(race, &shape, leading, NULL);
	enter(race, &shape, leading, 0, 1);
	enter(race, &shape, leading, WITH_CONSTANT, 1);
}

/* A shift helps only those that are not far behind already. */
static void enter_all_shifted(struct race *race)
{
	double least[LANDAU_GROWTH_COUNT];

	for (size_t growth = 0; growth < LANDAU_GROWTH_COUNT; growth++)
		least[growth] = INFINITY;
	for (size_t i = 0; i < race->count; i++) {
		const struct curve *curve = &race->curves[i];
		least[curve->shape.growth] = fmin(least[curve->shape.growth], curve->spread);
	}
	double limit = FAR_BEHIND * race->least_spread;
	for (enum landau_growth growth = LANDAU_GROWTH_LINEAR; growth < LANDAU_GROWTH_EXPONENTIAL;
	     growth++)
		if (least[growth] <= limit)
			enter_shifted(race, growth);
}

static void enter_exponentials(struct race *race)
{
	const struct points *points = race->points;
	struct shape shape = {LANDAU_GROWTH_EXPONENTIAL, 2, 0};
	double leading[MAX_POINTS], slope[MAX_POINTS];
	size_t last = points->count - 1;
	double span = points->n[last] - points->n[0];

	if (points->n[last] > MAX_DOUBLINGS / log2(MIN_BASE))
		return;
	if (points->n[last] <= MAX_DOUBLINGS && span >= log2(MIN_EXPONENTIAL)) {
		evaluate(race, &shape, leading, NULL);
		for (int lower_order = 0; lower_order < 4; lower_order++)
			enter(race, &shape, leading, lower_order, 0);
	}
	/* Any other base: start from the growth over the upper half of the sizes. */
	double middle = race->noise->smooth[last / 2], top = race->noise->smooth[last];
	if (!(middle > 0) || !(top > middle))
		return;
	shape.base = exp(log(top / middle) / (points->n[last] - points->n[last / 2]));
	for (int step = 0; step < BASE_STEPS; step++) {
		shape.base = fmin(fmax(shape.base, MIN_BASE), MAX_BASE);
		if (points->n[last] * log2(shape.base) > MAX_DOUBLINGS)
			return;
		evaluate(race, &shape, leading, slope);
		double change = curve_step(WITH_CONSTANT, leading, slope, points, race->noise);
		shape.base *= exp(fmin(fmax(change, -0.5), 0.5));
	}
	if (!(shape.base >= MIN_BASE && shape.base <= MAX_BASE) ||
	    points->n[last] * log2(shape.base) > MAX_DOUBLINGS ||
	    span * log(shape.base) < log(MIN_EXPONENTIAL))
		return;
	evaluate(race, &shape, leading, NULL);
	enter(race, &shape, leading, 0, 1);
	enter(race, &shape, leading, WITH_CONSTANT, 1);
}

static double score(const struct curve *curve, const struct points *points, double spread)
{
	double sum = PRICE * (double)curve->parameters;

	for (size_t i = 0; i < points->count; i++) {
		double distance = curve->residual[i] / spread;
		sum += points->weight[i] * fmin(distance * distance, CAP * CAP);
	}
	return sum;
}

/*
 * The class with the second lowest score. Where all the others are so far off that nearly every
 * residual is capped, their scores say nothing, and the one with the least spread is named.
 */
static enum landau_growth second_best(enum landau_growth first, const double *scores,
				      const struct curve *const *best, const struct points *points)
{
	enum landau_growth by_score = LANDAU_GROWTH_NONE, by_spread = LANDAU_GROWTH_NONE;

	for (enum landau_growth growth = LANDAU_GROWTH_CONSTANT; growth < LANDAU_GROWTH_COUNT;
	     growth++) {
		if (growth == first || !best[growth])
			continue;
		if (scores[growth] < scores[by_score])
			by_score = growth;
		if (!best[by_spread] || best[growth]->spread < best[by_spread]->spread)
			by_spread = growth;
	}
	return scores[by_score] < SATURATED * CAP * CAP * (double)points->count ? by_score
										: by_spread;
}

/*
 * Has a curve of the class a score below the limit if it is bent at its small sizes, where it is cheaper
 * by up to a depth: g(n) (1 - depth / (1 + n / bend))? Over a few decades this is much like a logarithm.
 */
static bool is_better_bent(const struct race *race, enum landau_growth growth, double spread,
			   double limit)
{
	static const double depths[] = {0.4, 0.6, 0.8, 0.95};
	const struct points *points = race->points;
	size_t last = points->count - 1;
	double ratio = sqrt(points->n[last] / points->n[0]);
	/* For the fit any class but the constant one, whose leading term it would leave out. */
	struct shape plain = {growth, 0, 0}, shape = {LANDAU_GROWTH_LINEAR, 0, 0};
	double leading[MAX_POINTS], value[MAX_POINTS];

	evaluate(race, &plain, value, NULL);
	for (int step = 0; step < BENDS; step++) {
		double bend = points->n[0] * pow(ratio, (double)step / (BENDS - 1));
		for (size_t d = 0; d < sizeof(depths) / sizeof(depths[0]); d++) {
			struct curve curve;
			for (size_t i = 0; i <= last; i++)
				leading[i] = value[i] * (1 - depths[d] / (1 + points->n[i] / bend));
			if (!curve_fit(&curve, &shape, leading, 0, points, race->noise,
				       HOPELESS * race->least_spread))
				continue;
			curve.parameters += 2;
			if (score(&curve, points, spread) < limit)
				return true;
		}
	}
	return false;
}

/*
 * A class with a logarithm is in doubt if a class without it would do as well, bent at small sizes, or
 * if it takes a shift that matters to all the sizes: that one bends a line just as much.
 */
static bool is_doubtful(const struct race *race, const struct curve *curve, double its_score,
			double spread)
{
	const struct points *points = race->points;
	double top = fmax(points->n[points->count - 1] / 10, points->n[0]);

	if (!growth_has_logarithm(curve->shape.growth))
		return false;
	return curve->shape.shift > SHIFT_AT_TOP * top ||
	       is_better_bent(race, curve->shape.growth - 1, spread, its_score - BENT_LEAD);
}

/* The class above the one that was chosen of which a late curve does as well; NONE if there is none. */
static enum landau_growth late_rival(const struct race *race, enum landau_growth first,
				     double its_score, double spread)
{
	double lead = first == LANDAU_GROWTH_THREE_HALVES ? -LATE_LEAD_RARE
		      : first == LANDAU_GROWTH_LINEAR     ? LATE_LEAD_LINEAR
							  : LATE_LEAD;
	enum landau_growth rival = LANDAU_GROWTH_NONE;
	double least = its_score - lead;

	for (size_t i = 0; i < race->late_count; i++) {
		const struct curve *curve = &race->late[i];
		double score_of_late;

		if (curve->shape.growth <= first || first < LANDAU_GROWTH_LINEAR)
			continue;
		score_of_late = score(curve, race->points, spread);
		if (score_of_late < least) {
			least = score_of_late;
			rival = curve->shape.growth;
		}
	}
	return rival;
}

void choose_class(struct choice *choice, const struct points *points, const struct noise *noise)
{
	struct race race; /* large: what is not used is not set */
	double leading[MAX_POINTS];
	double scores[LANDAU_GROWTH_COUNT];
	const struct curve *best[LANDAU_GROWTH_COUNT] = {NULL};

	race.points = points;
	race.noise = noise;
	race.least_spread = INFINITY;
	race.count = race.late_count = 0;
	for (enum landau_growth growth = LANDAU_GROWTH_CONSTANT; growth < LANDAU_GROWTH_EXPONENTIAL;
	     growth++) {
		struct shape shape = {growth, 0, 0};
		evaluate(&race, &shape, leading, NULL);
		if (growth == LANDAU_GROWTH_CONSTANT) {
			enter(&race, &shape, leading, WITH_CONSTANT, 0);
			continue;
		}
		for (int lower_order = 0; lower_order < 4; lower_order++)
			if (growth > LANDAU_GROWTH_LINEAR || !(lower_order & WITH_LINEAR))
				enter(&race, &shape, leading, lower_order, 0);
	}
	enter_exponentials(&race);
	enter_all_shifted(&race);

	choice->spread = race.least_spread;
	for (size_t growth = 0; growth < LANDAU_GROWTH_COUNT; growth++)
		scores[growth] = INFINITY;
	for (size_t i = 0; i < race.count; i++) {
		const struct curve *curve = &race.curves[i];
		double its_score = score(curve, points, choice->spread);
		if (its_score < scores[curve->shape.growth]) {
			scores[curve->shape.growth] = its_score;
			best[curve->shape.growth] = curve;
		}
	}
	choice->first = LANDAU_GROWTH_NONE;
	for (enum landau_growth growth = LANDAU_GROWTH_CONSTANT; growth < LANDAU_GROWTH_COUNT;
	     growth++)
		if (scores[growth] < scores[choice->first])
			choice->first = growth;
	choice->second = second_best(choice->first, scores, best, points);
	choice->evidence = scores[choice->second] - scores[choice->first];
	choice->lead = 0;
	choice->late = LANDAU_GROWTH_NONE;
	if (choice->first != LANDAU_GROWTH_NONE)
		choice->late =
			late_rival(&race, choice->first, scores[choice->first], choice->spread);
	if (choice->first != LANDAU_GROWTH_NONE)
		choice->best = *best[choice->first];
	/* Doubt takes time, and only matters where the class could be named. */
	if (choice->first != LANDAU_GROWTH_NONE &&
	    choice->evidence >= judge_asked_of(choice->first)) {
		if (choice->late != LANDAU_GROWTH_NONE ||
		    is_doubtful(&race, &choice->best, scores[choice->first], choice->spread))
			choice->evidence = 0;
		else
			choice->lead = doubt_lead(&choice->best, race.curves, race.count, points,
						  noise, ENOUGH_LEAD);
	}
	if (choice->second != LANDAU_GROWTH_NONE)
		memcpy(choice->second_value, best[choice->second]->value,
		       sizeof(choice->second_value));
}
