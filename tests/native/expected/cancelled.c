/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads are cancelled while they wait, and their handlers go on working while another thread stops the world over and
 * over to renumber: what they do counts as if they had not been cancelled. They call so little that they do not renumber
 * themselves, which would put an end to the mistake that they stand still.
 *
 * link: -pthread
 * environment: LANDAU_STAMP_LIMIT=400
 * output: 6
 * expect: fill calls=180 trms=0
 * expect: sum calls=180 points=30000:180 thread=0
 * expect: clean_up calls=6
 */
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

enum { WAYS = 6, CELLS = 30000, ROUNDS = 30 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_t sleeper;
static sem_t semaphore, at_work;
static int files[2];
static volatile int ended;
static volatile int kept;
static int done;
int cells[WAYS][CELLS];

__attribute__((noinline)) static void fill(int *memory, int value)
{
	for (int i = 0; i < CELLS; i++)
		memory[i] = value + i;
}

__attribute__((noinline)) static int sum(const int *memory)
{
	int total = 0;

	for (int i = 0; i < CELLS; i++)
		total += memory[i];
	return total;
}

__attribute__((noinline)) static void clean_up(void *memory)
{
	for (int i = 0; i < ROUNDS; i++) {
		fill(memory, i);
		kept = sum(memory);
	}
	__atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
}

static void *sleep_for_long(void *unused)
{
	for (;;)
		pause();
	return unused;
}

static void *wait_in_vain(void *argument)
{
	int way = (int)(long)argument;
	struct pollfd poller = {.fd = files[0], .events = POLLIN};
	struct timespec later = {.tv_sec = 1LL << 33};
	char byte;

	pthread_cleanup_push(clean_up, cells[way]);
	if (way == 1)
		pthread_mutex_lock(&mutex);
	sem_post(&at_work);
	switch (way) {
	case 0:
		sem_wait(&semaphore);
		break;
	case 1:
		pthread_cond_wait(&condition, &mutex);
		break;
	case 2:
		poll(&poller, 1, -1);
		break;
	case 3:
		kept = (int)read(files[0], &byte, 1);
		break;
	case 4:
		pthread_join(sleeper, NULL);
		break;
	default:
		sem_timedwait(&semaphore, &later);
	}
	pthread_cleanup_pop(0);
	return NULL;
}

__attribute__((noinline)) static void tick(void)
{
	kept++;
}

static void *renumber_all_the_time(void *unused)
{
	while (!ended)
		tick();
	return unused;
}

int main(void)
{
	pthread_t threads[WAYS], renumberer;

	sem_init(&semaphore, 0, 0);
	sem_init(&at_work, 0, 0);
	if (pipe(files) != 0)
		return 1;
	pthread_create(&sleeper, NULL, sleep_for_long, NULL);
	pthread_create(&renumberer, NULL, renumber_all_the_time, NULL);
	for (long way = 0; way < WAYS; way++) {
		pthread_create(&threads[way], NULL, wait_in_vain, (void *)way);
		sem_wait(&at_work);
	}
	usleep(10000);
	for (int way = 0; way < WAYS; way++)
		pthread_cancel(threads[way]);
	for (int way = 0; way < WAYS; way++)
		pthread_join(threads[way], NULL);
	ended = 1;
	pthread_join(renumberer, NULL);
	printf("%d\n", done);
	return 0;
}
