/* SPDX-License-Identifier: GPL-2.0-or-later */
/* workers.c - many things at a time; see workers.h. */
#include "cli/analysis/workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

/* Things are taken a few at a time, so that threads seldom meet. */
enum { MOST_WORKERS = 32, THINGS_A_WORKER = 32, TAKEN_AT_ONCE = 8 };

struct job {
	landau_step *step;
	void *context;
	size_t count;
	atomic_size_t next; /* what nobody has taken */
	atomic_bool failed;
};

static void *work(void *argument)
{
	struct job *job = argument;
	size_t first;

	while ((first = atomic_fetch_add(&job->next, TAKEN_AT_ONCE)) < job->count)
		for (size_t i = first; i < first + TAKEN_AT_ONCE && i < job->count; i++) {
			if (atomic_load(&job->failed))
				return NULL;
			if (!job->step(job->context, i))
				atomic_store(&job->failed, true);
		}
	return NULL;
}

bool landau_for_each(size_t count, landau_step *step, void *context)
{
	struct job job = {.step = step, .context = context, .count = count};
	pthread_t threads[MOST_WORKERS];
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	size_t wanted = count / THINGS_A_WORKER;
	size_t started = 0;

	if (wanted > MOST_WORKERS)
		wanted = MOST_WORKERS;
	if (processors < 1)
		processors = 1;
	/* This thread works as well; where no other can be started it does everything. */
	while (started + 1 < wanted && started + 1 < (size_t)processors &&
	       pthread_create(&threads[started], NULL, work, &job) == 0)
		started++;
	work(&job);
	for (size_t i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	return !atomic_load(&job.failed);
}
