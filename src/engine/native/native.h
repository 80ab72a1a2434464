/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native.h - the runtime that is linked into an instrumented program, and what its files share.
 *
 * gcc and clang call a hook at each access, call and return (`-fsanitize=thread`) and at each basic
 * block (`-fsanitize-coverage`). The runtime defines these hooks and feeds the core, in parallel:
 * each thread has a core of its own, whose clock is the thread's Lamport clock (lamport.h).
 *
 * The stamps of cells are not the core's but lie in flat shadows: each thread has one with the
 * words of stamp.h, and there is one for all threads with write stamps. windows.h says where.
 *
 * Where things are
 *   hooks/          what the compiler calls: reads and writes of plain sizes (read_write.c), atomic
 *                   operations (atomics.c), calls, returns and jumps (calls.c), loops as a whole (loops.c)
 *   parallel/       where the stamps of cells come from if threads run in parallel: the flat shadows (windows.h) and what
 *                   accesses do to them (shadow.h), the path behind a hook's first look (slow_path.h), which parts are
 *                   in use and by whom (groups.h), the two forms of words (granules.h, batches.h), who wrote each cell (sources.h)
 *   runtime/        the beginning (start.c), the threads (slots.h), their clocks (lamport.h), stopping all of
 *                   them (world.h), signals (signals.h), requests of the program (requests.h), the
 *                   kernel without the C library (raw.h), what is linked into executables (hot.c)
 *   interposition/  functions of the C library and of OpenMP that the program calls by way of the runtime; what files and sockets
 *                   are called (source_names.h)
 *   names/          routines' names: mappings of the process (mappings.h), questions to the helper
 *                   (symbols.h), the helper landau-symbolise itself, --collect (collect_option.h)
 *   output/         the profile at the end (profile_output.h) and before (snapshots.h); the log of all
 *                   events, for tests (event_log.h)
 *   compiler/       landau-gcc and its like, the stand-in for the assembler that inlines the hooks, and the plug-in for gcc that
 *                   has fewer of them (plugin/plugin.h)
 *
 * Rules inside the runtime
 *   - Nothing of the program's memory allocator and nothing that is interposed is called while the
 *     runtime changes its own state: memory comes from the kernel (raw.h).
 *   - A program's signal handler never runs while the runtime changes its own state (signals.c).
 *   - Another thread may stop this one only where the runtime changes nothing (world.c).
 */
#ifndef LANDAU_NATIVE_H
#define LANDAU_NATIVE_H

#include "core/core.h"
#include "core/metric.h"
#include "core/state.h"

#define LANDAU_PUBLIC       __attribute__((visibility("default")))
#define LANDAU_LIKELY(x)    __builtin_expect(!!(x), 1)
#define LANDAU_UNLIKELY(x)  __builtin_expect(!!(x), 0)
#define LANDAU_INLINE       static inline __attribute__((always_inline))
#define LANDAU_INITIAL_EXEC __attribute__((tls_model("initial-exec")))

/* A threshold above all words: every access takes the slow path. */
#define LANDAU_ALWAYS_SLOW ((landau_word)0x7fffffff)

struct landau_native_thread;

/*
 * What the hooks need, in thread-local storage. Before a thread is known and after it has ended,
 * `words` is a shadow that nobody writes and the other two are 0, so that all accesses pass.
 */
struct landau_hot {
	unsigned char *words; /* the shadow of this thread, see landau_shadow_offset */
	unsigned char *wide;  /* the same with a word for two cells, see granules.h */
	uint64_t cost;        /* basic blocks so far */
	landau_word threshold;
	landau_word written; /* what a write leaves behind: threshold | LANDAU_BY_OWNER */
	uint32_t
		attention; /* what calls and returns have to do first (world.h); 0: nothing, and `self` is known */
	unsigned short state;              /* enum landau_thread_state */
	unsigned short owner;              /* as self->owner */
	struct landau_native_thread *self; /* NULL: not known */
	/* The innermost activation has accessed cells with words from `first` on, its caller those from `outer` up to that. */
	landau_word first;
	landau_word outer;
	struct landau_activation *top;
} __attribute__((aligned(64)));

