/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * routines.c - which routine is at a code address?
 *
 * A routine is a name, an object and a source file, as debug information and symbol tables have
 * them; inlined code belongs to the function that it was inlined into, since only symbols count. Code
 * without a symbol is named after its object and its offset in it, and code that is in no object
 * as the program's map for perf has it (perf_map.c), or else after its address.
 *
 * Entries cache the answer by address. They are never freed, because translated code refers to
 * them; when code goes away they become unknown and are looked up again when they are next
 * called. So different code at one address is never mistaken for what was there before.
 */
#include "engine/valgrind/engine.h"

#include "engine/fortran.h"

struct routine {
	UInt hash;
	uint32_t line;
	Bool traced; /* the event dump says how it is treated */
	const HChar *name;
	const HChar *object;
	const HChar *file;
	const HChar *own_file; /* if the first instruction is from elsewhere; else the same */
	struct landau_code code;
};

static struct {
	struct landau_entry **buckets;
	UWord bucket_count; /* a power of two */
	UWord count;
	UChar pieces[8192]; /* a bit for each piece of memory that has entries, by hash */
} entries;

enum { PIECE_SHIFT = 16 };

static struct {
	struct routine *all;
	uint32_t count;
	uint32_t limit;
	uint32_t *slots; /* number + 1, by hash */
	uint32_t slot_count;
} routines;

/* -- Routines ---------------------------------------------------------------------------------- */

static UInt hash_text(UInt hash, const HChar *text)
{
	for (; *text; text++)
		hash = (hash ^ (UChar)*text) * 16777619U;
	return hash * 31;
}

static void place_routine(uint32_t number)
{
	uint32_t slot = routines.all[number].hash & (routines.slot_count - 1);

	while (routines.slots[slot])
		slot = (slot + 1) & (routines.slot_count - 1);
	routines.slots[slot] = number + 1;
}

static void grow_routines(void)
{
	uint32_t limit = routines.limit ? 2 * routines.limit : 1024;

	routines.all = VG_(realloc)("landau.routines", routines.all, limit * sizeof(*routines.all));
	routines.limit = limit;
	if (routines.slots)
		VG_(free)(routines.slots);
	routines.slot_count = 2 * limit;
	routines.slots =
		VG_(calloc)("landau.routines", routines.slot_count, sizeof(*routines.slots));
	for (uint32_t i = 0; i < routines.count; i++)
		place_routine(i);
}

static uint32_t intern(const HChar *name, const HChar *object, const HChar *file, uint32_t line)
{
	UInt hash = hash_text(hash_text(hash_text(2166136261U, name), object), file);
	struct routine *routine;

	if (routines.count == routines.limit)
		grow_routines();
	for (uint32_t slot = hash & (routines.slot_count - 1); routines.slots[slot];
	     slot = (slot + 1) & (routines.slot_count - 1)) {
		routine = &routines.all[routines.slots[slot] - 1];
		if (routine->hash == hash && VG_(strcmp)(routine->name, name) == 0 &&
		    VG_(strcmp)(routine->object, object) == 0 &&
		    VG_(strcmp)(routine->file, file) == 0) {
			if (line && (!routine->line || line < routine->line))
				routine->line = line;
			return routines.slots[slot] - 1;
		}
	}
	routine = &routines.all[routines.count];
	routine->hash = hash;
	routine->line = line;
	routine->traced = False;
	routine->name = VG_(strdup)("landau.routine", name);
	routine->object = VG_(strdup)("landau.routine", object);
	routine->file = VG_(strdup)("landau.routine", file);
	routine->own_file = routine->file;
	routine->code.path = NULL;
	place_routine(routines.count);
	return routines.count++;
}

uint32_t landau_routine_count(void)
{
	return routines.count;
}

const HChar *landau_routine_name(uint32_t routine)
{
	return routines.all[routine].name;
}

const HChar *landau_routine_object(uint32_t routine)
{
	return routines.all[routine].object;
}

const HChar *landau_routine_file(uint32_t routine)
{
	return routines.all[routine].own_file;
}

uint32_t landau_routine_line(uint32_t routine)
{
	return routines.all[routine].line;
}

const struct landau_code *landau_routine_code(uint32_t routine)
{
	return &routines.all[routine].code;
}

void landau_routine_set_line(uint32_t routine, const HChar *file, uint32_t line)
{
	struct routine *found = &routines.all[routine];

	if (VG_(strcmp)(found->file, file) != 0)
		found->own_file = VG_(strdup)("landau.routine", file);
	found->line = line;
}

