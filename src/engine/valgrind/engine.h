/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * engine.h - what the files of the Valgrind engine share.
 *
 *   main.c        the tool: options, start and end
 *   instrument.c  superblocks: what is added to the program's code
 *   inline.c      the same, for memory accesses
 *   access.c      memory accesses that are not settled in place
 *   calls.c       calls, returns and jumps: the shadow stack of frames
 *   stacks.c      leaving frames in other ways; several stacks in one thread
 *   routines.c    code addresses to routines
 *   lines.c       source lines of routines
 *   blocks.h      the code of routines whose lines are counted
 *   threads.c     threads and what the scheduler does with them
 *   kernel.c      system calls, mappings, signals
 *   sources.c     what is outside and has a name
 *   space.c       memory, input and output as further costs
 *   measure.c     a second count, and stack, as further costs (measure.h)
 *   files.c       what was read of files
 *   exec.c        the process becomes another program
 *   uring.c       the rings of io_uring; uring_operations.c: what is asked for in them
 *   aio.c         the ring of io_setup
 *   requests.c    client requests and monitor commands
 *   host.c        memory for the core
 *   trace.c       the event dump
 *   output.c      the profile
 *   status.c      the status line, snapshots and the summary
 *   limits.c      what Valgrind cannot do for the program
 *
 * Words. A *frame* is a call that the engine follows; most frames are activations of the core as
 * well, but not those that are not collected. A *stack* is a stack of frames together with a
 * thread of the core: each thread of the program has one, and one more for each coroutine. The
 * *area* is the part of the guest state that belongs to the tool: what the instrumented code needs.
 */
#ifndef LANDAU_ENGINE_VALGRIND_ENGINE_H
#define LANDAU_ENGINE_VALGRIND_ENGINE_H

#include "engine/valgrind/machine/machine.h"

#include "core/copies.h"
#include "core/core.h"
#include "engine/allocation.h"
#include "engine/treatment.h"
#include "engine/valgrind/blocks.h"
#include "engine/valgrind/files.h"
#include "profile/format.h"

/* -- Options (main.c) ------------------------------------------------------------------------- */

struct landau_options {
	const HChar *out;
	Int cell;
	Bool count_instructions;
	UInt further; /* bits of enum landau_further */
	Bool contexts;
	const HChar *collect; /* NULL: everywhere */
	XArray *lines;        /* patterns of routines whose lines are counted; NULL: none are */
	struct landau_allocators allocators;
	const HChar *dump_trace;
	const HChar *dump_activations;
	Bool status;
	Bool reference;
	Bool rms_only;
	Bool sources;
	Bool distinct_files;  /* what is read of a file once more is no input */
	const HChar *through; /* routines that are looked through; NULL: none are */
	Bool summary;
	Int curve_floor; /* 0: no progress curves */
	Int stamp_limit;
	Int snapshot; /* seconds between snapshots, 0: none */
	const HChar *next_hint;
};

extern struct landau_options landau_options;
extern struct landau_core *landau_the_core;

/* Makes the core anew: at the start, and in the child after a fork. */
void landau_make_core(void);

/* -- Routines (routines.c) -------------------------------------------------------------------- */

/* An address that is called, or where a symbol starts. One for each address, never freed. */
struct landau_entry {
	struct landau_entry *next; /* in the hash table */
	Addr address;
	uint32_t routine;
	Bool known;            /* looked up, and the code has not gone since */
	Bool is_symbol;        /* a symbol starts here: jumps to it are calls */
	Bool is_stub;          /* a stub of the procedure linkage table */
	Bool switches;         /* swaps stacks */
	Bool collect;          /* matches --collect */
	Bool watched;          /* matches --lines */
	Bool copies;           /* matches --through */
	Bool special;          /* one of these two, or an allocator */
	enum landau_form form; /* of an allocator whose blocks are of interest */

	/* Of a stub: where the table has the address that it jumps to, and what was there. */
	Addr slot;
	struct landau_entry *bound;
};

/* The entry for an address; looked up if it is not known. */
struct landau_entry *landau_entry_at(Addr address);
void landau_entry_look_up(struct landau_entry *entry);

