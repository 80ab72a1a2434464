/* SPDX-License-Identifier: GPL-2.0-or-later */
/* target.c - looks at the program before it is run; see target.h. */
#include "cli/run/target.h"
#include "cli/command.h"
#include "cli/run/engine.h"
#include "cli/run/native.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Like the shell: a name with a slash is a path, any other is looked up in PATH. */
static int locate(const char *program, char *path, size_t size)
{
	if (program[0] == '\0') {
		landau_complain("the name of the program is empty");
		return LANDAU_TARGET_NOT_FOUND;
	}
	if (strchr(program, '/')) {
		if (strlen(program) >= size) {
			landau_complain("%s: %s", program, strerror(ENAMETOOLONG));
			return LANDAU_TARGET_NOT_FOUND;
		}
		snprintf(path, size, "%s", program);
		return 0;
	}
	if (landau_find_in_path(program, path, size))
		return 0;
	struct stat status;
	if (stat(program, &status) == 0 && S_ISREG(status.st_mode) && access(program, X_OK) == 0)
		landau_complain("%s: not in PATH; to run the one here: ./%s", program, program);
	else
		landau_complain("%s: command not found", program);
	return LANDAU_TARGET_NOT_FOUND;
}

static int check_file(const char *path)
{
	struct stat status;

	if (stat(path, &status) != 0) {
		landau_complain("%s: %s", path, strerror(errno));
		return errno == ENOENT || errno == ENOTDIR ? LANDAU_TARGET_NOT_FOUND
							   : LANDAU_TARGET_CANNOT_RUN;
	}
	if (S_ISDIR(status.st_mode)) {
		landau_complain("%s: is a directory", path);
		return LANDAU_TARGET_CANNOT_RUN;
	}
	if (!S_ISREG(status.st_mode)) {
		landau_complain("%s: not a regular file", path);
		return LANDAU_TARGET_CANNOT_RUN;
	}
	if (access(path, X_OK) != 0) {
		landau_complain("%s: not executable; is it the program that you mean? (chmod +x)",
				path);
		return LANDAU_TARGET_CANNOT_RUN;
	}
	if (access(path, R_OK) != 0) {
		landau_complain("%s: cannot be recorded: no read permission", path);
		return LANDAU_TARGET_CANNOT_RUN;
	}
	if (status.st_mode & (S_ISUID | S_ISGID)) {
		landau_complain("%s: set-user-ID and set-group-ID programs cannot be recorded; "
				"record a copy without that bit",
				path);
		return LANDAU_TARGET_CANNOT_RUN;
	}
	if (getxattr(path, "security.capability", NULL, 0) > 0) {
		landau_complain("%s: programs with file capabilities cannot be recorded; record a "
				"copy without them",
				path);
		return LANDAU_TARGET_CANNOT_RUN;
	}
	return 0;
}

static ssize_t read_head(const char *path, void *head, size_t size)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = -1;

	if (file >= 0) {
		length = read(file, head, size);
		close(file);
	}
	return length;
}

/* What starts the program must be there as well: a script's interpreter, a program's loader. */
static int check_starter(const char *path, const char *what, const char *starter)
{
	struct stat status;

	if (stat(starter, &status) != 0) {
		landau_complain("%s: its %s '%s': %s", path, what, starter, strerror(errno));
		return LANDAU_TARGET_NOT_FOUND;
	}
	if (!S_ISREG(status.st_mode) || access(starter, X_OK) != 0) {
		landau_complain("%s: its %s '%s' cannot be executed", path, what, starter);
		return LANDAU_TARGET_CANNOT_RUN;
	}
	return 0;
}

static int check_script(const char *path)
{
	char line[PATH_MAX];
	ssize_t length = read_head(path, line, sizeof(line) - 1);

	if (length < 0)
		length = 0;
	line[length] = '\0';
	char *end = memchr(line, '\n', (size_t)length);
	if (memchr(line, '\0', end ? (size_t)(end - line) : (size_t)length)) {
		landau_complain("%s: the file is neither a program nor a script", path);
		return LANDAU_TARGET_CANNOT_RUN;
	}
	if (end)
		*end = '\0';
	if (strncmp(line, "#!", 2) != 0)
		return 0;
	char *interpreter = line + 2 + strspn(line + 2, " \t");
	interpreter[strcspn(interpreter, " \t")] = '\0';
	char *carriage_return = strchr(interpreter, '\r');
	if (carriage_return) {
		landau_complain("%s: its lines end with a carriage return, which makes the name of "
				"its interpreter wrong",
				path);
		return LANDAU_TARGET_NOT_FOUND;
	}
	/* Without one the shell runs it. */
	return interpreter[0] ? check_starter(path, "interpreter", interpreter) : 0;
}

