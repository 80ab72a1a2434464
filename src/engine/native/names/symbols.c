/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symbols.c - asks landau-symbolise for the names of routines; see symbols.h.
 *
 * Questions and answers are files in memory, one line each: the path of the object and the offset in
 * it, and back the name, the source file and the line, with tabs between. Where there is no answer
 * the name is made of object and offset. For --collect the question is which routines of an object
 * match, and the answer their offsets and sizes.
 */
#include "symbols.h"

#include "engine/native/hooks/calls.h"
#include "engine/native/runtime/raw.h"
#include "engine/native/runtime/world.h"

#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum { PATH_BYTES = 4096 };

static char helper[PATH_BYTES];

/* -- Text ----------------------------------------------------------------------------------------
 */

/* For names, which stay until the end of the process. */
static char *room;
static size_t room_left;

static char *keep(const char *text, size_t length)
{
	char *copy;

	if (!room || length + 1 > room_left) {
		room_left = length + 1 > (1 << 20) ? length + 1 : 1 << 20;
		room = landau_raw_pages(room_left);
		if (!room) {
			static char nothing[1];

			return nothing;
		}
	}
	copy = room;
	if (length > 0 && text)
		__builtin_memcpy(copy, text, length);
	copy[length] = '\0';
	room += length + 1;
	room_left -= length + 1;
	return copy;
}

static const char *last_part(const char *path)
{
	const char *part = path;

	for (; *path; path++)
		if (*path == '/')
			part = path + 1;
	return part;
}

static char *hexadecimal(char buffer[24], uint64_t number)
{
	static const char digits[] = "0123456789abcdef";
	char *start = buffer + 23;

	*start = '\0';
	do {
		*--start = digits[number & 15];
		number >>= 4;
	} while (number);
	return start;
}

/* -- The helper ----------------------------------------------------------------------------------
 */

static int find_library(struct dl_phdr_info *info, size_t size, void *context)
{
	static const char name[] = "landau-symbolise";
	uintptr_t inside = (uintptr_t)find_library;
	size_t used;

	(void)size;
	(void)context;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

		if (segment->p_type != PT_LOAD ||
		    inside - (info->dlpi_addr + segment->p_vaddr) >= segment->p_memsz)
			continue;
		used = (size_t)(last_part(info->dlpi_name) - info->dlpi_name);
		if (used + sizeof(name) > sizeof(helper))
			return 1;
		__builtin_memcpy(helper, info->dlpi_name, used);
		__builtin_memcpy(helper + used, name, sizeof(name));
		return 1;
	}
	return 0;
}

/* -- The program ---------------------------------------------------------------------------------
 */

/* Its file, which may have several names, and the one by which the user called it; "": not known, or a script. */
static char program_path[PATH_BYTES];
static char program_name[PATH_BYTES];

static bool is_program(const char *path, const struct stat *program)
{
	struct stat status;

	return landau_raw3(SYS_stat, path, &status, 0) >= 0 && status.st_dev == program->st_dev &&
	       status.st_ino == program->st_ino;
}

/* Is the program in one of these folders, with colons between them? */
static bool is_in_folders(const char *folders, const char *name, const struct stat *program)
{
	char path[PATH_BYTES];

	while (*folders) {
		size_t length = 0, used = landau_raw_length(name) + 1;

		while (folders[length] && folders[length] != ':')
			length++;
		if (length + 1 + used <= sizeof(path)) {
			__builtin_memcpy(path, folders, length);
			path[length] = '/';
			__builtin_memcpy(path + length + 1, name, used);
			if (is_program(length > 0 ? path : name, program))
				return true;
		}
		folders += folders[length] ? length + 1 : length;
	}
	return false;
}

static void find_program(void)
{
	static const char link[] = "/proc/self/exe";
	const char *called = landau_native.argc > 0 ? landau_native.argv[0] : "";
	const char *name = last_part(called);
	const char *folders = getenv("PATH");
	struct stat program;
	long length;

	if (landau_raw3(SYS_stat, link, &program, 0) < 0 ||
	    landau_raw_length(name) >= sizeof(program_name))
		return;
	length = landau_raw3(SYS_readlink, link, program_path, sizeof(program_path) - 1);
	if (length > 0 && (name == called ? folders && is_in_folders(folders, name, &program)
					  : is_program(called, &program)))
		__builtin_memcpy(program_name, name, landau_raw_length(name) + 1);
}

static const char *object_name(const char *path)
{
	return program_name[0] && landau_raw_equal(path, program_path) ? program_name
								       : last_part(path);
}

