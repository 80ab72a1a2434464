/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * uring.c - the rings of io_uring.
 *
 * A program and the kernel share the rings, and each writes to them when it likes: the kernel completes
 * an operation while the program computes, and the program finds that out by a mere load. That
 * would be too late for us to say that the kernel has written. Besides, the kernel maps rings
 * only where it wants them, which is above what there are stamps for.
 *
 * So the program gets a copy. The kernel's memory is mapped elsewhere, and we carry over: what the
 * program submits before a system call, what the kernel has completed before the program runs
 * again, that is after each system call and at the end of each time slice. When the program sees a
 * completion, the core has been told of what the kernel wrote. A program that waits for
 * completions in a loop without system calls sees them a little later than natively.
 *
 * If the program brings memory of its own for the rings (IORING_SETUP_NO_MMAP) there is no copy, and
 * it may see completions before they are reported. The rings of a descriptor that is not the
 * one of io_uring_setup are not followed.
 */
#include "engine/valgrind/uring.h"

enum {
	FEATURE_SINGLE_MAPPING = 1 << 0,
	ENTER_WAKE_UP = 1 << 1,
	ENTER_EXTENDED = 1 << 3,
	ENTER_REGISTERED = 1 << 4,
	RING_NEEDS_WAKE_UP = 1 << 0, /* in the flags of submissions */
	REGISTER_DESCRIPTORS = 20,
	REGISTER_BUFFERS = 22,
	UNREGISTER_BUFFERS = 23,
	DO_NOT_FORK = 10, /* madvise */
	DO_FORK = 11,
};

static struct uring *rings;

/* -- Rings ------------------------------------------------------------------------------------- */

static struct uring *ring_of(ThreadId tid, UInt descriptor, Bool registered)
{
	for (struct uring *ring = rings; ring; ring = ring->next)
		if (registered ? ring->registered_by == tid && ring->registered_as == descriptor
			       : ring->descriptor == (Int)descriptor)
			return ring;
	return NULL;
}

static const struct uring_memory *memory_of(const struct uring *ring, UInt which)
{
	if (which == URING_COMPLETIONS && !ring->memory[which].program &&
	    (ring->parameters.features & FEATURE_SINGLE_MAPPING))
		which = URING_SUBMISSIONS;
	return &ring->memory[which];
}

/* All of it is mapped, and it is ours to look after. */
static Bool is_ready(const struct uring *ring)
{
	return !ring->inherited && memory_of(ring, URING_SUBMISSIONS)->program &&
	       memory_of(ring, URING_COMPLETIONS)->program &&
	       memory_of(ring, URING_ENTRIES)->program;
}

static SizeT submission_size(const struct uring *ring)
{
	return ring->parameters.flags & URING_SETUP_LARGE_SUBMISSIONS ? 128 : 64;
}

static SizeT completion_size(const struct uring *ring)
{
	return ring->parameters.flags & URING_SETUP_LARGE_COMPLETIONS ? 32 : 16;
}

/* The bytes that a mapping has to have for all that is used in it. */
static SizeT bytes_needed(const struct uring *ring, UInt which)
{
	const struct uring_parameters *p = &ring->parameters;
	SizeT completions = p->completion.entries + p->completion_entries * completion_size(ring);
	SizeT array = p->flags & URING_SETUP_NO_ARRAY
			      ? 0
			      : p->submission.array + p->submission_entries * sizeof(UInt);

	if (which == URING_ENTRIES)
		return p->submission_entries * submission_size(ring);
	return which == URING_COMPLETIONS ? completions : VG_MAX(array, p->submission.dropped + 4);
}

