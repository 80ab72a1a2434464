/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replay.c - how fast is the replay engine, and what does renumbering cost?
 *
 * usage: replay [EVENTS in millions, 10]
 *
 * A trace is made in a memory file: call-heavy code that works through an array, some of it written by
 * another thread or by the kernel. Each figure is the best of three runs, in processor time.
 *
 *   parser      events a second without the core
 *   replay      events a second, parser and core
 *   core        events a second fed to the core without text
 *   renumber    nanoseconds for a KB of shadow
 */
#include "core/core.h"
#include "core/renumber.h"
#include "engine/replay/replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 3, ROUTINES = 64, ARRAY = 1 << 20 };

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static uint64_t state = 88172645463325252u;

static uint64_t roll(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* An event of the mix; `depth` is kept up to date. */
static struct landau_event next_event(uint32_t *thread, uint32_t depth[2])
{
	struct landau_event event = {0};
	uint64_t dice = roll() % 1000;

	if (dice < 2)
		*thread ^= 1;
	event.thread = *thread + 1;
	event.address = 0x7f0000000000 + roll() % ARRAY * 4;
	event.size = 4;
	if (dice < 80 && depth[*thread] < 50) {
		event.kind = LANDAU_EVENT_CALL;
		event.amount = roll() % ROUTINES;
		depth[*thread]++;
	} else if (dice < 160 && depth[*thread] > 0) {
		event.kind = LANDAU_EVENT_RETURN;
		depth[*thread]--;
	} else if (dice < 240) {
		event.kind = LANDAU_EVENT_COST;
		event.amount = roll() % 100;
	} else if (dice < 241) {
		event.kind = LANDAU_EVENT_KWRITE;
		event.size = 512;
	} else {
		event.kind = dice < 750 ? LANDAU_EVENT_READ : LANDAU_EVENT_WRITE;
		/* Mostly near the last place, as programs do. */
		if (dice % 8 != 0)
			event.address = 0x7f0000000000 + (*thread * 4096 + roll() % 1024) * 4;
	}
	return event;
}

static void print_event(FILE *file, const struct landau_event *event)
{
	static const char *const words[] = {
		[LANDAU_EVENT_READ] = "read",
		[LANDAU_EVENT_WRITE] = "write",
		[LANDAU_EVENT_KWRITE] = "kwrite",
	};

	if (event->kind == LANDAU_EVENT_CALL)
		fprintf(file, "call %" PRIu32 " routine_number_%" PRIu64 "\n", event->thread,
			event->amount);
	else if (event->kind == LANDAU_EVENT_RETURN)
		fprintf(file, "return %" PRIu32 "\n", event->thread);
	else if (event->kind == LANDAU_EVENT_COST)
		fprintf(file, "cost %" PRIu32 " %" PRIu64 "\n", event->thread, event->amount);
	else
		fprintf(file, "%s %" PRIu32 " 0x%" PRIx64 " %" PRIu64 "\n", words[event->kind],
			event->thread, event->address, event->size);
}

static double time_parser(int descriptor)
{
	struct landau_trace trace;
	struct landau_event event;
	double start = now();

	lseek(descriptor, 0, SEEK_SET);
	if (!landau_trace_open(&trace, descriptor))
		exit(2);
	while (landau_trace_next(&trace, &event) == LANDAU_TRACE_EVENT)
		;
	landau_trace_close(&trace);
	return now() - start;
}

static double time_replay(int descriptor, uint64_t *events)
{
	struct landau_settings settings = {.cell_bytes = 4};
	struct landau_replay replay;
	double start = now();
	double seconds;

	lseek(descriptor, 0, SEEK_SET);
	if (!landau_replay_start(&replay, &settings))
		exit(2);
	landau_replay_run(&replay, descriptor);
	seconds = now() - start;
	*events = replay.events;
	landau_replay_free(&replay);
	return seconds;
}

static void feed(struct landau_thread *const threads[2], const struct landau_event *event)
{
	struct landau_thread *thread = threads[event->thread - 1];

	landau_switch(thread);
	switch (event->kind) {
	case LANDAU_EVENT_CALL:
		landau_call(thread, (uint32_t)event->amount);
		break;
	case LANDAU_EVENT_RETURN:
		landau_return(thread);
		break;
	case LANDAU_EVENT_COST:
		thread->cost += event->amount;
		break;
	case LANDAU_EVENT_READ:
		landau_read(thread, event->address, event->size);
		break;
	case LANDAU_EVENT_WRITE:
		landau_write(thread, event->address, event->size);
		break;
	default:
		landau_kernel_write(thread, event->address, event->size);
		break;
	}
}

static double time_core(const struct landau_event *events, size_t count)
{
	struct landau_settings settings = {.cell_bytes = 4};
	struct landau_replay replay; /* for its host */
	struct landau_thread *threads[2];
	double start;
	double seconds;

	if (!landau_replay_start(&replay, &settings))
		exit(2);
	threads[0] = landau_thread_start(replay.core, 1);
	threads[1] = landau_thread_start(replay.core, 2);
	start = now();
	for (size_t i = 0; i < count; i++)
		feed(threads, &events[i]);
	seconds = now() - start;
	landau_replay_free(&replay);
	return seconds;
}

/* 64 MB of data, written by one thread; a tenth of it read by another one if it is to be shared. */
static double time_renumber(bool shared, uint64_t *bytes)
{
	struct landau_settings settings = {.cell_bytes = 4};
	struct landau_replay replay;
	struct landau_thread *threads[2];
	double start;
	double seconds;

	if (!landau_replay_start(&replay, &settings))
		exit(2);
	for (uint32_t i = 0; i < 2; i++) {
		threads[i] = landau_thread_start(replay.core, i + 1);
		landau_switch(threads[i]);
		for (uint32_t depth = 0; depth < 30; depth++) {
			landau_call(threads[i], depth);
			for (uint64_t k = depth; k < 16384; k += 30) {
				uint64_t address = 0x100000000 + k * 4096;

				if (i == 0)
					landau_write(threads[0], address, 4096);
				else if (shared)
					landau_read(threads[1], address, 4096);
			}
		}
	}
	*bytes = landau_shadow_bytes(replay.core);
	start = now();
	landau_renumber(replay.core);
	seconds = now() - start;
	landau_replay_free(&replay);
	return seconds;
}

static double best(double a, double b)
{
	return b == 0 || a < b ? a : b;
}

int main(int argc, char **argv)
{
	uint64_t millions = argc > 1 ? strtoull(argv[1], NULL, 10) : 10;
	size_t count = millions * 1000000;
	struct landau_event *events = calloc(count, sizeof(*events));
	int descriptor = memfd_create("trace", 0);
	FILE *file = fdopen(descriptor, "w");
	uint32_t thread = 0;
	uint32_t depth[2] = {0};
	double parser = 0, replay = 0, core = 0, renumber[2] = {0};
	uint64_t fed = 0;
	uint64_t bytes[2];

	if (count == 0 || events == NULL || file == NULL) {
		fprintf(stderr, "usage: replay [EVENTS in millions]\n");
		return 2;
	}
	for (size_t i = 0; i < count; i++) {
		events[i] = next_event(&thread, depth);
		print_event(file, &events[i]);
	}
	fflush(file);
	for (int i = 0; i < RUNS; i++) {
		parser = best(time_parser(descriptor), parser);
		replay = best(time_replay(descriptor, &fed), replay);
		core = best(time_core(events, count), core);
		for (int k = 0; k < 2; k++)
			renumber[k] = best(time_renumber(k != 0, &bytes[k]), renumber[k]);
	}
	printf("trace: %zu events, %.1f bytes each\n", count,
	       (double)lseek(descriptor, 0, SEEK_END) / (double)count);
	printf("parser %.1f, replay %.1f, core alone %.1f million events a second\n",
	       (double)count / parser * 1e-6, (double)fed / replay * 1e-6,
	       (double)count / core * 1e-6);
	printf("renumbering: %.0f ns for a KB of private shadow (%.0f MB), %.0f ns shared (%.0f "
	       "MB)\n",
	       renumber[0] * 1e9 / ((double)bytes[0] / 1024), (double)bytes[0] / 1048576,
	       renumber[1] * 1e9 / ((double)bytes[1] / 1024), (double)bytes[1] / 1048576);
	fclose(file);
	free(events);
	return 0;
}
