/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * main.c - Landau's Valgrind tool: options, start and end.
 *
 * The tool watches the program and feeds the core, which runs inside of it; it writes the profile
 * itself, however the program ends. `landau record` starts it; see docs/engines.md for what is
 * tracked and how exactly.
 */
#include "engine/valgrind/engine.h"
#include "engine/valgrind/measure.h"

struct landau_options landau_options = {
	.out = "landau.data",
	.cell = 4,
	.count_instructions = True,
	.curve_floor = LANDAU_CURVE_FLOOR,
	.summary = True,
	.allocators.names = "",
};

struct landau_core *landau_the_core;

void landau_make_core(void)
{
	struct landau_settings settings = {
		.cell_bytes = (unsigned)landau_options.cell,
		.stamp_limit = (uint32_t)landau_options.stamp_limit,
		.contexts = landau_options.contexts,
		.rms_only = landau_options.rms_only,
		.share_all = landau_options.reference && !landau_options.rms_only,
		.flat_bits = landau_options.reference ? 0 : LANDAU_CLIENT_ADDRESS_BITS,
		.curve_floor = (uint64_t)landau_options.curve_floor,
		.cost_now = landau_cost_now,
		.sources = landau_options.sources,
		.further = landau_options.further,
	};

	landau_options.allocators.charge = landau_options.count_instructions
						   ? LANDAU_CHARGE_INSTRUCTIONS
						   : LANDAU_CHARGE_BLOCKS;
	settings.treatment = landau_routine_treatment;
	if (landau_options.dump_activations)
		settings.on_return = landau_trace_activation;
	landau_blocks_clear();
	landau_space_start();
	landau_measure_start();
	if (landau_the_core)
		landau_core_destroy(landau_the_core);
	landau_the_core = landau_core_create(&landau_valgrind_host, &settings);
	if (!landau_the_core) {
		landau_say("there is not enough memory to start\n");
		VG_(exit)(2);
	}
}

/* -- Options ----------------------------------------------------------------------------------- */

