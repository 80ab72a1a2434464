/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plugin.h - what the parts of the plug-in for gcc share.
 *
 * The plug-in works on the code that gcc's thread sanitizer pass leaves behind: a call of a hook before each access. It takes
 * hooks out and puts fewer, larger ones in. What it does not understand stays as it is, so a
 * program that is compiled without the plug-in gives the same profile.
 *
 *   plugin.cc        start, and the order of the steps
 *   accesses.cc      which calls are hooks, and what may change the state of the analysis besides (boundaries)
 *   loops.cc         hooks at addresses that grow by the same step each time: one event for the whole loop
 *   blocks.cc        the hooks of blocks become instructions
 *
 * Why that is exact is said in docs/loops.md.
 */
#ifndef LANDAU_PLUGIN_H
#define LANDAU_PLUGIN_H

#include "gcc-plugin.h"
#include "tree.h"
#include "tree-pass.h"
#include "context.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "ssa.h"
#include "fold-const.h"
#include "stringpool.h"
#include "cfgloop.h"
#include "tree-chrec.h"
#include "tree-ssa-loop.h"
#include "tree-data-ref.h"
#include "tree-cfg.h"
#include "tree-dfa.h"
#include "tree-eh.h"
#include "tree-into-ssa.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop-niter.h"
#include "cfganal.h"

namespace landau
{

enum class kind { none, read, write, block, other };

/* A call of a hook. */
struct hook {
	kind what;
	gcall *call;
	tree address;
	HOST_WIDE_INT size;
};

/* `other`: a statement at which another activation or another thread may come in between. `none`: nothing of the like. */
hook classify(gimple *statement);

void remove(gcall *call);

/* An instruction that adds to the number of blocks; without an amount, 1. */
gimple *count_blocks(tree amount);

/* The steps. `local`: the code cannot be part of a shared object. */
void gather_loops(function *code);
void count_blocks_in_place(function *code);

extern bool is_local;

} // namespace landau

#endif
