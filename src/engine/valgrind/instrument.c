/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * instrument.c - what is added to the program's code.
 *
 * Valgrind hands over superblocks: straight code with side exits. Chasing is off, so that each call
 * and each jump ends one. Added are:
 *
 *   - where a symbol starts: a test whether this is the routine that was called last; if not, it
 *     was reached by a jump (landau_on_entry);
 *   - costs: one addition for each part between exits. A basic block ends with an instruction that
 *     may transfer control: jump, call, return, system call, each round of a repeated string
 *     instruction. Blocks and instructions are counted at the beginning of their part. Not every
 *     round of rep movs and rep stos counts (see there);
 *   - in routines whose lines are counted: the executions of each part (core/watch.h);
 *   - accesses, each after the access itself: if that faults, there was none. Not the return
 *     address that a call pushes and a return pops, and nothing in stubs of the procedure linkage
 *     table: they are not input;
 *   - at the end: calls, returns, and indirect jumps that do not keep to the stack.
 */
#include "engine/valgrind/instrument.h"
#include "engine/valgrind/measure.h"

/* A call that sees the stack pointer and may change the area. */
static void add_control_call(struct landau_block *block, const HChar *name, void *function,
			     IRExpr *argument, IRExpr *guard)
{
	IRExpr **arguments = argument ? mkIRExprVec_1(argument) : mkIRExprVec_0();
	IRDirty *call =
		landau_helper_call(block, name, function, argument ? 1 : 0, arguments, guard);

	call->nFxState = 2;
	call->fxState[1].fx = Ifx_Read;
	call->fxState[1].offset = (UShort)block->layout->offset_SP;
	call->fxState[1].size = (UShort)block->layout->sizeof_SP;
	landau_add(block, IRStmt_Dirty(call));
}

/* -- Accesses ---------------------------------------------------------------------------------- */

static void add_read(struct landau_block *block, IRExpr *address, IRType type, IRExpr *guard)
{
	landau_add_access(block, False, address, sizeofIRType(type), guard);
}

static void add_write(struct landau_block *block, IRExpr *address, IRType type, IRExpr *guard)
{
	landau_add_access(block, True, address, sizeofIRType(type), guard);
}

/* Was the value found in memory the expected one? */
static IRExpr *add_equal(struct landau_block *block, IRTemp found, IRExpr *expected)
{
	IRType type = typeOfIRTemp(block->in->tyenv, found);
	IROp op = Iop_CmpEQ64;

	switch (type) {
	case Ity_I8:
		op = Iop_CmpEQ8;
		break;
	case Ity_I16:
		op = Iop_CmpEQ16;
		break;
	case Ity_I32:
		op = Iop_CmpEQ32;
		break;
	default:
		break;
	}
	return landau_assign(block, Ity_I1, IRExpr_Binop(op, IRExpr_RdTmp(found), expected));
}

/* A read, and a write if the exchange takes place. */
static void add_compare_and_swap(struct landau_block *block, const IRCAS *cas)
{
	Int size = sizeofIRType(typeOfIRExpr(block->in->tyenv, cas->dataLo));
	IRExpr *done = add_equal(block, cas->oldLo, cas->expdLo);

	if (cas->dataHi) {
		IRExpr *high = add_equal(block, cas->oldHi, cas->expdHi);
		IRExpr *both = landau_assign(
			block, Ity_I32,
			IRExpr_Binop(Iop_And32,
				     landau_assign(block, Ity_I32, IRExpr_Unop(Iop_1Uto32, done)),
				     landau_assign(block, Ity_I32, IRExpr_Unop(Iop_1Uto32, high))));

		size *= 2;
		done = landau_assign(block, Ity_I1, IRExpr_Unop(Iop_32to1, both));
	}
	landau_add_access(block, False, cas->addr, size, NULL);
	landau_add_atomic_write(block, cas->addr, size, done);
}

static void add_dirty_accesses(struct landau_block *block, const IRDirty *dirty)
{
	if (dirty->mFx == Ifx_Read || dirty->mFx == Ifx_Modify)
		landau_add_access(block, False, dirty->mAddr, dirty->mSize, dirty->guard);
	if (dirty->mFx == Ifx_Write || dirty->mFx == Ifx_Modify)
		landau_add_access(block, True, dirty->mAddr, dirty->mSize, dirty->guard);
}

