/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * history/follow.c - what routines did from one profile of a history to the next; see follow.h.
 *
 * A profile with its models stays in memory while some track needs a finding of it: as what later ones are compared with,
 * as the last one that was seen, or as the last one that could not be compared. In a quiet history that is two of
 * them, however long it is.
 */
#include "cli/history/follow.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analysis/match.h"
#include "cli/analysis/startup.h"
#include "cli/print/progress.h"

/* A profile of the history. */
struct reading {
	size_t entry;
	bool is_used; /* by a track, or as the profile before */
	struct landau_profile *profile;
	struct landau_analysis analysis;
};

/* A routine of one. */
struct place {
	struct reading *reading; /* NULL: none */
	const struct landau_finding *finding;
};

/* What a track is compared with next. */
struct thread_of_track {
	struct place base;   /* where something changed last, */
	struct place latest; /* where it was last seen, */
	struct place
		doubtful; /* and, if that could not be compared with the base, the same once more */
	bool is_there;
};

struct follower {
	struct landau_store *store;
	struct landau_history *history;
	struct thread_of_track *threads; /* one for each track */
	struct reading **readings;       /* one for each entry, NULL: not needed any more */
	struct reading *before;          /* the one before, */
	struct reading *now;             /* and the one that is looked at */
	bool *taken;                     /* of the findings in it: they belong to a track */
	const char *glob;
};

/* -- Profiles ----------------------------------------------------------------------------------- */

static void free_reading(struct reading *reading)
{
	if (!reading)
		return;
	landau_analysis_free(&reading->analysis);
	landau_profile_free(reading->profile);
	free(reading);
}

static void mark(const struct place *place)
{
	if (place->reading)
		place->reading->is_used = true;
}

/* Frees all profiles that are not needed any more. */
static void free_unused(struct follower *follower, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (follower->readings[i])
			follower->readings[i]->is_used = i + 1 == count;
	for (size_t i = 0; follower->threads && i < follower->history->track_count; i++) {
		mark(&follower->threads[i].base);
		mark(&follower->threads[i].latest);
		mark(&follower->threads[i].doubtful);
	}
	for (size_t i = 0; i < count; i++) {
		if (!follower->readings[i] || follower->readings[i]->is_used)
			continue;
		free_reading(follower->readings[i]);
		follower->readings[i] = NULL;
	}
}

static bool no_memory(struct landau_error *error)
{
	*error = (struct landau_error){.text = "no memory for the history"};
	return false;
}

static struct reading *read_entry(const struct follower *follower, size_t entry,
				  struct landau_error *error)
{
	struct reading *reading = calloc(1, sizeof(*reading));

	if (!reading) {
		no_memory(error);
		return NULL;
	}
	reading->entry = entry;
	reading->profile =
		landau_store_read(follower->store, &follower->history->entries[entry], error);
	if (!reading->profile) {
		free(reading);
		return NULL;
	}
	if (!landau_analyse(reading->profile, LANDAU_NONE, &reading->analysis)) {
		no_memory(error);
		free_reading(reading);
		return NULL;
	}
	return reading;
}

/* -- Tracks ------------------------------------------------------------------------------------- */

/* Room for one more; NULL: no memory. */
static void *add_one(void *array, size_t count, size_t bytes)
{
	return count & (count - 1) ? array : reallocarray(array, count ? 2 * count : 1, bytes);
}

static bool add_event(struct landau_track *track, const struct place *before,
		      const struct place *after, size_t entry, struct landau_comparison is)
{
	struct landau_event *events =
		add_one(track->events, track->event_count, sizeof(*track->events));

	if (!events)
		return false;
	track->events = events;
	events[track->event_count++] = (struct landau_event){
		.before = before->reading ? before->reading->entry : entry,
		.entry = entry,
		.old = landau_change_side_of(before->finding),
		.new = landau_change_side_of(after->finding),
		.is = is,
	};
	return true;
}

static bool add_moment(struct landau_track *track, const struct place *place)
{
	const struct landau_summary *summary = &place->finding->summary;
	struct landau_moment *moments =
		add_one(track->moments, track->moment_count, sizeof(*track->moments));

	if (!moments)
		return false;
	track->moments = moments;
	moments[track->moment_count] = (struct landau_moment){
		.entry = place->reading->entry,
		.is = landau_change_side_of(place->finding),
		.points = landau_cost_points(summary),
		.point_count = summary->trms_count,
		.cost = NAN,
	};
	track->share = fmax(track->share, place->finding->share);
	return moments[track->moment_count++].points != NULL;
}

/*
 * Compares with the base, or with what has taken its place, and notes what is found. What cannot be compared is noted
 * if it is known now that the cost grows fast, and was not before.
 */
