/* SPDX-License-Identifier: GPL-2.0-or-later */
/* export/common.c - what several formats of landau export need; see export.h. */
#include "cli/export/export.h"

#include <string.h>

#include "profile/format.h"

#include "cli/print/json.h"

const char landau_export_outside_name[] = "(outside of all routines)";

static uint64_t saturate(unsigned __int128 sum)
{
	return sum < UINT64_MAX ? (uint64_t)sum : UINT64_MAX;
}

static unsigned __int128 sum_of_self(const struct landau_profile *profile)
{
	unsigned __int128 sum = 0;

	for (size_t i = 0; i < profile->record_count; i++)
		sum += profile->records[i].self;
	return sum;
}

uint64_t landau_export_total(const struct landau_profile *profile)
{
	unsigned __int128 within = sum_of_self(profile);
	unsigned __int128 sum = 0;

	for (size_t i = 0; i < profile->thread_count; i++)
		sum += profile->threads[i].cost;
	return saturate(sum > within ? sum : within);
}

uint64_t landau_export_outside(const struct landau_profile *profile)
{
	unsigned __int128 within = sum_of_self(profile);
	uint64_t total = landau_export_total(profile);

	return within < total ? total - (uint64_t)within : 0;
}

bool landau_export_adds_up(const struct landau_profile *profile, enum landau_further cost)
{
	return (profile->further_costs >> cost & 1) && !landau_further_is_level(cost);
}

uint64_t landau_export_further_total(const struct landau_profile *profile, enum landau_further cost)
{
	unsigned __int128 sum = 0;
	size_t first;
	size_t last;

	landau_profile_further_of(profile, LANDAU_NONE, &first, &last);
	for (size_t i = first; i < last; i++)
		if (profile->further[i].cost == cost)
			sum += profile->further[i].total;
	return saturate(sum);
}

uint64_t landau_export_self(const struct landau_profile *profile, uint32_t routine,
			    enum landau_further cost)
{
	unsigned __int128 sum = 0;
	size_t first = 0;
	size_t last = profile->further_count;

	if (routine != LANDAU_NONE)
		landau_profile_further_of(profile, routine, &first, &last);
	for (size_t i = first; i < last; i++) {
		const struct landau_profile_further *further = &profile->further[i];

		if (further->cost != cost)
			continue;
		if (further->routine != LANDAU_NONE)
			sum += further->self;
	}
	if (routine == LANDAU_NONE)
		sum = landau_export_further_total(profile, cost) > sum
			      ? landau_export_further_total(profile, cost) - sum
			      : 0;
	return saturate(sum);
}

void landau_export_part(FILE *stream, const char *name, size_t length, const char *reserved,
			char substitute)
{
	const unsigned char *at = (const unsigned char *)name;
	const unsigned char *end = at + length;

	while (at < end) {
		size_t bytes = landau_utf8_length(at);

		if (bytes == 0) {
			fputs("\xef\xbf\xbd", stream);
			bytes = 1;
		} else if (*at < ' ' || *at == 0x7f || (*at == 0xc2 && at[1] < 0xa0) ||
			   strchr(reserved, *at)) {
			putc(substitute, stream);
		} else {
			fwrite(at, 1, bytes, stream);
		}
		at += bytes;
	}
}

void landau_export_name(FILE *stream, const char *name, const char *reserved, char substitute)
{
	landau_export_part(stream, name, strlen(name), reserved, substitute);
}
