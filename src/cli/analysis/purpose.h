/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * purpose.h - what a flow is for: not all that one routine reads of another is data that is worked on.
 *
 * Whoever takes a lock reads what the last owner left in it, and the dynamic loader reads each library; in a small program that is
 * more than its data. Those flows are set apart, by the names of their ends.
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
	LANDAU_PURPOSES
};

/* "data", "synchronisation", "start-up" */
const char *landau_purpose_name(enum landau_purpose purpose);

enum landau_purpose landau_purpose_of(const struct landau_profile *profile,
				      const struct landau_profile_flow *flow);

/* The same of both ends alone: a routine that reads, and who wrote, as in struct landau_profile_flow. */
enum landau_purpose landau_purpose_between(const struct landau_profile *profile, uint32_t routine,
					   uint32_t from_thread, uint32_t from);

#endif
