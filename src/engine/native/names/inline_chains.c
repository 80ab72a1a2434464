/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inline_chains.c - which functions were inlined into each other at an instruction; see inline_chains.h.
 *
 * libdw looks through all of a unit for each question, and there are many about one unit. So the code ranges of its functions, and
 * of those that were inlined into them, are collected once. Ranges do not overlap unless one is within the other: sorted by their
 * starts, each has the innermost one around it as its parent, and the innermost one at an address is the last that starts
 * before it, or a parent of that.
 */
#include "inline_chains.h"

#include <dwarf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Functions nest in each other as deep as their source does; damaged files may not end. */
enum { MOST_DEPTH = 512, MOST_CHAIN = 64 };

struct range {
	Dwarf_Addr start;
	Dwarf_Addr end;
	Dwarf_Die die;
	bool inlined; /* not a function of its own */
	size_t depth;
	size_t parent; /* number + 1 of the range around it, 0: none */
};

struct unit {
	Dwarf_Off offset;
	Dwarf *file;
	struct range *ranges; /* by start, the outer ones first */
	size_t count;
	size_t limit;
	struct unit *next;
};

static struct unit *units;
static struct landau_inline_call chain[MOST_CHAIN];

static void add_ranges(struct unit *unit, Dwarf_Die *die, bool inlined, size_t depth)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
		if (start >= end)
			continue;
		if (unit->count == unit->limit) {
			size_t limit = unit->limit ? 2 * unit->limit : 256;
			struct range *more = realloc(unit->ranges, limit * sizeof(*more));

			if (!more)
				return;
			unit->ranges = more;
			unit->limit = limit;
		}
		unit->ranges[unit->count++] = (struct range){.start = start,
							     .end = end,
							     .die = *die,
							     .inlined = inlined,
							     .depth = depth};
	}
}

/* Goes through the children of an entry, and through theirs. */
static void collect(struct unit *unit, Dwarf_Die *parent)
{
	Dwarf_Die path[MOST_DEPTH];
	Dwarf_Off before = 0;
	size_t depth = 0;

	if (dwarf_child(parent, &path[0]) != 0)
		return;
	for (;;) {
		Dwarf_Die *die = &path[depth];
		int tag = dwarf_tag(die);
		bool inlined = tag == DW_TAG_inlined_subroutine;

		/* In a damaged file a sibling may lead back. */
		if (dwarf_dieoffset(die) <= before)
			return;
		before = dwarf_dieoffset(die);
		if (inlined || tag == DW_TAG_subprogram)
			add_ranges(unit, die, inlined, depth);
		if (depth + 1 < MOST_DEPTH && dwarf_child(die, &path[depth + 1]) == 0) {
			depth++;
			continue;
		}
		while (dwarf_siblingof(&path[depth], &path[depth]) != 0)
			if (depth-- == 0)
				return;
	}
}

static int compare(const void *first, const void *second)
{
	const struct range *a = first;
	const struct range *b = second;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->end != b->end)
		return a->end > b->end ? -1 : 1;
	return a->depth < b->depth ? -1 : a->depth > b->depth;
}

static void find_parents(struct unit *unit)
{
	size_t around = 0; /* number + 1 */

	if (unit->count > 0)
		qsort(unit->ranges, unit->count, sizeof(*unit->ranges), compare);
	for (size_t i = 0; i < unit->count; i++) {
		while (around && unit->ranges[around - 1].end <= unit->ranges[i].start)
			around = unit->ranges[around - 1].parent;
		unit->ranges[i].parent = around;
		around = i + 1;
	}
}

static const struct unit *unit_of(Dwarf_Die *die)
{
	Dwarf *file = dwarf_cu_getdwarf(die->cu);
	Dwarf_Off offset = dwarf_dieoffset(die);
	struct unit *unit;

	for (unit = units; unit; unit = unit->next)
		if (unit->offset == offset && unit->file == file)
			return unit;
	unit = calloc(1, sizeof(*unit));
	if (!unit)
		return NULL;
	*unit = (struct unit){.offset = offset, .file = file, .next = units};
	units = unit;
	collect(unit, die);
	find_parents(unit);
	return unit;
}

/* -- Names ------------------------------------------------------------------------------------- */

/* Linkage names of Rust have codes and checksums in them, and cannot be read. */
static const char *name_of(Dwarf_Die *unit, Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	const char *name = NULL;

	if (dwarf_srclang(unit) == DW_LANG_Rust)
		return dwarf_diename(die);
	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) ||
	    dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute))
		name = dwarf_formstring(&attribute);
	return name ? name : dwarf_diename(die);
}

static Dwarf_Word number_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	Dwarf_Word number = 0;

	return dwarf_attr(die, name, &attribute) && dwarf_formudata(&attribute, &number) == 0
		       ? number
		       : 0;
}

static const char *call_file(Dwarf_Die *unit, Dwarf_Die *die)
{
	Dwarf_Files *files;
	size_t count;
	Dwarf_Word number = number_of(die, DW_AT_call_file);
	const char *name = NULL;
	const char *slash;

	if (dwarf_getsrcfiles(unit, &files, &count) == 0 && number < count)
		name = dwarf_filesrc(files, number, NULL, NULL);
	if (!name || strcmp(name, "???") == 0) /* clang's number 0 in DWARF 5 */
		name = dwarf_diename(unit);
	slash = name ? strrchr(name, '/') : NULL;
	if (slash)
		return slash + 1;
	return name ? name : "";
}

const struct landau_inline_call *landau_inline_chain(Dwarf_Die *unit_die, Dwarf_Addr address)
{
	const struct unit *unit = unit_of(unit_die);
	struct landau_inline_call *inner = NULL;
	size_t low = 0, high = unit ? unit->count : 0;
	size_t used = 0;

	/* low: ranges that start at the address or before it. */
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (unit->ranges[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	while (low && unit->ranges[low - 1].end <= address)
		low = unit->ranges[low - 1].parent;
	for (; low && unit->ranges[low - 1].inlined && used < MOST_CHAIN;
	     low = unit->ranges[low - 1].parent) {
		Dwarf_Die die = unit->ranges[low - 1].die;
		const char *name = name_of(unit_die, &die);

		if (!name)
			continue;
		chain[used] = (struct landau_inline_call){
			.name = name,
			.file = call_file(unit_die, &die),
			.line = (unsigned)number_of(&die, DW_AT_call_line),
			.inner = inner,
		};
		inner = &chain[used++];
	}
	return inner;
}

void landau_inline_forget(void)
{
	while (units) {
		struct unit *unit = units;

		units = unit->next;
		free(unit->ranges);
		free(unit);
	}
}
