/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * uring.h - what the two files about io_uring share: the kernel's structures, and a ring.
 *
 * The kernel's own header is not used: it would tie the tool to the age of the one it is built with.
 */
#ifndef LANDAU_ENGINE_VALGRIND_URING_H
#define LANDAU_ENGINE_VALGRIND_URING_H

#include "engine/valgrind/engine.h"

/* -- The kernel's ------------------------------------------------------------------------------ */

struct uring_submission_offsets {
	UInt head, tail, ring_mask, ring_entries, flags, dropped, array, reserved;
	ULong user_address;
};

struct uring_completion_offsets {
	UInt head, tail, ring_mask, ring_entries, overflow, entries, flags, reserved;
	ULong user_address;
};

struct uring_parameters {
	UInt submission_entries, completion_entries, flags, thread_processor, thread_idle, features;
	UInt worker_descriptor, reserved[3];
	struct uring_submission_offsets submission;
	struct uring_completion_offsets completion;
};

enum {
	URING_SETUP_KERNEL_POLLS = 1 << 1,       /* IORING_SETUP_SQPOLL */
	URING_SETUP_LARGE_SUBMISSIONS = 1 << 10, /* IORING_SETUP_SQE128 */
	URING_SETUP_LARGE_COMPLETIONS = 1 << 11, /* IORING_SETUP_CQE32 */
	URING_SETUP_OWN_MEMORY = 1 << 14,        /* IORING_SETUP_NO_MMAP */
	URING_SETUP_NO_DESCRIPTOR = 1 << 15,     /* IORING_SETUP_REGISTERED_FD_ONLY */
	URING_SETUP_NO_ARRAY = 1 << 16,          /* IORING_SETUP_NO_SQARRAY */
};

struct uring_submission {
	UChar operation;
	UChar flags;
	UShort priority;
	Int descriptor;
	ULong offset; /* or a second address */
	ULong address;
	UInt length;
	UInt operation_flags;
	ULong user_data;
	UShort buffer_group;
	UShort personality;
	UInt file_index;
	ULong third_address;
	ULong reserved;
};

struct uring_completion {
	ULong user_data;
	Int result;
	UInt flags;
};

struct uring_registration { /* of a descriptor */
	UInt index, reserved;
	ULong descriptor;
};

/* -- Ours -------------------------------------------------------------------------------------- */

/* Memory of a ring: what the program sees, and what the kernel uses. */
struct uring_memory {
	Addr program; /* 0: not mapped */
	Addr kernel;
	SizeT size;
	Bool not_in_children; /* madvise(MADV_DONTFORK) */
};

enum { URING_SUBMISSIONS, URING_COMPLETIONS, URING_ENTRIES, URING_MEMORIES };

struct uring_operation;
struct uring_buffers;

struct uring {
	struct uring *next;
	Int descriptor;
	ThreadId registered_by; /* and `registered_as` stands for the descriptor */
	UInt registered_as;
	struct uring_parameters parameters;
	struct uring_memory memory[URING_MEMORIES];
	UInt handed_over; /* submissions, ever; modulo 2^32 as the kernel's counters are */
	UInt shown;       /* completions */
	UInt entering;    /* threads in io_uring_enter */
	Bool inherited;   /* by fork, and not used since */
	struct uring_operation *operations; /* that the kernel has not completed, oldest first */
	struct uring_operation **operations_end;
	struct uring_buffers *buffers;
};

/* uring_operations.c */

/* The kernel is given an operation: what it reads now, and what it may write later. */
void landau_uring_submit(struct uring *ring, ThreadId tid, UInt index,
			 const struct uring_submission *submission);

/* It has refused the one of this index. */
void landau_uring_take_back(struct uring *ring, UInt index);

/* It has completed one: what it has written. */
void landau_uring_complete(struct uring *ring, ThreadId tid,
			   const struct uring_completion *completion);

/* The program registers or takes away a ring of buffers. */
void landau_uring_register_buffers(struct uring *ring, Addr registration);
void landau_uring_unregister_buffers(struct uring *ring, Addr registration);

/* Forgets all that is known of the ring's operations. */
void landau_uring_forget_operations(struct uring *ring);

#endif
