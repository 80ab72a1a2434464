/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * files.c - which bytes of files the process has read, where --files=distinct asks for it.
 *
 * A file is known by its device and inode, so by all its descriptors and names; what was read of it is a set of ranges of offsets.
 * What a call reads of these ranges once more counts as written by the thread itself, as if it had copied what it knows; the rest is
 * written by the kernel, as without the option. The process forgets
 *
 *   - what it writes into the file, by write and its kin;
 *   - what lies beyond the end of the file;
 *   - the whole file when its time of modification has changed and the process has not written to it since it last read.
 *
 * Files whose size is 0 though there is something to read, as those of /proc, are made anew for each reader: they are always new. So
 * is what is mapped, and what io_uring reads. The child of a fork begins with nothing, as its profile does.
 */
#include "engine/valgrind/files.h"

#include "engine/valgrind/engine.h"

/* Ranges that do not touch, over all files: 2 MB. What would be one more is not noted, so it is new again. */
enum { MOST_RANGES = 131072 };

struct range {
	ULong from;
	ULong to; /* behind the last byte */
};

struct landau_file {
	struct landau_file *next; /* this and the key: Valgrind's hash table */
	UWord key;
	ULong device;
	ULong inode;
	ULong modified;
	ULong modified_nanoseconds;
	Bool written;         /* by this process, since it read last */
	struct range *ranges; /* sorted; no two overlap or touch */
	UInt count;
	UInt limit;
};

static VgHashTable *files;
static UInt range_count; /* of all files */

/* -- Ranges ------------------------------------------------------------------------------------ */

