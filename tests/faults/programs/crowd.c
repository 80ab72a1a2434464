/* SPDX-License-Identifier: GPL-2.0-or-later */
/* crowd.c N - N threads at once, beside the first one. */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int begun;

/* Not an access for its own sake: the native engine sees only routines that make one. */
__attribute__((noinline)) static void *begin(void *argument)
{
	(void)argument;
	begun++;
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 0;
	pthread_t *threads = calloc((size_t)count, sizeof(*threads));
	pthread_attr_t attributes;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 65536);
	pthread_mutex_lock(&lock);
	for (int i = 0; i < count; i++) {
		if (pthread_create(&threads[i], &attributes, begin, NULL) != 0)
			return 1;
		while (begun <= i)
			sched_yield();
	}
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	return 0;
}
