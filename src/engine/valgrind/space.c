/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * space.c - memory, input and output of the program as further costs: core/further.h.
 *
 * The program's own allocator is watched, not replaced. When one is called (engine/allocation.h), its arguments are noted, and when it
 * returns the block is what it returned. Only the outermost one of a stack counts: operator new calls malloc, and malloc maps memory. A
 * block is freed when free is called, since another thread may have the memory before that returns. One that realloc is asked
 * to change is freed when it returns something, if the block is the same by then. An allocator that is left otherwise, by an exception
 * say, has allocated nothing.
 *
 * Memory that the program maps itself, anonymous and writable and not as a stack, is allocated as well, and so is what it gets by brk.
 * Blocks of this kind are kept in a list, since parts of them can go.
 */
#include "engine/valgrind/engine.h"

/* Blocks of memory that was mapped, sorted by address, apart from each other. */
struct mapped {
	Addr start;
	Addr end;
};

static XArray *mappings;
static Addr program_break;

static Bool space_is_wanted(void)
{
	return (landau_options.further & LANDAU_FURTHER_SPACE) != 0;
}

enum landau_form landau_form_to_attend(const HChar *name)
{
	return space_is_wanted() ? landau_form_of(landau_options.allocators.names, name)
				 : LANDAU_FORM_NONE;
}

/* -- Blocks ------------------------------------------------------------------------------------ */

static void allocate(const struct landau_stack *stack, Addr address, uint64_t bytes)
{
	if (landau_tracing)
		landau_trace_block("alloc", stack, address, bytes);
	landau_allocate(stack->core, address, bytes);
}

static void give_back(const struct landau_stack *stack, Addr address)
{
	if (landau_tracing)
		landau_trace_free(stack, address);
	landau_free(landau_the_core, address);
}

void landau_enter_allocator(struct landau_stack *stack, const VexGuestArchState *guest,
			    enum landau_form form)
{
	stack->allocator = stack->depth;
	for (UInt i = 0; i < LANDAU_FORM_ARGUMENTS; i++)
		stack->asked[i] = landau_argument(guest, i);
	stack->changed = 0;
	if (form == LANDAU_FORM_FREE)
		give_back(stack, stack->asked[0]);
	else if (landau_form_takes_block(form))
		stack->changed = landau_block_serial(landau_the_core, stack->asked[0]);
}

void landau_leave_allocator(struct landau_stack *stack, enum landau_form form, Addr result)
{
	uint64_t bytes = landau_form_bytes(form, stack->asked);
	Bool fine = result != 0;

	if (form == LANDAU_FORM_FREE)
		return;
	if (form == LANDAU_FORM_POSIX_MEMALIGN) {
		fine = result == 0 &&
		       VG_(am_is_valid_for_client)(stack->asked[0], sizeof(Addr), VKI_PROT_READ);
		result = fine ? *(const Addr *)stack->asked[0] : 0;
	}
	/* Nothing is left of a block of which 0 bytes are wanted. */
	if ((fine || bytes == 0) && stack->changed != 0 &&
	    landau_block_serial(landau_the_core, stack->asked[0]) == stack->changed)
		give_back(stack, stack->asked[0]);
	if (fine)
		allocate(stack, result, bytes);
}

void landau_space_told(ThreadId tid, Addr words)
{
	struct landau_program_thread *thread = landau_thread_of(tid);
	const Addr *block = (const Addr *)words;

	if (thread && space_is_wanted() &&
	    VG_(am_is_valid_for_client)(words, 2 * sizeof(*block), VKI_PROT_READ))
		allocate(thread->stack, block[0], block[1]);
}

void landau_space_told_freed(ThreadId tid, Addr block)
{
	struct landau_program_thread *thread = landau_thread_of(tid);

	if (thread && space_is_wanted())
		give_back(thread->stack, block);
}

/* -- Mappings ---------------------------------------------------------------------------------- */

/* The first mapping that ends behind the address. */
static Word mapping_from(Addr address)
{
	Word i = 0;

	while (i < VG_(sizeXA)(mappings) &&
	       ((struct mapped *)VG_(indexXA)(mappings, i))->end <= address)
		i++;
	return i;
}

static void map(const struct landau_stack *stack, Addr address, SizeT size)
{
	struct mapped mapped = {address, address + size};

	allocate(stack, address, size);
	VG_(insertIndexXA)(mappings, mapping_from(address), &mapped);
}

static void split(const struct landau_stack *stack, Addr address, Addr at)
{
	if (landau_tracing)
		landau_trace_block("split", stack, address, at - address);
	landau_split_block(landau_the_core, address, at - address);
}