static void created(ThreadId tid, Int descriptor, Addr parameters)
{
	struct uring *ring = ring_of(0, (UInt)descriptor, False);

	if (ring)
		ring->descriptor = -1; /* its number is used again */
	ring = VG_(calloc)("landau.uring", 1, sizeof(*ring));
	ring->descriptor = descriptor;
	ring->operations_end = &ring->operations;
	VG_(memcpy)(&ring->parameters, (const void *)parameters, sizeof(ring->parameters));
	if (ring->parameters.flags & URING_SETUP_OWN_MEMORY) {
		Addr shared = (Addr)ring->parameters.completion.user_address;
		Addr entries = (Addr)ring->parameters.submission.user_address;

		ring->memory[URING_SUBMISSIONS] = (struct uring_memory){
			shared, shared, bytes_needed(ring, URING_COMPLETIONS), False};
		ring->memory[URING_ENTRIES] = (struct uring_memory){
			entries, entries, bytes_needed(ring, URING_ENTRIES), False};
	}
	if (ring->parameters.flags & URING_SETUP_NO_DESCRIPTOR) {
		ring->descriptor = -1;
		ring->registered_by = tid;
		ring->registered_as = (UInt)descriptor;
	}
	ring->next = rings;
	rings = ring;
}

/* The program cannot get at the ring any more. */
static void drop_if_gone(struct uring **link)
{
	struct uring *ring = *link;

	for (UInt i = 0; i < URING_MEMORIES; i++)
		if (ring->memory[i].program)
			return;
	if (ring->descriptor >= 0)
		return;
	*link = ring->next;
	landau_uring_forget_operations(ring);
	VG_(free)(ring);
}

static void drop_gone(void)
{
	struct uring **link = &rings;

	while (*link) {
		struct uring *ring = *link;

		drop_if_gone(link);
		if (*link == ring)
			link = &ring->next;
	}
}

static void closed(Int descriptor)
{
	struct uring *ring = ring_of(0, (UInt)descriptor, False);

	if (ring)
		ring->descriptor = -1;
	drop_gone();
}

/* -- Mapping ----------------------------------------------------------------------------------- */

/* Numbers of descriptors are used again, and not each way to close one is followed. */
static Bool is_ring_still(Int descriptor)
{
	static const HChar wanted[] = "anon_inode:[io_uring]";
	HChar path[32], target[sizeof(wanted) + 1];
	SSizeT length;

	VG_(sprintf)(path, "/proc/self/fd/%d", descriptor);
	length = VG_(readlink)(path, target, sizeof(target));
	return length == (SSizeT)sizeof(wanted) - 1 &&
	       VG_(strncmp)(target, wanted, sizeof(wanted) - 1) == 0;
}

static UInt which_of(Off64T offset)
{
	switch (offset) {
	case 0:
		return URING_SUBMISSIONS;
	case 0x8000000:
		return URING_COMPLETIONS;
	case 0x10000000:
		return URING_ENTRIES;
	default:
		return URING_MEMORIES;
	}
}

Bool landau_uring_map(landau_mmap *map, Addr start, SizeT length, UInt protection, UInt flags,
		      Int descriptor, Off64T offset, SysRes *result)
{
	struct uring *ring = rings ? ring_of(0, (UInt)descriptor, False) : NULL;
	UInt which = which_of(offset);
	SysRes kernel;

	if (rings && (flags & VKI_MAP_FIXED))
		landau_uring_unmapped(start, length);
	if (!ring || which == URING_MEMORIES || !(flags & VKI_MAP_FIXED) ||
	    (flags & VKI_MAP_ANONYMOUS) || length < bytes_needed(ring, which) ||
	    ring->memory[which].program || !is_ring_still(descriptor))
		return False;
	kernel = map(0, length, protection, flags & ~(UInt)VKI_MAP_FIXED, descriptor, offset);
	*result = kernel;
	if (sr_isError(kernel))
		return True;
	*result = map(start, length, protection, VKI_MAP_SHARED | VKI_MAP_ANONYMOUS | VKI_MAP_FIXED,
		      -1, 0);
	if (sr_isError(*result)) {
		ML_(am_do_munmap_NO_NOTIFY)((Addr)sr_Res(kernel), length);
		return True;
	}
	VG_(memcpy)((void *)start, (const void *)(Addr)sr_Res(kernel), length);
	ring->memory[which] = (struct uring_memory){start, (Addr)sr_Res(kernel), length, False};
	return True;
}

