/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * system_calls.c - system calls that move data, and mappings.
 *
 * What the kernel has written counts as input when the program reads it; what it reads was read by
 * the program. Data that one thread writes to a pipe or socket and another reads from it orders the
 * two, so all of them release and acquire one object, landau_files.
 */
#include "engine/native/runtime/lamport.h"
#include "interpose.h"
#include "engine/native/names/mappings.h"
#include "real.h"
#include "source_names.h"
#include "space.h"
#include "engine/native/hooks/calls.h"
#include "engine/native/parallel/shadow.h"
#include "engine/native/names/symbols.h"
#include "engine/native/runtime/raw.h"
#include "engine/native/runtime/world.h"

#include <dlfcn.h>
#include <errno.h>
#include <mqueue.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/random.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

const char landau_files[1];

static void received(const void *memory, ssize_t bytes, uint32_t source)
{
	landau_sync_acquire(landau_files);
	if (bytes > 0)
		landau_shadow_kernel_write_from(memory, (size_t)bytes, source);
}

static void sent(const void *memory, size_t bytes)
{
	landau_shadow_read(memory, bytes);
	landau_sync_release(landau_files);
}

static void received_pieces(const struct iovec *pieces, int count, ssize_t bytes, uint32_t source)
{
	landau_sync_acquire(landau_files);
	for (int i = 0; i < count && bytes > 0; i++) {
		size_t part = pieces[i].iov_len < (size_t)bytes ? pieces[i].iov_len : (size_t)bytes;

		landau_shadow_kernel_write_from(pieces[i].iov_base, part, source);
		bytes -= (ssize_t)part;
	}
}

static void sent_pieces(const struct iovec *pieces, int count)
{
	landau_shadow_read(pieces, (size_t)(count > 0 ? count : 0) * sizeof(*pieces));
	for (int i = 0; i < count; i++)
		landau_shadow_read(pieces[i].iov_base, pieces[i].iov_len);
	landau_sync_release(landau_files);
}

static uint32_t random_source(void)
{
	return landau_source_number("device", "/dev/urandom");
}

static void received_structure(const void *memory, size_t bytes)
{
	if (memory)
		landau_shadow_kernel_write(memory, bytes);
}

/* -- Reading and writing --------------------------------------------------------------------------
 */

/*
 * `counts`: landau_space_in, if what is received is input. `source` is where it comes from: a descriptor may be another's when the
 * call has returned.
 */
#define RECEIVES_AS(counts, name, source, parameters, arguments)                                   \
	LANDAU_INTERPOSE(ssize_t, name, parameters)                                                \
	{                                                                                          \
		uint32_t from = source;                                                            \
		ssize_t result;                                                                    \
                                                                                                   \
		LANDAU_WAITING_CALL(LANDAU_BLOCKED(NULL, result = REAL(name) arguments));          \
		counts(result);                                                                    \
		received(memory, result, from);                                                    \
		return result;                                                                     \
	}

#define FROM landau_source_of_descriptor

#define RECEIVES(name, source, parameters, arguments)                                              \
	RECEIVES_AS(landau_space_in, name, source, parameters, arguments)

#define SENDS(name, parameters, arguments)                                                         \
	LANDAU_INTERPOSE(ssize_t, name, parameters)                                                \
	{                                                                                          \
		ssize_t result;                                                                    \
                                                                                                   \
		sent(memory, bytes);                                                               \
		LANDAU_WAITING_CALL(result = REAL(name) arguments);                                \
		landau_space_out(result);                                                          \
		return result;                                                                     \
	}

#define RECEIVES_PIECES(name, parameters, arguments)                                               \
	LANDAU_INTERPOSE(ssize_t, name, parameters)                                                \
	{                                                                                          \
		uint32_t from = FROM(file);                                                        \
		ssize_t result;                                                                    \
                                                                                                   \
		LANDAU_WAITING_CALL(result = REAL(name) arguments);                                \
		landau_space_in(result);                                                           \
		received_pieces(pieces, count, result, from);                                      \
		return result;                                                                     \
	}

#define SENDS_PIECES(name, parameters, arguments)                                                  \
	LANDAU_INTERPOSE(ssize_t, name, parameters)                                                \
	{                                                                                          \
		ssize_t result;                                                                    \
                                                                                                   \
		sent_pieces(pieces, count);                                                        \
		LANDAU_WAITING_CALL(result = REAL(name) arguments);                                \
		landau_space_out(result);                                                          \
		return result;                                                                     \
	}

