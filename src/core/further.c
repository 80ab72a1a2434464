/* SPDX-License-Identifier: GPL-2.0-or-later */
/* further.c - memory, input and output of activations; see further.h. */
#include "further.h"

#include "collect.h"
#include "core.h"
#include "memory.h"
#include "state.h"

enum { FIRST_SPENDINGS = 16 };

struct landau_block {
	struct landau_thread *owner;
	uint64_t serial;
	uint64_t bytes;
};

static bool is_wanted(const struct landau_core *core, enum landau_further cost)
{
	return core->settings.further >> cost & 1;
}

/* -- Spendings --------------------------------------------------------------------------------- */

static struct landau_spending *new_spending(struct landau_thread *thread, uint32_t activation)
{
	struct landau_spending *spending;

	if (!thread->spendings) {
		thread->spendings = landau_memory_get(thread->core,
						      FIRST_SPENDINGS * sizeof(*thread->spendings));
		thread->spending_limit = FIRST_SPENDINGS;
	} else if (thread->spending_count == thread->spending_limit) {
		thread->spendings = landau_memory_double(
			thread->core, thread->spendings, &thread->spending_limit,
			sizeof(*thread->spendings), "more spendings than can be numbered");
	}
	spending = &thread->spendings[thread->spending_count++];
	*spending = (struct landau_spending){
		.activation = activation,
		.first_serial = activation == 0 ? 0 : thread->core->block_serial + 1,
	};
	thread->spender = activation;
	return spending;
}

static struct landau_spending *of_innermost(struct landau_thread *thread)
{
	if (thread->spending_count == 0)
		new_spending(thread, 0);
	if (thread->spender != thread->top)
		return new_spending(thread, thread->top);
	return &thread->spendings[thread->spending_count - 1];
}

/* The first cost of a set of them that is not empty. */
static inline uint32_t first_cost(uint32_t set)
{
	return (uint32_t)__builtin_ctz(set);
}

static inline void add_to(struct landau_spending *spending, enum landau_further cost,
			  uint64_t amount)
{
	spending->used |= 1u << cost;
	spending->values[cost] = landau_add(spending->values[cost], amount);
}

/* The level has gone up: as high as never before? */
static inline void note_peak(struct landau_spending *spending, int64_t level)
{
	if (level <= 0 || (uint64_t)level <= spending->values[LANDAU_COST_PEAK])
		return;
	spending->values[LANDAU_COST_PEAK] = (uint64_t)level;
	spending->used |= 1u << LANDAU_COST_PEAK;
}

void landau_spend(struct landau_thread *thread, enum landau_further cost, uint64_t amount)
{
	struct landau_spending *spending;

	if (amount == 0 || !is_wanted(thread->core, cost))
		return;
	spending = of_innermost(thread);
	if (cost != LANDAU_COST_STACK) {
		add_to(spending, cost, amount);
	} else if (amount > spending->values[cost]) {
		spending->values[cost] = amount;
		spending->used |= 1u << cost;
	}
}

static inline void keep_greater(uint64_t *value, uint64_t other)
{
	if (other > *value)
		*value = other;
}

/* What `inner` had, whose activation was called in that of `outer`, and has returned. Of stack each has its own. */
static void pass_on(struct landau_spending *outer, const struct landau_spending *inner)
{
	note_peak(outer, outer->level + (int64_t)inner->values[LANDAU_COST_PEAK]);
	outer->level += inner->level;
	if (outer->activation == 0)
		keep_greater(&outer->values[LANDAU_COST_STACK], inner->values[LANDAU_COST_STACK]);
	outer->used |= inner->used;
	for (uint32_t left = inner->used; left; left &= left - 1) {
		uint32_t i = first_cost(left);

		if (i != LANDAU_COST_PEAK && i != LANDAU_COST_STACK)
			add_to(outer, (enum landau_further)i, inner->values[i]);
		if (!landau_further_is_level((enum landau_further)i))
			outer->of_callees[i] = landau_add(outer->of_callees[i], inner->values[i]);
		else
			keep_greater(&outer->of_callees[i], inner->values[i]);
	}
}

