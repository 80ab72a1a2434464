/* SPDX-License-Identifier: GPL-2.0-or-later */
/* terms.c - the leading term g(n) of each class. */
#include "model/internal.h"

#include <math.h>

static double power_value(enum landau_growth growth, double n)
{
	switch (growth) {
	case LANDAU_GROWTH_SQRT:
		return sqrt(n);
	case LANDAU_GROWTH_LINEAR:
	case LANDAU_GROWTH_LINEAR_LOG:
		return n;
	case LANDAU_GROWTH_THREE_HALVES:
		return n * sqrt(n);
	case LANDAU_GROWTH_QUADRATIC:
	case LANDAU_GROWTH_QUADRATIC_LOG:
		return n * n;
	case LANDAU_GROWTH_CUBIC:
		return n * n * n;
	default:
		return 1;
	}
}

double landau_growth_power(enum landau_growth growth)
{
	static const double powers[LANDAU_GROWTH_COUNT] = {
		[LANDAU_GROWTH_SQRT] = 0.5,     [LANDAU_GROWTH_LINEAR] = 1,
		[LANDAU_GROWTH_LINEAR_LOG] = 1, [LANDAU_GROWTH_THREE_HALVES] = 1.5,
		[LANDAU_GROWTH_QUADRATIC] = 2,  [LANDAU_GROWTH_QUADRATIC_LOG] = 2,
		[LANDAU_GROWTH_CUBIC] = 3,      [LANDAU_GROWTH_EXPONENTIAL] = INFINITY,
	};

	return powers[growth];
}

bool growth_has_logarithm(enum landau_growth growth)
{
	return growth == LANDAU_GROWTH_LOG || growth == LANDAU_GROWTH_LINEAR_LOG ||
	       growth == LANDAU_GROWTH_QUADRATIC_LOG;
}

/* Below 1 a size has no logarithm worth speaking of. */
static double logarithm(double n)
{
	return n > 1 ? log2(n) : 0;
}

double shape_value(const struct shape *shape, double n, double largest)
{
	if (shape->growth == LANDAU_GROWTH_EXPONENTIAL)
		return pow(shape->base, n - largest);

	double size = fmax(n - shape->shift, 0);
	double value = power_value(shape->growth, size / (largest - shape->shift));
	if (growth_has_logarithm(shape->growth))
		value *= logarithm(size) / logarithm(largest - shape->shift);
	return value;
}

double shape_slope(const struct shape *shape, double n, double largest)
{
	const double step = 0.05;

	if (shape->growth == LANDAU_GROWTH_EXPONENTIAL)
		return (n - largest) * shape_value(shape, n, largest);
	/* A greater shift is a lesser size, but for the scale, which the fit takes care of. */
	return (shape_value(shape, n - step, largest) - shape_value(shape, n + step, largest)) /
	       (2 * step);
}

double shape_raw(const struct shape *shape, double n)
{
	if (shape->growth == LANDAU_GROWTH_EXPONENTIAL)
		return pow(shape->base, n);

	double size = fmax(n - shape->shift, 0);
	double value = power_value(shape->growth, size);
	return growth_has_logarithm(shape->growth) ? value * logarithm(size) : value;
}
