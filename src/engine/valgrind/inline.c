/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inline.c - the code that is added for each access.
 *
 * With cells of four bytes and a flat shadow, the words of the cells are looked at in place, two at
 * a time, and only what they do not settle goes to a helper:
 *
 *   - A read has nothing to do if all words are at the threshold or above. Words are below 2^31, so
 *     with H = 2^31 in both halves of 64 bits, (H + threshold - 1) - words has the upper bit of a
 *     half set where that word is below the threshold; no half borrows from the other.
 *   - A write to memory that the thread has for itself stores the word `threshold, written by the
 *     owner`. The state in a word, its lowest two bits, is not 0 there.
 *
 * Both hold for addresses that are multiples of four; others go to the helper. The address
 * of the words is one addition, the values are in the area. Whatever the inlined code does, the
 * helper would have done: results are the same with --reference, which leaves it out.
 */
#include "engine/valgrind/instrument.h"

/* -- Calls ------------------------------------------------------------------------------------- */

/* A helper that may change the area, since a first access can move the threshold. */
static void add_call(struct landau_block *block, const HChar *name, void *function, IRExpr *address,
		     IRExpr *size, IRExpr *guard)
{
	IRExpr **arguments = size ? mkIRExprVec_3(IRExpr_GSPTR(), address, size)
				  : mkIRExprVec_2(IRExpr_GSPTR(), address);
	IRDirty *call =
		unsafeIRDirty_0_N(size ? 3 : 2, name, VG_(fnptr_to_fnentry)(function), arguments);

	if (guard)
		call->guard = guard;
	call->nFxState = 1;
	VG_(memset)(&call->fxState, 0, sizeof(call->fxState));
	call->fxState[0].fx = Ifx_Modify;
	call->fxState[0].offset = (UShort)landau_area_offset(block, 0);
	call->fxState[0].size = sizeof(struct landau_area);
	landau_add(block, IRStmt_Dirty(call));
}

static void add_plain(struct landau_block *block, Bool is_write, IRExpr *address, Int size,
		      IRExpr *guard)
{
	if (is_write)
		add_call(block, "landau_on_write", landau_on_write, address,
			 landau_number((ULong)size), guard);
	else
		add_call(block, "landau_on_read", landau_on_read, address,
			 landau_number((ULong)size), guard);
}

/* -- Tests ------------------------------------------------------------------------------------- */

/* Where the word of the cell is. Accesses of one or two bytes may begin within the cell. */
static IRExpr *add_word_address(struct landau_block *block, IRExpr *address, Int size)
{
	if (size < 4)
		address = landau_binary(block, Iop_And64, address, landau_number(~(ULong)3));
	return landau_binary(block, Iop_Add64, landau_get(block, LANDAU_FIELD(block, flat)),
			     address);
}

static IRExpr *add_load(struct landau_block *block, IRType type, IRExpr *base, Int offset)
{
	IRExpr *place =
		offset ? landau_binary(block, Iop_Add64, base, landau_number((ULong)offset)) : base;

	return landau_assign(block, type, IRExpr_Load(Iend_LE, type, place));
}

/*
 * Not zero if the access is not made of whole cells: of four bytes and more at an address that is no
 * multiple of four, or two bytes in two cells. NULL: it cannot be.
 */
static IRExpr *add_crooked(struct landau_block *block, IRExpr *address, Int size)
{
	if (size == 1)
		return NULL;
	if (size == 2) /* 3 + 1 carries */
		return landau_binary(
			block, Iop_And64,
			landau_binary(block, Iop_Add64,
				      landau_binary(block, Iop_And64, address, landau_number(3)),
				      landau_number(1)),
			landau_number(4));
	return landau_binary(block, Iop_And64, address, landau_number(3));
}

static IRExpr *add_or(struct landau_block *block, IRExpr *a, IRExpr *b)
{
	return b ? landau_binary(block, Iop_Or64, a, b) : a;
}

static IRExpr *add_not_zero(struct landau_block *block, IRExpr *value)
{
	return landau_assign(block, Ity_I1, IRExpr_Binop(Iop_CmpNE64, value, landau_number(0)));
}

