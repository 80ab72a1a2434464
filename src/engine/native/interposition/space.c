/* SPDX-License-Identifier: GPL-2.0-or-later */
/* space.c - blocks of memory, input and output of the program; see space.h. */
#include "space.h"

#include "engine/native/runtime/raw.h"
#include "engine/native/runtime/slots.h"
#include "engine/native/runtime/world.h"
#include "engine/native/output/event_log.h"

enum { PARTS = 64, FIRST_BUCKETS = 256, BLOCKS_AT_ONCE = 1024 };

struct landau_freed_block {
	struct landau_freed_block
		*next; /* in its bucket, in the owner's list, or among those that are free */
	uintptr_t address;
	uint64_t bytes;
	uint64_t serial; /* in the owner's core */
	uint64_t number; /* of all blocks */
	struct landau_native_thread *slot;
	struct landau_thread *owner;
};

/* Memory that blocks are made of. */
struct supply {
	struct supply *next;
	struct landau_freed_block blocks[BLOCKS_AT_ONCE];
};

static struct part {
	struct landau_lock lock;
	struct landau_freed_block **buckets;
	uint32_t bucket_count;
	uint32_t count;
	struct landau_freed_block *unused;
	struct supply *supplies;
} __attribute__((aligned(64))) parts[PARTS];

/* Memory that was mapped, sorted by address, apart from each other. */
static struct {
	struct landau_lock lock;
	struct mapped {
		uintptr_t start;
		uintptr_t end;
	} * all;
	uint32_t count;
	uint32_t limit;
} mappings;

static uint64_t last_number;
static __thread unsigned inside LANDAU_INITIAL_EXEC; /* of allocators */
static __thread bool has_mappings LANDAU_INITIAL_EXEC;

/* The calling thread, its blocks being up to date; NULL: nothing is recorded of it. */
static struct landau_native_thread *known_self(void)
{
	struct landau_native_thread *self = landau_self();

	if (self && LANDAU_UNLIKELY(__atomic_load_n(&self->freed, __ATOMIC_RELAXED) != NULL))
		landau_space_settle(self);
	return self;
}

static void let_go_of_mappings(void)
{
	has_mappings = false;
	landau_unlock(&mappings.lock);
}

__attribute__((noreturn)) static void give_up(void)
{
	if (has_mappings)
		let_go_of_mappings();
	landau_native_give_up("out of memory");
}

/* -- The table ------------------------------------------------------------------------------------
 */

static uint64_t hash_of(uintptr_t address)
{
	return landau_hash(address >> 4);
}

static struct part *part_of(uintptr_t address)
{
	return &parts[hash_of(address) >> 58];
}

static struct landau_freed_block **bucket_of(const struct part *part, uintptr_t address)
{
	return &part->buckets[(uint32_t)(hash_of(address) >> 24) & (part->bucket_count - 1)];
}

/* With the lock of the part, which others may take as soon as there is no memory. */
static void *more_for(struct part *part, size_t bytes)
{
	void *pages = landau_raw_pages(bytes);

	if (!pages) {
		landau_unlock(&part->lock);
		give_up();
	}
	return pages;
}

static void grow(struct part *part)
{
	struct landau_freed_block **old = part->buckets;
	uint32_t old_count = part->bucket_count;
	uint32_t count = old_count ? 2 * old_count : FIRST_BUCKETS;

	part->buckets = more_for(part, count * sizeof(struct landau_freed_block *));
	part->bucket_count = count;
	for (uint32_t i = 0; i < old_count; i++)
		for (struct landau_freed_block *block = old[i], *next; block; block = next) {
			struct landau_freed_block **bucket = bucket_of(part, block->address);

			next = block->next;
			block->next = *bucket;
			*bucket = block;
		}
	if (old)
		landau_raw_unmap(old, old_count * sizeof(struct landau_freed_block *));
}

static struct landau_freed_block *new_block(struct part *part)
{
	struct landau_freed_block *block;

