/* SPDX-License-Identifier: GPL-2.0-or-later */
/* generate.c - random traces; see generate.h. */
#include "generate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_THREADS = 8,
	MOST_REGIONS = 6,
	CHUNK = 4096,
};

static const uint64_t address_limit = (uint64_t)1 << 47;

uint64_t roll(struct dice *dice)
{
	uint64_t z = dice->state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

uint64_t roll_below(struct dice *dice, uint64_t limit)
{
	return roll(dice) % limit;
}

bool roll_percent(struct dice *dice, unsigned percent)
{
	return roll_below(dice, 100) < percent;
}

/* -- What can happen --------------------------------------------------------------------------- */

struct region {
	uint64_t base;
	uint64_t span;
	bool own; /* each thread has its own copy, mostly used by itself */
};

struct player {
	uint32_t id;
	uint32_t depth;
};

/* Weights of the kinds of events, in the order of enum oracle_kind; and the temper of a phase. */
struct temper {
	unsigned weights[ORACLE_FINISH + 1];
	unsigned switch_permille;
	unsigned hot_percent; /* accesses to the first region */
	uint32_t depth;       /* to which calls go */
};

static const struct temper tempers[] = {
	/*    call ret cost read wrt krd kwr fgt copy fin  */
	{{10, 9, 4, 40, 20, 2, 3, 1, 0, 0}, 500, 90, 12},  /* a fight over few cells */
	{{12, 11, 4, 50, 4, 2, 2, 0, 0, 0}, 300, 80, 20},  /* many readers, few writes */
	{{8, 8, 2, 50, 30, 1, 1, 0, 0, 0}, 2, 20, 30},     /* alone for long */
	{{8, 8, 2, 40, 6, 5, 20, 1, 0, 0}, 100, 60, 10},   /* input from the kernel */
	{{40, 4, 2, 30, 10, 1, 1, 0, 0, 0}, 5, 50, 400},   /* down a deep recursion */
	{{4, 40, 2, 30, 10, 1, 1, 0, 0, 0}, 5, 50, 400},   /* and up again */
	{{10, 10, 2, 30, 30, 1, 4, 8, 0, 1}, 100, 50, 15}, /* memory and threads come and go */
	{{30, 30, 5, 20, 10, 1, 1, 0, 0, 0}, 200, 70, 60}, /* many short calls */
	{{2, 2, 5, 60, 2, 1, 3, 0, 0, 0}, 10, 5, 400},     /* a few long ones */
};

enum { TEMPER_COUNT = sizeof(tempers) / sizeof(tempers[0]) };

struct generator {
	struct dice dice;
	struct trace trace;
	struct region regions[MOST_REGIONS];
	unsigned region_count;
	struct player players[MOST_THREADS];
	unsigned player_count; /* that have appeared and are there */
	unsigned most_players;
	uint32_t next_id;
	uint32_t id_step; /* odd, so that no number comes twice */
	unsigned current;
	uint32_t routines;
	bool pays;     /* each read costs something, so that curves get long */
	bool large;    /* large kernel buffers, and whole chunks */
	unsigned huge; /* how often memory of hundreds of chunks is filled or goes away */
};

void trace_add(struct trace *trace, struct oracle_event event)
{
	if (trace->count == trace->limit) {
		trace->limit = trace->limit * 2 + 64;
		trace->events = realloc(trace->events, trace->limit * sizeof(event));
		if (trace->events == NULL)
			abort();
	}
	trace->events[trace->count++] = event;
}

void trace_free(struct trace *trace)
{
	free(trace->events);
	*trace = (struct trace){0};
}

static void make_regions(struct generator *g)
{
	struct dice *dice = &g->dice;

	g->region_count = 1 + (unsigned)roll_below(dice, MOST_REGIONS);
	for (unsigned i = 0; i < g->region_count; i++) {
		struct region *region = &g->regions[i];
		uint64_t chunk = roll_below(dice, 64) + (roll_percent(dice, 30) ? 1u << 20 : 1);

		switch (roll_below(dice, 6)) {
		case 0: /* few cells */
			region->base = chunk * CHUNK + roll_below(dice, CHUNK - 64);
			region->span = 1 + roll_below(dice, 64);
			break;
		case 1: /* across the boundary of a chunk */
			region->base = chunk * CHUNK - 1 - roll_below(dice, 32);
			region->span = 64;
			break;
		case 2: /* the end of the address space */
			region->span = 16 + roll_below(dice, 2 * CHUNK);
			region->base = address_limit - region->span;
			break;
		case 3: /* its beginning */
			region->base = 0;
			region->span = 16 + roll_below(dice, 128);
			break;
		case 4: /* a few chunks */
			region->base = chunk * CHUNK;
			region->span = CHUNK * (1 + roll_below(dice, 4));
			break;
		default:
			region->base = (uint64_t)1 << (25 + roll_below(dice, 16));
			region->span = 32 + roll_below(dice, CHUNK);
			region->own = true;
			break;
		}
	}
}

static void add_player(struct generator *g)
{
	if (g->player_count == g->most_players)
		return;
	g->players[g->player_count++] = (struct player){.id = g->next_id};
	g->next_id += g->id_step;
}

static uint64_t pick_size(struct generator *g, enum oracle_kind kind)
{
	static const uint64_t common[] = {1, 2, 4, 4, 4, 8, 8, 8, 16, 32};
	struct dice *dice = &g->dice;

	if (roll_percent(dice, 1))
		return 0;
	if (g->huge > 0 && (kind == ORACLE_KWRITE || kind == ORACLE_FORGET)) {
		g->huge--;
		return CHUNK * (20 + roll_below(dice, 100)) + roll_below(dice, 3);
	}
	if (kind == ORACLE_KREAD || kind == ORACLE_KWRITE || kind == ORACLE_FORGET) {
		if (g->large && roll_percent(dice, 6))
			return roll_percent(dice, 50) ? CHUNK : 1 + roll_below(dice, 4 * CHUNK);
		return 1 + roll_below(dice, 100);
	}
	if (g->large && roll_percent(dice, 2))
		return CHUNK;
	if (roll_percent(dice, 5))
		return 1 + roll_below(dice, 70);
	return common[roll_below(dice, 10)];
}

/* To around the place where something is written, from anywhere, even from there. */
static void add_copy(struct generator *g, const struct oracle_event *write)
{
	struct dice *dice = &g->dice;
	const struct region *region = &g->regions[roll_below(dice, g->region_count)];
	struct oracle_event copy = {.kind = ORACLE_COPY, .thread = write->thread};

	copy.address =
		write->address - roll_below(dice, 1 + (write->address < 16 ? write->address : 16));
	copy.size = roll_below(dice, roll_percent(dice, 10) ? 20000 : 200);
	copy.from = roll_percent(dice, 20) ? copy.address + roll_below(dice, 40)
					   : region->base + roll_below(dice, region->span);
	if (copy.address + copy.size <= address_limit && copy.from + copy.size <= address_limit)
		trace_add(&g->trace, copy);
}

static void add_access(struct generator *g, enum oracle_kind kind, const struct temper *temper)
{
	struct dice *dice = &g->dice;
	const struct region *region = &g->regions[0];
	struct oracle_event event = {.kind = kind, .thread = g->players[g->current].id};

	if (!roll_percent(dice, temper->hot_percent))
		region = &g->regions[roll_below(dice, g->region_count)];
	event.size = pick_size(g, kind);
	event.address = region->base + roll_below(dice, region->span);
	if (roll_percent(dice, 70))
		event.address &= ~(uint64_t)3;
	if (region->own) {
		unsigned owner = g->current;

		if (roll_percent(dice, 1))
			owner = (unsigned)roll_below(dice, g->player_count);
		event.address += (uint64_t)g->players[owner].id % 64 * 16 * CHUNK;
	}
	if (roll_percent(dice, 5) && kind >= ORACLE_KREAD) {
		event.address &= ~(uint64_t)(CHUNK - 1);
		event.size = event.size > CHUNK ? event.size & ~(uint64_t)(CHUNK - 1) : event.size;
	}
	if (event.size == CHUNK && kind < ORACLE_KREAD) /* what a loop over an array comes to */
		event.address &= ~(uint64_t)(CHUNK - 1);
	if (event.size > 16 * CHUNK) /* around where other accesses go */
		event.address -= event.size / 2 < event.address ? event.size / 2 : event.address;
	if (event.address + event.size > address_limit)
		event.address = address_limit - event.size;
	if (kind == ORACLE_KWRITE ||
	    (kind == ORACLE_WRITE && g->trace.sources && roll_percent(dice, 5)))
		event.source = (uint32_t)(event.address >> 4) % 4;
	if (g->pays && kind == ORACLE_READ)
		trace_add(&g->trace, (struct oracle_event){.kind = ORACLE_COST,
							   .thread = event.thread,
							   .address = 1 + roll_below(dice, 3)});
	if (kind == ORACLE_WRITE && g->trace.sources && roll_percent(dice, 8))
		add_copy(g, &event);
	trace_add(&g->trace, event);
}

static enum oracle_kind pick_kind(struct generator *g, const struct temper *temper)
{
	unsigned sum = 0;
	uint64_t left;
	int kind = 0;

	for (int i = 0; i <= ORACLE_FINISH; i++)
		sum += temper->weights[i];
	left = roll_below(&g->dice, sum);
	while (left >= temper->weights[kind])
		left -= temper->weights[kind++];
	return (enum oracle_kind)kind;
}

static void add_event(struct generator *g, const struct temper *temper, bool with_finish)
{
	struct dice *dice = &g->dice;
	enum oracle_kind kind = pick_kind(g, temper);
	struct player *player;
	struct oracle_event event;

	if (roll_below(dice, 1000) < temper->switch_permille)
		g->current = (unsigned)roll_below(dice, g->player_count);
	player = &g->players[g->current];
	event = (struct oracle_event){.kind = kind, .thread = player->id};
	switch (kind) {
	case ORACLE_CALL:
		if (player->depth >= temper->depth)
			return;
		event.routine = (uint32_t)roll_below(dice, g->routines);
		player->depth++;
		break;
	case ORACLE_RETURN:
		if (player->depth == 0)
			return;
		player->depth--;
		break;
	case ORACLE_COST:
		event.address = roll_below(dice, roll_percent(dice, 2) ? (uint64_t)1 << 40 : 100);
		break;
	case ORACLE_FINISH:
		if (!with_finish || g->player_count == 1)
			return;
		*player = g->players[--g->player_count];
		g->current = 0;
		break;
	default:
		add_access(g, kind, temper);
		return;
	}
	trace_add(&g->trace, event);
}

/* By dice of its own. In half of the traces all routines are ordinary. */
static void treat(struct trace *trace, uint64_t seed)
{
	struct dice dice = {.state = ~seed};
	bool any = roll_percent(&dice, 50);

	for (uint32_t i = 0; any && i < TREATED_ROUTINES; i++) {
		uint64_t number = roll_below(&dice, 10);

		trace->ways[i] = number < 3   ? ORACLE_OPAQUE
				 : number < 5 ? ORACLE_OPEN
					      : ORACLE_ORDINARY;
	}
}

/* Allocations, and input and output, between the events that are there; by dice of its own. */
static void spend(struct trace *trace, uint64_t seed)
{
	enum { PLACES = 24, GRAIN = 32 };
	struct dice dice = {.state = seed ^ 0x5ace};
	unsigned percent = (unsigned)roll_below(&dice, 30);
	struct trace more = *trace;

	more.events = NULL;
	more.count = 0;
	more.limit = 0;
	for (size_t i = 0; i < trace->count; i++) {
		struct oracle_event event = {.thread = trace->events[i].thread};
		uint64_t number = roll_below(&dice, 20);

		trace_add(&more, trace->events[i]);
		if (trace->events[i].kind == ORACLE_FINISH || !roll_percent(&dice, percent))
			continue;
		event.address = GRAIN * (1 + roll_below(&dice, PLACES));
		if (number < 9) {
			event.kind = ORACLE_ALLOC;
			event.size = roll_below(&dice, roll_percent(&dice, 10) ? 1u << 20 : 200);
		} else if (number < 17) {
			event.kind = ORACLE_FREE;
		} else if (number < 18) {
			event.kind = ORACLE_SPLIT;
			event.size = GRAIN * roll_below(&dice, 4);
		} else {
			event.kind = ORACLE_SPEND;
			event.source = ORACLE_OF_IN +
				       (uint32_t)roll_below(&dice, ORACLE_FURTHER - ORACLE_OF_IN);
			event.size = roll_below(&dice, 100);
		}
		trace_add(&more, event);
	}
	free(trace->events);
	*trace = more;
}

struct trace generate(uint64_t seed, const struct generate_options *options)
{
	struct generator g = {.dice.state = seed};
	struct dice *dice = &g.dice;
	size_t events = options->events;

	if (events == 0)
		events = 50 + roll_below(dice, roll_percent(dice, 10) ? 12000 : 2500);
	g.most_players = 1 + (unsigned)roll_below(dice, MOST_THREADS);
	g.next_id = roll_percent(dice, 50) ? 1 : (uint32_t)roll(dice);
	/* Thread numbers mean nothing: they may be far apart and need not grow. */
	g.id_step = roll_percent(dice, 50) ? 1 : 0x9e3779b1u;
	g.routines = 1 + (uint32_t)roll_below(dice, 12);
	g.huge = roll_percent(dice, 5) ? 3 : 0;
	g.large = roll_percent(dice, 40);
	g.pays = seed % 3 == 0;
	treat(&g.trace, seed);
	g.trace.curve_floor = 1 + seed % 11;
	g.trace.sources = seed % 3 != 0;
	make_regions(&g);
	add_player(&g);
	while (g.trace.count < events) {
		const struct temper *temper = &tempers[roll_below(dice, TEMPER_COUNT)];
		size_t length = 1 + roll_below(dice, temper->depth > 100 ? 1500 : 600);
		size_t end = g.trace.count + length;

		if (end > events)
			end = events;
		while (roll_percent(dice, 75))
			add_player(&g);
		/* Tries, since not all can be: a phase of returns ends at the root. */
		for (size_t tries = 0; g.trace.count < end && tries < 2 * length; tries++)
			add_event(&g, temper, options->with_finish);
	}
	spend(&g.trace, seed);
	return g.trace;
}

/* -- Traces as such ---------------------------------------------------------------------------- */

void trace_print(const struct trace *trace, FILE *file)
{
	static const char *const words[] = {"call",  "return", "cost",   "read", "write",
					    "kread", "kwrite", "forget", "copy", "# finish",
					    "alloc", "free",   "split",  "spend"};
	static const char *const further[] = {"alloc",    "allocs",    "live",     "peak",
					      "bytes-in", "bytes-out", "syscalls", "wait",
					      "stack",    "time",      "bb",       "instr"};

	for (uint32_t i = 0; i < TREATED_ROUTINES; i++)
		if (trace->ways[i] == ORACLE_OPAQUE)
			fprintf(file, "opaque r%" PRIu32 " %" PRIu32 "\n", i, trace_charge(i));
		else if (trace->ways[i] == ORACLE_OPEN)
			fprintf(file, "open r%" PRIu32 "\n", i);
	for (size_t i = 0; i < trace->count; i++) {
		const struct oracle_event *event = &trace->events[i];

		fprintf(file, "%s %" PRIu32, words[event->kind], event->thread);
		if (event->kind == ORACLE_CALL)
			fprintf(file, " r%" PRIu32, event->routine);
		else if (event->kind == ORACLE_COST)
			fprintf(file, " %" PRIu64, event->address);
		else if (event->kind >= ORACLE_READ && event->kind <= ORACLE_FORGET)
			fprintf(file, " 0x%" PRIx64 " %" PRIu64, event->address, event->size);
		else if (event->kind == ORACLE_ALLOC || event->kind == ORACLE_SPLIT)
			fprintf(file, " 0x%" PRIx64 " %" PRIu64, event->address, event->size);
		else if (event->kind == ORACLE_FREE)
			fprintf(file, " 0x%" PRIx64, event->address);
		else if (event->kind == ORACLE_SPEND)
			fprintf(file, " %s %" PRIu64, further[event->source], event->size);
		else if (event->kind == ORACLE_COPY)
			fprintf(file, " 0x%" PRIx64 " 0x%" PRIx64 " %" PRIu64, event->address,
				event->from, event->size);
		if ((event->kind == ORACLE_KWRITE || event->kind == ORACLE_WRITE) &&
		    event->source != 0)
			fprintf(file, " file%" PRIu32, event->source);
		fputc('\n', file);
	}
}

void trace_repair(struct trace *trace)
{
	struct {
		uint32_t id;
		uint32_t depth;
		bool gone;
	} *threads = calloc(trace->count + 1, sizeof(*threads));
	size_t thread_count = 0;
	size_t kept = 0;

	if (threads == NULL)
		abort();
	for (size_t i = 0; i < trace->count; i++) {
		struct oracle_event *event = &trace->events[i];
		size_t t = 0;

		while (t < thread_count && threads[t].id != event->thread)
			t++;
		if (t == thread_count)
			threads[thread_count++].id = event->thread;
		if (threads[t].gone && event->kind != ORACLE_FORGET)
			continue;
		if (event->kind == ORACLE_RETURN && threads[t].depth == 0)
			continue;
		threads[t].depth += event->kind == ORACLE_CALL;
		threads[t].depth -= event->kind == ORACLE_RETURN;
		threads[t].gone = threads[t].gone || event->kind == ORACLE_FINISH;
		trace->events[kept++] = *event;
	}
	trace->count = kept;
	free(threads);
}