struct landau_treatment landau_routine_treatment(void *context, uint32_t routine)
{
	(void)context;
	return landau_treatment_of(&landau_options.allocators, routines.all[routine].name,
				   routines.all[routine].object);
}

Bool landau_routine_is_untraced(uint32_t routine)
{
	Bool traced = routines.all[routine].traced;

	routines.all[routine].traced = True;
	return !traced;
}

void landau_routines_not_traced(void)
{
	for (uint32_t i = 0; i < routines.count; i++)
		routines.all[i].traced = False;
}

/* -- Stubs ------------------------------------------------------------------------------------- */

static Bool readable(Addr address, SizeT size)
{
	return VG_(am_is_valid_for_client)(address, size, VKI_PROT_READ);
}

/*
 * A function that has a symbol of its own is no stub, whatever it looks like, and neither is a part of one that ends with
 * an indirect jump: stubs have sections of their own.
 */
enum landau_stub landau_stub_at(Addr address, Addr *slot)
{
	Addr ignored;

	if (!readable(address, LANDAU_STUB_BYTES) ||
	    VG_(DebugInfo_sect_kind)(NULL, address) == Vg_SectText)
		return LANDAU_STUB_NONE;
	return landau_stub_in(address, slot ? slot : &ignored);
}

/* -- Entries ----------------------------------------------------------------------------------- */

static Bool starts_with(const HChar *text, const HChar *start)
{
	return VG_(strncmp)(text, start, VG_(strlen)(start)) == 0;
}

/* Functions that go on with another stack; what happens in them is no unwinding. */
static Bool is_switcher(const HChar *name)
{
	static const HChar *const names[] = {"swapcontext", "setcontext", "__swapcontext",
					     "__setcontext", "__start_context"};

	for (UInt i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (VG_(strcmp)(name, names[i]) == 0)
			return True;
	return VG_(strstr)(name, "_fcontext") != NULL || starts_with(name, "co_switch") ||
	       starts_with(name, "coro_transfer");
}

/* A part of a function that the compiler moved away; it is never called. */
static Bool is_cold_part(const HChar *name)
{
	const HChar *dot = VG_(strstr)(name, ".cold");

	return dot && (dot[5] == '\0' || dot[5] == '.');
}

/* A symbol's version is no part of the routine's name: strlen@@GLIBC_2.2.5. */
static void strip_version(HChar *name)
{
	HChar *at = VG_(strchr)(name, '@');

	if (at && at != name)
		*at = '\0';
}

/* Of a Fortran procedure either name will do: the symbol's or the source's. */
static Bool is_collected(const HChar *name)
{
	return landau_options.collect && VG_(string_match)(landau_options.collect, name);
}

Bool landau_code_is_watched(Addr address)
{
	const HChar *text;
	HChar *name;
	HChar *cold;
	Bool watched;

	if (!landau_options.lines)
		return False;
	if (!VG_(get_fnname)(VG_(current_DiEpoch)(), address, &text))
		return landau_is_watched("");
	name = VG_(strdup)("landau.name", text);
	cold = is_cold_part(name) ? VG_(strstr)(name, ".cold") : NULL;
	if (cold)
		*cold = '\0';
	strip_version(name);
	landau_decode_fortran(name);
	watched = landau_is_watched(name);
	VG_(free)(name);
	return watched;
}

/* The program's file, which may have several names, and the one by which the user called it. */
static struct {
	ULong device;
	ULong number;
	const HChar *name; /* NULL: it is not known, or a script */
} program;

void landau_routines_start(void)
{
	const HChar *path = VG_(find_executable)(VG_(args_the_exename));
	struct vg_stat status;

	if (!path || sr_isError(VG_(stat)(path, &status)))
		return;
	program.device = status.dev;
	program.number = status.ino;
	program.name = VG_(strdup)("landau.program", VG_(basename)(path));
}

/* What code that the program has made belongs to. */
static const HChar generated[] = "[jit]";

/* The name of code that the program has made, where it begins; NULL: it is in an object, or has none. */
static const HChar *generated_name(Addr address, Addr *start)
{
	if (VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address))
		return NULL;
	return landau_perf_map_name(address, start);
}

static const HChar *object_at(DiEpoch epoch, Addr address)
{
	const NSegment *segment = VG_(am_find_nsegment)(address);
	const HChar *path;

	if (program.name && segment && segment->kind == SkFileC && segment->dev == program.device &&
	    segment->ino == program.number)
		return program.name;
	return VG_(get_objname)(epoch, address, &path) ? VG_(basename)(path) : "";
}

