/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_answers.c - debug names on their way into a profile of the native engine.
 *
 * Symbols and names of files come from the program's debug information, through landau-symbolise. The
 * runtime takes its answers apart: here are any bytes instead. Each routine gets a name in the end.
 */
#include "fuzz.h"

#include "../../src/engine/native/names/symbols.c"

#include <stdlib.h>
#include <string.h>

enum { ROUTINES = 8 };

static struct landau_routine_place places[ROUTINES];
static char pages[1 << 20];

/* What symbols.c takes from the rest of the runtime. */
struct landau_native landau_native;

struct landau_routine_place *landau_routine_place(uint32_t number)
{
	return &places[number];
}

uint32_t landau_routine_count(void)
{
	return ROUTINES;
}

const struct landau_mapping *landau_maps_find(const struct landau_maps *maps, uint64_t address)
{
	(void)address;
	return maps->mappings;
}

void *landau_raw_pages(size_t bytes)
{
	FUZZ_CHECK(bytes <= sizeof(pages));
	return pages;
}

size_t landau_raw_length(const char *text)
{
	return strlen(text);
}

bool landau_raw_equal(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

void landau_native_die(const char *why)
{
	(void)why;
	abort();
}

long landau_raw(long number, long a, long b, long c, long d, long e, long f)
{
	(void)number, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
	abort();
}

void landau_raw_unmap(void *memory, size_t bytes)
{
	(void)memory, (void)bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	struct landau_mapping mapping = {.path = "/usr/lib/libstore.so.1"};
	struct landau_maps maps = {.mappings = count % 2 ? &mapping : NULL};
	/* A copy of just this size: the bytes behind it are poisoned. */
	char *text = malloc(count ? count : 1);

	FUZZ_CHECK(text);
	memcpy(text, bytes, count);
	for (uint32_t i = 0; i < ROUTINES; i++)
		places[i] = (struct landau_routine_place){.code = (void *)(uintptr_t)(i + 17)};
	room = NULL;
	take_answers(&maps, 0, UINTPTR_MAX, text, text + count);
	for (uint32_t i = 0; i < ROUTINES; i++)
		FUZZ_CHECK(places[i].name && places[i].name[0] && places[i].object &&
			   places[i].file);
	free(text);
	return 0;
}
