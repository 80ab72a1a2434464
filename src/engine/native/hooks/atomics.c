/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * atomics.c - atomic operations: done for the program, and counted as the reads and writes they are.
 *
 * Every atomic operation is taken as a synchronisation by its own address, whatever memory order it
 * asks for, and is done sequentially consistently. One that writes holds the lock of that address's
 * time while it acquires, counts, releases and does the operation; so operations on one variable are
 * counted in the order in which they happen, under any contention. A load takes no lock: it first
 * loads and then acquires, so it has seen at least the writes that made the value.
 */
#include "engine/native/runtime/lamport.h"
#include "engine/native/parallel/shadow.h"
#include "engine/native/runtime/world.h"

typedef uint8_t a8;
typedef uint16_t a16;
typedef uint32_t a32;
typedef uint64_t a64;
typedef unsigned __int128 a128;

/* Locks the time of an address and acquires it; NULL: there has been one thread only. */
static inline struct landau_time *lock(struct landau_native_thread *self,
				       const volatile void *address)
{
	struct landau_time *time;

	if (!landau_native.multi)
		return NULL;
	time = landau_time_of(address);
	landau_lock_time(time);
	landau_acquire_time(self, time);
	return time;
}

/* Before an operation that writes; it reads too unless it is a store. NULL: nothing is kept. */
static inline struct landau_time *begin(const volatile void *address, uint64_t size, bool reads)
{
	struct landau_native_thread *self = landau_attentive_self();
	struct landau_time *time;

	if (!self)
		return NULL;
	time = lock(self, address);
	if (reads)
		landau_shadow_read_now(self, address, size);
	landau_shadow_write_atomic(self, address, size);
	if (time)
		landau_release_time(self, time);
	return time;
}

static inline void end(struct landau_time *time)
{
	if (time)
		landau_unlock(&time->lock);
}

static inline void loaded(const volatile void *address, uint64_t size)
{
	struct landau_native_thread *self = landau_attentive_self();

	if (!self)
		return;
	if (landau_native.multi)
		landau_acquire_time(self, landau_time_of(address));
	landau_shadow_read_now(self, address, size);
}

#define OPERATION(size, name, expression)                                                          \
	a##size __tsan_atomic##size##_##name(volatile a##size *address, a##size value, int order); \
	LANDAU_PUBLIC a##size __tsan_atomic##size##_##name(volatile a##size *address,              \
							   a##size value, int order)               \
	{                                                                                          \
		struct landau_time *time = begin(address, sizeof(*address), true);                 \
		a##size result = expression;                                                       \
                                                                                                   \
		(void)order;                                                                       \
		end(time);                                                                         \
		return result;                                                                     \
	}

/*
 * A compare-and-exchange that fails is a read only. Under the lock it can be told before, since
 * instrumented code alone is expected to write the variable.
 */
static inline struct landau_time *begin_try(const volatile void *address, uint64_t size)
{
	struct landau_native_thread *self = landau_attentive_self();
	struct landau_time *time;

	if (!self)
		return NULL;
	time = lock(self, address);
	landau_shadow_read_now(self, address, size);
	return time;
}

static inline void will_write(struct landau_time *time, const volatile void *address, uint64_t size)
{
	struct landau_native_thread *self = landau_self();

	if (!self)
		return;
	landau_shadow_write_atomic(self, address, size);
	if (time)
		landau_release_time(self, time);
}

