/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memory_functions.c - functions of the C library that read or write memory of the program.
 *
 * They are not instrumented, so what they access is counted here, for the routine that calls them:
 * as much as the function is defined to look at, not what its vector code really touches.
 */
#include "real.h"
#include "engine/native/parallel/shadow.h"
#include "engine/native/parallel/sources.h"
#include "engine/native/runtime/world.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

/* Since 2.43 the C library has macros of these names, which give back a pointer as constant as the one they got. */
#undef memchr
#undef strchr
#undef strpbrk
#undef strrchr
#undef strstr

#define reads  landau_shadow_read
#define writes landau_shadow_write

/* -- Lengths --------------------------------------------------------------------------------------
 */

LANDAU_INTERPOSE(size_t, strlen, (const char *text))
{
	size_t length = REAL(strlen)(text);

	reads(text, length + 1);
	return length;
}

LANDAU_INTERPOSE(size_t, strnlen, (const char *text, size_t most))
{
	size_t length = REAL(strnlen)(text, most);

	reads(text, length < most ? length + 1 : most);
	return length;
}

static size_t length_of(const char *text)
{
	return REAL(strlen)(text);
}

static size_t length_within(const char *text, size_t most)
{
	return most == SIZE_MAX ? length_of(text) : REAL(strnlen)(text, most);
}

/* -- Blocks ---------------------------------------------------------------------------------------
 */

/* The routine that calls it has made the copy, unless it is looked through. */
static void copies(void *to, const void *from, size_t bytes)
{
	struct landau_native_thread *self = landau_self();

	reads(from, bytes);
	if (landau_has_sources() && landau_native.through && self) {
		landau_sources_copy(to, from, bytes);
		landau_sources_write_as(self, LANDAU_WRITES_AS_BEFORE, to, bytes);
	} else {
		writes(to, bytes);
	}
}

