/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lines.c - asks landau-symbolise for the source lines of routines.
 *
 * The first instruction of a routine may have been inlined there from a header. Valgrind then says that the routine is in the header:
 * it knows which call an inlined instruction stands for only if it has read all debug information for it, which takes
 * time and, with 3.19, fails for that of clang. landau-symbolise, which the native engine has for this anyhow, reads what
 * it is asked for. It runs when a profile is written; without it, it is as Valgrind says.
 *
 * Questions and answers are files in memory. No signal tells the program that there was another process.
 */
#include "engine/valgrind/engine.h"

static Bool is_confined;

void landau_lines_confined(void)
{
	is_confined = True;
}

/* Files in memory, with numbers that are not the program's; -1: there is none. */
static Int new_file(const HChar *name)
{
	SysRes made = VG_(do_syscall)(__NR_memfd_create, (RegWord)name, 0, 0, 0, 0, 0, 0, 0);

	return sr_isError(made) ? -1 : VG_(safe_fd)((Int)sr_Res(made));
}

static void become_helper(const HChar *path, Int questions, Int answers)
{
	const HChar *arguments[] = {path, NULL};
	const HChar *environment[] = {NULL};

	VG_(do_syscall)(__NR_dup3, (RegWord)questions, 0, 0, 0, 0, 0, 0, 0);
	VG_(do_syscall)(__NR_dup3, (RegWord)answers, 1, 0, 0, 0, 0, 0, 0);
	VG_(do_syscall)
	(__NR_execve, (RegWord)path, (RegWord)arguments, (RegWord)environment, 0, 0, 0, 0, 0);
	VG_(do_syscall)(__NR_exit_group, 127, 0, 0, 0, 0, 0, 0, 0);
}

static Bool run_helper(const HChar *path, Int questions, Int answers)
{
	SysRes child = VG_(do_syscall)(__NR_clone, 0, 0, 0, 0, 0, 0, 0, 0);
	SysRes ended;
	Int status = -1;

	if (sr_isError(child))
		return False;
	if (sr_Res(child) == 0)
		become_helper(path, questions, answers);
	do
		ended = VG_(do_syscall)(__NR_wait4, (RegWord)sr_Res(child), (RegWord)&status,
					LANDAU_WALL, 0, 0, 0, 0, 0);
	while (sr_isError(ended) && sr_Err(ended) == VKI_EINTR);
	return !sr_isError(ended) && status == 0;
}

/* All that is in the file, ended by a zero byte, to be freed. NULL: it cannot be read. */
static HChar *contents(Int file)
{
	OffT length = VG_(lseek)(file, 0, VKI_SEEK_END);
	HChar *text;
	OffT done = 0;

	if (length < 0 || VG_(lseek)(file, 0, VKI_SEEK_SET) != 0)
		return NULL;
	text = VG_(malloc)("landau.lines", (SizeT)length + 1);
	while (done < length) {
		Int got = VG_(read)(file, text + done, (Int)(length - done));

		if (got <= 0)
			break;
		done += got;
	}
	text[done] = '\0';
	return text;
}

/* Its answers, to be freed, or NULL. */
static HChar *ask(const HChar *questions, Int length)
{
	HChar *path = VG_(malloc)("landau.lines", VG_(strlen)(VG_(libdir)) + 32);
	Int asked = new_file("landau-questions");
	Int answered = new_file("landau-answers");
	HChar *text = NULL;

	VG_(sprintf)(path, "%s/landau-symbolise", VG_(libdir));
	if (asked >= 0 && answered >= 0 && VG_(write)(asked, questions, length) == length &&
	    VG_(lseek)(asked, 0, VKI_SEEK_SET) == 0 && run_helper(path, asked, answered))
		text = contents(answered);
	if (asked >= 0)
		VG_(close)(asked);
	if (answered >= 0)
		VG_(close)(answered);
	VG_(free)(path);
	return text;
}

/* -- Routines ---------------------------------------------------------------------------------- */

static void put_text(XArray *text, const HChar *added)
{
	VG_(addBytesToXA)(text, added, (Word)VG_(strlen)(added));
}

void landau_lines_question(XArray *questions, const struct landau_code *code, Bool instruction)
{
	HChar number[32];

	put_text(questions, code->path);
	if (instruction)
		put_text(questions, "\tline");
	VG_(sprintf)(number, "\t%llx\n", code->offset);
	put_text(questions, number);
}

HChar *landau_lines_ask(XArray *questions)
{
	if (is_confined || VG_(sizeXA)(questions) == 0)
		return NULL;
	return ask(VG_(indexXA)(questions, 0), (Int)VG_(sizeXA)(questions));
}

/* Takes the line NAME TAB FILE TAB LINE, or an empty one. Returns the next one. */
static HChar *take_answer(HChar *line, uint32_t routine)
{
	HChar *end = VG_(strchr)(line, '\n');
	HChar *file, *number;

	if (!end)
		return line + VG_(strlen)(line);
	*end = '\0';
	file = VG_(strchr)(line, '\t');
	number = file ? VG_(strchr)(file + 1, '\t') : NULL;
	if (number && number > file + 1 && VG_(strtoll10)(number + 1, NULL) > 0) {
		*number = '\0';
		landau_routine_set_line(routine, file + 1,
					(uint32_t)VG_(strtoll10)(number + 1, NULL));
	}
	return end + 1;
}

void landau_lines_look_up(void)
{
	static uint32_t known; /* that have been asked for */
	uint32_t count = landau_routine_count();
	XArray *questions = VG_(newXA)(VG_(malloc), "landau.lines", VG_(free), 1);
	HChar *answers;
	HChar *next;

	for (uint32_t i = known; i < count; i++)
		if (landau_routine_code(i)->path)
			landau_lines_question(questions, landau_routine_code(i), False);
	answers = landau_lines_ask(questions);
	next = answers;
	for (uint32_t i = known; i < count && next && *next; i++)
		if (landau_routine_code(i)->path)
			next = take_answer(next, i);
	if (answers)
		VG_(free)(answers);
	VG_(deleteXA)(questions);
	known = count;
	landau_blocks_look_up();
}