UWord landau_offset_in_object(Addr address)
{
	const NSegment *segment = VG_(am_find_nsegment)(address);
	const DebugInfo *info = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);

	if (info)
		return (UWord)((PtrdiffT)address - VG_(DebugInfo_get_text_bias)(info));
	if (segment && segment->kind == SkFileC)
		return address - segment->start + (UWord)segment->offset;
	return address;
}

/* The same text for all routines of an object; there are few that are used by turns. */
static const HChar *path_of_object(const HChar *path)
{
	static const HChar *recent[8];
	static UInt next;

	for (UInt i = 0; i < sizeof(recent) / sizeof(recent[0]); i++)
		if (recent[i] && VG_(strcmp)(recent[i], path) == 0)
			return recent[i];
	next = (next + 1) % (sizeof(recent) / sizeof(recent[0]));
	recent[next] = VG_(strdup)("landau.path", path);
	return recent[next];
}

struct landau_code landau_code_at(Addr address)
{
	const NSegment *segment = VG_(am_find_nsegment)(address);
	const HChar *path =
		segment && segment->kind == SkFileC ? VG_(am_get_filename)(segment) : NULL;

	/* A question is a line. */
	if (!path || VG_(strpbrk)(path, "\t\n"))
		return (struct landau_code){0};
	return (struct landau_code){
		.path = path_of_object(path),
		.offset = address - segment->start + (ULong)segment->offset,
	};
}

/* Where the routine's code is, while it is there. */
static void note_code(const struct landau_entry *entry)
{
	struct landau_code *code = &routines.all[entry->routine].code;

	if (!code->path)
		*code = landau_code_at(entry->address);
}

/* A number at the end of a text, behind a colon: cut off, with the colon. False: there is none. */
static Bool cut_number(HChar *text, UInt *number)
{
	HChar *colon = VG_(strrchr)(text, ':');
	HChar *end;

	if (!colon || colon == text || !VG_(isdigit)(colon[1]))
		return False;
	*number = (UInt)VG_(strtoull10)(colon + 1, &end);
	if (*end)
		return False;
	*colon = '\0';
	return True;
}

/*
 * CPython writes py::NAME:FILE, V8 JS:NAME FILE:LINE:COLUMN. `name` is cut before the file; the file's own name, or "".
 */
static const HChar *split_generated(HChar *name, UInt *line)
{
	HChar *colon = starts_with(name, "py::") ? VG_(strrchr)(name, ':') : NULL;
	HChar *blank = VG_(strrchr)(name, ' ');
	UInt column;

	if (colon && colon >= name + 4 && colon[1] != '\0') {
		*colon = '\0';
		return VG_(basename)(colon + 1);
	}
	if (blank && cut_number(blank + 1, &column)) {
		*blank = '\0';
		if (!cut_number(blank + 1, line))
			*line = column;
		return VG_(basename)(blank + 1);
	}
	return "";
}

/* The code has a name in the program's map for perf. */
static void take_generated(struct landau_entry *entry, const HChar *text, Addr start)
{
	HChar *name = VG_(strdup)("landau.name", text);
	UInt line = 0;
	const HChar *file = split_generated(name, &line);

	entry->is_symbol = start == entry->address;
	entry->switches = False;
	entry->collect = is_collected(name);
	entry->watched = landau_is_watched(name);
	entry->routine = intern(name, generated, file, line);
	VG_(free)(name);
}

