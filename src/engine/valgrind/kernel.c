/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel.c - what the kernel does: system calls, mappings, signals, and the end of the process.
 *
 * Memory that a system call reads or writes is what Valgrind's wrapper of that call says, so every
 * call that Valgrind knows is covered. What the kernel writes is external input to whoever reads it:
 *
 *   - results of system calls, except, if that is asked for, what is read of a file once more (files.c);
 *   - what io_uring completes (uring.c);
 *   - mapped files, the program's own code and data among them, and System V shared memory; not
 *     devices such as /dev/zero, and not anonymous mappings;
 *   - the first stack: arguments, environment and auxiliary vector;
 *   - the frame of a signal handler, where the handler finds what happened.
 *
 * Memory that is unmapped or mapped over is forgotten. Memory that mremap moves is taken for copied by
 * the thread: the C library grows large blocks that way and smaller ones by copying, and where the
 * border lies must make no difference to what is input.
 */
#include "engine/valgrind/engine.h"

Bool landau_exit_seen;
Int landau_exit_status;

static struct landau_stack *stack_of(ThreadId tid)
{
	struct landau_program_thread *thread = landau_thread_of(tid);

	if (!thread)
		return NULL;
	landau_run(thread);
	return thread->stack;
}

static Bool in_range(Addr address, SizeT size)
{
	const Addr end = (Addr)1 << LANDAU_ADDRESS_BITS;

	return size > 0 && address < end && size <= end - address;
}

void landau_report_kernel_read(ThreadId tid, Addr address, SizeT size)
{
	struct landau_stack *stack = stack_of(tid);

	if (!stack || !in_range(address, size) || stack->mode == LANDAU_SILENT)
		return;
	if (landau_tracing)
		landau_trace_read("kread", stack, address, size);
	landau_kernel_read(stack->core, address, size);
}

void landau_report_kernel_write_from(ThreadId tid, Addr address, SizeT size, UInt source)
{
	struct landau_stack *stack = stack_of(tid);

	if (!stack || !in_range(address, size))
		return;
	if (landau_tracing)
		landau_trace_kernel_write(stack, address, size, source);
	if (source)
		landau_kernel_write_from(stack->core, address, size, source);
	else
		landau_kernel_write(stack->core, address, size);
}

/* By the system call that the thread makes. */
void landau_report_kernel_write(ThreadId tid, Addr address, SizeT size)
{
	const struct landau_program_thread *thread = landau_thread_of(tid);

	landau_report_kernel_write_from(tid, address, size, thread ? thread->source : 0);
}

void landau_report_own_write(ThreadId tid, Addr address, SizeT size)
{
	struct landau_stack *stack = stack_of(tid);

	if (!stack || !in_range(address, size))
		return;
	if (landau_tracing)
		landau_trace_write("write", stack, address, size);
	landau_write(stack->core, address, size);
}

/* The kernel copies memory on a thread's behalf. */
static void kernel_copies(ThreadId tid, Addr from, Addr to, SizeT size)
{
	if (!in_range(to, size))
		return;
	landau_report_kernel_read(tid, from, size);
	landau_report_own_write(tid, to, size);
}

static void memory_goes(Addr address, SizeT size)
{
	if (!in_range(address, size))
		return;
	landau_entries_forget(address, size);
	landau_blocks_forget(address, size);
	if (landau_tracing)
		landau_trace_forget(address, size);
	landau_forget(landau_the_core, address, size);
}

/* -- System calls ------------------------------------------------------------------------------ */

static void on_pre_read(CorePart part, ThreadId tid, const HChar *what, Addr address, SizeT size)
{
	(void)what;
	if (part == Vg_CoreSysCall && VG_(am_is_valid_for_client)(address, size, VKI_PROT_READ))
		landau_report_kernel_read(tid, address, size);
}

void landau_report_kernel_read_string(ThreadId tid, Addr address)
{
	SizeT length = 0;

	/* No further than the memory goes. */
	while (VG_(am_is_valid_for_client)(address + length, 1, VKI_PROT_READ)) {
		Addr page_end = (address + length) / VKI_PAGE_SIZE * VKI_PAGE_SIZE + VKI_PAGE_SIZE;

		while (address + length < page_end) {
			length++;
			if (*(const HChar *)(address + length - 1) == '\0') {
				landau_report_kernel_read(tid, address, length);
				return;
			}
		}
	}
	landau_report_kernel_read(tid, address, length);
}

static void on_pre_read_string(CorePart part, ThreadId tid, const HChar *what, Addr address)
{
	(void)what;
	if (part == Vg_CoreSysCall)
		landau_report_kernel_read_string(tid, address);
}

