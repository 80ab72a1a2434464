/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * oracle.h - the metric by its definition, to test the core against.
 *
 * Nothing of src/ is used here, neither code nor headers. There are no stamps and no clock that
 * could overflow: each pending activation has a set of the cells that it accessed, each thread
 * knows for each cell which event was its last access, and each cell knows which event wrote it
 * last.
 *
 *   A(r)      cells accessed by activation r or by activations that r called, directly or not
 *   first     a read of a cell that is not in A(r)
 *   induced   a read of a cell that another thread or the kernel has written since the reading
 * thread last accessed it, or at all if it never did rms(r)    number of reads that are first for r
 *   trms(r)   number of reads that are first for r or induced
 *   thread    number of induced reads, the last write being another thread's; external: the
 * kernel's
 *
 * A kernel read is a read by the thread. A kernel write is no access by anybody. Forgetting a cell
 * removes it from all sets and wipes out who wrote it.
 *
 * Routines may be opaque or open, all others are ordinary. For an activation r let B(r), its barrier, be
 *
 *   r is opaque     the barrier of its caller if that has one, else r itself
 *   r is open       none
 *   r is ordinary   that of its caller; without a caller, none
 *
 * Let r be the innermost activation. A read, and an amount of cost, counts for all pending activations if B(r) is none,
 * else only for those from r out to B(r). In both cases the cell is in A of all of them afterwards. When an opaque activation
 * that is its own barrier returns, its routine's charge is added to the costs of its caller and of all further out.
 *
 * The curve of an activation r is a list of its values at some moments: a moment is, while r is the innermost pending
 * activation of its thread, right after a cell was read that counts for r, and right after a return into r. At each
 * moment at which trms(r) >= s, the values are put at the end of the list, after all that have the same cost or a higher one
 * have been taken off; and s becomes trms + trms/8 + 1 (rounded down). At first s is the floor. When r returns, marks of
 * a higher cost than it has then are taken off.
 *
 * A mark that takes the place of others names the callee that the first of these named. Another one names the routine of which
 * the activations called by r itself that have returned since the mark before (any moment at which the values were put in the list) have
 * added most to the cost of r, if anything, and how much that was; of equal ones, that of which one returned first since r was called.
 *
 * The steps of r are a list, too, of how many activations have returned into r, its trms and its cost. The moments are returns into r,
 * when there have been t of them or more. At first t is the floor, and the stride d is floor/32, at least 1. At such a moment
 * steps of a higher cost are taken off the end; if 64 are left, d is doubled and those are taken out of which the number
 * of returns is no multiple of d; the step is put at the end if its number is one; and t becomes the next multiple. When r
 * returns, steps of a higher cost are taken off.
 *
 * The source of a cell is who wrote it last: the innermost pending activation of the thread that did, of which thread and routine
 * are told apart (no routine if none was pending), or the kernel, from something that has a number (0: nobody knows). A cell
 * that was never written, or not since it was forgotten, has the source "nobody". A read that counts for an activation counts
 * for the source that its cell has then. A copy of at most 2^28 bytes says of each cell of it that it has, once the innermost pending activation
 * has returned, the source that the cell has now that its first byte of the copy comes from:
 *
 *   cells     of the activation from the source: number of its reads that are first or induced
 *   self      of these, reads while the activation was the innermost one
 *   induced   of these again, reads that were induced
 *
 * Blocks of memory are allocated and freed. A block belongs to the thread that has allocated it; who frees it does not matter. One
 * that is allocated where another one starts frees that one first. A block can be cut in two, which both stay what it was. The level
 * of a thread is the number of bytes in its blocks. For an activation r:
 *
 *   alloc, allocs  bytes, and number, of the allocations while r was pending on its thread
 *   live           bytes of those of them that are not freed when r returns
 *   peak           the highest level of its thread while r was pending, less that at the call
 *
 * and what is spent of anything else counts for all pending activations of the thread.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stdint.h>

enum oracle_kind {
	ORACLE_CALL,
	ORACLE_RETURN,
	ORACLE_COST,
	ORACLE_READ,
	ORACLE_WRITE,
	ORACLE_KREAD,
	ORACLE_KWRITE,
	ORACLE_FORGET,
	ORACLE_COPY,   /* what the innermost activation copies */
	ORACLE_FINISH, /* the thread ends; traces in text have no word for it */
	ORACLE_ALLOC,  /* address, size */
	ORACLE_FREE,   /* address */
	ORACLE_SPLIT,  /* address, and after how many bytes */
	ORACLE_SPEND,  /* `source`: what of enum oracle_further, `size`: how much */
};

