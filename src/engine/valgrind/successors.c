/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * successors.c - where control goes from the end of a block of a watched routine; core/loops.h finds the loops in that.
 *
 * Most of it stands in the code. What an indirect jump goes to is seen while it runs: the block keeps the target that
 * it saw last, and a helper notes any other one. Where a routine goes on after calls that were left otherwise than by a return, the next
 * block that it runs tells (landau_on_touch): the call, or what a signal has interrupted, has led there.
 */
#include "engine/valgrind/instrument.h"

static void leads_to(struct landau_code_block *code, Addr target)
{
	enum { FIRST_ROOM = 2 };

	for (UInt i = 0; i < code->block.next_count; i++)
		if (code->successors[i] == target)
			return;
	if (code->block.next_count == code->successor_limit) {
		code->successor_limit =
			code->successor_limit ? 2 * code->successor_limit : FIRST_ROOM;
		code->successors = VG_(realloc)("landau.successors", code->successors,
						code->successor_limit * sizeof(*code->successors));
		code->block.next = code->successors;
	}
	code->successors[code->block.next_count++] = target;
}

void landau_block_leads_to(struct landau_watched_block *block, Addr target)
{
	leads_to((struct landau_code_block *)(void *)block, target);
}

/* By a jump, or because the next instruction is there. */
static void goes_to(struct landau_code_block *code, Addr target)
{
	leads_to(code, target);
	code->block.leaves |= landau_symbol_at(target) != NULL;
}

static Bool address_of(const IRExpr *next, Addr *address)
{
	if (next->tag != Iex_Const || next->Iex.Const.con->tag != Ico_U64)
		return False;
	*address = next->Iex.Const.con->Ico.U64;
	return True;
}

/* From the end of the superblock. */
static void ends(const struct landau_block *block, struct landau_code_block *code)
{
	Addr next = 0;
	Bool known = address_of(block->in->next, &next);

	switch (block->kind) {
	case Ijk_Call:
	case Ijk_NoRedir:
		if (block->return_address)
			next = block->return_address;
		code->block.calls = block->return_address != 0;
		leads_to(code, next);
		break;
	case Ijk_Ret:
		code->block.leaves = True;
		break;
	default:
		if (known)
			goes_to(code, next);
		else
			code->block.leaves = True;
		break;
	}
}

void landau_find_successors(struct landau_block *block, Int start, Int end,
			    struct landau_code_block *code)
{
	const IRSB *in = block->in;
	Bool exchanges = False;

	for (Int i = start; i < end; i++) {
		const IRStmt *statement = in->stmts[i];

		if (statement->tag == Ist_IMark)
			exchanges = False;
		else if (statement->tag == Ist_CAS)
			exchanges = True; /* if it fails, the instruction is done again */
		else if (landau_is_transfer(statement) && !exchanges)
			goes_to(code, statement->Ist.Exit.dst->Ico.U64);
	}
	if (end < in->stmts_used)
		goes_to(code, in->stmts[end]->Ist.IMark.addr);
	else
		ends(block, code);
}

VG_REGPARM(2) void landau_on_new_target(struct landau_code_block *code, Addr target)
{
	code->last_target = target;
	leads_to(code, target);
}

void landau_add_target_test(struct landau_block *block, struct landau_code_block *code)
{
	IRExpr *counted = landau_number((ULong)(Addr)code);
	IRExpr *last_at = landau_number((ULong)(Addr)&code->last_target);
	IRExpr *last = landau_assign(block, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, last_at));
	IRExpr *differs =
		landau_assign(block, Ity_I1, IRExpr_Binop(Iop_CmpNE64, last, block->in->next));
	IRDirty *call = unsafeIRDirty_0_N(2, "landau_on_new_target",
					  VG_(fnptr_to_fnentry)(landau_on_new_target),
					  mkIRExprVec_2(counted, block->in->next));

	call->guard = differs;
	landau_add(block, IRStmt_Dirty(call));
}