_Static_assert(sizeof(struct landau_hot) == 64, "a line of the cache");

/* Of the struct; executables have one as it was when they were linked. */
enum { LANDAU_HOT_VERSION = 2 };

extern LANDAU_PUBLIC __thread struct landau_hot landau_hot LANDAU_INITIAL_EXEC;

enum landau_thread_state {
	LANDAU_THREAD_NEW, /* no hook was called yet */
	LANDAU_THREAD_ON,
	LANDAU_THREAD_GONE, /* ended, or the runtime is off */
};

/* Where a call is on the stack: of a pending activation, beside the core's, or not collected. */
struct landau_frame {
	uintptr_t stack; /* the stack pointer when it called its entry hook, less marks (calls.c) */
	const void *caller;
};

/* A call that is not collected. */
struct landau_outside {
	struct landau_frame frame;
	uint32_t below; /* so many pending activations are further out */
	bool wanted;    /* the routine is inside of --collect */
};

enum { LANDAU_ROUTINE_CACHE = 1024 };

struct landau_cached_routine {
	const void *code;
	uint32_t number;
	bool collect; /* matches --collect */
};

/* See hooks/measure.h. */
struct landau_measuring {
	uint64_t from;   /* when the program last went on */
	uint64_t since;  /* when it last stood */
	uint64_t own;    /* how long it stood altogether */
	uint64_t blocks; /* the count when it last went on */
	bool stands;
	uintptr_t *lowest; /* stack pointers, by activation */
	uint32_t limit;
};

/* A slot for a thread; used again by another one when it has ended. */
struct landau_native_thread {
	struct landau_hot *hot;
	struct landau_thread *core_thread;
	struct landau_core *core;
	unsigned char *words; /* as hot->words, but always the real one */
	unsigned char *wide;  /* as hot->wide */
	unsigned char *uses;  /* how the groups of `words` are used, see groups.h */
	unsigned char *wide_uses;
	uint32_t changes;    /* how often words have got the other form, see granules.h */
	unsigned char owner; /* the use of groups that the thread owns, see groups.h; 0: all are */
	uint32_t number;     /* of the slot */
	uint32_t tid;        /* the kernel's */
	uint32_t parked;     /* stands still, see world.c; LANDAU_BLOCKS: in a call of its own */
	bool used;
	uint64_t logged_cost;
	uint64_t cost_at_start; /* of the time-stamp counter */
	uintptr_t stack_low;
	uintptr_t stack_high;

	struct landau_frame *frames; /* of pending activations */
	uint32_t frame_limit;
	struct landau_outside *outside; /* calls that are not collected, see calls.c */
	uint32_t outside_count;
	uint32_t outside_limit;
	bool wanted;     /* what runs is inside of --collect, or there is no --collect */
	bool collecting; /* wanted, and the program has not stopped it */
	uint64_t frozen; /* the cost when it ceased to collect */
	uint32_t cache_epoch;
	struct landau_cached_routine cache[LANDAU_ROUTINE_CACHE];

	struct landau_pending_signal *pending_signals;
	uint32_t handler_depth; /* when the handler of a signal started, plus one; 0: none */
	void *signal_stack;
	struct landau_measuring measuring;
	struct landau_freed_block *freed; /* by others, see interposition/space.h */
	uint32_t
		writes_as; /* with sources: instead of the innermost routine (sources.h); 0: as that */
};

