/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host.h - what the core needs from whoever runs it.
 *
 * The core is freestanding: it runs inside Valgrind, inside the profiled program and in the landau
 * command. These few functions are all that it asks of the outside world.
 */
#ifndef LANDAU_CORE_HOST_H
#define LANDAU_CORE_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct landau_host {
	void *context; /* handed back to each function below */

	/* Zeroed memory in whole pages, or NULL when there is none. */
	void *(*get_memory)(void *context, size_t bytes);
	void (*give_back)(void *context, void *memory, size_t bytes);

	/*
	 * Optional (NULL: the host has none). A reservation of address space that reads as zero and
	 * takes memory only where it is written; discard makes whole pages of it zero and free
	 * again.
	 */
	void *(*reserve)(void *context, size_t bytes);
	void (*discard)(void *context, void *memory, size_t bytes);

	/*
	 * There is no memory left, or a limit of the core is reached. Does not return to the core.
	 * All points collected so far can still be read; no further event may be fed in.
	 */
	void (*die)(void *context, const char *what, uint64_t bytes_in_use)
		__attribute__((noreturn));
};

#endif
