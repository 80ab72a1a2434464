/* SPDX-License-Identifier: GPL-2.0-or-later */
/* interpose.h - what the files with interposed functions have for the rest of the runtime. */
#ifndef LANDAU_NATIVE_INTERPOSE_H
#define LANDAU_NATIVE_INTERPOSE_H

/* Handlers for fork. */
void landau_process_start(void);

/* A thread that is not in the child of a fork may have held a lock. */
void landau_births_after_fork(void);

/* What orders threads that pass data through the kernel. */
extern const char landau_files[1];

/* The end of the calling thread is noticed. */
void landau_watch_end_of_thread(void);

#endif
