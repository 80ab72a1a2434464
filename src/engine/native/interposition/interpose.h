/* SPDX-License-Identifier: GPL-2.0-or-later */
/* interpose.h - what the files with interposed functions have for the rest of the runtime. */
#ifndef LANDAU_NATIVE_INTERPOSE_H
#define LANDAU_NATIVE_INTERPOSE_H

#include <stdbool.h>
#include <stddef.h>

/* Handlers for fork. */
void landau_process_start(void);

/* System calls by which a program forks past the C library. */
bool landau_is_fork(long number);
long landau_fork_by_number(long number, const long arguments[6]);

/* A thread that is not in the child of a fork may have held a lock. */
void landau_created_threads_after_fork(void);

/* The calling thread has got memory; perhaps another one still has to count what it read there (allocation.c). */
void landau_wait_for_moves(const void *memory, size_t bytes);
void landau_moves_after_fork(void);

/* What orders threads that pass data through the kernel. */
extern const char landau_files[1];

/* The end of the calling thread is noticed. */
void landau_watch_end_of_thread(void);

#endif
