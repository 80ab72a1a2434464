/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_traces.c - the parallel policy of stamps agrees with the oracle on random traces, activation by activation.
 *
 * What the native engine does at accesses, calls, switches and ends of threads (parallel/, hooks/read_write.c and most of
 * runtime/) is linked with the sanitizers and fed from traces, as the core is in tests/oracle: there is no program, no compiler
 * and no log in between. Each thread of a trace is a thread. Who runs does all events up to the next switch, and
 * then gives the turn to the next one, as a program would that does it by a semaphore. The addresses of a trace are
 * never looked at, so no memory is needed there but that of the shadows.
 *
 * Each trace has a process of its own. LANDAU_SEED sets the first seed, LANDAU_TRACES the number of traces. What fails is
 * shrunk and printed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../../oracle/run.h"
#include "../../oracle/shrink.h"
#include "../by_hook.h"
#include "core/activation.h"
#include "engine/native/hooks/calls.h"
#include "engine/native/parallel/granules.h"
#include "engine/native/parallel/groups.h"
#include "engine/native/parallel/sources.h"
#include "engine/native/runtime/lamport.h"
#include "engine/native/runtime/slots.h"
#include "engine/native/runtime/world.h"
#include "policy.h"
#include "runtime.h"

#include <inttypes.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	TRACES = 60,
	MOST_THREADS = 400,
	CHUNK = 4096,
	AGREES = 0,
	DIFFERS = 1,
};

struct way {
	unsigned cell_bytes;
	bool fast;
	uint32_t stamp_limit;
	bool contexts;
};

struct player {
	uint32_t id;
	sem_t turn;
	pthread_t handle;
	bool ended;
};

static const struct trace *trace;
static size_t next; /* event; only who has the turn looks at it */
static struct player players[MOST_THREADS];
static uint32_t player_count;
static bool is_over; /* all events are done: who gets the turn ends */
static sem_t all_ended;
static struct results found;
static size_t compared; /* activations */
static struct dice dice;

/* -- What is linked in place of the rest ---------------------------------------------------------- */

struct landau_treatment landau_routine_treatment(void *context, uint32_t routine)
{
	struct landau_treatment answer = {LANDAU_ORDINARY, 0};

	(void)context;
	if (routine < TREATED_ROUTINES && trace->ways[routine] == ORACLE_OPAQUE)
		answer = (struct landau_treatment){LANDAU_OPAQUE, trace_charge(routine)};
	else if (routine < TREATED_ROUTINES && trace->ways[routine] == ORACLE_OPEN)
		answer.way = LANDAU_OPEN;
	return answer;
}

void landau_log_activation(void *context, const struct landau_thread *thread,
			   const struct landau_result *result)
{
	struct oracle_result taken = result_of_core(thread, result);

	(void)context;
	copy_shares(thread->core, result->shares, &taken);
	results_add(&found, &taken);
	free(taken.marks);
	free(taken.shares);
}

/* -- Turns ---------------------------------------------------------------------------------------- */

static void play(struct player *self);

static void wait_for_turn(struct player *self)
{
	bool blocked = landau_block();

	sem_wait(&self->turn);
	landau_unblock(blocked);
	landau_sync_acquire(&players);
}

static void give_turn(struct player *to)
{
	landau_sync_release(&players);
	sem_post(&to->turn);
}

/* The one with the lowest number that has not ended, as the oracle ends them. */
static void give_turn_to_end(void)
{
	struct player *first = NULL;

	is_over = true;
	for (uint32_t i = 0; i < player_count; i++)
		if (!players[i].ended && (!first || players[i].id < first->id))
			first = &players[i];
	if (first)
		give_turn(first);
	else
		sem_post(&all_ended);
}

static void *start(void *argument)
{
	struct player *self = argument;

	sem_wait(&self->turn);
	landau_thread_begin(self->id, 0);
	landau_sync_acquire(&players);
	play(self);
	return NULL;
}

static struct player *player_of(uint32_t id)
{
	struct player *player;

	for (uint32_t i = 0; i < player_count; i++)
		if (players[i].id == id)
			return &players[i];
	if (player_count == MOST_THREADS)
		abort();
	player = &players[player_count];
	player->id = id;
	sem_init(&player->turn, 0, 0);
	if (player_count > 0) {
		landau_become_multi();
		if (pthread_create(&player->handle, NULL, start, player) != 0)
			abort();
	}
	player_count++;
	return player;
}

/* Whoever runs makes memory go away, as all threads of a program can. */
static void forget_all(void)
{
	for (; next < trace->count && trace->events[next].kind == ORACLE_FORGET; next++)
		landau_shadow_forget((const void *)trace->events[next].address,
				     trace->events[next].size);
}

static void pass_on(void)
{
	forget_all();
	if (next < trace->count)
		give_turn(player_of(trace->events[next].thread));
	else
		give_turn_to_end();
}

/* -- Events --------------------------------------------------------------------------------------- */