RECEIVES(read, FROM(file), (int file, void *memory, size_t bytes), (file, memory, bytes))
RECEIVES(__read_chk, FROM(file), (int file, void *memory, size_t bytes, size_t room),
	 (file, memory, bytes, room))
RECEIVES(pread, FROM(file), (int file, void *memory, size_t bytes, off_t offset),
	 (file, memory, bytes, offset))
RECEIVES(pread64, FROM(file), (int file, void *memory, size_t bytes, off64_t offset),
	 (file, memory, bytes, offset))
RECEIVES(recv, FROM(file), (int file, void *memory, size_t bytes, int flags),
	 (file, memory, bytes, flags))
RECEIVES(__recv_chk, FROM(file), (int file, void *memory, size_t bytes, size_t room, int flags),
	 (file, memory, bytes, room, flags))
RECEIVES(getrandom, random_source(), (void *memory, size_t bytes, unsigned flags),
	 (memory, bytes, flags))
RECEIVES_AS((void), readlink, landau_source_of_kernel(),
	    (const char *path, char *memory, size_t bytes), (path, memory, bytes))
RECEIVES_AS((void), readlinkat, landau_source_of_kernel(),
	    (int folder, const char *path, char *memory, size_t bytes),
	    (folder, path, memory, bytes))
RECEIVES_AS((void), mq_receive, FROM((int)file),
	    (mqd_t file, char *memory, size_t bytes, unsigned *priority),
	    (file, memory, bytes, priority))
RECEIVES_PIECES(readv, (int file, const struct iovec *pieces, int count), (file, pieces, count))
RECEIVES_PIECES(preadv, (int file, const struct iovec *pieces, int count, off_t offset),
		(file, pieces, count, offset))
RECEIVES_PIECES(preadv64, (int file, const struct iovec *pieces, int count, off64_t offset),
		(file, pieces, count, offset))
RECEIVES_PIECES(preadv2, (int file, const struct iovec *pieces, int count, off_t offset, int flags),
		(file, pieces, count, offset, flags))

SENDS(write, (int file, const void *memory, size_t bytes), (file, memory, bytes))
SENDS(pwrite, (int file, const void *memory, size_t bytes, off_t offset),
      (file, memory, bytes, offset))
SENDS(pwrite64, (int file, const void *memory, size_t bytes, off64_t offset),
      (file, memory, bytes, offset))
SENDS(send, (int file, const void *memory, size_t bytes, int flags), (file, memory, bytes, flags))
SENDS(sendto,
      (int file, const void *memory, size_t bytes, int flags, const struct sockaddr *to,
       socklen_t to_bytes),
      (file, memory, bytes, flags, to, to_bytes))
SENDS_PIECES(writev, (int file, const struct iovec *pieces, int count), (file, pieces, count))
SENDS_PIECES(pwritev, (int file, const struct iovec *pieces, int count, off_t offset),
	     (file, pieces, count, offset))
SENDS_PIECES(pwritev64, (int file, const struct iovec *pieces, int count, off64_t offset),
	     (file, pieces, count, offset))
SENDS_PIECES(pwritev2, (int file, const struct iovec *pieces, int count, off_t offset, int flags),
	     (file, pieces, count, offset, flags))

LANDAU_INTERPOSE(int, mq_send, (mqd_t file, const char *memory, size_t bytes, unsigned priority))
{
	int result;

	sent(memory, bytes);
	LANDAU_WAITING_CALL(result = REAL(mq_send)(file, memory, bytes, priority));
	return result;
}

LANDAU_INTERPOSE(ssize_t, recvfrom,
		 (int file, void *memory, size_t bytes, int flags, struct sockaddr *from,
		  socklen_t *from_bytes))
{
	uint32_t source = FROM(file);
	ssize_t result;

	LANDAU_WAITING_CALL(result = REAL(recvfrom)(file, memory, bytes, flags, from, from_bytes));
	landau_space_in(result);
	received(memory, result, source);
	if (result >= 0 && from && from_bytes) {
		landau_shadow_kernel_write(from, *from_bytes);
		landau_shadow_kernel_write(from_bytes, sizeof(*from_bytes));
	}
	return result;
}

static void received_message(const struct msghdr *message, ssize_t bytes, uint32_t source)
{
	received_pieces(message->msg_iov, (int)message->msg_iovlen, bytes, source);
	if (message->msg_name)
		landau_shadow_kernel_write(message->msg_name, message->msg_namelen);
	if (message->msg_control)
		landau_shadow_kernel_write(message->msg_control, message->msg_controllen);
	landau_shadow_kernel_write(message, sizeof(*message));
}

