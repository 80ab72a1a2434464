/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_sharing.c - groups of the parallel policy that threads use at the same time (parallel/groups.c): they are prepared, owned,
 * shared and taken over while others read and write there, threads come and go, and stamps are renumbered all the time.
 *
 * Each thread works on blocks that have a lock each, and on granules of its own that lie between those of the others.
 * Such a program has no race, so it is known what each activation has to find, however the threads run. The thread
 * sanitizer looks for races in the runtime's own state; those that are meant are listed in races.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../../oracle/generate.h"
#include "engine/native/parallel/slow_path.h"
#include "engine/native/runtime/lamport.h"
#include "engine/native/runtime/world.h"
#include "policy.h"
#include "runtime.h"

#include <pthread.h>
#include <sys/syscall.h>

enum {
	LIVES = 8, /* threads one after the other, in each of these places */
	PLACES = 3,
	STEPS = 150,
	STAMP_LIMIT = 400,
	BLOCKS = 6,
	BLOCK_CELLS = 600,
	OWN_GRANULES = 256,
	OWN_AT = ARENA_AT + (512 << 10),
	BETWEEN_RENUMBERINGS = 20, /* activations */
	NANOSECONDS = 300000,      /* how long to wait before looking again */
};

static struct block {
	pthread_mutex_t lock;
	uint32_t version; /* 0: nobody has written it */
	bool by_kernel;
} blocks[BLOCKS];

/* What the next activation of the calling thread has to find, and how often any has found something else. */
static __thread struct landau_result expected;
static uint32_t wrong;
static uint32_t compared;
static uint32_t induced;
static uint32_t places_left = PLACES;

void landau_log_activation(void *context, const struct landau_thread *thread,
			   const struct landau_result *result)
{
	(void)context;
	(void)thread;
	if (result->trms != expected.trms || result->thread_input != expected.thread_input ||
	    result->external_input != expected.external_input)
		__atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
	if (result->thread_input)
		__atomic_add_fetch(&induced, 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&compared, 1, __ATOMIC_RELAXED);
}

static struct landau_native_thread *attentive_self(void)
{
	if (__atomic_load_n(&landau_hot.attention, __ATOMIC_RELAXED))
		landau_attend();
	return landau_self();
}

static void call(void)
{
	struct landau_native_thread *self = attentive_self();

	landau_call(self->core_thread, 0);
	landau_show_threshold(self);
}

static void leave(uint64_t thread_input, uint64_t external_input, uint64_t trms)
{
	struct landau_native_thread *self = attentive_self();

	expected = (struct landau_result){
		.trms = trms, .thread_input = thread_input, .external_input = external_input};
	landau_return(self->core_thread);
	landau_show_threshold(self);
}

/* At once, or cell by cell as the hooks do it. */
static void read_cells(uint64_t address, uint32_t count, bool at_once)
{
	for (uint32_t i = 0; !at_once && i < count; i += 2)
		landau_read_cells((void *)(address + 4 * (uint64_t)i), 2, 8);
	if (at_once)
		landau_shadow_read((void *)address, 4 * (uint64_t)count);
}

static void write_cells(uint64_t address, uint32_t count, bool at_once)
{
	for (uint32_t i = 0; !at_once && i < count; i++)
		landau_write_cells((void *)(address + 4 * (uint64_t)i), 1, 4);
	if (at_once)
		landau_shadow_write((void *)address, 4 * (uint64_t)count);
}

static void lock(pthread_mutex_t *mutex)
{
	bool blocked = landau_block();

	pthread_mutex_lock(mutex);
	landau_unblock(blocked);
	landau_sync_acquire(mutex);
}

static void unlock(pthread_mutex_t *mutex)
{
	landau_sync_release(mutex);
	pthread_mutex_unlock(mutex);
}

/* `seen`: the version that the thread knows. */
static void use_block(uint32_t which, uint32_t *seen, struct dice *dice)
{
	struct block *block = &blocks[which];
	uint64_t address = ARENA_AT + (uint64_t)which * 4 * BLOCK_CELLS;
	bool is_new, writes = roll_percent(dice, 60);

	lock(&block->lock);
	is_new = *seen != block->version;
	call();
	read_cells(address, BLOCK_CELLS, roll_percent(dice, 50));
	leave(is_new && !block->by_kernel ? BLOCK_CELLS : 0,
	      is_new && block->by_kernel ? BLOCK_CELLS : 0, BLOCK_CELLS);
	*seen = block->version;
	if (writes) {
		block->version++;
		block->by_kernel = roll_percent(dice, 20);
		if (block->by_kernel) {
			landau_shadow_kernel_write((void *)address, 4 * (uint64_t)BLOCK_CELLS);
		} else {
			write_cells(address, BLOCK_CELLS, roll_percent(dice, 50));
			*seen = block->version;
		}
	}
	unlock(&block->lock);
}

