/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * access.c - memory accesses that are not settled in place.
 *
 * The helpers for reads of common sizes look at the words again, in the flat shadow: words that show
 * that the thread has the memory for itself are all that is needed. What is shared is looked up in the flat write
 * stamps, and what is written again and again is lent (core/serial/loan.h). Everything else is the core's.
 */
#include "engine/valgrind/engine.h"

/* So many bytes, in nine cells at most, are looked at here. */
enum { LARGEST = 32 };

/* Valgrind keeps its client far below this; only a wild address is above. */
#define HIGHEST ((Addr)1 << LANDAU_ADDRESS_BITS)

Bool landau_inlining;

static Addr empty_flat; /* reads as 0 */

/* A thread has no flat shadow of its own, or there is none for who wrote, where there is no more address space for one. */
void landau_decide_inlining(void)
{
	if (landau_options.reference || landau_options.cell != 4 || landau_options.dump_trace)
		return;
	empty_flat = landau_host_empty((size_t)1 << LANDAU_CLIENT_ADDRESS_BITS);
	landau_inlining = empty_flat != 0;
}

Addr landau_flat_of(const struct landau_thread *thread)
{
	if (!thread || !thread->flat ||
	    (landau_options.sources && !landau_authors_flat(landau_the_core)))
		return empty_flat;
	return (Addr)thread->flat;
}

/* The first access to memory can make the core's clock tick. */
static inline void follow_threshold(VexGuestArchState *guest, landau_word before)
{
	if (landau_running_core->threshold != before)
		landau_refresh_words(landau_area_of(guest));
}

static void read_by_core(VexGuestArchState *guest, Addr address, UWord size)
{
	struct landau_stack *stack = landau_running_stack;
	landau_word before = stack->core->threshold;

	if (stack->mode == LANDAU_SILENT || address >= HIGHEST || size > HIGHEST - address)
		return;
	if (landau_tracing)
		landau_trace_read("read", stack, address, size);
	landau_read(stack->core, address, size);
	follow_threshold(guest, before);
}

static void write_by_core(VexGuestArchState *guest, Addr address, UWord size)
{
	struct landau_stack *stack = landau_running_stack;
	landau_word before = stack->core->threshold;

	if (address >= HIGHEST || size > HIGHEST - address)
		return;
	if (landau_tracing)
		landau_trace_write("write", stack, address, size);
	landau_write(stack->core, address, size);
	follow_threshold(guest, before);
}

static inline landau_word *word_at(const struct landau_thread *thread, Addr address)
{
	return (landau_word *)(Addr)(thread->flat + (address & ~(Addr)3));
}

/* Are all words private, or lent? */
static inline Bool all_own(const landau_word *words, UWord count)
{
	for (UWord i = 0; i < count; i++)
		if (!(words[i] & LANDAU_STATE))
			return False;
	return True;
}

/* The words of an access, if the thread has all of the cells for itself. */
static inline landau_word *own_words(const struct landau_thread *thread, Addr address, UWord size,
				     UWord *count)
{
	landau_word *words;

	if (!thread->flat || address >= (Addr)1 << LANDAU_CLIENT_ADDRESS_BITS)
		return NULL;
	words = word_at(thread, address);
	*count = ((address & 3) + size + 3) / 4;
	return all_own(words, *count) ? words : NULL;
}

/*
 * The words of an access that own_words has refused, if they are of one shared chunk that the thread takes
 * part in: if it does not, all words of the chunk are 0.
 */
static inline landau_word *shared_words(const struct landau_thread *thread, Addr address,
					UWord size, UWord *count)
{
	landau_word *words;

	if (!thread->flat || !thread->flat_writes ||
	    address >= (Addr)1 << LANDAU_CLIENT_ADDRESS_BITS ||
	    (address ^ (address + size - 1)) >> LANDAU_CHUNK_SHIFT)
		return NULL;
	words = word_at(thread, address);
	*count = ((address & 3) + size + 3) / 4;
	return words[0] ? words : NULL;
}