LANDAU_INTERPOSE(ssize_t, recvmsg, (int file, struct msghdr *message, int flags))
{
	uint32_t source = FROM(file);
	ssize_t result;

	LANDAU_WAITING_CALL(result = REAL(recvmsg)(file, message, flags));
	landau_space_in(result);
	if (result >= 0)
		received_message(message, result, source);
	return result;
}

LANDAU_INTERPOSE(int, recvmmsg,
		 (int file, struct mmsghdr *messages, unsigned count, int flags,
		  struct timespec *limit))
{
	uint32_t source = FROM(file);
	int result;

	LANDAU_WAITING_CALL(result = REAL(recvmmsg)(file, messages, count, flags, limit));
	for (int i = 0; i < result; i++) {
		received_message(&messages[i].msg_hdr, messages[i].msg_len, source);
		landau_shadow_kernel_write(&messages[i].msg_len, sizeof(messages[i].msg_len));
	}
	return result;
}

LANDAU_INTERPOSE(ssize_t, sendmsg, (int file, const struct msghdr *message, int flags))
{
	ssize_t result;

	landau_shadow_read(message, sizeof(*message));
	sent_pieces(message->msg_iov, (int)message->msg_iovlen);
	LANDAU_WAITING_CALL(result = REAL(sendmsg)(file, message, flags));
	landau_space_out(result);
	return result;
}

LANDAU_INTERPOSE(int, sendmmsg, (int file, struct mmsghdr *messages, unsigned count, int flags))
{
	int result;

	for (unsigned i = 0; i < count; i++)
		sent_pieces(messages[i].msg_hdr.msg_iov, (int)messages[i].msg_hdr.msg_iovlen);
	LANDAU_WAITING_CALL(result = REAL(sendmmsg)(file, messages, count, flags));
	for (int i = 0; i < result; i++)
		landau_shadow_kernel_write(&messages[i].msg_len, sizeof(messages[i].msg_len));
	return result;
}

LANDAU_INTERPOSE(ssize_t, msgrcv, (int queue, void *memory, size_t bytes, long type, int flags))
{
	ssize_t result;

	LANDAU_WAITING_CALL(result = REAL(msgrcv)(queue, memory, bytes, type, flags));
	if (result >= 0)
		received(memory, result + (ssize_t)sizeof(long), landau_source_of_kernel());
	return result;
}

LANDAU_INTERPOSE(int, msgsnd, (int queue, const void *memory, size_t bytes, int flags))
{
	int result;

	sent(memory, bytes + sizeof(long));
	LANDAU_WAITING_CALL(result = REAL(msgsnd)(queue, memory, bytes, flags));
	return result;
}

LANDAU_INTERPOSE(int, getentropy, (void *memory, size_t bytes))
{
	int result;

	LANDAU_WAITING_CALL(result = REAL(getentropy)(memory, bytes));
	if (result == 0)
		landau_space_in((ssize_t)bytes);
	if (result == 0)
		received(memory, (ssize_t)bytes, random_source());
	return result;
}

LANDAU_INTERPOSE(ssize_t, process_vm_readv,
		 (pid_t process, const struct iovec *pieces, unsigned long count,
		  const struct iovec *from, unsigned long from_count, unsigned long flags))
{
	ssize_t result;

	LANDAU_WAITING_CALL(
		result = REAL(process_vm_readv)(process, pieces, count, from, from_count, flags));
	received_pieces(pieces, (int)count, result, landau_source_of_kernel());
	return result;
}

/* -- Structures -----------------------------------------------------------------------------------
 */

#define FILLS(name, parameters, arguments, memory, size)                                           \
	LANDAU_INTERPOSE(int, name, parameters)                                                    \
	{                                                                                          \
		int result;                                                                        \
                                                                                                   \
		LANDAU_SYSTEM_CALL(result = REAL(name) arguments);                                 \
		if (result == 0)                                                                   \
			received_structure(memory, size);                                          \
		return result;                                                                     \
	}

FILLS(stat, (const char *path, struct stat *status), (path, status), status, sizeof(*status))
FILLS(lstat, (const char *path, struct stat *status), (path, status), status, sizeof(*status))
FILLS(fstat, (int file, struct stat *status), (file, status), status, sizeof(*status))
FILLS(fstatat, (int folder, const char *path, struct stat *status, int flags),
      (folder, path, status, flags), status, sizeof(*status))
FILLS(stat64, (const char *path, struct stat64 *status), (path, status), status, sizeof(*status))
FILLS(lstat64, (const char *path, struct stat64 *status), (path, status), status, sizeof(*status))
FILLS(fstat64, (int file, struct stat64 *status), (file, status), status, sizeof(*status))
FILLS(fstatat64, (int folder, const char *path, struct stat64 *status, int flags),
      (folder, path, status, flags), status, sizeof(*status))