/* What is mapped there goes, of blocks that are there in part that part. */
static void unmap(const struct landau_stack *stack, Addr address, SizeT size)
{
	Addr end = address + size;
	Word i = mapping_from(address);

	while (i < VG_(sizeXA)(mappings)) {
		struct mapped *mapped = VG_(indexXA)(mappings, i);
		struct mapped rest = {end, mapped->end};

		if (mapped->start >= end)
			break;
		if (mapped->end > end)
			split(stack, mapped->start, end);
		if (mapped->start < address) {
			split(stack, mapped->start, address);
			give_back(stack, address);
			mapped->end = address;
			i++;
		} else {
			give_back(stack, mapped->start);
			VG_(removeIndexXA)(mappings, i);
		}
		if (rest.end > end)
			VG_(insertIndexXA)(mappings, i, &rest);
	}
}

static Bool is_memory(const UWord *arguments)
{
	return (arguments[3] & VKI_MAP_ANONYMOUS) && (arguments[2] & VKI_PROT_WRITE) &&
	       !(arguments[3] & LANDAU_MAP_STACK);
}

static void on_break(const struct landau_stack *stack, Addr now)
{
	Addr before = program_break;

	program_break = now;
	if (before == 0 || stack->allocator)
		return;
	if (now > before)
		map(stack, before, now - before);
	else if (now < before)
		unmap(stack, now, before - now);
}

static void on_mapping_call(const struct landau_stack *stack, UInt number, const UWord *arguments,
			    Addr result)
{
	if (number == __NR_brk)
		on_break(stack, result);
	if (stack->allocator)
		return;
	switch (number) {
	case __NR_mmap:
		unmap(stack, result, arguments[1]);
		if (is_memory(arguments))
			map(stack, result, arguments[1]);
		break;
	case __NR_munmap:
		unmap(stack, arguments[0], arguments[1]);
		break;
	case __NR_mremap: {
		Word i = mapping_from(arguments[0]);
		Bool known = i < VG_(sizeXA)(mappings) &&
			     ((struct mapped *)VG_(indexXA)(mappings, i))->start <= arguments[0];

		unmap(stack, arguments[0], arguments[1]);
		unmap(stack, result, arguments[2]);
		if (known)
			map(stack, result, arguments[2]);
		break;
	}
	default:
		break;
	}
}

/* -- Input and output --------------------------------------------------------------------------- */

static void spend(const struct landau_stack *stack, enum landau_further cost, uint64_t amount)
{
	if (landau_tracing && (landau_options.further >> cost & 1))
		landau_trace_spent(stack, cost, amount);
	landau_spend(stack->core, cost, amount);
}

static Bool takes_in(UInt number)
{
	switch (number) {
	case __NR_read:
	case __NR_pread64:
	case __NR_readv:
	case __NR_preadv:
	case __NR_preadv2:
	case __NR_recvfrom:
	case __NR_recvmsg:
	case __NR_getrandom:
	case __NR_sendfile:
	case __NR_splice:
	case __NR_copy_file_range:
		return True;
	default:
		return False;
	}
}

static Bool gives_out(UInt number)
{
	switch (number) {
	case __NR_write:
	case __NR_pwrite64:
	case __NR_writev:
	case __NR_pwritev:
	case __NR_pwritev2:
	case __NR_sendto:
	case __NR_sendmsg:
	case __NR_sendfile:
	case __NR_splice:
	case __NR_copy_file_range:
		return True;
	default:
		return False;
	}
}

void landau_space_before_call(struct landau_stack *stack)
{
	spend(stack, LANDAU_COST_SYSCALLS, 1);
}

void landau_space_after_call(struct landau_stack *stack, UInt number, const UWord *arguments,
			     SysRes result)
{
	if (sr_isError(result))
		return;
	if (takes_in(number))
		spend(stack, LANDAU_COST_BYTES_IN, sr_Res(result));
	if (gives_out(number))
		spend(stack, LANDAU_COST_BYTES_OUT, sr_Res(result));
	if (space_is_wanted())
		on_mapping_call(stack, number, arguments, sr_Res(result));
}

/* -- Start -------------------------------------------------------------------------------------- */

/* Also in the child of a fork, where blocks are nobody's any more. */
void landau_space_start(void)
{
	if (mappings)
		VG_(deleteXA)(mappings);
	mappings = VG_(newXA)(VG_(malloc), "landau.mappings", VG_(free), sizeof(struct mapped));
}
