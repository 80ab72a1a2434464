/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trace.c - the event dump, in the form that `landau replay` reads, and the list of activations.
 *
 * They exist to test the engine: replaying the dump must give the list. Valgrind's own buffered files
 * are of no use here: they keep the lowest free descriptor, which is then not the program's to have.
 */
#include "engine/valgrind/engine.h"

Bool landau_tracing;

/* What is to be written to a file that is out of the program's way. */
struct dump {
	Int descriptor;
	UInt used;
	HChar bytes[8192];
};

static struct dump *events;
static struct dump *activations;

static struct dump *open_file(const HChar *option, const HChar *path, Bool again)
{
	HChar *name;
	HChar *numbered;
	SysRes opened;
	struct dump *dump;

	if (!path)
		return NULL;
	name = VG_(expand_file_name)(option, path);
	numbered = VG_(malloc)("landau.trace", VG_(strlen)(name) + 16);
	VG_(sprintf)(numbered, landau_is_child ? "%s.%d" : "%s", name, VG_(getpid)());
	opened = VG_(open)(numbered,
			   VKI_O_CREAT | VKI_O_WRONLY | LANDAU_O_NOFOLLOW |
				   (again ? VKI_O_APPEND : VKI_O_TRUNC),
			   0600);
	if (sr_isError(opened)) {
		landau_say("%s: cannot be written\n", numbered);
		VG_(exit)(2);
	}
	VG_(free)(name);
	VG_(free)(numbered);
	dump = VG_(malloc)("landau.trace", sizeof(*dump));
	dump->descriptor = VG_(safe_fd)((Int)sr_Res(opened));
	dump->used = 0;
	return dump;
}

void landau_trace_open(Bool again)
{
	events = open_file("--dump-trace", landau_options.dump_trace, again);
	activations = open_file("--dump-activations", landau_options.dump_activations, again);
	landau_tracing = events != NULL;
	if (!again)
		landau_routines_not_traced();
}

static void flush(struct dump *dump)
{
	UInt done = 0;

	while (done < dump->used) {
		Int written =
			VG_(write)(dump->descriptor, dump->bytes + done, (Int)(dump->used - done));

		if (written == -VKI_EINTR)
			continue;
		if (written <= 0)
			break;
		done += (UInt)written;
	}
	dump->used = 0;
}

static void close_file(struct dump **dump)
{
	if (!*dump)
		return;
	VG_(close)((*dump)->descriptor);
	VG_(free)(*dump);
	*dump = NULL;
}

/* In the child of a fork: what is in the buffers is the parent's to write. */
void landau_trace_abandon(void)
{
	close_file(&events);
	close_file(&activations);
	landau_tracing = False;
}

void landau_trace_close(void)
{
	if (events)
		flush(events);
	if (activations)
		flush(activations);
	landau_trace_abandon();
}

static void put_character(struct dump *dump, HChar c)
{
	if (dump->used == sizeof(dump->bytes))
		flush(dump);
	dump->bytes[dump->used++] = c;
}

static void put(struct dump *dump, const HChar *format, ...) PRINTF_CHECK(2, 3);

/* For a word and a few numbers. Names may be longer: put_name() writes them. */
static void put(struct dump *dump, const HChar *format, ...)
{
	HChar line[160];
	va_list arguments;

	va_start(arguments, format);
	VG_(vsnprintf)(line, sizeof(line), format, arguments);
	va_end(arguments);
	for (const HChar *c = line; *c; c++)
		put_character(dump, *c);
}

/* Names are single words in both files. */
static void put_name(struct dump *dump, uint32_t routine)
{
	for (const HChar *c = landau_routine_name(routine); *c; c++)
		put_character(dump, *c == ' ' || *c == '\t' || *c == '#' ? '_' : *c);
}

/* `cost`: what the core's cost of the thread is by now. */
static void put_cost(struct landau_stack *stack, uint64_t cost)
{
	cost += stack->core->cost_aside;
	if (cost != stack->dumped)
		put(events, "cost %u %lu\n", stack->core->id, cost - stack->dumped);
	stack->dumped = cost;
}

