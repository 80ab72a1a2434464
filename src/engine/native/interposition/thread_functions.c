/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * thread_functions.c - threads and what synchronises them.
 *
 * A function that lets other threads go on releases its object before, one that waits for others
 * acquires it afterwards. Where a function may do both, it does both.
 */
#include "engine/native/runtime/lamport.h"
#include "interpose.h"
#include "engine/native/runtime/raw.h"
#include "real.h"
#include "space.h"
#include "engine/native/runtime/slots.h"
#include "engine/native/runtime/world.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h> /* NOLINT(readability-duplicate-include): not our own */

/* -- Threads --------------------------------------------------------------------------------------
 */

/* One for each thread that was created; they are few bytes, and are never used again. */
struct created_thread {
	struct created_thread *next;
	void *(*start)(void *);
	void *argument;
	pthread_t handle;
	uint32_t id;
	uint32_t clock;      /* of the parent at the time */
	uint32_t last_clock; /* of the thread at its end */
	uint32_t known;      /* the handle is */
	uint32_t joined;
};

static struct created_thread *all_created;
static struct landau_lock created_lock;
static pthread_key_t end_key;
static pthread_once_t end_key_once = PTHREAD_ONCE_INIT;
static __thread struct created_thread *created_as LANDAU_INITIAL_EXEC;
static __thread unsigned end_rounds LANDAU_INITIAL_EXEC;

LANDAU_REAL_ONLY(int, pthread_once, (pthread_once_t *, void (*)(void)));

void landau_created_threads_after_fork(void)
{
	landau_unlock(&created_lock);
}

static struct created_thread *new_created_thread(void)
{
	static struct created_thread *room;
	static size_t left;
	struct created_thread *created;

	landau_lock(&created_lock);
	if (left == 0) {
		room = landau_raw_pages(1 << 16);
		left = room ? (1 << 16) / sizeof(*created) : 0;
	}
	created = left ? room++ : NULL;
	if (created) {
		left--;
		created->next = all_created;
		all_created = created;
	}
	landau_unlock(&created_lock);
	return created;
}

static struct created_thread *created_thread_of(pthread_t handle)
{
	struct created_thread *created;

	landau_lock(&created_lock);
	for (created = all_created; created; created = created->next)
		if (__atomic_load_n(&created->known, __ATOMIC_ACQUIRE) && !created->joined &&
		    pthread_equal(created->handle, handle))
			break;
	landau_unlock(&created_lock);
	return created;
}

/* Runs after the other destructors of the thread, if they do not come back too often. */
static void on_end_of_thread(void *value)
{
	if (++end_rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
		pthread_setspecific(end_key, value);
		return;
	}
	if (created_as)
		created_as->last_clock = landau_thread_end();
	else
		landau_thread_end();
}

static void make_end_key(void)
{
	pthread_key_create(&end_key, on_end_of_thread);
}

void landau_watch_end_of_thread(void)
{
	REAL(pthread_once)(&end_key_once, make_end_key);
	pthread_setspecific(end_key, &end_key);
}

static void *start_of_thread(void *argument)
{
	struct created_thread *created = argument;

	created_as = created;
	created->handle = pthread_self();
	__atomic_store_n(&created->known, 1, __ATOMIC_RELEASE);
	landau_thread_begin(created->id, created->clock);
	return created->start(created->argument);
}

LANDAU_INTERPOSE(int, pthread_create,
		 (pthread_t * handle, const pthread_attr_t *attributes, void *(*start)(void *),
		  void *argument))
{
	struct landau_native_thread *self = landau_attentive_self();
	struct created_thread *created;
	int result;

	if (!landau_native.on || !self)
		return REAL(pthread_create)(handle, attributes, start, argument);
	created = new_created_thread();
	if (!created)
		return EAGAIN;
	landau_become_multi();
	created->start = start;
	created->argument = argument;
	created->clock = self->core->clock;
	created->id = landau_new_thread_id();
	result = REAL(pthread_create)(handle, attributes, start_of_thread, created);
	if (result == 0) {
		created->handle = *handle;
		__atomic_store_n(&created->known, 1, __ATOMIC_RELEASE);
	}
	return result;
}

