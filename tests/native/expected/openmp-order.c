/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a task or a team reads was written just before, by the thread that made it. It is input once, where it is read first: if the
 * order were not seen, a thread that reads it again would be taken for one that reads what was written since.
 *
 * flags: -fopenmp -O1
 * output: 8000 8000 8000 8000
 * expect: in_loop calls=80 points=40:80 thread=1600
 * expect: in_task calls=80 points=40:80 thread=1600
 * expect: in_event calls=80 points=40:80 thread=1600
 * expect: in_team calls=80 points=40:80 thread=800
 */
#include <omp.h>
#include <sched.h>
#include <stdio.h>

enum { BLOCKS = 4, CELLS = 40, TIMES = 10 };

static int numbers[4][BLOCKS * CELLS];
static int sums[4];
static int finished;

__attribute__((noinline)) static void fill(int *cells)
{
	for (int i = 0; i < BLOCKS * CELLS; i++)
		cells[i] = i % 4 + 1;
}

#define READS(name, which)                                                                         \
	__attribute__((noinline)) static int name(int block)                                       \
	{                                                                                          \
		int sum = 0;                                                                       \
                                                                                                   \
		for (int i = 0; i < CELLS; i++)                                                    \
			sum += numbers[which][block * CELLS + i];                                  \
		__asm__ volatile("" ::: "memory"); /* not to be taken for a pure function */       \
		return sum;                                                                        \
	}

READS(in_loop, 0)
READS(in_task, 1)
READS(in_event, 2)
READS(in_team, 3)

static void add(int which, int sum)
{
#pragma omp atomic
	sums[which] += sum;
#pragma omp atomic
	finished++;
}

/* So that the other thread does them all. */
static void wait_for(int tasks)
{
	while (__atomic_load_n(&finished, __ATOMIC_RELAXED) < tasks)
		sched_yield();
}

static void make_tasks(void)
{
	int tasks = 0;

	for (int time = 0; time < TIMES; time++) {
		for (int i = 0; i < 3; i++)
			fill(numbers[i]);
#pragma omp taskloop num_tasks(BLOCKS) nogroup
		for (int i = 0; i < BLOCKS; i++)
			add(0, in_loop(i) + in_loop(i));
		wait_for(tasks += BLOCKS);
		for (int i = 0; i < BLOCKS; i++) {
#pragma omp task firstprivate(i)
			add(1, in_task(i) + in_task(i));
		}
		wait_for(tasks += BLOCKS);
		for (int i = 0; i < BLOCKS; i++) {
			omp_event_handle_t event;

#pragma omp task detach(event) firstprivate(i)
			{
				add(2, in_event(i) + in_event(i));
				omp_fulfill_event(event);
			}
		}
		wait_for(tasks += BLOCKS);
	}
}

static void make_teams(void)
{
	int sum = 0;

	for (int time = 0; time < TIMES; time++) {
		fill(numbers[3]);
#pragma omp parallel for num_threads(2) schedule(static) reduction(task, + : sum)
		for (int i = 0; i < BLOCKS; i++)
			sum += in_team(i) + in_team(i);
	}
	add(3, sum);
}

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
	make_tasks();
	make_teams();
	printf("%d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
	return 0;
}
