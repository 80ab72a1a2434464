/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * status.c - what the user sees: the status line while the program runs, snapshots of the profile,
 * and the summary.
 *
 * The line is drawn over itself once a second, on a duplicate of standard error that the program
 * cannot close. Both line and snapshot wait until a thread begins or stops to run.
 */
#include "engine/valgrind/engine.h"

static struct {
	Int fd; /* -1: no status line */
	UInt start;
	UInt last;
	UInt last_snapshot;
	Bool snapshot_failed;
	Bool drawn;
	HChar phase[64];
} status = {.fd = -1};

void landau_say(const HChar *format, ...)
{
	va_list arguments;

	VG_(printf)("landau: ");
	va_start(arguments, format);
	VG_(vprintf)(format, arguments);
	va_end(arguments);
	VG_(message_flush)();
}

static ULong points(void)
{
	ULong count = 0;

	for (const struct landau_thread *thread = landau_first_thread(landau_the_core); thread;
	     thread = thread->next)
		for (const struct landau_record *record = thread->first_record; record;
		     record = record->next)
			count += record->trms.count;
	return count;
}

static ULong costs(void)
{
	ULong sum = 0;

	for (const struct landau_thread *thread = landau_first_thread(landau_the_core); thread;
	     thread = thread->next)
		sum += landau_total_cost(thread);
	return sum;
}

static ULong calls(void)
{
	ULong sum = 0;

	for (const struct landau_thread *thread = landau_first_thread(landau_the_core); thread;
	     thread = thread->next)
		for (const struct landau_record *record = thread->first_record; record;
		     record = record->next)
			sum += record->calls;
	return sum;
}

/* Routines that were called; the engine knows of more. */
static UInt routines_called(void)
{
	UInt limit = landau_routine_count();
	UChar *called = VG_(calloc)("landau.status", limit + 1, 1);
	UInt count = 0;

	for (const struct landau_thread *thread = landau_first_thread(landau_the_core); thread;
	     thread = thread->next)
		for (const struct landau_record *record = thread->first_record; record;
		     record = record->next)
			called[record->routine] = 1;
	for (UInt i = 0; i < limit; i++)
		count += called[i];
	VG_(free)(called);
	return count;
}

void landau_status_start(void)
{
	SysRes copy;

	status.start = VG_(read_millisecond_timer)();
	status.last = status.start;
	status.last_snapshot = status.start;
	if (!landau_options.status)
		return;
	copy = VG_(dup)(2);
	if (sr_isError(copy))
		return;
	status.fd = (Int)sr_Res(copy);
}

void landau_status_phase(const HChar *name)
{
	VG_(strncpy)(status.phase, name, sizeof(status.phase) - 1);
}

static void draw_line(UInt now)
{
	HChar line[256];

	status.last = now;
	VG_(snprintf)
	(line, sizeof(line),
	 "\r\033[Klandau: %u s, %llu M %s, %u threads, %u routines, %llu points, "
	 "%llu MB shadow%s%s",
	 (now - status.start) / 1000, costs() / 1000000,
	 landau_options.count_instructions ? "instructions" : "blocks", landau_threads_alive(),
	 landau_routine_count(), points(), (ULong)(landau_shadow_bytes(landau_the_core) >> 20),
	 status.phase[0] ? ", " : "", status.phase);
	VG_(write)(status.fd, line, (Int)VG_(strlen)(line));
	status.drawn = True;
}

/* A failure is said once; it may pass, as when a full disk is emptied. */
static void write_snapshot(void)
{
	status.snapshot_failed = !landau_output_snapshot(status.snapshot_failed);
	/* However long that took, the program gets its time in between. */
	status.last_snapshot = VG_(read_millisecond_timer)();
}

void landau_status_tick(void)
{
	UInt now;

	if (status.fd < 0 && landau_options.snapshot == 0)
		return;
	now = VG_(read_millisecond_timer)();
	if (status.fd >= 0 && now - status.last >= 1000)
		draw_line(now);
	if (landau_options.snapshot > 0 &&
	    now - status.last_snapshot >= (UInt)landau_options.snapshot * 1000)
		write_snapshot();
}

void landau_status_end(void)
{
	if (status.fd >= 0 && status.drawn)
		VG_(write)(status.fd, "\r\033[K", 4);
	status.drawn = False;
}

void landau_status_summary(void)
{
	if (!landau_options.summary)
		return;
	landau_say("%s: %llu calls of %u routines, %llu points, %llu %s\n", landau_output_path(),
		   calls(), routines_called(), points(), costs(),
		   landau_options.count_instructions ? "instructions" : "blocks");
	if (landau_options.stamp_limit > 0)
		landau_say("the stamps were renumbered %llu times\n",
			   (ULong)landau_renumberings(landau_the_core));
	if (landau_fork_count > 0)
		landau_say("%u process%s that it forked %s beside it; use --trace-children to "
			   "record the programs that they execute\n",
			   landau_fork_count, landau_fork_count == 1 ? "" : "es",
			   landau_fork_count == 1 ? "has a profile" : "have profiles");
	if (landau_options.next_hint)
		landau_say("next: %s\n", landau_options.next_hint);
}