/* The first range that ends at `offset` or behind it. */
static UInt range_at(const struct landau_file *file, ULong offset)
{
	UInt low = 0;
	UInt high = file->count;

	while (low < high) {
		UInt middle = low + (high - low) / 2;

		if (file->ranges[middle].to < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void insert(struct landau_file *file, UInt place, ULong from, ULong to)
{
	if (range_count == MOST_RANGES)
		return;
	if (file->count == file->limit) {
		file->limit = file->limit ? 2 * file->limit : 4;
		file->ranges = VG_(realloc)("landau.files", file->ranges,
					    file->limit * sizeof(*file->ranges));
	}
	VG_(memmove)
	(file->ranges + place + 1, file->ranges + place,
	 (file->count - place) * sizeof(*file->ranges));
	file->ranges[place].from = from;
	file->ranges[place].to = to;
	file->count++;
	range_count++;
}

static void drop(struct landau_file *file, UInt first, UInt behind)
{
	VG_(memmove)
	(file->ranges + first, file->ranges + behind,
	 (file->count - behind) * sizeof(*file->ranges));
	file->count -= behind - first;
	range_count -= behind - first;
}

static void add(struct landau_file *file, ULong from, ULong to)
{
	UInt first = range_at(file, from);
	UInt behind = first;

	while (behind < file->count && file->ranges[behind].from <= to) {
		if (file->ranges[behind].from < from)
			from = file->ranges[behind].from;
		if (file->ranges[behind].to > to)
			to = file->ranges[behind].to;
		behind++;
	}
	if (behind == first) {
		insert(file, first, from, to);
		return;
	}
	file->ranges[first].from = from;
	file->ranges[first].to = to;
	drop(file, first + 1, behind);
}

static void cut(struct landau_file *file, ULong from, ULong to)
{
	UInt first = range_at(file, from + 1);
	UInt behind;

	if (first < file->count && file->ranges[first].from < from) {
		ULong end = file->ranges[first].to;

		file->ranges[first].to = from;
		first++;
		if (end > to) {
			insert(file, first, to, end);
			return;
		}
	}
	behind = first;
	while (behind < file->count && file->ranges[behind].to <= to)
		behind++;
	drop(file, first, behind);
	if (first < file->count && file->ranges[first].from < to)
		file->ranges[first].from = to;
}

/* -- Files ------------------------------------------------------------------------------------- */

static Word compare(const void *first, const void *second)
{
	const struct landau_file *one = first;
	const struct landau_file *other = second;

	return one->device != other->device || one->inode != other->inode;
}

static struct landau_file *find(const struct vg_stat *status)
{
	const struct landau_file wanted = {.key = (UWord)(status->ino ^ status->dev << 32),
					   .device = status->dev,
					   .inode = status->ino};

	return files ? VG_(HT_gen_lookup)(files, &wanted, compare) : NULL;
}

/* The file that is about to be read, without what it has no longer; NULL: it is not looked at. */
static struct landau_file *file_for_reading(const struct vg_stat *status)
{
	struct landau_file *file = find(status);
	Bool changed;

	if (status->size <= 0)
		return NULL;
	if (!file) {
		if (range_count == MOST_RANGES)
			return NULL;
		if (!files)
			files = VG_(HT_construct)("landau.files");
		file = VG_(calloc)("landau.files", 1, sizeof(*file));
		file->key = (UWord)(status->ino ^ status->dev << 32);
		file->device = status->dev;
		file->inode = status->ino;
		VG_(HT_add_node)(files, file);
	}
	changed =
		file->modified != status->mtime || file->modified_nanoseconds != status->mtime_nsec;
	if (changed && !file->written)
		drop(file, 0, file->count);
	file->modified = status->mtime;
	file->modified_nanoseconds = status->mtime_nsec;
	file->written = False;
	cut(file, (ULong)status->size, ~0ULL);
	return file;
}

static Bool is_regular(Int descriptor, struct vg_stat *status)
{
	return descriptor >= 0 && VG_(fstat)(descriptor, status) == 0 && VKI_S_ISREG(status->mode);
}

/* Where a call that has an argument for it goes; else where the descriptor is. */
static Long place_of(UInt number, const UWord *arguments)
{
	switch (number) {
	case __NR_pread64:
	case __NR_preadv:
	case __NR_pwrite64:
	case __NR_pwritev:
		return (Long)arguments[3];
	case __NR_preadv2:
	case __NR_pwritev2:
		if ((Long)arguments[3] != -1)
			return (Long)arguments[3];
		break;
	default:
		break;
	}
	return VG_(lseek)((Int)arguments[0], 0, VKI_SEEK_CUR);
}

void landau_files_before_call(ThreadId tid, UInt number, const UWord *arguments)
{
	struct landau_program_thread *thread = landau_thread_of(tid);
	struct vg_stat status;
	Long place;

	if (!landau_options.distinct_files || !thread)
		return;
	thread->reading.file = NULL;
	switch (number) {
	case __NR_read:
	case __NR_pread64:
	case __NR_readv:
	case __NR_preadv:
	case __NR_preadv2:
		break;
	default:
		return;
	}
	if (!is_regular((Int)arguments[0], &status))
		return;
	place = place_of(number, arguments);
	if (place < 0)
		return;
	thread->reading.file = file_for_reading(&status);
	thread->reading.place = (ULong)place;
}

/* Of a read: which parts were known, or which were not. */
static void report(ThreadId tid, const struct landau_file *file, ULong from, Addr address,
		   SizeT size, Bool known)
{
	ULong to = from + size;
	UInt i = range_at(file, from + 1);

	for (ULong at = from, end; at < to; at = end) {
		Bool inside = i < file->count && file->ranges[i].from <= at;

		end = to;
		if (inside && file->ranges[i].to < to)
			end = file->ranges[i].to;
		else if (!inside && i < file->count && file->ranges[i].from < to)
			end = file->ranges[i].from;
		if (inside)
			i++;
		if (inside != known)
			continue;
		if (known)
			landau_report_own_write(tid, address + (at - from), end - at);
		else
			landau_report_kernel_write(tid, address + (at - from), end - at);
	}
}

Bool landau_files_read(ThreadId tid, Addr address, SizeT size)
{
	struct landau_program_thread *thread = landau_thread_of(tid);

	if (!thread || !thread->reading.file)
		return False;
	/* The new parts last: a cell with a byte of these is new. */
	report(tid, thread->reading.file, thread->reading.place, address, size, True);
	report(tid, thread->reading.file, thread->reading.place, address, size, False);
	add(thread->reading.file, thread->reading.place, thread->reading.place + size);
	thread->reading.place += size;
	return True;
}

static void forget_written(UInt number, const UWord *arguments, ULong size)
{
	struct vg_stat status;
	struct landau_file *file =
		files && is_regular((Int)arguments[0], &status) ? find(&status) : NULL;
	Long place = file ? place_of(number, arguments) : -1;

	if (place < 0)
		return;
	/* It stands behind what was written. */
	if (number == __NR_write || number == __NR_writev ||
	    (number == __NR_pwritev2 && (Long)arguments[3] == -1))
		place -= (Long)size;
	if (place < 0)
		return;
	file->written = True;
	cut(file, (ULong)place, (ULong)place + size);
}

void landau_files_after_call(ThreadId tid, UInt number, const UWord *arguments, SysRes result)
{
	struct landau_program_thread *thread = landau_thread_of(tid);

	if (!landau_options.distinct_files)
		return;
	if (thread)
		thread->reading.file = NULL;
	if (sr_isError(result) || sr_Res(result) == 0)
		return;
	switch (number) {
	case __NR_write:
	case __NR_writev:
	case __NR_pwrite64:
	case __NR_pwritev:
	case __NR_pwritev2:
		forget_written(number, arguments, sr_Res(result));
		break;
	default:
		break;
	}
}

void landau_files_after_fork(ThreadId tid)
{
	struct landau_program_thread *thread = landau_thread_of(tid);
	struct landau_file *file;

	if (thread)
		thread->reading.file = NULL;
	if (!files)
		return;
	VG_(HT_ResetIter)(files);
	while ((file = VG_(HT_Next)(files)) != NULL)
		drop(file, 0, file->count);
}