void landau_symbols_start(void)
{
	find_program();
	dl_iterate_phdr(find_library, NULL);
}

struct helper_files {
	long questions;
	long answers;
};

static void become_helper(void *context)
{
	const struct helper_files *files = context;
	char *arguments[] = {helper, NULL};
	char *environment[] = {NULL};

	landau_raw3(SYS_dup2, files->questions, 0, 0);
	landau_raw3(SYS_dup2, files->answers, 1, 0);
	landau_raw3(SYS_execve, helper, arguments, environment);
	landau_raw3(SYS_exit_group, 127, 0, 0);
}

static bool run_helper(struct helper_files files)
{
	unsigned char stack[4096] __attribute__((aligned(16)));
	long child;
	int status = -1;

	/*
	 * No signal when it ends: the program must not notice. The memory is borrowed until it is another program,
	 * for to copy the page tables of all shadows takes time.
	 */
	child = landau_raw_thread(CLONE_VM | CLONE_VFORK, stack + sizeof(stack), become_helper,
				  &files);
	if (child < 0)
		return false;
	while (landau_raw(SYS_wait4, child, (long)&status, __WALL, 0, 0, 0) == -4 /* EINTR */) {
	}
	return status == 0;
}

/* -- Questions and answers -----------------------------------------------------------------------
 */

struct question {
	struct landau_routine_place *place;
	const struct landau_mapping *mapping;
	uint64_t offset; /* in the file */
};

static bool question_about(const struct landau_maps *maps, uint32_t number, uintptr_t low,
			   uintptr_t high, struct question *question)
{
	struct landau_routine_place *place = landau_routine_place(number);
	/* The code is what follows a call: one byte before is within the routine for sure. */
	uint64_t code = (uint64_t)place->code - 1;

	if (!place->code || place->name || code - low >= high - low)
		return false;
	question->place = place;
	question->mapping = landau_maps_find(maps, code);
	if (question->mapping)
		question->offset = code - question->mapping->low + question->mapping->offset;
	return true;
}

static void put_text(long file, const char *text)
{
	landau_raw3(SYS_write, file, text, landau_raw_length(text));
}

static void ask(const struct landau_maps *maps, uintptr_t low, uintptr_t high, long file)
{
	struct question question;
	char digits[24];

	for (uint32_t i = 0; i < landau_routine_count(); i++) {
		if (!question_about(maps, i, low, high, &question))
			continue;
		if (question.mapping) {
			put_text(file, question.mapping->path);
			put_text(file, "\t");
			put_text(file, hexadecimal(digits, question.offset));
		}
		put_text(file, "\n");
	}
}

static size_t up_to(const char *text, const char *end, char stop)
{
	size_t length = 0;

	while (text + length < end && text[length] != stop && text[length] != '\n' &&
	       text[length] != '\0')
		length++;
	return length;
}

static const char *after(const char *text, size_t length, const char *end)
{
	return text + length < end ? text + length + 1 : end;
}

static void name_by_offset(struct question *question)
{
	char name[PATH_BYTES];
	size_t used = 0;
	char digits[24];
	const char *parts[] = {
		question->mapping ? object_name(question->mapping->path) : "",
		question->mapping ? "+0x" : "0x",
		hexadecimal(digits, question->mapping ? question->offset
						      : (uint64_t)question->place->code - 1),
	};

	for (int i = 0; i < 3; i++)
		for (const char *c = parts[i]; *c && used < sizeof(name) - 1; c++)
			name[used++] = *c;
	question->place->name = keep(name, used);
	question->place->file = "";
}

/* NAME TAB FILE TAB LINE; an empty name: not known. */
static const char *take_answer(struct question *question, const char *text, const char *end)
{
	size_t name = up_to(text, end, '\t');
	const char *file = after(text, name, end);
	size_t file_length = up_to(file, end, '\t');
	const char *line = after(file, file_length, end);
	size_t line_length = up_to(line, end, '\n');

	if (name == 0 || line_length == 0) {
		name_by_offset(question);
		return after(text, up_to(text, end, '\n'), end);
	}
	question->place->name = keep(text, name);
	question->place->file = keep(file, file_length);
	for (size_t i = 0; i < line_length; i++)
		question->place->line = question->place->line * 10 + (uint32_t)(line[i] - '0');
	return after(line, line_length, end);
}

