/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * files.h - which bytes of files the process has read (files.c).
 *
 * The kernel's part asks for each system call; without --files=distinct nothing is looked at.
 */
#ifndef LANDAU_ENGINE_VALGRIND_FILES_H
#define LANDAU_ENGINE_VALGRIND_FILES_H

#include "engine/valgrind/compat.h"

struct landau_file;

/* What the system call of a thread reads. */
struct landau_file_reading {
	struct landau_file *file; /* NULL: nothing, or none that is looked at */
	ULong place;              /* where in it the next bytes are */
};

void landau_files_before_call(ThreadId tid, UInt number, const UWord *arguments);
void landau_files_after_call(ThreadId tid, UInt number, const UWord *arguments, SysRes result);
void landau_files_after_fork(ThreadId tid); /* in the child */

/* The system call has put these bytes there. False: they are of no file that is looked at, and nothing is reported. */
Bool landau_files_read(ThreadId tid, Addr address, SizeT size);

/* In kernel.c: the kernel writes there what the thread knows, which is the thread's own write. */
void landau_report_own_write(ThreadId tid, Addr address, SizeT size);

#endif
