/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * blocks.cc - the hooks of blocks become instructions.
 *
 * A call, even of a hook that changes no register, has the compiler keep all its values in memory or in the few registers that are
 * kept at calls; none of these is for floating point. The counter is the field at offset 16 of landau_hot
 * (read_write.c checks that). Processors that forward a store to a load without delay do so by the base
 * register, if it is always the same: it is r11, as in inline.sed.
 */
#include "plugin.h"

namespace landau
{

static vec<tree, va_gc> *one(tree value)
{
	vec<tree, va_gc> *list = nullptr;

	vec_safe_push(list, value);
	return list;
}

static tree text_of(const char *text)
{
	return build_string(static_cast<int>(strlen(text)) + 1, text);
}

gimple *count_blocks(tree amount)
{
	const char *text =
		is_local ? (amount ? "movq\t$landau_hot@tpoff, %%r11\n\taddq\t%0, %%fs:16(%%r11)"
				   : "movq\t$landau_hot@tpoff, %%r11\n\taddq\t$1, %%fs:16(%%r11)")
			 : (amount ? "movq\tlandau_hot@gottpoff(%%rip), %%r11\n\taddq\t%0, "
				     "%%fs:16(%%r11)"
				   : "movq\tlandau_hot@gottpoff(%%rip), %%r11\n\taddq\t$1, "
				     "%%fs:16(%%r11)");
	vec<tree, va_gc> *input =
		amount ? one(build_tree_list(build_tree_list(NULL_TREE, text_of("re")), amount))
		       : nullptr;
	gasm *result = gimple_build_asm_vec(
		text, input, nullptr, one(build_tree_list(NULL_TREE, text_of("r11"))), nullptr);

	gimple_asm_set_volatile(result, true);
	return result;
}

void count_blocks_in_place(function *code)
{
	basic_block block;

	FOR_EACH_BB_FN(block, code)
	{
		for (gimple_stmt_iterator place = gsi_start_bb(block); !gsi_end_p(place);) {
			hook found = classify(gsi_stmt(place));

			if (found.what == kind::block) {
				gsi_insert_before(&place, count_blocks(NULL_TREE), GSI_SAME_STMT);
				unlink_stmt_vdef(found.call);
				gsi_remove(&place, true);
			} else {
				gsi_next(&place);
			}
		}
	}
}

} // namespace landau