static Bool overlaps(const struct uring_memory *memory, Addr address, SizeT size)
{
	return memory->program && address < memory->program + memory->size &&
	       memory->program < address + size;
}

void landau_uring_unmapped(Addr address, SizeT size)
{
	Bool any = False;

	for (struct uring *ring = rings; ring; ring = ring->next) {
		for (UInt i = 0; i < URING_MEMORIES; i++) {
			struct uring_memory *memory = &ring->memory[i];

			if (!overlaps(memory, address, size))
				continue;
			if (memory->kernel != memory->program)
				ML_(am_do_munmap_NO_NOTIFY)(memory->kernel, memory->size);
			VG_(memset)(memory, 0, sizeof(*memory));
			any = True;
		}
	}
	if (any)
		drop_gone();
}

enum landau_uring_part landau_uring_part_at(Addr address)
{
	for (const struct uring *ring = rings; ring; ring = ring->next)
		for (UInt i = 0; i < URING_MEMORIES; i++)
			if (overlaps(&ring->memory[i], address, 1))
				return i == URING_ENTRIES ? LANDAU_URING_ENTRIES
							  : LANDAU_URING_RING;
	return LANDAU_URING_NONE;
}

/* -- Carrying over ----------------------------------------------------------------------------- */

static UInt get(Addr address)
{
	return __atomic_load_n((const UInt *)address, __ATOMIC_ACQUIRE);
}

static void put(Addr address, UInt value)
{
	__atomic_store_n((UInt *)address, value, __ATOMIC_RELEASE);
}

/* The entries of submissions up to `last`, and what they ask for. */
static void hand_over_entries(struct uring *ring, ThreadId tid, UInt last)
{
	const struct uring_parameters *p = &ring->parameters;
	const struct uring_memory *queue = memory_of(ring, URING_SUBMISSIONS);
	const struct uring_memory *entries = memory_of(ring, URING_ENTRIES);
	SizeT size = submission_size(ring);

	for (; ring->handed_over != last; ring->handed_over++) {
		UInt index = ring->handed_over & (p->submission_entries - 1);

		if (!(p->flags & URING_SETUP_NO_ARRAY)) {
			SizeT slot = p->submission.array + index * sizeof(UInt);

			index = get(queue->program + slot);
			put(queue->kernel + slot, index);
		}
		if (index >= p->submission_entries)
			continue; /* the kernel drops it */
		if (entries->kernel != entries->program)
			VG_(memcpy)
		((void *)(entries->kernel + index * size),
		 (const void *)(entries->program + index * size), size);
		landau_report_kernel_read(tid, entries->program + index * size, size);
		landau_uring_submit(ring, tid, ring->handed_over,
				    (const void *)(entries->kernel + index * size));
	}
}

static void wake_up(const struct uring *ring)
{
	const struct uring_memory *queue = memory_of(ring, URING_SUBMISSIONS);

	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (ring->descriptor >= 0 &&
	    (get(queue->kernel + ring->parameters.submission.flags) & RING_NEEDS_WAKE_UP))
		VG_(do_syscall)
	(__NR_io_uring_enter, (RegWord)ring->descriptor, 0, 0, ENTER_WAKE_UP, 0, 0, 0, 0);
}

/* Submissions, at most `most` of them, for the kernel to find. */
static void hand_over(struct uring *ring, ThreadId tid, UInt most)
{
	const struct uring_parameters *p = &ring->parameters;
	const struct uring_memory *queue = memory_of(ring, URING_SUBMISSIONS);
	UInt tail = get(queue->program + p->submission.tail);
	UInt waiting = tail - ring->handed_over;

	if (waiting == 0 || waiting > p->submission_entries)
		return;
	hand_over_entries(ring, tid, ring->handed_over + VG_MIN(waiting, most));
	put(queue->kernel + p->submission.tail, tail);
	if (p->flags & URING_SETUP_KERNEL_POLLS)
		wake_up(ring);
}

