/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fuzz_program.c - what landau record looks at in a program before it runs it: the ELF file. */
#include "fuzz.h"

#include "cli/run/native.h"
#include "cli/run/target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	const char *path = fuzz_file(bytes, count);

	landau_is_native(path);
	landau_target_check(path);
	landau_target_warn_of_env(path);
	return 0;
}
