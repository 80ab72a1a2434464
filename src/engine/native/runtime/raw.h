/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * raw.h - the kernel without the C library, which the runtime must not re-enter.
 *
 * System calls return what the kernel returns: a negative number is -errno.
 */
#ifndef LANDAU_NATIVE_RAW_H
#define LANDAU_NATIVE_RAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

long landau_raw(long number, long a, long b, long c, long d, long e, long f);

#define landau_raw3(number, a, b, c) landau_raw((number), (long)(a), (long)(b), (long)(c), 0, 0, 0)

/* clone: a thread or process that does nothing but run the body, on the stack that ends at `stack`. */
long landau_raw_thread(long flags, void *stack, void (*body)(void *), void *context);

/* Zeroed pages, or NULL. */
void *landau_raw_pages(size_t bytes);

void landau_raw_unmap(void *memory, size_t bytes);

/* Address space at exactly this place that takes memory only where it is written. */
bool landau_raw_reserve(void *place, size_t bytes);

/* Zero again, without memory. Any range; whole pages of it are given back. */
void landau_raw_clear(void *memory, size_t bytes);

/* To standard error: the strings up to a NULL, and a newline. */
void landau_raw_say(const char *first, ...);

size_t landau_raw_length(const char *text);
bool landau_raw_equal(const char *a, const char *b);

/* Decimal digits and a zero byte; returns the text. */
char *landau_raw_decimal(char buffer[24], uint64_t number);

/* Waits while *word == value, at most so many nanoseconds (0: for ever). */
void landau_raw_wait(uint32_t *word, uint32_t value, uint64_t nanoseconds);
void landau_raw_wake(uint32_t *word);

/* A lock that is held for a short time only, and never while the thread may be stopped. */
struct landau_lock {
	uint32_t taken;
};

void landau_lock_slow(struct landau_lock *lock);

static inline void landau_lock(struct landau_lock *lock)
{
	if (__atomic_exchange_n(&lock->taken, 1, __ATOMIC_ACQUIRE))
		landau_lock_slow(lock);
}

static inline void landau_unlock(struct landau_lock *lock)
{
	__atomic_store_n(&lock->taken, 0, __ATOMIC_RELEASE);
}

#endif
