/* SPDX-License-Identifier: GPL-2.0-or-later */
/* process.h - runs another program in the foreground, in place of this one as far as can be told.
 */
#ifndef LANDAU_CLI_PROCESS_H
#define LANDAU_CLI_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Waits for the end of a child; its status as of waitpid(2), -1 on error. */
int landau_wait_for(pid_t child);

/*
 * Runs prepare(context) in a new process, which is to execute the program, and waits for its end.
 * Signals that somebody sends to this process meanwhile (kill, timeout) are passed on to
 * the child; those of the terminal reach it anyway. Returns the status as of waitpid(2), -1 if
 * no process can be started. *child is the process id.
 */
int landau_run_in_foreground(void (*prepare)(void *context), void *context, pid_t *child);

/* What proc(5) says of a process in its status: the rest of the line of a field; false: it cannot be read. */
bool landau_process_status(pid_t process, const char *field, char *value, size_t size);

#endif
