/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sources.c - what is outside of the program and has a name, where --sources asks for it.
 *
 * A system call that reads from a descriptor has what is open there as its source: a file by its path, a device, a
 * directory, a socket by its peer, a pipe. It is asked for anew before each call, since descriptors are closed and opened again without notice. All other
 * calls have the kernel itself as their source.
 */
#include "engine/descriptors.h"
#include "engine/valgrind/engine.h"

enum { PATH_BYTES = 4200, FIRST_SLOTS = 256 };

struct source {
	const HChar *kind;
	HChar *name;
};

static struct source *sources; /* number n is at n - 1 */
static UInt source_count;
static UInt source_limit;
static UInt *slots; /* by hash: a number, 0: empty */
static UInt slot_count;

UInt landau_source_count(void)
{
	return source_count;
}

const HChar *landau_source_kind(UInt number)
{
	return sources[number - 1].kind;
}

const HChar *landau_source_name(UInt number)
{
	return sources[number - 1].name;
}

/* -- Numbers ----------------------------------------------------------------------------------- */

static UInt hash_of(const HChar *kind, const HChar *name)
{
	UInt hash = 5381;

	for (; *kind; kind++)
		hash = hash * 33 + (UChar)*kind;
	for (; *name; name++)
		hash = hash * 33 + (UChar)*name;
	return hash ^ hash >> 15;
}

/* The slot that has it, or the empty one where it belongs. */
static UInt *slot_of(const HChar *kind, const HChar *name)
{
	UInt i = hash_of(kind, name) & (slot_count - 1);

	while (slots[i] && (VG_(strcmp)(sources[slots[i] - 1].kind, kind) != 0 ||
			    VG_(strcmp)(sources[slots[i] - 1].name, name) != 0))
		i = (i + 1) & (slot_count - 1);
	return &slots[i];
}

static void grow(void)
{
	source_limit = source_limit ? 2 * source_limit : FIRST_SLOTS / 2;
	sources = VG_(realloc)("landau.sources", sources, source_limit * sizeof(*sources));
	slot_count = 2 * source_limit;
	VG_(free)(slots);
	slots = VG_(calloc)("landau.sources", slot_count, sizeof(*slots));
	for (UInt i = 0; i < source_count; i++)
		*slot_of(sources[i].kind, sources[i].name) = i + 1;
}

UInt landau_source_number(const HChar *kind, const HChar *name)
{
	UInt *slot;

	if (source_count == source_limit)
		grow();
	slot = slot_of(kind, name);
	if (!*slot) {
		sources[source_count].kind = kind;
		sources[source_count].name = VG_(strdup)("landau.sources", name);
		*slot = ++source_count;
	}
	return *slot;
}

/* -- Descriptors ------------------------------------------------------------------------------- */

static void ask_for_peer(struct landau_descriptor *descriptor)
{
	UInt size = sizeof(descriptor->peer) - 1;
	SysRes result = VG_(do_syscall)(__NR_getpeername, (RegWord)descriptor->number,
					(RegWord)descriptor->peer, (RegWord)&size, 0, 0, 0, 0, 0);

	descriptor->peer_bytes = sr_isError(result) ? 0 : size;
}

static UInt source_of_descriptor(Int number)
{
	static HChar path[PATH_BYTES];
	struct landau_descriptor descriptor = {.number = number, .path = path};
	HChar room[LANDAU_NAME_BYTES];
	struct vg_stat status;
	const HChar *kind;
	const HChar *name;
	HChar link[40];
	SSizeT length;

	if (number < 0 || VG_(fstat)(number, &status) != 0)
		return landau_source_number("kernel", "");
	descriptor.mode = status.mode;
	VG_(sprintf)(link, "/proc/self/fd/%d", number);
	length = VG_(readlink)(link, path, sizeof(path) - 1);
	path[length > 0 ? length : 0] = '\0';
	if (landau_is_socket(&descriptor))
		ask_for_peer(&descriptor);
	kind = landau_describe_descriptor(&descriptor, room, &name);
	return landau_source_number(kind, name);
}

UInt landau_source_of_call(UInt number, const UWord *arguments)
{
	if (!landau_options.sources)
		return 0;
	switch (number) {
	case __NR_read:
	case __NR_pread64:
	case __NR_readv:
	case __NR_preadv:
	case __NR_preadv2:
	case __NR_recvfrom:
	case __NR_recvmsg:
	case __NR_recvmmsg:
#ifdef __NR_getdents
	case __NR_getdents:
#endif
	case __NR_getdents64:
		return source_of_descriptor((Int)arguments[0]);
	case __NR_getrandom:
		return landau_source_number("device", "/dev/urandom");
	default:
		return landau_source_number("kernel", "");
	}
}

UInt landau_source_of_segment(const NSegment *segment)
{
	const HChar *path;

	if (!landau_options.sources)
		return 0;
	if (!segment || segment->kind == SkShmC)
		return landau_source_number("memory", "System V shared memory");
	path = VG_(am_get_filename)(segment);
	return landau_source_number("file", path ? path : "");
}
