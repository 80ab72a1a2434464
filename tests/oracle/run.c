/* SPDX-License-Identifier: GPL-2.0-or-later */
/* run.c - runs a trace through the core and through the oracle; see run.h. */
#include "run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/copies.h"

/* -- Results ----------------------------------------------------------------------------------- */

void results_add(struct results *results, const struct oracle_result *result)
{
	if (results->count == results->limit) {
		results->limit = results->limit * 2 + 64;
		results->items = realloc(results->items, results->limit * sizeof(*result));
		if (results->items == NULL)
			abort();
	}
	results->items[results->count] = *result;
	if (result->marks != NULL) {
		size_t bytes = (result->mark_count + 1) * sizeof(*result->marks);
		struct oracle_mark *copy = calloc(1, bytes);

		if (copy == NULL)
			abort();
		memcpy(copy, result->marks, result->mark_count * sizeof(*copy));
		results->items[results->count].marks = copy;
	}
	if (result->steps != NULL) {
		size_t bytes = (result->step_count + 1) * sizeof(*result->steps);
		struct oracle_step *copy = calloc(1, bytes);

		if (copy == NULL)
			abort();
		memcpy(copy, result->steps, result->step_count * sizeof(*copy));
		results->items[results->count].steps = copy;
	}
	if (result->shares != NULL) {
		size_t bytes = (result->share_count + 1) * sizeof(*result->shares);
		struct oracle_share *copy = calloc(1, bytes);

		if (copy == NULL)
			abort();
		memcpy(copy, result->shares, result->share_count * sizeof(*copy));
		results->items[results->count].shares = copy;
	}
	results->count++;
}

static void free_lists(const struct oracle_result *result)
{
	free(result->marks);
	free(result->steps);
	free(result->shares);
}

void results_free(struct results *results)
{
	for (size_t i = 0; i < results->count; i++)
		free_lists(&results->items[i]);
	free(results->items);
	*results = (struct results){0};
}

void results_print(const struct results *results, FILE *file)
{
	for (size_t i = 0; i < results->count; i++) {
		const struct oracle_result *r = &results->items[i];

		fprintf(file,
			"%" PRIu32 " r%" PRIu32 " trms %" PRIu64 " rms %" PRIu64 " thread %" PRIu64
			" external %" PRIu64 " cost %" PRIu64 " self %" PRIu64 "\n",
			r->thread, r->routine, r->trms, r->rms, r->thread_input, r->external_input,
			r->cost, r->self);
		for (uint64_t k = 0; k < r->mark_count; k++)
			fprintf(file,
				"    at trms %" PRIu64 " rms %" PRIu64 " thread %" PRIu64
				" external %" PRIu64 " cost %" PRIu64 " callee r%" PRIu64
				" cost %" PRIu64 "\n",
				r->marks[k].trms, r->marks[k].rms, r->marks[k].thread_input,
				r->marks[k].external_input, r->marks[k].cost, r->marks[k].callee,
				r->marks[k].callee_cost);
		for (uint64_t k = 0; k < r->step_count; k++)
			fprintf(file,
				"    after %" PRIu64 " returns trms %" PRIu64 " cost %" PRIu64 "\n",
				r->steps[k].returns, r->steps[k].trms, r->steps[k].cost);
		for (uint64_t k = 0; k < r->share_count; k++)
			fprintf(file,
				"    from 0x%" PRIx64 " cells %" PRIu64 " self %" PRIu64
				" induced %" PRIu64 "\n",
				r->shares[k].source, r->shares[k].cells, r->shares[k].self,
				r->shares[k].induced);
		for (int k = 0; k < ORACLE_FURTHER; k++)
			if (r->further[k] > 0)
				fprintf(file, "    further %d: %" PRIu64 "\n", k, r->further[k]);
	}
}

static bool same(const struct oracle_result *a, const struct oracle_result *b)
{
	return a->thread == b->thread && a->routine == b->routine && a->trms == b->trms &&
	       a->rms == b->rms && a->thread_input == b->thread_input &&
	       a->external_input == b->external_input && a->cost == b->cost && a->self == b->self &&
	       memcmp(a->further, b->further, sizeof(a->further)) == 0 &&
	       a->mark_count == b->mark_count &&
	       (a->mark_count == 0 ||
		memcmp(a->marks, b->marks, a->mark_count * sizeof(*a->marks)) == 0) &&
	       a->returns == b->returns && a->step_count == b->step_count &&
	       (a->step_count == 0 ||
		memcmp(a->steps, b->steps, a->step_count * sizeof(*a->steps)) == 0) &&
	       a->share_count == b->share_count &&
	       (a->share_count == 0 ||
		memcmp(a->shares, b->shares, a->share_count * sizeof(*a->shares)) == 0);
}

