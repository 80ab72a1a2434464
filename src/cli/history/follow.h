/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * follow.h - what routines did from one profile of a history to the next.
 *
 * A track is one routine over all profiles: what was measured of it in each, and what changed. Each profile is compared, as
 * landau diff does it, with the last one in which something changed and not with the one before, so that many small
 * steps are noticed once their sum is a change. If the two cannot be compared, as when the inputs are others, but
 * the one before can, that takes its place; and if the cost grows faster than n log n from then on, that is noted
 * as a change that is not known.
 */
#ifndef LANDAU_CLI_HISTORY_FOLLOW_H
#define LANDAU_CLI_HISTORY_FOLLOW_H

#include "cli/history/store.h"
#include "cli/print/change.h"

/* One routine in one profile. */
struct landau_moment {
	size_t entry; /* index of the profile */
	struct landau_change_side is;
	struct landau_cost_point *points;
	size_t point_count;
	double cost; /* of a call at track->size, NaN: not measured there */
};

/* Something changed. */
struct landau_event {
	size_t before, entry; /* compared with which profile, and in which it was first seen */
	struct landau_change_side old, new;
	struct landau_comparison is;
};

struct landau_track {
	char *name, *object, *file;
	uint32_t line; /* as it is last known */
	struct landau_moment *moments;
	size_t moment_count;
	struct landau_event *events;
	size_t event_count;
	double size;  /* n at which costs are given: the largest that most profiles have seen */
	double share; /* of the cost, the greatest that it had */
};

struct landau_history {
	struct landau_store_entry *entries;
	size_t entry_count;
	struct landau_track *tracks; /* what got worse last first, then by share */
	size_t track_count;
	char *cost_kind;
};

/*
 * Of the last `last` profiles, 0: all. Routines are followed from where they first have LANDAU_SMALLEST_SHARE of the cost; not those
 * of start-up, or those alone whose names match the glob if it is not NULL. `size` is for all costs if it is not 0.
 */
bool landau_history_follow(struct landau_store *store, size_t last, const char *glob, double size,
			   struct landau_history *history, struct landau_error *error);
void landau_history_free(struct landau_history *history);

#endif
