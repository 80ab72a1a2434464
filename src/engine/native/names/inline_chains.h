/* SPDX-License-Identifier: GPL-2.0-or-later */
/* inline_chains.h - which functions were inlined into each other at an instruction. */
#ifndef LANDAU_NATIVE_INLINE_CHAINS_H
#define LANDAU_NATIVE_INLINE_CHAINS_H

#include <elfutils/libdw.h>

struct landau_inline_call {
	const char *name; /* as debug information has it: the linkage name, if there is one */
	const char *file; /* of the call, its last part; "" if not known */
	unsigned line;
	struct landau_inline_call *inner; /* what is inlined in it there */
};

/* Those at the address, relative to the unit's file, the outermost first; NULL: none. Valid until landau_inline_forget. */
const struct landau_inline_call *landau_inline_chain(Dwarf_Die *unit, Dwarf_Addr address);

void landau_inline_forget(void);

#endif