static void joined(struct created_thread *created)
{
	struct landau_native_thread *self = landau_attentive_self();

	if (!created)
		return;
	created->joined = 1;
	if (self)
		landau_clock_after(self, created->last_clock);
}

LANDAU_INTERPOSE(int, pthread_join, (pthread_t handle, void **value))
{
	struct created_thread *created = created_thread_of(handle);
	int result;

	LANDAU_WAIT(LANDAU_BLOCKED(NULL, result = REAL(pthread_join)(handle, value)));
	if (result == 0)
		joined(created);
	return result;
}

LANDAU_INTERPOSE(int, pthread_tryjoin_np, (pthread_t handle, void **value))
{
	struct created_thread *created = created_thread_of(handle);
	int result = REAL(pthread_tryjoin_np)(handle, value);

	if (result == 0)
		joined(created);
	return result;
}

LANDAU_INTERPOSE(int, pthread_timedjoin_np,
		 (pthread_t handle, void **value, const struct timespec *limit))
{
	struct created_thread *created = created_thread_of(handle);
	int result;

	LANDAU_WAIT(
		LANDAU_BLOCKED(NULL, result = REAL(pthread_timedjoin_np)(handle, value, limit)));
	if (result == 0)
		joined(created);
	return result;
}

LANDAU_INTERPOSE(int, pthread_detach, (pthread_t handle))
{
	struct created_thread *created = created_thread_of(handle);
	int result = REAL(pthread_detach)(handle);

	if (result == 0 && created)
		created->joined = 1;
	return result;
}

/* -- Functions that wait for an object ------------------------------------------------------------
 */

#define ACQUIRES(name, parameters, arguments, object, condition)                                   \
	LANDAU_INTERPOSE(int, name, parameters)                                                    \
	{                                                                                          \
		bool blocked = landau_block();                                                     \
		int result;                                                                        \
                                                                                                   \
		LANDAU_WAIT(result = REAL(name) arguments; landau_unblock(blocked));               \
		if (condition)                                                                     \
			landau_sync_acquire(object);                                               \
		return result;                                                                     \
	}

/* In these the thread may be cancelled. */
#define WAITS(name, parameters, arguments, object)                                                 \
	LANDAU_INTERPOSE(int, name, parameters)                                                    \
	{                                                                                          \
		int result;                                                                        \
                                                                                                   \
		LANDAU_WAIT(LANDAU_BLOCKED(NULL, result = REAL(name) arguments));                  \
		if (result == 0)                                                                   \
			landau_sync_acquire(object);                                               \
		return result;                                                                     \
	}

#define RELEASES(name, parameters, arguments, object)                                              \
	LANDAU_INTERPOSE(int, name, parameters)                                                    \
	{                                                                                          \
		landau_sync_release(object);                                                       \
		return REAL(name) arguments;                                                       \
	}

typedef const struct timespec limit;
#define HAS_MUTEX (result == 0 || result == EOWNERDEAD)

ACQUIRES(pthread_mutex_lock, (pthread_mutex_t * mutex), (mutex), mutex, HAS_MUTEX)
ACQUIRES(pthread_mutex_trylock, (pthread_mutex_t * mutex), (mutex), mutex, HAS_MUTEX)
ACQUIRES(pthread_mutex_timedlock, (pthread_mutex_t * mutex, limit *time), (mutex, time), mutex,
	 HAS_MUTEX)
ACQUIRES(pthread_mutex_clocklock, (pthread_mutex_t * mutex, clockid_t clock, limit *time),
	 (mutex, clock, time), mutex, HAS_MUTEX)
RELEASES(pthread_mutex_unlock, (pthread_mutex_t * mutex), (mutex), mutex)

ACQUIRES(pthread_spin_lock, (pthread_spinlock_t * lock), (lock), lock, result == 0)
ACQUIRES(pthread_spin_trylock, (pthread_spinlock_t * lock), (lock), lock, result == 0)
RELEASES(pthread_spin_unlock, (pthread_spinlock_t * lock), (lock), lock)

