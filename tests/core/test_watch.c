/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_watch.c - executions of blocks: recursion, threads that take turns, code that several routines run, many sizes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/core.h"
#include "core/watch.h"
#include "host.h"

/* As an engine's code does it. */
static void run(struct landau_thread *thread, struct landau_watched_block *block, uint64_t times)
{
	uint64_t serial = landau_watch_serial(thread, true);

	if (block->owner != serial)
		landau_watch_touch(thread, block, serial);
	block->count += times;
}

static void enter(struct landau_thread *thread, uint32_t routine)
{
	landau_call(thread, routine);
	landau_watch_enter(thread);
}

static void leave(struct landau_thread *thread)
{
	landau_watch_leave(thread);
	landau_return(thread);
}

/* Other cells than before. */
static void read_cells(struct landau_thread *thread, uint64_t cells)
{
	static uint64_t next = 4096;

	landau_read(thread, next, 4 * cells);
	next += 4 * cells;
}

static const struct landau_watched *watched_of(const struct landau_core *core, uint32_t routine)
{
	const struct landau_watched *watched = landau_first_watched(core);

	while (watched && watched->routine != routine)
		watched = watched->next;
	assert_non_null(watched);
	return watched;
}

static struct landau_cell cell_at(const struct landau_watched *watched, uint64_t size,
				  const struct landau_watched_block *block)
{
	for (uint32_t i = 0; i < watched->row_count; i++)
		for (uint32_t j = 0; j < watched->block_count; j++)
			if (watched->rows[i].sizes == size * watched->rows[i].calls &&
			    watched->blocks[j] == block)
				return j < watched->rows[i].cell_limit ? watched->rows[i].cells[j]
								       : (struct landau_cell){0};
	return (struct landau_cell){0};
}

struct fixture {
	struct test_host host;
	struct landau_core *core;
	struct landau_thread *thread;
};

static struct fixture *start(void **state)
{
	static struct fixture fixture;
	const struct landau_settings settings = {.cell_bytes = 4};

	test_host_start(&fixture.host);
	fixture.core = landau_core_create(&fixture.host.host, &settings);
	assert_non_null(fixture.core);
	fixture.thread = landau_thread_start(fixture.core, 1);
	landau_switch(fixture.thread);
	*state = &fixture;
	return &fixture;
}

/* Nothing that was got from the host is left when the core is gone. */
static int finish(void **state)
{
	struct fixture *fixture = *state;

	landau_core_destroy(fixture->core);
	assert_int_equal(fixture->host.in_use, 0);
	return 0;
}

static void each_activation_has_its_own(void **state)
{
	struct landau_thread *thread = start(state)->thread;
	struct landau_watched_block block = {.number = 0}, other = {.number = 1};
	const struct landau_watched *watched;

	enter(thread, 7);
	run(thread, &block, 3);
	read_cells(thread, 2);
	enter(thread, 7);
	run(thread, &block, 10);
	run(thread, &other, 1);
	read_cells(thread, 3);
	leave(thread);
	landau_watch_called(thread, &block, 44);
	run(thread, &block, 5);
	leave(thread);
	watched = watched_of((*(struct fixture **)state)->core, 7);
	assert_int_equal(watched->row_count, 2);
	assert_int_equal(cell_at(watched, 3, &block).executions, 10);
	assert_int_equal(cell_at(watched, 3, &other).executions, 1);
	assert_int_equal(cell_at(watched, 5, &block).executions, 8);
	assert_int_equal(cell_at(watched, 5, &block).called, 44);
	assert_int_equal(cell_at(watched, 5, &other).executions, 0);
	assert_int_equal(block.owner, LANDAU_WATCH_NOBODY);
}

/* What runs outside of activations that count, while some are pending, is nobody's. */
static void what_is_not_counted_is_lost(void **state)
{
	struct landau_thread *thread = start(state)->thread;
	struct landau_watched_block block = {0};
	const struct landau_watched *watched;

	run(thread, &block, 100);
	enter(thread, 7);
	run(thread, &block, 3);
	landau_call(thread, 8);
	landau_watch_touch(thread, &block, landau_watch_serial(thread, false));
	block.count += 1000;
	landau_watch_leave(thread); /* not watched */
	landau_return(thread);
	run(thread, &block, 2);
	leave(thread);
	watched = watched_of((*(struct fixture **)state)->core, 7);
	assert_int_equal(cell_at(watched, 0, &block).executions, 5);
	assert_int_equal(block.count, 100);
}

