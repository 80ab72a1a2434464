/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * turns.c - threads that take turns on the same few cells, with reads and writes of all sizes, aligned and
 * not, at several depths of calls. The kernel writes to them, and they are unmapped and mapped again. What `work`
 * does is the same in each run.
 */
#include <fcntl.h>
#include <immintrin.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { THREADS = 3, TURNS = 600, STEPS = 24, CHUNK = 4096, LARGE = 3072 };

static volatile uintptr_t turn_of = THREADS; /* which thread; no more than this orders them */
static unsigned char *memory;                /* two chunks */
static uint64_t large[LARGE];
static int zeros, nowhere;
static uint64_t total;

static inline uint32_t random_below(uint64_t *state, uint32_t limit)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33) % limit;
}

/*
 * What else happens, a while each: some of it makes Landau look at things anew, and would hide what it
 * overlooks otherwise.
 */
enum { NOTHING, ACROSS_CHUNKS, BY_THE_KERNEL, IN_LARGE, PHASES, TURNS_OF_A_PHASE = 20 };

/* Mostly aligned, and mostly in the same few cells: within a chunk, or on both sides of its end. */
static inline unsigned char *somewhere(uint64_t *state, int phase, uint32_t size)
{
	uint32_t place = random_below(state, 64);

	if (random_below(state, 6) != 0)
		place -= place % size;
	if (phase == ACROSS_CHUNKS)
		return memory + CHUNK - 8 + place % 16;
	if (random_below(state, 8) == 0)
		return memory + 64 * random_below(state, 62) + place;
	return memory + 128 + place;
}

#define ACCESS(type)                                                                               \
	do {                                                                                       \
		unsigned char *at = somewhere(state, phase, sizeof(type));                         \
		type value;                                                                        \
		memset(&value, (int)what, sizeof(value));                                          \
		if (what % 3 != 0)                                                                 \
			memcpy(at, &value, sizeof(value));                                         \
		if (what % 3 != 1)                                                                 \
			memcpy(&value, at, sizeof(value));                                         \
		__asm__ volatile("" : : "m"(value) : "memory");                                    \
	} while (0)

static void exchange(unsigned char *at, uint32_t what)
{
	if (what % 4 == 0 && write(nowhere, at, 40) != 40)
		perror("write");
	if (what % 4 == 1 && read(zeros, at, 20) != 20)
		perror("read");
	if (what % 16 == 2 && read(zeros, memory, CHUNK) != CHUNK)
		perror("read");
	if (what % 16 == 3 && mmap(memory, CHUNK, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
		perror("mmap");
}

/* More cells than can be lent at once. */
static inline void sweep(uint64_t *state)
{
	for (int i = 0; i < 64; i++)
		*state += ((volatile uint64_t *)large)[random_below(state, LARGE)];
	for (int i = 0; i < 2 * LARGE; i++)
		((volatile uint64_t *)large)[i % LARGE] = 1;
}

static __attribute__((noinline)) void work(uint64_t *state, int phase, int depth)
{
	for (int i = 0; i < STEPS >> depth; i++) {
		uint32_t what = random_below(state, 3 * 64);

		switch (what & 7) {
		case 0:
			ACCESS(uint8_t);
			break;
		case 1:
			ACCESS(uint16_t);
			break;
		case 2:
		case 3:
			ACCESS(uint32_t);
			break;
		case 4:
		case 5:
			ACCESS(uint64_t);
			break;
		case 6:
			ACCESS(__m128i);
			break;
		case 7:
			ACCESS(__m256i);
			break;
		}
		if (depth < 3 && random_below(state, 4) == 0)
			work(state, phase, depth + 1);
		if (phase == BY_THE_KERNEL && random_below(state, 100) == 0)
			exchange(somewhere(state, phase, 8), random_below(state, 64));
		if (random_below(state, 16) == 0)
			__atomic_fetch_add((uint32_t *)(void *)(memory + 128 + 4 * (what % 16)), 1,
					   __ATOMIC_SEQ_CST);
		if (phase == IN_LARGE && random_below(state, 500) == 0)
			sweep(state);
	}
}

static void *take_turns(void *argument)
{
	uintptr_t number = (uintptr_t)argument;
	uint64_t state = number;

	for (int turn = 0; turn < TURNS; turn++) {
		while (turn_of != number)
			sched_yield();
		/* What the library sets up for a thread is seen here, not in the work. */
		for (uint32_t what = 0; turn == 0 && what < 2; what++)
			exchange(memory + CHUNK, what);
		work(&state, turn / TURNS_OF_A_PHASE % PHASES, 0);
		turn_of = (number + 1) % THREADS;
	}
	total += state;
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	zeros = open("/dev/zero", O_RDONLY);
	nowhere = open("/dev/null", O_WRONLY);
	memory = mmap(NULL, 2 * CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (uintptr_t i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, take_turns, (void *)i);
	turn_of = 0;
	for (uintptr_t i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%llu\n", (unsigned long long)total);
	return 0;
}
