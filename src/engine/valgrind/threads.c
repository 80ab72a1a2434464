/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * threads.c - the program's threads, and what the scheduler does with them.
 *
 * Valgrind runs one thread at a time and uses the numbers of dead threads again; ours are given
 * in order of creation and never again. Names are those that the kernel knows (pthread_setname_np,
 * prctl); a thread that was given none has none, and the first thread is called after the program.
 *
 * The area in the guest state is loaded whenever a thread begins to run, and its cost is saved
 * whenever it stops. Valgrind saves and restores that part of the guest state around signal
 * handlers, and copies it into new threads; neither matters.
 */
#include "engine/valgrind/engine.h"
#include "engine/valgrind/measure.h"

struct landau_program_thread *landau_running;
struct landau_stack *landau_running_stack;
struct landau_thread *landau_running_core;

static struct landau_program_thread **by_tid; /* VG_N_THREADS of them */
static UInt alive;
static uint32_t last_id;
static struct landau_thread *core_running; /* the last one that the core was told of */
static Bool program_runs;                  /* and not the scheduler, or the kernel for it */
static Bool program_began;                 /* a thread has run, maybe in the parent of a fork */

static struct {
	HChar **all; /* by id */
	uint32_t limit;
} names;

static HChar first_comm[16]; /* of the process, before any thread had a name */

/* -- Names ------------------------------------------------------------------------------------- */

void landau_thread_set_name(uint32_t id, const HChar *name)
{
	while (id >= names.limit) {
		uint32_t limit = names.limit ? 2 * names.limit : 64;

		names.all = VG_(realloc)("landau.names", names.all, limit * sizeof(*names.all));
		VG_(memset)(names.all + names.limit, 0, (limit - names.limit) * sizeof(*names.all));
		names.limit = limit;
	}
	if (names.all[id])
		VG_(free)(names.all[id]);
	names.all[id] = VG_(strdup)("landau.names", name);
}

const HChar *landau_thread_name(uint32_t id)
{
	return id < names.limit && names.all[id] ? names.all[id] : "";
}

static Bool read_comm(Int lwp, HChar *name, Int size)
{
	HChar path[64];
	Int fd, length;

	VG_(snprintf)(path, sizeof(path), "/proc/self/task/%d/comm", lwp);
	fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
	if (fd < 0)
		return False;
	length = VG_(read)(fd, name, size - 1);
	VG_(close)(fd);
	if (length <= 0)
		return False;
	if (name[length - 1] == '\n')
		length--;
	name[length] = '\0';
	return True;
}

static void read_name(const struct landau_program_thread *thread)
{
	HChar name[32];

	if (read_comm(thread->lwp, name, sizeof(name)) && VG_(strcmp)(name, first_comm) != 0)
		landau_thread_set_name(thread->id, name);
}

void landau_threads_read_names(void)
{
	for (ThreadId tid = 1; tid < VG_N_THREADS; tid++)
		if (by_tid[tid] && by_tid[tid]->lwp)
			read_name(by_tid[tid]);
}

static void name_first_thread(uint32_t id)
{
	landau_thread_set_name(id, VG_(args_the_exename) ? VG_(basename)(VG_(args_the_exename))
							 : "main");
}

/* -- The area ---------------------------------------------------------------------------------- */

void landau_area_load(ThreadId tid, struct landau_area *area)
{
	VG_(get_shadow_regs_area)(tid, (UChar *)area, 1, 0, sizeof(*area));
}

void landau_area_store(ThreadId tid, const struct landau_area *area)
{
	VG_(set_shadow_regs_area)(tid, 1, 0, sizeof(*area), (const UChar *)area);
}

/* The area is the thread's own while its code runs, and what was saved of it at other times. */
uint64_t landau_cost_now(void *context, const struct landau_thread *thread)
{
	struct landau_area area;

	(void)context;
	if (landau_running_stack->mode != LANDAU_COLLECT)
		return landau_running_stack->frozen;
	if (!program_runs)
		return thread->cost;
	landau_area_load(landau_running->tid, &area);
	return area.cost;
}

void landau_run(struct landau_program_thread *thread)
{
	landau_running = thread;
	landau_running_stack = thread->stack;
	landau_running_core = thread->stack->core;
	if (thread->stack->core != core_running) {
		if (core_running)
			landau_watch_park(core_running);
		core_running = thread->stack->core;
		landau_switch(core_running);
	}
}

uint32_t landau_core_running_id(void)
{
	return core_running ? core_running->id : 1;
}

/* -- Life -------------------------------------------------------------------------------------- */

struct landau_program_thread *landau_thread_of(ThreadId tid)
{
	return by_tid[tid];
}

uint32_t landau_next_thread_id(void)
{
	return ++last_id;
}

UInt landau_threads_alive(void)
{
	return alive;
}

static struct landau_program_thread *start_thread(ThreadId tid)
{
	struct landau_program_thread *thread = VG_(calloc)("landau.thread", 1, sizeof(*thread));

	thread->tid = tid;
	thread->id = landau_next_thread_id();
	thread->stack = landau_stack_create(0, thread->id);
	thread->stacks = thread->stack;
	by_tid[tid] = thread;
	alive++;
	return thread;
}