/* The stack pointer has got a value: is it lower than all before? */
static void add_lowest(struct landau_block *block, IRExpr *sp)
{
	IRExpr *lowest = landau_get(block, LANDAU_FIELD(block, lowest));
	IRExpr *lower = landau_assign(block, Ity_I1, IRExpr_Binop(Iop_CmpLT64U, sp, lowest));

	lowest = landau_assign(block, Ity_I64, IRExpr_ITE(lower, sp, lowest));
	landau_add(block, IRStmt_Put(LANDAU_FIELD(block, lowest), lowest));
}

/* Copies a statement and reports what it accesses. */
static void add_with_accesses(struct landau_block *block, IRStmt *statement,
			      Bool in_last_instruction)
{
	IRTypeEnv *types = block->in->tyenv;
	IRType result, loaded;

	landau_add(block, statement);
	landau_note_alignment(block, statement);
	if (statement->tag == Ist_Put && statement->Ist.Put.offset == block->layout->offset_SP &&
	    landau_counts_stack())
		add_lowest(block, statement->Ist.Put.data);
	switch (statement->tag) {
	case Ist_WrTmp: {
		const IRExpr *data = statement->Ist.WrTmp.data;

		if (data->tag != Iex_Load)
			break;
		if (in_last_instruction && statement->Ist.WrTmp.tmp == block->return_target)
			break;
		add_read(block, data->Iex.Load.addr, data->Iex.Load.ty, NULL);
		break;
	}
	case Ist_Store: {
		const IRExpr *data = statement->Ist.Store.data;

		if (in_last_instruction && block->return_address && data->tag == Iex_Const &&
		    data->Iex.Const.con->tag == Ico_U64 &&
		    data->Iex.Const.con->Ico.U64 == block->return_address)
			break;
		add_write(block, statement->Ist.Store.addr,
			  typeOfIRExpr(types, statement->Ist.Store.data), NULL);
		break;
	}
	case Ist_LoadG: {
		const IRLoadG *load = statement->Ist.LoadG.details;

		typeOfIRLoadGOp(load->cvt, &result, &loaded);
		add_read(block, load->addr, loaded, load->guard);
		break;
	}
	case Ist_StoreG: {
		const IRStoreG *store = statement->Ist.StoreG.details;

		add_write(block, store->addr, typeOfIRExpr(types, store->data), store->guard);
		break;
	}
	case Ist_CAS:
		add_compare_and_swap(block, statement->Ist.CAS.details);
		break;
	case Ist_LLSC:
		if (statement->Ist.LLSC.storedata)
			landau_add_atomic_write(
				block, statement->Ist.LLSC.addr,
				sizeofIRType(typeOfIRExpr(types, statement->Ist.LLSC.storedata)),
				IRExpr_RdTmp(statement->Ist.LLSC.result));
		else
			add_read(block, statement->Ist.LLSC.addr,
				 typeOfIRTemp(types, statement->Ist.LLSC.result), NULL);
		break;
	case Ist_Dirty:
		add_dirty_accesses(block, statement->Ist.Dirty.details);
		break;
	default:
		break;
	}
}

/* -- Costs ------------------------------------------------------------------------------------- */

Bool landau_is_transfer(const IRStmt *statement)
{
	return statement->tag == Ist_Exit &&
	       (statement->Ist.Exit.jk == Ijk_Boring || statement->Ist.Exit.jk == Ijk_Call ||
		statement->Ist.Exit.jk == Ijk_Ret);
}

/* Does the block end with a transfer of control, and not because it got long? */
static Bool ends_with_transfer(const IRSB *block, Addr last, UInt length)
{
	switch (block->jumpkind) {
	case Ijk_Call:
	case Ijk_Ret:
	case Ijk_NoRedir:
	case Ijk_Sys_syscall:
	case Ijk_Sys_int32:
	case Ijk_Sys_int128:
	case Ijk_Sys_sysenter:
		return True;
	case Ijk_Boring:
		return block->next->tag != Iex_Const ||
		       block->next->Iex.Const.con->Ico.U64 != last + length || landau_is_jump(last);
	default:
		return False;
	}
}

