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
#include "space.h"
#include "engine/native/parallel/shadow.h"
#include "engine/native/parallel/sources.h"
#include "engine/native/runtime/slots.h"
#include "engine/native/runtime/world.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/syscall.h>

enum { PAGE_SHIFT = 12, MOST_PAGES = LANDAU_TIMES };

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);

/* dlsym may itself allocate while it looks for the real function. */
static __thread bool looking LANDAU_INITIAL_EXEC;

static __thread uint32_t blocks_got LANDAU_INITIAL_EXEC; /* so many were seen */

#define REAL_ALLOCATOR(name) (looking = true, (void)REAL(name), looking = false, REAL(name))

/* What allocators call among themselves is their own affair. */
#define CALL_REAL(result, call)                                                                    \
	do {                                                                                       \
		landau_space_enter();                                                              \
		result = call;                                                                     \
		landau_space_leave();                                                              \
	} while (0)

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

/* The program has got memory; what it has spent, and who has it now. */
static void *got(void *memory, size_t bytes)
{
	int saved = errno;

	blocks_got++;
	landau_space_got(memory, bytes);
	if (memory && is_ordered()) {
		landau_wait_for_moves(memory, bytes);
		each_page(memory, bytes, landau_sync_acquire);
	}
	errno = saved;
	return memory;
}

/* Another thread may get some of the block. */
static void changes(void *memory)
{
	int saved = errno;

	if (memory && is_ordered())
		each_page(memory, malloc_usable_size(memory), landau_sync_release);
	errno = saved;
}

static void goes(void *memory)
{
	landau_space_goes(memory);
	changes(memory);
}

LANDAU_INTERPOSE(void *, malloc, (size_t bytes))
{
	void *memory;

	if (looking)
		return __libc_malloc(bytes);
	CALL_REAL(memory, REAL_ALLOCATOR(malloc)(bytes));
	return got(memory, bytes);
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
	landau_space_enter();
	/* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): landau_real_slot fills real_free. */
	REAL(free)(memory);
	landau_space_leave();
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
	CALL_REAL(memory, REAL_ALLOCATOR(calloc)(count, bytes));
	got(memory, count * bytes);
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
	uint64_t block;
	bool moved, through;
	void *result;

	block = landau_space_block(memory);
	changes(memory);
	self = memory && is_ordered() ? landau_self() : NULL;
	if (self)
		move_begins(self, memory, old);
	CALL_REAL(result, REAL(realloc)(memory, bytes));
	if (result || bytes == 0)
		landau_space_take_back(memory, block);
	moved = memory && result && result != memory;
	if (self && moved)
		landau_shadow_read_now(self, memory, copied);
	else if (moved)
		landau_shadow_read(memory, copied);
	through = moved && landau_has_sources() && landau_native.through && landau_self();
	if (through)
		landau_sources_copy(result, memory, copied);
	if (self)
		move_ends(self);
	got(result, bytes);
	if (through)
		landau_sources_write_as(landau_self(), LANDAU_WRITES_AS_BEFORE, result, copied);
	else if (moved)
		landau_shadow_write(result, copied);
	return result;
}

/* By the realloc that the program calls, which an allocator in front of this library may have. */
void *reallocarray(void *memory, size_t count, size_t bytes);
LANDAU_PUBLIC void *reallocarray(void *memory, size_t count, size_t bytes)
{
	static void *(*of_program)(void *, size_t);
	size_t all;

	if (__builtin_mul_overflow(count, bytes, &all)) {
		errno = ENOMEM;
		return NULL;
	}
	if (LANDAU_UNLIKELY(!of_program)) {
		looking = true;
		*(void **)&of_program = dlsym(RTLD_DEFAULT, "realloc");
		looking = false;
	}
	return of_program ? of_program(memory, all) : realloc(memory, all);
}

#define ALIGNS(name, parameters, arguments)                                                        \
	LANDAU_INTERPOSE(void *, name, parameters)                                                 \
	{                                                                                          \
		void *memory;                                                                      \
                                                                                                   \
		CALL_REAL(memory, REAL(name) arguments);                                           \
		return got(memory, bytes);                                                         \
	}