static void add_inline_read(struct landau_block *block, IRExpr *address, Int size)
{
	IRExpr *words = add_word_address(block, address, size);
	IRExpr *crooked = add_crooked(block, address, size);
	IRExpr *limit = landau_get(block, LANDAU_FIELD(block, read_limit));
	IRExpr *below = NULL;

	if (size <= 4) {
		IRExpr *word =
			landau_assign(block, Ity_I64,
				      IRExpr_Unop(Iop_32Uto64, add_load(block, Ity_I32, words, 0)));

		below = landau_binary(block, Iop_Sub64, limit, word);
		/* The upper half of the limit stays as it is: only the lower bit tells. */
		below = landau_binary(block, Iop_And64, below, landau_number(0x80000000));
	} else {
		for (Int offset = 0; offset < size; offset += 8)
			below = add_or(block,
				       landau_binary(block, Iop_Sub64, limit,
						     add_load(block, Ity_I64, words, offset)),
				       below);
		below = landau_binary(block, Iop_And64, below,
				      landau_get(block, LANDAU_FIELD(block, high_bits)));
	}
	below = add_not_zero(block, add_or(block, below, crooked));
	switch (size) {
	case 1:
		add_call(block, "landau_miss_1", landau_miss_1, address, NULL, below);
		break;
	case 2:
		add_call(block, "landau_miss_2", landau_miss_2, address, NULL, below);
		break;
	case 4:
		add_call(block, "landau_miss_4", landau_miss_4, address, NULL, below);
		break;
	case 8:
		add_call(block, "landau_miss_8", landau_miss_8, address, NULL, below);
		break;
	default:
		add_plain(block, False, address, size, below);
		break;
	}
}

static void add_inline_write(struct landau_block *block, IRExpr *address, Int size)
{
	IRExpr *words = add_word_address(block, address, size);
	IRExpr *crooked = add_crooked(block, address, size);
	IRExpr *own = landau_get(block, LANDAU_FIELD(block, own_words));
	IRExpr *others = NULL;
	IRExpr *private;
	IRType type = size <= 4 ? Ity_I32 : Ity_I64;

	/* Not zero where a word has state 0. */
	for (Int offset = 0; offset < size; offset += 8) {
		IRExpr *word = add_load(block, type, words, offset);
		IRExpr *state, *low;

		if (type == Ity_I32)
			word = landau_assign(block, Ity_I64, IRExpr_Unop(Iop_32Uto64, word));
		state = landau_binary(
			block, Iop_Or64, word,
			landau_binary(block, Iop_Shr64, word, IRExpr_Const(IRConst_U8(1))));
		low = type == Ity_I32 ? landau_number(1)
				      : landau_get(block, LANDAU_FIELD(block, low_bits));
		state = landau_binary(block, Iop_And64, state, low);
		state = landau_binary(block, Iop_Xor64, state, low);
		others = add_or(block, state, others);
	}
	others = add_or(block, others, crooked);
	private = landau_assign(block, Ity_I1, IRExpr_Binop(Iop_CmpEQ64, others, landau_number(0)));
	if (type == Ity_I32)
		own = landau_assign(block, Ity_I32, IRExpr_Unop(Iop_64to32, own));
	for (Int offset = 0; offset < size; offset += 8) {
		IRExpr *place = offset ? landau_binary(block, Iop_Add64, words,
						       landau_number((ULong)offset))
				       : words;

		landau_add(block, IRStmt_StoreG(Iend_LE, place, own, private));
	}
	add_plain(block, True, address, size, add_not_zero(block, others));
}

void landau_add_access(struct landau_block *block, Bool is_write, IRExpr *address, Int size,
		       IRExpr *guard)
{
	Bool simple = size == 1 || size == 2 || size == 4 || size == 8 || size == 16 || size == 32;

	if (!landau_inlining || guard || !simple || address->tag != Iex_RdTmp)
		add_plain(block, is_write, address, size, guard);
	else if (is_write)
		add_inline_write(block, address, size);
	else
		add_inline_read(block, address, size);
}