ACQUIRES(pthread_rwlock_rdlock, (pthread_rwlock_t * lock), (lock), lock, result == 0)
ACQUIRES(pthread_rwlock_wrlock, (pthread_rwlock_t * lock), (lock), lock, result == 0)
ACQUIRES(pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock), (lock), lock, result == 0)
ACQUIRES(pthread_rwlock_trywrlock, (pthread_rwlock_t * lock), (lock), lock, result == 0)
ACQUIRES(pthread_rwlock_timedrdlock, (pthread_rwlock_t * lock, limit *time), (lock, time), lock,
	 result == 0)
ACQUIRES(pthread_rwlock_timedwrlock, (pthread_rwlock_t * lock, limit *time), (lock, time), lock,
	 result == 0)
ACQUIRES(pthread_rwlock_clockrdlock, (pthread_rwlock_t * lock, clockid_t clock, limit *time),
	 (lock, clock, time), lock, result == 0)
ACQUIRES(pthread_rwlock_clockwrlock, (pthread_rwlock_t * lock, clockid_t clock, limit *time),
	 (lock, clock, time), lock, result == 0)
RELEASES(pthread_rwlock_unlock, (pthread_rwlock_t * lock), (lock), lock)

WAITS(sem_wait, (sem_t * semaphore), (semaphore), semaphore)
ACQUIRES(sem_trywait, (sem_t * semaphore), (semaphore), semaphore, result == 0)
WAITS(sem_timedwait, (sem_t * semaphore, limit *time), (semaphore, time), semaphore)
WAITS(sem_clockwait, (sem_t * semaphore, clockid_t clock, limit *time), (semaphore, clock, time),
      semaphore)
RELEASES(sem_post, (sem_t * semaphore), (semaphore), semaphore)

RELEASES(pthread_cond_signal, (pthread_cond_t * condition), (condition), condition)
RELEASES(pthread_cond_broadcast, (pthread_cond_t * condition), (condition), condition)

LANDAU_INTERPOSE(int, pthread_barrier_wait, (pthread_barrier_t * barrier))
{
	bool blocked;
	int result;

	landau_sync_release(barrier);
	blocked = landau_block();
	LANDAU_WAIT(result = REAL(pthread_barrier_wait)(barrier); landau_unblock(blocked));
	landau_sync_acquire(barrier);
	return result;
}

static void wait_begins(pthread_mutex_t *mutex)
{
	landau_sync_release(mutex);
}

/* Whether it was woken up or not, the mutex is held again. */
static void wait_ends(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
	landau_sync_acquire(condition);
	landau_sync_acquire(mutex);
}

LANDAU_INTERPOSE(int, pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t *mutex))
{
	int result;

	wait_begins(mutex);
	LANDAU_WAIT(LANDAU_BLOCKED(mutex, result = REAL(pthread_cond_wait)(condition, mutex)));
	wait_ends(condition, mutex);
	return result;
}

LANDAU_INTERPOSE(int, pthread_cond_timedwait,
		 (pthread_cond_t * condition, pthread_mutex_t *mutex, limit *time))
{
	int result;

	wait_begins(mutex);
	LANDAU_WAIT(LANDAU_BLOCKED(mutex,
				   result = REAL(pthread_cond_timedwait)(condition, mutex, time)));
	wait_ends(condition, mutex);
	return result;
}

LANDAU_INTERPOSE(int, pthread_cond_clockwait,
		 (pthread_cond_t * condition, pthread_mutex_t *mutex, clockid_t clock, limit *time))
{
	int result;

	wait_begins(mutex);
	LANDAU_WAIT(LANDAU_BLOCKED(
		mutex, result = REAL(pthread_cond_clockwait)(condition, mutex, clock, time)));
	wait_ends(condition, mutex);
	return result;
}

/* -- C11 threads are the same objects by other names -----------------------------------------------
 */

ACQUIRES(mtx_lock, (mtx_t * mutex), (mutex), mutex, result == thrd_success)
ACQUIRES(mtx_trylock, (mtx_t * mutex), (mutex), mutex, result == thrd_success)
ACQUIRES(mtx_timedlock, (mtx_t * mutex, limit *time), (mutex, time), mutex, result == thrd_success)
RELEASES(mtx_unlock, (mtx_t * mutex), (mutex), mutex)
RELEASES(cnd_signal, (cnd_t * condition), (condition), condition)
RELEASES(cnd_broadcast, (cnd_t * condition), (condition), condition)

