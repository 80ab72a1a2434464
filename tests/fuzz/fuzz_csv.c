/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fuzz_csv.c - landau fit: the reader of its rows and the model, which must do with any numbers. */
#include "fuzz.h"

#include "cli/command.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	static char name[] = "fit", json[] = "--json", worst[] = "--worst";
	char *path = (char *)fuzz_file(bytes, count);
	char *plainly[] = {name, path, NULL};
	char *otherwise[] = {name, json, worst, path, NULL};
	int status = landau_command_fit(2, plainly);

	FUZZ_CHECK(status == LANDAU_FINE || status == LANDAU_BAD);
	FUZZ_CHECK(landau_command_fit(4, otherwise) == status);
	return 0;
}
