/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile_output.c - writes the profile when the process ends, however it ends.
 *
 * The names of routines are looked up by another program, landau-symbolise, which lies beside this
 * library: the debug information is large, and this process may be in a bad state. Without it
 * routines are named by object and offset.
 */
#include "profile_output.h"

#include "engine/errors.h"
#include "engine/native/hooks/calls.h"
#include "engine/native/hooks/measure.h"
#include "early_file.h"
#include "engine/native/interposition/source_names.h"
#include "event_log.h"
#include "engine/native/interposition/space.h"
#include "engine/native/names/mappings.h"
#include "engine/native/runtime/raw.h"
#include "engine/native/parallel/groups.h"
#include "engine/native/parallel/shadow.h"
#include "engine/native/runtime/signals.h"
#include "snapshots.h"
#include "engine/native/names/symbols.h"
#include "engine/native/runtime/slots.h"
#include "engine/native/runtime/world.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

static char path[PATH_BYTES];      /* of the profile, absolute */
static char temporary[PATH_BYTES]; /* where it is written first */
static bool names_process;         /* the pid is in the name */
/* The kernel's number of the thread that writes the last profile. */
static uint32_t last_writer;
enum { NOBODY_YET = 0, NOBODY_ANY_MORE = UINT32_MAX };
static bool is_silent; /* about a profile that cannot be written */
static bool failed;
/* The temporary file, if it had to be created before its time. */
static struct landau_early_file early = {.descriptor = -1};

bool landau_out_is_wanted(const char *out)
{
	return out && *out;
}

static void add(char *buffer, size_t *used, const char *text)
{
	while (*text && *used < PATH_BYTES - 1)
		buffer[(*used)++] = *text++;
	buffer[*used] = '\0';
}

static void add_process(char *buffer, size_t *used)
{
	char digits[24];

	add(buffer, used, landau_raw_decimal(digits, (uint64_t)landau_raw3(SYS_getpid, 0, 0, 0)));
}

/* As LANDAU_OUT says, in the folder where the program started. */
static void make_path(bool is_child)
{
	static char folder[PATH_BYTES];
	size_t used = 0;

	names_process = false;
	if (landau_native.out[0] != '/') {
		if (!folder[0])
			landau_raw3(SYS_getcwd, folder, sizeof(folder), 0);
		add(path, &used, folder);
		add(path, &used, "/");
	}
	for (const char *c = landau_native.out; *c; c++) {
		char one[2] = {*c, '\0'};

		if (c[0] == '%' && c[1] == 'p') {
			names_process = true;
			add_process(path, &used);
			c++;
		} else {
			add(path, &used, one);
		}
	}
	if (is_child && !names_process) {
		add(path, &used, ".");
		add_process(path, &used);
	}
	used = 0;
	add(temporary, &used, path);
	add(temporary, &used, ".tmp.");
	add_process(temporary, &used);
}

static void on_exit_of_program(int status, void *unused)
{
	(void)unused;
	landau_output_write(LANDAU_EXIT_EXIT, status & 0xff);
}

void landau_output_start(void)
{
	make_path(false);
	landau_symbols_start();
	on_exit(on_exit_of_program, NULL);
}

void landau_output_after_fork(void)
{
	landau_early_file_close(&early);
	last_writer = NOBODY_YET;
	make_path(true);
}

/* -- The file -------------------------------------------------------------------------------------
 */

static long error; /* of the system call that failed, as the kernel says it */

/* The program's own limit on files is not meant for the profile. */
static void set_limit(const struct rlimit *limit, struct rlimit *old)
{
	landau_raw(SYS_prlimit64, 0, RLIMIT_FSIZE, (long)limit, (long)old, 0, 0);
}

static void lift_limit(struct rlimit *old)
{
	struct rlimit most;

	set_limit(NULL, old);
	most = *old;
	most.rlim_cur = most.rlim_max;
	set_limit(&most, NULL);
}

