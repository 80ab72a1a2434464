/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * start.c - the beginning of the runtime, before the program's own constructors.
 *
 * `landau record` says by the environment what is wanted:
 *
 *   LANDAU_OUT          where the profile goes, %p is the process; without it the program just runs
 *   LANDAU_COST         bb (the default) or time, and further costs behind a comma
 *   LANDAU_CELL         bytes of a cell, 4 by default
 *   LANDAU_CONTEXTS     1: by calling context
 *   LANDAU_COLLECT      only inside of routines of this name, or that match it
 *   LANDAU_SNAPSHOT     seconds between snapshots
 *   LANDAU_CHILDREN     1: programs that are executed are recorded too; LANDAU_OUT must have %p
 *   LANDAU_SOURCES      1: collect who wrote what is read
 *   LANDAU_THROUGH      with that, 1: look through memcpy and its kin
 *   LANDAU_CURVE_FLOOR  progress curves begin at this size; 0: there are none
 *   LANDAU_QUIET        nothing is said of the run that is no error
 *   LANDAU_STAMP_LIMIT  renumber when a clock gets here, to test that
 *   LANDAU_LOG          log all events, to test the engine (event_log.h)
 *
 * The program starts anew without address space randomisation, so that its memory is where the
 * shadow has room for it and two runs are alike. A program that has more rights than its user is
 * not recorded: the environment is not to be trusted there.
 */
#include "engine/native/native.h"

#include "engine/native/output/profile_output.h"
#include "profile/writer.h"
#include "engine/native/interposition/interpose.h"
#include "engine/native/interposition/source_names.h"
#include "engine/native/output/event_log.h"
#include "raw.h"
#include "engine/native/parallel/shadow.h"
#include "engine/native/parallel/sources.h"
#include "signals.h"
#include "engine/native/output/snapshots.h"
#include "slots.h"
#include "engine/native/parallel/groups.h"
#include "world.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

struct landau_native landau_native = {.cell_shift = 2};

/* By which `landau record` and others tell that a program has the runtime. */
LANDAU_PUBLIC extern const char __landau_native[];
LANDAU_PUBLIC const char __landau_native[] = "landau " LANDAU_VERSION;

void landau_native_die(const char *what)
{
	landau_raw_say("landau: ", what, NULL);
	landau_raw3(SYS_exit_group, 2, 0, 0);
	__builtin_trap();
}

void landau_hot_check(const struct landau_hot *hot, size_t version)
{
	if (version != LANDAU_HOT_VERSION)
		landau_native_die("the program was compiled by another version of the compiler "
				  "wrapper; compile it again");
	if (hot != &landau_hot)
		landau_native_die(
			"the program was linked so that it hides the symbol landau_hot (by a "
			"version script, or --exclude-libs); leave that out");
}

/* -- The host of the cores ------------------------------------------------------------------------
 */

static void *get_memory(void *context, size_t bytes)
{
	(void)context;
	return landau_raw_pages(bytes);
}

static void give_back(void *context, void *memory, size_t bytes)
{
	(void)context;
	landau_raw_unmap(memory, bytes);
}

__attribute__((noreturn)) static void die(void *context, const char *what, uint64_t bytes_in_use)
{
	(void)context;
	(void)bytes_in_use;
	landau_native_give_up(what);
}

/* -- The environment ------------------------------------------------------------------------------
 */

static const char *value_of(char **environment, const char *name)
{
	size_t length = landau_raw_length(name);

	for (; *environment; environment++) {
		size_t i = 0;

		while (i < length && (*environment)[i] == name[i])
			i++;
		if (i == length && (*environment)[i] == '=')
			return *environment + length + 1;
	}
	return NULL;
}

