/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A second thread ends the process while the first one is still stopping the others: it waits until the first has written the profile.
 *
 * The writer cannot get beyond stopping, because a third thread stands still only when the second one is in _exit. Neither can be
 * stopped before: both have blocked all signals behind the runtime's back, and their code has no hooks.
 *
 * link: -pthread
 * repeat: 3
 * ends: exit 7
 * expect: step calls=3000
 */
#include <pthread.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifdef __clang__
#define WITHOUT_HOOKS __attribute__((noinline, disable_sanitizer_instrumentation))
#else
#define WITHOUT_HOOKS __attribute__((noinline, no_sanitize("thread")))
#endif

static volatile int ready, first_ends, second_ends;
static pthread_barrier_t barrier;
int numbers[64];

WITHOUT_HOOKS static long call_kernel(long number, long a, const void *b, void *c, long d)
{
	register long fourth __asm__("r10") = d;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth)
			 : "rcx", "r11", "memory");
	return result;
}

WITHOUT_HOOKS static void sleep_in_kernel(long milliseconds)
{
	struct timespec time = {0, milliseconds * 1000000};

	call_kernel(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &time, 0);
}

WITHOUT_HOOKS static void block_signals(void)
{
	static const uint64_t all = UINT64_MAX;

	call_kernel(SYS_rt_sigprocmask, 0, &all, 0, sizeof(all));
}

WITHOUT_HOOKS static void wait_for(const volatile int *what, int number)
{
	while (*what < number)
		sleep_in_kernel(1);
}

WITHOUT_HOOKS static void set(volatile int *what)
{
	__asm__ volatile("lock incl %0" : "+m"(*what));
}

__attribute__((noinline)) static int step(int i)
{
	return numbers[i & 63];
}

/* Has a hook, where the thread stands still. */
__attribute__((noinline)) static void stand_still(int i)
{
	numbers[i & 63] = i;
}

static int work(void)
{
	volatile int sum = 0;

	for (int i = 0; i < 1000; i++)
		sum += step(i);
	pthread_barrier_wait(&barrier);
	return sum;
}

WITHOUT_HOOKS static void wait_for_first(void)
{
	block_signals();
	set(&ready);
	wait_for(&first_ends, 1);
	sleep_in_kernel(50);
	set(&second_ends);
}

WITHOUT_HOOKS static void wait_for_second(void)
{
	block_signals();
	set(&ready);
	wait_for(&second_ends, 1);
	sleep_in_kernel(100);
}

static void *second(void *unused)
{
	int sum = work();

	(void)unused;
	wait_for_first();
	_exit(7 + sum);
}

static void *third(void *unused)
{
	work();
	wait_for_second();
	for (int i = 0;; i++)
		stand_still(i);
	return unused;
}

int main(void)
{
	pthread_t thread;
	int sum;

	pthread_barrier_init(&barrier, NULL, 3);
	pthread_create(&thread, NULL, second, NULL);
	pthread_create(&thread, NULL, third, NULL);
	sum = work();
	wait_for(&ready, 2);
	set(&first_ends);
	_exit(7 + sum);
}
