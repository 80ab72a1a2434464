/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * process_control.c - fork, exec, the ways to end a process, and jumps out of routines.
 */
#include "engine/native/hooks/calls.h"
#include "engine/native/runtime/lamport.h"
#include "interpose.h"
#include "engine/native/output/profile_output.h"
#include "engine/native/runtime/raw.h"
#include "real.h"
#include "space.h"
#include "engine/native/runtime/signals.h"
#include "engine/native/output/snapshots.h"
#include "engine/native/runtime/slots.h"
#include "engine/native/runtime/world.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <ucontext.h>
#include <unistd.h>

/* -- fork -----------------------------------------------------------------------------------------
 */

static uint32_t exiter; /* the kernel's number of the thread that has called exit first */

static void before_fork(void)
{
	if (landau_attention())
		landau_attend();
	landau_space_lock();
	landau_threads_lock();
	landau_routines_lock();
}

static void after_fork(void)
{
	landau_routines_unlock();
	landau_threads_unlock();
	landau_space_unlock();
}

static void in_child(void)
{
	after_fork();
	if (!landau_native.on)
		return;
	exiter = 0;
	landau_world_after_fork();
	landau_created_threads_after_fork();
	landau_moves_after_fork();
	landau_signals_after_fork();
	landau_times_after_fork();
	landau_space_after_fork();
	landau_threads_after_fork();
	landau_output_after_fork();
	landau_snapshots_start();
}

/*
 * No other thread may be in the middle of something that the child would inherit. These are the
 * first handlers, so they are the last before the fork and the first after it.
 */
void landau_process_start(void)
{
	pthread_atfork(before_fork, after_fork, in_child);
}

/* The child of a vfork may do next to nothing in the parent's memory; ours does more. */
pid_t vfork(void);
LANDAU_PUBLIC pid_t vfork(void)
{
	return fork();
}

/* -- clone ----------------------------------------------------------------------------------------
 */

LANDAU_REAL_ONLY(int, clone, (int (*)(void *), void *, int, void *, ...));
LANDAU_REAL_ONLY(long, syscall, (long, ...));

struct beginning {
	int (*start)(void *argument);
	void *argument;
};

static int begin_child(void *argument)
{
	struct beginning beginning = *(struct beginning *)argument;

	in_child();
	_exit(beginning.start(beginning.argument));
}

/*
 * A thread that the C library does not know of has no thread-local storage of its own, or one that
 * the runtime cannot have prepared: it would count for the thread that made it. A process that
 * borrows the memory, as after vfork, gets a copy.
 */
static long copied_memory(long flags)
{
	if ((flags & (CLONE_VM | CLONE_VFORK)) == CLONE_VM)
		landau_native_give_up("the program makes threads by clone, past the C library; the "
				      "native engine cannot follow that: compile it without "
				      "landau-gcc");
	return flags & ~(long)CLONE_VM;
}

int clone(int (*start)(void *), void *stack, int flags, void *argument, ...);
LANDAU_PUBLIC int clone(int (*start)(void *), void *stack, int flags, void *argument, ...)
{
	struct beginning beginning = {start, argument};
	void *more[3];
	va_list rest;
	int result;

	va_start(rest, argument);
	for (int i = 0; i < 3; i++)
		more[i] = va_arg(rest, void *);
	va_end(rest);
	if (!landau_native.on || !start || !stack)
		return REAL(clone)(start, stack, flags, argument, more[0], more[1], more[2]);
	flags = (int)copied_memory(flags);
	before_fork();
	result = REAL(clone)(begin_child, stack, flags, &beginning, more[0], more[1], more[2]);
	after_fork();
	return result;
}

/* fork and its like as system calls: the child goes on where the parent does. */
bool landau_is_fork(long number)
{
	return landau_native.on && (number == SYS_fork || number == SYS_vfork ||
				    number == SYS_clone || number == SYS_clone3);
}

long landau_fork_by_number(long number, const long a[6])
{
	long first = a[0];
	long result;

	if (number == SYS_vfork)
		number = SYS_fork;
	if (number == SYS_clone)
		first = copied_memory(first);
	if (number == SYS_clone3)
		copied_memory(*(const long *)first & ~(long)CLONE_VFORK);
	before_fork();
	result = REAL(syscall)(number, first, a[1], a[2], a[3], a[4], a[5]);
	if (result == 0)
		in_child();
	else
		after_fork();
	return result;
}