static inline landau_word *writes_at(const struct landau_thread *thread, Addr address)
{
	return (landau_word *)(Addr)(thread->flat_writes + (address & ~(Addr)3));
}

/*
 * Words of a shared chunk that show that the thread has accessed all of the cells since any of the chunk was
 * written. A read of them is counted like one of private memory that nobody else writes.
 */
static inline Bool all_seen(const struct landau_thread *thread, const landau_word *words,
			    Addr address, UWord size)
{
	Addr chunk = address >> LANDAU_CHUNK_SHIFT;
	landau_word bound;

	if (chunk >= thread->flat_chunks || (address + size - 1) >> LANDAU_CHUNK_SHIFT != chunk)
		return False;
	bound = LANDAU_LIVE | thread->flat_bounds[chunk];
	for (UWord i = 0; i < (size + 3) / 4; i++)
		if (words[i] < bound)
			return False;
	return True;
}

/* A read of what the thread does not have for itself. */
static void __attribute__((noinline))
read_others(VexGuestArchState *guest, Addr address, UWord size)
{
	struct landau_thread *thread = landau_running_core;
	UWord count;
	landau_word *words = shared_words(thread, address, size, &count);
	landau_word *writes = writes_at(thread, address);
	landau_word bound;

	if (!words || landau_running_stack->mode == LANDAU_SILENT) {
		read_by_core(guest, address, size);
		return;
	}
	bound = landau_bound(thread, address >> LANDAU_CHUNK_SHIFT);
	for (UWord i = 0; i < count; i++)
		if (words[i] < thread->threshold)
			landau_read_shared(thread, &words[i],
					   landau_write_since(words[i], &writes[i], bound));
}

/*
 * The inlined code for a write looks at the first word of each pair alone (inline.c). So that one is lent
 * only if both can be; the second is then lent too by a write of both.
 */
static void lend(struct landau_thread *thread, Addr address)
{
	Addr start = address & ~(Addr)(4 * LANDAU_LENT_CELLS - 1);
	uint32_t place = (uint32_t)(address - start) / 4;

	if (writes_at(thread, start)[place | 1] == landau_lent_write(thread))
		landau_lend(thread->loans, word_at(thread, start), place);
}

/* Cells that are written again before the thread is interrupted are lent to it. */
static void __attribute__((noinline))
write_others(VexGuestArchState *guest, Addr address, UWord size)
{
	struct landau_thread *thread = landau_running_core;
	UWord count;
	landau_word *words = shared_words(thread, address, size, &count);
	landau_word *writes = writes_at(thread, address);
	landau_word write = landau_lent_write(thread);

	if (!words) {
		write_by_core(guest, address, size);
		return;
	}
	for (UWord i = 0; i < count; i++) {
		landau_word state = words[i] & LANDAU_STATE;

		words[i] = thread->threshold | state;
		if (writes[i] != write)
			writes[i] = write;
		else if (!state)
			lend(thread, (address & ~(Addr)3) + 4 * i);
	}
	landau_raise_bound(thread, address >> LANDAU_CHUNK_SHIFT, write);
}

/* A read of any size up to LARGEST that may begin within a cell. */
static void __attribute__((noinline)) read_any(VexGuestArchState *guest, Addr address, UWord size)
{
	struct landau_thread *thread = landau_running_core;
	UWord count;
	landau_word *words = own_words(thread, address, size, &count);

	if (!words) {
		read_others(guest, address, size);
		return;
	}
	if (landau_running_stack->mode == LANDAU_SILENT)
		return;
	for (UWord i = 0; i < count; i++)
		if (words[i] < thread->threshold)
			landau_read_private(thread, &words[i]);
}

static void __attribute__((noinline)) write_any(VexGuestArchState *guest, Addr address, UWord size)
{
	struct landau_thread *thread = landau_running_core;
	UWord count;
	landau_word *words = own_words(thread, address, size, &count);

	if (!words) {
		write_others(guest, address, size);
		return;
	}
	for (UWord i = 0; i < count; i++)
		words[i] = thread->threshold | LANDAU_BY_OWNER;
}

