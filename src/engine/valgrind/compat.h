/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compat.h - Valgrind's interface, and what differs between its versions.
 *
 * All files of the engine include this header and none of Valgrind's directly. It holds 3.19 to
 * 3.27 together; the few functions that Valgrind exports without declaring them for tools are
 * declared here.
 */
#ifndef LANDAU_ENGINE_VALGRIND_COMPAT_H
#define LANDAU_ENGINE_VALGRIND_COMPAT_H

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_guest.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_libcsignal.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"
#include "valgrind.h"

#pragma GCC diagnostic pop

/* Exported by libcoregrind in all versions, declared only for the core. */
extern SysRes VG_(mk_SysRes_Error)(UWord error);
extern SysRes VG_(do_syscall)(UWord number, RegWord, RegWord, RegWord, RegWord, RegWord, RegWord,
			      RegWord, RegWord);
extern Int VG_(sigaction)(Int number, const vki_sigaction_toK_t *action,
			  vki_sigaction_fromK_t *old);
extern SysRes VG_(am_do_mmap_NO_NOTIFY)(Addr start, SizeT length, UInt prot, UInt flags, Int fd,
					Off64T offset);
extern SysRes ML_(am_do_munmap_NO_NOTIFY)(Addr start, SizeT length);
extern Bool VG_(am_notify_client_mmap)(Addr start, SizeT length, UInt prot, UInt flags, Int fd,
				       Off64T offset);
extern Int VG_(safe_fd)(Int descriptor);
extern Int VG_(sigaddset)(vki_sigset_t *set, Int number);
extern Addr VG_(am_get_advisory_client_simple)(Addr start, SizeT length, Bool *ok);
extern Bool VG_(clo_trace_children);
extern const HChar *VG_(libdir);
extern const HChar *VG_(find_executable)(const HChar *name);
extern Int VG_(access)(const HChar *path, Bool readable, Bool writable, Bool executable);

/* What its wrappers of system calls are given. */
struct landau_call_arguments {
	Word number;
	UWord all[8];
};

/* Of the kernel's limits Valgrind names only those that it uses itself. */
enum { LANDAU_RLIMIT_FSIZE = 1 };

/* Of the ways to open a file, not the one that follows no link. Each processor has a bit of its own for it. */
#if defined(VGA_arm64)
enum { LANDAU_O_NOFOLLOW = 0100000 };
#else
enum { LANDAU_O_NOFOLLOW = 0400000 };
#endif

/* Of the flags of mappings not this one. */
enum { LANDAU_MAP_STACK = 0x20000 };

/* Of its advice on memory, none. */
enum { LANDAU_MADV_DONTNEED = 4 };

/* Sets a filter of system calls, as seccomp does; repeats what the kernel has said when the program started. */
enum { LANDAU_PR_SET_SECCOMP = 22, LANDAU_PR_GET_AUXV = 0x41555856 };

/* To wait for a process that sends no signal when it ends. */
enum { LANDAU_WALL = 0x40000000 };

/* Memory of Valgrind's own, or NULL. Since 3.21 it says why there is none. */
static inline void *landau_shadow_alloc(SizeT bytes)
{
#if __VALGRIND_MAJOR__ > 3 || (__VALGRIND_MAJOR__ == 3 && __VALGRIND_MINOR__ >= 21)
	SysRes result = VG_(am_shadow_alloc)(bytes);

	return sr_isError(result) ? NULL : (void *)(Addr)sr_Res(result);
#else
	return VG_(am_shadow_alloc)(bytes);
#endif
}

#endif
