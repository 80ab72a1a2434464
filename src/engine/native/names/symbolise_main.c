/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symbolise_main.c - landau-symbolise: names for places in object files.
 *
 * Reads lines `PATH <tab> OFFSET` (hexadecimal, in the file) and answers each with
 * `NAME <tab> FILE <tab> LINE`: the routine there, demangled, the last part of the name of its source
 * file and its first line, not that of a function that was inlined there; an empty line where nothing is known. Separate debug files are found as
 * the debugger finds them. The native runtime runs it when a program ends.
 *
 * `PATH <tab> line <tab> OFFSET` is answered by the line of that one instruction, `FILE <tab> LINE`, and for each function that was
 * inlined there `<tab> NAME <tab> FILE <tab> LINE`, the outermost first, with the place of its call.
 *
 * A line `PATH <tab> match <tab> PATTERN` is answered by where in the file the routines are whose name
 * is PATTERN or matches it: `OFFSET SIZE OFFSET SIZE ...`, hexadecimal. `PATH <tab> opaque <tab> NAMES`
 * is answered in the same way by allocators, those that are listed in NAMES and the usual ones (engine/treatment.h).
 */
#include "engine/fortran.h"
#include "engine/native/names/inline_chains.h"
#include "engine/treatment.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fnmatch.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct function {
	GElf_Addr start;
	GElf_Xword size;
	const char *name;
};

struct object {
	char *path;
	Dwfl *session;
	Dwfl_Module *module;        /* NULL: it cannot be read */
	struct function *functions; /* by address */
	size_t function_count;
	struct object *next;
};

static struct object *objects;
static char *debug_path;
static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
	.debuginfo_path = &debug_path,
};

static int compare(const void *a, const void *b)
{
	const struct function *one = a;
	const struct function *other = b;

	return one->start < other->start ? -1 : one->start > other->start;
}

/* libdw looks at all symbols for each question, which a large program has too many of. */
static void sort_functions(struct object *object)
{
	int count = dwfl_module_getsymtab(object->module);

	if (count <= 0)
		return;
	object->functions = calloc((size_t)count, sizeof(*object->functions));
	for (int i = 0; object->functions && i < count; i++) {
		struct function *function = &object->functions[object->function_count];
		GElf_Sym symbol = {0};

		function->name = dwfl_module_getsym_info(object->module, i, &symbol,
							 &function->start, NULL, NULL, NULL);
		function->size = symbol.st_size;
		if (function->name && GELF_ST_TYPE(symbol.st_info) == STT_FUNC &&
		    symbol.st_shndx != SHN_UNDEF && symbol.st_size > 0)
			object->function_count++;
	}
	if (object->functions)
		qsort(object->functions, object->function_count, sizeof(*object->functions),
		      compare);
}

/* The one function there, or NULL if there is none or if it has several names. */
static const struct function *function_at(const struct object *object, GElf_Addr address)
{
	const struct function *all = object->functions;
	size_t low = 0, high = object->function_count; /* starts: at low or before, above at high */

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (all[middle].start <= address)
			low = middle;
		else
			high = middle;
	}
	if (high == 0 || address - all[low].start >= all[low].size ||
	    (low > 0 && all[low - 1].start == all[low].start))
		return NULL;
	return &all[low];
}

static struct object *object_of(const char *path)
{
	struct object *object;

	for (object = objects; object; object = object->next)
		if (strcmp(object->path, path) == 0)
			return object;
	object = calloc(1, sizeof(*object));
	if (!object || !(object->path = strdup(path)))
		exit(1);
	object->next = objects;
	objects = object;
	object->session = dwfl_begin(&callbacks);
	if (object->session) {
		dwfl_report_begin(object->session);
		object->module = dwfl_report_offline(object->session, path, path, -1);
		dwfl_report_end(object->session, NULL, NULL);
	}
	if (object->module)
		sort_functions(object);
	return object;
}

/* The unit of the last question about a line. */
static struct {
	struct object *object;
	Dwarf_Die *unit;
	Dwarf_Addr bias;
} last;

static void forget_objects(void)
{
	landau_inline_forget();
	last.unit = NULL;
	while (objects) {
		struct object *object = objects;

		objects = object->next;
		dwfl_end(object->session);
		free(object->functions);
		free(object->path);
		free(object);
	}
}