/* The entry for an address if a symbol starts there and it can be jumped to as a call, or NULL. */
struct landau_entry *landau_symbol_at(Addr address);

/* The code in this range has gone. */
void landau_entries_forget(Addr address, SizeT size);
/* Other code begins here. */
void landau_entry_forget(Addr address);

/* What the code at an address is for the procedure linkage table. */
enum landau_stub landau_stub_at(Addr address, Addr *slot); /* slot: NULL, or where it goes */

/* Before the program starts, and may go to another folder. */
void landau_routines_start(void);

uint32_t landau_routine_count(void);
const HChar *landau_routine_name(uint32_t routine);
const HChar *landau_routine_object(uint32_t routine);
const HChar *landau_routine_file(uint32_t routine);
uint32_t landau_routine_line(uint32_t routine);

const struct landau_code *landau_routine_code(uint32_t routine);
struct landau_code landau_code_at(Addr address);
/* Where the file of an object says that its code at this address is. */
UWord landau_offset_in_object(Addr address);
void landau_routine_set_line(uint32_t routine, const HChar *file, uint32_t line);

/* How the core treats it; `context` is not used. */
struct landau_treatment landau_routine_treatment(void *context, uint32_t routine);

/* Whether the event dump has to say how it is treated: true once, and once more after landau_routines_not_traced. */
Bool landau_routine_is_untraced(uint32_t routine);
void landau_routines_not_traced(void);

/* -- Code that the program makes (perf_map.c) --------------------------------------------------- */

/* Of the program, and again of the child of a fork: what the file has so far is not its own. */
void landau_perf_map_start(void);

/* The program has written to some file. */
void landau_perf_map_written(void);

/* What the program calls the code there, NULL if it says nothing, and where that begins. */
const HChar *landau_perf_map_name(Addr address, Addr *start);

/* -- Lines (lines.c) -------------------------------------------------------------------------- */

/* Finds the lines of routines, and of watched blocks, that are new since the last time. */
void landau_lines_look_up(void);

/*
 * A question is added to an XArray of characters, about the place of an instruction, or of the routine that starts there. The answers, one line
 * each, are to be freed; NULL: there are none.
 */
void landau_lines_question(XArray *questions, const struct landau_code *code, Bool instruction);
HChar *landau_lines_ask(XArray *questions);

/* -- Places (places.c) ------------------------------------------------------------------------ */

/* Numbers of places, each one once: what Valgrind says of an instruction, and what landau-symbolise has answered. */
uint32_t landau_place_at(Addr address);
uint32_t landau_place_unknown(void);
uint32_t landau_place_of_address(UWord position); /* in its object: no line is known */
uint32_t landau_place_of_answer(const HChar *answer);
uint32_t landau_place_line(uint32_t number);
struct landau_place;
void landau_place(void *context, uint32_t number, struct landau_place *place);

/* The program has a filter on its system calls: no other program is run for it from now on. */
void landau_lines_confined(void);

/* -- Frames (calls.c, stacks.c) --------------------------------------------------------------- */

/* What happens to events while a frame is on top. */
enum landau_mode {
	LANDAU_COLLECT, /* calls, costs, accesses */
	LANDAU_FOLLOW,  /* accesses alone: outside of --collect, or stopped */
	LANDAU_SILENT,  /* writes alone: the dynamic linker binds a symbol */
};

/* Frames that are closer than this are in one stack; further apart they may be. */
enum { LANDAU_NEAR = 65536 };

/* What a frame is, beside a routine that is collected. An activation of the core has IN_CORE. */
enum {
	LANDAU_FRAME_MODE = 3,      /* mask: the mode while it is on top */
	LANDAU_FRAME_IN_CORE = 4,   /* an activation of the core */
	LANDAU_FRAME_PENDING = 8,   /* called through a stub, the routine is not known yet */
	LANDAU_FRAME_BINDING = 16,  /* pending, and the dynamic linker is looking for it */
	LANDAU_FRAME_ROOT = 32,     /* not called: where a stack begins */
	LANDAU_FRAME_BOUNDARY = 64, /* the first one on another piece of memory: a signal handler */
	LANDAU_FRAME_PLAIN = 128,   /* nothing is special about its return */
	LANDAU_FRAME_WATCHED = 512, /* its blocks are counted: core/watch.h */
	LANDAU_FRAME_TAIL = 256,    /* entered by a jump: the frame before it returns with it */
};