ALIGNS(memalign, (size_t alignment, size_t bytes), (alignment, bytes))
ALIGNS(aligned_alloc, (size_t alignment, size_t bytes), (alignment, bytes))
ALIGNS(valloc, (size_t bytes), (bytes))
ALIGNS(pvalloc, (size_t bytes), (bytes))

LANDAU_INTERPOSE(int, posix_memalign, (void **memory, size_t alignment, size_t bytes))
{
	int result;

	CALL_REAL(result, REAL(posix_memalign)(memory, alignment, bytes));
	if (result == 0) {
		got(*memory, bytes);
		landau_shadow_write(memory, sizeof(*memory));
	}
	return result;
}

/* -- Operators of C++ -----------------------------------------------------------------------------
 *
 * Those of libstdc++ call malloc and free, which is seen above. Those of other allocators may have the memory by themselves. An exception
 * can leave them.
 */

static bool operators_use_malloc; /* as far as is known */

#define ALLOCATES(mangled, function, parameters, arguments)                                        \
	static void *(*real_##function)parameters;                                                 \
	void *function parameters __asm__(#mangled);                                               \
	LANDAU_PUBLIC void *function parameters                                                    \
	{                                                                                          \
		uint32_t before = blocks_got;                                                      \
		void *memory = (*(__typeof__(real_##function) *)landau_real_slot(                  \
			&real_##function, #mangled))arguments;                                     \
                                                                                                   \
		operators_use_malloc = blocks_got != before;                                       \
		return operators_use_malloc ? memory : got(memory, bytes);                         \
	}

#define FREES(mangled, function, parameters, arguments)                                            \
	static void(*real_##function) parameters;                                                  \
	void function parameters __asm__(#mangled);                                                \
	LANDAU_PUBLIC void function parameters                                                     \
	{                                                                                          \
		if (!operators_use_malloc)                                                         \
			goes(memory);                                                              \
		(*(__typeof__(real_##function) *)landau_real_slot(&real_##function, #mangled))     \
			arguments;                                                                 \
	}

/* By the letter of the operator: one object, or an array. */
#define OPERATORS(w, l)                                                                            \
	ALLOCATES(_Zn##w##m, operator_n##w, (size_t bytes), (bytes))                               \
	ALLOCATES(_Zn##w##mRKSt9nothrow_t, operator_n##w##_nothrow,                                \
		  (size_t bytes, const void *nothrow), (bytes, nothrow))                           \
	ALLOCATES(_Zn##w##mSt11align_val_t, operator_n##w##_aligned,                               \
		  (size_t bytes, size_t alignment), (bytes, alignment))                            \
	ALLOCATES(_Zn##w##mSt11align_val_tRKSt9nothrow_t, operator_n##w##_aligned_nothrow,         \
		  (size_t bytes, size_t alignment, const void *nothrow),                           \
		  (bytes, alignment, nothrow))                                                     \
	FREES(_Zd##l##Pv, operator_d##l, (void *memory), (memory))                                 \
	FREES(_Zd##l##Pvm, operator_d##l##_sized, (void *memory, size_t bytes), (memory, bytes))   \
	FREES(_Zd##l##PvRKSt9nothrow_t, operator_d##l##_nothrow,                                   \
	      (void *memory, const void *nothrow), (memory, nothrow))                              \
	FREES(_Zd##l##PvSt11align_val_t, operator_d##l##_aligned,                                  \
	      (void *memory, size_t alignment), (memory, alignment))                               \
	FREES(_Zd##l##PvmSt11align_val_t, operator_d##l##_sized_aligned,                           \
	      (void *memory, size_t bytes, size_t alignment), (memory, bytes, alignment))          \
	FREES(_Zd##l##PvSt11align_val_tRKSt9nothrow_t, operator_d##l##_aligned_nothrow,            \
	      (void *memory, size_t alignment, const void *nothrow), (memory, alignment, nothrow))

OPERATORS(w, l)
OPERATORS(a, a)