	if (!part->unused) {
		struct supply *supply = more_for(part, sizeof(*supply));

		supply->next = part->supplies;
		part->supplies = supply;
		for (uint32_t i = 0; i < BLOCKS_AT_ONCE; i++) {
			supply->blocks[i].next = part->unused;
			part->unused = &supply->blocks[i];
		}
	}
	block = part->unused;
	part->unused = block->next;
	return block;
}

static void put_block(struct landau_freed_block *block)
{
	struct part *part = part_of(block->address);

	landau_lock(&part->lock);
	block->next = part->unused;
	part->unused = block;
	landau_unlock(&part->lock);
}

static void add(const struct landau_freed_block *what)
{
	struct part *part = part_of(what->address);
	struct landau_freed_block **bucket;
	struct landau_freed_block *block;

	landau_lock(&part->lock);
	if (part->count >= part->bucket_count)
		grow(part);
	bucket = bucket_of(part, what->address);
	block = new_block(part);
	*block = *what;
	block->next = *bucket;
	*bucket = block;
	part->count++;
	landau_unlock(&part->lock);
}

static struct landau_freed_block **find(const struct part *part, uintptr_t address)
{
	struct landau_freed_block **place = part->bucket_count ? bucket_of(part, address) : NULL;

	while (place && *place && (*place)->address != address)
		place = &(*place)->next;
	return place && *place ? place : NULL;
}

/* NULL: no block starts there, or not that one. 0 is any. */
static struct landau_freed_block *remove_block(uintptr_t address, uint64_t number)
{
	struct part *part = part_of(address);
	struct landau_freed_block **place;
	struct landau_freed_block *block = NULL;

	landau_lock(&part->lock);
	place = find(part, address);
	if (place && (number == 0 || (*place)->number == number)) {
		block = *place;
		*place = block->next;
		part->count--;
	}
	landau_unlock(&part->lock);
	return block;
}

/* -- Owners ---------------------------------------------------------------------------------------
 */

static void ask_to_settle(struct landau_native_thread *slot)
{
	landau_slots_lock();
	if (landau_slot_is_used(slot) && slot->hot)
		__atomic_or_fetch(&slot->hot->attention, LANDAU_ATTEND_BLOCKS, __ATOMIC_SEQ_CST);
	landau_slots_unlock();
}

void landau_space_settle(struct landau_native_thread *slot)
{
	struct landau_freed_block *block =
		__atomic_exchange_n(&slot->freed, NULL, __ATOMIC_SEQ_CST);

	while (block) {
		struct landau_freed_block *next = block->next;

		/* Another thread may have the slot by now. */
		if (block->owner == slot->core_thread)
			landau_lose(block->owner, block->serial, block->bytes);
		put_block(block);
		block = next;
	}
}

void landau_space_attend(void)
{
	__atomic_and_fetch(&landau_hot.attention, ~(uint32_t)LANDAU_ATTEND_BLOCKS,
			   __ATOMIC_SEQ_CST);
	known_self();
}

static void give_back(struct landau_native_thread *self, struct landau_freed_block *block)
{
	struct landau_native_thread *slot = block->slot;
	struct landau_freed_block *first = __atomic_load_n(&slot->freed, __ATOMIC_RELAXED);

	if (LANDAU_UNLIKELY(landau_native.log))
		landau_log_free(self, block->address);
	if (slot == self) {
		if (block->owner == self->core_thread)
			landau_lose(block->owner, block->serial, block->bytes);
		put_block(block);
		return;
	}
	do
		block->next = first;
	while (!__atomic_compare_exchange_n(&slot->freed, &first, block, true, __ATOMIC_SEQ_CST,
					    __ATOMIC_RELAXED));
	if (!first)
		ask_to_settle(slot);
}

static void remove_if_there(struct landau_native_thread *self, uintptr_t address, uint64_t number)
{
	struct landau_freed_block *block = remove_block(address, number);

	if (block)
		give_back(self, block);
}

/* -- Blocks ---------------------------------------------------------------------------------------
 */