static bool look_at(struct landau_track *track, struct thread_of_track *thread,
		    const struct place *now)
{
	struct landau_comparison is = landau_compare(thread->base.finding, now->finding);

	if (is.change == LANDAU_CHANGE_UNKNOWN && thread->doubtful.reading) {
		is = landau_compare(thread->doubtful.finding, now->finding);
		if (is.change != LANDAU_CHANGE_UNKNOWN)
			thread->base = thread->doubtful;
	}
	if (is.change == LANDAU_CHANGE_UNKNOWN) {
		bool alarming = landau_grows_fast(landau_told(now->finding)) &&
				!landau_grows_fast(landau_told(thread->latest.finding));

		thread->doubtful = *now;
		return !alarming || add_event(track, &thread->latest, now, now->reading->entry, is);
	}
	thread->doubtful = (struct place){0};
	if (is.change == LANDAU_CHANGE_NONE)
		return true;
	if (!add_event(track, &thread->base, now, now->reading->entry, is))
		return false;
	thread->base = *now;
	return true;
}

static bool see(struct landau_track *track, struct thread_of_track *thread, const struct place *now)
{
	const struct landau_comparison is_new = {.change = LANDAU_CHANGE_NEW, .factor = NAN};
	bool fine = add_moment(track, now);

	if (fine && thread->is_there)
		fine = look_at(track, thread, now);
	if (fine && !thread->is_there) {
		const struct place none = {0};

		fine = now->reading->entry == 0 ||
		       add_event(track, &none, now, now->reading->entry, is_new);
		thread->base = *now;
		thread->doubtful = (struct place){0};
	}
	thread->is_there = true;
	thread->latest = *now;
	return fine;
}

static bool miss(struct landau_track *track, struct thread_of_track *thread, size_t entry)
{
	const struct landau_comparison is_gone = {.change = LANDAU_CHANGE_GONE, .factor = NAN};
	const struct place none = {0};

	if (!thread->is_there)
		return true;
	thread->is_there = false;
	return thread->latest.finding->share < LANDAU_SMALLEST_SHARE ||
	       add_event(track, &thread->latest, &none, entry, is_gone);
}

/* A routine matters for the first time. It may have been there before, with little cost. */
static bool add_track(struct follower *follower, const struct landau_finding *finding)
{
	struct landau_history *history = follower->history;
	const struct landau_profile *profile = follower->now->profile;
	const struct landau_routine *routine = &profile->routines[finding->routine];
	struct landau_track *tracks =
		add_one(history->tracks, history->track_count, sizeof(*history->tracks));
	struct thread_of_track *threads;
	struct landau_track *track;
	const struct place now = {follower->now, finding};
	const struct landau_finding *before;

	if (!tracks)
		return false;
	history->tracks = tracks;
	threads = add_one(follower->threads, history->track_count, sizeof(*follower->threads));
	if (!threads)
		return false;
	follower->threads = threads;
	threads[history->track_count] = (struct thread_of_track){0};
	track = &tracks[history->track_count];
	*track = (struct landau_track){
		.name = strdup(routine->name),
		.object = strdup(routine->object),
		.file = strdup(routine->file),
		.line = routine->line,
	};
	threads += history->track_count++;
	if (!track->name || !track->object || !track->file)
		return false;
	before = follower->before ? landau_find_match(&follower->before->analysis, profile, routine)
				  : NULL;
	if (before) {
		const struct place earlier = {follower->before, before};

		threads->is_there = true;
		threads->base = threads->latest = earlier;
		if (!add_moment(track, &earlier))
			return false;
	}
	return see(track, threads, &now);
}

/* -- The history -------------------------------------------------------------------------------- */

/* Tracks that there are, in the profile that was read. */
static bool follow_tracks(struct follower *follower)
{
	struct landau_history *history = follower->history;
	struct reading *now = follower->now;

	for (size_t i = 0; follower->threads && i < history->track_count; i++) {
		struct landau_track *track = &history->tracks[i];
		struct thread_of_track *thread = &follower->threads[i];
		const struct landau_profile *known = thread->latest.reading->profile;
		const struct landau_finding *finding = landau_find_match(
			&now->analysis, known, &known->routines[thread->latest.finding->routine]);
		const struct place place = {now, finding};

		if (finding && follower->taken[finding - now->analysis.findings])
			finding = NULL; /* the match of another one */
		if (finding) {
			follower->taken[finding - now->analysis.findings] = true;
			track->line = now->profile->routines[finding->routine].line;
		}
		if (!(finding ? see(track, thread, &place) : miss(track, thread, now->entry)))
			return false;
	}
	return true;
}

