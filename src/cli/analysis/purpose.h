/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * purpose.h - what a flow is for: not all that one routine reads of another is data that is worked on.
 *
 * Whoever takes a lock reads what the last owner left in it, the dynamic loader reads each library, and an allocator reads the lists and
 * the heads of blocks that it has written; in a small program that is more than its data. Those flows are set apart, by the names of their ends.
 */
#ifndef LANDAU_CLI_PURPOSE_H
#define LANDAU_CLI_PURPOSE_H

#include "profile/profile.h"

enum landau_purpose {
	LANDAU_PURPOSE_DATA,
	/* One end is a lock, an atomic variable, or the bookkeeping of a library of threads. */
	LANDAU_PURPOSE_SYNCHRONISATION,
	/* One end only brings the program or a thread up and down (startup.h). */
	LANDAU_PURPOSE_STARTUP,
	/* An allocator reads, or what it has written is read: what it keeps of the blocks, not what is in them. */
	LANDAU_PURPOSE_ALLOCATION,
	LANDAU_PURPOSES
};

/* "data", "synchronisation", "start-up", "allocation" */
const char *landau_purpose_name(enum landau_purpose purpose);

enum landau_purpose landau_purpose_of(const struct landau_profile *profile,
				      const struct landau_profile_flow *flow);

/* The same of both ends alone: a routine that reads, and who wrote, as in struct landau_profile_flow. */
enum landau_purpose landau_purpose_between(const struct landau_profile *profile, uint32_t routine,
					   uint32_t from_thread, uint32_t from);

#endif