/* What is common to all threads. */
struct landau_native {
	bool started;
	bool fast;       /* the hooks look at words themselves: cells of 4 bytes, no log */
	bool on;         /* a profile is wanted and has not been written */
	bool has_wide;   /* cells of 4 bytes: there are two forms of words, see granules.h */
	bool multi;      /* there has been a second thread: write stamps are kept */
	bool has_owners; /* threads can own groups of the shadow, see groups.h */
	bool cost_is_time;
	uint32_t further; /* bits of enum landau_further: further costs to collect */
	bool contexts;
	bool quiet;
	bool log;               /* see event_log.h */
	bool through;           /* with sources: memcpy and its kin are looked through */
	bool stopped;           /* the program does not want to be collected now */
	const char *collect;    /* only inside of routines that match; NULL: everywhere */
	const char *allocators; /* the program's own, with commas; "": none is known; NULL: raw */
	uint32_t snapshot_seconds; /* between snapshots; 0: none */
	unsigned cell_shift;
	uint32_t curve_floor; /* 0: no progress curves */
	uint32_t stamp_limit;
	uint32_t
		multi_stamp; /* above all stamps from before there was a second thread, below all others */
	uint32_t least_clock; /* of threads that begin: since the last renumbering */
	unsigned char *writes;
	unsigned char *write_uses; /* of groups, see groups.h */
	unsigned char *sources;    /* who wrote each cell (sources.h); NULL: not asked for */
	unsigned char *blank;      /* a shadow that is never written */
	unsigned char *wide_blank;
	const char *out;
	struct landau_host host;
	char **argv;
	int argc;
};

extern struct landau_native landau_native;

static inline struct landau_native_thread *landau_self(void)
{
	return landau_hot.self;
}

/* What the calling thread is asked for, by others too, at any time. */
static inline uint32_t landau_attention(void)
{
	return __atomic_load_n(&landau_hot.attention, __ATOMIC_RELAXED);
}

/* Where the hooks look for words from now on: in a thread's own shadows, or, without one, where all accesses pass. */
static inline void landau_hot_look(struct landau_hot *hot, const struct landau_native_thread *self)
{
	hot->words = self ? self->words : landau_native.blank;
	hot->wide = self ? self->wide : landau_native.wide_blank;
}

/*
 * What reads and writes are compared with from now on. Who stops the world writes here too, while the thread may do the
 * same; so it does it again until the thread stands still.
 */
static inline void landau_hot_set(struct landau_hot *hot, landau_word threshold,
				  landau_word write_word)
{
	__atomic_store_n(&hot->threshold, threshold, __ATOMIC_RELAXED);
	__atomic_store_n(&hot->written, write_word, __ATOMIC_RELAXED);
}

/* After the core has changed what is pending: anything, by one more, by one less. */
static inline void landau_show_top(struct landau_hot *hot, const struct landau_thread *thread)
{
	hot->top = &thread->activations[thread->top];
	hot->first = landau_live_word(thread->stamps[thread->top]);
	hot->outer = landau_word_of_caller(thread);
}

static inline void landau_show_call(struct landau_hot *hot, landau_word threshold)
{
	hot->top++;
	hot->outer = hot->first;
	hot->first = threshold;
}

static inline void landau_show_return(struct landau_hot *hot, const struct landau_thread *thread)
{
	hot->top--;
	hot->first = hot->outer;
	hot->outer = landau_word_of_caller(thread);
}

/* After the core has changed the threshold, or what is pending. */
static inline void landau_show_threshold(struct landau_native_thread *self)
{
	landau_word threshold = self->core_thread->threshold;

	if (LANDAU_LIKELY(landau_native.fast))
		landau_hot_set(self->hot, threshold, threshold | LANDAU_BY_OWNER);
	landau_show_top(self->hot, self->core_thread);
}

/* start.c: for hot.c, which is not part of the library. */
LANDAU_PUBLIC void landau_hot_check(const struct landau_hot *hot, size_t version);

/* start.c: says what is wrong and ends the program with status 2; before anything was recorded. */
void landau_native_die(const char *what) __attribute__((noreturn));

/*
 * profile_output.c: the same while the program runs, if the runtime cannot go on. What has returned until then is saved.
 * No lock is held but that of the slots.
 */
void landau_native_give_up(const char *what) __attribute__((noreturn));
void landau_native_start(int argc, char **argv, char **environment);

#endif
