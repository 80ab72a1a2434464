/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * statement.c - what can be said of the growth: the class, or less.
 *
 * Two witnesses are heard. The curves of choose.c look at all sizes and rank the classes; the bounds of bounds.c
 * look at the largest sizes and tell which powers are still open there, whatever stands beside the
 * leading term. A class that the first names stands, unless it is one that other things like to look like (n log n,
 * n^1.5) and the second leaves the other thing open. Where the first names none, the classes that the
 * second leaves open are one, two neighbours, or a range of which an end may be a bound.
 *
 * The second witness gives each class a distance, 1 being the limit of chance. Costs of real programs are
 * not of a class to the letter: up to OPEN a class is not excluded.
 */
#include "model/internal.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>

/* Where no class is near, those that are no farther than the nearest by this factor are open. */
#define AS_FAR 1.5

/* The upper half of the sizes that are looked at. */
#define HALF_DECADE 3.2
/* If the upper half scatters less by this factor, small sizes follow another law. */
#define OTHER_LAW     0.6
#define OTHER_SCATTER 0.03

/*
 * What deviates from a curve by so little is no noise but a pattern, such as a table that grows: then a class
 * that is rare, or has a logarithm, is doubted although it is ahead, if it is by no more than this. Costs that
 * deviate even less are beyond doubt.
 */
#define QUIET        0.025
#define PATTERN      0.08
#define PATTERN_RARE 0.12
#define LOUD         0.18
#define AHEAD        110.0
#define AHEAD_RARE   160.0
#define AHEAD_LITTLE 60.0
/* So near the class without a logarithm must be, */
#define NEAR 0.62
/* or, at the upper half of the sizes, one that the class seems to turn into. */
#define NEAR_UPPER 0.3
/* n^1.5 is doubted up to this distance of n^2, since the sum of a line and n^2 has that, */
#define SUM_LIKE 9.5
/* or if it is itself farther than this, */
#define FAR_ITSELF 1.5
/* or of points that scatter more: several laws at once look like a power between theirs. */
#define SCATTERS_TOO_MUCH 0.3

/* An exponent of a cost of which most does not grow. */
#define HARDLY_GROWS   0.6
#define GROWS_A_LITTLE 0.2
/* A shift that is so large a share of the smallest size bends a line as much as a logarithm does. */
#define LARGE_SHIFT 0.8

/* A class is named after all if it is so near and its neighbour is farther by so much. */
#define NAMED_NEAR  0.7
#define NAMED_AHEAD 0.55
/* Not of fewer decades than this. */
#define NAMED_DECADES 0.95
/* Nor of points that scatter more, nor where they stray more from the curve of all sizes: its formula would not be theirs. */
#define NAMED_SCATTER 0.12
#define NAMED_STRAY   0.25

/* Over less than a decade, say, everything looks like a line that begins late. */
#define TOO_STEEP_FOR_LINE 1.6

/* An exponent is known so well if its interval is no wider. */
#define NARROW_INTERVAL 0.1

/* A lower bound from here on warns. */
#define LEAST_WARNING 1.25
/* or from here on, where all sizes together and their upper half close n and n log n, and the points are steep. */
#define STEEP_WARNING 1.2
/* With this one, less is asked of the classes below. */
#define CLEAR_WARNING 1.35
#define CLEAR_BELOW   1.2
/* But then no more is said than this. */
#define CLEAR_MOST 1.5
/* What scatters by more than this at its largest sizes depends on something else than n: that is no alarm. */
#define TOO_WILD 0.45
/* For an upper bound the classes above must be farther than this, n^2 at least OPEN if the exponent is above that. */
#define CLOSED          2.0
#define QUIET_EXPONENT  1.15
#define LARGEST_AT_MOST 1.3

/* Over the upper half of the sizes the slope is above this beyond doubt: of less than a decade this, */
#define STEEP_END        1.78
#define STEEP_END_NARROW 3.2
/* Then so much of it is said. */
#define STEEP_SHARE 0.75
/* Points that scatter so much have no slope. */
#define WILD 0.6