/*
 * The C library copies and clears with vector instructions up to some size, and with one rep movsb or
 * rep stosb beyond it. Processors do the latter by whole lines; to Valgrind each byte is a round. Were
 * all rounds counted, memcpy would cost a hundred times as much from one size to the next, and
 * whatever copies would seem to grow faster than it does. So a block is counted for as many bytes as
 * a round of the library's loop takes, and an instruction for about as many as one of that loop.
 */
enum { BYTES_IN_BLOCK = 128, BYTES_IN_INSTRUCTION = 16 };

/* Of a part: the main cost, and the other one of instructions and blocks. */
struct costs {
	UInt main;
	UInt second;
};

/*
 * The cost of the part that begins with the IMark at `start`: up to and with the first instruction
 * that may transfer control, but not with a string instruction that is counted by bytes. *end is the index
 * of the IMark after it.
 */
static struct costs part_cost(const IRSB *block, Int start, Int *end)
{
	UInt instructions = 0;
	Bool transfers = False, exchanges = False;
	const IRStmt *last = NULL;
	Int i;

	for (i = start; i < block->stmts_used; i++) {
		const IRStmt *statement = block->stmts[i];

		if (statement->tag == Ist_IMark) {
			Addr address = statement->Ist.IMark.addr;

			if (transfers || (last && landau_repeated_bytes(address)))
				break;
			if (last && address != last->Ist.IMark.addr + last->Ist.IMark.len) {
				transfers = True; /* an unrolled loop */
				break;
			}
			instructions++;
			transfers = landau_is_conditional_jump(address);
			exchanges = False;
			last = statement;
		} else if (statement->tag == Ist_CAS) {
			exchanges = True; /* if it fails, the instruction is done again */
		} else if (landau_is_transfer(statement) && !exchanges) {
			transfers = True;
		}
	}
	if (i == block->stmts_used && !transfers && last)
		transfers = ends_with_transfer(block, last->Ist.IMark.addr, last->Ist.IMark.len);
	*end = i;
	return landau_options.count_instructions ? (struct costs){instructions, transfers}
						 : (struct costs){transfers, instructions};
}

/* To a field of the area. */
static void add_to(struct landau_block *block, Int field, IRExpr *amount)
{
	IRExpr *sum = landau_assign(block, Ity_I64,
				    IRExpr_Binop(Iop_Add64, landau_get(block, field), amount));

	landau_add(block, IRStmt_Put(field, sum));
}

static void add_cost(struct landau_block *block, struct costs costs)
{
	if (costs.main > 0)
		add_to(block, LANDAU_FIELD(block, cost), landau_number(costs.main));
	if (costs.second > 0 && landau_counts_second())
		add_to(block, LANDAU_FIELD(block, second), landau_number(costs.second));
}

/* If the block is not the running activation's. */
static void add_touch(struct landau_block *block, IRExpr *counted, IRExpr *differs)
{
	IRExpr **arguments = mkIRExprVec_2(IRExpr_GSPTR(), counted);
	IRDirty *call = unsafeIRDirty_0_N(2, "landau_on_touch",
					  VG_(fnptr_to_fnentry)(landau_on_touch), arguments);

	call->guard = differs;
	call->nFxState = 1;
	VG_(memset)(&call->fxState, 0, sizeof(call->fxState));
	call->fxState[0].fx = Ifx_Modify;
	call->fxState[0].offset = (UShort)landau_area_offset(block, 0);
	call->fxState[0].size = sizeof(struct landau_area);
	landau_add(block, IRStmt_Dirty(call));
}