/* What the program has done with the rings, but for submissions that io_uring_enter takes. */
static void carry_out(struct uring *ring, ThreadId tid)
{
	const struct uring_memory *queue = memory_of(ring, URING_COMPLETIONS);
	const struct uring_parameters *p = &ring->parameters;

	put(queue->kernel + p->completion.head, get(queue->program + p->completion.head));
	if (p->flags & URING_SETUP_KERNEL_POLLS)
		hand_over(ring, tid, (UInt)-1);
}

/* A word that the kernel may have changed. */
static void carry_word(ThreadId tid, const struct uring_memory *queue, UInt offset)
{
	UInt value = get(queue->kernel + offset);

	if (get(queue->program + offset) == value)
		return;
	put(queue->program + offset, value);
	landau_report_kernel_write(tid, queue->program + offset, sizeof(value));
}

/* Completions; the program may look at one when it sees that the tail has moved. */
static void carry_completions(struct uring *ring, ThreadId tid)
{
	const struct uring_parameters *p = &ring->parameters;
	const struct uring_memory *queue = memory_of(ring, URING_COMPLETIONS);
	SizeT size = completion_size(ring);
	UInt tail = get(queue->kernel + p->completion.tail);

	if (tail == ring->shown)
		return;
	for (; ring->shown != tail; ring->shown++) {
		SizeT offset =
			p->completion.entries + (ring->shown & (p->completion_entries - 1)) * size;

		if (queue->program != queue->kernel)
			VG_(memcpy)
		((void *)(queue->program + offset), (const void *)(queue->kernel + offset), size);
		landau_report_kernel_write(tid, queue->program + offset, size);
		landau_uring_complete(ring, tid, (const void *)(queue->program + offset));
	}
	put(queue->program + p->completion.tail, tail);
	landau_report_kernel_write(tid, queue->program + p->completion.tail, sizeof(tail));
}

static void carry_in(struct uring *ring, ThreadId tid)
{
	const struct uring_parameters *p = &ring->parameters;
	const struct uring_memory *submissions = memory_of(ring, URING_SUBMISSIONS);
	const struct uring_memory *completions = memory_of(ring, URING_COMPLETIONS);

	carry_completions(ring, tid);
	carry_word(tid, submissions, p->submission.head);
	carry_word(tid, submissions, p->submission.flags);
	carry_word(tid, submissions, p->submission.dropped);
	carry_word(tid, completions, p->completion.overflow);
}

void landau_uring_before_running(ThreadId tid)
{
	for (struct uring *ring = rings; ring; ring = ring->next) {
		if (!is_ready(ring))
			continue;
		carry_out(ring, tid);
		carry_in(ring, tid);
	}
}

/* -- System calls ------------------------------------------------------------------------------ */

static void before_enter(ThreadId tid, const UWord *arguments)
{
	struct uring *ring =
		ring_of(tid, (UInt)arguments[0], (arguments[3] & ENTER_REGISTERED) != 0);

	if (!ring)
		return;
	ring->inherited = False;
	ring->entering++;
	if (is_ready(ring) && !(ring->parameters.flags & URING_SETUP_KERNEL_POLLS))
		hand_over(ring, tid, (UInt)arguments[1]);
}

/* The kernel may have taken fewer submissions than there were. It will get them again. */
static void after_enter(ThreadId tid, const UWord *arguments)
{
	struct uring *ring =
		ring_of(tid, (UInt)arguments[0], (arguments[3] & ENTER_REGISTERED) != 0);
	UInt head;

	if (!ring || ring->entering == 0 || --ring->entering > 0 || !is_ready(ring) ||
	    (ring->parameters.flags & URING_SETUP_KERNEL_POLLS))
		return;
	head = get(memory_of(ring, URING_SUBMISSIONS)->kernel + ring->parameters.submission.head);
	while (ring->handed_over != head)
		landau_uring_take_back(ring, --ring->handed_over);
}

