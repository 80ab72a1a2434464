/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * event_log.h - a log of all events, to test the engine against the definition of the metric.
 *
 * With LANDAU_LOG=FILE in the environment all threads write their events to FILE in one order, as a
 * trace for `landau replay`, and to FILE.activations what each activation turned out to be, as
 * `landau replay --activations` prints it, but for the order of the sources of an activation. Routines are named r0, r1, ... In a program without
 * races the order of the log is one in which its accesses could have happened, so both must agree.
 */
#ifndef LANDAU_NATIVE_EVENT_LOG_H
#define LANDAU_NATIVE_EVENT_LOG_H

#include "engine/native/native.h"

void landau_log_start(const char *path);
void landau_log_end(void);

/* `word`: write, kwrite, forget. The source (core/authors.h) is there if it is external and has a number. */
void landau_log_access(const char *word, const volatile void *address, uint64_t size,
		       uint32_t source);

/* The cost so far is logged too; a read can be where a progress curve has a mark. */
void landau_log_read(struct landau_native_thread *self, const volatile void *address,
		     uint64_t size);
/* Blocks of memory, `word`: alloc, split; and other further costs. */
void landau_log_block(struct landau_native_thread *self, const char *word, uint64_t address,
		      uint64_t size);
void landau_log_free(struct landau_native_thread *self, uint64_t address);
void landau_log_spent(struct landau_native_thread *self, enum landau_further cost, uint64_t amount);
void landau_log_call(struct landau_native_thread *self, uint32_t routine);
void landau_log_return(struct landau_native_thread *self);
void landau_log_activation(void *context, const struct landau_thread *thread,
			   const struct landau_result *result);

#endif