struct landau_frame {
	Addr sp;                           /* where its return address is */
	struct landau_entry *entry;        /* NULL while pending */
	Addr outer_sp;                     /* of a boundary: the stack pointer before */
	struct landau_watched_block *site; /* that it was called from, if the caller is watched */
	Addr outer_lowest;                 /* of the frame before it: measure.c */
	UInt flags;
};

struct landau_stack {
	struct landau_stack *next; /* of the same thread */
	struct landau_thread *core;
	struct landau_frame *frames;
	UInt depth;
	UInt limit;
	Addr base;           /* the highest stack pointer */
	UInt mode;           /* in effect now */
	uint64_t frozen;     /* the cost when it stopped to be collected */
	uint64_t dumped;     /* the cost that the event dump knows of */
	uint64_t last_block; /* of the area, while it does not run */
	Addr lowest;         /* stack pointer while the top frame was there */
	struct landau_watched_block
		*left;   /* it has led to where the top frame goes on; NULL: it is known */
	UInt left_depth; /* of that frame */

	/* See space.c. */
	UInt allocator; /* depth of the outermost frame of an allocator; 0: there is none */
	uint64_t asked[LANDAU_FORM_ARGUMENTS]; /* its arguments */
	uint64_t changed;                      /* serial of the block that it is to change */
};

/* The tool's part of the guest state, which instrumented code uses. */
struct landau_area {
	uint64_t cost;
	uint64_t top_entry; /* the entry of the top frame */
	uint64_t top_sp;    /* its stack pointer; 0: report every indirect jump */
	uint64_t flat;      /* the shadow */

	/* Twice the same, in the lower and in the upper half. */
	uint64_t read_limit; /* 2^31 + threshold - 1 */
	uint64_t own_words;  /* what a write stores */
	uint64_t high_bits;  /* 2^31 */
	uint64_t high_bit;   /* 2^31 in the lower half alone */

	/* With sources: where the number of who wrote cell 0 would be, and what a write stores there, twice. */
	uint64_t flat_authors;
	uint64_t author;

	uint64_t serial;     /* who owns the blocks that run: core/watch.h */
	uint64_t last_block; /* that was counted */

	/* See measure.c. */
	uint64_t second; /* the other count */
	uint64_t second_seen;
	uint64_t lowest; /* stack pointer since the last call or return */
	uint64_t measured_stack;
};

struct landau_program_thread {
	ThreadId tid; /* Valgrind's, which it uses again */
	Int lwp;
	uint32_t id;
	struct landau_stack *stack; /* the running one */
	struct landau_stack *stacks;
	Bool signal_due; /* a handler starts with the next instruction */
	Bool signal_on_other_stack;
	Addr signal_outer_sp;
	UInt source;                        /* of the system call that it makes */
	struct landau_file_reading reading; /* that this call does */
	HChar name[16];
};

static inline struct landau_area *landau_area_of(VexGuestArchState *guest)
{
	return (struct landau_area *)(void *)((UChar *)guest + sizeof(*guest));
}

static inline VexGuestArchState *landau_guest_of(struct landau_area *area)
{
	return (VexGuestArchState *)(void *)((UChar *)area - sizeof(VexGuestArchState));
}

/* The thread whose code runs, its stack, and the core's thread of that. */
extern struct landau_program_thread *landau_running;
extern struct landau_stack *landau_running_stack;
extern struct landau_thread *landau_running_core;

/*
 * Called by instrumented code, through stubs that take the arguments after the first one. What a stub is declared as
 * does not matter: only its address is used.
 */
