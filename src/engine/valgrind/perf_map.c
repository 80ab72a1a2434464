/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf_map.c - names of code that the program has made itself, from the map that it writes for perf.
 *
 * Interpreters and just-in-time compilers write what they have put where to /tmp/perf-PID.map: lines of START SIZE NAME, the
 * numbers in hexadecimal. A line is appended when code is made, so that of several lines about one address the last
 * one holds. The file is looked at whenever code without a name is met, and once it has named some, after each write by
 * the program: code that takes the place of other code has its own name from the first call on.
 *
 * The file may be there already, left by an earlier process of the same number: what it has when the program starts is
 * skipped. It is believed only if it belongs to the user, and is no link: in /tmp anybody can make one.
 */
#include "engine/valgrind/engine.h"

enum {
	PAGE_SHIFT = 12,
	BUCKETS = 1 << 14,
	MOST_BYTES = 64 << 20, /* of one piece of code; more is an error of the map */
	MOST_NAME = 1024,
	READ_BYTES = 16384,
	KIND_MASK = 0170000,
	KIND_REGULAR = 0100000,
};

struct region {
	Addr start;
	SizeT size;
	HChar *name;
};

/* A region on a page; a region is linked on each page that it touches. */
struct link {
	Addr page;
	UInt region;
	UInt next; /* number + 1 of the one that was added before; 0: none */
};

static struct {
	HChar path[64];
	Long done; /* bytes that have been read, or are none of ours */
	ULong file_number, device;
	XArray *regions;
	XArray *links;
	UInt buckets[BUCKETS]; /* number + 1 of the last link */
} map;

/* -- Regions ------------------------------------------------------------------------------------ */

static UInt *bucket_of(Addr page)
{
	return &map.buckets[(page * UINT64_C(0x9e3779b97f4a7c15) >> 40) % BUCKETS];
}

static void add_region(Addr start, SizeT size, const HChar *name)
{
	struct region region = {start, size, VG_(strdup)("landau.perf", name)};
	UInt number = (UInt)VG_(addToXA)(map.regions, &region);

	for (Addr page = start >> PAGE_SHIFT; page <= (start + size - 1) >> PAGE_SHIFT; page++) {
		UInt *bucket = bucket_of(page);
		struct link link = {page, number, *bucket};

		*bucket = (UInt)VG_(addToXA)(map.links, &link) + 1;
	}
	/* Other code may have been there, or this one without a name. */
	landau_entry_forget(start);
}

static const struct region *region_at(Addr address)
{
	UInt next = *bucket_of(address >> PAGE_SHIFT);

	while (next) {
		const struct link *link = VG_(indexXA)(map.links, (Word)next - 1);
		const struct region *region = VG_(indexXA)(map.regions, (Word)link->region);

		if (link->page == address >> PAGE_SHIFT && address - region->start < region->size)
			return region;
		next = link->next;
	}
	return NULL;
}

/* -- The file ----------------------------------------------------------------------------------- */

/* A number in hexadecimal and the blanks behind it; *text is moved on. False: there is none. */
static Bool take_number(const HChar **text, ULong *number)
{
	HChar *end;

	*number = VG_(strtoull16)(*text, &end);
	if (end == *text || *end != ' ')
		return False;
	while (*end == ' ')
		end++;
	*text = end;
	return True;
}

static void take_line(const HChar *line)
{
	ULong start, size;

	if (!take_number(&line, &start) || !take_number(&line, &size) || *line == '\0')
		return;
	if (size == 0 || size > MOST_BYTES || start + size < start)
		return;
	add_region((Addr)start, (SizeT)size, line);
}

/* Takes whole lines; what follows the last one is read again when there is more. */
static void read_lines(Int descriptor)
{
	static HChar buffer[READ_BYTES + 1];
	static HChar line[MOST_NAME];
	UInt used = 0;
	Long taken = map.done;
	Int count;

	VG_(lseek)(descriptor, map.done, VKI_SEEK_SET);
	while ((count = VG_(read)(descriptor, buffer, READ_BYTES)) > 0) {
		for (Int i = 0; i < count; i++) {
			HChar byte = buffer[i];

			taken++;
			if (byte != '\n') {
				/* A longer name is cut; a tab would part fields. */
				if (used < MOST_NAME - 1)
					line[used++] = (UChar)byte < ' ' ? ' ' : byte;
				continue;
			}
			line[used] = '\0';
			take_line(line);
			used = 0;
			map.done = taken;
		}
	}
}

static void read_more(void)
{
	struct vg_stat status;
	SysRes opened;
	Int descriptor;

	if (sr_isError(VG_(stat)(map.path, &status)))
		return;
	if (status.ino == map.file_number && status.dev == map.device && status.size == map.done)
		return;
	opened = VG_(open)(map.path, VKI_O_RDONLY | LANDAU_O_NOFOLLOW, 0);
	if (sr_isError(opened))
		return;
	descriptor = (Int)sr_Res(opened);
	if (VG_(fstat)(descriptor, &status) == 0 && (status.mode & KIND_MASK) == KIND_REGULAR &&
	    status.uid == (UInt)VG_(geteuid)()) {
		/* Another file, or one that was emptied, begins anew. */
		if (status.ino != map.file_number || status.dev != map.device ||
		    status.size < map.done)
			map.done = 0;
		map.file_number = status.ino;
		map.device = status.dev;
		read_lines(descriptor);
	}
	VG_(close)(descriptor);
}

void landau_perf_map_start(void)
{
	struct vg_stat status;

	if (!map.regions) {
		map.regions =
			VG_(newXA)(VG_(malloc), "landau.perf", VG_(free), sizeof(struct region));
		map.links = VG_(newXA)(VG_(malloc), "landau.perf", VG_(free), sizeof(struct link));
	}
	VG_(sprintf)(map.path, "/tmp/perf-%d.map", VG_(getpid)());
	map.done = 0;
	map.file_number = map.device = 0;
	if (sr_isError(VG_(stat)(map.path, &status)))
		return;
	map.file_number = status.ino;
	map.device = status.dev;
	map.done = status.size;
}

void landau_perf_map_written(void)
{
	if (VG_(sizeXA)(map.regions) > 0)
		read_more();
}

const HChar *landau_perf_map_name(Addr address, Addr *start)
{
	const struct region *region;

	read_more();
	region = region_at(address);
	if (!region)
		return NULL;
	*start = region->start;
	return region->name;
}
