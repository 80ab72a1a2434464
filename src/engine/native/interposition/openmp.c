/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * openmp.c - OpenMP: gcc's library by its functions, LLVM's by its tool interface.
 *
 * Both synchronise their threads past the functions of pthreads. Here every call into the library
 * and every event of it releases and acquires one object for all of OpenMP. That is more order than
 * there is, which is allowed (lamport.h), and so there is no need to know what each of them does.
 */
#include "engine/native/runtime/lamport.h"
#include "real.h"

#include <stdarg.h>

static const char openmp[1];

static void before(void)
{
	landau_sync_release(openmp);
}

static void after(void)
{
	landau_sync_acquire(openmp);
}

/* -- gcc: functions that only synchronise -----------------------------------------------------------
 */

/* All their arguments are numbers and pointers, at most eight; of loops that wait for each other see below. */
#define SYNCHRONISES(name)                                                                         \
	LANDAU_INTERPOSE(long, name,                                                               \
			 (long a, long b, long c, long d, long e, long f, long g, long h))         \
	{                                                                                          \
		long result;                                                                       \
                                                                                                   \
		before();                                                                          \
		result = REAL(name)(a, b, c, d, e, f, g, h);                                       \
		after();                                                                           \
		return result;                                                                     \
	}

SYNCHRONISES(GOMP_barrier)
SYNCHRONISES(GOMP_barrier_cancel)
SYNCHRONISES(GOMP_cancel)
SYNCHRONISES(GOMP_atomic_start)
SYNCHRONISES(GOMP_atomic_end)
SYNCHRONISES(GOMP_critical_start)
SYNCHRONISES(GOMP_critical_end)
SYNCHRONISES(GOMP_critical_name_start)
SYNCHRONISES(GOMP_critical_name_end)
SYNCHRONISES(GOMP_ordered_start)
SYNCHRONISES(GOMP_ordered_end)
SYNCHRONISES(GOMP_doacross_post)
SYNCHRONISES(GOMP_doacross_ull_post)
SYNCHRONISES(GOMP_loop_end)
SYNCHRONISES(GOMP_loop_end_cancel)
SYNCHRONISES(GOMP_loop_end_nowait)
SYNCHRONISES(GOMP_sections_start)
SYNCHRONISES(GOMP_sections2_start)
SYNCHRONISES(GOMP_sections_next)
SYNCHRONISES(GOMP_sections_end)
SYNCHRONISES(GOMP_sections_end_cancel)
SYNCHRONISES(GOMP_sections_end_nowait)
SYNCHRONISES(GOMP_single_start)
SYNCHRONISES(GOMP_single_copy_start)
SYNCHRONISES(GOMP_single_copy_end)
SYNCHRONISES(GOMP_taskwait)
SYNCHRONISES(GOMP_taskwait_depend)
SYNCHRONISES(GOMP_taskyield)
SYNCHRONISES(GOMP_taskgroup_start)
SYNCHRONISES(GOMP_taskgroup_end)
SYNCHRONISES(GOMP_scope_start)
SYNCHRONISES(GOMP_parallel_end)
SYNCHRONISES(omp_set_lock)
SYNCHRONISES(omp_unset_lock)
SYNCHRONISES(omp_test_lock)
SYNCHRONISES(omp_set_nest_lock)
SYNCHRONISES(omp_unset_nest_lock)
SYNCHRONISES(omp_test_nest_lock)
SYNCHRONISES(omp_set_lock_)
SYNCHRONISES(omp_unset_lock_)
SYNCHRONISES(omp_test_lock_)
SYNCHRONISES(omp_set_nest_lock_)
SYNCHRONISES(omp_unset_nest_lock_)
SYNCHRONISES(omp_test_nest_lock_)

/*
 * One number for each dimension of the loop, as many as the loop has: nobody says here how many these are. Those on the
 * stack are passed on as far as the standard asks for and compilers go; what is there beyond is not looked at.
 */
enum { MOST_DIMENSIONS = 64 };

#define EIGHT(n) (n)[0], (n)[1], (n)[2], (n)[3], (n)[4], (n)[5], (n)[6], (n)[7]

#define WAITS_FOR_ITERATION(name, type)                                                            \
	LANDAU_INTERPOSE(void, name, (type first, ...))                                            \
	{                                                                                          \
		type more[MOST_DIMENSIONS];                                                        \
		va_list rest;                                                                      \
                                                                                                   \
		va_start(rest, first);                                                             \
		for (int i = 0; i < MOST_DIMENSIONS; i++)                                          \
			more[i] = va_arg(rest, type);                                              \
		va_end(rest);                                                                      \
		before();                                                                          \
		REAL(name)                                                                         \
		(first, EIGHT(more), EIGHT(more + 8), EIGHT(more + 16), EIGHT(more + 24),          \
		 EIGHT(more + 32), EIGHT(more + 40), EIGHT(more + 48), EIGHT(more + 56));          \
		after();                                                                           \
	}

WAITS_FOR_ITERATION(GOMP_doacross_wait, long)
WAITS_FOR_ITERATION(GOMP_doacross_ull_wait, unsigned long long)

