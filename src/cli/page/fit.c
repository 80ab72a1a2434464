/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page/fit.c - the models of all routines, fitted on all processors; see page/fit.h. */
#include "cli/page/fit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_WORKERS = 32, ROUTINES_A_WORKER = 32 };

struct job {
	const struct landau_profile *profile;
	struct landau_page_fit *fits;
	atomic_size_t next; /* routine that nobody has taken */
	atomic_bool failed;
};

static bool fit_callees(const struct landau_profile *profile, uint32_t routine,
			struct landau_page_fit *fit)
{
	struct landau_callee *callees;
	size_t count;

	if (!landau_profile_callees(profile, routine, &callees, &count))
		return false;
	fit->callees = calloc(count + 1, sizeof(*fit->callees));
	for (size_t i = 0; fit->callees && i < count; i++)
		fit->callees[i] = landau_model_fit_costs(
			callees[i].by_size, callees[i].by_size_count, LANDAU_MERGE_WORST);
	fit->callee_count = fit->callees ? count : 0;
	landau_callees_free(callees, count);
	return fit->callees != NULL;
}

static bool fit_by_run(const struct landau_profile *profile, uint32_t routine,
		       struct landau_page_fit *fit)
{
	struct landau_by_run by_run;
	bool fine = landau_by_run_of(profile, routine, &by_run);

	fit->by_run_count = fine ? by_run.count : 0;
	for (int kind = 0; fine && kind < LANDAU_BY_RUN_KINDS; kind++)
		fit->by_run[kind] = by_run.models[kind];
	landau_by_run_free(&by_run);
	return fine;
}

static bool fit_routine(const struct landau_profile *profile, uint32_t routine,
			struct landau_page_fit *fit)
{
	struct landau_summary summary;

	if (!landau_profile_summarise(profile, routine, LANDAU_NONE, &summary))
		return false;
	fit->worst = landau_model_fit_points(summary.trms, summary.trms_count, LANDAU_MERGE_WORST);
	fit->mean = landau_model_fit_points(summary.trms, summary.trms_count, LANDAU_MERGE_MEAN);
	landau_summary_free(&summary);
	return fit_callees(profile, routine, fit) && fit_by_run(profile, routine, fit);
}

static void *work(void *argument)
{
	struct job *job = argument;
	size_t i;

	while ((i = atomic_fetch_add(&job->next, 1)) < job->profile->routine_count &&
	       !atomic_load(&job->failed))
		if (!fit_routine(job->profile, (uint32_t)i, &job->fits[i]))
			atomic_store(&job->failed, true);
	return NULL;
}

struct landau_page_fit *landau_page_fits(const struct landau_profile *profile)
{
	struct job job = {.profile = profile};
	pthread_t threads[MOST_WORKERS];
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	size_t wanted = profile->routine_count / ROUTINES_A_WORKER;
	size_t started = 0;

	job.fits = calloc(profile->routine_count + 1, sizeof(*job.fits));
	if (!job.fits)
		return NULL;
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
	if (!atomic_load(&job.failed))
		return job.fits;
	landau_page_fits_free(job.fits, profile->routine_count);
	return NULL;
}

void landau_page_fits_free(struct landau_page_fit *fits, size_t routine_count)
{
	for (size_t i = 0; fits && i < routine_count; i++)
		free(fits[i].callees);
	free(fits);
}