/* What is at `place` in the file has an address, and the reverse; 0: it has none, or is not in the file. */
static uint64_t translate(struct object *object, uint64_t place, bool to_address)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(object->module, &bias);
	size_t count;

	if (!elf || elf_getphdrnum(elf, &count) != 0)
		return 0;
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr segment;
		uint64_t address, from, to;

		if (!gelf_getphdr(elf, (int)i, &segment) || segment.p_type != PT_LOAD)
			continue;
		address = segment.p_vaddr + bias;
		from = to_address ? segment.p_offset : address;
		to = to_address ? address : segment.p_offset;
		if (place - from < segment.p_filesz)
			return place - from + to;
	}
	return 0;
}

static GElf_Addr address_of(struct object *object, uint64_t offset)
{
	return translate(object, offset, true);
}

static uint64_t offset_of(struct object *object, GElf_Addr address)
{
	return translate(object, address, false);
}

/* What the name is in C++; NULL: it is none. */
static char *demangled(const char *name)
{
	static char *(*demangle)(const char *, char *, size_t *, int *);
	static int looked;

	if (strncmp(name, "_Z", 2) != 0)
		return NULL;
	if (!looked) {
		void *library = dlopen("libstdc++.so.6", RTLD_LAZY);

		looked = 1;
		if (library)
			*(void **)&demangle = dlsym(library, "__cxa_demangle");
	}
	return demangle ? demangle(name, NULL, NULL, NULL) : NULL;
}

/* A name as it is in the source, if it can be told, to be freed. */
static char *readable(const char *name)
{
	char *text = demangled(name);

	if (!text) {
		text = strdup(name);
		if (!text)
			exit(1);
		landau_decode_fortran(text);
	}
	return text;
}

/* What was compiled at once and has code at the address; NULL: not known. */
static Dwarf_Die *unit_at(struct object *object, GElf_Addr address, Dwarf_Addr *bias)
{
	Dwarf_Die *unit = dwfl_module_addrdie(object->module, address, bias);

	if (unit)
		return unit;
	/* clang writes no table of which unit has which addresses. */
	while ((unit = dwfl_module_nextcu(object->module, unit, bias)) != NULL)
		if (dwarf_haspc(unit, address - *bias) > 0)
			return unit;
	return NULL;
}

/*
 * The function that has the instruction, if that is of another one which was inlined there. What dwarf_getscopes finds around the
 * innermost piece of code is where that was written, not where it has come to.
 */
static bool function_around(Dwarf_Die *unit, Dwarf_Addr address, Dwarf_Die *function)
{
	Dwarf_Die *written = NULL, *scopes = NULL;
	int count = dwarf_getscopes(unit, address, &written);
	bool inlined = false, found = false;

	count = count > 0 ? dwarf_getscopes_die(&written[0], &scopes) : 0;
	for (int i = 0; i < count && !found; i++) {
		inlined = inlined || dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine;
		found = dwarf_tag(&scopes[i]) == DW_TAG_subprogram;
		*function = scopes[i];
	}
	free(written);
	free(scopes);
	return found && inlined;
}

/* Where it is declared. To clang the file that was compiled is number 0, which is none to libdw. */
static const char *file_of(Dwarf_Die *unit, Dwarf_Die *function)
{
	const char *file = dwarf_decl_file(function);

	return file ? file : dwarf_diename(unit);
}

/* The source of the routine whose first instruction is at the address; NULL: not known. */
static const char *source_of(struct object *object, GElf_Addr address, int *line)
{
	Dwarf_Addr bias;
	Dwarf_Die *unit = unit_at(object, address, &bias);
	Dwarf_Die function;
	Dwfl_Line *source;
	Dwarf_Line *found;

	if (unit && function_around(unit, address - bias, &function) &&
	    dwarf_decl_line(&function, line) == 0)
		return file_of(unit, &function);
	source = dwfl_module_getsrc(object->module, address);
	if (source)
		return dwfl_lineinfo(source, NULL, line, NULL, NULL, NULL);
	found = unit ? dwarf_getsrc_die(unit, address - bias) : NULL;
	return found && dwarf_lineno(found, line) == 0 ? dwarf_linesrc(found, NULL, NULL) : NULL;
}

/* Symbols may have any bytes: those that mean something in an answer become '?'. */
static void put_text(const char *text)
{
	for (; *text; text++)
		putchar((unsigned char)*text < ' ' ? '?' : *text);
}

/* The name of the routine at the address, and how far in it that is; NULL: not known. */
static const char *name_at(struct object *object, GElf_Addr address, GElf_Off *within)
{
	const struct function *function = function_at(object, address);
	GElf_Sym symbol;

	if (function) {
		*within = address - function->start;
		return function->name;
	}
	return dwfl_module_addrinfo(object->module, address, within, &symbol, NULL, NULL, NULL);
}

static void put_last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	put_text(slash ? slash + 1 : path);
}

