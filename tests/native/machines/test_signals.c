/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_signals.c - signals that wait while the runtime is at work (runtime/signals.c): none is lost and none comes
 * twice, also when one interrupts the other where it is kept. The file is included, since the handler is its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/native/runtime/signals.c" /* NOLINT(bugprone-suspicious-include) */
#include "runtime.h"

#include <stdlib.h>

static bool in_runtime;
static uint32_t handled[SIGNALS];
static int order[2 * MOST_WAITING];
static uint32_t all_handled;

bool landau_world_is_runtime(uintptr_t code)
{
	(void)code;
	return in_runtime;
}

static void handler(int signal, siginfo_t *info, void *context)
{
	(void)context;
	handled[signal]++;
	if (all_handled < sizeof(order) / sizeof(*order))
		order[all_handled] = info->si_value.sival_int;
	all_handled++;
}

static int start(void **state)
{
	struct landau_native_thread *self = made_thread(10);
	struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};

	*state = self;
	free(self->hot);
	self->hot = &landau_hot;
	landau_hot.self = self;
	landau_hot.attention = 0;
	landau_show_threshold(self);
	landau_signals_thread_start(self);
	for (int signal = FIRST_REAL_TIME; signal < FIRST_REAL_TIME + 4; signal++)
		sigaction(signal, &action, NULL);
	memset(handled, 0, sizeof(handled));
	all_handled = 0;
	in_runtime = true;
	return 0;
}

static int finish(void **state)
{
	struct landau_native_thread *self = *state;

	landau_hot.self = NULL;
	landau_raw_unmap(self->pending_signals, sizeof(*self->pending_signals));
	drop_thread(self);
	return 0;
}

/* As the kernel would, while the runtime is at work. */
static void interrupt(int signal, siginfo_t *info, int value)
{
	static ucontext_t context;

	info->si_signo = signal;
	info->si_code = SI_QUEUE;
	info->si_value.sival_int = value;
	on_signal(signal, info, &context);
}

static void deliver(void)
{
	in_runtime = false;
	landau_signals_deliver();
	in_runtime = true;
}

static void those_that_wait_come_in_order(void **state)
{
	siginfo_t info = {0};

	(void)state;
	for (int i = 0; i < MOST_WAITING; i++)
		interrupt(FIRST_REAL_TIME + i % 4, &info, i);
	assert_true(landau_hot.attention & LANDAU_ATTEND_SIGNAL);
	assert_int_equal(landau_hot.threshold, LANDAU_ALWAYS_SLOW);
	assert_int_equal(all_handled, 0);
	deliver();
	assert_int_equal(all_handled, MOST_WAITING);
	for (int i = 0; i < MOST_WAITING; i++)
		assert_int_equal(order[i], i);
	assert_false(landau_hot.attention & LANDAU_ATTEND_SIGNAL);
}

static void too_many_are_lost(void **state)
{
	siginfo_t info = {0};

	(void)state;
	for (int i = 0; i < MOST_WAITING + 10; i++)
		interrupt(FIRST_REAL_TIME, &info, i);
	deliver();
	assert_int_equal(all_handled, MOST_WAITING);
	deliver();
	assert_int_equal(all_handled, MOST_WAITING);
}

#ifndef __SANITIZE_THREAD__ /* which holds back the signals of single steps */

/* The processor traps after each instruction; after so many of them another signal comes. */
enum { SINGLE_STEP = 1 << 8 };
static uint32_t steps_left;
static bool has_interrupted;

static void on_step(int signal, siginfo_t *info, void *context)
{
	static siginfo_t nested;
	ucontext_t *interrupted = context;

	(void)signal;
	(void)info;
	if (steps_left-- > 0)
		return;
	interrupted->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)SINGLE_STEP;
	interrupt(FIRST_REAL_TIME + 1, &nested, 2);
	has_interrupted = true;
}

__attribute__((noinline)) static void interrupt_in_steps(siginfo_t *info)
{
	__asm__ volatile("pushfq\n\torq %0, (%%rsp)\n\tpopfq"
			 :
			 : "i"(SINGLE_STEP)
			 : "memory", "cc");
	interrupt(FIRST_REAL_TIME, info, 1);
	__asm__ volatile("pushfq\n\tandq %0, (%%rsp)\n\tpopfq"
			 :
			 : "i"(~SINGLE_STEP)
			 : "memory", "cc");
}

static void one_that_interrupts_the_other_anywhere_is_kept(void **state)
{
	uint32_t turns = 0;

	(void)state;
	landau_signals_install_raw(SIGTRAP, on_step, SA_NODEFER);
	do {
		siginfo_t info = {0};

		has_interrupted = false;
		steps_left = turns++;
		all_handled = handled[FIRST_REAL_TIME] = handled[FIRST_REAL_TIME + 1] = 0;
		interrupt_in_steps(&info);
		deliver();
		assert_int_equal(handled[FIRST_REAL_TIME], 1);
		assert_int_equal(handled[FIRST_REAL_TIME + 1], has_interrupted);
	} while (has_interrupted);
	assert_true(turns > 50);
}

#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(those_that_wait_come_in_order, start, finish),
		cmocka_unit_test_setup_teardown(too_many_are_lost, start, finish),
#ifndef __SANITIZE_THREAD__
		cmocka_unit_test_setup_teardown(one_that_interrupts_the_other_anywhere_is_kept,
						start, finish),
#endif
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
