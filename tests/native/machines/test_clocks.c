/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_clocks.c - the times of synchronisation objects and of fences (runtime/lamport.c), and threads without the C
 * library (runtime/raw.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/native/runtime/lamport.h"
#include "engine/native/runtime/raw.h"
#include "runtime.h"

#include <sched.h>
#include <sys/syscall.h>

/* As hooks/atomics.c has it. */
static void fence(struct landau_native_thread *thread)
{
	landau_release_time(thread, landau_time_of_fences());
	landau_acquire_time(thread, landau_time_of_fences());
}

static void fences_order_two_threads(void **state)
{
	struct landau_native_thread *one = made_thread(1000);
	struct landau_native_thread *other = made_thread(10);

	(void)state;
	landau_times_restart();
	fence(one);
	assert_true(other->core->clock < 20);
	fence(other);
	assert_true(other->core->clock > 1000);
	/* Nothing from before may be skipped. */
	assert_true(other->core_thread->boundary > 1000);
	drop_thread(one);
	drop_thread(other);
}

/* Or each fence would bring the next renumbering. */
static void clocks_begin_anew_for_fences_too(void **state)
{
	struct landau_native_thread *thread = made_thread(1000000);
	static int object;

	(void)state;
	fence(thread);
	landau_release_time(thread, landau_time_of(&object));
	thread->core->clock = 20;
	thread->core_thread->boundary = 20;
	landau_times_restart();
	for (int i = 0; i < 100; i++) {
		landau_acquire_time(thread, landau_time_of(&object));
		fence(thread);
	}
	assert_true(thread->core->clock < 200);
	drop_thread(thread);
}

static void nobody_holds_a_lock_after_fork(void **state)
{
	struct landau_native_thread *thread = made_thread(500);
	static int object;

	(void)state;
	landau_lock_time(landau_time_of(&object));
	fence(thread);
	landau_times_after_fork();
	for (int i = 0; i < LANDAU_ALL_TIMES; i++) {
		assert_int_equal(landau_times[i].clock, 0);
		assert_int_equal(landau_times[i].lock.taken, 0);
	}
	drop_thread(thread);
}

static uint32_t seen;

/* On a thread that no sanitizer knows. */
__attribute__((no_sanitize("address", "thread", "undefined"))) static void
leave_a_trace(void *context)
{
	*(uint32_t *)context = 4711;
	landau_raw_wake(context);
	landau_raw3(SYS_exit, 0, 0, 0);
}

/* The build leaves the compiler no register for the context but %rbp (meson.build). */
static void a_thread_gets_its_context(void **state)
{
	enum { BYTES = 1 << 16 };
	unsigned char *stack = landau_raw_pages(BYTES);
	long result = landau_raw_thread(CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND |
						CLONE_THREAD | CLONE_SYSVSEM,
					stack + BYTES, leave_a_trace, &seen);

	(void)state;
	assert_true(result > 0);
	while (__atomic_load_n(&seen, __ATOMIC_SEQ_CST) == 0)
		landau_raw_wait(&seen, 0, 1000000);
	assert_int_equal(seen, 4711);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fences_order_two_threads),
		cmocka_unit_test(clocks_begin_anew_for_fences_too),
		cmocka_unit_test(nobody_holds_a_lock_after_fork),
		cmocka_unit_test(a_thread_gets_its_context),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