static void after_register(ThreadId tid, const UWord *arguments)
{
	UInt operation = (UInt)arguments[1] & 0x7fffffff;
	struct uring *ring = ring_of(tid, (UInt)arguments[0], operation != (UInt)arguments[1]);

	if (!ring)
		return;
	if (operation == REGISTER_BUFFERS) {
		landau_uring_register_buffers(ring, arguments[2]);
	} else if (operation == UNREGISTER_BUFFERS) {
		landau_uring_unregister_buffers(ring, arguments[2]);
	} else if (operation == REGISTER_DESCRIPTORS) {
		const struct uring_registration *all = (const void *)arguments[2];

		for (UWord i = 0; i < arguments[3]; i++) {
			ring = ring_of(tid, (UInt)all[i].descriptor, False);
			if (ring) {
				ring->registered_by = tid;
				ring->registered_as = all[i].index;
			}
			landau_report_kernel_write(tid, (Addr)&all[i].index, sizeof(all[i].index));
		}
	}
}

static void after_advice(Addr address, SizeT size, UWord advice)
{
	if (advice != DO_NOT_FORK && advice != DO_FORK)
		return;
	for (struct uring *ring = rings; ring; ring = ring->next)
		for (UInt i = 0; i < URING_MEMORIES; i++)
			if (overlaps(&ring->memory[i], address, size))
				ring->memory[i].not_in_children = advice == DO_NOT_FORK;
}

void landau_uring_before_call(ThreadId tid, UInt number, const UWord *arguments)
{
	if (!rings)
		return;
	for (struct uring *ring = rings; ring; ring = ring->next)
		if (is_ready(ring))
			carry_out(ring, tid);
	if (number == __NR_io_uring_enter)
		before_enter(tid, arguments);
}

void landau_uring_after_call(ThreadId tid, UInt number, const UWord *arguments, SysRes result)
{
	if (rings && number == __NR_io_uring_enter)
		after_enter(tid, arguments);
	if (sr_isError(result))
		return;
	if (number == __NR_io_uring_setup) {
		/* Valgrind tells of the offsets alone. */
		landau_report_kernel_write(tid, arguments[1], sizeof(struct uring_parameters));
		created(tid, (Int)sr_Res(result), arguments[1]);
	}
	if (!rings)
		return;
	if (number == __NR_close)
		closed((Int)arguments[0]);
	else if (number == __NR_io_uring_register)
		after_register(tid, arguments);
	else if (number == __NR_madvise)
		after_advice(arguments[0], arguments[1], arguments[2]);
}

/* Memory that is not in the child must not be touched there. The rest waits until it is used. */
void landau_uring_after_fork(void)
{
	for (struct uring *ring = rings; ring; ring = ring->next) {
		ring->inherited = True;
		ring->entering = 0;
		for (UInt i = 0; i < URING_MEMORIES; i++)
			if (ring->memory[i].not_in_children)
				VG_(memset)(&ring->memory[i], 0, sizeof(ring->memory[i]));
	}
}

/*
 * Stands in for Valgrind's function of this name (see meson.build). Up to 3.19 it does not say that the
 * call can block, so that all threads would wait with the one that waits for a completion. A
 * signal mask is left to it.
 */
void __real_vgSysWrap_linux_sys_io_uring_enter_before(ThreadId tid, void *layout,
						      struct landau_call_arguments *arguments,
						      void *status, UWord *flags);
void __wrap_vgSysWrap_linux_sys_io_uring_enter_before(ThreadId tid, void *layout,
						      struct landau_call_arguments *arguments,
						      void *status, UWord *flags);
void __wrap_vgSysWrap_linux_sys_io_uring_enter_before(ThreadId tid, void *layout,
						      struct landau_call_arguments *arguments,
						      void *status, UWord *flags)
{
	enum { MAY_BLOCK = 1 << 1 };
	Addr mask = arguments->all[4];

	__real_vgSysWrap_linux_sys_io_uring_enter_before(tid, layout, arguments, status, flags);
	if (mask && (arguments->all[3] & ENTER_EXTENDED) &&
	    VG_(am_is_valid_for_client)(mask, sizeof(Addr), VKI_PROT_READ))
		mask = *(const Addr *)mask;
	if (!mask)
		*flags |= MAY_BLOCK;
}
