/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * copies.h - looks through routines that copy memory, for engines that ask for sources.
 *
 * Whoever copies data is the source of the copy. An engine that knows that the innermost activation copies, and what, may say so: when that
 * activation returns, each cell of the copy has the source that the cell had that its first byte comes from, as it was when the
 * engine said so (of several copies by one activation the first one counts). Until it returns, the copier is the source.
 */
#ifndef LANDAU_CORE_COPIES_H
#define LANDAU_CORE_COPIES_H

#include <stdint.h>

struct landau_thread;

/* Larger copies are not looked through, since the sources of all cells are kept until the activation returns. */
#define LANDAU_LARGEST_COPY ((uint64_t)1 << 28)

/* The innermost activation copies `size` bytes; nothing happens if there is none, or sources are not asked for. */
void landau_copy(struct landau_thread *thread, uint64_t to, uint64_t from, uint64_t size);

/* The activation of this number, the innermost one, has returned. */
void landau_end_copies(struct landau_thread *thread, uint32_t activation);

/* Forgets the copies that are on their way. */
void landau_drop_copies(struct landau_thread *thread);

#endif
