/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plugin.cc - the plug-in for gcc: fewer and larger hooks (see plugin.h).
 *
 * It is loaded by landau-gcc and its like. gcc's plug-ins fit one version of gcc only: another one gets no plug-in.
 */
#include "plugin.h"
#include "plugin-version.h"

/* gcc asks for it. */
__attribute__((visibility("default"))) int plugin_is_GPL_compatible;

namespace landau
{

bool is_local;

static const pass_data description = {
	GIMPLE_PASS,
	"landau",
	OPTGROUP_NONE,
	TV_NONE,
	PROP_ssa | PROP_cfg,
	0,
	0,
	0,
	TODO_cleanup_cfg | TODO_update_ssa,
};

class hooks_pass : public gimple_opt_pass
{
      public:
	hooks_pass(gcc::context *context) : gimple_opt_pass(description, context)
	{
	}
	opt_pass *clone() override
	{
		return new hooks_pass(m_ctxt);
	}
	bool gate(function *) override
	{
		return optimize > 0;
	}
	unsigned int execute(function *code) override
	{
		gather_loops(code);
		count_blocks_in_place(code);
		mark_virtual_operands_for_renaming(code);
		return 0;
	}
};

} // namespace landau

__attribute__((visibility("default"))) int plugin_init(plugin_name_args *arguments,
						       plugin_gcc_version *version)
{
	register_pass_info place;

	if (!plugin_default_version_check(version, &gcc_version))
		return 0;
	for (int i = 0; i < arguments->argc; i++) {
		if (strcmp(arguments->argv[i].key, "code") == 0)
			landau::is_local = strcmp(arguments->argv[i].value, "local") == 0;
	}
	place.pass = new landau::hooks_pass(g);
	place.reference_pass_name = "tsan";
	place.ref_pass_instance_number = 0;
	place.pos_op = PASS_POS_INSERT_AFTER;
	register_callback(arguments->base_name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &place);
	return 0;
}