static void take_answers(const struct landau_maps *maps, uintptr_t low, uintptr_t high,
			 const char *text, const char *end)
{
	for (uint32_t i = 0; i < landau_routine_count(); i++) {
		struct question question;

		if (!question_about(maps, i, low, high, &question))
			continue;
		question.place->object =
			question.mapping
				? keep(object_name(question.mapping->path),
				       landau_raw_length(object_name(question.mapping->path)))
				: "";
		text = take_answer(&question, text, end);
	}
}

/* A conversation with the helper. */
struct talk {
	long questions; /* files; negative: none */
	long answers;
	const char *text; /* the answers, NULL: none */
	size_t length;
};

static void start_talk(struct talk *talk)
{
	*talk = (struct talk){
		.questions = landau_raw3(SYS_memfd_create, "landau-questions", 0, 0),
		.answers = landau_raw3(SYS_memfd_create, "landau-answers", 0, 0),
	};
}

/* Runs the helper on what is in talk->questions. False: it did not answer. */
static bool listen_to(struct talk *talk)
{
	bool answered = false;
	long length = 0;

	if (talk->questions >= 0 && talk->answers >= 0 && helper[0]) {
		landau_raw3(SYS_lseek, talk->questions, 0, 0);
		answered = run_helper((struct helper_files){talk->questions, talk->answers});
	}
	if (answered)
		length = landau_raw3(SYS_lseek, talk->answers, 0, 2);
	if (length > 0) {
		long mapped =
			landau_raw(SYS_mmap, 0, length, PROT_READ, MAP_PRIVATE, talk->answers, 0);

		talk->text = mapped < 0 && mapped > -4096 ? NULL : (const char *)mapped;
		talk->length = talk->text ? (size_t)length : 0;
	}
	return talk->text != NULL;
}

static void end_talk(const struct talk *talk)
{
	if (talk->text)
		landau_raw_unmap((void *)(uintptr_t)talk->text, talk->length);
	if (talk->questions >= 0)
		landau_raw3(SYS_close, talk->questions, 0, 0);
	if (talk->answers >= 0)
		landau_raw3(SYS_close, talk->answers, 0, 0);
}

void landau_symbols_look_up(const struct landau_maps *maps, uintptr_t low, uintptr_t high)
{
	struct talk talk;

	start_talk(&talk);
	if (talk.questions >= 0)
		ask(maps, low, high, talk.questions);
	listen_to(&talk);
	take_answers(maps, low, high, talk.text, talk.text ? talk.text + talk.length : NULL);
	end_talk(&talk);
}

/* -- --collect -----------------------------------------------------------------------------------
 */

static const char *read_hexadecimal(const char *text, const char *end, uint64_t *number)
{
	for (*number = 0; text < end && *text != ' ' && *text != '\n'; text++)
		*number = *number * 16 + (uint64_t)(*text <= '9' ? *text - '0' : *text - 'a' + 10);
	return text < end && *text == ' ' ? text + 1 : text;
}

static bool take_ranges(struct landau_ranges *ranges, const char *text, const char *end)
{
	size_t most = 1;

	for (const char *c = text; c < end; c++)
		most += *c == ' ';
	ranges->bytes = most * sizeof(*ranges->ranges);
	ranges->ranges = landau_raw_pages(ranges->bytes);
	if (!ranges->ranges)
		return false;
	while (text < end && *text != '\n') {
		struct landau_range_of_code *range = &ranges->ranges[ranges->count++];

		text = read_hexadecimal(text, end, &range->start);
		text = read_hexadecimal(text, end, &range->size);
	}
	return true;
}

static bool ask_for_ranges(const char *path, const char *question, const char *text,
			   struct landau_ranges *ranges)
{
	struct talk talk;
	bool answered;

	start_talk(&talk);
	if (talk.questions >= 0) {
		put_text(talk.questions, path);
		put_text(talk.questions, question);
		put_text(talk.questions, text);
		put_text(talk.questions, "\n");
	}
	answered = listen_to(&talk) && take_ranges(ranges, talk.text, talk.text + talk.length);
	end_talk(&talk);
	return answered;
}

bool landau_symbols_match(const char *path, const char *pattern, struct landau_ranges *ranges)
{
	return ask_for_ranges(path, "\tmatch\t", pattern, ranges);
}

bool landau_symbols_opaque(const char *path, const char *names, struct landau_ranges *ranges)
{
	return ask_for_ranges(path, "\topaque\t", names, ranges);
}

void landau_ranges_free(struct landau_ranges *ranges)
{
	if (ranges->ranges)
		landau_raw_unmap(ranges->ranges, ranges->bytes);
	*ranges = (struct landau_ranges){0};
}
