/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page/source.c - the lines of a routine from its source file; see page/source.h. */
#include "cli/page/source.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	LINES_BEFORE = 4,
	LINES_AFTER = 90,
	MOST_LINES = 1000,
	MOST_FILE_BYTES = 4 << 20,
	MOST_BYTES = 64 << 20,
};

/* `text` is NULL where the file cannot be shown; `ends[i]` is where line i + 1 ends. */
struct landau_source_file {
	bool read;
	bool fortran;
	char *text;
	size_t *ends;
	size_t line_count;
};

static bool is_source_name(const char *path)
{
	static const char *const endings[] = {
		"c",   "h",   "cc",  "cpp", "cxx", "c++", "hh", "hpp", "hxx", "inl", "inc",
		"tcc", "y",   "l",   "s",   "S",   "rs",  "go", "d",   "zig", "f",   "for",
		"f90", "f95", "f03", "f08", "m",   "mm",  "ml", "pas", "adb", "nim"};
	const char *dot = strrchr(path, '.');

	if (!dot || strchr(dot, '/'))
		return false;
	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		if (strcmp(dot + 1, endings[i]) == 0)
			return true;
	return false;
}

static bool is_fortran(const char *path)
{
	static const char *const endings[] = {"f", "for", "f90", "f95", "f03", "f08"};
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; dot && i < sizeof(endings) / sizeof(endings[0]); i++)
		if (strcasecmp(dot + 1, endings[i]) == 0)
			return true;
	return false;
}

/* All of the file, or NULL. O_NONBLOCK: a name that is a pipe must not hang. */
static char *read_whole(const char *path, size_t *length)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status;
	char *text = NULL;
	size_t done = 0;

	if (descriptor < 0)
		return NULL;
	if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
	    status.st_size <= MOST_FILE_BYTES)
		text = malloc((size_t)status.st_size);
	while (text && done < (size_t)status.st_size) {
		ssize_t got = read(descriptor, text + done, (size_t)status.st_size - done);

		if (got <= 0)
			break;
		done += (size_t)got;
	}
	close(descriptor);
	if (done == 0) {
		free(text);
		return NULL;
	}
	*length = done;
	return text;
}

static void find_lines(struct landau_source_file *file, size_t length)
{
	size_t count = 1;

	for (size_t i = 0; i < length; i++)
		count += file->text[i] == '\n';
	file->ends = calloc(count, sizeof(*file->ends));
	if (!file->ends) {
		free(file->text);
		file->text = NULL;
		return;
	}
	for (size_t i = 0; i < length; i++)
		if (file->text[i] == '\n')
			file->ends[file->line_count++] = i + 1;
	if (file->line_count == 0 || file->ends[file->line_count - 1] < length)
		file->ends[file->line_count++] = length;
}

bool landau_sources_start(struct landau_sources *sources, const struct landau_source_places *places,
			  size_t file_count)
{
	*sources = (struct landau_sources){.places = places, .count = file_count};
	sources->files = calloc(file_count ? file_count : 1, sizeof(*sources->files));
	return sources->files != NULL;
}

/* At the place named, then below each directory by the whole path, then by the last part of it. */
static char *search(const struct landau_source_places *places, const char *path, size_t *length)
{
	const char *last = strrchr(path, '/');
	char *text = read_whole(path, length);

	for (size_t i = 0; !text && i < places->count; i++) {
		const char *const ends[] = {path, last ? last + 1 : path};

		for (int k = 0; !text && k < 2; k++) {
			char *name = NULL;

			if (asprintf(&name, "%s/%s", places->directories[i], ends[k]) < 0)
				return NULL;
			text = read_whole(name, length);
			free(name);
		}
	}
	return text;
}

static const struct landau_source_file *open_file(struct landau_sources *sources, size_t number,
						  const char *path)
{
	struct landau_source_file *file = &sources->files[number];
	size_t length = 0;

	if (file->read)
		return file;
	file->read = true;
	file->fortran = is_fortran(path);
	if (sources->bytes < MOST_BYTES && is_source_name(path))
		file->text = search(sources->places, path, &length);
	if (file->text) {
		sources->bytes += length;
		find_lines(file, length);
	}
	return file;
}

static size_t line_start(const struct landau_source_file *file, size_t line)
{
	return line > 0 ? file->ends[line - 1] : 0;
}

/*
 * END alone or with what it ends, in one word or two, is the end of a Fortran procedure; END IF and the like are not. Where others are
 * contained in it, its own part is over.
 */
static bool ends_fortran(const char *text, const char *end)
{
	static const char *const ended[] = {"endsubroutine", "endfunction", "endprocedure",
					    "endprogram"};
	char word[16] = "";
	size_t length = 0;

	for (; text < end && *text != '!' && length < sizeof(word) - 1; text++)
		if (!isspace((unsigned char)*text))
			word[length++] = (char)tolower((unsigned char)*text);
	for (size_t i = 0; i < sizeof(ended) / sizeof(ended[0]); i++)
		if (strncmp(word, ended[i], strlen(ended[i])) == 0)
			return true;
	return strcmp(word, "end") == 0 || strcmp(word, "contains") == 0;
}

static bool ends_routine(const struct landau_source_file *file, size_t line)
{
	const char *text = file->text + line_start(file, line);

	return file->fortran ? ends_fortran(text, file->text + file->ends[line]) : *text == '}';
}

/* Line numbers count from 0 here. A blank line, or one that ends something, parts two routines. */
static bool parts_routines(const struct landau_source_file *file, size_t line)
{
	size_t start = line_start(file, line);
	size_t end = file->ends[line];

	while (end > start && strchr(" \t\r\n", file->text[end - 1]))
		end--;
	return end == start || file->text[end - 1] == ';' || file->text[start] == '#' ||
	       ends_routine(file, line);
}

bool landau_source_excerpt(struct landau_sources *sources, size_t number, const char *path,
			   uint32_t line, uint32_t first_line, uint32_t last_line,
			   struct landau_excerpt *excerpt)
{
	const struct landau_source_file *file;
	size_t first;
	size_t last;

	if (line == 0 || path[0] == '\0')
		return false;
	file = open_file(sources, number, path);
	if (!file->text || line > file->line_count)
		return false;
	first = (first_line > 0 && first_line < line ? first_line : line) - 1;
	for (int i = 0; i < LINES_BEFORE && first > 0 && !parts_routines(file, first - 1); i++)
		first--;
	last = line - 1;
	for (int i = 0; i < MOST_LINES && last + 1 < file->line_count; i++) {
		bool whole = last + 1 >= last_line;

		if (whole && (i >= LINES_AFTER || (last > line - 1 && ends_routine(file, last))))
			break;
		last++;
	}
	excerpt->first_line = (uint32_t)first + 1;
	excerpt->text = file->text + line_start(file, first);
	excerpt->length = file->ends[last] - line_start(file, first);
	return true;
}

void landau_sources_free(struct landau_sources *sources)
{
	for (size_t i = 0; sources->files && i < sources->count; i++) {
		free(sources->files[i].text);
		free(sources->files[i].ends);
	}
	free(sources->files);
	*sources = (struct landau_sources){0};
}