/* -- exec -----------------------------------------------------------------------------------------
 */

extern char **environ;
LANDAU_REAL_ONLY(int, execve, (const char *, char *const *, char *const *));
LANDAU_REAL_ONLY(int, execvpe, (const char *, char *const *, char *const *));

/* Exec can fail, and then the program goes on: so only if it looks as if it will not. */
static void before_exec(const char *file)
{
	if (file && landau_raw3(SYS_access, file, X_OK, 0) == 0)
		landau_output_write(LANDAU_EXIT_EXEC, 0);
}

static void before_exec_in_path(const char *file)
{
	const char *path = getenv("PATH");
	char candidate[4096];

	for (const char *c = file; *c; c++) {
		if (*c == '/') {
			before_exec(file);
			return;
		}
	}
	while (path && *path && landau_native.on) {
		size_t used = 0;

		for (; *path && *path != ':'; path++)
			if (used < sizeof(candidate) - 2)
				candidate[used++] = *path;
		candidate[used++] = '/';
		for (const char *c = file; *c && used < sizeof(candidate) - 1; c++)
			candidate[used++] = *c;
		candidate[used] = '\0';
		before_exec(candidate);
		path += *path == ':';
	}
}

int execve(const char *file, char *const *arguments, char *const *environment);
LANDAU_PUBLIC int execve(const char *file, char *const *arguments, char *const *environment)
{
	before_exec(file);
	return REAL(execve)(file, arguments, environment);
}

int execv(const char *file, char *const *arguments);
LANDAU_PUBLIC int execv(const char *file, char *const *arguments)
{
	return execve(file, arguments, environ);
}

int execvpe(const char *file, char *const *arguments, char *const *environment);
LANDAU_PUBLIC int execvpe(const char *file, char *const *arguments, char *const *environment)
{
	before_exec_in_path(file);
	return REAL(execvpe)(file, arguments, environment);
}

int execvp(const char *file, char *const *arguments);
LANDAU_PUBLIC int execvp(const char *file, char *const *arguments)
{
	return execvpe(file, arguments, environ);
}

LANDAU_INTERPOSE(int, fexecve, (int file, char *const *arguments, char *const *environment))
{
	landau_output_write(LANDAU_EXIT_EXEC, 0);
	return REAL(fexecve)(file, arguments, environment);
}

/* How many arguments follow `first` up to the NULL, that and `first` included. */
static size_t count_arguments(const char *first, va_list rest)
{
	size_t count = 1;

	for (const char *argument = first; argument; argument = va_arg(rest, const char *))
		count++;
	return count;
}

static void collect(const char *first, va_list *rest, char *arguments[])
{
	const char *argument = first;
	size_t count = 0;

	while ((arguments[count++] = (char *)(uintptr_t)argument))
		argument = va_arg(*rest, const char *);
}

/* first, ..., NULL as an array on the stack, as the C library has it; `rest` stands behind them then. */
#define AS_ARRAY(arguments, first, rest)                                                           \
	va_list again;                                                                             \
	va_start(rest, first);                                                                     \
	va_copy(again, rest);                                                                      \
	char *arguments[count_arguments(first, again)];                                            \
	va_end(again);                                                                             \
	collect(first, &(rest), arguments)

int execl(const char *file, const char *first, ...);
int execlp(const char *file, const char *first, ...);
int execle(const char *file, const char *first, ...);

LANDAU_PUBLIC int execl(const char *file, const char *first, ...)
{
	va_list rest;

	AS_ARRAY(arguments, first, rest);
	va_end(rest);
	return execve(file, arguments, environ);
}

LANDAU_PUBLIC int execlp(const char *file, const char *first, ...)
{
	va_list rest;

	AS_ARRAY(arguments, first, rest);
	va_end(rest);
	return execvpe(file, arguments, environ);
}

LANDAU_PUBLIC int execle(const char *file, const char *first, ...)
{
	char **environment;
	va_list rest;

	AS_ARRAY(arguments, first, rest);
	environment = va_arg(rest, char **);
	va_end(rest);
	return execve(file, arguments, environment);
}

/* -- Ends -----------------------------------------------------------------------------------------
 */

LANDAU_REAL_ONLY(void, exit, (int));
LANDAU_REAL_ONLY(void, _exit, (int));

