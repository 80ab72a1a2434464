/* SPDX-License-Identifier: GPL-2.0-or-later */
/* access.c - memory accesses that the inlined test has not settled. */
#include "engine/valgrind/engine.h"

/* Valgrind keeps its client far below this; only a wild address is above. */
#define HIGHEST ((Addr)1 << LANDAU_ADDRESS_BITS)

VG_REGPARM(2) void landau_on_read(Addr address, UWord size)
{
	struct landau_stack *stack = landau_running->stack;

	if (stack->mode == LANDAU_SILENT || address >= HIGHEST || size > HIGHEST - address)
		return;
	if (landau_tracing)
		landau_trace_memory("read", stack, address, size);
	landau_read(stack->core, address, size);
}

VG_REGPARM(2) void landau_on_write(Addr address, UWord size)
{
	struct landau_stack *stack = landau_running->stack;

	if (address >= HIGHEST || size > HIGHEST - address)
		return;
	if (landau_tracing)
		landau_trace_memory("write", stack, address, size);
	landau_write(stack->core, address, size);
}
