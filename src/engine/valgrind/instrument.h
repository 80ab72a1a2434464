/* SPDX-License-Identifier: GPL-2.0-or-later */
/* instrument.h - what instrument.c and inline.c share: building blocks of added code. */
#ifndef LANDAU_ENGINE_VALGRIND_INSTRUMENT_H
#define LANDAU_ENGINE_VALGRIND_INSTRUMENT_H

#include "engine/valgrind/engine.h"

struct landau_block {
	IRSB *in;
	IRSB *out;
	const VexGuestLayout *layout;
	IRJumpKind kind;                     /* of its end */
	IRTemp return_target;                /* what a return jumps to */
	Addr return_address;                 /* what a call pushes, 0: no call */
	Int last_instruction;                /* index of its IMark */
	Bool watched;                        /* executions are counted */
	struct landau_code_block *last_part; /* if they are */
	UChar *aligned;                      /* by temporary: a multiple of eight, for sure */
};

static inline Int landau_area_offset(const struct landau_block *block, SizeT field)
{
	return block->layout->total_sizeB + (Int)field;
}

#define LANDAU_FIELD(block, field) landau_area_offset(block, offsetof(struct landau_area, field))

static inline void landau_add(struct landau_block *block, IRStmt *statement)
{
	addStmtToIRSB(block->out, statement);
}

/* A call of a helper that may change the area, not added yet; guard NULL: always. */
static inline IRDirty *landau_helper_call(const struct landau_block *block, const HChar *name,
					  void *function, Int parameters, IRExpr **arguments,
					  IRExpr *guard)
{
	IRDirty *call =
		unsafeIRDirty_0_N(parameters, name, VG_(fnptr_to_fnentry)(function), arguments);

	if (guard)
		call->guard = guard;
	call->nFxState = 1;
	VG_(memset)(&call->fxState, 0, sizeof(call->fxState));
	call->fxState[0].fx = Ifx_Modify;
	call->fxState[0].offset = (UShort)landau_area_offset(block, 0);
	call->fxState[0].size = sizeof(struct landau_area);
	return call;
}

static inline IRExpr *landau_assign(struct landau_block *block, IRType type, IRExpr *value)
{
	IRTemp temporary = newIRTemp(block->out->tyenv, type);

	landau_add(block, IRStmt_WrTmp(temporary, value));
	return IRExpr_RdTmp(temporary);
}

static inline IRExpr *landau_get(struct landau_block *block, Int offset)
{
	return landau_assign(block, Ity_I64, IRExpr_Get(offset, Ity_I64));
}

static inline IRExpr *landau_number(ULong value)
{
	return IRExpr_Const(IRConst_U64(value));
}

static inline IRExpr *landau_binary(struct landau_block *block, IROp op, IRExpr *a, IRExpr *b)
{
	return landau_assign(block, Ity_I64, IRExpr_Binop(op, a, b));
}

/* Is this an exit that the instruction's own control flow takes, and not an oddity such as a fault? */
Bool landau_is_transfer(const IRStmt *statement);

/* Notes where control goes from the end of the part from statement `start` to `end` - 1 (successors.c). */
void landau_find_successors(struct landau_block *block, Int start, Int end,
			    struct landau_code_block *code);
/* The same where only running it tells: at the end of a superblock whose last part is `code`. */
void landau_add_target_test(struct landau_block *block, struct landau_code_block *code);

/* Takes note of what a statement says about the alignment of a temporary. */
void landau_note_alignment(struct landau_block *block, const IRStmt *statement);

/* Reports an access of `size` bytes; guard NULL: always. */
void landau_add_access(struct landau_block *block, Bool is_write, IRExpr *address, Int size,
		       IRExpr *guard);

/* The same of a write that an atomic instruction does. */
void landau_add_atomic_write(struct landau_block *block, IRExpr *address, Int size, IRExpr *guard);

#endif
