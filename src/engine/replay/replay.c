/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replay.c - feeds the core from an event trace; see replay.h.
 *
 * The core asks for memory through the host and has no way to go on without it: its `die` jumps out
 * of whatever the core was doing, back to landau_replay_run. Memory of the engine's own that cannot
 * be had takes the same way.
 */
#include "engine/replay/replay.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/copies.h"

/* -- The host ---------------------------------------------------------------------------------- */

static void *get_memory(void *context, size_t bytes)
{
	void *memory =
		mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)context;
	return memory == MAP_FAILED ? NULL : memory;
}

static void give_back(void *context, void *memory, size_t bytes)
{
	(void)context;
	munmap(memory, bytes);
}

static void *reserve(void *context, size_t bytes)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	(void)context;
	return memory == MAP_FAILED ? NULL : memory;
}

static void discard(void *context, void *memory, size_t bytes)
{
	(void)context;
	madvise(memory, bytes, MADV_DONTNEED);
}

static void fail(struct landau_replay *replay, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void fail(struct landau_replay *replay, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(replay->error, sizeof(replay->error), format, arguments);
	va_end(arguments);
}

static struct landau_treatment treatment(void *context, uint32_t routine)
{
	struct landau_replay *replay = context;
	struct landau_routine_name *name = &replay->routines.names[routine];

	name->asked = true;
	return name->treatment;
}

static void die(void *context, const char *what, uint64_t bytes_in_use) __attribute__((noreturn));

static void die(void *context, const char *what, uint64_t bytes_in_use)
{
	struct landau_replay *replay = context;

	replay->out_of_memory = true;
	fail(replay, "%s; %" PRIu64 " bytes were in use after %" PRIu64 " events", what,
	     bytes_in_use, replay->events);
	longjmp(replay->no_memory, 1);
}

static _Noreturn void die_in_engine(struct landau_replay *replay)
{
	die(replay, "out of memory", landau_bytes_in_use(replay->core));
}

bool landau_replay_start(struct landau_replay *replay, const struct landau_settings *settings)
{
	struct landau_settings own = *settings;

	memset(replay, 0, sizeof(*replay));
	own.treatment = treatment;
	own.treatment_context = replay;
	own.further = LANDAU_FURTHER_ALL;
	replay->host = (struct landau_host){
		.context = replay,
		.get_memory = get_memory,
		.give_back = give_back,
		.reserve = reserve,
		.discard = discard,
		.die = die,
	};
	if (setjmp(replay->no_memory) == 0)
		replay->core = landau_core_create(&replay->host, &own);
	if (replay->core == NULL && replay->error[0] == '\0')
		fail(replay, "out of memory; nothing was in use yet");
	return replay->core != NULL;
}

/* -- Threads ----------------------------------------------------------------------------------- */

static uint32_t slot_of(const struct landau_replay_threads *threads, uint32_t id)
{
	uint32_t i = id * 0x9e3779b1u & (threads->capacity - 1);

	while (threads->slots[i] != NULL && threads->slots[i]->id != id)
		i = (i + 1) & (threads->capacity - 1);
	return i;
}

static void grow(struct landau_replay *replay)
{
	struct landau_replay_threads old = replay->threads;
	struct landau_replay_threads *larger = &replay->threads;
	uint32_t capacity = old.capacity == 0 ? 16 : old.capacity * 2;
	struct landau_thread **slots = calloc(capacity, sizeof(struct landau_thread *));

	if (slots == NULL)
		die_in_engine(replay);
	larger->slots = slots;
	larger->capacity = capacity;
	for (uint32_t i = 0; i < old.capacity; i++)
		if (old.slots[i] != NULL)
			larger->slots[slot_of(larger, old.slots[i]->id)] = old.slots[i];
	free(old.slots);
}

/* The thread of this number runs from now on; it starts if it is new. */
static struct landau_thread *switch_to(struct landau_replay *replay, uint32_t id)
{
	struct landau_replay_threads *threads = &replay->threads;
	uint32_t slot;

	if (replay->running != NULL && replay->running->id == id)
		return replay->running;
	if (threads->count * 2 >= threads->capacity)
		grow(replay);
	slot = slot_of(threads, id);
	if (threads->slots[slot] == NULL) {
		threads->slots[slot] = landau_thread_start(replay->core, id);
		threads->count++;
	}
	replay->running = threads->slots[slot];
	landau_switch(replay->running);
	return replay->running;
}

static int compare_ids(const void *left, const void *right)
{
	uint32_t a = (*(struct landau_thread *const *)left)->id;
	uint32_t b = (*(struct landau_thread *const *)right)->id;

	return (a > b) - (a < b);
}

/* The slots are of no more use, so that they can be sorted in place. */
static void finish_threads(struct landau_replay *replay)
{
	struct landau_replay_threads *threads = &replay->threads;
	uint32_t count = 0;

	for (uint32_t i = 0; i < threads->capacity; i++)
		if (threads->slots[i] != NULL)
			threads->slots[count++] = threads->slots[i];
	if (count > 0)
		qsort(threads->slots, count, sizeof(struct landau_thread *), compare_ids);
	for (uint32_t i = 0; i < count; i++)
		landau_thread_finish(threads->slots[i]);
	threads->capacity = 0;
}

/* -- Events ------------------------------------------------------------------------------------ */

static uint32_t number_of(struct landau_replay *replay, const struct landau_event *event)
{
	uint32_t routine =
		landau_routines_number(&replay->routines, event->routine, event->routine_length);

	if (routine == UINT32_MAX)
		die_in_engine(replay);
	return routine;
}

/* What the trace says where data comes from. */
static uint32_t source_number(struct landau_replay *replay, const struct landau_event *event)
{
	uint32_t number =
		landau_routines_number(&replay->sources, event->source, event->source_length);

	if (number >= LANDAU_MOST_SOURCES - 1)
		die_in_engine(replay);
	return number + 1;
}

static void write_memory(struct landau_replay *replay, struct landau_thread *thread,
			 const struct landau_event *event)
{
	bool by_kernel = event->kind == LANDAU_EVENT_KWRITE;
	uint32_t source = event->source ? source_number(replay, event) : 0;

	if (by_kernel && source)
		landau_kernel_write_from(thread, event->address, event->size, source);
	else if (by_kernel)
		landau_kernel_write(thread, event->address, event->size);
	else if (source)
		landau_write_from(thread, event->address, event->size, source);
	else
		landau_write(thread, event->address, event->size);
}

static bool treat(struct landau_replay *replay, const struct landau_event *event)
{
	uint32_t routine = number_of(replay, event); /* which may move the names */
	struct landau_routine_name *name = &replay->routines.names[routine];
	struct landau_treatment wanted = {
		.way = event->kind == LANDAU_EVENT_OPAQUE ? LANDAU_OPAQUE : LANDAU_OPEN,
		.charge = (uint32_t)event->amount,
	};

	if (name->asked &&
	    (name->treatment.way != wanted.way || name->treatment.charge != wanted.charge)) {
		fail(replay, "'%.64s' was called above; its treatment cannot change after that",
		     name->text);
		return false;
	}
	name->treatment = wanted;
	replay->has_opaque = replay->has_opaque || wanted.way == LANDAU_OPAQUE;
	return true;
}

/* Memory, input and output. */
static void feed_further(struct landau_replay *replay, struct landau_thread *thread,
			 const struct landau_event *event)
{
	switch (event->kind) {
	case LANDAU_EVENT_ALLOC:
		replay->further |= LANDAU_FURTHER_SPACE;
		landau_allocate(thread, event->address, event->size);
		break;
	case LANDAU_EVENT_FREE:
		landau_free(replay->core, event->address);
		break;
	case LANDAU_EVENT_SPLIT:
		landau_split_block(replay->core, event->address, event->size);
		break;
	case LANDAU_EVENT_SPEND:
		replay->further |= 1u << event->spent;
		landau_spend(thread, event->spent, event->amount);
		break;
	default:
		break;
	}
}

/* False if the event cannot be. */
static bool feed(struct landau_replay *replay, const struct landau_event *event)
{
	struct landau_thread *thread;

	if (event->kind == LANDAU_EVENT_FORGET) {
		landau_forget(replay->core, event->address, event->size);
		return true;
	}
	if (event->kind == LANDAU_EVENT_OPAQUE || event->kind == LANDAU_EVENT_OPEN)
		return treat(replay, event);
	thread = switch_to(replay, event->thread);
	switch (event->kind) {
	case LANDAU_EVENT_CALL:
		landau_call(thread, number_of(replay, event));
		break;
	case LANDAU_EVENT_RETURN:
		if (landau_depth(thread) == 0) {
			fail(replay, "thread %" PRIu32 " has no call to return from",
			     event->thread);
			return false;
		}
		landau_return(thread);
		break;
	case LANDAU_EVENT_COST:
		if (event->amount > UINT64_MAX - thread->cost) {
			fail(replay, "the cost of thread %" PRIu32 " reaches 2^64", event->thread);
			return false;
		}
		thread->cost += event->amount;
		break;
	case LANDAU_EVENT_READ:
		landau_read(thread, event->address, event->size);
		break;
	case LANDAU_EVENT_WRITE:
	case LANDAU_EVENT_KWRITE:
		write_memory(replay, thread, event);
		break;
	case LANDAU_EVENT_COPY:
		landau_copy(thread, event->address, event->from, event->size);
		break;
	case LANDAU_EVENT_KREAD:
		landau_kernel_read(thread, event->address, event->size);
		break;
	default:
		feed_further(replay, thread, event);
		break;
	}
	return true;
}

static void feed_all(struct landau_replay *replay)
{
	struct landau_trace *trace = &replay->trace;
	struct landau_event event = {0};
	enum landau_trace_status status;

	while ((status = landau_trace_next(trace, &event)) == LANDAU_TRACE_EVENT) {
		if (!feed(replay, &event))
			break;
		replay->events++;
	}
	if (status == LANDAU_TRACE_BAD)
		fail(replay, "%s", trace->error);
	if (status != LANDAU_TRACE_END)
		replay->line = trace->line;
	finish_threads(replay);
}

void landau_replay_run(struct landau_replay *replay, int descriptor)
{
	if (setjmp(replay->no_memory) == 0) {
		if (!landau_trace_open(&replay->trace, descriptor))
			die_in_engine(replay);
		feed_all(replay);
	} else {
		landau_drop_shadow(replay->core);
	}
	landau_trace_close(&replay->trace);
}

bool landau_replay_guard(struct landau_replay *replay, bool (*work)(void *context), void *context)
{
	return setjmp(replay->no_memory) == 0 && work(context);
}

void landau_replay_free(struct landau_replay *replay)
{
	if (replay->core != NULL)
		landau_core_destroy(replay->core);
	free(replay->threads.slots);
	landau_routines_free(&replay->routines);
	landau_routines_free(&replay->sources);
}