/* The main cost, if it is said, and further ones, with commas between them. */
static void read_costs(const HChar *option, const HChar *text)
{
	Bool first = True;

	landau_options.further = 0;
	for (; *text; first = False) {
		SizeT length = 0;
		enum landau_further cost;

		while (text[length] && text[length] != ',')
			length++;
		cost = landau_further_named(text, length);
		if (cost == LANDAU_FURTHER_COSTS || cost == LANDAU_COST_TIME ||
		    cost == LANDAU_COST_WAIT)
			VG_(fmsg_bad_option)
		(option,
		 "the cost must be 'instr' or 'bb', and then, with commas, further costs\n");
		if (first)
			landau_options.count_instructions = cost != LANDAU_COST_BB;
		landau_options.further |= 1u << cost;
		text += length + (text[length] == ',');
	}
	landau_options.further &=
		~(1u << (landau_options.count_instructions ? LANDAU_COST_INSTR : LANDAU_COST_BB));
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion" /* in Valgrind's macros */
static Bool process_option(const HChar *option)
{
	const HChar *text;

	if (VG_STR_CLO(option, "--out", landau_options.out)) {
	} else if (VG_BINT_CLO(option, "--cell", landau_options.cell, 1, 16)) {
		if (landau_options.cell & (landau_options.cell - 1))
			VG_(fmsg_bad_option)(option, "a cell has 1, 2, 4, 8 or 16 bytes\n");
	} else if (VG_STR_CLO(option, "--cost", text)) {
		read_costs(option, text);
	} else if (VG_BOOL_CLO(option, "--contexts", landau_options.contexts)) {
	} else if (VG_STR_CLO(option, "--collect", landau_options.collect)) {
	} else if (VG_STR_CLO(option, "--lines", text)) {
		landau_watch_names(text);
	} else if (VG_STR_CLO(option, "--allocator", text)) {
		if (VG_(strcmp)(text, "raw") == 0)
			text = NULL;
		else if (VG_(strcmp)(text, "opaque") == 0)
			text = "";
		landau_options.allocators.names = text;
	} else if (VG_STR_CLO(option, "--files", text)) {
		if (VG_(strcmp)(text, "all") != 0 && VG_(strcmp)(text, "distinct") != 0)
			VG_(fmsg_bad_option)(option, "files are 'all' or 'distinct'\n");
		landau_options.distinct_files = VG_(strcmp)(text, "distinct") == 0;
	} else if (VG_STR_CLO(option, "--dump-trace", landau_options.dump_trace)) {
	} else if (VG_STR_CLO(option, "--dump-activations", landau_options.dump_activations)) {
	} else if (VG_BOOL_CLO(option, "--status", landau_options.status)) {
	} else if (VG_BINT_CLO(option, "--curve-floor", landau_options.curve_floor, 0, INT32_MAX)) {
	} else if (VG_BINT_CLO(option, "--stamp-limit", landau_options.stamp_limit, 64,
			       LANDAU_STAMP_LAST)) {
	} else if (VG_BOOL_CLO(option, "--reference", landau_options.reference)) {
	} else if (VG_BOOL_CLO(option, "--rms-only", landau_options.rms_only)) {
	} else if (VG_BOOL_CLO(option, "--sources", landau_options.sources)) {
	} else if (VG_STR_CLO(option, "--through", landau_options.through)) {
	} else if (VG_BOOL_CLO(option, "--summary", landau_options.summary)) {
	} else if (VG_BINT_CLO(option, "--snapshot", landau_options.snapshot, 0, 1000000)) {
	} else if (VG_STR_CLO(option, "--next-hint", landau_options.next_hint)) {
	} else {
		return False;
	}
	return True;
}
#pragma GCC diagnostic pop

static void print_usage(void)
{
	VG_(printf)
	("    --out=PATH            the profile [landau.data]\n"
	 "    --cell=N              bytes of a cell: 1, 2, 4, 8 or 16 [4]\n"
	 "    --cost=instr|bb,COST  instructions or basic blocks, and further costs [instr]\n"
	 "    --contexts=no|yes     points by calling context [no]\n"
	 "    --collect=ROUTINE     collect only inside routines that match\n"
	 "    --lines=ROUTINE       count executions of the lines of routines that match\n"
	 "    --allocator=WAY       opaque, raw, or the names of further allocators [opaque]\n"
	 "    --files=all|distinct  what is read from a file is input each time, or once [all]\n"
	 "    --rms-only=no|yes     what other threads and the kernel write is not input [no]\n"
	 "    --sources=no|yes      collect who wrote what is read [no]\n"
	 "    --through=ROUTINES    with sources, look through these routines, which copy as "
	 "memcpy does\n"
	 "    --status=no|yes       a status line every second [no]\n"
	 "    --snapshot=N          write the profile every N seconds [0: at the end]\n"
	 "    --summary=no|yes      a line about the profile at the end [yes]\n"
	 "    --next-hint=TEXT      the command to run next, for the summary\n");
}

static void print_debug_usage(void)
{
	VG_(printf)
	("    --dump-trace=FILE       all events, for landau replay\n"
	 "    --dump-activations=FILE one line an activation\n"
	 "    --curve-floor=N         begin progress curves where trms is N; 0: none [256]\n"
	 "    --stamp-limit=N         renumber when the clock gets here\n"
	 "    --reference=no|yes      disable all fast paths [no]\n");
}

/* -- Start and end ----------------------------------------------------------------------------- */

static void on_start(void)
{
	/* Each call and each jump must end its superblock. */
	VG_(clo_vex_control).guest_chase = False;
	/* Names are the program's own, not "(below main)". */
	VG_(clo_show_below_main) = True;
	landau_decide_inlining();
	landau_make_core();
	landau_output_path();
	landau_routines_start();
	landau_perf_map_start();
	landau_trace_open(False);
	landau_threads_track();
	landau_exec_start();
	landau_status_start();
}

static void finish(enum landau_exit_kind kind, Int code)
{
	landau_status_end();
	landau_threads_read_names();
	landau_threads_finish();
	landau_trace_close();
	if (landau_output_write(NULL, kind, code) && !landau_is_child)
		landau_status_summary();
}

/* Valgrind does not say how the program ended. If it has not exited, a signal kills it next. */
static void on_end(Int status)
{
	(void)status;
	if (landau_exit_seen)
		finish(LANDAU_EXIT_EXIT, landau_exit_status);
}

/*
 * Stands in for Valgrind's function of this name (see meson.build), which sends the signal to the process: a
 * thread that is just about to end may be chosen to take it, and be gone before it does. This one is
 * here.
 */
void __real_vgPlain_kill_self(Int number);
void __wrap_vgPlain_kill_self(Int number);
void __wrap_vgPlain_kill_self(Int number)
{
	vki_sigaction_toK_t action = {.ksa_handler = VKI_SIG_DFL};
	vki_sigset_t mask = {0};

	finish(LANDAU_EXIT_SIGNAL, number);
	VG_(sigaction)(number, &action, NULL);
	VG_(sigaddset)(&mask, number);
	VG_(sigprocmask)(VKI_SIG_UNBLOCK, &mask, NULL);
	VG_(do_syscall)
	(__NR_tgkill, (RegWord)VG_(getpid)(), (RegWord)VG_(gettid)(), (RegWord)number, 0, 0, 0, 0,
	 0);
	__real_vgPlain_kill_self(number);
}

static void before_options(void)
{
	VG_(details_name)("Landau");
	VG_(details_version)(LANDAU_VERSION);
	VG_(details_description)("an input-sensitive profiler");
	VG_(details_copyright_author)("Licensed under the GNU GPL, version 2 or later.");
	VG_(details_bug_reports_to)("the Landau project");
	VG_(details_avg_translation_sizeB)(400);
	VG_(basic_tool_funcs)(on_start, landau_instrument, on_end);
	VG_(needs_command_line_options)(process_option, print_usage, print_debug_usage);
	landau_requests_track();
	landau_kernel_track();
}

VG_DETERMINE_INTERFACE_VERSION(before_options)
