/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fortran.c - decodes names of Fortran procedures; see fortran.h. */
#include "engine/fortran.h"

#include <stddef.h>

static bool is_letter(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool is_of_name(char c)
{
	return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
}

/* What stands behind `start` in the text; NULL: it does not begin so. */
static const char *behind(const char *text, const char *start)
{
	while (*start)
		if (*text++ != *start++)
			return NULL;
	return text;
}

bool landau_decode_fortran(char *name)
{
	const char *module = behind(name, "__");
	const char *procedure = NULL;
	const char *end;
	char *next = name;

	if (!module || !is_letter(*module))
		return false;
	for (end = module; is_of_name(*end); end++)
		;
	/* The module's name may end with an underscore, too. */
	if (end[-1] == '_')
		procedure = behind(end - 1, "_MOD_");
	if (!procedure || end - 1 == module || !is_letter(*procedure))
		return false;
	while (module < end - 1)
		*next++ = *module++;
	*next++ = ':';
	*next++ = ':';
	while (*procedure)
		*next++ = *procedure++;
	*next = '\0';
	return true;
}
