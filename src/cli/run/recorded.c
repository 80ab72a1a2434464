/* SPDX-License-Identifier: GPL-2.0-or-later */
/* recorded.c - counts what is in a profile; see recorded.h. */
#include "cli/run/recorded.h"

#include "cli/command.h"
#include "cli/print/names.h"
#include "profile/profile.h"

#include <inttypes.h>
#include <string.h>

void landau_tell_recorded(const char *path)
{
	struct landau_error error;
	struct landau_profile *profile = landau_profile_read(path, &error);
	uint64_t calls = 0;
	size_t points = 0;

	if (!profile) {
		landau_complain_error(&error);
		return;
	}
	for (size_t i = 0; i < profile->record_count; i++) {
		calls += profile->records[i].calls;
		points += profile->records[i].trms_count;
	}
	landau_complain(
		"%s: %" PRIu64 " calls of %zu routines, %zu points, %" PRIu64 " %s", path, calls,
		profile->routine_count, points, landau_profile_cost(profile, LANDAU_NONE),
		strcmp(profile->cost_kind, "bb") == 0 ? "blocks"
						      : landau_cost_unit(profile->cost_kind));
	landau_profile_free(profile);
}
