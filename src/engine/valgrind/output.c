/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * output.c - the profile, written by the tool itself.
 *
 * It goes to a temporary name beside the final one, for the user alone, and is renamed when it is
 * whole. Where that fails, the reason is said and nothing is left behind. Before a program gives up rights, or changes its root
 * folder, the file is created: if it cannot be renamed any more, `landau record` does that.
 */
#include "engine/valgrind/engine.h"

#include "engine/errors.h"
#include "profile/from_core.h"

Bool landau_is_child;

static HChar *output_path;

static struct {
	Int fd;
	Int error;
} file;

static Int early_file = -1; /* the temporary file, created before its time */

const HChar *landau_output_path(void)
{
	HChar *name;

	if (output_path)
		return output_path;
	name = VG_(expand_file_name)("--out", landau_options.out);
	output_path = VG_(malloc)("landau.output", VG_(strlen)(name) + 16);
	if (landau_is_child && !VG_(strstr)(landau_options.out, "%p"))
		VG_(sprintf)(output_path, "%s.%d", name, VG_(getpid)());
	else
		VG_(strcpy)(output_path, name);
	VG_(free)(name);
	return output_path;
}

void landau_output_after_fork(void)
{
	landau_is_child = True;
	if (early_file >= 0)
		VG_(close)(early_file);
	early_file = -1;
	if (output_path)
		VG_(free)(output_path);
	output_path = NULL;
	landau_output_path();
}

static bool put(void *context, const void *bytes, size_t count)
{
	const UChar *next = bytes;

	(void)context;
	while (count > 0) {
		Int written = VG_(write)(file.fd, next, (Int)count);

		if (written == -VKI_EINTR)
			continue;
		if (written <= 0) {
			file.error = -written;
			return false;
		}
		next += written;
		count -= (size_t)written;
	}
	return true;
}

static void describe_routine(void *context, uint32_t number, struct landau_routine_source *source)
{
	(void)context;
	source->name = landau_routine_name(number);
	source->object = landau_routine_object(number);
	source->file = landau_routine_file(number);
	source->line = landau_routine_line(number);
}

static const char *describe_thread(void *context, uint32_t id)
{
	(void)context;
	return landau_thread_name(id);
}

static void describe_external(void *context, uint32_t number, struct landau_external_source *source)
{
	(void)context;
	source->kind = landau_source_kind(number);
	source->name = landau_source_name(number);
}

static Bool write_profile(enum landau_exit_kind kind, Int code)
{
	static struct landau_writer writer;
	UInt argument_count = (UInt)VG_(sizeXA)(VG_(args_for_client));
	const HChar **command =
		VG_(malloc)("landau.output", (argument_count + 1) * sizeof(*command));
	struct landau_description description = {
		.program = VG_(args_the_exename),
		.command = command,
		.command_count = argument_count + 1,
		.engine = "valgrind",
		.cost_kind = landau_options.count_instructions ? "instr" : "bb",
		.cell_bytes = (unsigned)landau_options.cell,
		.rms_only = landau_options.rms_only,
		.contexts = landau_options.contexts,
		.further = landau_options.further,
		.allocators = landau_options.allocators.names,
		.distinct_files = landau_options.distinct_files,
		.exit_kind = kind,
		.exit_code = code,
		.routine_count = landau_routine_count(),
		.routine = describe_routine,
		.thread_name = describe_thread,
		.sources = landau_options.sources,
		.external_count = landau_source_count(),
		.external = describe_external,
		.place = landau_options.lines ? landau_place : NULL,
		.host = &landau_valgrind_host,
	};
	Bool whole;

	command[0] = VG_(args_the_exename);
	for (UInt i = 0; i < argument_count; i++)
		command[i + 1] = *(HChar **)VG_(indexXA)(VG_(args_for_client), i);
	landau_writer_start(&writer, put, NULL);
	whole = landau_write_core(&writer, landau_the_core, &description);
	VG_(free)(command);
	return whole;
}

static void complain(const HChar *path, Int error, const HChar *lost)
{
	const HChar *reason = landau_error_text(error);

	landau_status_end();
	if (reason)
		landau_say("%s: %s; there is no %s\n", path, reason, lost);
	else
		landau_say("%s: cannot be written (error %d); there is no %s\n", path, error, lost);
}

