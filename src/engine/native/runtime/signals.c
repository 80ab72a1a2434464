/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * signals.c - handlers of the program and fatal signals; see signals.h.
 *
 * For each signal there is what the program wants to be done. The kernel is told something else where
 * that is a handler (ours runs it when it may) or the end of the program (ours writes the profile
 * first, then lets the kernel do it).
 */
#include "signals.h"

#include "engine/native/hooks/calls.h"
#include "engine/native/output/profile_output.h"
#include "raw.h"
#include "engine/native/interposition/real.h"
#include "world.h"

#include <errno.h>
#include <setjmp.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { SIGNALS = 65, MOST_WAITING = 32 };

struct landau_pending_signal {
	siginfo_t waiting[MOST_WAITING];
	uint32_t count;
};

static struct sigaction wanted[SIGNALS];
static bool watched[SIGNALS];
static struct landau_lock lock;

LANDAU_REAL_ONLY(int, sigaction, (int, const struct sigaction *, struct sigaction *));

static const int fatal_signals[] = {
	SIGHUP,  SIGINT,  SIGQUIT, SIGILL,  SIGTRAP, SIGABRT,   SIGBUS,    SIGFPE,
	SIGSEGV, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM,   SIGSTKFLT, SIGXCPU,
	SIGXFSZ, SIGSYS,  SIGPROF, SIGIO,   SIGPWR,  SIGVTALRM,
};

/* Real-time signals end a program as well; the C library has the first two, the runtime the last. */
enum { FIRST_REAL_TIME = 34, LAST_REAL_TIME = LANDAU_STOP_SIGNAL - 1 };

static bool is_fatal(int signal)
{
	if (signal >= FIRST_REAL_TIME && signal <= LAST_REAL_TIME)
		return true;
	for (size_t i = 0; i < sizeof(fatal_signals) / sizeof(*fatal_signals); i++)
		if (fatal_signals[i] == signal)
			return true;
	return false;
}

/* Caused by the very instruction that was interrupted. */
static bool is_fault(int signal, const siginfo_t *info)
{
	return info->si_code > 0 && (signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE ||
				     signal == SIGILL || signal == SIGTRAP || signal == SIGSYS);
}

void landau_signals_install_raw(int signal, void (*handler)(int, siginfo_t *, void *), int flags)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_sigaction = handler;
	action.sa_flags = flags | SA_SIGINFO;
	REAL(sigaction)(signal, &action, NULL);
}

void landau_signals_after_fork(void)
{
	landau_unlock(&lock);
}

static void die_of(int signal, const siginfo_t *info)
{
	struct sigaction action;
	sigset_t mask;

	landau_output_write(LANDAU_EXIT_SIGNAL, signal);
	memset(&action, 0, sizeof(action));
	action.sa_handler = SIG_DFL;
	REAL(sigaction)(signal, &action, NULL);
	/* A fault happens again on return; a trap and a refused system call are behind us. */
	if (is_fault(signal, info) && signal != SIGTRAP && signal != SIGSYS)
		return;
	sigemptyset(&mask);
	sigaddset(&mask, signal);
	landau_raw3(SYS_tgkill, landau_raw3(SYS_getpid, 0, 0, 0), landau_raw3(SYS_gettid, 0, 0, 0),
		    signal);
	landau_raw(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&mask, 0, 8, 0, 0);
}