/* Programs that this one executes run unwatched, unless LANDAU_CHILDREN says otherwise. */
static void remove_out(char **environment)
{
	const char *children = value_of(environment, "LANDAU_CHILDREN");

	if (children && landau_raw_equal(children, "1"))
		return;
	for (char **entry = environment; *entry; entry++) {
		if (*entry + sizeof("LANDAU_OUT=") - 1 != landau_native.out)
			continue;
		for (; *entry; entry++)
			entry[0] = entry[1];
		return;
	}
}

static char *keep(char *room, const char *text)
{
	do
		*room++ = *text;
	while (*text++);
	return room;
}

/*
 * What is needed later. Servers write their title over the arguments and the environment, and getopt
 * moves arguments.
 */
static void keep_settings(int argc, char **argv)
{
	const char *collect = landau_native.collect ? landau_native.collect : "";
	const char *allocators = landau_native.allocators ? landau_native.allocators : "";
	size_t bytes = landau_raw_length(landau_native.out) + 1 + landau_raw_length(collect) + 1 +
		       landau_raw_length(allocators) + 1;
	char **kept;
	char *room;

	for (int i = 0; i < argc; i++)
		bytes += sizeof(*argv) + landau_raw_length(argv[i]) + 1;
	kept = landau_raw_pages(bytes);
	if (!kept)
		landau_native_die("out of memory");
	landau_native.argc = argc;
	landau_native.argv = kept;
	room = (char *)(kept + argc);
	for (int i = 0; i < argc; i++) {
		kept[i] = room;
		room = keep(room, argv[i]);
	}
	if (landau_native.collect)
		landau_native.collect = room;
	room = keep(room, collect);
	if (landau_native.allocators)
		landau_native.allocators = room;
	room = keep(room, allocators);
	keep(room, landau_native.out);
	landau_native.out = room;
}

static uint32_t number_in(const char *text, const char *complaint)
{
	uint64_t number = 0;

	for (const char *digit = text; *digit; digit++) {
		if (*digit < '0' || *digit > '9' || number > UINT32_MAX / 10)
			landau_native_die(complaint);
		number = number * 10 + (uint64_t)(*digit - '0');
	}
	return (uint32_t)number;
}

/* The main cost, if it is said, and further ones, with commas between them. */
static void read_costs(const char *text)
{
	for (bool first = true; *text; first = false) {
		size_t length = 0;
		enum landau_further cost;

		while (text[length] && text[length] != ',')
			length++;
		cost = landau_further_named(text, length);
		if (cost == LANDAU_COST_INSTR || cost == LANDAU_FURTHER_COSTS)
			landau_native_die("LANDAU_COST: the native engine counts bb or time, and "
					  "further costs");
		if (first)
			landau_native.cost_is_time = cost == LANDAU_COST_TIME;
		landau_native.further |= 1u << cost;
		text += length + (text[length] == ',');
	}
	landau_native.further &=
		~(1u << (landau_native.cost_is_time ? LANDAU_COST_TIME : LANDAU_COST_BB));
}

static bool is_set(char **environment, const char *name)
{
	const char *value = value_of(environment, name);

	return value && landau_raw_equal(value, "1");
}