void landau_entry_look_up(struct landau_entry *entry)
{
	DiEpoch epoch = VG_(current_DiEpoch)();
	const HChar *text;
	const HChar *object;
	HChar *name;
	HChar *file;
	UInt line = 0;
	Bool has_name;
	Addr start;

	entry->known = True;
	entry->is_symbol = False;
	entry->is_stub = False;
	entry->slot = 0;
	text = generated_name(entry->address, &start);
	if (text) {
		take_generated(entry, text, start);
		return;
	}

	/* What the debug information returns lasts until its next call. */
	has_name = VG_(get_fnname_if_entry)(epoch, entry->address, &text);
	if (has_name)
		entry->is_symbol = !is_cold_part(text);
	else
		entry->is_stub = landau_stub_at(entry->address, &entry->slot) != LANDAU_STUB_NONE;
	if (!has_name)
		has_name = VG_(get_fnname)(epoch, entry->address, &text);
	name = has_name ? VG_(strdup)("landau.name", text) : NULL;
	entry->collect = name && is_collected(name);
	if (name) {
		strip_version(name);
		landau_decode_fortran(name);
	}

	file = VG_(strdup)("landau.name",
			   VG_(get_filename)(epoch, entry->address, &text) ? text : "");
	if (!VG_(get_linenum)(epoch, entry->address, &line))
		line = 0;
	object = object_at(epoch, entry->address);
	if (!name) {
		SizeT bytes = VG_(strlen)(object) + 32;

		name = VG_(malloc)("landau.name", bytes);
		if (object[0])
			VG_(snprintf)
		(name, (Int)bytes, "%s+0x%lx", object, landau_offset_in_object(entry->address));
		else VG_(snprintf)(name, (Int)bytes, "0x%lx", entry->address);
	}
	entry->switches = is_switcher(name);
	entry->collect = entry->collect || is_collected(name);
	entry->watched = landau_is_watched(name);
	entry->copies =
		landau_options.through && landau_looks_through(landau_options.through, name);
	entry->form = landau_form_to_attend(name);
	entry->special = entry->watched || entry->copies || entry->form != LANDAU_FORM_NONE;
	entry->routine = intern(name, object, file, line);
	if (line)
		note_code(entry);
	VG_(free)(name);
	VG_(free)(file);
}

static UWord bucket_of(Addr address)
{
	return (UWord)(address * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (entries.bucket_count - 1);
}

static void grow_entries(void)
{
	struct landau_entry **old = entries.buckets;
	UWord old_count = entries.bucket_count;

	entries.bucket_count = old_count ? 2 * old_count : 4096;
	entries.buckets =
		VG_(calloc)("landau.entries", entries.bucket_count, sizeof(*entries.buckets));
	for (UWord i = 0; i < old_count; i++) {
		while (old[i]) {
			struct landau_entry *entry = old[i];
			UWord bucket = bucket_of(entry->address);

			old[i] = entry->next;
			entry->next = entries.buckets[bucket];
			entries.buckets[bucket] = entry;
		}
	}
	if (old)
		VG_(free)(old);
}

static UWord piece_bit(Addr piece)
{
	return piece % (8 * sizeof(entries.pieces));
}

struct landau_entry *landau_entry_at(Addr address)
{
	struct landau_entry *entry = NULL;
	UWord bucket;

	if (entries.count >= entries.bucket_count)
		grow_entries();
	bucket = bucket_of(address);
	for (entry = entries.buckets[bucket]; entry; entry = entry->next)
		if (entry->address == address)
			break;
	if (!entry) {
		entry = VG_(perm_malloc)(sizeof(*entry), sizeof(void *));
		VG_(memset)(entry, 0, sizeof(*entry));
		entry->address = address;
		entry->next = entries.buckets[bucket];
		entries.buckets[bucket] = entry;
		entries.count++;
		entries.pieces[piece_bit(address >> PIECE_SHIFT) / 8] |=
			(UChar)(1 << piece_bit(address >> PIECE_SHIFT) % 8);
	}
	if (!entry->known)
		landau_entry_look_up(entry);
	return entry;
}

struct landau_entry *landau_symbol_at(Addr address)
{
	struct landau_entry *entry;
	const HChar *name;
	Addr start;

	if (!VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), address, &name) &&
	    !(generated_name(address, &start) && start == address))
		return NULL;
	entry = landau_entry_at(address);
	return entry->is_symbol ? entry : NULL;
}

void landau_entry_forget(Addr address)
{
	struct landau_entry *entry = entries.count ? entries.buckets[bucket_of(address)] : NULL;

	for (; entry; entry = entry->next)
		if (entry->address == address)
			entry->known = False;
}

/* Most memory that goes away has no code in it; only where it may have is the table searched. */
static Bool may_have_entries(Addr address, SizeT size)
{
	Addr last = (address + size - 1) >> PIECE_SHIFT;

	if (size >> PIECE_SHIFT >= 8 * sizeof(entries.pieces))
		return True;
	for (Addr piece = address >> PIECE_SHIFT; piece <= last; piece++)
		if (entries.pieces[piece_bit(piece) / 8] & 1 << piece_bit(piece) % 8)
			return True;
	return False;
}

void landau_entries_forget(Addr address, SizeT size)
{
	if (size == 0 || !may_have_entries(address, size))
		return;
	for (UWord i = 0; i < entries.bucket_count; i++)
		for (struct landau_entry *entry = entries.buckets[i]; entry; entry = entry->next)
			if (entry->address - address < size)
				entry->known = False;
}