void landau_on_call(VexGuestArchState *guest, struct landau_entry *entry);
void landau_on_call_stub(void);
void landau_on_indirect_call(VexGuestArchState *guest, Addr target);
void landau_on_indirect_call_stub(void);
void landau_on_return(VexGuestArchState *guest);
void landau_on_return_stub(void);
void landau_on_entry(VexGuestArchState *guest, struct landau_entry *entry);
void landau_on_entry_stub(void);
void landau_on_jump(VexGuestArchState *guest, Addr target);
void landau_on_jump_stub(void);
void landau_on_stub(VexGuestArchState *guest, Addr target);
void landau_on_stub_stub(void);
void landau_on_resolver(VexGuestArchState *guest);
void landau_on_resolver_stub(void);

/* A signal handler starts: a call that no instruction makes. */
void landau_enter_handler(struct landau_program_thread *thread, struct landau_area *area,
			  Addr handler, Addr sp);

void landau_push_frame(struct landau_area *area, Addr sp, struct landau_entry *entry, Bool root);
void landau_pop_frame(struct landau_area *area);

/* Returns the activation of a frame, the innermost one of its stack. */
void landau_return_frame(struct landau_stack *stack, const struct landau_frame *frame);

static inline struct landau_frame *landau_top(const struct landau_stack *stack)
{
	return &stack->frames[stack->depth - 1];
}

/* The area again, after frames or stacks have changed. */
void landau_refresh_area(struct landau_area *area);
void landau_refresh_words(struct landau_area *area);
void landau_refresh_author(struct landau_area *area);

/* The mode that follows from the top frame and from whether collection is stopped. */
void landau_settle_mode(struct landau_area *area);
extern Bool landau_stopped;

/*
 * The stack pointer has moved otherwise than by a call or a return: leaves the frames that are gone,
 * or takes up another stack.
 */
void landau_settle(struct landau_area *area, Addr sp);

/* Is `sp` too far from the top frame to be in the same stack? */
Bool landau_is_elsewhere(const struct landau_stack *stack, Addr sp);

struct landau_stack *landau_stack_create(Addr base, uint32_t id);
void landau_stack_finish(struct landau_stack *stack);
void landau_stack_return_pending(struct landau_stack *stack);
void landau_stack_call_again(struct landau_stack *stack);

/* -- Accesses (access.c) ---------------------------------------------------------------------- */

/* Any access. */
void landau_on_read(VexGuestArchState *guest, Addr address, UWord size);
void landau_on_read_stub(void);
void landau_on_write(VexGuestArchState *guest, Addr address, UWord size);
void landau_on_write_stub(void);
void landau_on_atomic_write(VexGuestArchState *guest, Addr address, UWord size);
void landau_on_atomic_write_stub(void);

/*
 * Accesses that are not settled in place, by size.
 */
#define LANDAU_DECLARE_ACCESS(size)                                                                \
	void landau_miss_##size(VexGuestArchState *guest, Addr address);                           \
	void landau_write_##size(VexGuestArchState *guest, Addr address);                          \
	void landau_miss_##size##_stub(void);                                                      \
	void landau_write_##size##_stub(void);
LANDAU_DECLARE_ACCESS(1)
LANDAU_DECLARE_ACCESS(2)
LANDAU_DECLARE_ACCESS(4)
LANDAU_DECLARE_ACCESS(8)
LANDAU_DECLARE_ACCESS(16)
LANDAU_DECLARE_ACCESS(32)

/* Are accesses tested in place? Decided once. */
extern Bool landau_inlining;
void landau_decide_inlining(void);

/* The flat shadow of a thread; one that is all 0 if it has none, or if there is no thread. */
Addr landau_flat_of(const struct landau_thread *thread);

/* -- Superblocks (instrument.c) --------------------------------------------------------------- */

IRSB *landau_instrument(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout,
			const VexGuestExtents *extents, const VexArchInfo *host, IRType guest_word,
			IRType host_word);

/* -- Threads (threads.c) ---------------------------------------------------------------------- */

void landau_threads_track(void);
struct landau_program_thread *landau_thread_of(ThreadId tid);
uint32_t landau_next_thread_id(void);
UInt landau_threads_alive(void);
const HChar *landau_thread_name(uint32_t id);
void landau_thread_set_name(uint32_t id, const HChar *name);
void landau_threads_read_names(void);

