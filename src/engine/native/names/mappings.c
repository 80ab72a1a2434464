/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mappings.c - reads the maps of this thread: those of a process whose first thread has ended are empty. */
#include "mappings.h"

#include "engine/native/runtime/raw.h"
#include "engine/native/parallel/shadow.h"

#include <fcntl.h>
#include <sys/syscall.h>

enum { FIRST_BYTES = 1 << 20 };

/* The whole file in pages of its own; *used is its length. */
static char *read_whole(const char *path, size_t *bytes, size_t *used)
{
	for (*bytes = FIRST_BYTES;; *bytes *= 2) {
		char *text = landau_raw_pages(*bytes);
		long file = landau_raw3(SYS_open, path, O_RDONLY | O_CLOEXEC, 0);
		long got = 0;

		*used = 0;
		while (text && file >= 0 && *used < *bytes - 1) {
			got = landau_raw3(SYS_read, file, text + *used, *bytes - 1 - *used);
			if (got <= 0)
				break;
			*used += (size_t)got;
		}
		if (file >= 0)
			landau_raw3(SYS_close, file, 0, 0);
		if (text && file >= 0 && got == 0 && *used < *bytes - 1)
			return text;
		if (text)
			landau_raw_unmap(text, *bytes);
		if (!text || file < 0 || got < 0)
			return NULL;
	}
}

static uint64_t hexadecimal(char **text)
{
	uint64_t number = 0;

	for (;; (*text)++) {
		char c = **text;

		if (c >= '0' && c <= '9')
			number = number * 16 + (uint64_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			number = number * 16 + (uint64_t)(c - 'a' + 10);
		else
			return number;
	}
}

static void skip_word(char **text)
{
	while (**text && **text != ' ' && **text != '\n')
		(*text)++;
	while (**text == ' ')
		(*text)++;
}

/* LOW-HIGH RIGHTS OFFSET DEVICE INODE   PATH */
static char *parse_line(char *text, struct landau_mapping *mapping)
{
	mapping->low = hexadecimal(&text);
	text++;
	mapping->high = hexadecimal(&text);
	skip_word(&text);
	mapping->executable = text[0] && text[1] && text[2] == 'x';
	skip_word(&text);
	mapping->offset = hexadecimal(&text);
	skip_word(&text);
	skip_word(&text);
	skip_word(&text);
	mapping->path = text;
	while (*text && *text != '\n')
		text++;
	if (*text)
		*text++ = '\0';
	return text;
}

bool landau_maps_read(struct landau_maps *maps)
{
	size_t bytes, used, lines = 0;
	char *text = read_whole("/proc/thread-self/maps", &bytes, &used);
	size_t all;

	*maps = (struct landau_maps){0};
	if (!text)
		return false;
	for (size_t i = 0; i < used; i++)
		lines += text[i] == '\n';
	/* The lines behind the array. */
	all = (lines + 1) * sizeof(struct landau_mapping) + bytes;
	maps->memory = landau_raw_pages(all);
	maps->bytes = all;
	if (maps->memory) {
		char *copy = (char *)maps->memory + (lines + 1) * sizeof(struct landau_mapping);

		maps->mappings = maps->memory;
		__builtin_memcpy(copy, text, used);
		while (*copy)
			copy = parse_line(copy, &maps->mappings[maps->count++]);
	}
	landau_raw_unmap(text, bytes);
	return maps->memory != NULL;
}

void landau_maps_free(struct landau_maps *maps)
{
	if (maps->memory)
		landau_raw_unmap(maps->memory, maps->bytes);
	*maps = (struct landau_maps){0};
}

const struct landau_mapping *landau_maps_find(const struct landau_maps *maps, uint64_t address)
{
	uint32_t low = 0, high = maps->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (maps->mappings[middle].high <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < maps->count && maps->mappings[low].low <= address)
		return &maps->mappings[low];
	return NULL;
}

/* -- Overlaps -------------------------------------------------------------------------------------
 */

static bool is_program(const struct landau_mapping *mapping)
{
	return !landau_shadow_has(mapping->low) && mapping->high >> 47 == 0;
}

/* Whether two ranges of a circle of LANDAU_REGION_BYTES meet. */
static bool meet(const struct landau_mapping *a, const struct landau_mapping *b)
{
	uint64_t from_a = (b->low - a->low) & (LANDAU_REGION_BYTES - 1);
	uint64_t from_b = (a->low - b->low) & (LANDAU_REGION_BYTES - 1);

	if (((a->low ^ b->low) & LANDAU_REGION_BIT) != 0)
		return false;
	return from_a < a->high - a->low || from_b < b->high - b->low;
}

bool landau_maps_overlap(const struct landau_maps *maps, uint64_t *one, uint64_t *other)
{
	/* Neighbours become one, so that there are few to compare. */
	struct landau_mapping groups[64];
	uint32_t count = 0;

	for (uint32_t i = 0; i < maps->count; i++) {
		const struct landau_mapping *mapping = &maps->mappings[i];

		if (!is_program(mapping))
			continue;
		if (count > 0 && mapping->low - groups[count - 1].high < ((uint64_t)1 << 30) &&
		    mapping->high - groups[count - 1].low < LANDAU_REGION_BYTES)
			groups[count - 1].high = mapping->high;
		else if (count < sizeof(groups) / sizeof(*groups))
			groups[count++] = *mapping;
	}
	for (uint32_t i = 0; i < count; i++) {
		for (uint32_t j = i + 1; j < count; j++) {
			if (meet(&groups[i], &groups[j])) {
				*one = groups[i].low;
				*other = groups[j].low;
				return true;
			}
		}
	}
	return false;
}
