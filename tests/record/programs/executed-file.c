/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Asks for the name of its file, as programs do that are several in one file: it is not that of the engine.
 *
 * output: mine
 * expect: main calls=1
 */
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

int main(int argc, char **argv)
{
	const char *file = (const char *)getauxval(AT_EXECFN);

	(void)argc;
	puts(file && strcmp(file, argv[0]) == 0 ? "mine" : file);
	return 0;
}
