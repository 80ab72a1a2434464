/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * waiting.c - system calls that wait and that a signal ends, with whatever handler.
 *
 * When all other threads have to stand still, a signal stops those that come to no hook. Those here stand still while
 * they wait, and are not sent any: sleep() of a thread would return as the process ends, and the thread would go on.
 */
#include "engine/native/parallel/shadow.h"
#include "engine/native/runtime/lamport.h"
#include "engine/native/runtime/world.h"
#include "interpose.h"
#include "real.h"
#include "space.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static void written(const void *memory, size_t bytes)
{
	if (memory)
		landau_shadow_kernel_write(memory, bytes);
}

/* -- For some time ----------------------------------------------------------------------------------------- */

LANDAU_INTERPOSE(unsigned, sleep, (unsigned seconds))
{
	unsigned result;

	LANDAU_WAITING_CALL(LANDAU_BLOCKED(NULL, result = REAL(sleep)(seconds)));
	return result;
}

LANDAU_INTERPOSE(int, usleep, (useconds_t microseconds))
{
	int result;

	LANDAU_WAITING_CALL(LANDAU_BLOCKED(NULL, result = REAL(usleep)(microseconds)));
	return result;
}

LANDAU_INTERPOSE(int, nanosleep, (const struct timespec *time, struct timespec *rest))
{
	int result;

	LANDAU_WAITING_CALL(LANDAU_BLOCKED(NULL, result = REAL(nanosleep)(time, rest)));
	if (result != 0 && errno == EINTR)
		written(rest, sizeof(*rest));
	return result;
}

LANDAU_INTERPOSE(int, clock_nanosleep,
		 (clockid_t clock, int flags, const struct timespec *time, struct timespec *rest))
{
	int result;

	LANDAU_WAITING_CALL(
		LANDAU_BLOCKED(NULL, result = REAL(clock_nanosleep)(clock, flags, time, rest)));
	if (result == EINTR && !(flags & TIMER_ABSTIME))
		written(rest, sizeof(*rest));
	return result;
}

LANDAU_INTERPOSE(int, thrd_sleep, (const struct timespec *time, struct timespec *rest))
{
	int result;

	LANDAU_WAITING_CALL(LANDAU_BLOCKED(NULL, result = REAL(thrd_sleep)(time, rest)));
	if (result == -1)
		written(rest, sizeof(*rest));
	return result;
}

/* For signals; more of these are in runtime/signals.c. */
LANDAU_INTERPOSE(int, pause, (void))
{
	int result;

	LANDAU_WAITING_CALL(LANDAU_BLOCKED(NULL, result = REAL(pause)()));
	return result;
}

/* -- For files --------------------------------------------------------------------------------------------- */

static int polled(struct pollfd *files, nfds_t count, int result)
{
	landau_sync_acquire(landau_files);
	for (nfds_t i = 0; result >= 0 && i < count; i++)
		landau_shadow_kernel_write(&files[i].revents, sizeof(files[i].revents));
	return result;
}

/* With _FORTIFY_SOURCE programs call those with more letters. */
#define POLLS(name, parameters, arguments)                                                         \
	LANDAU_INTERPOSE(int, name, parameters)                                                    \
	{                                                                                          \
		int result;                                                                        \
                                                                                                   \
		LANDAU_WAITING_CALL(LANDAU_BLOCKED(NULL, result = REAL(name) arguments));          \
		return polled(files, count, result);                                               \
	}

POLLS(poll, (struct pollfd * files, nfds_t count, int limit), (files, count, limit))
POLLS(__poll_chk, (struct pollfd * files, nfds_t count, int limit, size_t room),
      (files, count, limit, room))
POLLS(ppoll,
      (struct pollfd * files, nfds_t count, const struct timespec *limit, const sigset_t *mask),
      (files, count, limit, mask))
POLLS(__ppoll_chk,
      (struct pollfd * files, nfds_t count, const struct timespec *limit, const sigset_t *mask,
       size_t room),
      (files, count, limit, mask, room))

#define WAITS_FOR_EVENTS(name, parameters, arguments)                                              \
	LANDAU_INTERPOSE(int, name, parameters)                                                    \
	{                                                                                          \
		int result;                                                                        \
                                                                                                   \
		LANDAU_WAITING_CALL(LANDAU_BLOCKED(NULL, result = REAL(name) arguments));          \
		landau_sync_acquire(landau_files);                                                 \
		if (result > 0)                                                                    \
			landau_shadow_kernel_write(events, (size_t)result * sizeof(*events));      \
		return result;                                                                     \
	}

WAITS_FOR_EVENTS(epoll_wait, (int file, struct epoll_event *events, int count, int limit),
		 (file, events, count, limit))
WAITS_FOR_EVENTS(epoll_pwait,
		 (int file, struct epoll_event *events, int count, int limit, const sigset_t *mask),
		 (file, events, count, limit, mask))

#define SELECTS(name, parameters, arguments)                                                       \
	LANDAU_INTERPOSE(int, name, parameters)                                                    \
	{                                                                                          \
		int result;                                                                        \
                                                                                                   \
		LANDAU_WAITING_CALL(LANDAU_BLOCKED(NULL, result = REAL(name) arguments));          \
		landau_sync_acquire(landau_files);                                                 \
		if (result >= 0) {                                                                 \
			written(reading, (size_t)(count + 7) / 8);                                 \
			written(writing, (size_t)(count + 7) / 8);                                 \
			written(except, (size_t)(count + 7) / 8);                                  \
		}                                                                                  \
		return result;                                                                     \
	}

SELECTS(select,
	(int count, fd_set *reading, fd_set *writing, fd_set *except, struct timeval *limit),
	(count, reading, writing, except, limit))
SELECTS(pselect,
	(int count, fd_set *reading, fd_set *writing, fd_set *except, const struct timespec *limit,
	 const sigset_t *mask),
	(count, reading, writing, except, limit, mask))