/* The innermost spending is the caller's from now on. */
static void give_to_caller(struct landau_thread *thread)
{
	struct landau_spending *spending = &thread->spendings[thread->spending_count - 1];

	if (spending[-1].activation == thread->top) {
		pass_on(&spending[-1], spending);
		thread->spending_count--;
	} else {
		spending->activation = thread->top;
		for (uint32_t left = spending->used; left; left &= left - 1) {
			uint32_t i = first_cost(left);

			spending->of_callees[i] = spending->values[i];
		}
		spending->values[LANDAU_COST_STACK] = 0;
	}
	thread->spender = thread->top;
}

uint64_t landau_further_total(const struct landau_thread *thread, enum landau_further cost)
{
	struct landau_spending sum = {0};

	if (cost == LANDAU_COST_LIVE)
		cost = LANDAU_COST_PEAK;
	if (thread->finished)
		return thread->further_totals[cost];
	for (uint32_t i = thread->spending_count; i > 0; i--) {
		struct landau_spending outer = thread->spendings[i - 1];

		pass_on(&outer, &sum);
		sum = outer;
	}
	return sum.values[cost];
}

static void free_pending(struct landau_thread *thread)
{
	landau_memory_put(thread->core, thread->spendings,
			  thread->spending_limit * sizeof(*thread->spendings));
	landau_map_clear(thread->core, &thread->spent_by_record);
	thread->spendings = NULL;
	thread->spending_count = 0;
	thread->spending_limit = 0;
	thread->spender = 0;
}

void landau_finish_further(struct landau_thread *thread)
{
	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++)
		thread->further_totals[i] = landau_further_total(thread, (enum landau_further)i);
	free_pending(thread);
}

void landau_unwind_further(struct landau_thread *thread)
{
	while (thread->spending_count > 0 && thread->spender > thread->top)
		give_to_caller(thread);
}

/* -- Blocks ------------------------------------------------------------------------------------- */

/* The innermost spending that has the block. The root has all. */
static struct landau_spending *spending_of(const struct landau_thread *thread, uint64_t serial)
{
	uint32_t low = 0;
	uint32_t high = thread->spending_count;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (thread->spendings[middle].first_serial <= serial)
			low = middle;
		else
			high = middle;
	}
	return &thread->spendings[low];
}

uint64_t landau_gain(struct landau_thread *thread, uint64_t bytes)
{
	struct landau_spending *spending = of_innermost(thread);

	add_to(spending, LANDAU_COST_ALLOC, bytes);
	add_to(spending, LANDAU_COST_ALLOCS, 1);
	add_to(spending, LANDAU_COST_LIVE, bytes);
	spending->level += (int64_t)bytes;
	note_peak(spending, spending->level);
	return ++thread->core->block_serial;
}

void landau_lose(struct landau_thread *thread, uint64_t serial, uint64_t bytes)
{
	if (thread->finished)
		return;
	of_innermost(thread)->level -= (int64_t)bytes;
	spending_of(thread, serial)->values[LANDAU_COST_LIVE] -= bytes;
}

static void take_back(struct landau_core *core, struct landau_block *block)
{
	core->live_bytes -= block->bytes;
	landau_lose(block->owner, block->serial, block->bytes);
	landau_memory_put(core, block, sizeof(*block));
}

static void add_block(struct landau_thread *thread, uint64_t address, uint64_t serial,
		      uint64_t bytes)
{
	struct landau_block *block = landau_memory_get(thread->core, sizeof(*block));

	*block = (struct landau_block){.owner = thread, .serial = serial, .bytes = bytes};
	landau_map_add(thread->core, &thread->core->blocks, address, block);
}

void landau_allocate(struct landau_thread *thread, uint64_t address, uint64_t bytes)
{
	struct landau_core *core = thread->core;

	if (!(core->settings.further & LANDAU_FURTHER_SPACE))
		return;
	landau_free(core, address);
	/* There is no such memory: it is for levels to stay what they are. */
	if (bytes > (uint64_t)INT64_MAX - core->live_bytes)
		bytes = (uint64_t)INT64_MAX - core->live_bytes;
	core->live_bytes += bytes;
	add_block(thread, address, landau_gain(thread, bytes), bytes);
}

