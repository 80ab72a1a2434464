/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_loops.c - loops in control flow that is made up: nesting, tests at the top and at the bottom, blocks that overlap, and what
 * cannot be known.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/loops.h"
#include "host.h"

enum { MOST_BLOCKS = 16, MOST_WAYS = 3, MOST_INSTRUCTIONS = 4 };

/* Blocks begin at addresses 10, 20, ... unless they say otherwise; each instruction has one address. */
struct made {
	struct landau_watched_block blocks[MOST_BLOCKS];
	struct landau_watched_block *pointers[MOST_BLOCKS];
	struct landau_instruction instructions[MOST_BLOCKS][MOST_INSTRUCTIONS];
	uint64_t next[MOST_BLOCKS][MOST_WAYS];
	struct landau_cell cells[MOST_BLOCKS];
	struct landau_row row;
	struct landau_watched watched;
	struct test_host host;
	struct landau_loops *loops;
};

static struct landau_watched_block *add_at(struct made *made, uint64_t address,
					   uint32_t instructions, uint64_t executions)
{
	uint32_t index = made->watched.block_count++;
	struct landau_watched_block *block = &made->blocks[index];

	for (uint32_t i = 0; i < instructions; i++)
		made->instructions[index][i].address = address + i;
	block->instructions = made->instructions[index];
	block->instruction_count = instructions;
	block->next = made->next[index];
	made->pointers[index] = block;
	made->cells[index].executions = executions;
	return block;
}

/* Ways to up to three others; 0: no more. One that leads nowhere leaves the routine. */
static struct landau_watched_block *add(struct made *made, uint64_t executions, uint64_t first,
					uint64_t second, uint64_t third)
{
	uint32_t index = made->watched.block_count;
	struct landau_watched_block *block = add_at(made, 10 * (index + 1), 3, executions);
	const uint64_t ways[MOST_WAYS] = {first, second, third};

	for (uint32_t i = 0; i < MOST_WAYS && ways[i]; i++)
		made->next[index][block->next_count++] = ways[i];
	block->leaves = block->next_count == 0;
	block->is_entry = index == 0;
	return block;
}

static void look(struct made *made)
{
	test_host_start(&made->host);
	made->watched.blocks = made->pointers;
	made->watched.rows = &made->row;
	made->watched.row_count = 1;
	made->row.cells = made->cells;
	made->row.cell_limit = made->watched.block_count;
	made->loops = landau_loops_of(&made->host.host, &made->watched);
	assert_non_null(made->loops);
	landau_loops_take(made->loops, &made->row);
}

static void finish(struct made *made)
{
	landau_loops_free(made->loops);
	assert_int_equal(made->host.in_use, 0);
}

static uint64_t header_of(const struct made *made, uint32_t loop)
{
	struct landau_code_range code;

	assert_true(landau_loop_code(made->loops, loop, 0, &code));
	return code.block->instructions[0].address;
}

/* The loop whose rounds begin there. */
static uint32_t loop_at(const struct made *made, uint64_t address)
{
	for (uint32_t i = 0; i < landau_loop_count(made->loops); i++)
		if (header_of(made, i) == address)
			return i;
	fail_msg("no loop begins at %ju", (uintmax_t)address);
	return 0;
}

static void assert_trips(const struct made *made, uint64_t address, uint64_t trips, bool at_most)
{
	bool bound = false;

	assert_int_equal(landau_loop_trips(made->loops, loop_at(made, address), &bound), trips);
	assert_int_equal(bound, at_most);
}

/* for (10 times) { for (7 in each); do (3 in each) while; } */
static void loops_are_nested(void **state)
{
	struct made made = {0};

	(void)state;
	add(&made, 1, 20, 0, 0);
	add(&made, 11, 30, 80, 0); /* 20: outer test */
	add(&made, 10, 40, 0, 0);
	add(&made, 80, 50, 60, 0); /* 40: inner test */
	add(&made, 70, 40, 0, 0);
	add(&made, 30, 60, 70, 0); /* 60: do while */
	add(&made, 10, 20, 0, 0);
	add(&made, 1, 0, 0, 0);
	look(&made);
	assert_int_equal(landau_loop_count(made.loops), 3);
	assert_trips(&made, 20, 10, false);
	assert_trips(&made, 40, 70, false);
	assert_trips(&made, 60, 30, false);
	assert_int_equal(landau_loop_parent(made.loops, loop_at(&made, 20)), LANDAU_NO_LOOP);
	assert_int_equal(landau_loop_parent(made.loops, loop_at(&made, 40)), loop_at(&made, 20));
	assert_int_equal(landau_loop_parent(made.loops, loop_at(&made, 60)), loop_at(&made, 20));
	finish(&made);
}

/* Two ways back to one header are one loop; one that breaks out has got past the test. */
static void ways_back_are_one_loop(void **state)
{
	struct made made = {0};
	struct landau_code_range code;

	(void)state;
	add(&made, 2, 20, 0, 0);
	add(&made, 21, 30, 60, 0);
	add(&made, 20, 40, 50, 0);
	add(&made, 12, 20, 60, 0); /* breaks once */
	add(&made, 8, 20, 0, 0);
	add(&made, 2, 0, 0, 0);
	look(&made);
	assert_int_equal(landau_loop_count(made.loops), 1);
	assert_trips(&made, 20, 20, false);
	assert_true(landau_loop_code(made.loops, 0, 2, &code));
	assert_false(landau_loop_code(made.loops, 0, 3, &code));
	finish(&made);
}