/* The program's own limit on files is not meant for the profile. */
static void lift_limit(struct vki_rlimit *old)
{
	struct vki_rlimit most;

	VG_(getrlimit)(LANDAU_RLIMIT_FSIZE, old);
	most = *old;
	most.rlim_cur = most.rlim_max;
	VG_(setrlimit)(LANDAU_RLIMIT_FSIZE, &most);
}

static HChar *temporary_name(const HChar *path)
{
	HChar *name = VG_(malloc)("landau.output", VG_(strlen)(path) + 24);

	VG_(sprintf)(name, "%s.tmp.%d", path, VG_(getpid)());
	return name;
}

static SysRes create(const HChar *temporary)
{
	VG_(unlink)(temporary);
	return VG_(open)(temporary, VKI_O_CREAT | VKI_O_EXCL | VKI_O_WRONLY | VKI_O_LARGEFILE,
			 0600);
}

void landau_output_create_early(void)
{
	HChar *temporary;
	SysRes opened;

	if (early_file >= 0)
		return;
	temporary = temporary_name(landau_output_path());
	opened = create(temporary);
	/* Among Valgrind's own descriptors, which the program cannot close. */
	if (!sr_isError(opened))
		early_file = VG_(safe_fd)((Int)sr_Res(opened));
	VG_(free)(temporary);
}

/* The file that was created before its time, empty, or a new one; a negative number is an error. */
static Int open_temporary(const HChar *temporary, Bool is_early)
{
	SysRes opened;

	if (is_early) {
		VG_(lseek)(early_file, 0, VKI_SEEK_SET);
		opened = VG_(do_syscall)(__NR_ftruncate, (RegWord)early_file, 0, 0, 0, 0, 0, 0, 0);
		return sr_isError(opened) ? -(Int)sr_Err(opened) : early_file;
	}
	opened = create(temporary);
	return sr_isError(opened) ? -(Int)sr_Err(opened) : (Int)sr_Res(opened);
}

static Int write_to_temporary(const HChar *temporary, Bool is_early, enum landau_exit_kind kind,
			      Int code)
{
	Bool whole;

	file.fd = open_temporary(temporary, is_early);
	if (file.fd < 0)
		return -file.fd;
	file.error = 0;
	whole = write_profile(kind, code);
	if (!is_early)
		VG_(close)(file.fd);
	else if (!whole) /* `landau record` must not take a part of a profile for one */
		VG_(do_syscall)(__NR_ftruncate, (RegWord)early_file, 0, 0, 0, 0, 0, 0, 0);
	return whole ? 0 : file.error ? file.error : VKI_EIO;
}

/* From then on it has the final name, and the next profile must not be written over it. */
static Int rename_temporary(const HChar *temporary, const HChar *path, Bool is_early)
{
	if (VG_(rename)(temporary, path) != 0)
		return is_early ? 0 : VKI_EISDIR;
	if (is_early) {
		VG_(close)(early_file);
		early_file = -1;
	}
	return 0;
}

/* Returns what went wrong, or 0. */
static Int write_to(const HChar *path, enum landau_exit_kind kind, Int code)
{
	HChar *temporary = temporary_name(path);
	Bool is_early = early_file >= 0 && VG_(strcmp)(path, landau_output_path()) == 0;
	struct vki_rlimit limit;
	Int error;

	landau_threads_read_names();
	landau_lines_look_up();
	lift_limit(&limit);
	error = write_to_temporary(temporary, is_early, kind, code);
	VG_(setrlimit)(LANDAU_RLIMIT_FSIZE, &limit);
	if (error == 0)
		error = rename_temporary(temporary, path, is_early);
	if (error != 0)
		VG_(unlink)(temporary);
	VG_(free)(temporary);
	return error;
}

Bool landau_output_write(const HChar *path, enum landau_exit_kind kind, Int code)
{
	Int error;

	if (!path)
		path = landau_output_path();
	error = write_to(path, kind, code);
	if (error != 0)
		complain(path, error, "profile");
	return error == 0;
}

Bool landau_output_snapshot(Bool silent)
{
	Int error = write_to(landau_output_path(), LANDAU_EXIT_RUNNING, 0);

	if (error != 0 && !silent)
		complain(landau_output_path(), error, "snapshot");
	return error == 0;
}

void landau_output_give_up(void)
{
	if (landau_output_write(NULL, LANDAU_EXIT_RUNNING, 0))
		landau_say("the profile holds what was collected until then\n");
	VG_(exit)(2);
}