size_t results_differ(const struct results *left, const struct results *right)
{
	size_t common = left->count < right->count ? left->count : right->count;

	for (size_t i = 0; i < common; i++)
		if (!same(&left->items[i], &right->items[i]))
			return i;
	return left->count == right->count ? SIZE_MAX : common;
}

void settings_print(const struct landau_settings *settings, FILE *file)
{
	fprintf(file, "--cell %u", settings->cell_bytes);
	if (settings->stamp_limit != 0)
		fprintf(file, " --stamp-limit %" PRIu32, settings->stamp_limit);
	fprintf(file, "%s%s", settings->contexts ? " --contexts" : "",
		settings->share_all ? " --share-all" : "");
	if (settings->flat_bits != 0)
		fprintf(file, " (flat shadows of %u bits)", settings->flat_bits);
}

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

static void die(void *context, const char *what, uint64_t bytes_in_use) __attribute__((noreturn));

static void die(void *context, const char *what, uint64_t bytes_in_use)
{
	(void)context;
	fprintf(stderr, "the core dies: %s, %" PRIu64 " bytes in use\n", what, bytes_in_use);
	abort();
}

const struct landau_host *system_host(void)
{
	static const struct landau_host host = {
		.get_memory = get_memory,
		.give_back = give_back,
		.reserve = reserve,
		.discard = discard,
		.die = die,
	};

	return &host;
}

/* -- Feeding the core -------------------------------------------------------------------------- */

static struct oracle_mark *copy_marks(const struct landau_mark *marks, uint64_t count)
{
	struct oracle_mark *copy = calloc(count, sizeof(*copy));

	if (copy == NULL)
		abort();
	for (uint64_t i = 0; i < count; i++)
		copy[i] = (struct oracle_mark){
			.trms = marks[i].trms,
			.rms = marks[i].rms,
			.thread_input = marks[i].thread_input,
			.external_input = marks[i].external_input,
			.cost = marks[i].cost,
			.callee_cost = marks[i].callee_cost,
			.callee = marks[i].callee,
		};
	return copy;
}

static struct oracle_step *copy_steps(const struct landau_step *steps, uint64_t count)
{
	struct oracle_step *copy = calloc(count, sizeof(*copy));

	if (copy == NULL)
		abort();
	for (uint64_t i = 0; i < count; i++)
		copy[i] = (struct oracle_step){steps[i].returns, steps[i].trms, steps[i].cost};
	return copy;
}

static int compare_shares(const void *left, const void *right)
{
	uint64_t a = ((const struct oracle_share *)left)->source;
	uint64_t b = ((const struct oracle_share *)right)->source;

	return (a > b) - (a < b);
}

uint64_t source_of_core(const struct landau_core *core, uint32_t source)
{
	const struct landau_author *author;

	if (source == LANDAU_SOURCE_NOBODY)
		return 0;
	if (source & LANDAU_SOURCE_EXTERNAL)
		return ORACLE_EXTERNAL | (source & ~LANDAU_SOURCE_EXTERNAL);
	author = landau_author_at(core, source);
	return oracle_writer(author->thread->id, author->routine + 1);
}

void copy_shares(const struct landau_core *core, const struct landau_share *first,
		 struct oracle_result *taken)
{
	uint64_t count = 0;

	for (const struct landau_share *share = first; share; share = share->next)
		count++;
	taken->shares = calloc(count + 1, sizeof(*taken->shares));
	if (taken->shares == NULL)
		abort();
	for (const struct landau_share *share = first; share; share = share->next)
		if (share->cells != 0)
			taken->shares[taken->share_count++] = (struct oracle_share){
				.source = source_of_core(core, share->source),
				.cells = (uint64_t)share->cells,
				.self = share->self,
				.induced = share->induced,
			};
	qsort(taken->shares, taken->share_count, sizeof(*taken->shares), compare_shares);
}

struct oracle_result result_of_core(const struct landau_thread *thread,
				    const struct landau_result *result)
{
	struct oracle_result taken = {
		.thread = thread->id,
		.routine = result->routine,
		.trms = result->trms,
		.rms = result->rms,
		.thread_input = result->thread_input,
		.external_input = result->external_input,
		.cost = result->cost,
		.self = result->self,
		.marks = result->mark_count > 0 ? copy_marks(result->marks, result->mark_count)
						: NULL,
		.mark_count = result->mark_count,
		.steps = result->step_count > 0 ? copy_steps(result->steps, result->step_count)
						: NULL,
		.step_count = result->step_count,
		.returns = result->returns,
	};

	_Static_assert((int)ORACLE_FURTHER == (int)LANDAU_FURTHER_COSTS, "in the same order");
	for (int i = 0; result->further != NULL && i < ORACLE_FURTHER; i++)
		taken.further[i] = result->further[i];
	return taken;
}