/* As the hooks do it: the short way if they would take it. */
static void call(struct landau_native_thread *self, uint32_t routine)
{
	landau_word threshold;

	if (landau_hot.attention)
		landau_attend();
	landau_thread_settle(self);
	if (landau_hot.attention || !landau_call_is_ready(self->core_thread, routine)) {
		landau_call(self->core_thread, routine);
		landau_show_threshold(self);
		return;
	}
	threshold = landau_call_ready(self->core_thread, routine);
	landau_hot_set(&landau_hot, threshold, threshold | LANDAU_BY_OWNER);
	landau_show_call(&landau_hot, threshold);
}

static void leave(struct landau_native_thread *self)
{
	landau_word threshold = self->core_thread->threshold;
	uint64_t cost;

	if (landau_hot.attention)
		landau_attend();
	landau_thread_settle(self);
	cost = self->core_thread->cost;
	landau_return(self->core_thread);
	landau_hot.cost -= cost - self->core_thread->cost;
	if (landau_has_sources())
		landau_sources_return(self, threshold);
	landau_show_threshold(self);
}

/* What the code of the program looks at before it calls the hook (compiler/inline/inline.sed). */
static bool is_settled_in_code(const char *address, uint64_t size, bool writes)
{
	uint64_t offset = (uint64_t)address & LANDAU_OFFSET_MASK;
	landau_word word;

	if (!landau_native.fast || size > 8 || (((uint64_t)address | size) & (size - 1)) != 0)
		return false;
	word = size == 8 ? *(landau_word *)(landau_hot.wide + landau_wide_offset(offset))
			 : *(landau_word *)(landau_hot.words + offset);
	return writes ? word == landau_hot.written : word >= landau_hot.threshold;
}

static void read_in_code(char *address, uint64_t size)
{
	if (!is_settled_in_code(address, size, false))
		read_by_hook(address, size);
}

static void write_in_code(char *address, uint64_t size)
{
	if (!is_settled_in_code(address, size, true))
		write_by_hook(address, size);
}

/* As an atomic operation does. */
static void write_as(struct landau_native_thread *self, const struct oracle_event *event)
{
	if (landau_hot.attention)
		landau_attend();
	landau_sources_write_as(self, LANDAU_SOURCE_EXTERNAL | (uint32_t)event->source,
				(const void *)event->address, event->size);
}

static void do_event(struct landau_native_thread *self, const struct oracle_event *event)
{
	char *address = (char *)event->address; /* NOLINT(performance-no-int-to-ptr) */
	bool by_hook = roll_percent(&dice, 75);

	switch (event->kind) {
	case ORACLE_CALL:
		call(self, event->routine);
		break;
	case ORACLE_RETURN:
		leave(self);
		break;
	case ORACLE_COST:
		landau_hot.cost += event->address;
		break;
	case ORACLE_READ:
		if (by_hook && event->size > 0)
			read_in_code(address, event->size);
		else
			landau_shadow_read(address, event->size);
		break;
	case ORACLE_WRITE:
		if (event->source != 0)
			write_as(self, event);
		else if (by_hook && event->size > 0)
			write_in_code(address, event->size);
		else
			landau_shadow_write(address, event->size);
		break;
	case ORACLE_KREAD:
		landau_shadow_read(address, event->size);
		break;
	default:
		landau_shadow_kernel_write_from(address, event->size, (uint32_t)event->source);
		break;
	}
}

/* Returns when the thread has ended. */
static void play(struct player *self)
{
	for (;;) {
		const struct oracle_event *event;

		forget_all();
		if (is_over || next == trace->count)
			break;
		event = &trace->events[next];
		if (event->thread != self->id) {
			pass_on();
			wait_for_turn(self);
			continue;
		}
		next++;
		if (event->kind == ORACLE_FINISH)
			break;
		do_event(landau_self(), event);
	}
	if (!is_over && next == trace->count && trace->events[next - 1].kind != ORACLE_FINISH) {
		give_turn_to_end();
		wait_for_turn(self);
	}
	self->ended = true;
	/* While the thread is known. */
	landau_sync_release(&players);
	landau_thread_end();
	pass_on();
}

/* -- Traces --------------------------------------------------------------------------------------- */

static void play_all(const struct way *way)
{
	landau_native.fast = way->fast;
	landau_native.has_wide = way->cell_bytes == 4;
	landau_native.cell_shift = (unsigned)__builtin_ctz(way->cell_bytes);
	landau_native.stamp_limit = way->stamp_limit;
	landau_native.contexts = way->contexts;
	landau_native.curve_floor = (uint32_t)trace->curve_floor;
	landau_native.allocators = "some";
	start_policy(trace->sources);
	sem_init(&all_ended, 0, 0);
	forget_all();
	if (next < trace->count) {
		struct player *first = player_of(trace->events[next].thread);

		landau_thread_begin(first->id, 0);
		play(first);
		sem_wait(&all_ended);
	}
	for (uint32_t i = 1; i < player_count; i++)
		pthread_join(players[i].handle, NULL);
}