static void read_settings(char **environment)
{
	const char *cost = value_of(environment, "LANDAU_COST");
	const char *cell = value_of(environment, "LANDAU_CELL");
	const char *floor = value_of(environment, "LANDAU_CURVE_FLOOR");
	const char *limit = value_of(environment, "LANDAU_STAMP_LIMIT");
	const char *snapshot = value_of(environment, "LANDAU_SNAPSHOT");
	const char *collect = value_of(environment, "LANDAU_COLLECT");
	const char *allocator = value_of(environment, "LANDAU_ALLOCATOR");

	if (cost)
		read_costs(cost);
	landau_native.quiet = value_of(environment, "LANDAU_QUIET") != NULL;
	landau_native.contexts = is_set(environment, "LANDAU_CONTEXTS");
	landau_native.through = is_set(environment, "LANDAU_THROUGH");
	if (cell) {
		uint32_t bytes = number_in(cell, "LANDAU_CELL: not a number");

		if (bytes < 1 || bytes > 16 || (bytes & (bytes - 1)))
			landau_native_die("LANDAU_CELL: a cell has 1, 2, 4, 8 or 16 bytes");
		landau_native.cell_shift = (unsigned)__builtin_ctz(bytes);
	}
	if (snapshot)
		landau_native.snapshot_seconds =
			number_in(snapshot, "LANDAU_SNAPSHOT: not a number");
	landau_native.collect = collect && *collect ? collect : NULL;
	if (!allocator || landau_raw_equal(allocator, "opaque"))
		landau_native.allocators = "";
	else if (!landau_raw_equal(allocator, "raw"))
		landau_native.allocators = allocator;
	landau_native.curve_floor = LANDAU_CURVE_FLOOR;
	if (floor)
		landau_native.curve_floor = number_in(floor, "LANDAU_CURVE_FLOOR: not a number");
	if (limit) {
		landau_native.stamp_limit = number_in(limit, "LANDAU_STAMP_LIMIT: not a number");
		if (landau_native.stamp_limit < 64)
			landau_native_die("LANDAU_STAMP_LIMIT: must be 64 or more");
	}
}

/* -- The address space ----------------------------------------------------------------------------
 */

/* It was started as /proc/self/exe, and would be called "exe" in lists of processes. */
static void restore_name(const char *path)
{
	char name[16] = "";
	const char *last = path;

	landau_raw3(SYS_prctl, PR_GET_NAME, name, 0);
	if (!path || !landau_raw_equal(name, "exe"))
		return;
	for (; *path; path++)
		if (*path == '/')
			last = path + 1;
	landau_raw3(SYS_prctl, PR_SET_NAME, last, 0);
}

static void start_anew(char **argv, char **environment)
{
	long persona = landau_raw3(SYS_personality, 0xffffffff, 0, 0);

	if (persona < 0)
		return;
	if (persona & ADDR_NO_RANDOMIZE) {
		/* Programs that this one executes are as they would be without us. */
		landau_raw3(SYS_personality, persona & ~(long)ADDR_NO_RANDOMIZE, 0, 0);
		restore_name(argv[0]);
		return;
	}
	if (landau_raw3(SYS_personality, persona | ADDR_NO_RANDOMIZE, 0, 0) < 0)
		return;
	/* If that fails the program goes on as it is; overlaps are looked for at the end. */
	landau_raw3(SYS_execve, "/proc/self/exe", argv, environment);
}

/*
 * Whether the functions of this library are the ones that the program calls. They are not if it is
 * loaded while the program runs, by an instrumented object in a program that is not.
 */
static bool is_in_front(void)
{
	if (dlsym(RTLD_DEFAULT, "pthread_create") == (void *)(uintptr_t)pthread_create)
		return true;
	landau_raw_say(
		"landau: not recorded: the program itself is not instrumented, only an object "
		"that it loads. Run it with liblandau.so in LD_PRELOAD.",
		NULL);
	return false;
}

/*
 * An allocator that is preloaded comes in front of this library, which would not see what it is asked for. So the program starts anew
 * with this library before it, of which programs that this one executes know nothing.
 */
static void go_in_front(char **argv, char **environment)
{
	char *old = (char *)value_of(environment, "LD_PRELOAD");
	size_t count = 0;
	size_t length;
	Dl_info own;
	char **copy;
	char *text;

	if (!old || !*old || !dladdr(&landau_native, &own))
		return;
	length = landau_raw_length(own.dli_fname);
	if (__builtin_strncmp(old, own.dli_fname, length) == 0 && old[length] == ':') {
		keep(old, old + length + 1);
		return;
	}
	if (dlsym(RTLD_DEFAULT, "malloc") == (void *)(uintptr_t)malloc)
		return;
	while (environment[count])
		count++;
	copy = landau_raw_pages((count + 1) * sizeof(*copy) + length + landau_raw_length(old) + 16);
	if (!copy)
		return;
	text = (char *)(copy + count + 1);
	for (size_t i = 0; i < count; i++)
		copy[i] = environment[i] + sizeof("LD_PRELOAD=") - 1 == old ? text : environment[i];
	text = keep(text, "LD_PRELOAD=") - 1;
	text = keep(text, own.dli_fname) - 1;
	text = keep(text, ":") - 1;
	keep(text, old);
	/* If that fails the program goes on as it is. */
	landau_raw3(SYS_execve, "/proc/self/exe", argv, copy);
}