FILLS(pipe, (int files[2]), (files), files, 2 * sizeof(*files))
FILLS(pipe2, (int files[2], int flags), (files, flags), files, 2 * sizeof(*files))
FILLS(socketpair, (int domain, int type, int protocol, int files[2]),
      (domain, type, protocol, files), files, 2 * sizeof(*files))

/*
 * All that the process has mapped is not to be locked: the shadows would get memory for all of the address space. So nothing is
 * locked, but whether the program may lock anything is found out.
 */
LANDAU_PUBLIC int mlockall(int flags)
{
	static const char page[1];

	if (flags == 0 || (flags & ~(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT)) ||
	    flags == MCL_ONFAULT) {
		errno = EINVAL;
		return -1;
	}
	if (mlock(page, 1) != 0)
		return -1;
	return munlock(page, 1);
}

LANDAU_INTERPOSE(pid_t, waitpid, (pid_t process, int *status, int options))
{
	pid_t result;

	LANDAU_WAITING_CALL(LANDAU_BLOCKED(NULL, result = REAL(waitpid)(process, status, options)));
	if (result > 0)
		received_structure(status, sizeof(*status));
	return result;
}

/* The calls of which programs make use without a function. */
LANDAU_INTERPOSE(long, syscall, (long number, ...))
{
	va_list rest;
	long a[6];
	long result;

	va_start(rest, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(rest, long);
	va_end(rest);
	if (landau_is_fork(number))
		return landau_fork_by_number(number, a);
	if (number == SYS_write || number == SYS_pwrite64 || number == SYS_sendto)
		sent((const void *)a[1], (size_t)a[2]);
	if (number == SYS_futex)
		landau_sync_release((const void *)a[0]);
	LANDAU_WAITING_CALL(result = REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]));
	if (number == SYS_futex)
		landau_sync_acquire((const void *)a[0]);
	if (number == SYS_write || number == SYS_pwrite64 || number == SYS_sendto)
		landau_space_out(result);
	if (number == SYS_read || number == SYS_pread64 || number == SYS_recvfrom ||
	    number == SYS_getrandom)
		landau_space_in(result);
	if (number == SYS_read || number == SYS_pread64 || number == SYS_recvfrom)
		received((const void *)a[1], result, FROM((int)a[0]));
	if (number == SYS_getrandom)
		received((const void *)a[0], result, random_source());
	return result;
}

/* -- Mappings: a file is input where it is read, anonymous memory is not ---------------------------
 */

static void *mapped(void *memory, size_t bytes, int rights, int flags, uint32_t source)
{
	bool is_memory = (flags & MAP_ANONYMOUS) && (rights & PROT_WRITE) && !(flags & MAP_STACK);

	if (memory == MAP_FAILED)
		return memory;
	if (is_memory)
		landau_space_mapped(memory, bytes);
	else
		landau_space_unmapped(memory, bytes);
	landau_wait_for_moves(memory, bytes);
	landau_shadow_forget(memory, bytes);
	if (!(flags & MAP_ANONYMOUS))
		landau_shadow_fresh(memory, bytes, source);
	return memory;
}

LANDAU_INTERPOSE(void *, mmap,
		 (void *place, size_t bytes, int rights, int flags, int file, off_t offset))
{
	void *memory;

	LANDAU_SYSTEM_CALL(memory = REAL(mmap)(place, bytes, rights, flags, file, offset));
	return mapped(memory, bytes, rights, flags, flags & MAP_ANONYMOUS ? 0 : FROM(file));
}

LANDAU_INTERPOSE(void *, mmap64,
		 (void *place, size_t bytes, int rights, int flags, int file, off64_t offset))
{
	void *memory;

	LANDAU_SYSTEM_CALL(memory = REAL(mmap64)(place, bytes, rights, flags, file, offset));
	return mapped(memory, bytes, rights, flags, flags & MAP_ANONYMOUS ? 0 : FROM(file));
}

LANDAU_INTERPOSE(int, munmap, (void *memory, size_t bytes))
{
	int result;

	/* Before, since another thread may get the place at once. */
	if (((uintptr_t)memory & 4095) == 0)
		landau_shadow_forget(memory, bytes);
	landau_space_unmapped(memory, bytes);
	LANDAU_SYSTEM_CALL(result = REAL(munmap)(memory, bytes));
	return result;
}

/*
 * What moves is copied, as by a realloc that moves its block. Whether it has to is tried first: it has to be counted as
 * read and forgotten before the kernel gives its place to another thread.
 */
