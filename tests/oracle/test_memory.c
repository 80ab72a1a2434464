/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_memory.c - memory may run out at any moment; what was collected stays whole.
 *
 * The same trace is run again and again, and the host refuses one request for memory more each time. When
 * the core has died, what it collected must be what the activations that have returned add up to, and it
 * must be possible to write it with the memory that the shadow took.
 */
#include "rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <cmocka.h>

/* Gives memory until `left` requests or `bytes_left` bytes are used up. */
struct mean_host {
	struct landau_host host;
	uint64_t left;
	uint64_t bytes_left;
	jmp_buf died;
};

static void *get_memory(void *context, size_t bytes)
{
	struct mean_host *host = context;
	void *memory;

	if (host->left == 0 || host->bytes_left < bytes)
		return NULL;
	host->left--;
	host->bytes_left -= bytes;
	memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return memory == MAP_FAILED ? NULL : memory;
}

static void give_back(void *context, void *memory, size_t bytes)
{
	struct mean_host *host = context;

	host->bytes_left += bytes;
	munmap(memory, bytes);
}

static void die(void *context, const char *what, uint64_t bytes_in_use) __attribute__((noreturn));

static void die(void *context, const char *what, uint64_t bytes_in_use)
{
	struct mean_host *host = context;

	assert_string_equal(what, "out of memory");
	assert_true(bytes_in_use > 0);
	longjmp(host->died, 1);
}

static void start(struct mean_host *host, uint64_t requests, uint64_t bytes)
{
	host->host = (struct landau_host){
		.context = host, .get_memory = get_memory, .give_back = give_back, .die = die};
	host->left = requests;
	host->bytes_left = bytes;
}

static void event(struct feeder *feeder, enum oracle_kind kind, uint32_t routine, uint64_t address,
		  uint64_t size)
{
	struct oracle_event event = {
		.kind = kind,
		.thread = 1,
		.routine = routine,
		.address = address,
		.size = size,
	};

	feeder_feed(feeder, &event);
}

/*
 * Many sizes of a few routines, most with an rms of its own, and calls between them; deep stacks,
 * memory all over. Tables, stacks, maps and the shadow all have to grow.
 */
static void work(struct feeder *feeder)
{
	for (uint32_t n = 1; n <= 1500; n++) {
		event(feeder, ORACLE_CALL, 0, 0, 0);
		event(feeder, ORACLE_READ, 0, 0x100000, 4 * n);
		event(feeder, ORACLE_ALLOC, 0, 64 * (n % 1000), n);
		for (uint32_t i = 0; i < n % 500; i++)
			event(feeder, ORACLE_CALL, 1 + i % 3, 0, 0);
		event(feeder, ORACLE_CALL, 3 + n, 0,
		      0); /* a record, an edge and a table, all new */
		event(feeder, ORACLE_READ, 0, (uint64_t)n << 16, 64);
		event(feeder, ORACLE_ALLOC, 0, 64 * n, n);
		event(feeder, ORACLE_RETURN, 0, 0, 0);
		event(feeder, ORACLE_KWRITE, 0, 0x100000, 4 * n);
		event(feeder, ORACLE_READ, 0, 0x100000, 2 * n);
		for (uint32_t i = 0; i <= n % 500; i++)
			event(feeder, ORACLE_RETURN, 0, 0, 0);
	}
}

/*
 * Points and edges are of the same activations: all that have returned, and of routine 0 none was called by another. What
 * callers made of calls is not known while they are pending.
 */