/* Atomic and conditional accesses, and those of odd sizes. */
LANDAU_STUB(landau_on_read, 2);
void landau_on_read(VexGuestArchState *guest, Addr address, UWord size)
{
	if (landau_inlining && size <= LARGEST && !landau_options.sources)
		read_any(guest, address, size);
	else
		read_by_core(guest, address, size);
}

LANDAU_STUB(landau_on_write, 2);
void landau_on_write(VexGuestArchState *guest, Addr address, UWord size)
{
	if (landau_inlining && size <= LARGEST && !landau_options.sources)
		write_any(guest, address, size);
	else
		write_by_core(guest, address, size);
}

/* Who writes a variable by atomic instructions; its name, not the thread's: what goes that way is no data. */
static UInt atomic_source(const struct landau_stack *stack)
{
	const struct landau_entry *entry = stack->depth ? landau_top(stack)->entry : NULL;

	return landau_source_number("atomic", entry ? landau_routine_name(entry->routine) : "");
}

LANDAU_STUB(landau_on_atomic_write, 2);
void landau_on_atomic_write(VexGuestArchState *guest, Addr address, UWord size)
{
	struct landau_stack *stack = landau_running_stack;
	landau_word before = stack->core->threshold;
	UInt source = atomic_source(stack);

	if (address >= HIGHEST || size > HIGHEST - address)
		return;
	if (landau_tracing)
		landau_trace_write_from(stack, address, size, source);
	landau_write_from(stack->core, address, size, source);
	follow_threshold(guest, before);
}

/* A read within one cell that is below the threshold. */
static inline void miss_one(VexGuestArchState *guest, Addr address, UWord size)
{
	struct landau_thread *thread = landau_running_core;
	landau_word *word;

	if (landau_options.sources) {
		read_by_core(guest, address, size);
		return;
	}
	if (address & (size - 1)) {
		read_any(guest, address, size);
		return;
	}
	if (thread->flat) {
		word = word_at(thread, address);
		if ((*word & LANDAU_STATE) || all_seen(thread, word, address, size)) {
			landau_read_private(thread, word);
			return;
		}
	}
	read_others(guest, address, size);
}

/* A read of pairs of cells. */
static inline void miss_pairs(VexGuestArchState *guest, Addr address, UWord size)
{
	struct landau_thread *thread = landau_running_core;
	landau_word *words;

	if (landau_options.sources) {
		read_by_core(guest, address, size);
		return;
	}
	if (address & 3) {
		read_any(guest, address, size);
		return;
	}
	if (thread->flat) {
		words = word_at(thread, address);
		if (all_own(words, size / 4) || all_seen(thread, words, address, size)) {
			for (UWord i = 0; i < size / 4; i += 2)
				landau_read_pair(thread, &words[i]);
			return;
		}
	}
	read_others(guest, address, size);
}

#define READ(size, way)                                                                            \
	LANDAU_STUB(landau_miss_##size, 1);                                                        \
	void landau_miss_##size(VexGuestArchState *guest, Addr address)                            \
	{                                                                                          \
		way(guest, address, size);                                                         \
	}
READ(1, miss_one)
READ(2, miss_one)
READ(4, miss_one)
READ(8, miss_pairs)
READ(16, miss_pairs)
READ(32, miss_pairs)

#define WRITE(size)                                                                                \
	LANDAU_STUB(landau_write_##size, 1);                                                       \
	void landau_write_##size(VexGuestArchState *guest, Addr address)                           \
	{                                                                                          \
		if (landau_options.sources)                                                        \
			write_by_core(guest, address, size);                                       \
		else                                                                               \
			write_any(guest, address, size);                                           \
	}
WRITE(1)
WRITE(2)
WRITE(4)
WRITE(8)
WRITE(16)
WRITE(32)