static void threads_take_turns(void **state)
{
	struct fixture *fixture = start(state);
	struct landau_thread *first = fixture->thread;
	struct landau_thread *second = landau_thread_start(fixture->core, 2);
	struct landau_watched_block block = {0};
	const struct landau_watched *watched;

	enter(first, 7);
	run(first, &block, 1);
	landau_watch_park(first);
	landau_switch(second);
	enter(second, 7);
	read_cells(second, 1);
	run(second, &block, 10);
	landau_watch_park(second);
	landau_switch(first);
	run(first, &block, 2);
	enter(first, 7);
	read_cells(first, 2);
	run(first, &block, 100);
	landau_watch_park(first);
	landau_switch(second);
	run(second, &block, 20);
	leave(second);
	landau_watch_park(second);
	landau_switch(first);
	run(first, &block, 200);
	leave(first);
	run(first, &block, 4);
	read_cells(first, 1);
	leave(first);
	watched = watched_of(fixture->core, 7);
	assert_int_equal(cell_at(watched, 1, &block).executions, 30);
	assert_int_equal(cell_at(watched, 2, &block).executions, 300);
	assert_int_equal(cell_at(watched, 3, &block).executions, 7);
	assert_int_equal(block.owner, LANDAU_WATCH_NOBODY);
}

static void code_may_be_in_two_routines(void **state)
{
	struct landau_thread *thread = start(state)->thread;
	struct landau_watched_block block = {.number = 5}, own = {.number = 6};
	struct landau_core *core = (*(struct fixture **)state)->core;

	for (uint32_t routine = 7; routine <= 8; routine++) {
		enter(thread, routine);
		run(thread, routine == 7 ? &block : &own, 1);
		run(thread, &block, routine);
		leave(thread);
	}
	assert_int_equal(cell_at(watched_of(core, 7), 0, &block).executions, 8);
	assert_int_equal(cell_at(watched_of(core, 8), 0, &block).executions, 8);
	assert_int_equal(cell_at(watched_of(core, 8), 0, &own).executions, 1);
}

/* Neighbouring ones share rows then, and nothing is lost. */
static void there_may_be_many_sizes(void **state)
{
	enum { SIZES = 3000 };
	struct landau_thread *thread = start(state)->thread;
	struct landau_watched_block blocks[20] = {{0}};
	const struct landau_watched *watched;
	uint64_t calls = 0, sizes = 0, executions = 0, last = 0;

	for (uint32_t i = 0; i < 20; i++)
		blocks[i].number = i;
	for (uint64_t i = 1; i <= SIZES; i++) {
		uint64_t size = i * 7919 % (SIZES + 1);

		enter(thread, 7);
		read_cells(thread, size);
		for (uint64_t j = 0; j < 1 + i / 200; j++)
			run(thread, &blocks[j], size);
		leave(thread);
	}
	watched = watched_of((*(struct fixture **)state)->core, 7);
	assert_true(watched->row_count >= 20 && watched->row_count <= 128);
	for (uint32_t i = 0; i < watched->row_count; i++) {
		const struct landau_row *row = &watched->rows[i];

		calls += row->calls;
		sizes += row->sizes;
		executions += row->cells[0].executions;
		assert_int_equal(row->cells[0].executions, row->sizes);
		assert_true(row->sizes / row->calls > last);
		last = row->sizes / row->calls;
	}
	assert_int_equal(calls, SIZES);
	assert_int_equal(sizes, SIZES * (SIZES + 1) / 2);
	assert_int_equal(executions, sizes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(each_activation_has_its_own, finish),
		cmocka_unit_test_teardown(what_is_not_counted_is_lost, finish),
		cmocka_unit_test_teardown(threads_take_turns, finish),
		cmocka_unit_test_teardown(code_may_be_in_two_routines, finish),
		cmocka_unit_test_teardown(there_may_be_many_sizes, finish),
	};

	return cmocka_run_group_tests_name("core-watch", tests, NULL, NULL);
}
