/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * allocation.c - memory that is freed by one thread and given to another.
 *
 * The allocator orders the two, by locks that are not seen here. Without that order accesses from
 * before and after would look like a race. So freeing a block releases, and getting one acquires,
 * the pages that it lies on: blocks are split and joined, pages stay.
 *
 * What an allocator reads and writes for itself is not counted. calloc writes the block, except for
 * pages that are fresh from the kernel, and realloc copies if the block moves.
 */
#include "engine/native/runtime/lamport.h"
#include "engine/native/runtime/raw.h"
#include "interpose.h"
#include "real.h"
#include "engine/native/parallel/shadow.h"
#include "engine/native/runtime/slots.h"
#include "engine/native/runtime/world.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/syscall.h>

enum { PAGE_SHIFT = 12, MOST_PAGES = LANDAU_TIMES };

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);

/* dlsym may itself allocate while it looks for the real function. */
static __thread bool looking LANDAU_INITIAL_EXEC;

#define REAL_ALLOCATOR(name) (looking = true, (void)REAL(name), looking = false, REAL(name))

static bool is_ordered(void)
{
	return landau_native.multi && landau_native.on && landau_self();
}

static void each_page(const void *memory, size_t bytes, void (*visit)(const volatile void *page))
{
	uintptr_t first = (uintptr_t)memory >> PAGE_SHIFT;
	uintptr_t last = ((uintptr_t)memory + (bytes ? bytes - 1 : 0)) >> PAGE_SHIFT;

	for (uintptr_t page = first; page <= last && page - first < MOST_PAGES; page++)
		visit((const volatile void *)(page << PAGE_SHIFT));
}

/*
 * A block that realloc moves has been read. That it has moved is known when the old block is free already, and another
 * thread may have got it, whose writes would look like input. So each thread says which block it may move, and who
 * gets memory from there waits until that has been counted. Nobody waits in a circle: a thread gets the new block
 * before its old one is free.
 */
static struct {
	uintptr_t low;
	uintptr_t high;
} moves[LANDAU_MOST_SLOTS];
static uint32_t moving; /* so many threads say so */

static void move_begins(const struct landau_native_thread *self, const void *memory, size_t bytes)
{
	moves[self->number].low = (uintptr_t)memory;
	__atomic_store_n(&moves[self->number].high, (uintptr_t)memory + bytes, __ATOMIC_RELEASE);
	__atomic_add_fetch(&moving, 1, __ATOMIC_SEQ_CST);
}

static void move_ends(const struct landau_native_thread *self)
{
	__atomic_store_n(&moves[self->number].high, 0, __ATOMIC_RELEASE);
	__atomic_sub_fetch(&moving, 1, __ATOMIC_SEQ_CST);
}

static bool is_being_moved(uintptr_t low, uintptr_t high, const struct landau_native_thread *self)
{
	for (uint32_t i = 0; i < landau_slot_count(); i++)
		if (i != self->number && low < __atomic_load_n(&moves[i].high, __ATOMIC_ACQUIRE) &&
		    moves[i].low < high)
			return true;
	return false;
}

void landau_wait_for_moves(const void *memory, size_t bytes)
{
	uintptr_t low = (uintptr_t)memory;

	while (__atomic_load_n(&moving, __ATOMIC_SEQ_CST) && landau_self() &&
	       is_being_moved(low, low + bytes, landau_self())) {
		landau_world_check();
		landau_raw3(SYS_sched_yield, 0, 0, 0);
	}
}

void landau_moves_after_fork(void)
{
	moving = 0;
	for (uint32_t i = 0; i < LANDAU_MOST_SLOTS; i++)
		moves[i].high = 0;
}

static void *got(void *memory, size_t bytes)
{
	int saved = errno;

	if (memory && is_ordered()) {
		landau_wait_for_moves(memory, bytes);
		each_page(memory, bytes, landau_sync_acquire);
	}
	errno = saved;
	return memory;
}

static void goes(void *memory)
{
	int saved = errno;

	if (memory && is_ordered())
		each_page(memory, malloc_usable_size(memory), landau_sync_release);
	errno = saved;
}

