/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * space.h - the program's blocks of memory, its input and output as further costs (core/further.h).
 *
 * Each thread has a core of its own, so the blocks of all threads are kept here, in a hash table that is cut in parts with a lock each.
 * A block is of the thread that has got it. Only that thread may change what it has spent. So who frees the block of another one puts
 * it into a list of the owner's and asks it for attention: the owner takes it off at its next hook. Synchronisation that orders the two
 * threads makes the request visible, so this is before anything that comes after the freeing.
 *
 * All of this does nothing unless it is asked for; none of it changes errno.
 */
#ifndef LANDAU_NATIVE_SPACE_H
#define LANDAU_NATIVE_SPACE_H

#include "engine/native/native.h"

static inline bool landau_space_is_wanted(void)
{
	return (landau_native.further & LANDAU_FURTHER_SPACE) != 0;
}

/* The calling thread has got memory there, or gives it back. NULL is nothing. */
void landau_space_got(const void *memory, size_t bytes);
void landau_space_goes(const void *memory);

/*
 * Around a call of an allocator: what it calls itself, mmap or another allocator, does not count. True: the call is one that the program
 * has made itself.
 */
bool landau_space_enter(void);
void landau_space_leave(void);

/* Which block starts there, for the second, which takes it back unless another one is there by then. 0: none does. */
uint64_t landau_space_block(const void *memory);
void landau_space_take_back(const void *memory, uint64_t block);

/* Memory that the program has mapped itself is there now, or any that was there is not. */
void landau_space_mapped(const void *memory, size_t bytes);
void landau_space_unmapped(const void *memory, size_t bytes);

/* Whether some is, where the address is. */
bool landau_space_is_mapped(const void *memory);

/* The break was moved. */
void landau_space_break(const char *from, const char *to);

/* What system calls of the thread moved: -1 is nothing. */
void landau_space_in(long bytes);
void landau_space_out(long bytes);

/*
 * Around what may have to wait. Waiting is counted in ticks of the time-stamp counter, as time is; what is over sooner than a thread
 * can be woken up was no waiting.
 */
void landau_wait_ended(uint64_t since);
void landau_space_call(void);

static inline uint64_t landau_wait_begins(void)
{
	return LANDAU_UNLIKELY(landau_native.further >> LANDAU_COST_WAIT & 1)
		       ? __builtin_ia32_rdtsc()
		       : 0;
}

static inline void landau_wait_ends(uint64_t since)
{
	if (LANDAU_UNLIKELY(since != 0))
		landau_wait_ended(since);
}

/* A system call, as a statement, which is counted; one that may have to wait; and waiting without a call of its own. */
#define LANDAU_SYSTEM_CALL(statement)                                                              \
	do {                                                                                       \
		if (LANDAU_UNLIKELY(landau_native.further != 0))                                   \
			landau_space_call();                                                       \
		statement;                                                                         \
	} while (0)

#define LANDAU_WAITING_CALL(statement) LANDAU_SYSTEM_CALL(LANDAU_WAIT(statement))

#define LANDAU_WAIT(statement)                                                                     \
	do {                                                                                       \
		uint64_t since = landau_wait_begins();                                             \
                                                                                                   \
		statement;                                                                         \
		landau_wait_ends(since);                                                           \
	} while (0)

/* Blocks of the thread that others have freed are taken off: the thread is the caller, or stands still. */
void landau_space_settle(struct landau_native_thread *slot);

/* The same at a hook of the calling thread, which was asked for it. */
void landau_space_attend(void);

/* Around a fork, and in the child, where blocks are nobody's any more. */
void landau_space_lock(void);
void landau_space_unlock(void);
void landau_space_after_fork(void);

#endif