static bool follow_entry(struct follower *follower, size_t entry, struct landau_error *error)
{
	struct reading *now = read_entry(follower, entry, error);
	bool fine;

	if (!now)
		return false;
	follower->now = follower->readings[entry] = now;
	follower->taken = calloc(now->analysis.count + 1, sizeof(*follower->taken));
	fine = follower->taken && follow_tracks(follower);
	for (size_t i = 0; fine && i < now->analysis.count; i++) {
		const struct landau_finding *finding = &now->analysis.findings[i];
		const struct landau_routine *routine = &now->profile->routines[finding->routine];

		if (!follower->taken[i] && finding->share >= LANDAU_SMALLEST_SHARE &&
		    (follower->glob ? fnmatch(follower->glob, routine->name, 0) == 0
				    : !landau_is_startup(routine)))
			fine = add_track(follower, finding);
	}
	free(follower->taken);
	if (fine && !follower->history->cost_kind) {
		follower->history->cost_kind = strdup(now->profile->cost_kind);
		fine = follower->history->cost_kind != NULL;
	}
	follower->before = now;
	free_unused(follower, entry + 1);
	return fine || no_memory(error);
}

/* -- Costs at one n ----------------------------------------------------------------------------- */

static bool has_seen(const struct landau_moment *moment, double n)
{
	return moment->point_count > 0 && moment->points[0].n <= n &&
	       moment->points[moment->point_count - 1].n >= n;
}

/* The largest n that most of the profiles have seen. */
static double common_size(const struct landau_track *track)
{
	double best = 0;
	size_t most = 0;

	for (size_t i = 0; i < track->moment_count; i++) {
		const struct landau_moment *moment = &track->moments[i];
		double n = moment->point_count ? moment->points[moment->point_count - 1].n : 0;
		size_t seen = 0;

		if (i > 0 && !(n < best) && !(n > best))
			continue;
		for (size_t k = 0; k < track->moment_count; k++)
			seen += has_seen(&track->moments[k], n);
		if (seen > most || (seen == most && n > best)) {
			most = seen;
			best = n;
		}
	}
	return best;
}

static void measure(struct landau_track *track, double size)
{
	track->size = size > 0 ? size : common_size(track);
	for (size_t i = 0; i < track->moment_count; i++) {
		struct landau_moment *moment = &track->moments[i];

		moment->cost = landau_cost_at(moment->points, moment->point_count, track->size);
	}
}

/* -- The whole ---------------------------------------------------------------------------------- */

/* What the last change that made it worse, or any, says of the order. */
static enum landau_change gravest(const struct landau_track *track)
{
	enum landau_change change = LANDAU_CHANGE_UNKNOWN;

	for (size_t i = 0; i < track->event_count; i++)
		if (track->events[i].is.change < change)
			change = track->events[i].is.change;
	return change;
}

static int compare_tracks(const void *first, const void *second)
{
	const struct landau_track *a = first, *b = second;
	enum landau_change a_change = gravest(a), b_change = gravest(b);
	int order;

	if (a_change != b_change)
		return a_change < b_change ? -1 : 1;
	if (a->share > b->share || a->share < b->share)
		return a->share > b->share ? -1 : 1;
	order = strcmp(a->name, b->name);
	return order ? order : strcmp(a->object, b->object);
}

/* Forgets all entries but the last ones. */
static void keep_last(struct landau_history *history, size_t last)
{
	size_t gone = last && last < history->entry_count ? history->entry_count - last : 0;

	for (size_t i = 0; i < gone; i++) {
		free(history->entries[i].label);
		free(history->entries[i].added);
	}
	history->entry_count -= gone;
	memmove(history->entries, history->entries + gone,
		history->entry_count * sizeof(*history->entries));
}

bool landau_history_follow(struct landau_store *store, size_t last, const char *glob, double size,
			   struct landau_history *history, struct landau_error *error)
{
	struct follower follower = {.store = store, .history = history, .glob = glob};
	struct landau_progress progress;
	bool fine;

	*history = (struct landau_history){0};
	if (!landau_store_list(store, &history->entries, &history->entry_count, error))
		return false;
	if (history->entry_count > 0)
		keep_last(history, last);
	landau_progress_start(&progress, "history: profile", history->entry_count);
	follower.readings = calloc(history->entry_count + 1, sizeof(struct reading *));
	fine = follower.readings || no_memory(error);
	for (size_t i = 0; fine && i < history->entry_count; i++) {
		landau_progress_step(&progress, i);
		fine = follow_entry(&follower, i, error);
	}
	landau_progress_clear(&progress);
	for (size_t i = 0; follower.readings && i < history->entry_count; i++)
		free_reading(follower.readings[i]);
	free(follower.readings);
	free(follower.threads);
	for (size_t i = 0; fine && i < history->track_count; i++)
		measure(&history->tracks[i], size);
	if (fine && history->track_count > 0)
		qsort(history->tracks, history->track_count, sizeof(*history->tracks),
		      compare_tracks);
	return fine;
}

void landau_history_free(struct landau_history *history)
{
	for (size_t i = 0; i < history->track_count; i++) {
		struct landau_track *track = &history->tracks[i];

		for (size_t k = 0; k < track->moment_count; k++)
			free(track->moments[k].points);
		free(track->moments);
		free(track->events);
		free(track->name);
		free(track->object);
		free(track->file);
	}
	free(history->tracks);
	landau_store_free_entries(history->entries, history->entry_count);
	free(history->cost_kind);
	*history = (struct landau_history){0};
}
