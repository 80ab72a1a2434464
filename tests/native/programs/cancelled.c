/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cancelled.c - the process ends while a thread that waits is cancelled, and its stack unwound. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *wait_for_ever(void *unused)
{
	sleep(3600);
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, wait_for_ever, NULL);
	pthread_cancel(thread);
	puts("end");
	return 0;
}