static void on_post_write(CorePart part, ThreadId tid, Addr address, SizeT size)
{
	if (part == Vg_CoreSysCall && landau_files_read(tid, address, size))
		return;
	if (part == Vg_CoreSysCall || part == Vg_CoreSignal)
		landau_report_kernel_write(tid, address, size);
}

static void on_pre_syscall(ThreadId tid, UInt number, UWord *arguments, UInt count)
{
	struct landau_program_thread *thread = landau_thread_of(tid);

	(void)count;
	if (thread)
		thread->source = landau_source_of_call(number, arguments);
	landau_files_before_call(tid, number, arguments);
	landau_uring_before_call(tid, number, arguments);
	if (landau_options.further && stack_of(tid))
		landau_space_before_call(stack_of(tid));
	switch (number) {
	case __NR_exit_group:
		landau_exit_seen = True;
		landau_exit_status = (Int)(arguments[0] & 0xff);
		break;
	case __NR_exit:
		if (landau_threads_alive() == 1) {
			landau_exit_seen = True;
			landau_exit_status = (Int)(arguments[0] & 0xff);
		}
		break;
	case __NR_setuid:
	case __NR_setreuid:
	case __NR_setresuid:
	case __NR_chroot:
		landau_output_create_early();
		break;
	case __NR_clone:
		if (arguments[0] & VKI_CLONE_THREAD)
			landau_check_threads();
		break;
	case __NR_execve:
		if (VG_(am_is_valid_for_client)(arguments[0], 1, VKI_PROT_READ))
			landau_before_exec(tid, arguments[0], arguments[1], arguments[2]);
		break;
	case __NR_execveat:
		if (VG_(am_is_valid_for_client)(arguments[1], 1, VKI_PROT_READ) &&
		    *(const HChar *)arguments[1] == '/')
			landau_before_exec(tid, arguments[1], arguments[2], arguments[3]);
		break;
	default:
		break;
	}
}

/* The sets of select, in whole words. */
static void writes_sets(ThreadId tid, const UWord *arguments)
{
	SizeT bytes = (arguments[0] + 63) / 64 * 8;

	for (Int i = 1; i <= 3; i++)
		if (arguments[i] && arguments[0] <= 65536)
			landau_report_kernel_write(tid, arguments[i], bytes);
}

/* The length of an address or of an option, which the kernel corrects. */
static void writes_length(ThreadId tid, Addr length)
{
	if (length)
		landau_report_kernel_write(tid, length, sizeof(UInt));
}

/* What Valgrind's wrappers leave out. */
static void on_post_syscall(ThreadId tid, UInt number, UWord *arguments, UInt count, SysRes result)
{
	(void)count;
	if (number == __NR_execve || number == __NR_execveat)
		landau_after_exec();
	landau_files_after_call(tid, number, arguments, result);
	landau_uring_after_call(tid, number, arguments, result);
	/* Valgrind finds no place: EINVAL. The kernel finds none: ENOMEM. */
	if (number == __NR_mmap && sr_isError(result) &&
	    (sr_Err(result) == VKI_EINVAL || sr_Err(result) == VKI_ENOMEM))
		landau_no_room(arguments[1]);
	if (landau_options.further && stack_of(tid))
		landau_space_after_call(stack_of(tid), number, arguments, result);
	if (sr_isError(result))
		return;
	switch (number) {
	case __NR_write:
	case __NR_writev:
	case __NR_pwrite64:
		landau_perf_map_written();
		break;
	case __NR_seccomp:
		landau_lines_confined();
		break;
	case __NR_prctl:
		if (arguments[0] == LANDAU_PR_SET_SECCOMP)
			landau_lines_confined();
		if (arguments[0] == LANDAU_PR_GET_AUXV)
			landau_name_program_in(arguments[1], arguments[2]);
		break;
#ifdef __NR_select
	case __NR_select:
#endif
	case __NR_pselect6:
		writes_sets(tid, arguments);
		break;
	case __NR_accept:
	case __NR_accept4:
	case __NR_getsockname:
	case __NR_getpeername:
		writes_length(tid, arguments[2]);
		break;
	case __NR_getsockopt:
		writes_length(tid, arguments[4]);
		break;
	case __NR_recvfrom:
		writes_length(tid, arguments[5]);
		break;
	default:
		break;
	}
}

/* -- Mappings ---------------------------------------------------------------------------------- */

static Bool has_contents(const NSegment *segment, Addr address)
{
	enum landau_uring_part part = landau_uring_part_at(address);

	if (part != LANDAU_URING_NONE)
		return part == LANDAU_URING_RING;
	if (!segment)
		return False;
	if (segment->kind == SkShmC)
		return True;
	return segment->kind == SkFileC && VKI_S_ISREG(segment->mode);
}