/* One block is executed as a part of another one, and where the other one begins in its midst the first one ends. */
static void blocks_overlap(void **state)
{
	struct made made = {0};
	struct landau_watched_block *whole;

	(void)state;
	whole = add_at(&made, 10, 4, 1); /* the first round as a whole */
	made.next[0][0] = 12;
	made.next[0][1] = 20;
	whole->next_count = 2;
	whole->is_entry = true;
	whole = add_at(&made, 12, 2, 9); /* nine more */
	made.next[1][0] = 12;
	made.next[1][1] = 20;
	whole->next_count = 2;
	whole = add_at(&made, 20, 1, 1);
	whole->leaves = true;
	look(&made);
	assert_int_equal(landau_loop_count(made.loops), 1);
	assert_trips(&made, 12, 10, false);
	finish(&made);
}

/* What the end of a longer block was seen to lead to is a way out of the node that its end is in. */
static void ends_are_shared(void **state)
{
	struct made made = {0};
	struct landau_watched_block *whole;

	(void)state;
	whole = add_at(&made, 10, 4, 1);
	made.next[0][0] = 20;
	whole->next_count = 1;
	whole->is_entry = true;
	whole->leaves = true;
	whole = add_at(&made, 12, 2, 9);
	made.next[1][0] = 30;
	whole->next_count = 1;
	whole->leaves = true;
	whole = add_at(&made, 20, 3, 6);
	made.next[2][0] = 12;
	whole->next_count = 1;
	whole = add_at(&made, 30, 3, 3);
	made.next[3][0] = 12;
	whole->next_count = 1;
	look(&made);
	assert_int_equal(landau_loop_count(made.loops), 1);
	assert_trips(&made, 12, 9, false);
	finish(&made);
}

/* A string instruction in a loop goes round by itself, without being a loop, and is not counted. */
static void strings_are_passed_over(void **state)
{
	struct made made = {0};
	struct landau_watched_block *string;

	(void)state;
	add(&made, 1, 20, 0, 0);
	add(&made, 6, 30, 50, 0);
	string = add(&made, 999, 30, 40, 0);
	string->is_repeat = true;
	add(&made, 5, 20, 0, 0);
	add(&made, 1, 0, 0, 0);
	look(&made);
	assert_int_equal(landau_loop_count(made.loops), 1);
	assert_trips(&made, 20, 5, false);
	finish(&made);
}

/* A call that does not return has left the routine: no round has ended at the test. */
static void calls_may_not_return(void **state)
{
	struct made made = {0};

	(void)state;
	add(&made, 1, 20, 0, 0);
	add(&made, 6, 30, 0, 0)->calls =
		true; /* the test calls something; the sixth time it ends the program */
	add(&made, 5, 40, 50, 0);
	add(&made, 5, 20, 0, 0);
	add(&made, 0, 0, 0, 0);
	look(&made);
	assert_trips(&made, 20, 5, false);
	finish(&made);
}

/* Both nodes lead to both others: how often which, the executions do not say. */
static void some_ways_are_not_known(void **state)
{
	struct made made = {0};

	(void)state;
	add(&made, 1, 20, 30, 0);
	add(&made, 7, 30, 40, 0);
	add(&made, 8, 20, 40, 0);
	add(&made, 1, 0, 0, 0);
	look(&made);
	assert_int_equal(landau_loop_count(made.loops), 0); /* two ways into it */
	finish(&made);

	memset(&made, 0, sizeof(made));
	add(&made, 1, 20, 0, 0);
	add(&made, 9, 30, 40, 50); /* the header: 50 is outside */
	add(&made, 4, 20, 50, 0);
	add(&made, 3, 20, 50, 0);
	add(&made, 1, 0, 0, 0);
	look(&made);
	assert_trips(&made, 20, 7, false); /* each of the two has the header before it alone */
	finish(&made);

	memset(&made, 0, sizeof(made));
	add(&made, 1, 20, 0, 0);
	add(&made, 9, 30, 40, 50);
	add(&made, 4, 20, 40, 50);
	add(&made, 3, 20, 30, 50);
	add(&made, 1, 0, 0, 0);
	look(&made);
	assert_trips(&made, 20, 9, true);
	finish(&made);
}

/* More come in than go out: somebody has jumped. */
static void what_does_not_fit_is_a_bound(void **state)
{
	struct made made = {0};

	(void)state;
	add(&made, 1, 20, 0, 0);
	add(&made, 11, 30, 40, 0);
	add(&made, 12, 20, 0, 0);
	add(&made, 1, 0, 0, 0);
	look(&made);
	assert_trips(&made, 20, 11, true);
	finish(&made);
}

/* Code that nothing seems to lead to may go round, too. */
static void nothing_leads_there(void **state)
{
	struct made made = {0};

	(void)state;
	add(&made, 1, 0, 0, 0);
	add(&made, 5, 30, 0, 0);
	add(&made, 5, 20, 0, 0);
	look(&made);
	assert_int_equal(landau_loop_count(made.loops), 1);
	finish(&made);

	memset(&made, 0, sizeof(made));
	add(&made, 1, 0, 0, 0);
	look(&made);
	assert_int_equal(landau_loop_count(made.loops), 0);
	finish(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loops_are_nested),
		cmocka_unit_test(ways_back_are_one_loop),
		cmocka_unit_test(blocks_overlap),
		cmocka_unit_test(ends_are_shared),
		cmocka_unit_test(strings_are_passed_over),
		cmocka_unit_test(calls_may_not_return),
		cmocka_unit_test(some_ways_are_not_known),
		cmocka_unit_test(what_does_not_fit_is_a_bound),
		cmocka_unit_test(nothing_leads_there),
	};

	return cmocka_run_group_tests_name("core-loops", tests, NULL, NULL);
}
