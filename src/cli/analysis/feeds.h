/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * feeds.h - who feeds whom: the flows of a profile (landau.data(5)) by routine, whatever thread has read.
 */
#ifndef LANDAU_CLI_FEEDS_H
#define LANDAU_CLI_FEEDS_H

#include <stdio.h>

#include "model/model.h"
#include "profile/profile.h"

/* What a routine has from one source, over the threads that it runs on. */
struct landau_feed {
	uint32_t routine;
	/* As in struct landau_profile_flow. Where threads are not told apart, from_thread is 0 for any, or LANDAU_NONE. */
	uint32_t from_thread;
	uint32_t from;
	bool crosses; /* another thread than the one that has read wrote it */
	uint64_t cells;
	uint64_t self;
	uint64_t induced;
};

/*
 * Those to one routine or, if that is LANDAU_NONE, to all; with `by_thread`, sources on several threads are several feeds. The ones of
 * which the routine reads most itself are first or, of one routine, those of which it has most. False: no memory; free *feeds.
 */
bool landau_feeds_of(const struct landau_profile *profile, uint32_t routine, bool by_thread,
		     struct landau_feed **feeds, size_t *count);

/* Is the flow one of those that the feed is the sum of? Where threads are not told apart. */
bool landau_feed_has(const struct landau_feed *feed, const struct landau_profile_flow *flow);

/* How the cells of an activation from the source grow with its input, in the mean. False: no memory. */
bool landau_feed_model(const struct landau_profile *profile, const struct landau_feed *feed,
		       bool by_thread, struct landau_model *model);

enum { LANDAU_FEED_NAME_BYTES = 512 };

/* "parse (thread 3)", "file /a/b", "nobody". */
void landau_feed_source(const struct landau_profile *profile, const struct landau_feed *feed,
			bool by_thread, int columns, char text[LANDAU_FEED_NAME_BYTES]);

/* "routine", the kind of an external, "outside" (of all routines), or "nobody". */
const char *landau_feed_kind(const struct landau_profile *profile, const struct landau_feed *feed);

/*
 * Writes `before`, which is a comma and white space, and "sources": [...], whose the input of a routine was, as landau.json(5) says;
 * nothing if the profile does not have that. False: no memory.
 */
bool landau_feeds_print_json(FILE *stream, const char *before, const struct landau_profile *profile,
			     uint32_t routine);

#endif
