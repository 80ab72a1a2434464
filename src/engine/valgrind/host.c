/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host.c - memory for the core.
 *
 * All of it lies above what Valgrind's address space manager knows of, so that the program finds its
 * own address space as it would be without us: the manager does not learn of these mappings and need
 * not. Flat shadows are mapped without reserving memory. Where the kernel refuses them (a limit on
 * address space, or no overcommitment), the core does with tables.
 *
 * The program stays below LANDAU_CLIENT_END. Valgrind puts it there by itself, but follows a program
 * that asks for a higher place, as just-in-time compilers do, which choose places at random. So
 * Valgrind is told that all of it is taken. Only a mapping that insists on its place gets through.
 */
#include "engine/valgrind/engine.h"

#define BLOCK_START ((Addr)0x080000000000) /* 8 TB */
#define FLAT_START  ((Addr)0x100000000000) /* 16 TB */
#define FLAT_END    ((Addr)0x7f0000000000)

struct region {
	Addr start;
	Addr end;
	Addr next;
};

static struct region blocks = {BLOCK_START, FLAT_START, BLOCK_START};
static struct region flats = {FLAT_START, FLAT_END, FLAT_START};

static SysRes map_at(Addr address, size_t bytes, UInt flags)
{
	return VG_(am_do_mmap_NO_NOTIFY)(address, bytes, VKI_PROT_READ | VKI_PROT_WRITE,
					 flags | VKI_MAP_PRIVATE | VKI_MAP_ANONYMOUS, -1, 0);
}

/*
 * The kernel is asked for a place and may choose another: it must be in the region. Places that were
 * given back are used again in time, when the search starts anew.
 */
static void *map_in(struct region *region, size_t bytes, UInt flags)
{
	for (Int attempt = 0; attempt < 2; attempt++) {
		SysRes result;
		Addr address;

		if (bytes > region->end - region->next)
			region->next = region->start;
		result = map_at(region->next, bytes, flags);
		if (sr_isError(result))
			return NULL;
		address = (Addr)sr_Res(result);
		if (address >= BLOCK_START) {
			region->next = address + bytes;
			return (void *)address;
		}
		ML_(am_do_munmap_NO_NOTIFY)(address, bytes);
		region->next = region->start;
	}
	return NULL;
}

static Bool confined;

void landau_host_confine(void)
{
	enum { MOST = 256 };
	static Addr starts[MOST];
	Int count = VG_(am_get_segment_starts)(SkResvn, starts, MOST);

	confined = True;

	for (Int i = 0; i < count; i++) {
		const NSegment *segment = VG_(am_find_nsegment)(starts[i]);
		Addr end = VG_MIN(segment->end + 1, (Addr)1 << LANDAU_ADDRESS_BITS);

		if (starts[i] >= LANDAU_CLIENT_END && starts[i] < end)
			VG_(am_notify_client_mmap)
		(starts[i], end - starts[i], VKI_PROT_NONE, VKI_MAP_PRIVATE | VKI_MAP_ANONYMOUS, -1,
		 0);
	}
}

/*
 * Stands in for Valgrind's function of this name (see meson.build), which maps all memory of the
 * program.
 *
 * The kernel gives some mappings only where it wants them, which is too high: what belongs to
 * io_uring, beside the rings that uring.c maps. Valgrind tries that when its own choice of a place
 * was refused, and takes it for granted that the place is free. The kernel is asked for a low place
 * instead; if there is none, the program is told that there is no memory, and may do without.
 */
landau_mmap __real_vgPlain_am_do_mmap_NO_NOTIFY;
landau_mmap __wrap_vgPlain_am_do_mmap_NO_NOTIFY;
SysRes __wrap_vgPlain_am_do_mmap_NO_NOTIFY(Addr start, SizeT length, UInt protection, UInt flags,
					   Int descriptor, Off64T offset)
{
	landau_mmap *map = __real_vgPlain_am_do_mmap_NO_NOTIFY;
	SysRes result;

	if (landau_uring_map(map, start, length, protection, flags, descriptor, offset, &result))
		return result;
	result = map(start, length, protection, flags, descriptor, offset);
	if (!confined || start >= BLOCK_START || (flags & VKI_MAP_FIXED) || sr_isError(result) ||
	    sr_Res(result) < LANDAU_CLIENT_END)
		return result;
	ML_(am_do_munmap_NO_NOTIFY)((Addr)sr_Res(result), length);
	result = map(start, length, protection, flags | LANDAU_MAP_LOW, descriptor, offset);
	if (sr_isError(result) || sr_Res(result) < LANDAU_CLIENT_END)
		return result;
	ML_(am_do_munmap_NO_NOTIFY)((Addr)sr_Res(result), length);
	return VG_(mk_SysRes_Error)(VKI_ENOMEM);
}

static void *get_memory(void *context, size_t bytes)
{
	void *memory = map_in(&blocks, bytes, 0);

	(void)context;
	return memory ? memory : landau_shadow_alloc(bytes);
}

static void give_back(void *context, void *memory, size_t bytes)
{
	(void)context;
	if ((Addr)memory >= BLOCK_START)
		ML_(am_do_munmap_NO_NOTIFY)((Addr)memory, bytes);
	else
		VG_(am_munmap_valgrind)((Addr)memory, bytes);
}

static void *reserve(void *context, size_t bytes)
{
	(void)context;
	return map_in(&flats, bytes, VKI_MAP_NORESERVE);
}

Addr landau_host_empty(size_t bytes)
{
	return (Addr)map_in(&flats, bytes, VKI_MAP_NORESERVE);
}

static Bool advise(void *memory, size_t bytes, Int advice)
{
	SysRes result = VG_(do_syscall)(__NR_madvise, (RegWord)(Addr)memory, bytes, (RegWord)advice,
					0, 0, 0, 0, 0);

	return !sr_isError(result);
}

/* Memory that the program has locked, with all else, cannot be discarded but by mapping it anew. */
static void discard(void *context, void *memory, size_t bytes)
{
	(void)context;
	if (!advise(memory, bytes, LANDAU_MADV_DONTNEED))
		map_at((Addr)memory, bytes, VKI_MAP_FIXED | VKI_MAP_NORESERVE);
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
		landau_output_give_up();
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