static void answer(const char *path, uint64_t offset)
{
	struct object *object = object_of(path);
	GElf_Addr address = object->module ? address_of(object, offset) : 0;
	const char *name, *file;
	GElf_Off within;
	int line = 0;
	char *shown;

	name = address ? name_at(object, address, &within) : NULL;
	if (!name || !*name) {
		puts("");
		return;
	}
	file = source_of(object, address - within, &line);
	shown = readable(name);
	put_text(shown);
	putchar('\t');
	if (file)
		put_last_part(file);
	printf("\t%d\n", line);
	free(shown);
}

/* The unit of the last question, or that of the address. */
static Dwarf_Die *unit_again(struct object *object, GElf_Addr address, Dwarf_Addr *bias)
{
	if (!last.unit || last.object != object ||
	    dwarf_haspc(last.unit, address - last.bias) <= 0) {
		last.object = object;
		last.unit = unit_at(object, address, &last.bias);
	}
	*bias = last.bias;
	return last.unit;
}

static void answer_with_line(const char *path, uint64_t offset)
{
	struct object *object = object_of(path);
	GElf_Addr address = object->module ? address_of(object, offset) : 0;
	Dwarf_Addr bias = 0;
	Dwarf_Die *unit = address ? unit_again(object, address, &bias) : NULL;
	Dwarf_Line *source = unit ? dwarf_getsrc_die(unit, address - bias) : NULL;
	const char *file = source ? dwarf_linesrc(source, NULL, NULL) : NULL;
	int line = 0;

	if (!file || dwarf_lineno(source, &line) != 0) {
		puts("");
		return;
	}
	put_last_part(file);
	printf("\t%d", line);
	for (const struct landau_inline_call *call = landau_inline_chain(unit, address - bias);
	     call; call = call->inner) {
		char *name = readable(call->name);

		putchar('\t');
		put_text(name);
		putchar('\t');
		put_text(call->file);
		printf("\t%u", call->line);
		free(name);
	}
	puts("");
}

static bool is_like(const char *name, const char *pattern)
{
	return strcmp(name, pattern) == 0 || fnmatch(pattern, name, 0) == 0;
}

/* Of a Fortran procedure either name will do, the symbol's or the source's; of C++ only the latter. */
static int name_matches(const char *name, const char *pattern)
{
	char *shown = readable(name);
	int result =
		is_like(shown, pattern) || (strncmp(name, "_Z", 2) != 0 && is_like(name, pattern));

	free(shown);
	return result;
}

static int name_is_opaque(const char *name, const char *names)
{
	const struct landau_allocators allocators = {.names = names};
	char *shown = readable(name);
	int result = landau_treatment_of(&allocators, shown, "").way == LANDAU_OPAQUE;

	free(shown);
	return result;
}

static void answer_ranges(const char *path, int (*wanted)(const char *name, const char *text),
			  const char *text)
{
	struct object *object = object_of(path);

	for (size_t i = 0; i < object->function_count; i++) {
		const struct function *function = &object->functions[i];
		GElf_Off within;
		const char *name = name_at(object, function->start, &within);

		if (name && *name && wanted(name, text))
			printf("%llx %llx ", (unsigned long long)offset_of(object, function->start),
			       (unsigned long long)function->size);
	}
	puts("");
}

static void answer_line(char *line)
{
	static const char match[] = "match\t";
	static const char opaque[] = "opaque\t";
	static const char place[] = "line\t";
	char *tab = strchr(line, '\t');

	if (tab && strncmp(tab + 1, match, sizeof(match) - 1) == 0) {
		*tab = '\0';
		tab[1 + strcspn(tab + 1, "\n")] = '\0';
		answer_ranges(line, name_matches, tab + sizeof(match));
	} else if (tab && strncmp(tab + 1, opaque, sizeof(opaque) - 1) == 0) {
		*tab = '\0';
		tab[1 + strcspn(tab + 1, "\n")] = '\0';
		answer_ranges(line, name_is_opaque, tab + sizeof(opaque));
	} else if (tab && strncmp(tab + 1, place, sizeof(place) - 1) == 0) {
		*tab = '\0';
		answer_with_line(line, strtoull(tab + sizeof(place), NULL, 16));
	} else if (tab) {
		*tab = '\0';
		answer(line, strtoull(tab + 1, NULL, 16));
	} else {
		puts("");
	}
}

int main(void)
{
	char *line = NULL;
	size_t bytes = 0;

	while (getline(&line, &bytes, stdin) >= 0)
		answer_line(line);
	free(line);
	forget_objects();
	return fflush(stdout) == 0 ? 0 : 1;
}
