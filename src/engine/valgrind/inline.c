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
 *     owner`. The state in a word, its lowest two bits, is not 0 there. This may also be memory that is
 *     lent to the thread, where a pair of cells counts as such if its first one does (access.c).
 *
 * Reads are settled at addresses that are multiples of four, or of their size if that is less, writes
 * at multiples of their size; others go to the helper. No test is needed where the address is a constant, or is the stack
 * pointer with a constant: that one is taken to be a multiple of eight, as the calling convention
 * has it, and where it is not, calls.c turns to a shadow that settles nothing.
 *
 * Where Valgrind cannot leave out a store by a condition (machine.h), all writes go to the helper.
 *
 * Whatever the inlined code does, the helper would have done: results are the same with
 * --reference, which leaves it out.
 */
#include "engine/valgrind/instrument.h"

/* -- Calls ------------------------------------------------------------------------------------- */

/* A helper that may change the area, since a first access can move the threshold. */
static void add_call(struct landau_block *block, const HChar *name, void *function, Int parameters,
		     IRExpr **arguments, IRExpr *guard)
{
	landau_add(block, IRStmt_Dirty(landau_helper_call(block, name, function, parameters,
							  arguments, guard)));
}

static void add_plain(struct landau_block *block, Bool is_write, IRExpr *address, Int size,
		      IRExpr *guard)
{
	IRExpr **arguments = mkIRExprVec_2(address, landau_number((ULong)size));

	if (is_write)
		add_call(block, "landau_on_write", landau_on_write_stub, 2, arguments, guard);
	else
		add_call(block, "landau_on_read", landau_on_read_stub, 2, arguments, guard);
}

struct helpers {
	Int size;
	const HChar *read_name;
	const HChar *write_name;
	void (*read)(void);
	void (*write)(void);
};

#define HELPERS(size)                                                                              \
	{                                                                                          \
		size, "landau_miss_" #size, "landau_write_" #size, landau_miss_##size##_stub,      \
			landau_write_##size##_stub                                                 \
	}

static const struct helpers all_helpers[] = {
	HELPERS(1), HELPERS(2), HELPERS(4), HELPERS(8), HELPERS(16), HELPERS(32),
};

static const struct helpers *helpers_for(Int size)
{
	for (UInt i = 0; i < sizeof(all_helpers) / sizeof(all_helpers[0]); i++)
		if (all_helpers[i].size == size)
			return &all_helpers[i];
	return NULL;
}

/* -- Alignment --------------------------------------------------------------------------------- */

/* A multiple of eight, for sure? */
static Bool is_aligned(const struct landau_block *block, const IRExpr *value)
{
	if (value->tag == Iex_Const)
		return value->Iex.Const.con->tag == Ico_U64 &&
		       value->Iex.Const.con->Ico.U64 % 8 == 0;
	return value->tag == Iex_RdTmp &&
	       value->Iex.RdTmp.tmp < (UInt)block->in->tyenv->types_used &&
	       block->aligned[value->Iex.RdTmp.tmp];
}

void landau_note_alignment(struct landau_block *block, const IRStmt *statement)
{
	const IRExpr *data;
	Bool aligned = False;

	if (statement->tag != Ist_WrTmp)
		return;
	data = statement->Ist.WrTmp.data;
	switch (data->tag) {
	case Iex_Get:
		aligned = data->Iex.Get.ty == Ity_I64 &&
			  data->Iex.Get.offset == block->layout->offset_SP;
		break;
	case Iex_RdTmp:
		aligned = is_aligned(block, data);
		break;
	case Iex_Binop:
		if (data->Iex.Binop.op == Iop_Add64 || data->Iex.Binop.op == Iop_Sub64)
			aligned = is_aligned(block, data->Iex.Binop.arg1) &&
				  is_aligned(block, data->Iex.Binop.arg2);
		else if (data->Iex.Binop.op == Iop_And64)
			aligned = is_aligned(block, data->Iex.Binop.arg1) ||
				  is_aligned(block, data->Iex.Binop.arg2);
		break;
	default:
		break;
	}
	block->aligned[statement->Ist.WrTmp.tmp] = aligned;
}

/* -- Tests ------------------------------------------------------------------------------------- */

/* The place of the cell in a flat shadow. Accesses of one or two bytes may begin within the cell. */
static IRExpr *add_place(struct landau_block *block, IRExpr *flat, IRExpr *address, Int size)
{
	if (address->tag == Iex_Const)
		address = landau_number(address->Iex.Const.con->Ico.U64 & ~(ULong)3);
	else if (size < 4 && !is_aligned(block, address))
		address = landau_binary(block, Iop_And64, address, landau_number(~(ULong)3));
	return landau_binary(block, Iop_Add64, flat, address);
}

/* Where the word of the cell is. */
static IRExpr *add_word_address(struct landau_block *block, IRExpr *address, Int size)
{
	return add_place(block, landau_get(block, LANDAU_FIELD(block, flat)), address, size);
}

static IRExpr *add_load(struct landau_block *block, IRExpr *words, Int offset)
{
	if (offset)
		words = landau_binary(block, Iop_Add64, words, landau_number((ULong)offset));
	return landau_assign(block, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, words));
}

static IRExpr *add_or(struct landau_block *block, IRExpr *a, IRExpr *b)
{
	return b ? landau_binary(block, Iop_Or64, a, b) : a;
}

static IRExpr *add_shift_left(struct landau_block *block, IRExpr *value, UInt bits)
{
	return landau_binary(block, Iop_Shl64, value, IRExpr_Const(IRConst_U8((UChar)bits)));
}

/*
 * Not zero if the read may not be made of whole cells: of four bytes and more at an address that is
 * no multiple of four, or of two at an odd one. NULL: it cannot be.
 */
static IRExpr *add_crooked(struct landau_block *block, IRExpr *address, Int size)
{
	if (size == 1 || address->tag == Iex_Const || is_aligned(block, address))
		return NULL;
	if (size == 2)
		return landau_binary(block, Iop_And64, address, landau_number(1));
	return landau_binary(block, Iop_And64, address, landau_number(3));
}

static void add_inline_read(struct landau_block *block, IRExpr *address,
			    const struct helpers *helpers)
{
	IRExpr *words = add_word_address(block, address, helpers->size);
	IRExpr *crooked = add_crooked(block, address, helpers->size);
	IRExpr *below = NULL;
	IRExpr *misses;

	for (Int offset = 0; offset < helpers->size; offset += 8)
		below = add_or(block,
			       landau_binary(block, Iop_Sub64,
					     landau_get(block, LANDAU_FIELD(block, read_limit)),
					     add_load(block, words, offset)),
			       below);
	below = landau_binary(block, Iop_And64, below,
			      landau_get(block, helpers->size > 4 ? LANDAU_FIELD(block, high_bits)
								  : LANDAU_FIELD(block, high_bit)));
	misses = landau_assign(block, Ity_I1,
			       IRExpr_Unop(Iop_CmpNEZ64, add_or(block, below, crooked)));
	add_call(block, helpers->read_name, helpers->read, 1, mkIRExprVec_1(address), misses);
}

/* The part of the address that must be 0 in the upper bits, above any state; else within a cell. */
static IRExpr *add_write_crooked(struct landau_block *block, IRExpr *address, Int size)
{
	UInt bits = 0;

	if (size == 1 || address->tag == Iex_Const || (size <= 8 && is_aligned(block, address)))
		return landau_number(0);
	while (1 << bits < size)
		bits++;
	return add_shift_left(block, address, 64 - bits);
}

/*
 * Not 0 only if the states of all cells are not. Two private states may have no bit in common, and be taken for
 * others; the helper makes them the same.
 */
static IRExpr *add_states(struct landau_block *block, IRExpr *words, Int size)
{
	IRExpr *states = NULL;

	/* No more is loaded than has been stored at once. */
	if (size <= 4)
		states = landau_assign(
			block, Ity_I64,
			IRExpr_Unop(Iop_32Uto64,
				    landau_assign(block, Ity_I32,
						  IRExpr_Load(Iend_LE, Ity_I32, words))));
	for (Int offset = 0; size > 4 && offset < size; offset += 8) {
		IRExpr *pair = add_load(block, words, offset);

		states = states ? landau_binary(block, Iop_And64, states, pair) : pair;
	}
	return landau_binary(block, Iop_And64, states, landau_number(LANDAU_STATE));
}

/* Who wrote is noted beside the words: there are four bytes for each cell of four there, too. */
static void add_author(struct landau_block *block, IRExpr *address, Int size, IRExpr *guard)
{
	IRExpr *author = landau_get(block, LANDAU_FIELD(block, author));
	IRExpr *place = add_place(block, landau_get(block, LANDAU_FIELD(block, flat_authors)),
				  address, size);

	if (size <= 4)
		author = landau_assign(block, Ity_I32, IRExpr_Unop(Iop_64to32, author));
	for (Int offset = 0; offset < size; offset += 8) {
		IRExpr *at = offset ? landau_binary(block, Iop_Add64, place,
						    landau_number((ULong)offset))
				    : place;

		landau_add(block, IRStmt_StoreG(Iend_LE, at, author, guard));
	}
}

static void add_inline_write(struct landau_block *block, IRExpr *address,
			     const struct helpers *helpers)
{
	IRExpr *words = add_word_address(block, address, helpers->size);
	IRExpr *crooked = add_write_crooked(block, address, helpers->size);
	IRExpr *state = add_states(block, words, helpers->size);
	IRExpr *own = landau_get(block, LANDAU_FIELD(block, own_words));
	IRExpr *private = landau_assign(block, Ity_I1, IRExpr_Binop(Iop_CmpLT64U, crooked, state));
	IRExpr *others = landau_assign(block, Ity_I1, IRExpr_Binop(Iop_CmpLE64U, state, crooked));

	if (helpers->size <= 4)
		own = landau_assign(block, Ity_I32, IRExpr_Unop(Iop_64to32, own));
	for (Int offset = 0; offset < helpers->size; offset += 8) {
		IRExpr *place = offset ? landau_binary(block, Iop_Add64, words,
						       landau_number((ULong)offset))
				       : words;

		landau_add(block, IRStmt_StoreG(Iend_LE, place, own, private));
	}
	if (landau_options.sources)
		add_author(block, address, helpers->size, private);
	add_call(block, helpers->write_name, helpers->write, 1, mkIRExprVec_1(address), others);
}

void landau_add_atomic_write(struct landau_block *block, IRExpr *address, Int size, IRExpr *guard)
{
	if (landau_options.sources)
		add_call(block, "landau_on_atomic_write", landau_on_atomic_write_stub, 2,
			 mkIRExprVec_2(address, landau_number((ULong)size)), guard);
	else
		landau_add_access(block, True, address, size, guard);
}

void landau_add_access(struct landau_block *block, Bool is_write, IRExpr *address, Int size,
		       IRExpr *guard)
{
	const struct helpers *helpers = helpers_for(size);
	Bool fits = helpers != NULL;

	/* A constant address shows at once whether the tests hold. */
	if (fits && address->tag == Iex_Const) {
		ULong value = address->Iex.Const.con->Ico.U64;

		fits = value >> LANDAU_CLIENT_ADDRESS_BITS == 0 &&
		       (is_write ? value % (ULong)size == 0
				 : (size <= 4 ? value % 4 + (ULong)size <= 4 : value % 4 == 0));
	}
	if (!landau_inlining || guard || !fits)
		add_plain(block, is_write, address, size, guard);
	else if (is_write && LANDAU_GUARDED_STORES)
		add_inline_write(block, address, helpers);
	else if (is_write)
		add_call(block, helpers->write_name, helpers->write, 1, mkIRExprVec_1(address),
			 NULL);
	else
		add_inline_read(block, address, helpers);
}