static void allocate(struct landau_native_thread *self, uintptr_t address, uint64_t bytes)
{
	struct landau_freed_block block = {
		.address = address,
		.bytes = bytes,
		.number = __atomic_add_fetch(&last_number, 1, __ATOMIC_RELAXED),
		.slot = self,
		.owner = self->core_thread,
	};

	/* The place is another's no more. */
	remove_if_there(self, address, 0);
	if (LANDAU_UNLIKELY(landau_native.log))
		landau_log_block(self, "alloc", address, bytes);
	block.serial = landau_gain(self->core_thread, bytes);
	add(&block);
}

void landau_space_got(const void *memory, size_t bytes)
{
	struct landau_native_thread *self;

	if (!memory || !landau_space_is_wanted())
		return;
	self = known_self();
	if (self)
		allocate(self, (uintptr_t)memory, bytes);
}

void landau_space_goes(const void *memory)
{
	struct landau_native_thread *self;

	if (!memory || !landau_space_is_wanted())
		return;
	self = known_self();
	if (self)
		remove_if_there(self, (uintptr_t)memory, 0);
}

uint64_t landau_space_block(const void *memory)
{
	uintptr_t address = (uintptr_t)memory;
	struct part *part = part_of(address);
	struct landau_freed_block **place;
	uint64_t number;

	if (!memory || !landau_space_is_wanted())
		return 0;
	landau_lock(&part->lock);
	place = find(part, address);
	number = place ? (*place)->number : 0;
	landau_unlock(&part->lock);
	return number;
}

void landau_space_take_back(const void *memory, uint64_t block)
{
	struct landau_native_thread *self = block ? known_self() : NULL;

	if (self)
		remove_if_there(self, (uintptr_t)memory, block);
}

bool landau_space_enter(void)
{
	return inside++ == 0;
}

void landau_space_leave(void)
{
	inside--;
}

/* -- Mappings -------------------------------------------------------------------------------------
 */

/* The first mapping that ends behind the address. */
static uint32_t mapping_from(uintptr_t address)
{
	uint32_t i = 0;

	while (i < mappings.count && mappings.all[i].end <= address)
		i++;
	return i;
}

static void insert_mapping(uint32_t at, struct mapped mapped)
{
	enum { FIRST = 256 };

	if (mappings.count == mappings.limit) {
		uint32_t limit = mappings.limit ? 2 * mappings.limit : FIRST;
		struct mapped *all = landau_raw_pages(limit * sizeof(*all));

		if (!all)
			give_up();
		if (mappings.all) {
			__builtin_memcpy(all, mappings.all, mappings.count * sizeof(*all));
			landau_raw_unmap(mappings.all, mappings.limit * sizeof(*all));
		}
		mappings.all = all;
		mappings.limit = limit;
	}
	for (uint32_t i = mappings.count++; i > at; i--)
		mappings.all[i] = mappings.all[i - 1];
	mappings.all[at] = mapped;
}

static void remove_mapping(uint32_t at)
{
	mappings.count--;
	for (uint32_t i = at; i < mappings.count; i++)
		mappings.all[i] = mappings.all[i + 1];
}

/* The block becomes two, of one owner; the second one starts there. */
static void split(struct landau_native_thread *self, uintptr_t address, uintptr_t at)
{
	struct part *part = part_of(address);
	struct landau_freed_block **place;
	struct landau_freed_block second = {0};

	landau_lock(&part->lock);
	place = find(part, address);
	if (place && at > address && at - address < (*place)->bytes) {
		second = **place;
		second.address = at;
		second.bytes -= at - address;
		second.number = __atomic_add_fetch(&last_number, 1, __ATOMIC_RELAXED);
		(*place)->bytes = at - address;
	}
	landau_unlock(&part->lock);
	if (!second.owner)
		return;
	if (LANDAU_UNLIKELY(landau_native.log))
		landau_log_block(self, "split", address, at - address);
	add(&second);
}

/* What is mapped there goes, of blocks that are there in part that part. */
static void unmap(struct landau_native_thread *self, uintptr_t address, size_t size)
{
	uintptr_t end = address + size;
	uint32_t i = mapping_from(address);

	while (i < mappings.count && mappings.all[i].start < end) {
		struct mapped mapped = mappings.all[i];
		struct mapped rest = {end, mapped.end};

		if (mapped.end > end)
			split(self, mapped.start, end);
		if (mapped.start < address) {
			split(self, mapped.start, address);
			remove_if_there(self, address, 0);
			mappings.all[i++].end = address;
		} else {
			remove_if_there(self, mapped.start, 0);
			remove_mapping(i);
		}
		if (rest.end > end)
			insert_mapping(i, rest);
	}
}