#define EXCHANGES(size, kind)                                                                      \
	int __tsan_atomic##size##_compare_exchange_##kind(volatile a##size *address,               \
							  a##size *expected, a##size value,        \
							  int order, int failure_order);           \
	LANDAU_PUBLIC int __tsan_atomic##size##_compare_exchange_##kind(                           \
		volatile a##size *address, a##size *expected, a##size value, int order,            \
		int failure_order)                                                                 \
	{                                                                                          \
		struct landau_time *time = begin_try(address, sizeof(*address));                   \
		a##size old = *expected;                                                           \
		bool done;                                                                         \
                                                                                                   \
		(void)order;                                                                       \
		(void)failure_order;                                                               \
		if (load_##size(address) == old)                                                   \
			will_write(time, address, sizeof(*address));                               \
		done = compare_exchange_##size(address, &old, value);                              \
		if (!done)                                                                         \
			*expected = old;                                                           \
		end(time);                                                                         \
		return done;                                                                       \
	}

#define ALL(size)                                                                                  \
	a##size __tsan_atomic##size##_load(const volatile a##size *address, int order);            \
	LANDAU_PUBLIC a##size __tsan_atomic##size##_load(const volatile a##size *address,          \
							 int order)                                \
	{                                                                                          \
		a##size value = load_##size(address);                                              \
                                                                                                   \
		(void)order;                                                                       \
		loaded(address, sizeof(*address));                                                 \
		return value;                                                                      \
	}                                                                                          \
	void __tsan_atomic##size##_store(volatile a##size *address, a##size value, int order);     \
	LANDAU_PUBLIC void __tsan_atomic##size##_store(volatile a##size *address, a##size value,   \
						       int order)                                  \
	{                                                                                          \
		struct landau_time *time = begin(address, sizeof(*address), false);                \
                                                                                                   \
		(void)order;                                                                       \
		exchange_##size(address, value);                                                   \
		end(time);                                                                         \
	}                                                                                          \
	OPERATION(size, exchange, exchange_##size(address, value))                                 \
	OPERATION(size, fetch_add, change_##size(address, value, '+'))                             \
	OPERATION(size, fetch_sub, change_##size(address, value, '-'))                             \
	OPERATION(size, fetch_and, change_##size(address, value, '&'))                             \
	OPERATION(size, fetch_or, change_##size(address, value, '|'))                              \
	OPERATION(size, fetch_xor, change_##size(address, value, '^'))                             \
	OPERATION(size, fetch_nand, change_##size(address, value, '~'))                            \
	EXCHANGES(size, strong)                                                                    \
	EXCHANGES(size, weak)                                                                      \
	a##size __tsan_atomic##size##_compare_exchange_val(volatile a##size *address,              \
							   a##size expected, a##size value,        \
							   int order, int failure_order);          \
	LANDAU_PUBLIC a##size __tsan_atomic##size##_compare_exchange_val(                          \
		volatile a##size *address, a##size expected, a##size value, int order,             \
		int failure_order)                                                                 \
	{                                                                                          \
		struct landau_time *time = begin_try(address, sizeof(*address));                   \
                                                                                                   \
		(void)order;                                                                       \
		(void)failure_order;                                                               \
		if (load_##size(address) == expected)                                              \
			will_write(time, address, sizeof(*address));                               \
		compare_exchange_##size(address, &expected, value);                                \
		end(time);                                                                         \
		return expected;                                                                   \
	}

/* The new value; the type is that of `old`, narrowed as the machine does. */
#define NEW_VALUE(type, old, value, what)                                                          \
	((type)((what) == '+'   ? (old) + (value)                                                  \
		: (what) == '-' ? (old) - (value)                                                  \
		: (what) == '&' ? (old) & (value)                                                  \
		: (what) == '|' ? (old) | (value)                                                  \
		: (what) == '^' ? (old) ^ (value)                                                  \
				: ~((old) & (value))))

#define PRIMITIVES(size)                                                                           \
	static inline a##size load_##size(const volatile a##size *address)                         \
	{                                                                                          \
		return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                 \
	}                                                                                          \
	static inline a##size exchange_##size(volatile a##size *address, a##size value)            \
	{                                                                                          \
		return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                      \
	}                                                                                          \
	static inline bool compare_exchange_##size(volatile a##size *address, a##size *expected,   \
						   a##size value)                                  \
	{                                                                                          \
		return __atomic_compare_exchange_n(address, expected, value, false,                \
						   __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);            \
	}

#define CHANGE(size)                                                                               \
	static inline a##size change_##size(volatile a##size *address, a##size value, char what)   \
	{                                                                                          \
		a##size old = load_##size(address);                                                \
                                                                                                   \
		while (!compare_exchange_##size(address, &old,                                     \
						NEW_VALUE(a##size, old, value, what))) {           \
		}                                                                                  \
		return old;                                                                        \
	}

PRIMITIVES(8)
PRIMITIVES(16)
PRIMITIVES(32)
PRIMITIVES(64)

/* 16 bytes without the compiler's library. */
static inline bool compare_exchange_128(volatile a128 *address, a128 *expected, a128 value)
{
	uint64_t low = (uint64_t)*expected;
	uint64_t high = (uint64_t)(*expected >> 64);
	bool done;

	__asm__ volatile("lock cmpxchg16b %1"
			 : "=@ccz"(done), "+m"(*address), "+a"(low), "+d"(high)
			 : "b"((uint64_t)value), "c"((uint64_t)(value >> 64))
			 : "memory");
	*expected = (a128)high << 64 | low;
	return done;
}

/* As the hardware has no plain load of 16 bytes, this one needs memory that can be written. */
static inline a128 load_128(const volatile a128 *address)
{
	a128 value = 0;

	compare_exchange_128((volatile a128 *)(uintptr_t)address, &value, 0);
	return value;
}

static inline a128 exchange_128(volatile a128 *address, a128 value)
{
	a128 old = load_128(address);

	while (!compare_exchange_128(address, &old, value)) {
	}
	return old;
}

CHANGE(8)
CHANGE(16)
CHANGE(32)
CHANGE(64)
CHANGE(128)

ALL(8)
ALL(16)
ALL(32)
ALL(64)
ALL(128)

/* -- Fences --------------------------------------------------------------------------------------
 */

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_signal_fence(int order);

LANDAU_PUBLIC void __tsan_atomic_thread_fence(int order)
{
	struct landau_native_thread *self = landau_attentive_self();

	(void)order;
	if (self && landau_native.multi)
		landau_release_time(self, landau_time_of_fences());
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (self && landau_native.multi)
		landau_acquire_time(self, landau_time_of_fences());
}

LANDAU_PUBLIC void __tsan_atomic_signal_fence(int order)
{
	(void)order;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* -- Annotations: order that the program declares by itself ---------------------------------------
 */

void __tsan_acquire(void *address);
void __tsan_release(void *address);
void AnnotateHappensBefore(const char *file, int line, const volatile void *address);
void AnnotateHappensAfter(const char *file, int line, const volatile void *address);

LANDAU_PUBLIC void __tsan_acquire(void *address)
{
	landau_sync_acquire(address);
}

LANDAU_PUBLIC void __tsan_release(void *address)
{
	landau_sync_release(address);
}

LANDAU_PUBLIC void AnnotateHappensBefore(const char *file, int line, const volatile void *address)
{
	(void)file;
	(void)line;
	landau_sync_release(address);
}

LANDAU_PUBLIC void AnnotateHappensAfter(const char *file, int line, const volatile void *address)
{
	(void)file;
	(void)line;
	landau_sync_acquire(address);
}