/* Makes the thread's stack the core's running one. */
void landau_run(struct landau_program_thread *thread);

/* The cost of the running stack up to the part of a superblock that is being run (instrument.c). */
uint64_t landau_cost_now(void *context, const struct landau_thread *thread);

/* The id of the thread of the core that ran last. */
uint32_t landau_core_running_id(void);

/* Returns what is pending, in all threads, in order of their ids. */
void landau_threads_finish(void);

/* Returns what is pending; calls it again. */
void landau_threads_return_pending(void);
void landau_threads_call_again(void);

/* Everything begins anew in the child of a fork; the thread that forked goes on. */
void landau_threads_after_fork(ThreadId tid);

/* Copies of the area of a thread that does not run. */
void landau_area_load(ThreadId tid, struct landau_area *area);
void landau_area_store(ThreadId tid, const struct landau_area *area);

/* -- The kernel (kernel.c) -------------------------------------------------------------------- */

void landau_kernel_track(void);
extern UInt landau_fork_count; /* processes that this one has forked */

/* The kernel reads for the thread; it writes. */
void landau_report_kernel_read(ThreadId tid, Addr address, SizeT size);
void landau_report_kernel_read_string(ThreadId tid, Addr address);
void landau_report_kernel_write(ThreadId tid, Addr address, SizeT size);

/* Whose the program's first stack is, from here on. */
void landau_note_arguments(Addr sp);

/* The same from the source of this number (sources.c), 0: not known. */
void landau_report_kernel_write_from(ThreadId tid, Addr address, SizeT size, UInt source);

/* -- What is outside and has a name (sources.c) ------------------------------------------------ */

/* Numbers are from 1 on. All are 0 if sources are not asked for. */
UInt landau_source_number(const HChar *kind, const HChar *name);
UInt landau_source_of_call(UInt number, const UWord *arguments);
UInt landau_source_of_segment(const NSegment *segment);

UInt landau_source_count(void);
const HChar *landau_source_kind(UInt number);
const HChar *landau_source_name(UInt number);

/* How the program ended, as far as it is known. */
extern Bool landau_exit_seen;
extern Int landau_exit_status;

/* -- Becoming another program (exec.c) ----------------------------------------------------------- */

void landau_exec_start(void);
void landau_before_exec(ThreadId tid, Addr path, Addr arguments, Addr environment);
void landau_after_exec(void); /* it has not come to it, or it was not tried */

/* -- io_uring (uring.c) ----------------------------------------------------------------------- */

void landau_uring_before_call(ThreadId tid, UInt number, const UWord *arguments);
void landau_uring_after_call(ThreadId tid, UInt number, const UWord *arguments, SysRes result);

/* The thread is about to run: it sees what the kernel has done since. */
void landau_uring_before_running(ThreadId tid);

void landau_uring_after_fork(void);

/* Memory of a ring is mapped at a place that was chosen: done here if True, by `map`. */
typedef SysRes landau_mmap(Addr start, SizeT length, UInt protection, UInt flags, Int descriptor,
			   Off64T offset);
Bool landau_uring_map(landau_mmap *map, Addr start, SizeT length, UInt protection, UInt flags,
		      Int descriptor, Off64T offset, SysRes *result);
void landau_uring_unmapped(Addr address, SizeT size);

/* What the program has at an address: the queues, which the kernel fills, or its own entries. */
enum landau_uring_part { LANDAU_URING_NONE, LANDAU_URING_RING, LANDAU_URING_ENTRIES };
enum landau_uring_part landau_uring_part_at(Addr address);

/* -- What Valgrind cannot do (limits.c) -------------------------------------------------------- */

/* The program is told the name of its file. Before its first instruction. */
void landau_name_program(Addr sp);

/* The same where the kernel has said it once more, in so many bytes. */
void landau_name_program_in(Addr words, SizeT bytes);

/* The program makes another thread; there may be too many. */
void landau_check_threads(void);

/* The program asked for so much memory in one piece, and there was none. */
void landau_no_room(SizeT bytes);

/* -- Memory, input and output (space.c) -------------------------------------------------------- */

