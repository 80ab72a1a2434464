/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loops.cc - hooks at addresses that grow by the same step each time: one event for the whole loop.
 *
 * In a loop that has no loop inside, one exit and a number of iterations that is known when it begins, hooks that are executed
 * once an iteration, at an address of base + i * step, are taken out. So are the hooks of blocks that are executed
 * once an iteration. Before the loop landau_loop (hooks/loops.c) is told of all of them, in their order: the shape of the
 * loop is a constant table, the bases and what else is only known then are in an array on the stack.
 *
 * Nothing is done where the loop has a boundary. Hooks that stay in the loop, because they are executed only under a condition or
 * at other addresses, come after all those that are taken out. Where that could matter, which is where one of the two
 * writes and the other one reads what may be the same memory, the hook stays, too.
 */
#include "plugin.h"
#include "tree-ssa-alias.h"
#include "cgraph.h"

namespace landau
{

enum {
	MOST_STREAMS = 32,     /* as in hooks/loops.c */
	LEAST_ITERATIONS = 12, /* if the number is known */
	LEAST_BOUND = 100,     /* if only an upper bound is */
};

struct stream {
	hook access;
	affine_iv place;
	bool less; /* behind the exit: not in the last iteration */
};

struct loop_plan {
	class loop *loop;
	tree_niter_desc iterations;
	auto_vec<stream> streams;
	auto_vec<hook> others; /* which stay */
	auto_vec<gcall *> blocks;
	HOST_WIDE_INT block_count;
	HOST_WIDE_INT less_block_count;
};

/* Each iteration but perhaps the last one executes the block once. */
static bool is_once(const class loop *loop, basic_block block, basic_block exit, bool *less)
{
	if (block->loop_father != loop || !dominated_by_p(CDI_DOMINATORS, loop->latch, block))
		return false;
	if (dominated_by_p(CDI_DOMINATORS, exit, block)) {
		*less = false;
		return true;
	}
	*less = true;
	return dominated_by_p(CDI_DOMINATORS, block, exit);
}

static bool is_affine(class loop *loop, const hook &access, affine_iv *place)
{
	if (!simple_iv(loop, loop_containing_stmt(access.call), access.address, place, true))
		return false;
	return POINTER_TYPE_P(TREE_TYPE(place->base)) &&
	       !tree_contains_chrecs(place->base, nullptr) &&
	       !tree_contains_chrecs(place->step, nullptr);
}

static bool is_conflict(const hook &one, const hook &other)
{
	return one.what != other.what && ptr_derefs_may_alias_p(one.address, other.address);
}

/* Those that conflict with one that stays have to stay as well. */
static void keep_conflicting(loop_plan &plan)
{
	for (bool again = true; again;) {
		again = false;
		for (unsigned i = 0; i < plan.streams.length() && !again; i++) {
			for (unsigned k = 0; k < plan.others.length() && !again; k++) {
				if (is_conflict(plan.streams[i].access, plan.others[k])) {
					plan.others.safe_push(plan.streams[i].access);
					plan.streams.ordered_remove(i);
					again = true;
				}
			}
		}
	}
}

static bool look_at(loop_plan &plan, edge exit, basic_block block)
{
	bool less = false;
	bool once = is_once(plan.loop, block, exit->src, &less);

	for (gimple_stmt_iterator place = gsi_start_bb(block); !gsi_end_p(place);
	     gsi_next(&place)) {
		hook found = classify(gsi_stmt(place));
		stream stream = {found, {}, less};

		if (found.what == kind::other)
			return false;
		if (found.what == kind::block && once) {
			plan.blocks.safe_push(found.call);
			(less ? plan.less_block_count : plan.block_count)++;
		} else if (found.what == kind::read || found.what == kind::write) {
			if (once && is_affine(plan.loop, found, &stream.place))
				plan.streams.safe_push(stream);
			else
				plan.others.safe_push(found);
		}
	}
	return true;
}

/* In the order of execution: blocks that are executed once an iteration dominate one another. */
static bool look_at_all(loop_plan &plan, edge exit)
{
	basic_block *blocks = get_loop_body_in_dom_order(plan.loop);
	bool result = true;

	for (unsigned i = 0; i < plan.loop->num_nodes && result; i++)
		result = look_at(plan, exit, blocks[i]);
	free(blocks);
	return result;
}

/* -- What is put in -------------------------------------------------------------------------------
 */

static tree number(HOST_WIDE_INT value)
{
	return build_int_cst(long_integer_type_node, value);
}

static tree constant_table(const vec<HOST_WIDE_INT> &values)
{
	tree type = build_array_type_nelts(long_integer_type_node, values.length());
	vec<constructor_elt, va_gc> *elements = nullptr;
	tree table =
		build_decl(UNKNOWN_LOCATION, VAR_DECL, create_tmp_var_name("landau_loop"), type);

	for (unsigned i = 0; i < values.length(); i++)
		CONSTRUCTOR_APPEND_ELT(elements, size_int(i), number(values[i]));
	DECL_INITIAL(table) = build_constructor(type, elements);
	TREE_CONSTANT(DECL_INITIAL(table)) = 1;
	TREE_STATIC(DECL_INITIAL(table)) = 1;
	TREE_STATIC(table) = 1;
	TREE_CONSTANT(table) = 1;
	TREE_READONLY(table) = 1;
	DECL_ARTIFICIAL(table) = 1;
	DECL_IGNORED_P(table) = 1;
	varpool_node::finalize_decl(table);
	return table;
}

static tree evaluate(tree expression, tree type, gimple_seq *code)
{
	gimple_seq part = nullptr;
	tree value = force_gimple_operand(fold_convert(type, unshare_expr(expression)), &part, true,
					  NULL_TREE);

	gimple_seq_add_seq(code, part);
	return value;
}

/* How often the blocks in front of the exit are executed. */
static tree times(const loop_plan &plan, gimple_seq *code)
{
	tree type = long_unsigned_type_node;
	tree latch = fold_convert(type, unshare_expr(plan.iterations.niter));

	if (plan.iterations.may_be_zero && !integer_zerop(plan.iterations.may_be_zero))
		latch = fold_build3(COND_EXPR, type, unshare_expr(plan.iterations.may_be_zero),
				    build_zero_cst(type), latch);
	return evaluate(fold_build2(PLUS_EXPR, type, latch, build_one_cst(type)), type, code);
}

static tree hook_declaration()
{
	tree type =
		build_function_type_list(void_type_node, const_ptr_type_node,
					 long_unsigned_type_node, const_ptr_type_node, NULL_TREE);
	tree declaration = build_fn_decl("landau_loop", type);

	TREE_NOTHROW(declaration) = 1;
	return declaration;
}

static void store(tree array, unsigned index, tree value, gimple_seq *code)
{
	tree place = build4(ARRAY_REF, long_integer_type_node, array, size_int(index), NULL_TREE,
			    NULL_TREE);

	gimple_seq_add_stmt(code, gimple_build_assign(place, value));
}

/* The bases, and behind them the steps that are not constant. The table has 0 for these, and so for what does not move. */
static void announce_streams(const loop_plan &plan, tree iterations, gimple_seq *code)
{
	auto_vec<HOST_WIDE_INT> shape;
	auto_vec<tree> values;
	tree array;

	shape.safe_push(plan.streams.length());
	shape.safe_push(plan.block_count);
	shape.safe_push(plan.less_block_count);
	for (const stream &stream : plan.streams)
		values.safe_push(evaluate(stream.place.base, long_integer_type_node, code));
	for (const stream &stream : plan.streams) {
		tree step = fold_convert(long_integer_type_node, unshare_expr(stream.place.step));
		bool is_constant = tree_fits_shwi_p(step);

		shape.safe_push(is_constant ? tree_to_shwi(step) : 0);
		shape.safe_push(stream.access.size << 3 | (is_constant ? 0 : 4) |
				(stream.less ? 2 : 0) |
				(stream.access.what == kind::write ? 1 : 0));
		if (!is_constant)
			values.safe_push(evaluate(step, long_integer_type_node, code));
	}
	array = create_tmp_var(build_array_type_nelts(long_integer_type_node, values.length()),
			       "landau_values");
	TREE_ADDRESSABLE(array) = 1;
	for (unsigned i = 0; i < values.length(); i++)
		store(array, i, values[i], code);
	gimple_seq_add_stmt(code, gimple_build_call(hook_declaration(), 3,
						    build_fold_addr_expr(constant_table(shape)),
						    iterations, build_fold_addr_expr(array)));
	gimple_seq_add_stmt(code, gimple_build_assign(array, build_clobber(TREE_TYPE(array))));
}

static void announce_blocks(const loop_plan &plan, tree iterations, gimple_seq *code)
{
	tree type = long_unsigned_type_node;
	tree per_iteration = build_int_cst(type, plan.block_count + plan.less_block_count);
	tree amount = fold_build2(MULT_EXPR, type, iterations, per_iteration);

	amount = fold_build2(MINUS_EXPR, type, amount, build_int_cst(type, plan.less_block_count));
	gimple_seq_add_stmt(code, count_blocks(evaluate(amount, type, code)));
}

/* Few iterations are done sooner one by one. Where there may be no more than some dozen, there are few most often. */
static bool is_worth_it(const loop_plan &plan)
{
	HOST_WIDE_INT most = max_loop_iterations_int(plan.loop);

	if (plan.streams.length() > MOST_STREAMS ||
	    plan.streams.length() + plan.blocks.length() == 0)
		return false;
	if (plan.streams.is_empty())
		return true;
	if (tree_fits_uhwi_p(plan.iterations.niter))
		return tree_to_uhwi(plan.iterations.niter) + 1 >= LEAST_ITERATIONS;
	return most < 0 || most >= LEAST_BOUND;
}

static void gather(class loop *loop)
{
	edge exit = single_exit(loop);
	gimple_seq code = nullptr;
	loop_plan plan;

	plan.loop = loop;
	plan.block_count = 0;
	plan.less_block_count = 0;
	if (!exit || !number_of_iterations_exit(loop, exit, &plan.iterations, false) ||
	    !plan.iterations.niter || chrec_contains_undetermined(plan.iterations.niter) ||
	    !look_at_all(plan, exit))
		return;
	keep_conflicting(plan);
	if (!is_worth_it(plan))
		return;

	tree iterations = times(plan, &code);
	if (plan.streams.is_empty())
		announce_blocks(plan, iterations, &code);
	else
		announce_streams(plan, iterations, &code);
	gsi_insert_seq_on_edge_immediate(loop_preheader_edge(loop), code);
	for (const stream &stream : plan.streams)
		remove(stream.access.call);
	for (gcall *call : plan.blocks)
		remove(call);
}

void gather_loops(function *code)
{
	loop_optimizer_init(LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
	if (number_of_loops(code) > 1) {
		calculate_dominance_info(CDI_DOMINATORS);
		scev_initialize();
		for (class loop *loop : loops_list(code, LI_ONLY_INNERMOST))
			gather(loop);
		scev_finalize();
	}
	loop_optimizer_finalize();
}

} // namespace landau
