/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * play.c - `play SEED [EVENTS]`: a random trace, played on real threads by calls of the hooks.
 *
 * So the parallel policy of stamps meets the same hard traces as the serial one, and no compiler decides which hooks are
 * called. Each thread of the trace is a thread; the first one is the program's own. They take turns as the
 * trace has it: who runs does all events up to the next switch, then wakes the other one by a semaphore, which the runtime
 * knows to order them. Routines call each other really, for the runtime looks at the stack.
 *
 * Addresses are folded into an arena that has many groups of the shadow. The kernel writes by read() and reads
 * by write(); memory that goes away is mapped anew, in whole pages. How routines are treated is left out.
 */
#include "../oracle/generate.h"
#include "by_hook.h"

#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, MOST_THREADS = 8, ROUTINES = 16, MOST_BLOCKS = 5 };

void landau_func_entry(const void *caller, uint32_t *known);
void landau_func_leave(void);
void __tsan_func_entry(void *caller);
void __tsan_func_exit(void);
void __sanitizer_cov_trace_pc(void);

struct player {
	uint32_t id;
	sem_t turn;
	pthread_t handle;
};

static struct trace trace;
static size_t next; /* event; only who has the turn looks at it */
static struct player players[MOST_THREADS];
static unsigned player_count;
static char *arena;
static int zeros, nowhere;

static void play(const struct player *self);

/* -- Turns ---------------------------------------------------------------------------------------- */

static void *start(void *argument)
{
	struct player *self = argument;

	sem_wait(&self->turn);
	play(self);
	return NULL;
}

static struct player *player_of(uint32_t id)
{
	struct player *player;

	for (unsigned i = 0; i < player_count; i++)
		if (players[i].id == id)
			return &players[i];
	if (player_count == MOST_THREADS)
		abort();
	player = &players[player_count++];
	player->id = id;
	sem_init(&player->turn, 0, 0);
	if (player_count > 1 && pthread_create(&player->handle, NULL, start, player))
		abort();
	return player;
}

/* Whether there is one more event for the thread; until then the others have their turns. */
static bool has_turn(const struct player *self)
{
	if (next < trace.count && trace.events[next].thread != self->id) {
		sem_post(&player_of(trace.events[next].thread)->turn);
		sem_wait((sem_t *)&self->turn);
	}
	if (next < trace.count)
		return true;
	/* The program's own thread wakes all others. */
	sem_post(&players[0].turn);
	return false;
}

/* -- Routines ------------------------------------------------------------------------------------- */

/* Entry and exit are called from one frame, at one height of the stack, and not by a jump. */
#define ROUTINE(number, entry, exit)                                                               \
	__attribute__((noinline)) static void routine_##number(const struct player *self)          \
	{                                                                                          \
		static uint32_t known;                                                             \
                                                                                                   \
		(void)known;                                                                       \
		entry;                                                                             \
		play(self);                                                                        \
		exit;                                                                              \
		__asm__ volatile("" : : "i"(number) : "memory");                                   \
	}
#define BY_NUMBER(number)                                                                          \
	ROUTINE(number, landau_func_entry(__builtin_return_address(0), &known), landau_func_leave())
#define BY_PLACE(number)                                                                           \
	ROUTINE(number, __tsan_func_entry(__builtin_return_address(0)), __tsan_func_exit())
BY_NUMBER(0)
BY_PLACE(1)
BY_NUMBER(2)
BY_NUMBER(3)
BY_NUMBER(4)
BY_PLACE(5)
BY_NUMBER(6)
BY_NUMBER(7)
BY_NUMBER(8)
BY_PLACE(9)
BY_NUMBER(10)
BY_NUMBER(11)
BY_NUMBER(12)
BY_PLACE(13)
BY_NUMBER(14)
BY_NUMBER(15)

static void (*const routines[ROUTINES])(const struct player *self) = {
	routine_0,  routine_1,  routine_2,  routine_3,  routine_4,  routine_5,
	routine_6,  routine_7,  routine_8,  routine_9,  routine_10, routine_11,
	routine_12, routine_13, routine_14, routine_15,
};

/* -- Accesses ------------------------------------------------------------------------------------- */

static void map_anew(uint64_t offset, uint64_t size)
{
	uint64_t start = offset & ~(uint64_t)(PAGE - 1);
	uint64_t bytes = (offset + size - start + PAGE - 1) & ~(uint64_t)(PAGE - 1);

	if (munmap(arena + start, bytes) != 0 ||
	    mmap(arena + start, bytes, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != arena + start)
		abort();
}

static void count_blocks(uint64_t cost)
{
	for (uint64_t i = 0; i < cost % MOST_BLOCKS; i++)
		__sanitizer_cov_trace_pc();
}

static void access_memory(const struct oracle_event *event)
{
	uint64_t offset = place_in_arena(event->address);
	uint64_t size = size_in_arena(offset, event->size);
	ssize_t done = (ssize_t)size;

	if (size == 0)
		return;
	if (event->kind == ORACLE_READ)
		read_by_hook(arena + offset, size);
	else if (event->kind == ORACLE_WRITE)
		write_by_hook(arena + offset, size);
	else if (event->kind == ORACLE_KREAD)
		done = write(nowhere, arena + offset, size);
	else if (event->kind == ORACLE_KWRITE)
		done = read(zeros, arena + offset, size);
	else if (event->kind == ORACLE_FORGET)
		map_anew(offset, size);
	if (done != (ssize_t)size)
		abort();
}

/* Up to the return of the routine that has called it, or to the end of the trace. */
static void play(const struct player *self)
{
	while (has_turn(self)) {
		const struct oracle_event *event = &trace.events[next++];

		if (event->kind == ORACLE_RETURN)
			return;
		if (event->kind == ORACLE_CALL)
			routines[event->routine % ROUTINES](self);
		else if (event->kind == ORACLE_COST)
			count_blocks(event->address);
		else
			access_memory(event);
	}
}

int main(int argc, char **argv)
{
	struct generate_options options = {0};

	if (argc < 2 || argc > 3)
		return 2;
	if (argc == 3)
		options.events = strtoull(argv[2], NULL, 10);
	trace = generate(strtoull(argv[1], NULL, 10), &options);
	zeros = open("/dev/zero", O_RDONLY);
	nowhere = open("/dev/null", O_WRONLY);
	arena = mmap(NULL, ARENA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (arena == MAP_FAILED || trace.count == 0)
		return 2;
	play(player_of(trace.events[0].thread));
	/* The others wait for a turn that does not come, and find the end of the trace. */
	for (unsigned i = 1; i < player_count; i++) {
		sem_post(&players[i].turn);
		pthread_join(players[i].handle, NULL);
	}
	trace_free(&trace);
	return 0;
}
