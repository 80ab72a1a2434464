/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * target.h - can this program be recorded at all?
 *
 * The engine would fail on some programs in its own words, or run something else than was meant. So
 * the program is looked at before: it exists, may be executed, is for this processor and asks for no
 * privileges. What is wrong is said as the shell would say it, with the shell's exit statuses.
 */
#ifndef LANDAU_CLI_TARGET_H
#define LANDAU_CLI_TARGET_H

enum { LANDAU_TARGET_CANNOT_RUN = 126, LANDAU_TARGET_NOT_FOUND = 127 };

/* 0 if `program` can be recorded; else complains and returns one of the statuses above. */
int landau_target_check(const char *program);

/* Whether `program`, found like a command, profiles itself (cli/run/native.h). */
int landau_target_is_native(const char *program);

/*
 * Says so if `program` is a script that /usr/bin/env starts: without --trace-children the engine sees env
 * alone, which executes the interpreter.
 */
void landau_target_warn_of_env(const char *program);

#endif