/* The iterations of a loop are handed out without order between them; only ordered ones have one. */
#define ORDERED(kind)                                                                              \
	SYNCHRONISES(GOMP_loop_ordered_##kind##_start)                                             \
	SYNCHRONISES(GOMP_loop_ordered_##kind##_next)                                              \
	SYNCHRONISES(GOMP_loop_ull_ordered_##kind##_start)                                         \
	SYNCHRONISES(GOMP_loop_ull_ordered_##kind##_next)

ORDERED(static)
ORDERED(dynamic)
ORDERED(guided)
ORDERED(runtime)

/* -- gcc: functions that run code on other threads --------------------------------------------------
 */

struct body {
	void (*function)(void *);
	void *data;
};

static void run_body(void *argument)
{
	const struct body *body = argument;

	after();
	body->function(body->data);
	before();
}

/* They end when all threads have run the body. */
#define RUNS(name)                                                                                 \
	LANDAU_INTERPOSE(long, name,                                                               \
			 (void (*function)(void *), void *data, long c, long d, long e, long f,    \
			  long g, long h))                                                         \
	{                                                                                          \
		struct body body = {function, data};                                               \
		long result;                                                                       \
                                                                                                   \
		before();                                                                          \
		result = REAL(name)(run_body, &body, c, d, e, f, g, h);                            \
		after();                                                                           \
		return result;                                                                     \
	}

RUNS(GOMP_parallel)
RUNS(GOMP_parallel_sections)
RUNS(GOMP_parallel_loop_static)
RUNS(GOMP_parallel_loop_dynamic)
RUNS(GOMP_parallel_loop_guided)
RUNS(GOMP_parallel_loop_runtime)
RUNS(GOMP_parallel_loop_nonmonotonic_dynamic)
RUNS(GOMP_parallel_loop_nonmonotonic_guided)
RUNS(GOMP_parallel_loop_nonmonotonic_runtime)
RUNS(GOMP_parallel_loop_maybe_nonmonotonic_runtime)
RUNS(GOMP_teams_reg)

LANDAU_INTERPOSE(unsigned, GOMP_parallel_reductions,
		 (void (*function)(void *), void *data, unsigned threads, unsigned flags))
{
	unsigned result;

	/* The library looks into the data, which so cannot be wrapped. */
	before();
	result = REAL(GOMP_parallel_reductions)(function, data, threads, flags);
	after();
	return result;
}

/* -- gcc: tasks, whose data the library copies --------------------------------------------------------
 */

struct task {
	void (*function)(void *);
	void (*copy)(void *, void *);
	void *data;    /* of the creator */
	size_t offset; /* where the data lie behind this, once they are copied */
};

static void run_task(void *argument)
{
	struct task *task = argument;

	after();
	task->function((char *)argument + task->offset);
	before();
}

static void copy_task(void *to, void *from)
{
	struct task *task = from;

	*(struct task *)to = *task;
	task->copy((char *)to + task->offset, task->data);
}

/* By the library's own numbers: a task with an event, for which there is room at the beginning of its data. */
enum { MOST_TASK_BYTES = 1 << 16, TASK_DETACH = 1 << 13 };

LANDAU_INTERPOSE(void, GOMP_task,
		 (void (*function)(void *), void *data, void (*copy)(void *, void *), long bytes,
		  long alignment, bool condition, unsigned flags, void **depends, int priority,
		  void *detach))
{
	long align = alignment > 16 ? alignment : 16;
	size_t offset = (sizeof(struct task) + (size_t)align - 1) & ~((size_t)align - 1);

	before();
	if (bytes > MOST_TASK_BYTES || (flags & TASK_DETACH)) {
		REAL(GOMP_task)
		(function, data, copy, bytes, alignment, condition, flags, depends, priority,
		 detach);
	} else {
		unsigned char room[offset + (size_t)bytes + (size_t)align];
		unsigned char *start = (unsigned char *)(((uintptr_t)room + (uintptr_t)align - 1) &
							 ~((uintptr_t)align - 1));

		*(struct task *)start = (struct task){function, copy, data, offset};
		if (!copy)
			__builtin_memcpy(start + offset, data, (size_t)bytes);
		REAL(GOMP_task)
		(run_task, start, copy ? copy_task : NULL, (long)offset + bytes, align, condition,
		 flags, depends, priority, detach);
	}
	after();
}

/* -- LLVM's library: it looks for this function and then tells what happens ----------------------------
 */

typedef void (*tool_function)(void);

struct tool {
	int (*start)(tool_function (*look_up)(const char *), int device, void *data);
	void (*end)(void *data);
	uint64_t data;
};

static void on_event(void)
{
	before();
	after();
}

static int start_tool(tool_function (*look_up)(const char *), int device, void *data)
{
	/* Numbers of ompt_callbacks_t: threads, parallel regions, tasks, work, waiting, mutexes. */
	static const int events[] = {1, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 23, 27, 28, 29, 31};
	int (*set)(int, tool_function) =
		(int (*)(int, tool_function))(uintptr_t)look_up("ompt_set_callback");

	(void)device;
	(void)data;
	for (size_t i = 0; set && i < sizeof(events) / sizeof(*events); i++)
		set(events[i], on_event);
	return 1;
}

static void end_tool(void *data)
{
	(void)data;
}

struct tool *ompt_start_tool(unsigned version, const char *runtime);
LANDAU_PUBLIC struct tool *ompt_start_tool(unsigned version, const char *runtime)
{
	static struct tool tool = {.start = start_tool, .end = end_tool};

	(void)version;
	(void)runtime;
	return landau_native.on ? &tool : NULL;
}
