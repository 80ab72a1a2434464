/* SPDX-License-Identifier: GPL-2.0-or-later */
/* source_names.c - a table of kinds and names, and what asks the kernel for them; see source_names.h. */
#include "source_names.h"

#include "core/memory.h"
#include "engine/descriptors.h"
#include "engine/native/hooks/calls.h"
#include "engine/native/runtime/raw.h"
#include "engine/native/runtime/slots.h"
#include "profile/from_core.h"

#include <sys/stat.h>
#include <sys/syscall.h>

enum { FIRST_NAMES = 64, PATH_BYTES = 4096, KERNEL = 1 };

struct named {
	struct named *next; /* of the same hash */
	uint32_t number;
	uint32_t routine; /* whose name it is, if it has no own one */
	const char *kind;
	char name[];
};

/* Under the lock of the shared core, whose memory it is. */
static struct {
	struct landau_map by_hash;
	struct named **all; /* number n is at n - 1 */
	uint32_t count;
	uint32_t limit;
} names;

static uint64_t hash_of(const char *kind, const char *name, uint32_t routine)
{
	uint64_t hash = 5381 + routine;

	for (; *kind; kind++)
		hash = hash * 33 + (unsigned char)*kind;
	for (; *name; name++)
		hash = hash * 33 + (unsigned char)*name;
	return hash;
}

static struct named *find(uint64_t hash, const char *kind, const char *name, uint32_t routine)
{
	struct named *found = landau_map_get(&names.by_hash, hash);

	while (found && (found->routine != routine || !landau_raw_equal(found->kind, kind) ||
			 !landau_raw_equal(found->name, name)))
		found = found->next;
	return found;
}

static struct named *add(uint64_t hash, const char *kind, const char *name, uint32_t routine)
{
	size_t length = landau_raw_length(name) + 1;
	struct named *added = landau_memory_get(landau_shared_core, sizeof(*added) + length);

	if (names.count == names.limit)
		names.all = landau_memory_double(landau_shared_core, names.all, &names.limit,
						 sizeof(struct named *),
						 "more sources than can be numbered");
	added->kind = kind;
	added->routine = routine;
	__builtin_memcpy(added->name, name, length);
	added->next = landau_map_remove(&names.by_hash, hash);
	landau_map_add(landau_shared_core, &names.by_hash, hash, added);
	names.all[names.count] = added;
	added->number = ++names.count;
	return added;
}

static uint32_t number_of(const char *kind, const char *name, uint32_t routine)
{
	uint64_t hash = hash_of(kind, name, routine);
	struct named *found;
	uint32_t number;

	if (!landau_native.sources)
		return 0;
	landau_lock(&landau_shared_lock);
	found = find(hash, kind, name, routine);
	number = (found ? found : add(hash, kind, name, routine))->number;
	landau_unlock(&landau_shared_lock);
	return number;
}

void landau_source_names_start(void)
{
	if (!landau_native.sources)
		return;
	names.limit = FIRST_NAMES;
	names.all = landau_memory_get(landau_shared_core, FIRST_NAMES * sizeof(struct named *));
	LANDAU_HOLDS(names.count == KERNEL - 1);
	landau_source_number("kernel", "");
}

uint32_t landau_source_number(const char *kind, const char *name)
{
	return number_of(kind, name, LANDAU_NO_ROUTINE);
}

uint32_t landau_source_of_kernel(void)
{
	return landau_native.sources ? KERNEL : 0;
}

uint32_t landau_source_of_atomic(const struct landau_native_thread *self)
{
	const struct landau_thread *thread = self->core_thread;
	const struct landau_record *record = thread->activations[thread->top].record;

	return number_of("atomic", "", record ? record->routine : LANDAU_NO_ROUTINE);
}

static void ask_for_path(int number, char path[PATH_BYTES])
{
	static const char folder[] = "/proc/self/fd/";
	char link[sizeof(folder) + 24];
	char digits[24];
	const char *text = landau_raw_decimal(digits, (uint64_t)number);
	long length;

	__builtin_memcpy(link, folder, sizeof(folder));
	__builtin_memcpy(link + sizeof(folder) - 1, text, landau_raw_length(text) + 1);
	length = landau_raw3(SYS_readlink, link, path, PATH_BYTES - 1);
	path[length > 0 ? length : 0] = '\0';
}

static void ask_for_peer(struct landau_descriptor *descriptor)
{
	unsigned size = sizeof(descriptor->peer) - 1;

	if (landau_raw3(SYS_getpeername, descriptor->number, descriptor->peer, &size) >= 0)
		descriptor->peer_bytes = size;
}

uint32_t landau_source_of_descriptor(int number)
{
	char path[PATH_BYTES];
	char room[LANDAU_NAME_BYTES];
	struct landau_descriptor descriptor = {.number = number, .path = path};
	struct stat status;
	const char *kind;
	const char *name;

	if (!landau_native.sources)
		return 0;
	if (number < 0 || landau_raw3(SYS_fstat, number, &status, 0) < 0)
		return KERNEL;
	descriptor.mode = status.st_mode;
	ask_for_path(number, path);
	if (landau_is_socket(&descriptor))
		ask_for_peer(&descriptor);
	kind = landau_describe_descriptor(&descriptor, room, &name);
	return landau_source_number(kind, name);
}

uint32_t landau_source_count(void)
{
	return names.count;
}

void landau_describe_source(void *context, uint32_t number, struct landau_external_source *source)
{
	const struct named *named = names.all[number - 1];

	(void)context;
	source->kind = named->kind;
	source->name = named->routine == LANDAU_NO_ROUTINE
			       ? named->name
			       : landau_routine_place(named->routine)->name;
}