/* Executions of the part of a block that begins at `start`; there are as many more as `executions` says, NULL: one. */
static void add_executions(struct landau_block *block, Int start, Int end,
			   const struct landau_watched_block *kind, IRExpr *executions)
{
	Addr *addresses = LibVEX_Alloc((SizeT)(end - start) * sizeof(*addresses));
	IRExpr *counted, *owner, *differs, *count_at, *count;
	UInt instructions = 0;
	UInt bytes = 0;

	for (Int i = start; i < end; i++) {
		const IRStmt *statement = block->in->stmts[i];

		if (statement->tag != Ist_IMark)
			continue;
		addresses[instructions++] = statement->Ist.IMark.addr;
		bytes += statement->Ist.IMark.len;
	}
	block->last_part = landau_block_at(addresses, instructions, bytes, kind);
	landau_find_successors(block, start, end, block->last_part);
	landau_add(block, IRStmt_Put(LANDAU_FIELD(block, last_block),
				     landau_number((ULong)(Addr)&block->last_part->block)));
	_Static_assert(offsetof(struct landau_watched_block, owner) == 0, "read below");
	/* By a register: as a constant it would be 10 bytes in each place. */
	counted = landau_get(block, LANDAU_FIELD(block, last_block));
	owner = landau_assign(block, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, counted));
	differs = landau_assign(
		block, Ity_I1,
		IRExpr_Binop(Iop_CmpNE64, owner, landau_get(block, LANDAU_FIELD(block, serial))));
	add_touch(block, counted, differs);
	count_at = landau_binary(block, Iop_Add64, counted,
				 landau_number(offsetof(struct landau_watched_block, count)));
	count = landau_assign(block, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, count_at));
	count = landau_binary(block, Iop_Add64, count, executions ? executions : landau_number(1));
	landau_add(block, IRStmt_Store(Iend_LE, count_at, count));
}

/* A round counts if the number of those left is a multiple of `period`, a power of two. Returns 1 if this one does. */
static IRExpr *add_cost_of_some(struct landau_block *block, Int field, ULong period)
{
	IRExpr *left = landau_get(block, landau_repetition_register());
	IRExpr *rest = landau_assign(block, Ity_I64,
				     IRExpr_Binop(Iop_And64, left, landau_number(period - 1)));
	IRExpr *counts =
		landau_assign(block, Ity_I1, IRExpr_Binop(Iop_CmpEQ64, rest, landau_number(0)));
	IRExpr *cost = landau_assign(block, Ity_I64, IRExpr_Unop(Iop_1Uto64, counts));

	add_to(block, field, cost);
	return cost;
}

/* The cost of the part that begins at `start`; returns where the next one does. */
static Int add_part_cost(struct landau_block *block, Int start)
{
	UInt bytes = landau_repeated_bytes(block->in->stmts[start]->Ist.IMark.addr);
	Bool by_instruction = landau_options.count_instructions;
	Int end;
	struct costs costs = part_cost(block->in, start, &end);
	struct landau_watched_block kind = {
		.each_costs = !bytes && landau_options.count_instructions,
		.costs = bytes || costs.main,
		.is_repeat = bytes != 0,
	};
	IRExpr *rounds = NULL;

	if (bytes)
		rounds = add_cost_of_some(block, LANDAU_FIELD(block, cost),
					  (by_instruction ? BYTES_IN_INSTRUCTION : BYTES_IN_BLOCK) /
						  bytes);
	else
		add_cost(block, costs);
	if (bytes && landau_counts_second())
		add_cost_of_some(block, LANDAU_FIELD(block, second),
				 (by_instruction ? BYTES_IN_BLOCK : BYTES_IN_INSTRUCTION) / bytes);
	if (block->watched)
		add_executions(block, start, end, &kind, rounds);
	return end;
}

/* -- Control flow ------------------------------------------------------------------------------ */

static void add_entry_test(struct landau_block *block, struct landau_entry *entry)
{
	IRExpr *top = landau_get(block, LANDAU_FIELD(block, top_entry));
	IRExpr *differs = landau_assign(
		block, Ity_I1, IRExpr_Binop(Iop_CmpNE64, top, landau_number((ULong)(Addr)entry)));

	add_control_call(block, "landau_on_entry", landau_on_entry_stub,
			 landau_number((ULong)(Addr)entry), differs);
}

/* An indirect jump is looked at if the stack pointer is not where the top frame can have it. */
static void add_jump_test(struct landau_block *block)
{
	IRExpr *sp = landau_get(block, block->layout->offset_SP);
	IRExpr *distance = landau_assign(
		block, Ity_I64,
		IRExpr_Binop(Iop_Sub64, landau_get(block, LANDAU_FIELD(block, top_sp)), sp));
	IRExpr *far = landau_assign(
		block, Ity_I1, IRExpr_Binop(Iop_CmpLT64U, landau_number(LANDAU_NEAR), distance));

	add_control_call(block, "landau_on_jump", landau_on_jump_stub, block->in->next, far);
}

