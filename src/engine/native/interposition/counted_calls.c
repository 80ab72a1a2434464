/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * counted_calls.c - system calls that move no data of the program's, but are counted as such (space.h), and may have to wait.
 */
#include "real.h"
#include "space.h"
#include "engine/native/runtime/world.h"

#include <fcntl.h>
#include <stdarg.h>
#include <sched.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define COUNTS(type, name, parameters, arguments)                                                  \
	COUNTS_BY(LANDAU_SYSTEM_CALL, type, name, parameters, arguments)

#define WAITS(type, name, parameters, arguments)                                                   \
	COUNTS_BY(LANDAU_WAITING_CALL, type, name, parameters, arguments)

#define COUNTS_BY(count, type, name, parameters, arguments)                                        \
	LANDAU_INTERPOSE(type, name, parameters)                                                   \
	{                                                                                          \
		type result;                                                                       \
                                                                                                   \
		count(result = REAL(name) arguments);                                              \
		return result;                                                                     \
	}

/* One more argument may follow. */
#define COUNTS_MORE(type, name, parameters, last, arguments)                                       \
	LANDAU_INTERPOSE(type, name, parameters)                                                   \
	{                                                                                          \
		va_list rest;                                                                      \
		long more;                                                                         \
		type result;                                                                       \
                                                                                                   \
		va_start(rest, last);                                                              \
		more = va_arg(rest, long);                                                         \
		va_end(rest);                                                                      \
		LANDAU_SYSTEM_CALL(result = REAL(name) arguments);                                 \
		return result;                                                                     \
	}

/* -- Files ----------------------------------------------------------------------------------------
 */

COUNTS_MORE(int, open, (const char *path, int flags, ...), flags, (path, flags, (mode_t)more))
COUNTS_MORE(int, open64, (const char *path, int flags, ...), flags, (path, flags, (mode_t)more))
COUNTS_MORE(int, openat, (int folder, const char *path, int flags, ...), flags,
	    (folder, path, flags, (mode_t)more))
COUNTS_MORE(int, openat64, (int folder, const char *path, int flags, ...), flags,
	    (folder, path, flags, (mode_t)more))
COUNTS(int, close, (int file), (file))
COUNTS(off_t, lseek, (int file, off_t offset, int whence), (file, offset, whence))
COUNTS(off64_t, lseek64, (int file, off64_t offset, int whence), (file, offset, whence))
COUNTS(int, dup, (int file), (file))
COUNTS(int, dup2, (int file, int other), (file, other))
COUNTS(int, access, (const char *path, int way), (path, way))
COUNTS(int, unlink, (const char *path), (path))
COUNTS(int, rename, (const char *from, const char *to), (from, to))
COUNTS(int, mkdir, (const char *path, mode_t mode), (path, mode))
COUNTS(int, rmdir, (const char *path), (path))
COUNTS(int, chdir, (const char *path), (path))
WAITS(int, fsync, (int file), (file))
WAITS(int, fdatasync, (int file), (file))
COUNTS(int, ftruncate, (int file, off_t bytes), (file, bytes))
COUNTS(int, ftruncate64, (int file, off64_t bytes), (file, bytes))

/* -- Data that the program never has -------------------------------------------------------------- */

#define PASSES(name, parameters, arguments)                                                        \
	LANDAU_INTERPOSE(ssize_t, name, parameters)                                                \
	{                                                                                          \
		ssize_t result;                                                                    \
                                                                                                   \
		LANDAU_WAITING_CALL(result = REAL(name) arguments);                                \
		landau_space_in(result);                                                           \
		landau_space_out(result);                                                          \
		return result;                                                                     \
	}

PASSES(sendfile, (int to, int from, off_t *offset, size_t bytes), (to, from, offset, bytes))
PASSES(sendfile64, (int to, int from, off64_t *offset, size_t bytes), (to, from, offset, bytes))
PASSES(splice,
       (int from, off64_t *from_offset, int to, off64_t *to_offset, size_t bytes, unsigned flags),
       (from, from_offset, to, to_offset, bytes, flags))
PASSES(copy_file_range,
       (int from, off64_t *from_offset, int to, off64_t *to_offset, size_t bytes, unsigned flags),
       (from, from_offset, to, to_offset, bytes, flags))

/* -- Sockets -------------------------------------------------------------------------------------- */

COUNTS(int, socket, (int domain, int type, int protocol), (domain, type, protocol))
COUNTS(int, bind, (int file, const struct sockaddr *address, socklen_t bytes),
       (file, address, bytes))
COUNTS(int, listen, (int file, int count), (file, count))
WAITS(int, accept, (int file, struct sockaddr *address, socklen_t *bytes), (file, address, bytes))
WAITS(int, accept4, (int file, struct sockaddr *address, socklen_t *bytes, int flags),
      (file, address, bytes, flags))
WAITS(int, connect, (int file, const struct sockaddr *address, socklen_t bytes),
      (file, address, bytes))
COUNTS(int, shutdown, (int file, int how), (file, how))
COUNTS(int, setsockopt, (int file, int level, int name, const void *value, socklen_t bytes),
       (file, level, name, value, bytes))

COUNTS(int, sched_yield, (void), ())
