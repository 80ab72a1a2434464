/* SPDX-License-Identifier: GPL-2.0-or-later */
/* snapshots.h - profiles that are written while the program runs; with --snapshot again and again. */
#ifndef LANDAU_NATIVE_SNAPSHOTS_H
#define LANDAU_NATIVE_SNAPSHOTS_H

#include "engine/native/native.h"

/* The profile so far; its file's name has the ending. False: it could not be written, which is said. */
bool landau_snapshot(const char *ending, bool silent);

/* No snapshot is written meanwhile: the last profile has the same name. */
void landau_snapshots_hold(void);
void landau_snapshots_release(void);

/* Starts the clock for --snapshot, if that is wanted; in the child of a fork again. */
void landau_snapshots_start(void);

/* At a hook, when the clock has asked for attention. */
void landau_snapshot_if_due(void);

#endif
