/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * aio.c - the ring of Linux's older asynchronous input and output (io_setup).
 *
 * The kernel maps it where it wants, which is above what there are stamps for, and its address is the
 * name of the context. It may be moved, and then has a new name: this is done before the program
 * learns of it. What the calls read and write Valgrind knows; that a program looks into the ring
 * itself, as libaio does to see whether it is empty, is not taken for input.
 */
#include "engine/valgrind/engine.h"

enum {
	MOVE = 1,    /* MREMAP_MAYMOVE */
	TO_HERE = 2, /* MREMAP_FIXED */
	HEADER = 32,
	EVENT = 32,
};

/* struct aio_ring */
struct ring {
	UInt id;
	UInt events;
};

/* Where the ring is in the end; *bytes is its size, which Valgrind computes too small, or 0: unknown. */
static Addr move_down(Addr ring, SizeT *bytes)
{
	SizeT size = VG_PGROUNDUP(HEADER + (SizeT)((const struct ring *)ring)->events * EVENT);
	Bool found;
	Addr place = VG_(am_get_advisory_client_simple)(0, size, &found);
	SysRes result;

	*bytes = 0;
	if (!found)
		return ring;
	result = VG_(do_syscall)(__NR_mremap, ring, size, size, MOVE | TO_HERE, place, 0, 0, 0);
	if (sr_isError(result))
		return ring;
	*bytes = size;
	return place;
}

/* Stands in for Valgrind's function of this name (see meson.build): io_setup has succeeded. */
void __real_vgSysWrap_linux_sys_io_setup_after(ThreadId tid,
					       struct landau_call_arguments *arguments,
					       void *status);
void __wrap_vgSysWrap_linux_sys_io_setup_after(ThreadId tid,
					       struct landau_call_arguments *arguments,
					       void *status);
void __wrap_vgSysWrap_linux_sys_io_setup_after(ThreadId tid,
					       struct landau_call_arguments *arguments,
					       void *status)
{
	Addr *context = (Addr *)arguments->all[1];
	SizeT told = VG_PGROUNDUP(HEADER + arguments->all[0] * EVENT);
	SizeT bytes = 0;

	if (*context >= LANDAU_CLIENT_END)
		*context = move_down(*context, &bytes);
	__real_vgSysWrap_linux_sys_io_setup_after(tid, arguments, status);
	if (bytes > told)
		VG_(am_notify_client_mmap)
	(*context + told, bytes - told, VKI_PROT_READ | VKI_PROT_WRITE, VKI_MAP_ANONYMOUS, -1, 0);
}