/* NULL: nothing is to be done. Else the mappings are locked. */
static struct landau_native_thread *lock_mappings(void)
{
	struct landau_native_thread *self;

	if (inside || !landau_space_is_wanted())
		return NULL;
	self = known_self();
	if (self) {
		landau_lock(&mappings.lock);
		has_mappings = true;
	}
	return self;
}

void landau_space_mapped(const void *memory, size_t bytes)
{
	uintptr_t start = (uintptr_t)memory;
	struct landau_native_thread *self = lock_mappings();

	if (!self)
		return;
	unmap(self, start, bytes);
	allocate(self, start, bytes);
	insert_mapping(mapping_from(start), (struct mapped){start, start + bytes});
	let_go_of_mappings();
}

void landau_space_unmapped(const void *memory, size_t bytes)
{
	struct landau_native_thread *self = lock_mappings();

	if (!self)
		return;
	unmap(self, (uintptr_t)memory, bytes);
	let_go_of_mappings();
}

bool landau_space_is_mapped(const void *memory)
{
	struct landau_native_thread *self = lock_mappings();
	uint32_t i;
	bool result;

	if (!self)
		return false;
	i = mapping_from((uintptr_t)memory);
	result = i < mappings.count && mappings.all[i].start <= (uintptr_t)memory;
	let_go_of_mappings();
	return result;
}

void landau_space_break(const char *from, const char *to)
{
	if (to > from)
		landau_space_mapped(from, (size_t)(to - from));
	else if (to < from)
		landau_space_unmapped(to, (size_t)(from - to));
}

/* -- Input and output -----------------------------------------------------------------------------
 */

static void spend(enum landau_further cost, uint64_t amount)
{
	struct landau_native_thread *self;

	if (!(landau_native.further >> cost & 1))
		return;
	self = known_self();
	if (!self)
		return;
	if (LANDAU_UNLIKELY(landau_native.log))
		landau_log_spent(self, cost, amount);
	landau_spend(self->core_thread, cost, amount);
}

void landau_space_call(void)
{
	spend(LANDAU_COST_SYSCALLS, 1);
}

void landau_space_in(long bytes)
{
	if (bytes > 0)
		spend(LANDAU_COST_BYTES_IN, (uint64_t)bytes);
}

void landau_space_out(long bytes)
{
	if (bytes > 0)
		spend(LANDAU_COST_BYTES_OUT, (uint64_t)bytes);
}

void landau_wait_ended(uint64_t since)
{
	enum { SHORTEST = 8192 };
	uint64_t ticks = __builtin_ia32_rdtsc() - since;

	if (ticks >= SHORTEST && (int64_t)ticks > 0)
		spend(LANDAU_COST_WAIT, ticks);
}

/* -- Forks ----------------------------------------------------------------------------------------
 */

void landau_space_lock(void)
{
	landau_lock(&mappings.lock);
	for (uint32_t i = 0; i < PARTS; i++)
		landau_lock(&parts[i].lock);
}

void landau_space_unlock(void)
{
	for (uint32_t i = 0; i < PARTS; i++)
		landau_unlock(&parts[i].lock);
	landau_unlock(&mappings.lock);
}

void landau_space_after_fork(void)
{
	for (uint32_t i = 0; i < PARTS; i++) {
		struct part *part = &parts[i];

		if (part->buckets)
			landau_raw_unmap(part->buckets,
					 part->bucket_count * sizeof(struct landau_freed_block *));
		for (struct supply *supply = part->supplies, *next; supply; supply = next) {
			next = supply->next;
			landau_raw_unmap(supply, sizeof(*supply));
		}
		*part = (struct part){0};
	}
	mappings.count = 0;
	for (uint32_t i = 0; i < landau_slot_count(); i++)
		landau_slot(i)->freed = NULL;
}
