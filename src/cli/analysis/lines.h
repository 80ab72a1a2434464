/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lines.h - how the source lines of a routine grow with its input. */
#ifndef LANDAU_CLI_LINES_H
#define LANDAU_CLI_LINES_H

#include "model/model.h"
#include "profile/profile.h"

struct landau_line_growth {
	const struct landau_line *line;
	double share;                   /* of the cost of all lines of the routine, 0 to 1 */
	double largest_share;           /* the same of activations with the largest input */
	struct landau_model executions; /* of an activation, in the mean */
	struct landau_model cost;
};

struct landau_line_growths {
	struct landau_line_growth *lines; /* as the profile has them, by file and line */
	size_t count;
	/*
	 * The same with what was inlined from other files at the place in the routine's own file that calls for it, if there
	 * is one. A place has an `inlined` only if all of its own code has the same; its executions are those of its own code.
	 */
	struct landau_line_growth *places; /* by file and line */
	size_t place_count;
	uint64_t activations; /* that were watched */
	size_t sizes;
	uint64_t largest; /* size that was watched */
	const struct landau_line_growth
		*hottest; /* the place with most of the cost there; NULL: no cost */

	struct landau_line *place_lines; /* internal: of the places */
};

/* False: no memory. Without lines in the profile `count` is 0. */
bool landau_line_growths_of(const struct landau_profile *profile, uint32_t routine,
			    struct landau_line_growths *growths);
/* Is it code of which no line is known, but where it is in the object? Its file is that address. */
bool landau_line_is_address(const struct landau_line *line);

/* How executions of a line grow, of an activation, in the mean. False: no memory. */
bool landau_line_fit(const struct landau_line *line, struct landau_model *model);

/* The place that a line is a part of, as above. */
void landau_line_place(const struct landau_line *line, const char *own_file, const char **file,
		       uint32_t *number);

/* The place with most of the cost at the largest size; false: not known. The name is the profile's. */
bool landau_hottest_place(const struct landau_profile *profile, uint32_t routine, const char **file,
			  uint32_t *line);

/*
 * What lines of one routine did together, by size, to be freed; NULL: no memory. An activation that was watched is one for all of
 * them. A line that stands twice in a row counts once.
 */
struct landau_line_point *landau_lines_together(const struct landau_line *const *lines,
						size_t count, size_t *point_count);

void landau_line_growths_free(struct landau_line_growths *growths);

#endif