/* A range may be made of several segments; each counts for itself. */
static void new_memory(Addr address, SizeT size)
{
	Addr end = address + size;
	ThreadId tid = VG_(get_running_tid)();

	memory_goes(address, size);
	if (tid == VG_INVALID_THREADID)
		tid = 1;
	while (address < end) {
		const NSegment *segment = VG_(am_find_nsegment)(address);
		Addr next = segment && segment->end < end - 1 ? segment->end + 1 : end;

		if (has_contents(segment, address))
			landau_report_kernel_write_from(tid, address, next - address,
							landau_source_of_segment(segment));
		address = next;
	}
}

static void on_startup(Addr address, SizeT size, Bool r, Bool w, Bool x, ULong handle)
{
	Addr sp = VG_(get_SP)(1);

	(void)r, (void)w, (void)x, (void)handle;
	new_memory(address, size);
	if (sp >= address && sp < address + size)
		landau_report_kernel_write(1, sp, address + size - sp);
}

/*
 * The program is about to begin, and what is on the stack has been put there for it. That is no event of the metric: only who wrote it
 * is noted.
 */
void landau_note_arguments(Addr sp)
{
	const NSegment *segment = VG_(am_find_nsegment)(sp);

	if (landau_options.sources && segment)
		landau_note_source(landau_the_core, sp, segment->end + 1 - sp,
				   LANDAU_SOURCE_EXTERNAL | landau_source_number("arguments", ""));
}

/* With a flat shadow there is no place for the words of such memory. */
static void check_place(Addr address, SizeT size)
{
	if (!landau_inlining || address + size <= LANDAU_CLIENT_END)
		return;
	landau_status_end();
	landau_say("the program maps memory at the fixed address 0x%lx, above %lu GB; record it "
		   "with --reference\n",
		   address, LANDAU_CLIENT_END >> 30);
	VG_(exit)(2);
}

static void on_mmap(Addr address, SizeT size, Bool r, Bool w, Bool x, ULong handle)
{
	(void)r, (void)w, (void)x, (void)handle;
	check_place(address, size);
	new_memory(address, size);
}

static void on_munmap(Addr address, SizeT size)
{
	landau_uring_unmapped(address, size);
	memory_goes(address, size);
}

static void on_remap(Addr from, Addr to, SizeT size)
{
	check_place(to, size);
	new_memory(to, size);
	if (!has_contents(VG_(am_find_nsegment)(to), to))
		kernel_copies(VG_(get_running_tid)(), from, to, size);
}

/* -- Signals ----------------------------------------------------------------------------------- */

static void on_signal(ThreadId tid, Int number, Bool other_stack)
{
	struct landau_program_thread *thread = landau_thread_of(tid);

	(void)number;
	if (!thread)
		return;
	landau_run(thread);
	if (thread->signal_due) { /* the handler is interrupted before it began */
		struct landau_area area;

		VG_(memset)(&area, 0, sizeof(area));
		area.cost = thread->stack->core->cost;
		landau_enter_handler(thread, &area, VG_(get_IP)(tid), VG_(get_SP)(tid));
		thread->stack->core->cost = area.cost;
	}
	thread->signal_due = True;
	thread->signal_outer_sp = VG_(get_SP)(tid);
	thread->signal_on_other_stack = other_stack;
}

/* -- Fork -------------------------------------------------------------------------------------- */

UInt landau_fork_count;

static void in_parent(ThreadId tid)
{
	(void)tid;
	landau_fork_count++;
}

static void in_child(ThreadId tid)
{
	landau_fork_count = 0;
	landau_trace_abandon();
	landau_make_core();
	landau_output_after_fork();
	landau_perf_map_start();
	landau_trace_open(False);
	landau_uring_after_fork();
	landau_threads_after_fork(tid);
	landau_files_after_fork(tid);
}

void landau_kernel_track(void)
{
	VG_(track_pre_mem_read)(on_pre_read);
	VG_(track_pre_mem_read_asciiz)(on_pre_read_string);
	VG_(track_post_mem_write)(on_post_write);
	VG_(needs_syscall_wrapper)(on_pre_syscall, on_post_syscall);
	VG_(track_new_mem_startup)(on_startup);
	VG_(track_new_mem_mmap)(on_mmap);
	VG_(track_copy_mem_remap)(on_remap);
	VG_(track_die_mem_munmap)(on_munmap);
	VG_(track_die_mem_brk)(memory_goes);
	VG_(track_pre_deliver_signal)(on_signal);
	VG_(atfork)(NULL, in_parent, in_child);
}
