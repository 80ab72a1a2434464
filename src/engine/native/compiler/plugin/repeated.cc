/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * repeated.cc - hooks that change nothing, because an earlier one was for the same bytes.
 *
 * Between two boundaries a read of what was read or written before does nothing, nor does a write of what was written. A write that
 * follows a read of the same bytes in the same block is done with it: __tsan_read_write is both, for one comparison. (Nobody sees the write
 * earlier than it is: whatever accesses the cell in between is of this activation, and has read it before.) Known is what is the
 * same base, a variable of the compiler's, and an offset; and only what comes before on the one way to a block.
 */
#include "plugin.h"

namespace landau
{

struct place {
	tree base;
	HOST_WIDE_INT offset;
};

struct known {
	place where;
	hook access;
	basic_block block;
};

/* What the address is made of, if it is more than a variable. */
static place place_of(tree address)
{
	place found = {address, 0};

	for (int depth = 0; depth < 8; depth++) {
		gimple *definition;
		poly_int64 offset;
		tree base;

		if (TREE_CODE(found.base) == SSA_NAME) {
			definition = SSA_NAME_DEF_STMT(found.base);
			if (!is_gimple_assign(definition))
				return found;
			if (gimple_assign_rhs_code(definition) == POINTER_PLUS_EXPR &&
			    tree_fits_shwi_p(gimple_assign_rhs2(definition))) {
				found.offset += tree_to_shwi(gimple_assign_rhs2(definition));
				found.base = gimple_assign_rhs1(definition);
				continue;
			}
			if (!gimple_assign_single_p(definition) ||
			    gimple_assign_rhs_code(definition) != ADDR_EXPR)
				return found;
			base = gimple_assign_rhs1(definition);
		} else if (TREE_CODE(found.base) == ADDR_EXPR) {
			base = found.base;
		} else {
			return found;
		}
		base = get_addr_base_and_unit_offset(TREE_OPERAND(base, 0), &offset);
		if (!base || !offset.is_constant())
			return found;
		if (TREE_CODE(base) == MEM_REF) {
			if (!tree_fits_shwi_p(TREE_OPERAND(base, 1)))
				return found;
			found.offset += offset.to_constant() + tree_to_shwi(TREE_OPERAND(base, 1));
			found.base = TREE_OPERAND(base, 0);
			continue;
		}
		if (DECL_P(base)) {
			found.offset += offset.to_constant();
			found.base = base;
		}
		return found;
	}
	return found;
}

static bool covers(const known &earlier, const place &where, HOST_WIDE_INT size)
{
	return earlier.where.base == where.base && earlier.where.offset <= where.offset &&
	       where.offset + size <= earlier.where.offset + earlier.access.size;
}

static bool is_same(const known &earlier, const place &where, HOST_WIDE_INT size)
{
	return earlier.where.base == where.base && earlier.where.offset == where.offset &&
	       earlier.access.size == size;
}

/* NULL: there is no such hook for this number of bytes. */
static tree read_write_declaration(HOST_WIDE_INT size)
{
	tree type = build_function_type_list(void_type_node, ptr_type_node, NULL_TREE);
	tree declaration;
	char name[32];

	if (size != 1 && size != 2 && size != 4 && size != 8 && size != 16)
		return NULL_TREE;
	snprintf(name, sizeof(name), "__tsan_read_write%d", static_cast<int>(size));
	declaration = build_fn_decl(name, type);
	TREE_NOTHROW(declaration) = 1;
	return declaration;
}

/* The write is done with the read before it. */
static bool join(known &earlier, const hook &write)
{
	tree declaration = read_write_declaration(write.size);

	if (!declaration || gimple_call_num_args(earlier.access.call) != 1)
		return false;
	gimple_call_set_fndecl(earlier.access.call, declaration);
	gimple_call_set_fntype(earlier.access.call, TREE_TYPE(declaration));
	update_stmt(earlier.access.call);
	earlier.access.what = kind::write;
	return true;
}

static bool is_needless(auto_vec<known> &before, const hook &access, const place &where,
			basic_block block)
{
	for (known &earlier : before) {
		if (covers(earlier, where, access.size) &&
		    (earlier.access.what == kind::write || access.what == kind::read))
			return true;
		if (access.what == kind::write && earlier.access.what == kind::read &&
		    earlier.block == block && is_same(earlier, where, access.size) &&
		    join(earlier, access))
			return true;
	}
	return false;
}

/* What is known at the end of a block is known at the beginning of those that only it leads to. */
static void leave_out_in(basic_block block, auto_vec<known> &before)
{
	for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at);) {
		hook found = classify(gsi_stmt(at));

		gsi_next(&at);
		if (found.what == kind::other) {
			before.truncate(0);
		} else if (found.what == kind::read || found.what == kind::write) {
			place where = place_of(found.address);

			if (is_needless(before, found, where, block))
				remove(found.call);
			else
				before.safe_push({where, found, block});
		}
	}
	for (basic_block next = first_dom_son(CDI_DOMINATORS, block); next;
	     next = next_dom_son(CDI_DOMINATORS, next)) {
		auto_vec<known> known_there;

		if (single_pred_p(next) && single_pred(next) == block)
			known_there.safe_splice(before);
		leave_out_in(next, known_there);
	}
}

void leave_out_repeated(function *code)
{
	auto_vec<known> nothing;

	calculate_dominance_info(CDI_DOMINATORS);
	leave_out_in(ENTRY_BLOCK_PTR_FOR_FN(code), nothing);
}

} // namespace landau
