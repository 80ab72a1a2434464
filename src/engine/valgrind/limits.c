/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * limits.c - what Valgrind cannot do for the program, and what becomes of the profile then.
 *
 * Some of Valgrind's functions are replaced by the linker, see meson.build.
 */
#include "engine/valgrind/engine.h"

/* What is pending ends here, as when a signal kills the program. */
static void __attribute__((noreturn)) finish(void)
{
	landau_threads_read_names();
	landau_threads_finish();
	landau_trace_close();
	landau_output_give_up();
}

/* -- The program's name -------------------------------------------------------------------------- */

/* What the kernel has started, among what it says to a program. */
enum { EXECUTED_FILE = 31 };

/*
 * Valgrind hands on what the kernel has said about Valgrind itself: asked for the name of its file, a program finds
 * that of the engine. One that is many programs in one file, as coreutils are on newer Ubuntus, then does not know which
 * one it is.
 */
static Addr program_name; /* its first argument */

void landau_name_program(Addr sp)
{
	Addr *word = (Addr *)
		sp; /* the number of arguments, these, the environment, what the kernel says */

	program_name = word[1];
	for (word += 1 + word[0] + 1; *word; word++)
		;
	landau_name_program_in((Addr)(word + 1), ~(SizeT)0);
}

void landau_name_program_in(Addr words, SizeT bytes)
{
	for (Addr *word = (Addr *)words; bytes >= 2 * sizeof(Addr) && word[0]; word += 2) {
		if (word[0] == EXECUTED_FILE)
			word[1] = program_name;
		bytes -= 2 * sizeof(Addr);
	}
}

/* -- Memory ------------------------------------------------------------------------------------ */

void landau_no_room(SizeT bytes)
{
	static Bool said;

	if (said || bytes >> 30 == 0)
		return;
	said = True;
	landau_status_end();
	landau_say("the program could not allocate %lu GB in one piece: under Valgrind it has 128 "
		   "GB of address space, of which 62 GB are contiguous\n",
		   bytes >> 30);
}

/* Valgrind finds no memory for itself: instead of all its mappings the user is told what to do. */
void __real_vgPlain_am_show_nsegments(Int level, const HChar *why);
void __wrap_vgPlain_am_show_nsegments(Int level, const HChar *why);
void __wrap_vgPlain_am_show_nsegments(Int level, const HChar *why)
{
	static Bool dying;

	if (VG_(strcmp)(why, "out_of_memory") != 0) {
		__real_vgPlain_am_show_nsegments(level, why);
		return;
	}
	landau_status_end();
	if (dying) /* while the profile was written */
		VG_(exit)(2);
	dying = True;
	landau_say("out of memory; is there a limit (ulimit -v)?\n");
	landau_output_give_up();
}

/* -- Threads ----------------------------------------------------------------------------------- */

void landau_check_threads(void)
{
	UInt most = VG_N_THREADS - 1; /* there is none of number 0 */

	if (landau_threads_alive() < most)
		return;
	landau_status_end();
	landau_say("the program cannot go on: it has %u threads at once, which is the most that "
		   "can be recorded\n",
		   most);
	finish();
}

/* -- What Valgrind does not know ----------------------------------------------------------------- */

void __wrap_vgPlain_unimplemented(const HChar *format, ...);
void __wrap_vgPlain_unimplemented(const HChar *format, ...)
{
	HChar text[256];
	va_list arguments;

	va_start(arguments, format);
	VG_(vsnprintf)(text, sizeof(text), format, arguments);
	va_end(arguments);
	landau_status_end();
	landau_say("the program cannot go on: %s\n", text);
	finish();
}

/* -- Refused system calls ---------------------------------------------------------------------- */

/*
 * A filter of the program's own (seccomp) may answer a system call by SIGSYS. Valgrind takes this
 * signal for one that arrives while a thread waits, and gives up where none does. It is put where
 * Valgrind looks for signals that have arrived: it is blocked and sent again.
 */
typedef void (*handler)(Int number, vki_siginfo_t *information, struct vki_ucontext *context);

static handler original;

static void on_refused_call(Int number, vki_siginfo_t *information, struct vki_ucontext *context)
{
	ThreadId running = VG_(get_running_tid)();
	const struct landau_program_thread *thread =
		running != VG_INVALID_THREADID ? landau_thread_of(running) : NULL;

	if (!thread || thread->lwp != VG_(gettid)()) {
		original(number, information, context);
		return;
	}
	VG_(sigaddset)(&context->uc_sigmask, number);
	VG_(do_syscall)
	(__NR_rt_tgsigqueueinfo, (RegWord)VG_(getpid)(), (RegWord)VG_(gettid)(), (RegWord)number,
	 (RegWord)information, 0, 0, 0, 0);
}

Int __real_vgPlain_sigaction(Int number, const vki_sigaction_toK_t *action,
			     vki_sigaction_fromK_t *old);
Int __wrap_vgPlain_sigaction(Int number, const vki_sigaction_toK_t *action,
			     vki_sigaction_fromK_t *old);
Int __wrap_vgPlain_sigaction(Int number, const vki_sigaction_toK_t *action,
			     vki_sigaction_fromK_t *old)
{
	handler before = original;
	vki_sigaction_toK_t ours;
	Int result;

	if (number == VKI_SIGSYS && action && action->ksa_handler != VKI_SIG_DFL &&
	    action->ksa_handler != VKI_SIG_IGN) {
		ours = *action;
		original = (handler)(void *)ours.ksa_handler;
		ours.ksa_handler = (void *)on_refused_call;
		action = &ours;
	}
	result = __real_vgPlain_sigaction(number, action, old);
	/* Valgrind checks that it finds what it has set. */
	if (old && old->ksa_handler == (void *)on_refused_call)
		old->ksa_handler = (void *)before;
	return result;
}
