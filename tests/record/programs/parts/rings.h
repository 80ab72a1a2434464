/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rings.h - io_uring by its system calls, without a library.
 *
 * Where the kernel has no io_uring the program ends as one that cannot run on this machine. That
 * the rings cannot be mapped is an error.
 */
#ifndef RINGS_H
#define RINGS_H

#include <linux/io_uring.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "parts/raw.h"
#include "parts/routine.h"

struct rings {
	int descriptor;
	unsigned flags;
	unsigned *submission_tail, *submission_array, *submission_flags;
	struct io_uring_sqe *submissions;
	unsigned *completion_head, *completion_tail;
	struct io_uring_cqe *completions;
	unsigned submission_mask, completion_mask;
};

static inline char *map_ring(const struct rings *rings, size_t bytes, long offset)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
			    rings->descriptor, offset);

	if (memory == MAP_FAILED)
		exit(3);
	return memory;
}

/* Both queues are in one mapping, or, as in old kernels, in two. */
static inline void open_rings(struct rings *rings, unsigned entries, unsigned flags, int two)
{
	struct io_uring_params p = {.flags = flags, .sq_thread_idle = 1};
	size_t queue, completions;
	char *memory, *other;

	rings->flags = flags;
	rings->descriptor = (int)RAW(SYS_io_uring_setup, entries, &p, 0);
	if (rings->descriptor < 0)
		exit(77);
	queue = p.sq_off.array + p.sq_entries * sizeof(unsigned);
	completions = p.cq_off.cqes + p.cq_entries * sizeof(struct io_uring_cqe);
	memory = map_ring(rings, two || queue > completions ? queue : completions,
			  IORING_OFF_SQ_RING);
	other = two ? map_ring(rings, completions, IORING_OFF_CQ_RING) : memory;
	rings->submission_tail = (unsigned *)(memory + p.sq_off.tail);
	rings->submission_array = (unsigned *)(memory + p.sq_off.array);
	rings->submission_flags = (unsigned *)(memory + p.sq_off.flags);
	rings->submission_mask = *(unsigned *)(memory + p.sq_off.ring_mask);
	rings->completion_head = (unsigned *)(other + p.cq_off.head);
	rings->completion_tail = (unsigned *)(other + p.cq_off.tail);
	rings->completion_mask = *(unsigned *)(other + p.cq_off.ring_mask);
	rings->completions = (struct io_uring_cqe *)(other + p.cq_off.cqes);
	rings->submissions = (struct io_uring_sqe *)map_ring(
		rings, p.sq_entries * sizeof(struct io_uring_sqe), IORING_OFF_SQES);
}

/* Makes an entry that the kernel will find. */
static inline void prepare(struct rings *rings, struct io_uring_sqe entry)
{
	unsigned tail = *rings->submission_tail;
	unsigned index = tail & rings->submission_mask;

	rings->submissions[index] = entry;
	rings->submission_array[index] = index;
	__atomic_store_n(rings->submission_tail, tail + 1, __ATOMIC_RELEASE);
}

static inline long enter(const struct rings *rings, unsigned count, unsigned wait)
{
	return RAW6(SYS_io_uring_enter, rings->descriptor, count, wait,
		    wait ? IORING_ENTER_GETEVENTS : 0, 0, 0);
}

static inline int has_completion(const struct rings *rings)
{
	return *rings->completion_head != __atomic_load_n(rings->completion_tail, __ATOMIC_ACQUIRE);
}

/* Takes the next completion, which must be there: its result and its flags. */
static inline int take(struct rings *rings, unsigned *flags)
{
	unsigned head = *rings->completion_head;
	const struct io_uring_cqe *entry = &rings->completions[head & rings->completion_mask];
	int result = entry->res;

	if (flags)
		*flags = entry->flags;
	__atomic_store_n(rings->completion_head, head + 1, __ATOMIC_RELEASE);
	return result;
}

#endif
