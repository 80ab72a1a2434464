/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * format.h - what the writer and the readers of landau.data(5) have in common.
 *
 * Freestanding, because the writer runs inside the engines.
 */
#ifndef LANDAU_PROFILE_FORMAT_H
#define LANDAU_PROFILE_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include "core/further.h"

enum { LANDAU_FORMAT_VERSION = 1 };

/* "None" for an index: the parent of a root, the context in a profile without contexts. */
#define LANDAU_NONE UINT32_MAX

/* How the profiled process ended. */
enum landau_exit_kind {
	LANDAU_EXIT_EXIT,    /* code: the status */
	LANDAU_EXIT_SIGNAL,  /* code: the signal */
	LANDAU_EXIT_EXEC,    /* the process executed another program */
	LANDAU_EXIT_RUNNING, /* a snapshot */
};

/* What the size of a run of a sweep is counted in: what was put in for it. */
enum landau_run_unit {
	LANDAU_RUN_UNSIZED, /* the run was made for no size */
	LANDAU_RUN_NUMBER,  /* the number itself, {n} */
	LANDAU_RUN_LINES,   /* the lines of {file} */
	LANDAU_RUN_BYTES,   /* the bytes of {file} */
	LANDAU_RUN_THREADS, /* the number of threads, {t} */
	LANDAU_RUN_UNITS
};

/* "n", "lines", "bytes" or "threads"; "" for LANDAU_RUN_UNSIZED. */
const char *landau_run_unit_name(enum landau_run_unit unit);

/* "alloc", "allocs", "live", "peak", "bytes-in", "bytes-out" or "syscalls". */
const char *landau_further_name(enum landau_further cost);

/* The one with this name, which need not be terminated; LANDAU_FURTHER_COSTS: there is none. */
enum landau_further landau_further_named(const char *name, size_t length);

/* "exit", "signal", "exec" or "running". */
const char *landau_exit_kind_name(enum landau_exit_kind kind);

#endif
