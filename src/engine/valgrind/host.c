/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host.c - memory for the core.
 *
 * Blocks come from Valgrind's address space manager. Flat shadows are far larger than it would
 * allow: they are mapped without reserving memory, at addresses above all that it manages. It does not
 * know of them and need not. Where the kernel refuses (a limit on address space, or no
 * overcommitment), the core does with tables.
 */
#include "engine/valgrind/engine.h"

#define FLAT_START ((Addr)0x100000000000) /* 16 TB */
#define FLAT_END   ((Addr)0x7f0000000000)

static Addr next_flat = FLAT_START;

static void *get_memory(void *context, size_t bytes)
{
	(void)context;
	return VG_(am_shadow_alloc)(bytes);
}

static void give_back(void *context, void *memory, size_t bytes)
{
	(void)context;
	if ((Addr)memory >= FLAT_START)
		ML_(am_do_munmap_NO_NOTIFY)((Addr)memory, bytes);
	else
		VG_(am_munmap_valgrind)((Addr)memory, bytes);
}

static SysRes map_at(Addr address, size_t bytes, UInt flags)
{
	return VG_(am_do_mmap_NO_NOTIFY)(
		address, bytes, VKI_PROT_READ | VKI_PROT_WRITE,
		flags | VKI_MAP_PRIVATE | VKI_MAP_ANONYMOUS | VKI_MAP_NORESERVE, -1, 0);
}

/*
 * The kernel is asked for a place and may choose another: it must be above Valgrind's memory. Places of
 * dead threads are used again in time, when the search starts anew.
 */
static void *reserve(void *context, size_t bytes)
{
	SysRes result;

	(void)context;
	if (next_flat + bytes > FLAT_END)
		next_flat = FLAT_START;
	result = map_at(next_flat, bytes, 0);
	if (sr_isError(result))
		return NULL;
	if (sr_Res(result) < FLAT_START) {
		ML_(am_do_munmap_NO_NOTIFY)((Addr)sr_Res(result), bytes);
		return NULL;
	}
	next_flat = sr_Res(result) + bytes;
	return (void *)(Addr)sr_Res(result);
}

static void discard(void *context, void *memory, size_t bytes)
{
	(void)context;
	map_at((Addr)memory, bytes, VKI_MAP_FIXED);
}

/* The core cannot go on; what it has collected is saved. */
static void __attribute__((noreturn)) die(void *context, const char *what, uint64_t bytes_in_use)
{
	static Bool dying;

	(void)context;
	landau_status_end();
	landau_say("%s; Landau was using %llu MB\n", what, (ULong)(bytes_in_use >> 20));
	if (!dying) {
		dying = True;
		landau_drop_shadow(landau_the_core);
		if (landau_output_write(NULL, LANDAU_EXIT_RUNNING, 0))
			landau_say("the profile holds what was collected until then\n");
	}
	VG_(exit)(2);
}

const struct landau_host landau_valgrind_host = {
	.get_memory = get_memory,
	.give_back = give_back,
	.reserve = reserve,
	.discard = discard,
	.die = die,
};