/* A cost that strays by this, as a logarithm, has laws of its own at other sizes: an upper bound of one is none of all. */
#define TOO_WILD_FOR_ALL 1.5
/* So many of the largest sizes must go on as those below them do: to this, and to so many deviations of these. */
#define JUMP         0.12
#define DEVIATIONS   4.0
#define MAD_OF_SIGMA 1.4826
enum { LAST_SIZES = 3, LEAST_BELOW = 3 };

struct view {
	struct bounds decade, half;
	double distance[LANDAU_GROWTH_COUNT];
	double upper[LANDAU_GROWTH_COUNT]; /* distances in the upper half */
	double least;
	bool other_law;
	enum landau_growth lowest, highest; /* of the classes that are open */
};

static bool is_open(const struct landau_model *model, enum landau_growth growth)
{
	return model->open & 1u << growth;
}

static void set_ends(struct view *view, const struct landau_model *model)
{
	view->lowest = view->highest = LANDAU_GROWTH_NONE;
	for (enum landau_growth g = LANDAU_GROWTH_CONSTANT; g < LANDAU_GROWTH_EXPONENTIAL; g++) {
		if (!is_open(model, g))
			continue;
		if (view->lowest == LANDAU_GROWTH_NONE)
			view->lowest = g;
		view->highest = g;
	}
}

static bool look(struct view *view, struct landau_model *model, const struct points *points)
{
	if (points->count == 0 || !bounds_find(&view->decade, points, DECADE) ||
	    !bounds_find(&view->half, points, HALF_DECADE))
		return false;
	view->other_law = view->half.scatter < OTHER_LAW * view->decade.scatter &&
			  view->decade.scatter > OTHER_SCATTER;
	view->least = INFINITY;
	for (enum landau_growth g = LANDAU_GROWTH_CONSTANT; g < LANDAU_GROWTH_EXPONENTIAL; g++) {
		double power = landau_growth_power(g);
		bool logarithm = growth_has_logarithm(g);

		view->distance[g] = bounds_distance(&view->decade, power, logarithm);
		view->upper[g] = bounds_distance(&view->half, power, logarithm);
		view->least = fmin(view->least, view->distance[g]);
		if (view->other_law)
			view->distance[g] = fmin(view->distance[g], view->upper[g]);
	}
	/* What has stopped growing at the upper end may well be constant. */
	if (view->upper[LANDAU_GROWTH_CONSTANT] <= 1)
		view->distance[LANDAU_GROWTH_CONSTANT] =
			fmin(view->distance[LANDAU_GROWTH_CONSTANT], 1);
	for (enum landau_growth g = LANDAU_GROWTH_CONSTANT; g < LANDAU_GROWTH_EXPONENTIAL; g++)
		if (view->distance[g] <= fmax(OPEN, AS_FAR * view->least))
			model->open |= 1u << g;
	set_ends(view, model);
	return true;
}

static void say_class(struct landau_model *model)
{
	model->statement = LANDAU_STATEMENT_CLASS;
	model->open = 1u << model->growth;
	model->power_low = model->power_high = landau_growth_power(model->growth);
}

/* One of two neighbours. */
static void say_between(struct landau_model *model, enum landau_growth lower)
{
	model->statement = LANDAU_STATEMENT_BETWEEN;
	model->open = 1u << lower | 1u << (lower + 1);
	model->power_low = landau_growth_power(lower);
	model->power_high = landau_growth_power(lower + 1);
}

static void say_at_least(struct landau_model *model, double power)
{
	model->statement = LANDAU_STATEMENT_AT_LEAST;
	/* Above 2 there are no classes that are common but n^3. */
	model->power_low = power < 3 ? fmin(power, 2) : 3;
}

static void take_back(struct landau_model *model)
{
	model->verdict = LANDAU_VERDICT_NO_TREND;
	model->growth = model->runner_up = LANDAU_GROWTH_NONE;
	model->formula[0] = '\0';
}