#define COPIES(name)                                                                               \
	LANDAU_INTERPOSE(void *, name, (void *to, const void *from, size_t bytes))                 \
	{                                                                                          \
		copies(to, from, bytes);                                                           \
		return REAL(name)(to, from, bytes);                                                \
	}                                                                                          \
	LANDAU_INTERPOSE(void *, __##name##_chk,                                                   \
			 (void *to, const void *from, size_t bytes, size_t room))                  \
	{                                                                                          \
		copies(to, from, bytes);                                                           \
		return REAL(__##name##_chk)(to, from, bytes, room);                                \
	}

COPIES(memcpy)
COPIES(memmove)
COPIES(mempcpy)

LANDAU_INTERPOSE(void *, memset, (void *memory, int value, size_t bytes))
{
	writes(memory, bytes);
	return REAL(memset)(memory, value, bytes);
}

LANDAU_INTERPOSE(void *, __memset_chk, (void *memory, int value, size_t bytes, size_t room))
{
	writes(memory, bytes);
	return REAL(__memset_chk)(memory, value, bytes, room);
}

/* What newer versions of LLVM call instead. */
void *__tsan_memcpy(void *to, const void *from, size_t bytes);
void *__tsan_memmove(void *to, const void *from, size_t bytes);
void *__tsan_memset(void *memory, int value, size_t bytes);

LANDAU_PUBLIC void *__tsan_memcpy(void *to, const void *from, size_t bytes)
{
	copies(to, from, bytes);
	return REAL(memcpy)(to, from, bytes);
}

LANDAU_PUBLIC void *__tsan_memmove(void *to, const void *from, size_t bytes)
{
	copies(to, from, bytes);
	return REAL(memmove)(to, from, bytes);
}

LANDAU_PUBLIC void *__tsan_memset(void *memory, int value, size_t bytes)
{
	writes(memory, bytes);
	return REAL(memset)(memory, value, bytes);
}

void bzero(void *memory, size_t bytes);
LANDAU_PUBLIC void bzero(void *memory, size_t bytes)
{
	writes(memory, bytes);
	REAL(memset)(memory, 0, bytes);
}

void bcopy(const void *from, void *to, size_t bytes);
LANDAU_PUBLIC void bcopy(const void *from, void *to, size_t bytes)
{
	copies(to, from, bytes);
	REAL(memmove)(to, from, bytes);
}

LANDAU_INTERPOSE(void *, memccpy, (void *to, const void *from, int stop, size_t bytes))
{
	char *end = REAL(memccpy)(to, from, stop, bytes);
	size_t copied = end ? (size_t)(end - (char *)to) : bytes;

	reads(from, copied);
	writes(to, copied);
	return end;
}

static void compared_blocks(const void *a, const void *b, size_t bytes, bool same)
{
	const char *x = a;
	const char *y = b;
	size_t i = 0;

	while (!same && i < bytes && x[i] == y[i])
		i++;
	i = !same && i < bytes ? i + 1 : bytes;
	reads(a, i);
	reads(b, i);
}

#define COMPARES_BLOCKS(name)                                                                      \
	LANDAU_INTERPOSE(int, name, (const void *a, const void *b, size_t bytes))                  \
	{                                                                                          \
		int result = REAL(name)(a, b, bytes);                                              \
                                                                                                   \
		compared_blocks(a, b, bytes, result == 0);                                         \
		return result;                                                                     \
	}

COMPARES_BLOCKS(memcmp)
COMPARES_BLOCKS(bcmp)

LANDAU_INTERPOSE(void *, memchr, (const void *memory, int byte, size_t bytes))
{
	const char *found = REAL(memchr)(memory, byte, bytes);

	reads(memory, found ? (size_t)(found - (const char *)memory) + 1 : bytes);
	return (void *)(uintptr_t)found;
}

LANDAU_INTERPOSE(void *, memrchr, (const void *memory, int byte, size_t bytes))
{
	const char *found = REAL(memrchr)(memory, byte, bytes);
	const char *from = found ? found : memory;

	reads(from, (size_t)((const char *)memory + bytes - from));
	return (void *)(uintptr_t)found;
}

LANDAU_INTERPOSE(void *, rawmemchr, (const void *memory, int byte))
{
	const char *found = REAL(rawmemchr)(memory, byte);

	reads(memory, (size_t)(found - (const char *)memory) + 1);
	return (void *)(uintptr_t)found;
}

LANDAU_INTERPOSE(void *, memmem,
		 (const void *memory, size_t bytes, const void *part, size_t part_bytes))
{
	const char *found = REAL(memmem)(memory, bytes, part, part_bytes);

	reads(part, part_bytes);
	reads(memory, found ? (size_t)(found - (const char *)memory) + part_bytes : bytes);
	return (void *)(uintptr_t)found;
}

/* -- Strings --------------------------------------------------------------------------------------
 */

#define COPIES_TEXT(name, chk)                                                                     \
	LANDAU_INTERPOSE(char *, name, (char *to, const char *from))                               \
	{                                                                                          \
		size_t bytes = length_of(from) + 1;                                                \
                                                                                                   \
		reads(from, bytes);                                                                \
		writes(to, bytes);                                                                 \
		return REAL(name)(to, from);                                                       \
	}                                                                                          \
	LANDAU_INTERPOSE(char *, chk, (char *to, const char *from, size_t room))                   \
	{                                                                                          \
		size_t bytes = length_of(from) + 1;                                                \
                                                                                                   \
		reads(from, bytes);                                                                \
		writes(to, bytes);                                                                 \
		return REAL(chk)(to, from, room);                                                  \
	}

COPIES_TEXT(strcpy, __strcpy_chk)
COPIES_TEXT(stpcpy, __stpcpy_chk)

#define COPIES_SOME(name, chk)                                                                     \
	LANDAU_INTERPOSE(char *, name, (char *to, const char *from, size_t most))                  \
	{                                                                                          \
		size_t length = length_within(from, most);                                         \
                                                                                                   \
		reads(from, length < most ? length + 1 : most);                                    \
		writes(to, most);                                                                  \
		return REAL(name)(to, from, most);                                                 \
	}                                                                                          \
	LANDAU_INTERPOSE(char *, chk, (char *to, const char *from, size_t most, size_t room))      \
	{                                                                                          \
		size_t length = length_within(from, most);                                         \
                                                                                                   \
		reads(from, length < most ? length + 1 : most);                                    \
		writes(to, most);                                                                  \
		return REAL(chk)(to, from, most, room);                                            \
	}

COPIES_SOME(strncpy, __strncpy_chk)
COPIES_SOME(stpncpy, __stpncpy_chk)

static void appends(char *to, const char *from, size_t most)
{
	size_t before = length_of(to);
	size_t length = length_within(from, most);

	reads(to, before + 1);
	reads(from, length < most ? length + 1 : most);
	writes(to + before, length + 1);
}

LANDAU_INTERPOSE(char *, strcat, (char *to, const char *from))
{
	appends(to, from, SIZE_MAX);
	return REAL(strcat)(to, from);
}

LANDAU_INTERPOSE(char *, __strcat_chk, (char *to, const char *from, size_t room))
{
	appends(to, from, SIZE_MAX);
	return REAL(__strcat_chk)(to, from, room);
}

LANDAU_INTERPOSE(char *, strncat, (char *to, const char *from, size_t most))
{
	appends(to, from, most);
	return REAL(strncat)(to, from, most);
}

LANDAU_INTERPOSE(char *, __strncat_chk, (char *to, const char *from, size_t most, size_t room))
{
	appends(to, from, most);
	return REAL(__strncat_chk)(to, from, most, room);
}

/* Up to the first difference or the end. */
static size_t same_part(const char *a, const char *b, size_t most, bool folded)
{
	size_t i = 0;

	while (i < most) {
		unsigned char x = (unsigned char)a[i];
		unsigned char y = (unsigned char)b[i];

		i++;
		if (folded && x >= 'A' && x <= 'Z')
			x = (unsigned char)(x + 'a' - 'A');
		if (folded && y >= 'A' && y <= 'Z')
			y = (unsigned char)(y + 'a' - 'A');
		if (x != y || x == 0)
			break;
	}
	return i;
}

/* What has to be looked at to compare. Texts that are the same need not be compared again. */
static void compared(const char *a, const char *b, size_t most, bool folded, bool same)
{
	size_t length = same ? length_within(a, most) : 0;
	size_t bytes = same ? (length < most ? length + 1 : most) : same_part(a, b, most, folded);

	reads(a, bytes);
	reads(b, bytes);
}

#define COMPARES(name, parameters, arguments, most, folded)                                        \
	LANDAU_INTERPOSE(int, name, parameters)                                                    \
	{                                                                                          \
		int result = REAL(name) arguments;                                                 \
                                                                                                   \
		compared(a, b, most, folded, result == 0);                                         \
		return result;                                                                     \
	}

COMPARES(strcmp, (const char *a, const char *b), (a, b), SIZE_MAX, false)
COMPARES(strcasecmp, (const char *a, const char *b), (a, b), SIZE_MAX, true)
COMPARES(strncmp, (const char *a, const char *b, size_t most), (a, b, most), most, false)
COMPARES(strncasecmp, (const char *a, const char *b, size_t most), (a, b, most), most, true)

/* Those that are equal in a language may differ. */
LANDAU_INTERPOSE(int, strcoll, (const char *a, const char *b))
{
	compared(a, b, SIZE_MAX, false, false);
	return REAL(strcoll)(a, b);
}

/* Up to what was found, or the end. */
static char *searched(const char *text, const char *found, size_t more)
{
	reads(text, found ? (size_t)(found - text) + more : length_of(text) + 1);
	return (char *)(uintptr_t)found;
}

#define SEARCHES(name, type, more)                                                                 \
	LANDAU_INTERPOSE(char *, name, (const char *text, type what))                              \
	{                                                                                          \
		return searched(text, REAL(name)(text, what), more);                               \
	}

#define SEARCHES_TEXT(name, more)                                                                  \
	LANDAU_INTERPOSE(char *, name, (const char *text, const char *what))                       \
	{                                                                                          \
		size_t length = length_of(what);                                                   \
                                                                                                   \
		reads(what, length + 1);                                                           \
		return searched(text, REAL(name)(text, what), more);                               \
	}

SEARCHES(strchr, int, 1)
SEARCHES(strchrnul, int, 1)
SEARCHES(index, int, 1)
SEARCHES_TEXT(strstr, length)
SEARCHES_TEXT(strcasestr, length)
SEARCHES_TEXT(strpbrk, (length != 0))

#define SEARCHES_BACK(name)                                                                        \
	LANDAU_INTERPOSE(char *, name, (const char *text, int what))                               \
	{                                                                                          \
		reads(text, length_of(text) + 1);                                                  \
		return REAL(name)(text, what);                                                     \
	}

SEARCHES_BACK(strrchr)
SEARCHES_BACK(rindex)

#define SPANS(name)                                                                                \
	LANDAU_INTERPOSE(size_t, name, (const char *text, const char *set))                        \
	{                                                                                          \
		size_t length = REAL(name)(text, set);                                             \
                                                                                                   \
		reads(set, length_of(set) + 1);                                                    \
		reads(text, length + 1);                                                           \
		return length;                                                                     \
	}

SPANS(strspn)
SPANS(strcspn)

static char *duplicated(const char *text, char *copy, size_t most)
{
	size_t length = length_within(text, most);

	reads(text, length < most ? length + 1 : most);
	if (copy)
		writes(copy, length + 1);
	return copy;
}

LANDAU_INTERPOSE(char *, strdup, (const char *text))
{
	return duplicated(text, REAL(strdup)(text), SIZE_MAX);
}

LANDAU_INTERPOSE(char *, __strdup, (const char *text))
{
	return duplicated(text, REAL(__strdup)(text), SIZE_MAX);
}

LANDAU_INTERPOSE(char *, strndup, (const char *text, size_t most))
{
	return duplicated(text, REAL(strndup)(text, most), most);
}

/* The C library does not set `rest` if there is no such base: then it has not looked at the text either. */
static void parsed(const char *text, char *rest, char **end)
{
	if (!rest)
		return;
	reads(text, (size_t)(rest - text) + 1);
	if (end) {
		writes(end, sizeof(*end));
		*end = rest;
	}
}

/* `function` is its name here, `name` that of the C library. */
#define PARSES(type, function, name, parameters, arguments)                                        \
	static type(*real_##function) parameters;                                                  \
	type function parameters __asm__(#name);                                                   \
	LANDAU_PUBLIC type function parameters                                                     \
	{                                                                                          \
		__typeof__(real_##function) *real = landau_real_slot(&real_##function, #name);     \
		char *rest = NULL;                                                                 \
		type result = (*real)arguments;                                                    \
                                                                                                   \
		parsed(text, rest, end);                                                           \
		return result;                                                                     \
	}

/* Since 2.38 the C library has each twice, and its headers choose by the standard that a program is compiled for. */
#define PARSES_INTEGER(type, name)                                                                 \
	PARSES(type, landau_##name, name, (const char *text, char **end, int base),                \
	       (text, &rest, base))                                                                \
	PARSES(type, landau_c23_##name, __isoc23_##name, (const char *text, char **end, int base), \
	       (text, &rest, base))

PARSES_INTEGER(long, strtol)
PARSES_INTEGER(unsigned long, strtoul)
PARSES_INTEGER(long long, strtoll)
PARSES_INTEGER(unsigned long long, strtoull)
PARSES(double, landau_strtod, strtod, (const char *text, char **end), (text, &rest))
PARSES(float, landau_strtof, strtof, (const char *text, char **end), (text, &rest))
PARSES(long double, landau_strtold, strtold, (const char *text, char **end), (text, &rest))

int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);
double atof(const char *text);

LANDAU_PUBLIC int atoi(const char *text)
{
	return (int)landau_strtol(text, NULL, 10);
}

LANDAU_PUBLIC long atol(const char *text)
{
	return landau_strtol(text, NULL, 10);
}

LANDAU_PUBLIC long long atoll(const char *text)
{
	return landau_strtoll(text, NULL, 10);
}

LANDAU_PUBLIC double atof(const char *text)
{
	return landau_strtod(text, NULL);
}

/* -- Sorting: comparisons are the program's, moving elements is the library's -----------------------
 */

LANDAU_INTERPOSE(void, qsort,
		 (void *array, size_t count, size_t bytes,
		  int (*compare)(const void *, const void *)))
{
	reads(array, count * bytes);
	REAL(qsort)(array, count, bytes, compare);
	writes(array, count * bytes);
}

LANDAU_INTERPOSE(void, qsort_r,
		 (void *array, size_t count, size_t bytes,
		  int (*compare)(const void *, const void *, void *), void *context))
{
	reads(array, count * bytes);
	REAL(qsort_r)(array, count, bytes, compare, context);
	writes(array, count * bytes);
}
