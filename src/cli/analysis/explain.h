/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * explain.h - what separates the points of a routine whose cost does not follow its input alone.
 *
 * Tried in this order, the first that gives a clear statement is it: another n (rms, what the kernel or
 * other threads wrote), the caller, callees that differ from call to call, two modes. Clear is a class
 * that the points keep close to, closer by far than to any curve by trms; tests/cli/explain.py tries how
 * seldom that happens to noise. An explanation stands beside a model and never
 * changes it, and where the model has a class that its points keep to there is none.
 */
#ifndef LANDAU_CLI_EXPLAIN_H
#define LANDAU_CLI_EXPLAIN_H

#include "model/model.h"
#include "profile/profile.h"

enum landau_explanation_kind {
	LANDAU_EXPLANATION_NONE,
	LANDAU_EXPLANATION_RMS,
	LANDAU_EXPLANATION_EXTERNAL,
	LANDAU_EXPLANATION_THREADS,
	LANDAU_EXPLANATION_CALLERS, /* of calling contexts */
	LANDAU_EXPLANATION_DISPATCHER,
	LANDAU_EXPLANATION_MODES,
};

struct landau_explanation {
	enum landau_explanation_kind kind;
	char text[320]; /* "linear in its external input"; "" for NONE */
	/*
	 * The class that it names, of the n that it names; where it names several, the one that grows fastest. Of a
	 * dispatcher nothing is known: its statement is LANDAU_STATEMENT_UNKNOWN.
	 */
	struct landau_model model;
};

/*
 * `summary` is of all threads, `model` is that of its worst case. False: no memory.
 */
bool landau_explain(const struct landau_profile *profile, uint32_t routine,
		    const struct landau_summary *summary, const struct landau_model *model,
		    struct landau_explanation *explanation);

/* null, or {"kind": "external", "text": "linear in its external input", "model": {...}} */
void landau_explanation_print_json(FILE *stream, const struct landau_explanation *explanation);

/* Is the routine one that spends its cost in many callees, others from call to call? False, too: no memory. */
bool landau_is_dispatcher(const struct landau_profile *profile, uint32_t routine,
			  const struct landau_summary *summary);

/* -- For the files of this search --------------------------------------------------------------- */

/* Some activations of one n: the least, the mean and the greatest of their costs. */
struct landau_group {
	double n, low, mean, high, calls;
};

/* How far 90 % of the costs are from the curve at most, as a logarithm; infinite without a curve. */
double landau_groups_spread(const struct landau_group *groups, size_t count,
			    const struct landau_model *model);
/* Of the mean costs. `samples` has room for `count`. */
struct landau_model landau_groups_fit(const struct landau_group *groups, size_t count,
				      struct landau_sample *samples);

/* Two curves that the points are on, one or the other (explain_modes.c). */
struct landau_modes {
	struct landau_model models[2]; /* the cheaper first */
	double calls[2];
};

/* Are there two modes? *memory is cleared if there is not enough. */
bool landau_find_modes(const struct landau_group *groups, size_t count, struct landau_modes *modes,
		       bool *memory);

#endif
