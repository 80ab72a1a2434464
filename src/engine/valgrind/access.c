/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * access.c - memory accesses that are not settled in place.
 *
 * The helpers for reads of common sizes look at the words again, in the flat shadow: a word that shows
 * that the thread has the memory for itself is all that is needed. Everything else is the core's.
 */
#include "engine/valgrind/engine.h"

/* Valgrind keeps its client far below this; only a wild address is above. */
#define HIGHEST ((Addr)1 << LANDAU_ADDRESS_BITS)

Bool landau_inlining;

static Addr empty_flat; /* reads as 0 */

/* A thread has no flat shadow of its own where there is no more address space for one. */
void landau_decide_inlining(void)
{
	if (landau_options.reference || landau_options.cell != 4 || landau_options.dump_trace)
		return;
	empty_flat = landau_host_empty((size_t)1 << LANDAU_CLIENT_ADDRESS_BITS);
	landau_inlining = empty_flat != 0;
}

Addr landau_flat_of(const struct landau_thread *thread)
{
	return thread->flat ? (Addr)thread->flat : empty_flat;
}

/* The first access to memory can make the core's clock tick. */
static inline void follow_threshold(VexGuestAMD64State *guest, landau_word before)
{
	if (landau_running->stack->core->threshold != before)
		landau_refresh_words(landau_area_of(guest));
}

VG_REGPARM(3) void landau_on_read(VexGuestAMD64State *guest, Addr address, UWord size)
{
	struct landau_stack *stack = landau_running->stack;
	landau_word before = stack->core->threshold;

	if (stack->mode == LANDAU_SILENT || address >= HIGHEST || size > HIGHEST - address)
		return;
	if (landau_tracing)
		landau_trace_memory("read", stack, address, size);
	landau_read(stack->core, address, size);
	follow_threshold(guest, before);
}

VG_REGPARM(3) void landau_on_write(VexGuestAMD64State *guest, Addr address, UWord size)
{
	struct landau_stack *stack = landau_running->stack;
	landau_word before = stack->core->threshold;

	if (address >= HIGHEST || size > HIGHEST - address)
		return;
	if (landau_tracing)
		landau_trace_memory("write", stack, address, size);
	landau_write(stack->core, address, size);
	follow_threshold(guest, before);
}

static inline landau_word *word_at(const struct landau_thread *thread, Addr address)
{
	return (landau_word *)(Addr)(thread->flat + (address & ~(Addr)3));
}

/* One cell. False if its memory is shared, or new. */
static inline Bool miss_private(struct landau_thread *thread, landau_word *word)
{
	if (!(*word & LANDAU_STATE))
		return False;
	landau_read_miss(thread, word, NULL);
	return True;
}

VG_REGPARM(2) void landau_miss_1(VexGuestAMD64State *guest, Addr address)
{
	struct landau_stack *stack = landau_running->stack;

	if (!stack->core->flat || stack->mode == LANDAU_SILENT ||
	    !miss_private(stack->core, word_at(stack->core, address)))
		landau_on_read(guest, address, 1);
}

VG_REGPARM(2) void landau_miss_2(VexGuestAMD64State *guest, Addr address)
{
	struct landau_stack *stack = landau_running->stack;

	if ((address & 3) == 3 || !stack->core->flat || stack->mode == LANDAU_SILENT ||
	    !miss_private(stack->core, word_at(stack->core, address)))
		landau_on_read(guest, address, 2);
}

VG_REGPARM(2) void landau_miss_4(VexGuestAMD64State *guest, Addr address)
{
	struct landau_stack *stack = landau_running->stack;

	if ((address & 3) || !stack->core->flat || stack->mode == LANDAU_SILENT ||
	    !miss_private(stack->core, word_at(stack->core, address)))
		landau_on_read(guest, address, 4);
}

VG_REGPARM(2) void landau_miss_8(VexGuestAMD64State *guest, Addr address)
{
	struct landau_thread *thread = landau_running->stack->core;
	landau_word *words;

	if ((address & 3) || !thread->flat || landau_running->stack->mode == LANDAU_SILENT) {
		landau_on_read(guest, address, 8);
		return;
	}
	words = word_at(thread, address);
	if (!(words[0] & LANDAU_STATE) || !(words[1] & LANDAU_STATE)) {
		landau_on_read(guest, address, 8);
		return;
	}
	if (words[0] < thread->threshold)
		landau_read_miss(thread, &words[0], NULL);
	if (words[1] < thread->threshold)
		landau_read_miss(thread, &words[1], NULL);
}