static void finish_thread(struct landau_program_thread *thread)
{
	while (thread->stacks) {
		struct landau_stack *stack = thread->stacks;

		thread->stacks = stack->next;
		if (core_running == stack->core)
			core_running = NULL;
		landau_stack_finish(stack);
	}
	by_tid[thread->tid] = NULL;
	if (landau_running == thread)
		landau_running = NULL;
	VG_(free)(thread);
	alive--;
}

void landau_threads_finish(void)
{
	for (;;) {
		struct landau_program_thread *first = NULL;

		for (ThreadId tid = 1; tid < VG_N_THREADS; tid++)
			if (by_tid[tid] && (!first || by_tid[tid]->id < first->id))
				first = by_tid[tid];
		if (!first)
			return;
		finish_thread(first);
	}
}

static void on_create(ThreadId parent, ThreadId child)
{
	struct landau_program_thread *thread = start_thread(child);

	if (parent == VG_INVALID_THREADID) {
		read_comm(VG_(gettid)(), first_comm, sizeof(first_comm));
		name_first_thread(thread->id);
	}
}

static void on_first_instruction(ThreadId tid)
{
	struct landau_program_thread *thread = by_tid[tid];

	if (!program_began)
		landau_note_arguments(VG_(get_SP)(tid));
	program_began = True;
	/* Without a flat shadow the program may be anywhere. */
	if (thread->id == 1 && !thread->lwp && !landau_options.reference)
		landau_host_confine();
	if (thread->id == 1 && !thread->lwp)
		landau_name_program(VG_(get_SP)(tid));
	thread->lwp = VG_(gettid)();
	thread->stack->base = VG_(get_SP)(tid);
}

static void on_exit(ThreadId tid)
{
	struct landau_program_thread *thread = by_tid[tid];

	if (!thread)
		return;
	if (thread->lwp)
		read_name(thread);
	finish_thread(thread);
}

static void on_start_running(ThreadId tid, ULong blocks)
{
	struct landau_program_thread *thread = by_tid[tid];
	struct landau_area area;

	(void)blocks;
	landau_run(thread);
	if (!thread->lwp)
		on_first_instruction(tid);
	landau_uring_before_running(tid);
	VG_(memset)(&area, 0, sizeof(area));
	area.cost = thread->stack->core->cost;
	area.last_block = thread->stack->last_block;
	landau_measure_started(&area, thread->stack);
	if (thread->signal_due) {
		thread->signal_due = False;
		landau_enter_handler(thread, &area, VG_(get_IP)(tid), VG_(get_SP)(tid));
	}
	area.high_bits = 0x8000000080000000;
	area.high_bit = 0x80000000;
	landau_refresh_area(&area);
	landau_area_store(tid, &area);
	program_runs = True;
	landau_status_tick();
}

static void on_stop_running(ThreadId tid, ULong blocks)
{
	struct landau_program_thread *thread = by_tid[tid];
	struct landau_area area;

	(void)blocks;
	program_runs = False;
	landau_area_load(tid, &area);
	thread->stack->core->cost = area.cost;
	landau_measure_so_far(&area, thread->stack);
	thread->stack->last_block = area.last_block;
	if (landau_options.snapshot > 0) /* it may wait for long now */
		landau_status_tick();
}

/* exec: what is pending returns, so that it is in the profile; if exec fails, it is called again. */
void landau_threads_return_pending(void)
{
	for (ThreadId tid = 1; tid < VG_N_THREADS; tid++)
		for (struct landau_stack *stack = by_tid[tid] ? by_tid[tid]->stacks : NULL; stack;
		     stack = stack->next)
			landau_stack_return_pending(stack);
}

void landau_threads_call_again(void)
{
	for (ThreadId tid = 1; tid < VG_N_THREADS; tid++)
		for (struct landau_stack *stack = by_tid[tid] ? by_tid[tid]->stacks : NULL; stack;
		     stack = stack->next)
			landau_stack_call_again(stack);
}

/*
 * Only the thread that forked is in the child. Its frames are called anew, since the profile of the
 * child begins here, and the memory that they read is input to them.
 */
void landau_threads_after_fork(ThreadId tid)
{
	struct landau_program_thread *thread = by_tid[tid];
	struct landau_stack *stack = thread->stack;
	HChar *name = VG_(strdup)("landau.names", landau_thread_name(thread->id));

	for (ThreadId other = 1; other < VG_N_THREADS; other++)
		if (other != tid)
			by_tid[other] = NULL;
	for (uint32_t id = 0; id < names.limit; id++)
		if (names.all[id])
			landau_thread_set_name(id, "");
	alive = 1;
	last_id = 0;
	core_running = NULL;
	thread->id = landau_next_thread_id();
	thread->lwp = VG_(gettid)();
	thread->stacks = stack;
	stack->next = NULL;
	stack->core = landau_thread_start(landau_the_core, thread->id);
	stack->dumped = 0;
	stack->frozen = 0;
	landau_thread_set_name(thread->id, name);
	VG_(free)(name);
	landau_run(thread);
	landau_stack_call_again(stack);
}

void landau_threads_track(void)
{
	by_tid = VG_(calloc)("landau.threads", VG_N_THREADS, sizeof(*by_tid));
	VG_(track_pre_thread_ll_create)(on_create);
	VG_(track_pre_thread_first_insn)(on_first_instruction);
	VG_(track_pre_thread_ll_exit)(on_exit);
	VG_(track_start_client_code)(on_start_running);
	VG_(track_stop_client_code)(on_stop_running);
}
