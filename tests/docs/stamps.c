/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stamps.c - prints the table of the worked example in docs/algorithm.md.
 *
 * Feeds the trace to the core itself and looks inside after each event, so that the table in the
 * document is what really happens. The cells shown are the ones that the document is about: x at
 * 0x1000 and b[0] at 0x2000, of threads 1 and 2.
 *
 * usage: stamps TRACE [N]              N: renumber after the N-th event that is shown
 */
#include "core/core.h"
#include "core/state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { X = 0x1000, B = 0x2000, THREADS = 2, ROUTINES = 16, NAME = 32 };

static char names[ROUTINES][NAME];
static struct landau_thread *threads[THREADS + 1];

static void *get_memory(void *context, size_t bytes)
{
	(void)context;
	return calloc(1, bytes);
}

static void give_back(void *context, void *memory, size_t bytes)
{
	(void)context;
	(void)bytes;
	free(memory);
}

__attribute__((noreturn)) static void die(void *context, const char *what, uint64_t bytes_in_use)
{
	(void)context;
	fprintf(stderr, "stamps: %s (%" PRIu64 " bytes in use)\n", what, bytes_in_use);
	exit(2);
}

static uint32_t routine_number(const char *name)
{
	uint32_t i = 0;

	while (i < ROUTINES - 1 && names[i][0] && strcmp(names[i], name) != 0)
		i++;
	snprintf(names[i], NAME, "%s", name);
	return i;
}

/* "7", with a k if the kernel has written a private cell since, or a dash. */
static void print_word(const struct landau_thread *thread, uint64_t address)
{
	const landau_word *words =
		thread ? landau_map_get(&thread->chunks, address >> LANDAU_CHUNK_SHIFT) : NULL;

	if (!words || landau_stamp_of(words[0]) == LANDAU_STAMP_NEVER)
		printf(" %s |",
		       words && (words[0] & LANDAU_STATE) == LANDAU_BY_KERNEL ? "– k" : "–");
	else
		printf(" %" PRIu32 "%s |", landau_stamp_of(words[0]),
		       words[0] & LANDAU_LIVE ? "" : " k");
}

static void print_write(const struct landau_core *core, uint64_t address)
{
	const struct landau_chunk *chunk =
		landau_map_get(&core->chunks, address >> LANDAU_CHUNK_SHIFT);

	if (chunk && chunk->writes && chunk->writes[0])
		printf(" %" PRIu32 " |", landau_write_stamp_of(chunk->writes[0]));
	else
		printf(" – |");
}

/* The pending activations, outermost first: when they were called, and their partial trms. */
static void print_pending(const struct landau_thread *thread)
{
	for (uint32_t i = 1; i <= thread->top; i++) {
		const struct landau_activation *activation = &thread->activations[i];
		int64_t trms = (int64_t)landau_trms_of(activation);

		printf("%s%s (%" PRIu32 ") %s%" PRId64, i > 1 ? ", " : " ",
		       names[activation->record->routine], thread->stamps[i], trms < 0 ? "−" : "",
		       trms < 0 ? -trms : trms);
	}
	printf(" |\n");
}

static void print_row(struct landau_core *core, const struct landau_thread *thread,
		      const char *event)
{
	printf("| %s | %" PRIu32 " |", event, core->clock);
	print_word(threads[1], X);
	print_word(threads[2], X);
	print_write(core, X);
	print_word(threads[1], B);
	print_pending(thread);
}

static void feed(struct landau_thread *thread, const char *kind, uint64_t address, uint64_t size)
{
	if (strcmp(kind, "return") == 0)
		landau_return(thread);
	else if (strcmp(kind, "cost") == 0)
		thread->cost += address;
	else if (strcmp(kind, "read") == 0)
		landau_read(thread, address, size);
	else if (strcmp(kind, "write") == 0)
		landau_write(thread, address, size);
	else if (strcmp(kind, "kwrite") == 0)
		landau_kernel_write(thread, address, size);
	else if (strcmp(kind, "kread") == 0)
		landau_kernel_read(thread, address, size);
	else
		exit(2);
}

/* True if the event is one to show. */
static bool run_line(struct landau_core *core, char *line)
{
	char kind[8], word[NAME] = "", size[NAME] = "0", event[256];
	unsigned id;

	line[strcspn(line, "#\n")] = '\0';
	if (sscanf(line, "%7s %u %31s %31s", kind, &id, word, size) < 2)
		return false;
	if (id < 1 || id > THREADS)
		exit(2);
	if (!threads[id])
		threads[id] = landau_thread_start(core, id);
	landau_switch(threads[id]);
	if (strcmp(kind, "call") == 0)
		landau_call(threads[id], routine_number(word));
	else
		feed(threads[id], kind, strtoull(word, NULL, 0), strtoull(size, NULL, 0));
	if (strcmp(kind, "cost") == 0)
		return false;

	while (line[0] && line[strlen(line) - 1] == ' ')
		line[strlen(line) - 1] = '\0';
	snprintf(event, sizeof(event), "`%s`", line);
	print_row(core, threads[id], event);
	return true;
}

int main(int argc, char **argv)
{
	const struct landau_host host = {
		.get_memory = get_memory, .give_back = give_back, .die = die};
	const struct landau_settings settings = {.cell_bytes = 4, .share_all = true};
	struct landau_core *core = landau_core_create(&host, &settings);
	FILE *trace = argc > 1 ? fopen(argv[1], "r") : NULL;
	long left = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
	char line[200];

	if (!trace || !core)
		return 2;
	puts("| event | clock | x, thread 1 | x, thread 2 | x written | b[0], thread 1 | pending "
	     "|");
	puts("|---|---|---|---|---|---|---|");
	while (fgets(line, sizeof(line), trace)) {
		if (run_line(core, line) && --left == 0) {
			landau_renumber(core);
			print_row(core, threads[1], "*renumbering*");
		}
	}
	fclose(trace);
	landau_core_destroy(core);
	return 0;
}