/* Every so many granules one is the place's own, so that all have some in each group. */
static void use_own(uint32_t place, bool was_written, struct dice *dice)
{
	bool at_once = roll_percent(dice, 50);

	call();
	for (uint64_t i = 0; i < OWN_GRANULES; i++)
		read_cells(OWN_AT + 8 * (i * 64 + place), 2, at_once);
	leave(was_written ? 0 : 2 * (uint64_t)OWN_GRANULES, 0, 2 * (uint64_t)OWN_GRANULES);
	for (uint64_t i = 0; i < OWN_GRANULES; i++)
		write_cells(OWN_AT + 8 * (i * 64 + place), 2, at_once);
}

struct life {
	uint32_t place;
	uint32_t number; /* at this place */
	uint32_t clock;  /* where it starts, and where it has ended */
};

static void *live(void *argument)
{
	struct life *life = argument;
	struct dice dice = {life->place * 100 + (uint64_t)life->number};
	uint32_t seen[BLOCKS] = {0};
	/* The first one has nothing before it; the others read what the one before has written. */
	bool was_written = life->number == 0;

	landau_thread_begin(landau_new_thread_id(), life->clock);
	if (life->number == 0) {
		for (uint64_t i = 0; i < OWN_GRANULES; i++)
			write_cells(OWN_AT + 8 * (i * 64 + life->place), 2, true);
	}
	for (uint32_t step = 0; step < STEPS; step++) {
		uint32_t which = (uint32_t)roll_below(&dice, BLOCKS);

		/* So that the others have a turn, also where there are few processors. */
		if (roll_percent(&dice, 30))
			landau_raw3(SYS_sched_yield, 0, 0, 0);
		use_block(which, &seen[which], &dice);
		if (step % 16 == 0) {
			use_own(life->place, was_written, &dice);
			was_written = true;
		}
	}
	landau_sync_release(life);
	life->clock = landau_thread_end();
	return NULL;
}

/* Starts one thread after the other at its place. */
static void *live_many_times(void *argument)
{
	struct life *life = argument;

	landau_thread_begin(landau_new_thread_id(), life->clock);
	for (life->number = 0; life->number < LIVES; life->number++) {
		pthread_t thread;
		bool blocked;

		attentive_self();
		life->clock = landau_self()->core->clock;
		pthread_create(&thread, NULL, live, life);
		blocked = landau_block();
		pthread_join(thread, NULL);
		landau_unblock(blocked);
		landau_sync_acquire(life);
	}
	landau_thread_end();
	__atomic_sub_fetch(&places_left, 1, __ATOMIC_RELEASE);
	return NULL;
}

/* Wherever the others are, once they have come some way since the last time. */
static void renumber_soon(void)
{
	static uint32_t never, last;
	uint32_t now = __atomic_load_n(&compared, __ATOMIC_RELAXED);
	bool blocked;

	if (now - last < BETWEEN_RENUMBERINGS) {
		blocked = landau_block();
		landau_raw_wait(&never, 0, NANOSECONDS);
		landau_unblock(blocked);
		return;
	}
	last = now;
	landau_world_stop();
	landau_world_renumber_stopped();
	landau_world_resume();
}

static void each_finds_what_the_others_have_written(void **state)
{
	struct life lives[PLACES];
	pthread_t threads[PLACES];
	bool blocked;

	(void)state;
	landau_native.fast = true;
	landau_native.has_wide = true;
	landau_native.stamp_limit = STAMP_LIMIT;
	start_policy(false);
	landau_thread_begin(landau_new_thread_id(), 0);
	for (int i = 0; i < BLOCKS; i++)
		pthread_mutex_init(&blocks[i].lock, NULL);
	landau_become_multi();
	for (uint32_t i = 0; i < PLACES; i++) {
		lives[i] = (struct life){.place = i, .clock = landau_self()->core->clock};
		pthread_create(&threads[i], NULL, live_many_times, &lives[i]);
	}
	while (__atomic_load_n(&places_left, __ATOMIC_ACQUIRE) > 0)
		renumber_soon();
	blocked = landau_block();
	for (int i = 0; i < PLACES; i++)
		pthread_join(threads[i], NULL);
	landau_unblock(blocked);
	printf("# %u activations, %u with thread input, %u renumberings\n", compared, induced,
	       (unsigned)landau_renumberings(landau_self()->core));
	assert_int_equal(wrong, 0);
	assert_true(compared >= PLACES * LIVES * STEPS);
	assert_true(induced > PLACES * LIVES * BLOCKS);
	assert_true(landau_renumberings(landau_self()->core) > 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_finds_what_the_others_have_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