LANDAU_INTERPOSE(void *, malloc, (size_t bytes))
{
	if (looking)
		return __libc_malloc(bytes);
	return got(REAL_ALLOCATOR(malloc)(bytes), bytes);
}

LANDAU_INTERPOSE(void, free, (void *memory))
{
	if (LANDAU_UNLIKELY(!real_free)) {
		/* The text of an error from before: dlsym frees it, and nobody knows yet how. It stays. */
		if (looking)
			return;
		(void)REAL_ALLOCATOR(free);
	}
	goes(memory);
	/* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): landau_real_slot fills real_free. */
	REAL(free)(memory);
}

/*
 * A large block is most often fresh from the kernel, and then nobody writes it: pages without memory are
 * new, and take none for the shadow.
 */
static void write_zeros(char *memory, size_t bytes)
{
	enum { LARGE = 1 << 17, PAGE = 1 << PAGE_SHIFT, MOST = 1024 };
	char *end = memory + bytes;
	char *page = memory - (uintptr_t)memory % PAGE;

	while (memory < end) {
		unsigned char resident[MOST];
		size_t left = (size_t)(end - page + PAGE - 1) >> PAGE_SHIFT;
		size_t pages = left < MOST ? left : MOST;

		if (bytes < LARGE ||
		    landau_raw3(SYS_mincore, page, pages << PAGE_SHIFT, resident) != 0) {
			landau_shadow_write(memory, (size_t)(end - memory));
			return;
		}
		for (size_t i = 0; i < pages;) {
			bool there = resident[i] & 1;
			char *stop;

			for (; i < pages && (resident[i] & 1) == there; i++)
				page += PAGE;
			stop = page < end ? page : end;
			if (there)
				landau_shadow_write(memory, (size_t)(stop - memory));
			else
				landau_shadow_forget(memory, (size_t)(stop - memory));
			memory = stop;
		}
	}
}

LANDAU_INTERPOSE(void *, calloc, (size_t count, size_t bytes))
{
	void *memory;

	if (looking)
		return __libc_calloc(count, bytes);
	memory = got(REAL_ALLOCATOR(calloc)(count, bytes), count * bytes);
	if (memory)
		write_zeros(memory, count * bytes);
	return memory;
}

/* A block that moves is copied. */
LANDAU_INTERPOSE(void *, realloc, (void *memory, size_t bytes))
{
	size_t old = memory ? malloc_usable_size(memory) : 0;
	size_t copied = old < bytes ? old : bytes;
	struct landau_native_thread *self;
	bool moved;
	void *result;

	goes(memory);
	self = memory && is_ordered() ? landau_self() : NULL;
	if (self)
		move_begins(self, memory, old);
	result = REAL(realloc)(memory, bytes);
	moved = memory && result && result != memory;
	if (self && moved)
		landau_shadow_read_now(self, memory, copied);
	else if (moved)
		landau_shadow_read(memory, copied);
	if (self)
		move_ends(self);
	got(result, bytes);
	if (moved)
		landau_shadow_write(result, copied);
	return result;
}

void *reallocarray(void *memory, size_t count, size_t bytes);
LANDAU_PUBLIC void *reallocarray(void *memory, size_t count, size_t bytes)
{
	size_t all;

	if (__builtin_mul_overflow(count, bytes, &all)) {
		errno = ENOMEM;
		return NULL;
	}
	return realloc(memory, all);
}

LANDAU_INTERPOSE(void *, memalign, (size_t alignment, size_t bytes))
{
	return got(REAL(memalign)(alignment, bytes), bytes);
}

LANDAU_INTERPOSE(void *, aligned_alloc, (size_t alignment, size_t bytes))
{
	return got(REAL(aligned_alloc)(alignment, bytes), bytes);
}

LANDAU_INTERPOSE(int, posix_memalign, (void **memory, size_t alignment, size_t bytes))
{
	int result = REAL(posix_memalign)(memory, alignment, bytes);

	if (result == 0) {
		got(*memory, bytes);
		landau_shadow_write(memory, sizeof(*memory));
	}
	return result;
}
