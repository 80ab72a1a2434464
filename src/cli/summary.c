/* SPDX-License-Identifier: GPL-2.0-or-later */
/* summary.c - counts what is in a profile; see summary.h. */
#include "cli/summary.h"

#include "cli/command.h"
#include "cli/names.h"
#include "profile/profile.h"

#include <inttypes.h>
#include <string.h>

void landau_summary_tell(const char *path)
{
	struct landau_error error;
	struct landau_profile *profile = landau_profile_read(path, &error);
	uint64_t calls = 0;
	uint64_t cost = 0;
	size_t points = 0;

	if (!profile) {
		landau_complain_error(&error);
		return;
	}
	for (size_t i = 0; i < profile->record_count; i++) {
		calls += profile->records[i].calls;
		points += profile->records[i].trms_count;
	}
	for (size_t i = 0; i < profile->thread_count; i++)
		cost += profile->threads[i].cost;
	landau_complain("%s: %" PRIu64 " calls of %zu routines, %zu points, %" PRIu64 " %s", path,
			calls, profile->routine_count, points, cost,
			strcmp(profile->cost_kind, "bb") == 0
				? "blocks"
				: landau_cost_unit(profile->cost_kind));
	landau_profile_free(profile);
}
