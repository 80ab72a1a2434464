/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * region.h - parts of the stack whose reads and costs are not the callers': routines that are treated as opaque.
 *
 * What an allocator looks at to find a block, and how long that takes, depends on all that was allocated before, and on
 * nothing that its caller knows of. So there is a barrier in the stack: the outermost activation that belongs to the
 * opaque routine that runs. A read counts for the activations from the innermost one down to the barrier. Since counters are
 * partial (thread.h) that takes no more than to take it off the activation in front of the barrier, the floor, in place of
 * one further out or of none.
 *
 * An open routine that is called behind a barrier takes it away until it returns: what realloc has memcpy copy for its
 * caller is read and written for the caller. A region is an activation that changes the barrier; the
 * thread keeps a stack of them.
 *
 * Costs. When the opaque activation at the barrier returns, its own row has what it really cost, and the thread's cost is
 * set back to what it was at the call plus the charge plus what open routines have cost in between. The difference is put
 * aside, so that nothing gets lost: landau_total_cost.
 *
 * Calls and returns of all other routines have nothing to do with this: an opaque or an open routine is never ready (activation.h).
 */
#ifndef LANDAU_CORE_REGION_H
#define LANDAU_CORE_REGION_H

#include "thread.h"

/* The innermost activation has just been called, and its routine is not an ordinary one. */
void landau_enter_region(struct landau_thread *thread);

/* It has just returned. */
void landau_leave_region(struct landau_thread *thread);

#endif