static void check_collected(struct feeder *feeder)
{
	struct rows found = rows_of_core(feeder->core, false);
	uint64_t calls = 0;
	uint64_t trms_calls = 0;
	uint64_t rms_calls = 0;
	uint64_t trms_sum = 0;
	uint64_t expected_sum = 0;
	uint64_t edge_calls = 0;
	uint64_t expected_edge_calls = 0;

	for (size_t i = 0; i < found.count; i++) {
		const struct row *row = &found.items[i];

		assert_true(row->kind != ROW_EDGE || row->calls > 0);
		edge_calls += row->kind == ROW_EDGE ? row->calls : 0;
		calls += row->kind == ROW_RECORD ? row->calls : 0;
		trms_calls += row->kind == ROW_TRMS ? row->calls : 0;
		rms_calls += row->kind == ROW_RMS ? row->calls : 0;
		trms_sum += row->kind == ROW_TRMS ? row->calls * row->size : 0;
	}
	for (size_t i = 0; i < feeder->results.count; i++) {
		expected_sum += feeder->results.items[i].trms;
		expected_edge_calls += feeder->results.items[i].routine != 0;
	}
	assert_int_equal(edge_calls, expected_edge_calls);
	assert_int_equal(calls, feeder->results.count);
	assert_int_equal(trms_calls, calls);
	assert_int_equal(rms_calls, calls);
	assert_int_equal(trms_sum, expected_sum);
	rows_free(&found);
}

/* True if it came to the end; what was collected is right in any case. */
static bool work_with(uint64_t requests)
{
	struct landau_settings settings = {.cell_bytes = 4};
	struct mean_host *host = calloc(1, sizeof(*host));
	struct feeder *feeder = calloc(1, sizeof(*feeder));
	bool done;

	assert_non_null(host);
	assert_non_null(feeder);
	start(host, requests, UINT64_MAX);
	if (setjmp(host->died) == 0) {
		feeder_start(feeder, &(struct trace){0}, &settings, &host->host);
		if (feeder->core != NULL)
			work(feeder);
	}
	done = host->left > 0;
	if (feeder->core != NULL) {
		landau_drop_shadow(feeder->core);
		host->left = UINT64_MAX;
		check_collected(feeder);
	}
	feeder_free(feeder);
	free(feeder);
	free(host);
	return done;
}

static void each_request_may_be_the_last(void **state)
{
	uint64_t requests = 0;

	(void)state;
	while (!work_with(requests))
		requests++;
	assert_true(requests > 40);
}

/* Runs out of `bytes` by shadow alone, after `sizes` points. */
static void fill_memory(const struct landau_settings *settings, uint64_t bytes, uint32_t sizes)
{
	struct mean_host *host = calloc(1, sizeof(*host));
	struct feeder *feeder = calloc(1, sizeof(*feeder));

	assert_non_null(host);
	assert_non_null(feeder);
	start(host, UINT64_MAX, bytes);
	if (setjmp(host->died) == 0) {
		feeder_start(feeder, &(struct trace){0}, settings, &host->host);
		assert_non_null(feeder->core);
		for (uint32_t n = 1; n <= sizes; n++) {
			event(feeder, ORACLE_CALL, 0, 0, 0);
			event(feeder, ORACLE_READ, 0, 0x100000, (uint64_t)settings->cell_bytes * n);
			event(feeder, ORACLE_RETURN, 0, 0, 0);
		}
		event(feeder, ORACLE_READ, 0, (uint64_t)1 << 40, (uint64_t)1 << 40);
		fail_msg("a terabyte was had");
	}
	assert_int_equal(feeder->results.count, sizes);
	landau_drop_shadow(feeder->core);
	assert_int_equal(landau_shadow_bytes(feeder->core), 0);
	if (setjmp(host->died) != 0)
		fail_msg("no memory to write (cells of %u bytes)", settings->cell_bytes);
	check_collected(feeder);
	feeder_free(feeder);
	free(feeder);
	free(host);
}

/* No more bytes than there were: those of the shadow must do. */
static void memory_of_the_shadow_serves_to_write(void **state)
{
	(void)state;
	for (unsigned cell = 1; cell <= 16; cell *= 2) {
		struct landau_settings settings = {.cell_bytes = cell};

		fill_memory(&settings, 16 << 20, 8000);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_request_may_be_the_last),
		cmocka_unit_test(memory_of_the_shadow_serves_to_write),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