static const char *reason(void)
{
	const char *text = landau_error_text((int)-error);

	if (error == -EEXIST)
		return "it exists and is not a regular file";
	return text ? text : "the kernel refuses it";
}

static bool put(void *context, const void *bytes, size_t count)
{
	const char *text = bytes;

	while (count > 0) {
		long done = landau_raw3(SYS_write, *(long *)context, text, count);

		if (done == -EINTR)
			continue;
		if (done <= 0) {
			error = done;
			return false;
		}
		text += done;
		count -= (size_t)done;
	}
	return true;
}

static const char *name_of_thread(void *context, uint32_t id)
{
	(void)context;
	return id == 1 ? "main" : NULL;
}

static void source_of_routine(void *context, uint32_t number, struct landau_routine_source *source)
{
	const struct landau_routine_place *place = landau_routine_place(number);

	(void)context;
	source->name = place->name;
	source->object = place->object;
	source->file = place->file;
	source->line = place->line;
}

/* The temporary file, for the user alone. A device or a pipe at its final name would be replaced. */
static long create(void)
{
	struct stat status;

	if (landau_raw3(SYS_stat, path, &status, 0) >= 0 && !S_ISREG(status.st_mode))
		return S_ISDIR(status.st_mode) ? -EISDIR : -EEXIST;
	landau_raw3(SYS_unlink, temporary, 0, 0);
	return landau_raw3(SYS_open, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
}

void landau_output_create_early(void)
{
	long file;

	if (!landau_native.on || early.descriptor >= 0)
		return;
	file = create();
	if (file >= 0)
		landau_early_file_keep(&early, file);
}

static bool write_file(enum landau_exit_kind kind, int code)
{
	static struct landau_writer writer;
	static struct landau_core *cores[LANDAU_MOST_SLOTS];
	uint32_t count = 0;
	struct landau_description description = {
		.program = landau_native.argc > 0 ? landau_native.argv[0] : "",
		.command = (const char *const *)landau_native.argv,
		.command_count = (uint32_t)landau_native.argc,
		.engine = "native",
		.cost_kind = landau_native.cost_is_time ? "time" : "bb",
		.cell_bytes = 1u << landau_native.cell_shift,
		.further = landau_native.further,
		.contexts = landau_native.contexts,
		.allocators = landau_native.allocators,
		.exit_kind = kind,
		.exit_code = code,
		.routine_count = landau_routine_count(),
		.routine = source_of_routine,
		.thread_name = name_of_thread,
		.sources = landau_native.sources != NULL,
		.external_count = landau_source_count(),
		.external = landau_describe_source,
		.host = &landau_native.host,
	};
	bool is_early = landau_early_file_is_there(&early);
	long file = is_early ? early.descriptor : create();
	bool fine;

	error = file;
	if (file < 0)
		return false;
	for (uint32_t i = 0; i < landau_slot_count(); i++)
		cores[count++] = landau_slot(i)->core;
	landau_writer_start(&writer, put, &file);
	fine = landau_write_cores(&writer, cores, count, &description);
	/* `landau record` must not take a part of a profile for one. */
	if (is_early && !fine)
		landau_raw3(SYS_ftruncate, file, 0, 0);
	early.descriptor = -1;
	if (landau_raw3(SYS_close, file, 0, 0) < 0 || !fine)
		return false;
	error = landau_raw3(SYS_rename, temporary, path, 0);
	return error >= 0 || is_early;
}

/* -- The end --------------------------------------------------------------------------------------
 */

static void look_for_overlaps(const struct landau_maps *maps)
{
	uint64_t one, other;
	char first[24], second[24];

	if (landau_maps_overlap(maps, &one, &other))
		landau_raw_say("landau: warning: the program uses memory that the native engine "
			       "cannot tell apart (mappings at ",
			       landau_raw_decimal(first, one), " and ",
			       landau_raw_decimal(second, other),
			       "); input sizes may be wrong. Use the Valgrind engine.", NULL);
}

static void finish_threads(void)
{
	for (uint32_t i = 0; i < landau_slot_count(); i++) {
		struct landau_native_thread *slot = landau_slot(i);

		if (slot->used && slot->core_thread && !slot->core_thread->finished) {
			landau_thread_settle(slot);
			landau_measure(slot);
			landau_space_settle(slot);
			/* The last ticks must not ask for another stop of the world. */
			slot->core->limit = UINT32_MAX;
			landau_thread_finish(slot->core_thread);
		}
	}
}

static void let_go(void)
{
	landau_native.on = false;
	for (uint32_t i = 0; i < landau_slot_count(); i++) {
		struct landau_native_thread *slot = landau_slot(i);
		struct landau_hot *hot = slot->hot;

		if (!slot->used)
			continue;
		landau_hot_look(hot, NULL);
		landau_hot_set(hot, 0, 0);
		hot->state = LANDAU_THREAD_GONE;
		hot->self = NULL;
		__atomic_or_fetch(&hot->attention, LANDAU_ATTEND_NEW, __ATOMIC_SEQ_CST);
	}
}

/* The names of the routines, then the file. */
static void write_profile(enum landau_exit_kind kind, int code)
{
	struct landau_maps maps;

	if (landau_maps_read(&maps)) {
		look_for_overlaps(&maps);
		landau_symbols_look_up(&maps, 0, UINTPTR_MAX);
	}
	landau_maps_free(&maps);
	if (!write_file(kind, code)) {
		landau_raw3(SYS_unlink, temporary, 0, 0);
		failed = true;
		if (!is_silent)
			landau_raw_say("landau: ", path,
				       kind == LANDAU_EXIT_RUNNING
					       ? ": there is no snapshot: "
					       : ": the profile cannot be written: ",
				       reason(), NULL);
	}
}

/* As many as are open at once while the profile is written. */
static bool has_descriptors(void)
{
	enum { WANTED = 4 };
	long files[WANTED];
	int count = 0;

	while (count < WANTED &&
	       (files[count] = landau_raw3(SYS_open, "/", O_RDONLY | O_CLOEXEC, 0)) >= 0)
		count++;
	for (int i = 0; i < count; i++)
		landau_raw3(SYS_close, files[i], 0, 0);
	return count == WANTED;
}

/* The program has no descriptor left. A copy of it can do without the program's. */
static void write_profile_in_copy(enum landau_exit_kind kind, int code)
{
	long copy = landau_raw(SYS_clone, 0, 0, 0, 0, 0, 0);

	if (copy == 0) {
		landau_raw3(SYS_close_range, STDERR_FILENO + 1, UINT32_MAX, 0);
		write_profile(kind, code);
		landau_raw3(SYS_exit_group, 0, 0, 0);
	}
	if (copy < 0)
		write_profile(kind, code);
	while (copy > 0 && landau_raw(SYS_wait4, copy, 0, __WALL, 0, 0, 0) == -EINTR)
		;
}

/*
 * Another thread writes the profile. This one is about to end the process, and must not before that is done. If it is
 * the same thread, it has failed while it wrote.
 */
static void wait_for_writer(uint32_t other)
{
	enum { NANOSECONDS_BETWEEN = 10000000 };
	uint32_t self = (uint32_t)landau_raw3(SYS_gettid, 0, 0, 0);

	while (other != NOBODY_ANY_MORE && other != self) {
		landau_world_check();
		landau_raw_wait(&last_writer, other, NANOSECONDS_BETWEEN);
		other = __atomic_load_n(&last_writer, __ATOMIC_SEQ_CST);
	}
}

void landau_output_write(enum landau_exit_kind kind, int code)
{
	uint32_t self = (uint32_t)landau_raw3(SYS_gettid, 0, 0, 0);
	uint32_t other = NOBODY_YET;
	struct rlimit file_size;

	if (!landau_native.on)
		return;
	if (!__atomic_compare_exchange_n(&last_writer, &other, self, false, __ATOMIC_SEQ_CST,
					 __ATOMIC_SEQ_CST)) {
		wait_for_writer(other);
		return;
	}
	if (kind != LANDAU_EXIT_RUNNING)
		landau_snapshots_hold();
	landau_world_stop();
	if (kind != LANDAU_EXIT_RUNNING)
		finish_threads();
	landau_log_end();
	lift_limit(&file_size);
	if (has_descriptors())
		write_profile(kind, code);
	else
		write_profile_in_copy(kind, code);
	set_limit(&file_size, NULL);
	if (kind != LANDAU_EXIT_RUNNING && !landau_native.quiet)
		landau_measure_tell();
	let_go();
	landau_signals_stop();
	landau_world_resume();
	if (kind != LANDAU_EXIT_RUNNING)
		landau_snapshots_release();
	__atomic_store_n(&last_writer, NOBODY_ANY_MORE, __ATOMIC_SEQ_CST);
	landau_raw_wake(&last_writer);
}

bool landau_output_write_snapshot(const char *ending, bool silent)
{
	size_t used = landau_raw_length(path);

	add(path, &used, ending);
	used = landau_raw_length(temporary);
	add(temporary, &used, ending);
	landau_early_file_close(&early);
	is_silent = silent;
	/* Who writes the last profile waits for this one, and is not in this copy of the process. */
	last_writer = NOBODY_YET;
	landau_output_write(LANDAU_EXIT_RUNNING, 0);
	return !failed;
}

/* -- The end before its time -----------------------------------------------------------------------
 */

/* What the kernel gives the program is not meant for the runtime, which is about to end. */
static void lift_memory_limits(void)
{
	static const int limits[] = {RLIMIT_AS, RLIMIT_DATA};

	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
		struct rlimit limit;

		landau_raw(SYS_prlimit64, 0, limits[i], 0, (long)&limit, 0, 0);
		limit.rlim_cur = limit.rlim_max;
		landau_raw(SYS_prlimit64, 0, limits[i], (long)&limit, 0, 0, 0);
	}
}

