/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_world.c - stopping the world (runtime/world.c, runtime/slots.c): who stops it has all other threads to itself,
 * whether they run, wait, begin, end or are cancelled. The threads change plain variables, which the one that stops
 * them changes too; the thread sanitizer sees it where nothing orders the two, and a sum shows what got lost.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/native/runtime/lamport.h"
#include "engine/native/runtime/raw.h"
#include "engine/native/runtime/slots.h"
#include "engine/native/runtime/world.h"
#include "runtime.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { THREADS = 4, ROUNDS = 300, MOST_BORN = 64 };

/* Of one thread each, and of who has stopped them all. */
static struct {
	uint64_t steps;
	uint64_t visits;
} counters[MOST_BORN];

static uint32_t ended;
static uint32_t reached;

static int begin(void **state)
{
	(void)state;
	if (!landau_shared_core) {
		landau_threads_start();
		landau_world_start();
		landau_thread_begin(landau_new_thread_id(), 0);
	}
	memset(counters, 0, sizeof(counters));
	__atomic_store_n(&ended, 0, __ATOMIC_SEQ_CST);
	__atomic_store_n(&reached, 0, __ATOMIC_SEQ_CST);
	return 0;
}

static void hook(void)
{
	if (__atomic_load_n(&landau_hot.attention, __ATOMIC_RELAXED))
		landau_attend();
}

static void visit_all(void)
{
	landau_world_stop();
	for (int i = 0; i < MOST_BORN; i++) {
		counters[i].steps++;
		counters[i].visits++;
	}
	landau_world_resume();
}

static void *step_until_the_end(void *which)
{
	int i = (int)(intptr_t)which;

	landau_thread_begin(landau_new_thread_id(), 0);
	while (!__atomic_load_n(&ended, __ATOMIC_SEQ_CST)) {
		hook();
		counters[i].steps++;
		if (counters[i].steps % 64 == 0) {
			bool blocked = landau_block();

			landau_raw3(SYS_sched_yield, 0, 0, 0);
			landau_unblock(blocked);
		}
	}
	landau_thread_end();
	return NULL;
}

static void those_that_run_stand_still(void **state)
{
	pthread_t threads[THREADS];

	(void)state;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, step_until_the_end, (void *)(intptr_t)i);
	for (int i = 0; i < ROUNDS; i++)
		visit_all();
	__atomic_store_n(&ended, 1, __ATOMIC_SEQ_CST);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(counters[i].visits, ROUNDS);
}

static void *stop_the_others(void *which)
{
	int i = (int)(intptr_t)which;

	landau_thread_begin(landau_new_thread_id(), 0);
	for (int round = 0; round < ROUNDS / 4; round++) {
		hook();
		counters[i].steps++;
		visit_all();
	}
	landau_thread_end();
	return NULL;
}

static void many_stop_each_other(void **state)
{
	pthread_t threads[THREADS];

	(void)state;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, stop_the_others, (void *)(intptr_t)i);
	for (int i = 0; i < THREADS; i++) {
		/* The one that waits is a thread as well. */
		bool blocked = landau_block();

		pthread_join(threads[i], NULL);
		landau_unblock(blocked);
	}
	for (int i = 0; i < THREADS; i++) {
		assert_int_equal(counters[i].visits, THREADS * (ROUNDS / 4));
		assert_int_equal(counters[i].steps, (THREADS + 1) * (ROUNDS / 4));
	}
}

static void *live_for_a_moment(void *which)
{
	int i = (int)(intptr_t)which;

	landau_thread_begin(landau_new_thread_id(), 0);
	for (int step = 0; step < 100; step++) {
		hook();
		counters[i].steps++;
	}
	landau_thread_end();
	return NULL;
}

static void threads_begin_and_end_meanwhile(void **state)
{
	pthread_t stopper;

	(void)state;
	pthread_create(&stopper, NULL, stop_the_others, (void *)(intptr_t)(MOST_BORN - 1));
	for (int i = 0; i < MOST_BORN - 1; i++) {
		pthread_t thread;
		bool blocked;

		hook();
		pthread_create(&thread, NULL, live_for_a_moment, (void *)(intptr_t)i);
		blocked = landau_block();
		pthread_join(thread, NULL);
		landau_unblock(blocked);
	}
	{
		bool blocked = landau_block();

		pthread_join(stopper, NULL);
		landau_unblock(blocked);
	}
	for (int i = 0; i < MOST_BORN - 1; i++)
		assert_int_equal(counters[i].steps, 100 + ROUNDS / 4);
}

/* -- Cancelling -----------------------------------------------------------------------------------
 */

static void clean_up(void *which)
{
	int i = (int)(intptr_t)which;

	__atomic_store_n(&reached, landau_self()->parked ? 1 : 2, __ATOMIC_SEQ_CST);
	for (int step = 0; step < 20000; step++) {
		hook();
		counters[i].steps++;
	}
	landau_thread_end();
}

static void *wait_to_be_cancelled(void *which)
{
	landau_thread_begin(landau_new_thread_id(), 0);
	pthread_cleanup_push(clean_up, which);
	/* No function that the sanitizer stands in for: it does not expect that they are left this way. */
	LANDAU_BLOCKED(NULL, for (;;) pthread_testcancel());
	pthread_cleanup_pop(0);
	return NULL;
}

static bool is_blocked(void)
{
	for (uint32_t i = 0; i < landau_slot_count(); i++)
		if (__atomic_load_n(&landau_slot(i)->used, __ATOMIC_SEQ_CST) &&
		    __atomic_load_n(&landau_slot(i)->parked, __ATOMIC_SEQ_CST))
			return true;
	return false;
}

static void who_is_cancelled_is_not_blocked(void **state)
{
	pthread_t thread;
	uint64_t visits = 0;

	(void)state;
	pthread_create(&thread, NULL, wait_to_be_cancelled, NULL);
	/* Not before it waits. */
	while (!is_blocked())
		landau_raw3(SYS_sched_yield, 0, 0, 0);
	pthread_cancel(thread);
	while (!__atomic_load_n(&reached, __ATOMIC_SEQ_CST))
		visit_all(), visits++;
	for (int i = 0; i < ROUNDS; i++)
		visit_all(), visits++;
	pthread_join(thread, NULL);
	assert_int_equal(reached, 2);
	assert_int_equal(counters[0].visits, visits);
	assert_int_equal(counters[0].steps, visits + 20000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(those_that_run_stand_still, begin),
		cmocka_unit_test_setup(many_stop_each_other, begin),
		cmocka_unit_test_setup(threads_begin_and_end_meanwhile, begin),
		cmocka_unit_test_setup(who_is_cancelled_is_not_blocked, begin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