void landau_free(struct landau_core *core, uint64_t address)
{
	struct landau_block *block = landau_map_remove(&core->blocks, address);

	if (block)
		take_back(core, block);
}

uint64_t landau_block_serial(const struct landau_core *core, uint64_t address)
{
	const struct landau_block *block = landau_map_get(&core->blocks, address);

	return block ? block->serial : 0;
}

void landau_split_block(struct landau_core *core, uint64_t address, uint64_t bytes)
{
	struct landau_block *block = landau_map_get(&core->blocks, address);

	if (!block || bytes == 0 || bytes >= block->bytes)
		return;
	landau_free(core, address + bytes);
	add_block(block->owner, address + bytes, block->serial, block->bytes - bytes);
	block->bytes = bytes;
}

void landau_forget_blocks(struct landau_core *core)
{
	landau_map_clear(core, &core->blocks);
}

/* -- What has returned -------------------------------------------------------------------------- */

static struct landau_spent *spent_of(struct landau_thread *thread,
				     const struct landau_record *record)
{
	struct landau_spent *spent = landau_map_get(&thread->spent_by_record, record->number);

	if (spent)
		return spent;
	spent = landau_memory_get(thread->core, sizeof(*spent));
	spent->record = (struct landau_record *)record;
	landau_map_add(thread->core, &thread->spent_by_record, record->number, spent);
	if (thread->last_spent)
		thread->last_spent->next = spent;
	else
		thread->first_spent = spent;
	thread->last_spent = spent;
	return spent;
}

void landau_reserve_further(struct landau_thread *thread, const struct landau_record *record,
			    uint64_t trms)
{
	const struct landau_spending *spending = &thread->spendings[thread->spending_count - 1];
	struct landau_spent *spent = spent_of(thread, record);

	for (uint32_t left = spending->used; left; left &= left - 1) {
		uint32_t i = first_cost(left);

		struct landau_table *table = &spent->costs[i].by_size;

		if (spending->values[i] > 0 && is_wanted(thread->core, (enum landau_further)i) &&
		    !landau_costs_seen(table, trms))
			landau_reserve_costs(thread->core, table);
	}
}

static void add_up(uint64_t *sum, enum landau_further cost, uint64_t value)
{
	if (!landau_further_is_level(cost))
		*sum = landau_add(*sum, value);
	else if (value > *sum)
		*sum = value;
}

static void count(struct landau_spent_cost *cost, enum landau_further kind, uint64_t trms,
		  uint64_t value, uint64_t of_callees, bool outermost)
{
	if (!landau_costs_seen(&cost->by_size, trms))
		landau_add_costs(&cost->by_size, trms);
	landau_count_cost(cost->by_size.last, value);
	add_up(&cost->self, kind, value > of_callees ? value - of_callees : 0);
	if (outermost)
		add_up(&cost->total, kind, value);
}

void landau_collect_further(struct landau_thread *thread, const struct landau_record *record,
			    uint64_t trms, bool outermost, uint64_t values[LANDAU_FURTHER_COSTS])
{
	const struct landau_spending *spending = &thread->spendings[thread->spending_count - 1];
	struct landau_spent *spent = spent_of(thread, record);

	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++)
		values[i] = 0;
	for (uint32_t left = spending->used; left; left &= left - 1) {
		uint32_t i = first_cost(left);

		enum landau_further cost = (enum landau_further)i;

		values[i] = is_wanted(thread->core, cost) ? spending->values[i] : 0;
		if (values[i] > 0)
			count(&spent->costs[i], cost, trms, values[i], spending->of_callees[i],
			      outermost);
	}
	give_to_caller(thread);
}

void landau_drop_further(struct landau_thread *thread)
{
	struct landau_core *core = thread->core;

	free_pending(thread);
	for (struct landau_spent *spent = thread->first_spent; spent;) {
		struct landau_spent *next = spent->next;

		for (int i = 0; i < LANDAU_FURTHER_COSTS; i++)
			landau_table_clear(core, &spent->costs[i].by_size);
		landau_memory_put(core, spent, sizeof(*spent));
		spent = next;
	}
	thread->first_spent = NULL;
	thread->last_spent = NULL;
}