static void reserve(bool with_sources)
{
	landau_native.blank = landau_shadow_reserve(LANDAU_SLOT_BLANK, false);
	landau_native.wide_blank = landau_shadow_reserve(LANDAU_SLOT_BLANK, true);
	if (landau_native.blank && landau_native.on) {
		landau_native.writes = landau_shadow_reserve(LANDAU_SLOT_WRITES, false);
		landau_native.write_uses = landau_uses_reserve(LANDAU_SLOT_WRITES, false);
		if (with_sources)
			landau_native.sources =
				landau_shadow_reserve(landau_slot_of_sources(), false);
	}
	if (!landau_native.blank || !landau_native.wide_blank ||
	    (landau_native.on &&
	     (!landau_native.writes || (with_sources && !landau_native.sources))))
		landau_native_die("cannot reserve address space for the shadow; is there a limit "
				  "(ulimit -v)?");
	if (landau_native.on && !landau_native.write_uses)
		landau_native_die("out of memory");
}

/* What lies on the stack above the frames: the arguments, the environment, and what the kernel tells beside them. */
static void note_arguments(char **argv)
{
	const struct landau_native_thread *self = landau_self();
	uint64_t start = landau_shadow_offset((uint64_t)(argv - 1));
	uint64_t size;

	if (!landau_has_sources() || !self ||
	    (uintptr_t)argv - self->stack_low >= self->stack_high - self->stack_low)
		return;
	size = (self->stack_high - (uint64_t)(argv - 1)) >> landau_native.cell_shift;
	landau_sources_set(start, start + size * sizeof(uint32_t),
			   LANDAU_SOURCE_EXTERNAL | landau_source_number("arguments", ""));
}

void landau_native_start(int argc, char **argv, char **environment)
{
	bool with_sources = is_set(environment, "LANDAU_SOURCES");

	if (landau_native.started)
		return;
	if (landau_out_is_wanted(value_of(environment, "LANDAU_OUT"))) {
		if (getauxval(AT_SECURE)) {
			landau_raw_say("landau: not recorded: the program has more rights than "
				       "its user",
				       NULL);
		} else {
			go_in_front(argv, environment);
			start_anew(argv, environment);
			landau_native.on = is_in_front();
			landau_native.out = value_of(environment, "LANDAU_OUT");
			read_settings(environment);
			remove_out(environment);
			keep_settings(argc, argv);
			if (value_of(environment, "LANDAU_LOG"))
				landau_log_start(value_of(environment, "LANDAU_LOG"));
		}
	}
	landau_native.host = (struct landau_host){
		.get_memory = get_memory,
		.give_back = give_back,
		.die = die,
	};
	landau_native.has_wide = landau_native.cell_shift == 2;
	landau_native.fast = landau_native.has_wide && !landau_native.log;
	reserve(with_sources);
	if (landau_native.on) {
		landau_world_start();
		landau_threads_start();
		landau_source_names_start();
		landau_signals_start();
		landau_output_start();
		landau_process_start();
	}
	landau_native.started = true;
	landau_thread_begin(landau_native.on ? landau_new_thread_id() : 0, 0);
	note_arguments(argv);
	if (landau_native.on)
		landau_snapshots_start();
}

__attribute__((constructor(101))) static void start(int argc, char **argv, char **environment)
{
	landau_native_start(argc, argv, environment);
}
