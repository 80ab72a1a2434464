/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * names.c - names of routines and objects, short enough to read; see names.h.
 *
 * Demangled names are read from left to right, once, as the demanglers of gcc and clang write them. A
 * name that is none of theirs passes unchanged, unless it has brackets or blanks.
 */
#include "cli/print/names.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print/terminal.h"

struct shortening {
	const char *next;
	char *text; /* never longer than 3 bytes for each of the name */
	size_t used;
	bool keep_templates;
	bool in_operator; /* blanks belong to the name from here on */
	int templates;    /* depth */
};

static bool skip_word(struct shortening *it, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(it->next, word, length) != 0)
		return false;
	it->next += length;
	return true;
}

static bool shown(const struct shortening *it)
{
	return it->templates == 0 || it->keep_templates;
}

static void put(struct shortening *it, const char *bytes, size_t length)
{
	if (shown(it)) {
		memcpy(it->text + it->used, bytes, length);
		it->used += length;
	}
}

/* To behind the bracket that closes the one here, or to the end. */
static void skip_brackets(struct shortening *it, char open, char close)
{
	int depth = 0;

	for (; *it->next; it->next++) {
		depth += *it->next == open;
		depth -= *it->next == close;
		if (depth == 0) {
			it->next++;
			return;
		}
	}
}

static bool begins_word(const struct shortening *it)
{
	unsigned char before = it->used > 0 ? (unsigned char)it->text[it->used - 1] : ' ';

	return !isalnum(before) && before != '_' && before < 0x80;
}

/* operator<< and operator(): what follows the word is no bracket. */
static void take_operator(struct shortening *it)
{
	size_t length = strlen("operator");

	if (strncmp(it->next + length, "()", 2) == 0)
		length += 2;
	else
		length += strspn(it->next + length, "<>=!+-*/%^&|~[],");
	put(it, it->next, length);
	it->next += length;
	it->in_operator = it->in_operator || it->templates == 0;
}

static void skip_parameters(struct shortening *it)
{
	static const char *const qualifiers[] = {" const", " volatile", " &&", " &", " noexcept"};

	skip_brackets(it, '(', ')');
	for (size_t i = 0; i < sizeof(qualifiers) / sizeof(qualifiers[0]); i++)
		skip_word(it, qualifiers[i]);
}

/* Strings are so common and so long that they get their usual name. */
static bool take_string(struct shortening *it)
{
	if (!skip_word(it, "std::__cxx11::basic_string<char, std::char_traits<char>, "
			   "std::allocator<char> >") &&
	    !skip_word(it, "std::basic_string<char, std::char_traits<char>, std::allocator<char> "
			   ">"))
		return false;
	put(it, "std::string", strlen("std::string"));
	return true;
}

static void take_clone(struct shortening *it)
{
	const char *end = strchr(it->next, ']');

	/* [clone .part.0] is one of several routines of that name: .part.0 */
	put(it, it->next, end ? (size_t)(end - it->next) : strlen(it->next));
	it->next = end ? end + 1 : it->next + strlen(it->next);
}

static void take_one(struct shortening *it)
{
	if (skip_word(it, "(anonymous namespace)::") || skip_word(it, "__cxx11::") ||
	    take_string(it))
		return;
	if (skip_word(it, " [clone ")) {
		take_clone(it);
	} else if (strncmp(it->next, "[abi:", 5) == 0) {
		skip_brackets(it, '[', ']');
	} else if (strncmp(it->next, "operator", 8) == 0 && begins_word(it)) {
		take_operator(it);
	} else if (*it->next == '(') {
		skip_parameters(it);
	} else if (*it->next == '<') {
		if (!it->keep_templates && it->templates == 0)
			put(it, "<…>", strlen("<…>"));
		it->templates++;
		put(it, it->next++, 1);
	} else if (*it->next == '>' && it->templates > 0 && it->next[-1] != '-') {
		put(it, it->next++, 1);
		it->templates--;
	} else if (*it->next == ' ' && it->templates == 0 && !it->in_operator) {
		/* What stood before is the type of the result. */
		it->used = 0;
		it->next++;
	} else {
		put(it, it->next++, 1);
	}
}

static void shorten(const char *name, bool keep_templates, char *text)
{
	struct shortening it = {.next = name, .text = text, .keep_templates = keep_templates};

	while (*it.next)
		take_one(&it);
	if (it.used == 0) {
		/* Nothing but brackets: better all of it than nothing. */
		it.templates = 0;
		put(&it, name, strlen(name));
	}
	text[it.used] = '\0';
	landau_make_plain(text, false);
}

static const char *forward(const char *text, size_t columns)
{
	while (*text && columns > 0) {
		text++;
		while (((unsigned char)*text & 0xc0) == 0x80)
			text++;
		columns--;
	}
	return text;
}

static void cut(const char *name, size_t columns, char *text, size_t bytes)
{
	size_t total = landau_text_width(name);
	/* The end says more than the beginning; of a name with scopes nearly all. */
	size_t front = strstr(name, "::") ? 0 : (columns - 1) / 3, back = columns - 1 - front;

	if (total <= columns) {
		snprintf(text, bytes, "%s", name);
	} else {
		const char *rest = forward(name, total - back);

		/* Half of a :: is worse than none. */
		snprintf(text, bytes, "%.*s…%s", (int)(forward(name, front) - name), name,
			 *rest == ':' && rest[1] != ':' ? rest + 1 : rest);
	}
}

void landau_short_name(const char *name, int width, char *text, size_t bytes)
{
	char *shorter = malloc(strlen(name) * 3 + 4);
	size_t columns = width > 1 ? (size_t)width : 1;

	if (!shorter) {
		snprintf(text, bytes, "?");
		return;
	}
	shorten(name, true, shorter);
	if (landau_text_width(shorter) > columns)
		shorten(name, false, shorter);
	cut(shorter, columns, text, bytes);
	free(shorter);
}

/* A copy to be freed; NULL: no memory. */
static char *object_file(const char *object)
{
	const char *slash = strrchr(object, '/');
	const char *file = slash ? slash + 1 : object;
	const char *suffix = strstr(file, ".so");
	bool library = suffix && suffix > file && (suffix[3] == '\0' || suffix[3] == '.');

	return library ? strndup(file, (size_t)(suffix - file)) : strdup(file);
}

void landau_short_object(const char *object, int width, char *text, size_t bytes)
{
	char *name = object_file(object);

	if (name) {
		landau_make_plain(name, false);
		cut(name, width > 1 ? (size_t)width : 1, text, bytes);
	} else {
		snprintf(text, bytes, "?");
	}
	free(name);
}

bool landau_object_matches(const char *glob, const char *object)
{
	char *file;
	bool matches = fnmatch(glob, object, 0) == 0;

	if (matches)
		return true;
	file = object_file(object);
	matches = file && fnmatch(glob, file, 0) == 0;
	free(file);
	return matches;
}

const char *landau_cost_unit(const char *cost_kind)
{
	static const char *const units[][2] = {
		{"bb", "basic blocks"},    {"instr", "instructions"}, {"alloc", "bytes"},
		{"allocs", "allocations"}, {"live", "bytes"},         {"peak", "bytes"},
		{"bytes-in", "bytes"},     {"bytes-out", "bytes"},    {"syscalls", "system calls"},
		{"stack", "bytes"},
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strcmp(cost_kind, units[i][0]) == 0)
			return units[i][1];
	return "clock ticks";
}