static void run_handler(int signal, siginfo_t *info, void *context)
{
	struct landau_native_thread *self = landau_self();
	struct sigaction action = wanted[signal];
	uint32_t depth = self ? landau_calls_depth(self) : 0;
	uint32_t outer = self ? self->handler_depth : 0;
	int saved = errno;
	bool blocked = self && self->parked;

	/* It interrupts a call that blocks, see landau_block. */
	landau_unblock(blocked);
	if (!(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL) {
		if (is_fatal(signal))
			die_of(signal, info);
		return;
	}
	if (!(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN)
		return;
	if (action.sa_flags & (int)SA_RESETHAND)
		wanted[signal].sa_handler = SIG_DFL;
	if (self)
		self->handler_depth = depth + 1;
	errno = saved;
	if (action.sa_flags & SA_SIGINFO)
		action.sa_sigaction(signal, info, context);
	else
		action.sa_handler(signal);
	saved = errno;
	self = landau_self();
	if (self) {
		self->handler_depth = outer;
		if (landau_calls_depth(self) > depth)
			landau_calls_unwind_to(self, depth);
	}
	if (blocked)
		landau_block();
	errno = saved;
}

/*
 * Another signal may interrupt this anywhere: a place is taken first and then filled, so that it gets another one. As
 * with the kernel's own queue, too many of them are lost.
 */
static void keep_waiting(struct landau_pending_signal *pending, const siginfo_t *info)
{
	uint32_t place = __atomic_load_n(&pending->count, __ATOMIC_RELAXED);

	do {
		if (place == MOST_WAITING)
			return;
	} while (!__atomic_compare_exchange_n(&pending->count, &place, place + 1, false,
					      __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
	pending->waiting[place] = *info;
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
	const ucontext_t *interrupted = context;
	uintptr_t code = (uintptr_t)interrupted->uc_mcontext.gregs[REG_RIP];
	struct landau_native_thread *self = landau_self();

	if (self && self->parked != LANDAU_BLOCKS && landau_world_is_runtime(code) &&
	    !is_fault(signal, info)) {
		keep_waiting(self->pending_signals, info);
		__atomic_or_fetch(&landau_hot.attention, LANDAU_ATTEND_SIGNAL, __ATOMIC_RELAXED);
		landau_hot_set(&landau_hot, LANDAU_ALWAYS_SLOW, LANDAU_ALWAYS_SLOW);
		return;
	}
	run_handler(signal, info, context);
}

void landau_signals_deliver(void)
{
	struct landau_native_thread *self = landau_self();
	struct landau_pending_signal *pending = self ? self->pending_signals : NULL;
	sigset_t all, old;

	sigfillset(&all);
	while (pending) {
		siginfo_t info;
		ucontext_t context;

		landau_raw(SYS_rt_sigprocmask, SIG_BLOCK, (long)&all, (long)&old, 8, 0, 0);
		__atomic_and_fetch(&landau_hot.attention, ~(uint32_t)LANDAU_ATTEND_SIGNAL,
				   __ATOMIC_RELAXED);
		if (pending->count == 0) {
			landau_raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&old, 0, 8, 0, 0);
			landau_show_threshold(self);
			return;
		}
		info = pending->waiting[0];
		pending->count--;
		for (uint32_t i = 0; i < pending->count; i++)
			pending->waiting[i] = pending->waiting[i + 1];
		/* The handler runs with its own mask, as the kernel would have it. */
		landau_raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&old, 0, 8, 0, 0);
		landau_raw(SYS_rt_sigprocmask, SIG_BLOCK, (long)&wanted[info.si_signo].sa_mask, 0,
			   8, 0, 0);
		landau_show_threshold(self);
		memset(&context, 0, sizeof(context));
		context.uc_sigmask = old;
		run_handler(info.si_signo, &info, &context);
		landau_raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&old, 0, 8, 0, 0);
		self = landau_self();
		pending = self ? self->pending_signals : NULL;
	}
}

/* The others would find nobody who delivers them. */
void landau_signals_hold(struct landau_native_thread *self, sigset_t *before)
{
	sigset_t all;

	sigfillset(&all);
	for (;;) {
		landau_raw(SYS_rt_sigprocmask, SIG_BLOCK, (long)&all, (long)before, 8, 0, 0);
		if (self->pending_signals->count == 0)
			return;
		landau_signals_release(before);
		landau_signals_deliver();
	}
}

void landau_signals_release(const sigset_t *before)
{
	landau_raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)before, 0, 8, 0, 0);
}

