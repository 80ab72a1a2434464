/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * totals.h - what routines cost in runs of known sizes: the lines x-runs of landau.data(5).
 */
#ifndef LANDAU_PROFILE_TOTALS_H
#define LANDAU_PROFILE_TOTALS_H

#include "profile/fields.h"
#include "profile/profile.h"
#include "profile/writer.h"

/* Brings the totals of a profile in canonical order; those of one routine and size become one. */
void landau_totals_finish(struct landau_profile *profile);

/* Reads the fields behind the routine, which must be possible. */
void landau_totals_read(struct landau_fields *fields, struct landau_run_totals *totals);
void landau_totals_write(struct landau_writer *writer, const struct landau_run_totals *totals);

#endif