/* Classes that nothing else likes to look like: there is no need to look twice. */
static bool is_beyond_doubt(const struct landau_model *model)
{
	return model->growth == LANDAU_GROWTH_CONSTANT ||
	       model->growth == LANDAU_GROWTH_QUADRATIC ||
	       model->growth == LANDAU_GROWTH_EXPONENTIAL ||
	       (model->growth == LANDAU_GROWTH_LINEAR && !(model->exponent_high < HARDLY_GROWS) &&
		!(model->exponent_low > TOO_STEEP_FOR_LINE) &&
		model->shift <= LARGE_SHIFT * model->smallest);
}

/*
 * Whether the class that was named may be another one; then it is said what is left, which may be
 * nothing.
 */
static bool is_doubted(struct landau_model *model, const struct view *view)
{
	enum landau_growth named = model->growth;
	const double *distance = view->distance;
	double scatter = view->decade.scatter;
	bool pattern = scatter > QUIET && scatter < PATTERN && model->evidence < AHEAD;
	bool rare = scatter > QUIET && scatter < PATTERN_RARE && model->evidence < AHEAD_RARE;
	bool steps = scatter > QUIET && scatter < LOUD && model->evidence < AHEAD_RARE;
	bool strays = distance[named] > FAR_ITSELF && view->upper[named] > NEAR &&
		      model->evidence < AHEAD_RARE;

	switch (named) {
	case LANDAU_GROWTH_LOG:
		if (!pattern || view->upper[LANDAU_GROWTH_CONSTANT] > NEAR_UPPER ||
		    view->upper[LANDAU_GROWTH_CONSTANT] > view->upper[named])
			return false;
		say_between(model, LANDAU_GROWTH_CONSTANT);
		break;
	case LANDAU_GROWTH_LINEAR:
		/*
		 * Most of the cost does not grow, or most of the cells do not matter: the rest is not so sure. A line
		 * that is as steep as a square has to be near.
		 */
		if (model->exponent_low > TOO_STEEP_FOR_LINE) {
			if (model->shift <= LARGE_SHIFT * model->smallest &&
			    distance[named] <= OPEN)
				return false;
			break;
		}
		if (distance[LANDAU_GROWTH_LINEAR_LOG] > NEAR)
			return false;
		say_between(model, LANDAU_GROWTH_LINEAR);
		break;
	case LANDAU_GROWTH_LINEAR_LOG:
		/* At the upper end it may have turned into more, of which nothing is known yet. */
		if (view->upper[named] > 1 && view->upper[LANDAU_GROWTH_THREE_HALVES] < NEAR_UPPER)
			break;
		/* A table that doubles makes steps, between which a line looks like this. */
		if (!steps || distance[LANDAU_GROWTH_LINEAR] > NEAR)
			return false;
		say_between(model, LANDAU_GROWTH_LINEAR);
		break;
	case LANDAU_GROWTH_QUADRATIC_LOG:
		if (!pattern || model->evidence > AHEAD_LITTLE ||
		    (distance[LANDAU_GROWTH_QUADRATIC] > fmin(NEAR, distance[named]) &&
		     view->upper[LANDAU_GROWTH_QUADRATIC] > NEAR))
			return false;
		say_between(model, LANDAU_GROWTH_QUADRATIC);
		break;
	case LANDAU_GROWTH_SQRT:
		if (!rare || model->evidence > AHEAD_LITTLE ||
		    distance[LANDAU_GROWTH_LINEAR] > OPEN)
			return false;
		say_between(model, LANDAU_GROWTH_SQRT);
		break;
	case LANDAU_GROWTH_THREE_HALVES:
		if (model->scatter > SCATTERS_TOO_MUCH)
			break;
		if (!strays && (!rare || distance[LANDAU_GROWTH_QUADRATIC] > SUM_LIKE))
			return false;
		if (distance[LANDAU_GROWTH_LINEAR_LOG] > CLOSED)
			say_between(model, LANDAU_GROWTH_THREE_HALVES);
		break;
	case LANDAU_GROWTH_CUBIC:
		if (scatter > LOUD ||
		    view->upper[LANDAU_GROWTH_QUADRATIC] + NEAR_UPPER / 2 > view->upper[named])
			return false;
		say_at_least(model, 2);
		break;
	default:
		return false;
	}
	take_back(model);
	return true;
}

