/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * requests.c - what the program (include/landau.h) and `landau dump` ask for.
 *
 * `landau dump` speaks to Valgrind's gdbserver; its command is `dump [PATH]`.
 */
#include "engine/valgrind/engine.h"

#include "engine/phase.h"
#include "landau.h"

static Bool dump(const HChar *path)
{
	landau_status_end();
	return landau_output_write(path, LANDAU_EXIT_RUNNING, 0);
}

static HChar phase[LANDAU_PHASE_BYTES]; /* "" before the first one */

/* It becomes a part of a file's name; the status line shows it, and the event dump has it. */
static void set_phase(Addr name)
{
	UInt i = 0;

	while (i < LANDAU_PHASE_BYTES - 1 &&
	       VG_(am_is_valid_for_client)(name + i, 1, VKI_PROT_READ)) {
		HChar c = *(const HChar *)(name + i);

		if (c == '\0')
			break;
		phase[i++] = landau_phase_letter(c);
	}
	phase[i] = '\0';
	landau_status_phase(phase);
	landau_trace_note(phase);
}

/* A snapshot at the program's own request: FILE, or FILE.PHASE. */
static void dump_phase(void)
{
	const HChar *path = landau_output_path();
	HChar *named = VG_(malloc)("landau.phase", VG_(strlen)(path) + LANDAU_PHASE_BYTES + 1);

	VG_(sprintf)(named, phase[0] ? "%s.%s" : "%s", path, phase);
	dump(named);
	VG_(free)(named);
}

static Bool monitor_command(HChar *text)
{
	HChar command[VG_(strlen)(text) + 1];
	HChar *save;
	HChar *word;
	HChar *path;

	VG_(strcpy)(command, text);
	word = VG_(strtok_r)(command, " ", &save);
	switch (VG_(keyword_id)("help dump", word, kwd_report_duplicated_matches)) {
	case 0:
		VG_(gdb_printf)
		("landau monitor commands:\n"
		 "  dump [PATH]  write a snapshot of the profile\n");
		return True;
	case 1:
		path = VG_(strtok_r)(NULL, "", &save);
		if (dump(path))
			VG_(gdb_printf)
		("landau: %s is written\n", path ? path : landau_output_path());
		else VG_(gdb_printf)("landau: %s could not be written\n",
				     path ? path : landau_output_path());
		return True;
	default:
		return False;
	}
}

static Bool handle(ThreadId tid, UWord *arguments, UWord *answer)
{
	*answer = 0;
	switch (arguments[0]) {
	case VG_USERREQ__GDB_MONITOR_COMMAND:
		*answer = monitor_command((HChar *)arguments[1]);
		return *answer != 0;
	case LANDAU_REQUEST_RECORDING:
		*answer = 1;
		return True;
	case LANDAU_REQUEST_START:
		landau_stopped = False; /* modes follow when a thread next runs: at once */
		return True;
	case LANDAU_REQUEST_STOP:
		landau_stopped = True;
		return True;
	case LANDAU_REQUEST_DUMP:
		dump_phase();
		return True;
	case LANDAU_REQUEST_PHASE:
		set_phase(arguments[1]);
		return True;
	case LANDAU_REQUEST_ALLOCATED:
		landau_space_told(tid, arguments[1]);
		return True;
	case LANDAU_REQUEST_FREED:
		landau_space_told_freed(tid, arguments[1]);
		return True;
	default:
		return False;
	}
}

void landau_requests_track(void)
{
	VG_(needs_client_requests)(handle);
}