/* Its memory may do to write the profile. */
static void drop_shadows(void)
{
	for (uint32_t i = 0; i < landau_slot_count(); i++)
		landau_words_wipe(landau_slot(i));
	landau_writes_wipe();
}

void landau_native_give_up(const char *what)
{
	uint32_t self = (uint32_t)landau_raw3(SYS_gettid, 0, 0, 0);
	static uint32_t who; /* gives up */
	uint32_t other = 0;
	struct rlimit file_size;

	if (!landau_native.on || !landau_native.started)
		landau_native_die(what);
	landau_slots_let_go();
	if (!__atomic_compare_exchange_n(&who, &other, self, false, __ATOMIC_SEQ_CST,
					 __ATOMIC_SEQ_CST) &&
	    other != self)
		landau_world_stay();
	landau_raw_say("landau: ", what, NULL);
	/* There was not enough to save it either. */
	if (other == self)
		landau_raw3(SYS_exit_group, 2, 0, 0);
	other = NOBODY_YET;
	/* The program ends already, and another thread writes. */
	if (!__atomic_compare_exchange_n(&last_writer, &other, self, false, __ATOMIC_SEQ_CST,
					 __ATOMIC_SEQ_CST) &&
	    other != self)
		landau_world_stay();
	if (!landau_world_is_mine()) {
		landau_snapshots_hold();
		landau_world_stop();
	}
	landau_log_end();
	lift_memory_limits();
	lift_limit(&file_size);
	drop_shadows();
	write_profile(LANDAU_EXIT_RUNNING, 0);
	if (!failed)
		landau_raw_say("landau: ", path, " holds what was collected until then", NULL);
	landau_raw3(SYS_exit_group, 2, 0, 0);
	__builtin_trap();
}