/* What the allocator of this name is asked for, if that is of interest. */
enum landau_form landau_form_to_attend(const HChar *name);

/* The top frame is of an allocator, and none further out is; it has been called with the arguments that the guest has. */
void landau_enter_allocator(struct landau_stack *stack, const VexGuestArchState *guest,
			    enum landau_form form);
/* That frame has returned. */
void landau_leave_allocator(struct landau_stack *stack, enum landau_form form, Addr result);

void landau_space_before_call(struct landau_stack *stack);
void landau_space_after_call(struct landau_stack *stack, UInt number, const UWord *arguments,
			     SysRes result);
void landau_space_start(void);

/* The program says that its own allocator has given out a block, of which two words tell, or has taken one back. */
void landau_space_told(ThreadId tid, Addr words);
void landau_space_told_freed(ThreadId tid, Addr block);

/* -- Requests (requests.c) -------------------------------------------------------------------- */

void landau_requests_track(void);

/* -- Memory (host.c) -------------------------------------------------------------------------- */

extern const struct landau_host landau_valgrind_host;

/* Addresses of the program are below. */
enum { LANDAU_CLIENT_ADDRESS_BITS = 37 };
#define LANDAU_CLIENT_END ((Addr)1 << LANDAU_CLIENT_ADDRESS_BITS)

/* Sees to it; after Valgrind has told of the memory that the program starts with. */
void landau_host_confine(void);

/* Address space that reads as 0 and is never written, or 0. */
Addr landau_host_empty(size_t bytes);

/* -- The event dump (trace.c) ----------------------------------------------------------------- */

extern Bool landau_tracing;
void landau_trace_open(Bool again); /* again: go on with what is there */
void landau_trace_close(void);
void landau_trace_abandon(void);
void landau_trace_call(struct landau_stack *stack, uint32_t routine);
void landau_trace_return(struct landau_stack *stack);
void landau_trace_read(const HChar *event, struct landau_stack *stack, Addr address, SizeT size);
void landau_trace_write(const HChar *event, struct landau_stack *stack, Addr address, SizeT size);
void landau_trace_write_from(struct landau_stack *stack, Addr address, SizeT size, UInt source);
void landau_trace_copy(struct landau_stack *stack, Addr to, Addr from, SizeT size);
void landau_trace_kernel_write(struct landau_stack *stack, Addr address, SizeT size, UInt source);
void landau_trace_note(const HChar *text);
void landau_trace_block(const HChar *event, const struct landau_stack *stack, Addr address,
			uint64_t bytes);
void landau_trace_free(const struct landau_stack *stack, Addr address);
void landau_trace_spent(const struct landau_stack *stack, enum landau_further cost,
			uint64_t amount);
void landau_trace_forget(Addr address, SizeT size);
void landau_trace_activation(void *context, const struct landau_thread *thread,
			     const struct landau_result *result);

/* -- Output (output.c) ------------------------------------------------------------------------ */

/* The name of the profile of this process; `%p` and the suffix of a forked child are in it. */
const HChar *landau_output_path(void);

/* Writes the profile; path NULL: to landau_output_path. False if it could not be written: said. */
Bool landau_output_write(const HChar *path, enum landau_exit_kind kind, Int code);

/* The profile so far, to where the last one will be. If it fails, the one before stays. */
Bool landau_output_snapshot(Bool silent);

/* The program cannot go on: saves what was collected, says so and ends with status 2. */
void landau_output_give_up(void) __attribute__((noreturn));

extern Bool landau_is_child; /* of a fork that the program made */

/* A child of a fork has a profile of its own. */
void landau_output_after_fork(void);

/* The program is about to give up rights, or to change its root folder: the file is created while that can be done. */
void landau_output_create_early(void);

/* -- Status (status.c) ------------------------------------------------------------------------ */

void landau_status_start(void);
void landau_status_tick(void); /* draws the line, or writes a snapshot, if it is time */
void landau_status_phase(const HChar *name);
void landau_status_end(void);
void landau_status_summary(void);

/* "landau: " and a message, on Valgrind's log. */
void landau_say(const HChar *format, ...) PRINTF_CHECK(1, 2);

#endif