static void take_result(void *context, const struct landau_thread *thread,
			const struct landau_result *result)
{
	struct feeder *feeder = context;
	struct oracle_result taken = result_of_core(thread, result);

	if (feeder->fault == FAULT_CLASSES_SWAPPED) {
		taken.thread_input = result->external_input;
		taken.external_input = result->thread_input;
	}
	if (feeder->fault == FAULT_RMS_IS_TRMS)
		taken.rms = taken.trms;
	if (feeder->fault == FAULT_COST_OFF_BY_ONE && feeder->results.count % 50 == 17)
		taken.cost++;
	if (feeder->fault == FAULT_MARK_LOST && taken.mark_count > 0)
		taken.mark_count--;
	if (feeder->fault == FAULT_STEP_LOST && taken.step_count > 0)
		taken.step_count--;
	if (feeder->fault == FAULT_CALLEE_LOST && taken.mark_count > 0)
		taken.marks[0].callee = 0;
	copy_shares(thread->core, result->shares, &taken);
	if (feeder->fault == FAULT_SOURCE_LOST)
		for (uint64_t i = 0; i < taken.share_count; i++)
			taken.shares[i].source |= 1;
	results_add(&feeder->results, &taken);
	free_lists(&taken);
}

static struct landau_treatment treatment(void *context, uint32_t routine)
{
	const struct feeder *feeder = context;
	struct landau_treatment answer = {LANDAU_ORDINARY, 0};

	if (feeder->fault == FAULT_TREATMENT_LOST || routine >= TREATED_ROUTINES)
		return answer;
	if (feeder->ways[routine] == ORACLE_OPAQUE) {
		answer.way = LANDAU_OPAQUE;
		answer.charge = trace_charge(routine);
	} else if (feeder->ways[routine] == ORACLE_OPEN) {
		answer.way = LANDAU_OPEN;
	}
	return answer;
}

void feeder_start(struct feeder *feeder, const struct trace *trace,
		  const struct landau_settings *settings, const struct landau_host *host)
{
	struct landau_settings own = *settings;

	memset(feeder, 0, sizeof(*feeder));
	memcpy(feeder->ways, trace->ways, sizeof(feeder->ways));
	own.treatment = treatment;
	own.treatment_context = feeder;
	own.curve_floor = trace->curve_floor;
	own.sources = trace->sources;
	own.further = (1u << LANDAU_FURTHER_COSTS) - 1;
	own.on_return = take_result;
	own.on_return_context = feeder;
	feeder->cell_bytes = settings->cell_bytes;
	feeder->core = landau_core_create(host, &own);
}

struct landau_thread *feeder_thread(const struct feeder *feeder, uint32_t id)
{
	for (size_t i = 0; i < feeder->thread_count; i++)
		if (feeder->threads[i]->id == id)
			return feeder->threads[i];
	return NULL;
}

static struct landau_thread *switch_to(struct feeder *feeder, uint32_t id)
{
	struct landau_thread *thread;

	if (feeder->running != NULL && feeder->running->id == id)
		return feeder->running;
	thread = feeder_thread(feeder, id);
	if (thread == NULL) {
		if (feeder->thread_count == feeder->thread_limit) {
			feeder->thread_limit = feeder->thread_limit * 2 + 8;
			feeder->threads =
				realloc(feeder->threads, feeder->thread_limit * sizeof(thread));
			if (feeder->threads == NULL)
				abort();
		}
		thread = landau_thread_start(feeder->core, id);
		feeder->threads[feeder->thread_count++] = thread;
	}
	if (feeder->fault != FAULT_NO_SWITCH || feeder->running == NULL)
		landau_switch(thread);
	feeder->running = thread;
	return thread;
}

static void write_by_thread(struct landau_thread *thread, const struct oracle_event *event,
			    uint64_t size)
{
	if (event->source != 0)
		landau_write_from(thread, event->address, size, event->source);
	else
		landau_write(thread, event->address, size);
}