/* What the kernel is told: our handler with the program's flags, unless there is nothing to watch. */
static int tell_kernel(int signal)
{
	struct sigaction action = wanted[signal];
	bool is_handler = (action.sa_flags & SA_SIGINFO) ||
			  (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
	bool is_end = !is_handler && action.sa_handler == SIG_DFL && is_fatal(signal);

	if ((is_handler || is_end) && landau_native.on) {
		action.sa_sigaction = on_signal;
		action.sa_flags |= SA_SIGINFO | (is_end ? SA_ONSTACK : 0);
		action.sa_flags &= ~(int)SA_RESETHAND;
	}
	return REAL(sigaction)(signal, &action, NULL);
}

void landau_signals_start(void)
{
	for (int signal = 1; signal < SIGNALS; signal++) {
		if (!is_fatal(signal))
			continue;
		REAL(sigaction)(signal, NULL, &wanted[signal]);
		watched[signal] = true;
		tell_kernel(signal);
	}
}

void landau_signals_stop(void)
{
	for (int signal = 1; signal < SIGNALS; signal++)
		if (watched[signal])
			tell_kernel(signal);
}

void landau_signals_thread_start(struct landau_native_thread *self)
{
	stack_t stack;

	if (!self->pending_signals)
		self->pending_signals = landau_raw_pages(sizeof(*self->pending_signals));
	if (!self->pending_signals)
		landau_native_give_up("out of memory");
	self->pending_signals->count = 0;
	self->handler_depth = 0;
	/* To write the profile when the stack has overflown. */
	if (landau_raw3(SYS_sigaltstack, 0, &stack, 0) == 0 && (stack.ss_flags & SS_DISABLE)) {
		if (!self->signal_stack)
			self->signal_stack = landau_raw_pages(LANDAU_SIGNAL_STACK);
		stack.ss_sp = self->signal_stack;
		stack.ss_size = LANDAU_SIGNAL_STACK;
		stack.ss_flags = 0;
		if (self->signal_stack)
			landau_raw3(SYS_sigaltstack, &stack, 0, 0);
	}
}

/* -- What the program calls -----------------------------------------------------------------------
 */

static int change(int signal, const struct sigaction *action, struct sigaction *old)
{
	int result = 0;

	if (signal <= 0 || signal >= SIGNALS || signal == SIGKILL || signal == SIGSTOP) {
		errno = EINVAL;
		return -1;
	}
	if (signal == LANDAU_STOP_SIGNAL && landau_native.on) {
		if (old)
			memset(old, 0, sizeof(*old));
		return 0;
	}
	landau_lock(&lock);
	if (!watched[signal])
		result = REAL(sigaction)(signal, NULL, &wanted[signal]);
	if (result == 0) {
		struct sigaction before = wanted[signal];

		watched[signal] = true;
		if (action) {
			wanted[signal] = *action;
			result = tell_kernel(signal);
		}
		if (old)
			*old = before;
	}
	landau_unlock(&lock);
	return result;
}

int sigaction(int signal, const struct sigaction *action, struct sigaction *old);
LANDAU_PUBLIC int sigaction(int signal, const struct sigaction *action, struct sigaction *old)
{
	if (!landau_native.on)
		return REAL(sigaction)(signal, action, old);
	return change(signal, action, old);
}

static sighandler_t simple(int number, sighandler_t handler, int flags)
{
	struct sigaction action, old;

	memset(&action, 0, sizeof(action));
	action.sa_handler = handler;
	action.sa_flags = flags;
	if (sigaction(number, &action, &old) != 0)
		return SIG_ERR;
	return old.sa_handler;
}

sighandler_t signal(int number, sighandler_t handler);
sighandler_t bsd_signal(int number, sighandler_t handler);
sighandler_t ssignal(int number, sighandler_t handler);
sighandler_t sysv_signal(int number, sighandler_t handler);
sighandler_t __sysv_signal(int number, sighandler_t handler);

LANDAU_PUBLIC sighandler_t signal(int number, sighandler_t handler)
{
	return simple(number, handler, SA_RESTART);
}

LANDAU_PUBLIC sighandler_t bsd_signal(int number, sighandler_t handler)
{
	return simple(number, handler, SA_RESTART);
}

LANDAU_PUBLIC sighandler_t ssignal(int number, sighandler_t handler)
{
	return simple(number, handler, SA_RESTART);
}

LANDAU_PUBLIC sighandler_t sysv_signal(int number, sighandler_t handler)
{
	return simple(number, handler, (int)SA_RESETHAND | SA_NODEFER);
}

LANDAU_PUBLIC sighandler_t __sysv_signal(int number, sighandler_t handler)
{
	return simple(number, handler, (int)SA_RESETHAND | SA_NODEFER);
}

/* The C library's own would not come by here, and tell of a handler that is the runtime's. */
LANDAU_INTERPOSE(sighandler_t, sigset, (int number, sighandler_t handler))
{
	sigset_t set, before;
	struct sigaction old;
	sighandler_t found;

	if (!landau_native.on)
		return REAL(sigset)(number, handler);
	sigemptyset(&set);
	if (sigaddset(&set, number) != 0)
		return SIG_ERR;
	if (handler != SIG_HOLD) {
		found = simple(number, handler, 0);
	} else {
		found = sigaction(number, NULL, &old) == 0 ? old.sa_handler : SIG_ERR;
	}
	if (found == SIG_ERR ||
	    sigprocmask(handler == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, &set, &before) != 0)
		return SIG_ERR;
	return sigismember(&before, number) ? SIG_HOLD : found;
}

LANDAU_INTERPOSE(int, sigignore, (int number))
{
	return landau_native.on ? (simple(number, SIG_IGN, 0) == SIG_ERR ? -1 : 0)
				: REAL(sigignore)(number);
}

/* What SIGRTMAX is: the stop signal is the last of all, and not one of the program's. */
LANDAU_INTERPOSE(int, __libc_current_sigrtmax, (void))
{
	return landau_native.on ? LANDAU_STOP_SIGNAL - 1 : REAL(__libc_current_sigrtmax)();
}

/* The stop signal is never blocked and never waited for. */
static const sigset_t *without_stop(const sigset_t *set, sigset_t *copy)
{
	if (!set || !landau_native.on)
		return set;
	*copy = *set;
	sigdelset(copy, LANDAU_STOP_SIGNAL);
	return copy;
}

LANDAU_INTERPOSE(int, sigprocmask, (int how, const sigset_t *set, sigset_t *old))
{
	sigset_t copy;

	return REAL(sigprocmask)(how, how == SIG_UNBLOCK ? set : without_stop(set, &copy), old);
}

LANDAU_INTERPOSE(int, pthread_sigmask, (int how, const sigset_t *set, sigset_t *old))
{
	sigset_t copy;

	return REAL(pthread_sigmask)(how, how == SIG_UNBLOCK ? set : without_stop(set, &copy), old);
}

LANDAU_INTERPOSE(int, sigwait, (const sigset_t *set, int *signal))
{
	sigset_t copy;
	int result;

	LANDAU_BLOCKED(NULL, result = REAL(sigwait)(without_stop(set, &copy), signal));
	return result;
}

LANDAU_INTERPOSE(int, sigwaitinfo, (const sigset_t *set, siginfo_t *info))
{
	sigset_t copy;
	int result;

	LANDAU_BLOCKED(NULL, result = REAL(sigwaitinfo)(without_stop(set, &copy), info));
	return result;
}

LANDAU_INTERPOSE(int, sigtimedwait,
		 (const sigset_t *set, siginfo_t *info, const struct timespec *limit))
{
	sigset_t copy;
	int result;

	LANDAU_BLOCKED(NULL, result = REAL(sigtimedwait)(without_stop(set, &copy), info, limit));
	return result;
}

LANDAU_INTERPOSE(int, sigsuspend, (const sigset_t *set))
{
	sigset_t copy;
	int result;

	if (landau_attention())
		landau_attend();
	LANDAU_BLOCKED(NULL, result = REAL(sigsuspend)(without_stop(set, &copy)));
	return result;
}

/* What <signal.h> makes of sigpause(). */
LANDAU_INTERPOSE(int, __xpg_sigpause, (int number))
{
	int result;

	LANDAU_BLOCKED(NULL, result = REAL(__xpg_sigpause)(number));
	return result;
}