/* A class that is common, near, and ahead of its neighbours. */
static bool is_named(struct landau_model *model, const struct view *view)
{
	enum landau_growth growth = view->lowest;

	if ((growth != LANDAU_GROWTH_LINEAR && growth != LANDAU_GROWTH_QUADRATIC) ||
	    model->best_guess != growth || model->late != LANDAU_GROWTH_NONE ||
	    view->highest > growth + 1 || view->decade.scatter > NAMED_SCATTER ||
	    model->scatter > NAMED_STRAY ||
	    model->largest < pow(10, NAMED_DECADES) * model->smallest ||
	    view->distance[growth] > NAMED_NEAR ||
	    view->distance[growth + 1] < view->distance[growth] + NAMED_AHEAD)
		return false;
	model->growth = growth;
	model->runner_up = growth + 1;
	model->verdict = LANDAU_VERDICT_OK;
	print_formula(model);
	say_class(model);
	return true;
}

/* A class above the best one may not lead yet: all between them is open. */
static void open_late(struct landau_model *model, struct view *view)
{
	if (model->late == LANDAU_GROWTH_NONE)
		return;
	for (enum landau_growth g = model->best_guess; g <= model->late; g++)
		model->open |= 1u << g;
	set_ends(view, model);
}

static bool say_neighbours(struct landau_model *model, const struct view *view,
			   const struct points *points)
{
	enum landau_growth lower = view->lowest;

	if (view->lowest == view->highest) {
		/* The nearer of its neighbours, since nothing was sure enough to name it. */
		bool below = lower > LANDAU_GROWTH_CONSTANT &&
			     (lower == LANDAU_GROWTH_CUBIC ||
			      view->distance[lower - 1] < view->distance[lower + 1]);
		lower -= below;
	} else if (view->highest != lower + 1) {
		return false;
	}
	/* Between n log n and n^1.5 lie the sums of a line and a square, at almost any size. */
	if (lower == LANDAU_GROWTH_LINEAR_LOG)
		return false;
	/* Nor is one sure of n where the points are as steep as n^2 and only cells that do not matter explain it. */
	if (lower == LANDAU_GROWTH_LINEAR && model->exponent_low > TOO_STEEP_FOR_LINE)
		return false;
	if (landau_growth_power(lower) >= LEAST_WARNING && alarm_hangs_on_end(points))
		return false;
	if (lower == LANDAU_GROWTH_QUADRATIC_LOG)
		say_at_least(model, 2);
	else
		say_between(model, lower);
	return true;
}

/* Whatever the small sizes do, and whatever does not matter: the upper end is much steeper than a line. */
static bool say_steep_end(struct landau_model *model, const struct view *view)
{
	double error, slope = bounds_slope(&view->half, &error) - 2 * error;
	bool narrow = model->largest < DECADE * model->smallest;

	if (!(slope > (narrow ? STEEP_END_NARROW : STEEP_END)))
		return false;
	/* A line of which most cells of n do not matter is as steep as anything there. */
	if (narrow && fmin(view->distance[LANDAU_GROWTH_LINEAR],
			   view->distance[LANDAU_GROWTH_LINEAR_LOG]) <= OPEN)
		return false;
	say_at_least(model, fmin(STEEP_SHARE * slope, CLEAR_MOST));
	return true;
}

/* A power that is no class, such as n^2.5, and of which the points hardly stray. */
static bool say_power(struct landau_model *model, const struct view *view)
{
	double low = fmin(bounds_lowest(&view->decade, 1), model->exponent_low);

	if (view->least < OPEN || view->decade.scatter > QUIET || low < LEAST_WARNING ||
	    model->largest < DECADE * model->smallest ||
	    model->exponent_high - model->exponent_low > NARROW_INTERVAL)
		return false;
	model->statement = LANDAU_STATEMENT_AT_LEAST;
	model->power_low = low;
	return true;
}