/* In a process of its own. `out`: where both results go, or NULL. */
static bool agrees(const struct trace *played, const struct way *way, FILE *out)
{
	struct results expected = run_oracle(played, way->cell_bytes);
	int status = 0;
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		trace = played;
		dice = (struct dice){played->count};
		play_all(way);
		if (out) {
			fprintf(out, "# the oracle\n");
			results_print(&expected, out);
			fprintf(out, "# the native engine\n");
			results_print(&found, out);
			fflush(out);
		}
		_exit(results_differ(&expected, &found) == SIZE_MAX ? AGREES : DIFFERS);
	}
	waitpid(child, &status, 0);
	compared += expected.count;
	results_free(&expected);
	return WIFEXITED(status) && WEXITSTATUS(status) == AGREES;
}

static bool disagrees(const struct trace *played, void *way)
{
	return !agrees(played, way, NULL);
}

/*
 * Where an event is in the arena. Traces are made for chunks of 4 KB: all that is near is in one group, which several threads
 * use. Or each chunk is in a group of its own, so that threads own some, and an access ends with its chunk.
 */
static void fold(struct oracle_event *event, bool apart)
{
	uint64_t chunk = event->address / CHUNK;
	uint64_t within = event->address % CHUNK;

	if (apart) {
		event->address = chunk % (ARENA / LANDAU_GROUP_BYTES) * LANDAU_GROUP_BYTES + within;
		if (event->size > CHUNK - within)
			event->size = CHUNK - within;
		return;
	}
	event->address = place_in_arena(event->address);
	event->size = size_in_arena(event->address, event->size);
}

/* What goes away are whole granules, as of all allocators. */
static void fold_all(struct trace *folded, unsigned cell_bytes, bool apart)
{
	uint64_t granule = 2 * (uint64_t)cell_bytes;

	for (size_t i = 0; i < folded->count; i++) {
		struct oracle_event *event = &folded->events[i];

		if (event->kind < ORACLE_READ || event->kind > ORACLE_FORGET)
			continue;
		fold(event, apart);
		if (event->kind == ORACLE_FORGET) {
			uint64_t end = event->address + event->size;

			event->address -= event->address % granule;
			event->size = (end - event->address + granule - 1) / granule * granule;
		}
		event->address += ARENA_AT;
	}
}

/* Copies are looked through when they are made, not when the copier returns. */
static void leave_out(struct trace *played)
{
	size_t kept = 0;

	for (size_t i = 0; i < played->count; i++)
		if (played->events[i].kind != ORACLE_COPY &&
		    (played->events[i].kind < ORACLE_ALLOC ||
		     played->events[i].kind > ORACLE_SPEND))
			played->events[kept++] = played->events[i];
	played->count = kept;
}

/* Cells of 4 bytes, by the hooks' own paths, more often than anything else. */
static struct way nth_way(uint64_t n)
{
	static const uint32_t limits[] = {64, 0, 200, 0, 1000, 71};

	return (struct way){
		.cell_bytes = n % 4 == 3 ? 1u << n / 4 % 5 : 4,
		.fast = n % 4 < 3 && n % 8 != 6,
		.stamp_limit = limits[n / 3 % 6],
		.contexts = n % 5 == 4,
	};
}

static void show(const struct trace *failed, struct way *way, uint64_t seed)
{
	struct trace small = shrink(failed, disagrees, way);

	fprintf(stderr, "seed %" PRIu64 ": cells of %u bytes, fast %d, limit %" PRIu32 "\n", seed,
		way->cell_bytes, way->fast, way->stamp_limit);
	trace_print(&small, stderr);
	agrees(&small, way, stderr);
	trace_free(&small);
}

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 10) : otherwise;
}

static void check(uint64_t seed)
{
	struct generate_options options = {.with_finish = seed % 2 == 0};
	struct trace generated = generate(seed, &options);
	struct way way = nth_way(seed);

	/* The native engine does not count further costs. */
	leave_out(&generated);
	fold_all(&generated, way.cell_bytes, seed / 2 % 2);
	if (!agrees(&generated, &way, NULL)) {
		show(&generated, &way, seed);
		fail();
	}
	trace_free(&generated);
}

static void the_parallel_policy_agrees_with_the_oracle(void **state)
{
	/* In which a thread takes over a group of which a part has gone away. */
	static const uint64_t found_faults[] = {458};
	uint64_t first = from_environment("LANDAU_SEED", 1);
	uint64_t count = from_environment("LANDAU_TRACES", TRACES);

	(void)state;
	for (uint64_t seed = first; seed < first + count; seed++)
		check(seed);
	for (size_t i = 0; i < sizeof(found_faults) / sizeof(found_faults[0]); i++)
		check(found_faults[i]);
	printf("# %zu activations are equal\n", compared);
	assert_true(compared > 100 * count);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_parallel_policy_agrees_with_the_oracle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
