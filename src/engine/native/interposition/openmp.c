/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * openmp.c - OpenMP: gcc's library by its functions, LLVM's by its tool interface.
 *
 * Both synchronise their threads past the functions of pthreads. Here every call into the library
 * and every event of it releases and acquires one object for all of OpenMP. That is more order than
 * there is, which is allowed (lamport.h), and so there is no need to know what each of them does.
 *
 * The functions of gcc's library are defined as that library has them at a symbol version that linkers do not choose. So the
 * link step finds them in the library, as it does without the runtime, and the program needs the library even if
 * only what the runtime interposes is called (--as-needed); when the program starts, the
 * dynamic linker finds the same name and version here first. What is not interposed here, as functions that are newer
 * than this file, is called in the library itself.
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

/* Like LANDAU_INTERPOSE; openmp.map has the versions, and keeps the names with landau_openmp_ to this library. */
#define OPENMP(type, version, name, parameters)                                                    \
	static type(*real_##name) parameters;                                                      \
	LANDAU_PUBLIC type landau_openmp_##name parameters;                                        \
	__asm__(".symver landau_openmp_" #name ", " #name "@" version);                            \
	type landau_openmp_##name parameters

/* -- gcc: functions that only synchronise -----------------------------------------------------------
 */

/*
 * All their arguments are numbers and pointers, at most ten (GOMP_loop_ull_ordered_start); what they do not have is passed on unseen.
 * Of loops that wait for each other see below.
 */
#define SYNCHRONISES(version, name)                                                                \
	OPENMP(long, version, name,                                                                \
	       (long a, long b, long c, long d, long e, long f, long g, long h, long i, long j))   \
	{                                                                                          \
		long result;                                                                       \
                                                                                                   \
		before();                                                                          \
		result = REAL(name)(a, b, c, d, e, f, g, h, i, j);                                 \
		after();                                                                           \
		return result;                                                                     \
	}

SYNCHRONISES("GOMP_1.0", GOMP_barrier)
SYNCHRONISES("GOMP_4.0", GOMP_barrier_cancel)
SYNCHRONISES("GOMP_4.0", GOMP_cancel)
SYNCHRONISES("GOMP_1.0", GOMP_atomic_start)
SYNCHRONISES("GOMP_1.0", GOMP_atomic_end)
SYNCHRONISES("GOMP_1.0", GOMP_critical_start)
SYNCHRONISES("GOMP_1.0", GOMP_critical_end)
SYNCHRONISES("GOMP_1.0", GOMP_critical_name_start)
SYNCHRONISES("GOMP_1.0", GOMP_critical_name_end)
SYNCHRONISES("GOMP_1.0", GOMP_ordered_start)
SYNCHRONISES("GOMP_1.0", GOMP_ordered_end)
SYNCHRONISES("GOMP_4.5", GOMP_doacross_post)
SYNCHRONISES("GOMP_4.5", GOMP_doacross_ull_post)
SYNCHRONISES("GOMP_1.0", GOMP_loop_end)
SYNCHRONISES("GOMP_4.0", GOMP_loop_end_cancel)
SYNCHRONISES("GOMP_1.0", GOMP_loop_end_nowait)
SYNCHRONISES("GOMP_1.0", GOMP_sections_start)
SYNCHRONISES("GOMP_5.0", GOMP_sections2_start)
SYNCHRONISES("GOMP_1.0", GOMP_sections_next)
SYNCHRONISES("GOMP_1.0", GOMP_sections_end)
SYNCHRONISES("GOMP_4.0", GOMP_sections_end_cancel)
SYNCHRONISES("GOMP_1.0", GOMP_sections_end_nowait)
SYNCHRONISES("GOMP_1.0", GOMP_single_start)
SYNCHRONISES("GOMP_1.0", GOMP_single_copy_start)
SYNCHRONISES("GOMP_1.0", GOMP_single_copy_end)
SYNCHRONISES("GOMP_2.0", GOMP_taskwait)
SYNCHRONISES("GOMP_5.0", GOMP_taskwait_depend)
SYNCHRONISES("GOMP_3.0", GOMP_taskyield)
SYNCHRONISES("GOMP_4.0", GOMP_taskgroup_start)
SYNCHRONISES("GOMP_4.0", GOMP_taskgroup_end)
SYNCHRONISES("GOMP_5.0", GOMP_workshare_task_reduction_unregister)
SYNCHRONISES("GOMP_5.1", GOMP_scope_start)
SYNCHRONISES("GOMP_1.0", GOMP_parallel_end)
/* They wait for the tasks on which they depend. */
SYNCHRONISES("GOMP_4.5", GOMP_target_ext)
SYNCHRONISES("GOMP_4.5", GOMP_target_update_ext)
SYNCHRONISES("GOMP_4.5", GOMP_target_enter_exit_data)
SYNCHRONISES("OMP_5.0.1", omp_fulfill_event)
SYNCHRONISES("OMP_5.0.1", omp_fulfill_event_)
SYNCHRONISES("OMP_3.0", omp_set_lock)
SYNCHRONISES("OMP_3.0", omp_unset_lock)
SYNCHRONISES("OMP_3.0", omp_test_lock)
SYNCHRONISES("OMP_3.0", omp_set_nest_lock)
SYNCHRONISES("OMP_3.0", omp_unset_nest_lock)
SYNCHRONISES("OMP_3.0", omp_test_nest_lock)
SYNCHRONISES("OMP_3.0", omp_set_lock_)
SYNCHRONISES("OMP_3.0", omp_unset_lock_)
SYNCHRONISES("OMP_3.0", omp_test_lock_)
SYNCHRONISES("OMP_3.0", omp_set_nest_lock_)
SYNCHRONISES("OMP_3.0", omp_unset_nest_lock_)
SYNCHRONISES("OMP_3.0", omp_test_nest_lock_)

/*
 * One number for each dimension of the loop, as many as the loop has: nobody says here how many these are. Those on the
 * stack are passed on as far as the standard asks for and compilers go; what is there beyond is not looked at.
 */
enum { MOST_DIMENSIONS = 64 };

#define EIGHT(n) (n)[0], (n)[1], (n)[2], (n)[3], (n)[4], (n)[5], (n)[6], (n)[7]

#define WAITS_FOR_ITERATION(name, type)                                                            \
	OPENMP(void, "GOMP_4.5", name, (type first, ...))                                          \
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
	SYNCHRONISES("GOMP_1.0", GOMP_loop_ordered_##kind##_start)                                 \
	SYNCHRONISES("GOMP_1.0", GOMP_loop_ordered_##kind##_next)                                  \
	SYNCHRONISES("GOMP_2.0", GOMP_loop_ull_ordered_##kind##_start)                             \
	SYNCHRONISES("GOMP_2.0", GOMP_loop_ull_ordered_##kind##_next)

ORDERED(static)
ORDERED(dynamic)
ORDERED(guided)
ORDERED(runtime)
SYNCHRONISES("GOMP_5.0", GOMP_loop_ordered_start)
SYNCHRONISES("GOMP_5.0", GOMP_loop_ull_ordered_start)

/* -- gcc: functions that run code on other threads --------------------------------------------------
 */

struct body {
	void *head; /* as the data begin: the library looks for reductions there */
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
#define RUNS_BODY(version, name, head_of)                                                          \
	OPENMP(long, version, name,                                                                \
	       (void (*function)(void *), void *data, long c, long d, long e, long f, long g,      \
		long h))                                                                           \
	{                                                                                          \
		struct body body = {head_of, function, data};                                      \
		long result;                                                                       \
                                                                                                   \
		if (!landau_native.on)                                                             \
			return REAL(name)(function, data, c, d, e, f, g, h);                       \
		before();                                                                          \
		result = REAL(name)(run_body, &body, c, d, e, f, g, h);                            \
		after();                                                                           \
		return result;                                                                     \
	}

#define RUNS(version, name) RUNS_BODY(version, name, NULL)

RUNS("GOMP_4.0", GOMP_parallel)
RUNS("GOMP_4.0", GOMP_parallel_sections)
RUNS("GOMP_4.0", GOMP_parallel_loop_static)
RUNS("GOMP_4.0", GOMP_parallel_loop_dynamic)
RUNS("GOMP_4.0", GOMP_parallel_loop_guided)
RUNS("GOMP_4.0", GOMP_parallel_loop_runtime)
RUNS("GOMP_4.5", GOMP_parallel_loop_nonmonotonic_dynamic)
RUNS("GOMP_4.5", GOMP_parallel_loop_nonmonotonic_guided)
RUNS("GOMP_5.0", GOMP_parallel_loop_nonmonotonic_runtime)
RUNS("GOMP_5.0", GOMP_parallel_loop_maybe_nonmonotonic_runtime)
RUNS("GOMP_5.0", GOMP_teams_reg)
RUNS_BODY("GOMP_5.0", GOMP_parallel_reductions, *(void **)data)

/* -- gcc: tasks, whose data the library copies --------------------------------------------------------
 */

/* The library writes and reads the first words of a task's data: the event, or the iterations to do and reductions. */
enum { MOST_HEAD = 3 };

struct task {
	void *head[MOST_HEAD]; /* of the data, for the library; it has changed this many of them: */
	size_t changed;
	void (*function)(void *);
	void (*copy)(void *, void *);
	void *data;    /* of the creator */
	size_t offset; /* where the data lie behind this, once they are copied */
};

static void take_head(void *data, const struct task *task)
{
	for (size_t i = 0; i < task->changed; i++)
		((void **)data)[i] = task->head[i];
}

static void run_task(void *argument)
{
	struct task *task = argument;
	void *data = (char *)argument + task->offset;

	after();
	take_head(data, task);
	task->function(data);
	before();
}

static void copy_task(void *to, void *from)
{
	struct task *task = from;

	*(struct task *)to = *task;
	take_head(task->data, task);
	task->copy((char *)to + task->offset, task->data);
}

/* A task of the program and how it becomes one of ours: in the room, with the alignment. */
struct wrapping {
	void (*function)(void *);
	void (*copy)(void *, void *);
	void *data;
	size_t bytes;
	size_t alignment;
	size_t changed;
};

/* By the library's own numbers. */
enum { MOST_TASK_BYTES = 1 << 16, TASK_DETACH = 1 << 13 };

static size_t offset_of(const struct wrapping *wrapping)
{
	return (sizeof(struct task) + wrapping->alignment - 1) & ~(wrapping->alignment - 1);
}

static size_t room_for(const struct wrapping *wrapping)
{
	return offset_of(wrapping) + wrapping->bytes + wrapping->alignment;
}

static void *wrap(unsigned char *room, const struct wrapping *wrapping)
{
	size_t head = wrapping->bytes < sizeof(((struct task *)NULL)->head)
			      ? wrapping->bytes
			      : sizeof(((struct task *)NULL)->head);
	unsigned char *start = (unsigned char *)(((uintptr_t)room + wrapping->alignment - 1) &
						 ~(wrapping->alignment - 1));
	struct task *task = (struct task *)start;

	*task = (struct task){.changed = wrapping->changed,
			      .function = wrapping->function,
			      .copy = wrapping->copy,
			      .data = wrapping->data,
			      .offset = offset_of(wrapping)};
	__builtin_memcpy(task->head, wrapping->data, head);
	if (!wrapping->copy)
		__builtin_memcpy(start + task->offset, wrapping->data, wrapping->bytes);
	return start;
}

static bool can_wrap(const struct wrapping *wrapping)
{
	return landau_native.on && wrapping->bytes <= MOST_TASK_BYTES &&
	       wrapping->alignment <= MOST_TASK_BYTES &&
	       wrapping->bytes >= wrapping->changed * sizeof(void *);
}

static struct wrapping wrapping_of(void (*function)(void *), void *data,
				   void (*copy)(void *, void *), long bytes, long alignment,
				   size_t changed)
{
	return (struct wrapping){.function = function,
				 .copy = copy,
				 .data = data,
				 .bytes = (size_t)bytes,
				 .alignment = alignment > 16 ? (size_t)alignment : 16,
				 .changed = changed};
}

OPENMP(void, "GOMP_2.0", GOMP_task,
       (void (*function)(void *), void *data, void (*copy)(void *, void *), long bytes,
	long alignment, bool condition, unsigned flags, void **depends, int priority, void *detach))
{
	struct wrapping wrapping =
		wrapping_of(function, data, copy, bytes, alignment, flags & TASK_DETACH ? 1 : 0);

	before();
	if (can_wrap(&wrapping)) {
		unsigned char room[room_for(&wrapping)];

		REAL(GOMP_task)
		(run_task, wrap(room, &wrapping), copy ? copy_task : NULL,
		 (long)(offset_of(&wrapping) + wrapping.bytes), (long)wrapping.alignment, condition,
		 flags, depends, priority, detach);
	} else {
		REAL(GOMP_task)
		(function, data, copy, bytes, alignment, condition, flags, depends, priority,
		 detach);
	}
	after();
}

#define RUNS_LOOP(name, type)                                                                      \
	OPENMP(void, "GOMP_4.5", name,                                                             \
	       (void (*function)(void *), void *data, void (*copy)(void *, void *), long bytes,    \
		long alignment, unsigned flags, unsigned long tasks, int priority, type first,     \
		type end, type step))                                                              \
	{                                                                                          \
		struct wrapping wrapping = wrapping_of(function, data, copy, bytes, alignment, 2); \
                                                                                                   \
		before();                                                                          \
		if (can_wrap(&wrapping)) {                                                         \
			unsigned char room[room_for(&wrapping)];                                   \
                                                                                                   \
			REAL(name)                                                                 \
			(run_task, wrap(room, &wrapping), copy ? copy_task : NULL,                 \
			 (long)(offset_of(&wrapping) + wrapping.bytes), (long)wrapping.alignment,  \
			 flags, tasks, priority, first, end, step);                                \
		} else {                                                                           \
			REAL(name)                                                                 \
			(function, data, copy, bytes, alignment, flags, tasks, priority, first,    \
			 end, step);                                                               \
		}                                                                                  \
		after();                                                                           \
	}

RUNS_LOOP(GOMP_taskloop, long)
RUNS_LOOP(GOMP_taskloop_ull, unsigned long long)

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