LANDAU_INTERPOSE(void *, mremap, (void *memory, size_t old_bytes, size_t bytes, int flags, ...))
{
	size_t copied = old_bytes < bytes ? old_bytes : bytes;
	va_list rest;
	void *place;
	void *result;

	bool known = landau_space_is_mapped(memory);

	va_start(rest, flags);
	place = va_arg(rest, void *);
	va_end(rest);
	landau_space_call();
	if (!(flags & MREMAP_FIXED)) {
		if (bytes < old_bytes)
			landau_shadow_forget((char *)memory + bytes, old_bytes - bytes);
		if (bytes < old_bytes)
			landau_space_unmapped((char *)memory + bytes, old_bytes - bytes);
		result = REAL(mremap)(memory, old_bytes, bytes, flags & ~MREMAP_MAYMOVE);
		if (result != MAP_FAILED && known)
			landau_space_mapped(result, bytes);
		if (result != MAP_FAILED || !(flags & MREMAP_MAYMOVE) || errno != ENOMEM)
			return result;
	}
	landau_shadow_read(memory, copied);
	landau_shadow_forget(memory, old_bytes);
	landau_space_unmapped(memory, old_bytes);
	result = REAL(mremap)(memory, old_bytes, bytes, flags, place);
	if (result != MAP_FAILED) {
		landau_shadow_forget(result, bytes);
		landau_shadow_write(result, copied);
		if (known)
			landau_space_mapped(result, bytes);
		else
			landau_space_unmapped(result, bytes);
	}
	return result;
}

LANDAU_INTERPOSE(void *, sbrk, (intptr_t bytes))
{
	char *before;

	landau_space_call();
	before = REAL(sbrk)(bytes);
	if (before != (char *)-1)
		landau_space_break(before, before + bytes);
	return before;
}

LANDAU_INTERPOSE(int, brk, (void *end))
{
	char *before = REAL(sbrk)(0);
	int result;

	landau_space_call();
	result = REAL(brk)(end);
	if (result == 0)
		landau_space_break(before, end);
	return result;
}

LANDAU_INTERPOSE(void *, shmat, (int segment, const void *place, int flags))
{
	void *memory = REAL(shmat)(segment, place, flags);
	struct shmid_ds status;

	if (memory != (void *)-1 && shmctl(segment, IPC_STAT, &status) == 0)
		mapped(memory, status.shm_segsz, 0, 0,
		       landau_source_number("memory", "System V shared memory"));
	return memory;
}

/* -- Objects that are unloaded --------------------------------------------------------------------
 */

/* The path may get an ending when the file is deleted. */
static bool is_still_mapped(const struct landau_mapping *mapping, const struct landau_maps *now)
{
	const struct landau_mapping *other = landau_maps_find(now, mapping->low);
	const char *path = mapping->path;
	const char *other_path = other ? other->path : "";

	while (*path && *path == *other_path) {
		path++;
		other_path++;
	}
	return *path == '\0';
}

/* Who has got the place already has seen to what was there; nobody gets it meanwhile. */
static void forget_hole(const struct landau_mapping *gone)
{
	void *memory = (void *)gone->low;
	size_t bytes = gone->high - gone->low;

	if (!landau_raw_reserve(memory, bytes))
		return;
	landau_shadow_forget(memory, bytes);
	landau_raw_unmap(memory, bytes);
}

/* Leaves the mappings of files that are there no more. What is read meanwhile may itself lie where they were. */
static bool keep_those_that_went(struct landau_maps *maps)
{
	struct landau_maps now;
	bool known = landau_maps_read(&now);
	uint32_t count = 0;

	for (uint32_t i = 0; known && i < maps->count; i++)
		if (maps->mappings[i].path[0] == '/' && !is_still_mapped(&maps->mappings[i], &now))
			maps->mappings[count++] = maps->mappings[i];
	maps->count = count;
	landau_maps_free(&now);
	return known;
}

LANDAU_INTERPOSE(int, dlclose, (void *handle))
{
	struct landau_maps maps;
	int result;

	if (!landau_native.on || !landau_maps_read(&maps))
		return REAL(dlclose)(handle);
	result = REAL(dlclose)(handle);
	if (keep_those_that_went(&maps)) {
		for (uint32_t i = 0; i < maps.count; i++) {
			const struct landau_mapping *gone = &maps.mappings[i];

			forget_hole(gone);
			if (!gone->executable)
				continue;
			landau_symbols_look_up(&maps, gone->low, gone->high);
			landau_routines_forget(gone->low, gone->high);
		}
	}
	landau_maps_free(&maps);
	return result;
}