enum oracle_further {
	ORACLE_OF_ALLOC,
	ORACLE_OF_ALLOCS,
	ORACLE_OF_LIVE,
	ORACLE_OF_PEAK,
	ORACLE_OF_IN,
	ORACLE_OF_OUT,
	ORACLE_OF_SYSCALLS,
	ORACLE_OF_WAIT,
	ORACLE_OF_STACK, /* of the innermost activation alone, the largest that is said */
	ORACLE_OF_TIME,
	ORACLE_OF_BB,
	ORACLE_OF_INSTR,
	ORACLE_FURTHER,
};

struct oracle_event {
	enum oracle_kind kind;
	uint32_t thread;
	uint32_t routine; /* of a call */
	uint64_t address; /* of an access; the amount of a cost */
	uint64_t size;
	uint64_t from; /* of a COPY, to `address` */
	/* Of a KWRITE: what the kernel has read, 0: not known. Of a WRITE: stands for the writer, if not 0. Of a SPEND. */
	uint32_t source;
};

#define ORACLE_EXTERNAL ((uint64_t)1 << 63)

/* What an activation had from a source: 0 for nobody, ORACLE_EXTERNAL with a number, or as oracle_writer has it. */
struct oracle_share {
	uint64_t source;
	uint64_t cells;
	uint64_t self;
	uint64_t induced;
};

/* `routine` is one more than its number, 0 for none. */
static inline uint64_t oracle_writer(uint32_t thread, uint32_t routine)
{
	return ((uint64_t)thread << 24 | routine) + 1;
}

struct oracle_mark {
	uint64_t trms;
	uint64_t rms;
	uint64_t thread_input;
	uint64_t external_input;
	uint64_t cost;
	uint64_t callee_cost; /* 0: no callee */
	uint64_t callee;
};

struct oracle_step {
	uint64_t returns;
	uint64_t trms;
	uint64_t cost;
};

struct oracle_result {
	uint64_t number; /* of the activation, in order of calls, from 1 */
	uint64_t parent; /* number of the caller, 0 if there is none */
	uint32_t thread;
	uint32_t routine;
	uint64_t trms;
	uint64_t rms;
	uint64_t thread_input;
	uint64_t external_input;
	uint64_t cost;    /* inclusive */
	uint64_t self;    /* without callees */
	uint64_t charged; /* what it adds to the cost of its caller; as `cost` if there is none */
	struct oracle_mark *marks; /* its curve, gone when `returned` has been called */
	uint64_t mark_count;
	struct oracle_step *steps; /* gone as the marks are */
	uint64_t step_count;
	uint64_t returns; /* into it */
	/* If sources are asked for, those with any cells, in order of their numbers; gone as the marks are. */
	struct oracle_share *shares;
	uint64_t share_count;
	uint64_t further[ORACLE_FURTHER];
};

enum oracle_way { ORACLE_ORDINARY, ORACLE_OPAQUE, ORACLE_OPEN };

typedef void oracle_returned(void *context, const struct oracle_result *result);

struct oracle;

struct oracle *oracle_create(unsigned cell_bytes, oracle_returned *returned, void *context);
void oracle_destroy(struct oracle *oracle);

/* Before the routine is first called. `charge` is for a call of an opaque one. */
void oracle_treat(struct oracle *oracle, uint32_t routine, enum oracle_way way, uint64_t charge);

/* Before anything is fed: curves begin at this size. 0, as it is otherwise: there are none. */
void oracle_follow(struct oracle *oracle, uint64_t floor);

/* Before anything is fed: sources are told. */
void oracle_ask_sources(struct oracle *oracle);

/* False, and nothing done, for a return where nothing is pending. */
bool oracle_feed(struct oracle *oracle, const struct oracle_event *event);

/* Returns what is pending: by thread number, innermost first. */
void oracle_end(struct oracle *oracle);

/* Pending activations of a thread, and the values so far of one of them (1: outermost). */
uint32_t oracle_depth(struct oracle *oracle, uint32_t thread);
struct oracle_result oracle_pending(struct oracle *oracle, uint32_t thread, uint32_t level);

#endif