static void feed_access(struct feeder *feeder, struct landau_thread *thread,
			const struct oracle_event *event)
{
	enum fault fault = feeder->fault;
	uint64_t size = event->size;

	if (fault == FAULT_STRADDLE_LOST && size > feeder->cell_bytes)
		size = feeder->cell_bytes;
	switch (event->kind) {
	case ORACLE_READ:
		landau_read(thread, event->address, size);
		break;
	case ORACLE_WRITE:
		if (fault == FAULT_WRITE_IS_READ)
			landau_read(thread, event->address, size);
		else
			write_by_thread(thread, event, size);
		break;
	case ORACLE_COPY:
		if (fault != FAULT_COPY_LOST)
			landau_copy(thread, event->address, event->from, event->size);
		break;
	case ORACLE_KREAD:
		if (fault != FAULT_KERNEL_READ_LOST)
			landau_kernel_read(thread, event->address, size);
		break;
	default:
		if (fault == FAULT_KERNEL_WRITE_OWN)
			landau_write(thread, event->address, size);
		else if (fault != FAULT_KERNEL_WRITE_LOST && event->source != 0)
			landau_kernel_write_from(thread, event->address, size, event->source);
		else if (fault != FAULT_KERNEL_WRITE_LOST)
			landau_kernel_write(thread, event->address, size);
		break;
	}
}

void feeder_feed(struct feeder *feeder, const struct oracle_event *event)
{
	struct landau_thread *thread;

	if (event->kind == ORACLE_FORGET) {
		if (feeder->fault != FAULT_FORGET_LOST)
			landau_forget(feeder->core, event->address, event->size);
		return;
	}
	thread = switch_to(feeder, event->thread);
	switch (event->kind) {
	case ORACLE_CALL:
		landau_call(thread, event->routine);
		break;
	case ORACLE_RETURN:
		landau_return(thread);
		break;
	case ORACLE_COST:
		thread->cost += event->address;
		break;
	case ORACLE_FINISH:
		landau_thread_finish(thread);
		feeder->running = NULL;
		break;
	case ORACLE_ALLOC:
		landau_allocate(thread, event->address, event->size);
		break;
	case ORACLE_FREE:
		if (feeder->fault != FAULT_BLOCK_LOST)
			landau_free(feeder->core, event->address);
		break;
	case ORACLE_SPLIT:
		landau_split_block(feeder->core, event->address, event->size);
		break;
	case ORACLE_SPEND:
		landau_spend(thread, (enum landau_further)event->source, event->size);
		break;
	default:
		feed_access(feeder, thread, event);
		break;
	}
}

static int compare_ids(const void *left, const void *right)
{
	uint32_t a = (*(struct landau_thread *const *)left)->id;
	uint32_t b = (*(struct landau_thread *const *)right)->id;

	return (a > b) - (a < b);
}

void feeder_end(struct feeder *feeder)
{
	if (feeder->thread_count > 0)
		qsort(feeder->threads, feeder->thread_count, sizeof(struct landau_thread *),
		      compare_ids);
	for (size_t i = 0; i < feeder->thread_count; i++)
		if (!feeder->threads[i]->finished)
			landau_thread_finish(feeder->threads[i]);
	if (feeder->fault == FAULT_LAST_RESULT_LOST && feeder->results.count > 0)
		free_lists(&feeder->results.items[--feeder->results.count]);
}

void feeder_free(struct feeder *feeder)
{
	if (feeder->core != NULL)
		landau_core_destroy(feeder->core);
	free(feeder->threads);
	results_free(&feeder->results);
}

struct results run_core(const struct trace *trace, const struct landau_settings *settings,
			enum fault fault)
{
	struct feeder feeder;
	struct results results;

	feeder_start(&feeder, trace, settings, system_host());
	if (feeder.core == NULL)
		abort();
	feeder.fault = fault;
	for (size_t i = 0; i < trace->count; i++)
		feeder_feed(&feeder, &trace->events[i]);
	feeder_end(&feeder);
	results = feeder.results;
	feeder.results = (struct results){0};
	feeder_free(&feeder);
	return results;
}

/* -- Feeding the oracle ------------------------------------------------------------------------ */

void trace_treat(const struct trace *trace, struct oracle *oracle)
{
	for (uint32_t i = 0; i < TREATED_ROUTINES; i++)
		oracle_treat(oracle, i, trace->ways[i], trace_charge(i));
	oracle_follow(oracle, trace->curve_floor);
	if (trace->sources)
		oracle_ask_sources(oracle);
}

static void take_oracle_result(void *context, const struct oracle_result *result)
{
	results_add(context, result);
}

struct results run_oracle(const struct trace *trace, unsigned cell_bytes)
{
	struct results results = {0};
	struct oracle *oracle = oracle_create(cell_bytes, take_oracle_result, &results);

	trace_treat(trace, oracle);
	for (size_t i = 0; i < trace->count; i++)
		if (!oracle_feed(oracle, &trace->events[i]))
			abort();
	oracle_end(oracle);
	oracle_destroy(oracle);
	return results;
}