static void wait_for_end(void)
{
	static uint32_t never;

	for (;;) {
		bool needed = landau_block();

		landau_raw_wait(&never, 0, 0);
		landau_unblock(needed);
	}
}

/*
 * A second thread that calls it waits, as it does in the C library since 2.41. Before that it runs those handlers that the first
 * one has left, and ends the process while the first one is still writing the profile.
 */
void exit(int status);
LANDAU_PUBLIC void exit(int status)
{
	uint32_t self = (uint32_t)landau_raw3(SYS_gettid, 0, 0, 0);
	uint32_t first = 0;

	if (landau_native.on &&
	    !__atomic_compare_exchange_n(&exiter, &first, self, false, __ATOMIC_SEQ_CST,
					 __ATOMIC_SEQ_CST) &&
	    first != self)
		wait_for_end();
	REAL(exit)(status);
	__builtin_unreachable();
}

void _exit(int status);
void _Exit(int status);
LANDAU_PUBLIC void _exit(int status)
{
	landau_output_write(LANDAU_EXIT_EXIT, status & 0xff);
	REAL(_exit)(status);
	__builtin_unreachable();
}

LANDAU_PUBLIC void _Exit(int status)
{
	_exit(status);
}

LANDAU_REAL_ONLY(void, quick_exit, (int));
void quick_exit(int status);
static int quick_status;

static void on_quick_exit(void)
{
	landau_output_write(LANDAU_EXIT_EXIT, quick_status & 0xff);
}

/* Handlers of quick_exit run in reverse order: this one is registered too late to be the last. */
LANDAU_PUBLIC void quick_exit(int status)
{
	quick_status = status;
	on_quick_exit();
	REAL(quick_exit)(status);
	__builtin_unreachable();
}

/* -- Rights, without which the profile cannot be written where it was to be --------------------------
 */

#define GIVES_UP_RIGHTS(name, parameters, arguments)                                               \
	LANDAU_INTERPOSE(int, name, parameters)                                                    \
	{                                                                                          \
		landau_output_create_early();                                                      \
		return REAL(name) arguments;                                                       \
	}

GIVES_UP_RIGHTS(setuid, (uid_t user), (user))
GIVES_UP_RIGHTS(seteuid, (uid_t user), (user))
GIVES_UP_RIGHTS(setreuid, (uid_t real, uid_t effective), (real, effective))
GIVES_UP_RIGHTS(setresuid, (uid_t real, uid_t effective, uid_t saved), (real, effective, saved))
GIVES_UP_RIGHTS(chroot, (const char *folder), (folder))

/* -- Jumps ----------------------------------------------------------------------------------------
 */

enum { SAVED_STACK_POINTER = 6 };

/* The C library keeps the stack pointer of a jump buffer in disguise. */
static uintptr_t target_of(const struct __jmp_buf_tag *buffer)
{
	uintptr_t pointer = (uintptr_t)buffer->__jmpbuf[SAVED_STACK_POINTER];
	uintptr_t guard;

	__asm__("movq %%fs:0x30, %0" : "=r"(guard));
	pointer = pointer >> 17 | pointer << 47;
	return pointer ^ guard;
}

static void before_jump(const struct __jmp_buf_tag *buffer)
{
	struct landau_native_thread *self = landau_attentive_self();

	if (!self)
		return;
	/* Out of a handler, perhaps on a stack of its own. */
	if (self->handler_depth) {
		uintptr_t here = (uintptr_t)__builtin_frame_address(0);
		uintptr_t target = target_of(buffer);
		bool stays = target > here && target - here < (1 << 16) &&
			     (here - self->stack_low >= self->stack_high - self->stack_low);

		if (!stays) {
			uint32_t depth = self->handler_depth - 1;

			if (landau_calls_depth(self) > depth)
				landau_calls_unwind_to(self, depth);
			self->handler_depth = 0;
		}
	}
	landau_calls_unwind(self, target_of(buffer));
}

#define JUMP(name)                                                                                 \
	LANDAU_REAL_ONLY(void, name, (struct __jmp_buf_tag *, int));                               \
	void name(struct __jmp_buf_tag buffer[1], int value);                                      \
	LANDAU_PUBLIC void name(struct __jmp_buf_tag buffer[1], int value)                         \
	{                                                                                          \
		before_jump(buffer);                                                               \
		REAL(name)(buffer, value);                                                         \
		__builtin_unreachable();                                                           \
	}

JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)