static void say_bound(struct landau_model *model, const struct view *view)
{
	double near = fmax(1, AS_FAR * view->least), low = bounds_lowest(&view->decade, near);
	double below = fmin(view->distance[LANDAU_GROWTH_LINEAR],
			    view->distance[LANDAU_GROWTH_LINEAR_LOG]);
	enum landau_growth highest = view->highest;
	const double *distance = view->distance;
	bool falls_short = model->largest < DECADE * model->smallest;

	if (view->other_law)
		low = fmin(low, bounds_lowest(&view->half, 1));
	/* What the points as they are do not show is not claimed of what they are made of. */
	if (landau_model_has_exponent(model))
		low = fmin(low, model->exponent_high);
	if (fmin(low, landau_growth_power(view->lowest)) >= LEAST_WARNING) {
		say_at_least(model, fmin(fmin(low, falls_short ? 2 : low),
					 landau_growth_power(view->lowest)));
		return;
	}
	double clear = bounds_lowest(&view->decade, fmax(1, view->least));
	if (view->other_law)
		clear = fmin(clear, bounds_lowest(&view->half, 1));
	if (landau_model_has_exponent(model))
		clear = fmin(clear, model->exponent_high);
	bool steep = model->exponent_low > TOO_STEEP_FOR_LINE;
	bool sharp = model->exponent_high - model->exponent_low < NARROW_INTERVAL;
	bool closed_above = !falls_short && view->upper[LANDAU_GROWTH_LINEAR] > OPEN &&
			    view->upper[LANDAU_GROWTH_LINEAR_LOG] > OPEN;
	double warning = steep && closed_above ? STEEP_WARNING
			 : steep && sharp      ? LEAST_WARNING
					       : CLEAR_WARNING;
	if (clear >= warning && below > CLEAR_BELOW * fmax(1, view->least)) {
		say_at_least(model, fmin(clear, CLEAR_MOST));
		return;
	}
	if (say_steep_end(model, view))
		return;
	bool quiet = model->exponent_high < QUIET_EXPONENT;
	double closed = fmax(CLOSED, 2 * view->least);
	if (!landau_model_has_exponent(model) || model->exponent_low > LARGEST_AT_MOST)
		return;
	while (highest > view->lowest && highest > LANDAU_GROWTH_LINEAR && highest != model->late &&
	       distance[highest] > closed && (quiet || highest < LANDAU_GROWTH_QUADRATIC))
		highest--;
	/* Where n is open and the slope is like that of n, n^2 is not what the points look like. */
	if (highest > LANDAU_GROWTH_THREE_HALVES && model->late == LANDAU_GROWTH_NONE &&
	    model->exponent_high < SLOPE_OF_LINE && view->decade.scatter < WILD &&
	    distance[LANDAU_GROWTH_LINEAR] <= OPEN)
		highest = LANDAU_GROWTH_THREE_HALVES;
	if (highest > LANDAU_GROWTH_THREE_HALVES ||
	    (view->lowest >= LANDAU_GROWTH_LINEAR_LOG && distance[LANDAU_GROWTH_LINEAR] > OPEN))
		return;
	model->statement = LANDAU_STATEMENT_AT_MOST;
	/* Below n a bound calms nobody more, and vector instructions make a line look like less. */
	if (highest < LANDAU_GROWTH_LINEAR)
		highest = LANDAU_GROWTH_LINEAR;
	/* Beside what does not grow, and is most of the cost, a logarithm is not seen. */
	if (highest == LANDAU_GROWTH_LINEAR && model->exponent_low > GROWS_A_LITTLE &&
	    model->exponent_high < HARDLY_GROWS)
		highest = LANDAU_GROWTH_LINEAR_LOG;
	model->power_high = landau_growth_power(highest);
	model->open = (2u << highest) - 2;
}

