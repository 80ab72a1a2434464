/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trace.c - the event dump, in the form that `landau replay` reads, and the list of activations.
 *
 * They exist to test the engine: replaying the dump must give the list.
 */
#include "engine/valgrind/engine.h"

/* Valgrind's headers lack it: a link is not followed, wherever it may lead. */
enum { O_NOFOLLOW_OF_KERNEL = 0400000 };

Bool landau_tracing;

static VgFile *events;
static VgFile *activations;

static VgFile *open_file(const HChar *option, const HChar *path, Bool again)
{
	HChar *name;
	HChar *numbered;
	VgFile *file;

	if (!path)
		return NULL;
	name = VG_(expand_file_name)(option, path);
	numbered = VG_(malloc)("landau.trace", VG_(strlen)(name) + 16);
	VG_(sprintf)(numbered, landau_is_child ? "%s.%d" : "%s", name, VG_(getpid)());
	file = VG_(fopen)(numbered,
			  VKI_O_CREAT | VKI_O_WRONLY | O_NOFOLLOW_OF_KERNEL |
				  (again ? VKI_O_APPEND : VKI_O_TRUNC),
			  0600);
	if (!file) {
		landau_say("%s: cannot be written\n", numbered);
		VG_(exit)(2);
	}
	VG_(free)(name);
	VG_(free)(numbered);
	return file;
}

void landau_trace_open(Bool again)
{
	events = open_file("--dump-trace", landau_options.dump_trace, again);
	activations = open_file("--dump-activations", landau_options.dump_activations, again);
	landau_tracing = events != NULL;
}

void landau_trace_close(void)
{
	if (events)
		VG_(fclose)(events);
	if (activations)
		VG_(fclose)(activations);
	events = NULL;
	activations = NULL;
	landau_tracing = False;
}

/* In the child of a fork: what is in the buffers is the parent's to write. */
void landau_trace_abandon(void)
{
	events = NULL;
	activations = NULL;
	landau_tracing = False;
}

/* Names are single words in both files. */
static void put_name(VgFile *file, uint32_t routine)
{
	for (const HChar *c = landau_routine_name(routine); *c; c++)
		VG_(fprintf)(file, "%c", *c == ' ' || *c == '\t' || *c == '#' ? '_' : *c);
}

static void put_cost(struct landau_stack *stack)
{
	uint64_t cost = stack->core->cost;

	if (cost != stack->dumped)
		VG_(fprintf)(events, "cost %u %lu\n", stack->core->id, cost - stack->dumped);
	stack->dumped = cost;
}

void landau_trace_call(struct landau_stack *stack, uint32_t routine)
{
	put_cost(stack);
	VG_(fprintf)(events, "call %u ", stack->core->id);
	put_name(events, routine);
	VG_(fprintf)(events, "\n");
}

void landau_trace_return(struct landau_stack *stack)
{
	put_cost(stack);
	VG_(fprintf)(events, "return %u\n", stack->core->id);
}

void landau_trace_memory(const HChar *event, struct landau_stack *stack, Addr address, SizeT size)
{
	VG_(fprintf)(events, "%s %u 0x%lx %lu\n", event, stack->core->id, address, size);
}

void landau_trace_note(const HChar *text)
{
	if (events)
		VG_(fprintf)(events, "# phase %s\n", text);
}

void landau_trace_forget(Addr address, SizeT size)
{
	/* Of no thread, but a number must be there, and another one would mean a switch. */
	VG_(fprintf)(events, "forget %u 0x%lx %lu\n", landau_core_running_id(), address, size);
}

void landau_trace_activation(void *context, const struct landau_thread *thread,
			     const struct landau_result *result)
{
	(void)context;
	if (!activations)
		return;
	VG_(fprintf)(activations, "%u ", thread->id);
	put_name(activations, result->routine);
	VG_(fprintf)
	(activations, " %lu %lu %lu %lu %lu\n", result->trms, result->rms, result->thread_input,
	 result->external_input, result->cost);
}