static void add_end(struct landau_block *block, enum landau_stub stub)
{
	const IRSB *in = block->in;

	switch (block->kind) {
	case Ijk_Call:
	case Ijk_NoRedir:
		if (!block->return_address)
			break;
		if (in->next->tag == Iex_Const)
			add_control_call(block, "landau_on_call", landau_on_call_stub,
					 landau_number((ULong)(Addr)landau_entry_at(
						 in->next->Iex.Const.con->Ico.U64)),
					 NULL);
		else
			add_control_call(block, "landau_on_indirect_call",
					 landau_on_indirect_call_stub, in->next, NULL);
		break;
	case Ijk_Ret:
		add_control_call(block, "landau_on_return", landau_on_return_stub, NULL, NULL);
		break;
	case Ijk_Boring:
		if (stub == LANDAU_STUB_RESOLVER)
			add_control_call(block, "landau_on_resolver", landau_on_resolver_stub, NULL,
					 NULL);
		else if (stub == LANDAU_STUB_JUMP)
			add_control_call(block, "landau_on_stub", landau_on_stub_stub, in->next,
					 NULL);
		else if (in->next->tag != Iex_Const)
			add_jump_test(block);
		if (block->last_part && in->next->tag != Iex_Const)
			landau_add_target_test(block, block->last_part);
		break;
	default:
		break;
	}
}

/* -- The whole --------------------------------------------------------------------------------- */

/* Finds the last instruction and what must not be taken for input in it. */
static void look_at_end(struct landau_block *block)
{
	const IRSB *in = block->in;
	Int i = in->stmts_used - 1;

	while (i >= 0 && in->stmts[i]->tag != Ist_IMark)
		i--;
	block->last_instruction = i;
	block->kind = in->jumpkind;
	block->return_target = IRTemp_INVALID;
	block->return_address = 0;
	if (i < 0)
		return;
	/* To Valgrind a jump of arm64 is a call, too. */
	if (in->jumpkind == Ijk_Call && landau_is_jump(in->stmts[i]->Ist.IMark.addr))
		block->kind = Ijk_Boring;
	if (in->jumpkind == Ijk_Ret && in->next->tag == Iex_RdTmp)
		block->return_target = in->next->Iex.RdTmp.tmp;
	if (block->kind == Ijk_Call || block->kind == Ijk_NoRedir)
		block->return_address = in->stmts[i]->Ist.IMark.addr + in->stmts[i]->Ist.IMark.len;
	/* A call of the next instruction only pushes an address, to be popped: no call at all. */
	if (in->next->tag == Iex_Const && in->next->Iex.Const.con->Ico.U64 == block->return_address)
		block->return_address = 0;
}

IRSB *landau_instrument(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout,
			const VexGuestExtents *extents, const VexArchInfo *host, IRType guest_word,
			IRType host_word)
{
	struct landau_block block = {
		.in = in, .out = deepCopyIRSBExceptStmts(in), .layout = layout};
	struct landau_entry *entry = landau_symbol_at(closure->nraddr);
	enum landau_stub stub = entry ? LANDAU_STUB_NONE : landau_stub_at(closure->nraddr, NULL);
	Bool probes = False;
	Int next_part;
	Int i = 0;

	(void)extents, (void)host, (void)guest_word, (void)host_word;
	while (i < in->stmts_used && in->stmts[i]->tag != Ist_IMark)
		landau_add(&block, in->stmts[i++]);
	look_at_end(&block);
	block.watched = stub == LANDAU_STUB_NONE && landau_code_is_watched(closure->nraddr);
	block.aligned = LibVEX_Alloc((SizeT)in->tyenv->types_used);
	VG_(memset)(block.aligned, 0, (SizeT)in->tyenv->types_used);
	if (entry)
		add_entry_test(&block, entry);
	next_part = i;
	for (; i < in->stmts_used; i++) {
		IRStmt *statement = in->stmts[i];

		if (stub != LANDAU_STUB_NONE) {
			landau_add(&block, statement);
			continue;
		}
		if (i == next_part)
			next_part = add_part_cost(&block, i);
		if (statement->tag == Ist_IMark)
			probes = landau_is_stack_probe(statement->Ist.IMark.addr);
		if (probes)
			landau_add(&block, statement);
		else
			add_with_accesses(&block, statement, i >= block.last_instruction);
	}
	add_end(&block, stub);
	return block.out;
}