static void put_treatment(uint32_t routine)
{
	struct landau_treatment treatment = landau_routine_treatment(NULL, routine);

	if (treatment.way == LANDAU_ORDINARY)
		return;
	put(events, treatment.way == LANDAU_OPAQUE ? "opaque " : "open ");
	put_name(events, routine);
	if (treatment.way == LANDAU_OPAQUE)
		put(events, " %u", treatment.charge);
	put(events, "\n");
}

void landau_trace_call(struct landau_stack *stack, uint32_t routine)
{
	if (landau_routine_is_untraced(routine))
		put_treatment(routine);
	put_cost(stack, stack->core->cost);
	put(events, "call %u ", stack->core->id);
	put_name(events, routine);
	put(events, "\n");
}

void landau_trace_return(struct landau_stack *stack)
{
	put_cost(stack, stack->core->cost);
	put(events, "return %u\n", stack->core->id);
}

/* A read can be where a progress curve has a mark, which has the cost so far. */
void landau_trace_read(const HChar *event, struct landau_stack *stack, Addr address, SizeT size)
{
	put_cost(stack, landau_cost_now(NULL, stack->core));
	landau_trace_write(event, stack, address, size);
}

void landau_trace_write(const HChar *event, struct landau_stack *stack, Addr address, SizeT size)
{
	put(events, "%s %u 0x%lx %lu\n", event, stack->core->id, address, size);
}

/* What the source is called is one word. */
static void put_word_of(const HChar *text)
{
	for (; *text; text++)
		put_character(events, *text == ' ' || *text == '\t' || *text == '#' ||
						      *text == '\n' || *text == '\r'
					      ? '_'
					      : *text);
}

static void put_write_from(const HChar *event, struct landau_stack *stack, Addr address, SizeT size,
			   UInt source)
{
	put(events, "%s %u 0x%lx %lu", event, stack->core->id, address, size);
	if (source) {
		put_character(events, ' ');
		put_word_of(landau_source_kind(source));
		put_character(events, ':');
		put_word_of(landau_source_name(source));
	}
	put_character(events, '\n');
}

void landau_trace_kernel_write(struct landau_stack *stack, Addr address, SizeT size, UInt source)
{
	put_write_from("kwrite", stack, address, size, source);
}

void landau_trace_write_from(struct landau_stack *stack, Addr address, SizeT size, UInt source)
{
	put_write_from("write", stack, address, size, source);
}

void landau_trace_copy(struct landau_stack *stack, Addr to, Addr from, SizeT size)
{
	put(events, "copy %u 0x%lx 0x%lx %lu\n", stack->core->id, to, from, size);
}

void landau_trace_block(const HChar *event, const struct landau_stack *stack, Addr address,
			uint64_t bytes)
{
	put(events, "%s %u 0x%lx %lu\n", event, stack->core->id, address, bytes);
}

void landau_trace_free(const struct landau_stack *stack, Addr address)
{
	put(events, "free %u 0x%lx\n", stack->core->id, address);
}

void landau_trace_spent(const struct landau_stack *stack, enum landau_further cost, uint64_t amount)
{
	put(events, "spend %u %s %lu\n", stack->core->id, landau_further_name(cost), amount);
}

void landau_trace_note(const HChar *text)
{
	if (events)
		put(events, "# phase %s\n", text);
}

void landau_trace_forget(Addr address, SizeT size)
{
	/* Of no thread, but a number must be there, and another one would mean a switch. */
	put(events, "forget %u 0x%lx %lu\n", landau_core_running_id(), address, size);
}

static void put_values(const struct landau_mark *values)
{
	put(activations, " %lu %lu %lu %lu %lu", values->trms, values->rms, values->thread_input,
	    values->external_input, values->cost);
}

/* In the form of landau replay --activations. */
void landau_trace_activation(void *context, const struct landau_thread *thread,
			     const struct landau_result *result)
{
	const struct landau_mark at_end = landau_mark_at_end(result);

	(void)context;
	if (!activations)
		return;
	put(activations, "%u ", thread->id);
	put_name(activations, result->routine);
	put_values(&at_end);
	for (uint32_t i = 0; i < result->mark_count; i++)
		put_values(&result->marks[i]);
	for (int i = 0; result->further && i < LANDAU_FURTHER_COSTS; i++)
		if (result->further[i] > 0)
			put(activations, " %s:%lu", landau_further_name((enum landau_further)i),
			    result->further[i]);
	put(activations, "\n");
}