LANDAU_INTERPOSE(int, cnd_wait, (cnd_t * condition, mtx_t *mutex))
{
	int result;

	landau_sync_release(mutex);
	LANDAU_WAIT(LANDAU_BLOCKED(mutex, result = REAL(cnd_wait)(condition, mutex)));
	landau_sync_acquire(condition);
	landau_sync_acquire(mutex);
	return result;
}

LANDAU_INTERPOSE(int, cnd_timedwait, (cnd_t * condition, mtx_t *mutex, limit *time))
{
	int result;

	landau_sync_release(mutex);
	LANDAU_WAIT(LANDAU_BLOCKED(mutex, result = REAL(cnd_timedwait)(condition, mutex, time)));
	landau_sync_acquire(condition);
	landau_sync_acquire(mutex);
	return result;
}

/* The C library starts these threads by itself, past pthread_create. */
static void *run_c11(void *argument)
{
	struct created_thread *created = argument;

	return (void *)(intptr_t)((thrd_start_t)(uintptr_t)created->start)(created->argument);
}

static int start_of_c11_thread(void *argument)
{
	struct created_thread *created = argument;

	created_as = created;
	created->handle = pthread_self();
	__atomic_store_n(&created->known, 1, __ATOMIC_RELEASE);
	landau_thread_begin(created->id, created->clock);
	return (int)(intptr_t)run_c11(created);
}

LANDAU_INTERPOSE(int, thrd_create, (thrd_t * handle, thrd_start_t start, void *argument))
{
	struct landau_native_thread *self = landau_attentive_self();
	struct created_thread *created;
	int result;

	created = self ? new_created_thread() : NULL;
	if (!created)
		return REAL(thrd_create)(handle, start, argument);
	landau_become_multi();
	created->start = (void *(*)(void *))(uintptr_t)start;
	created->argument = argument;
	created->clock = self->core->clock;
	created->id = landau_new_thread_id();
	result = REAL(thrd_create)(handle, start_of_c11_thread, created);
	if (result == thrd_success) {
		created->handle = *handle;
		__atomic_store_n(&created->known, 1, __ATOMIC_RELEASE);
	}
	return result;
}

LANDAU_INTERPOSE(int, thrd_join, (thrd_t handle, int *value))
{
	struct created_thread *created = created_thread_of(handle);
	int result;

	LANDAU_WAIT(LANDAU_BLOCKED(NULL, result = REAL(thrd_join)(handle, value)));
	if (result == thrd_success)
		joined(created);
	return result;
}

/* -- Once -----------------------------------------------------------------------------------------
 */

static __thread void (*once_function)(void) LANDAU_INITIAL_EXEC;
static __thread const volatile void *once_object LANDAU_INITIAL_EXEC;

static void run_once(void)
{
	const volatile void *object = once_object;

	once_function();
	landau_sync_release(object);
}

int pthread_once(pthread_once_t *once, void (*function)(void));
LANDAU_PUBLIC int pthread_once(pthread_once_t *once, void (*function)(void))
{
	void (*outer_function)(void) = once_function;
	const volatile void *outer_object = once_object;
	int result;

	once_function = function;
	once_object = once;
	result = REAL(pthread_once)(once, run_once);
	once_function = outer_function;
	once_object = outer_object;
	landau_sync_acquire(once);
	return result;
}

LANDAU_INTERPOSE(void, call_once, (once_flag * once, void (*function)(void)))
{
	void (*outer_function)(void) = once_function;
	const volatile void *outer_object = once_object;

	once_function = function;
	once_object = once;
	REAL(call_once)(once, run_once);
	once_function = outer_function;
	once_object = outer_object;
	landau_sync_acquire(once);
}

/* C++: variables that are initialised when they are first used. */
LANDAU_INTERPOSE(int, __cxa_guard_acquire, (uint64_t * guard))
{
	int result = REAL(__cxa_guard_acquire)(guard);

	landau_sync_acquire(guard);
	return result;
}

LANDAU_INTERPOSE(void, __cxa_guard_release, (uint64_t * guard))
{
	landau_sync_release(guard);
	REAL(__cxa_guard_release)(guard);
}
