/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * curve.h - progress curves: what a long activation had read, and what it had cost, on its way.
 */
#ifndef LANDAU_CORE_CURVE_H
#define LANDAU_CORE_CURVE_H

#include <stdint.h>

/* A pending activation at one moment. */
struct landau_mark {
	uint64_t trms;
	uint64_t rms;
	uint64_t thread_input;
	uint64_t external_input;
	uint64_t cost; /* inclusive, since the call */
};

/* Of each routine on each thread the curves of so many activations are kept: the most expensive ones. */
enum { LANDAU_CURVES_KEPT = 3 };

#endif
