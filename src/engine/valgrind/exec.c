/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * exec.c - the process becomes another program.
 *
 * As it was, it ends here: what is pending returns, and the profile is written. If the call fails, the process goes on and
 * writes again. With --trace-children Valgrind goes on with the new program, unless that one records itself.
 */
#include "engine/valgrind/engine.h"

#include "engine/recognise.h"

static Bool exec_pending;
static Bool let_go_pending;
static Bool native_can_record; /* `landau record` has put the wish into the environment */

/* Now, since the program may take it away in place. */
void landau_exec_start(void)
{
	native_can_record = VG_(getenv)("LANDAU_OUT") != NULL;
}

static void reads_strings(ThreadId tid, Addr list)
{
	for (; VG_(am_is_valid_for_client)(list, sizeof(Addr), VKI_PROT_READ);
	     list += sizeof(Addr)) {
		landau_report_kernel_read(tid, list, sizeof(Addr));
		if (!*(const Addr *)list)
			return;
		landau_report_kernel_read_string(tid, *(const Addr *)list);
	}
}

static bool read_file(void *context, uint64_t offset, void *copy, size_t size)
{
	const Int *file = context;

	return VG_(lseek)(*file, (OffT)offset, VKI_SEEK_SET) == (OffT)offset &&
	       VG_(read)(*file, copy, (Int)size) == (Int)size;
}

static Bool is_native(const HChar *path)
{
	/* Nothing that has to be waited for. */
	SysRes opened = VG_(open)(path, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
	Int file = sr_isError(opened) ? -1 : (Int)sr_Res(opened);
	Bool result = file >= 0 && landau_recognise_native(read_file, &file);

	if (file >= 0)
		VG_(close)(file);
	return result;
}

static Bool has_wish(Addr environment)
{
	static const HChar wish[] = "LANDAU_OUT=";

	for (; VG_(am_is_valid_for_client)(environment, sizeof(Addr), VKI_PROT_READ) &&
	       *(const Addr *)environment;
	     environment += sizeof(Addr)) {
		Addr entry = *(const Addr *)environment;

		if (VG_(am_is_valid_for_client)(entry, sizeof(wish), VKI_PROT_READ) &&
		    VG_(strncmp)((const HChar *)entry, wish, sizeof(wish) - 1) == 0)
			return True;
	}
	return False;
}

/*
 * A program that was compiled for the native engine would not start here, for want of address space. It is let go,
 * and records itself by the wish that `landau record` has put into the environment.
 */
static void let_go(const HChar *path, Addr environment)
{
	if (!VG_(clo_trace_children) || !is_native(path))
		return;
	VG_(clo_trace_children) = False;
	let_go_pending = True;
	if (!native_can_record)
		landau_say("%s is compiled with landau-gcc and is not recorded: the native engine "
			   "does not support the options of this recording\n",
			   path);
	else if (!has_wish(environment))
		landau_say("%s is compiled with landau-gcc and is not recorded: LANDAU_OUT is not "
			   "in its environment\n",
			   path);
}

/* What the kernel reads has to be reported now, since Valgrind will do so when all has returned. */
void landau_before_exec(ThreadId tid, Addr path, Addr arguments, Addr environment)
{
	if (VG_(access)((const HChar *)path, False, False, True) != 0)
		return;
	landau_report_kernel_read_string(tid, path);
	reads_strings(tid, arguments);
	reads_strings(tid, environment);
	landau_status_end();
	landau_threads_return_pending();
	landau_trace_close();
	if (landau_output_write(NULL, LANDAU_EXIT_EXEC, 0) && !landau_is_child &&
	    !VG_(clo_trace_children) && landau_options.summary) {
		landau_say("the program executes %s, which is not recorded; use --trace-children "
			   "to record it\n",
			   (const HChar *)path);
		landau_status_summary();
	}
	let_go((const HChar *)path, environment);
	exec_pending = True;
}

/* It has not come to it. */
void landau_after_exec(void)
{
	if (exec_pending) {
		landau_trace_open(True);
		landau_threads_call_again();
	}
	if (let_go_pending)
		VG_(clo_trace_children) = True;
	exec_pending = False;
	let_go_pending = False;
}