/*
 * A lower bound is an alarm, and is checked once more: the points as they lie must grow as fast, whichever of
 * them happened to be there, and their cost must be one of n in the first place.
 */
static void check_alarm(struct landau_model *model, const struct view *view,
			const struct points *points)
{
	if (model->statement != LANDAU_STATEMENT_AT_LEAST)
		return;
	if (landau_model_has_exponent(model))
		model->power_low = fmin(model->power_low, model->exponent_low);
	if (model->power_low >= STEEP_WARNING && view->half.scatter <= TOO_WILD &&
	    !alarm_hangs_on_end(points) && !alarm_hangs_on_start(points) &&
	    !alarm_is_step(points)) {
		/* As it is printed: no more is claimed than the reader is told. */
		model->power_low = floor(10 * model->power_low) / 10;
		return;
	}
	model->statement = LANDAU_STATEMENT_UNKNOWN;
	model->power_low = -INFINITY;
}

bool statement_jumps_at_the_end(const struct landau_model *model, const struct points *points)
{
	double below[MAX_POINTS], distance[MAX_POINTS], last[LAST_SIZES];
	double largest = points->n[points->count - 1];
	size_t count = 0, ends = 0;

	for (size_t i = points->count; i-- > 0 && points->n[i] * DECADE >= largest;) {
		if (!(points->cost[i] > 0))
			continue;
		double level = log(points->cost[i]) - model->exponent * log(points->n[i]);
		if (ends < LAST_SIZES)
			last[ends++] = level;
		else
			below[count++] = level;
	}
	if (count < LEAST_BELOW)
		return false;
	double middle = gsl_stats_median(below, 1, count);
	for (size_t i = 0; i < count; i++)
		distance[i] = fabs(below[i] - middle);
	double deviation = MAD_OF_SIGMA * gsl_stats_median(distance, 1, count);
	for (size_t i = 0; i < ends; i++)
		if (last[i] > middle + JUMP + DEVIATIONS * deviation)
			return true;
	return false;
}

/* An upper bound calms: nothing that was seen may speak against it. */
static void check_calm(struct landau_model *model, const struct points *points)
{
	if (model->statement == LANDAU_STATEMENT_AT_MOST &&
	    (model->scatter > TOO_WILD_FOR_ALL || statement_jumps_at_the_end(model, points))) {
		model->statement = LANDAU_STATEMENT_UNKNOWN;
		model->power_high = INFINITY;
	}
}

void statement_make(struct landau_model *model, const struct points *points)
{
	struct view view = {0};

	model->power_low = -INFINITY;
	model->power_high = INFINITY;
	if (is_beyond_doubt(model)) {
		say_class(model);
		reason_of_class(model, points);
		return;
	}
	bool seen = look(&view, model, points);
	if (model->verdict == LANDAU_VERDICT_OK) {
		if (!seen || !is_doubted(model, &view)) {
			say_class(model);
			reason_of_class(model, points);
			return;
		}
	} else if (seen && view.lowest != LANDAU_GROWTH_NONE) {
		/* What grows faster than any power that is looked for. */
		bool steep = bounds_lowest(&view.decade, 1) > 3 ||
			     model->best_guess == LANDAU_GROWTH_EXPONENTIAL;

		if (!steep && is_named(model, &view)) {
			reason_of_class(model, points);
			return;
		}
		open_late(model, &view);
		if (steep || (!say_power(model, &view) && !say_neighbours(model, &view, points)))
			say_bound(model, &view);
		if (steep && model->statement == LANDAU_STATEMENT_AT_MOST)
			model->statement = LANDAU_STATEMENT_UNKNOWN;
		check_alarm(model, &view, points);
		check_calm(model, points);
	}
	if (model->statement != LANDAU_STATEMENT_AT_MOST &&
	    model->statement != LANDAU_STATEMENT_BETWEEN)
		model->power_high = INFINITY;
	reason_find(model, points, seen ? view.decade.scatter : 0);
}
