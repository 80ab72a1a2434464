/* SPDX-License-Identifier: GPL-2.0-or-later */
/* accesses.cc - which calls are hooks, and what is a boundary. */
#include "plugin.h"

namespace landau
{

/* Accesses of plain sizes by the names of gcc's own functions. */
static bool plain(built_in_function function, hook &found)
{
	struct row {
		built_in_function function;
		kind what;
		int size;
	};
	static const row rows[] = {
		{BUILT_IN_TSAN_READ1, kind::read, 1},   {BUILT_IN_TSAN_READ2, kind::read, 2},
		{BUILT_IN_TSAN_READ4, kind::read, 4},   {BUILT_IN_TSAN_READ8, kind::read, 8},
		{BUILT_IN_TSAN_READ16, kind::read, 16}, {BUILT_IN_TSAN_WRITE1, kind::write, 1},
		{BUILT_IN_TSAN_WRITE2, kind::write, 2}, {BUILT_IN_TSAN_WRITE4, kind::write, 4},
		{BUILT_IN_TSAN_WRITE8, kind::write, 8}, {BUILT_IN_TSAN_WRITE16, kind::write, 16},
	};

	for (const row &row : rows) {
		if (row.function == function) {
			found.what = row.what;
			found.size = row.size;
			found.address = gimple_call_arg(found.call, 0);
			return true;
		}
	}
	return false;
}

static bool range(built_in_function function, hook &found)
{
	if (function != BUILT_IN_TSAN_READ_RANGE && function != BUILT_IN_TSAN_WRITE_RANGE)
		return false;
	tree size = gimple_call_arg(found.call, 1);
	if (!tree_fits_shwi_p(size) || tree_to_shwi(size) <= 0)
		return false;
	found.what = function == BUILT_IN_TSAN_READ_RANGE ? kind::read : kind::write;
	found.size = tree_to_shwi(size);
	found.address = gimple_call_arg(found.call, 0);
	return true;
}

/* Functions that the compiler knows to compute a value of their arguments alone. */
static bool is_pure_arithmetic(const gcall *call)
{
	return (gimple_call_flags(call) & ECF_CONST) != 0 &&
	       (gimple_call_internal_p(call) || gimple_call_builtin_p(call, BUILT_IN_NORMAL));
}

hook classify(gimple *statement)
{
	hook found = {kind::none, nullptr, NULL_TREE, 0};

	if (gcall *call = dyn_cast<gcall *>(statement)) {
		found.call = call;
		found.what = is_pure_arithmetic(call) ? kind::none : kind::other;
		if (gimple_call_builtin_p(call, BUILT_IN_NORMAL)) {
			built_in_function function = DECL_FUNCTION_CODE(gimple_call_fndecl(call));

			if (function == BUILT_IN_SANITIZER_COV_TRACE_PC)
				found.what = kind::block;
			else if (!plain(function, found))
				range(function, found);
		}
	} else if (is_gimple_debug(statement) || gimple_clobber_p(statement)) {
		return found;
	} else if (gimple_code(statement) == GIMPLE_ASM || gimple_has_volatile_ops(statement) ||
		   stmt_can_throw_internal(cfun, statement) ||
		   stmt_can_throw_external(cfun, statement)) {
		found.what = kind::other;
	}
	return found;
}

void remove(gcall *call)
{
	gimple_stmt_iterator place = gsi_for_stmt(call);

	unlink_stmt_vdef(call);
	gsi_remove(&place, true);
	release_defs(call);
}

} // namespace landau
