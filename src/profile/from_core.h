/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * from_core.h - writes what the core has collected as landau.data(5), inside an engine.
 *
 * Freestanding. Activations that are still pending are not in the profile: finish the threads first
 * (landau_thread_finish) to have them there, or write as it stands for a snapshot. The core is not
 * changed, so the program can go on. Nobody may feed the core meanwhile: points that do not add up
 * make a file that readers refuse.
 *
 *     static struct landau_writer writer;
 *
 *     landau_writer_start(&writer, put, &file);
 *     fine = landau_write_core(&writer, core, &description);
 */
#ifndef LANDAU_PROFILE_FROM_CORE_H
#define LANDAU_PROFILE_FROM_CORE_H

#include "core/host.h"
#include "profile/writer.h"

struct landau_core;

/* What a routine is called. NULL is the same as "", 0 is no line. */
struct landau_routine_source {
	const char *name;
	const char *object;
	const char *file;
	uint32_t line;
};

/* Something outside of the program that it has read from; see landau.data(5). */
struct landau_external_source {
	const char *kind;
	const char *name;
};

/* A function that was inlined, and where it is called; as in a profile. */
struct landau_inlined_source {
	const char *name;
	const char *file;
	uint32_t line;
};

/* Where code is from. NULL is the same as "", 0 is no line. */
struct landau_place {
	const char *file;
	uint32_t line;
	const struct landau_inlined_source *inlined; /* the outermost first */
	uint32_t inlined_count;
};

/* What the engine knows and the core does not. */
struct landau_description {
	const char *program;
	const char *const *command; /* the arguments, the program first */
	uint32_t command_count;
	const char *engine;    /* "valgrind", "native" or "replay" */
	const char *cost_kind; /* "bb", "instr" or "time" */
	unsigned cell_bytes;   /* as in the settings of the core */
	bool rms_only;         /* as in the settings of the core */
	bool contexts;         /* as in the settings of the core */
	uint32_t further;      /* as in the settings of the core, or less */
	const char *
		allocators; /* that were opaque beside the usual ones, "" or names; NULL: none was */
	bool distinct_files; /* what was read of a file once more was no input */
	enum landau_exit_kind exit_kind;
	int exit_code;

	/*
	 * Routines are numbered 0 .. routine_count - 1. Only those that have a record are written,
	 * if the host has a bit of memory for each to find out, otherwise all. Two routines may
	 * have the same name, object and file: the reader makes them one.
	 */
	uint32_t routine_count;

	/* Strings stay valid until the next call of the same function. */
	void (*routine)(void *context, uint32_t number, struct landau_routine_source *source);
	const char *(*thread_name)(void *context, uint32_t id); /* NULL: threads have no names */
	/* Where the place of an instruction is, valid until the profile is written; NULL: nothing was watched. */
	void (*place)(void *context, uint32_t number, struct landau_place *place);
	void *context;

	/* With sources, as in the settings of the core: the engine's numbers of what is outside, 1 .. external_count. */
	bool sources;
	uint32_t external_count;
	void (*external)(void *context, uint32_t number, struct landau_external_source *source);

	const struct landau_host *host; /* the core's */
};

/* A whole file, header to end; true if the sink has taken everything. */
bool landau_write_core(struct landau_writer *writer, struct landau_core *core,
		       const struct landau_description *description);

/*
 * The same of several cores, as engines have that run threads in parallel: their threads have
 * different ids, and the routines have the same numbers in all of them.
 */
bool landau_write_cores(struct landau_writer *writer, struct landau_core *const *cores,
			uint32_t core_count, const struct landau_description *description);

#endif
