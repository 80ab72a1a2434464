/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dump_signal.h - how `landau dump` asks a program that profiles itself for a snapshot.
 *
 * It queues the signal with the value; the program writes the snapshot beside its profile, to the name
 * that LANDAU_OUT says with the ending, and goes on.
 */
#ifndef LANDAU_NATIVE_DUMP_SIGNAL_H
#define LANDAU_NATIVE_DUMP_SIGNAL_H

/* The program never sees it; between threads it means that one has to stop (world.h). */
#define LANDAU_STOP_SIGNAL (64)

enum { LANDAU_DUMP_VALUE = 0x4c44 };

#define LANDAU_DUMP_ENDING ".dump"

#endif