static int check_segments(const char *path, const Elf64_Ehdr *header)
{
	FILE *file = fopen(path, "re");
	struct stat status;
	Elf64_Phdr segment;
	char loader[PATH_MAX];
	bool whole = file && fstat(fileno(file), &status) == 0;
	int result = 0;

	for (unsigned i = 0; whole && result == 0 && i < header->e_phnum; i++) {
		off_t place = (off_t)(header->e_phoff + (Elf64_Off)i * sizeof(segment));

		whole = fseeko(file, place, SEEK_SET) == 0 &&
			fread(&segment, sizeof(segment), 1, file) == 1;
		if (!whole || (segment.p_type != PT_LOAD && segment.p_type != PT_INTERP))
			continue;
		Elf64_Off size = (Elf64_Off)status.st_size;
		whole = segment.p_filesz <= size && segment.p_offset <= size - segment.p_filesz;
		if (!whole || segment.p_type != PT_INTERP || segment.p_filesz == 0 ||
		    segment.p_filesz > sizeof(loader))
			continue;
		whole = fseeko(file, (off_t)segment.p_offset, SEEK_SET) == 0 &&
			fread(loader, segment.p_filesz, 1, file) == 1;
		loader[segment.p_filesz - 1] = '\0';
		if (whole)
			result = check_starter(path, "loader", loader);
	}
	if (file)
		fclose(file);
	if (!whole) {
		landau_complain("%s: the ELF file is truncated", path);
		return LANDAU_TARGET_CANNOT_RUN;
	}
	return result;
}

static int check_contents(const char *path)
{
	union {
		unsigned char bytes[EI_NIDENT];
		Elf64_Ehdr header;
	} head;
	ssize_t length = read_head(path, &head, sizeof(head));

	if (length < 0) {
		landau_complain("%s: %s", path, strerror(errno));
		return LANDAU_TARGET_CANNOT_RUN;
	}
	if (length < SELFMAG || memcmp(head.bytes, ELFMAG, SELFMAG) != 0)
		return check_script(path);
	if (length > EI_CLASS && head.bytes[EI_CLASS] == ELFCLASS32) {
		landau_complain("%s: this is a 32-bit program; only " LANDAU_ENGINE_PROCESSOR
				" programs can be recorded",
				path);
		return LANDAU_TARGET_CANNOT_RUN;
	}
	if (length < (ssize_t)sizeof(head.header)) {
		landau_complain("%s: the ELF file is truncated", path);
		return LANDAU_TARGET_CANNOT_RUN;
	}
	if (head.header.e_machine != LANDAU_ENGINE_MACHINE || head.bytes[EI_DATA] != ELFDATA2LSB) {
		landau_complain("%s: this is a program for another processor (ELF machine %u); "
				"only " LANDAU_ENGINE_PROCESSOR " programs can be recorded",
				path, head.header.e_machine);
		return LANDAU_TARGET_CANNOT_RUN;
	}
	if (head.header.e_type != ET_EXEC && head.header.e_type != ET_DYN) {
		landau_complain("%s: the ELF file is not a program", path);
		return LANDAU_TARGET_CANNOT_RUN;
	}
	return check_segments(path, &head.header);
}

int landau_target_check(const char *program)
{
	char path[PATH_MAX];
	int status = locate(program, path, sizeof(path));

	if (status == 0)
		status = check_file(path);
	if (status == 0)
		status = check_contents(path);
	return status;
}

int landau_target_is_native(const char *program)
{
	char path[PATH_MAX];

	if (strchr(program, '/'))
		snprintf(path, sizeof(path), "%s", program);
	else if (!landau_find_in_path(program, path, sizeof(path)))
		return 0;
	return landau_is_native(path);
}

static bool is_env_script(const char *program)
{
	static const char *const starts[] = {"#!/usr/bin/env", "#! /usr/bin/env", "#!/bin/env"};
	char path[PATH_MAX];
	char head[64];

	if (strchr(program, '/'))
		snprintf(path, sizeof(path), "%s", program);
	else if (!landau_find_in_path(program, path, sizeof(path)))
		return false;
	ssize_t length = read_head(path, head, sizeof(head));
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		size_t wanted = strlen(starts[i]);
		if (length > (ssize_t)wanted && memcmp(head, starts[i], wanted) == 0 &&
		    (head[wanted] == ' ' || head[wanted] == '\t'))
			return true;
	}
	return false;
}

void landau_target_warn_of_env(const char *program)
{
	if (is_env_script(program))
		landau_complain("%s: the script is started by env, which then executes the "
				"interpreter; use --trace-children to record that too",
				program);
}
