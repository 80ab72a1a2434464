/* SPDX-License-Identifier: GPL-2.0-or-later */
/* host.c - a host for tests; see host.h. */
#include "host.h"

#include <stdio.h>
#include <sys/mman.h>

static void *get_memory(void *context, size_t bytes)
{
	struct test_host *host = context;
	void *memory;

	if (host->limit != 0 && host->in_use + bytes > host->limit)
		return NULL;
	memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return NULL;
	host->in_use += bytes;
	return memory;
}

static void *reserve(void *context, size_t bytes)
{
	struct test_host *host = context;
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED)
		return NULL;
	host->in_use += bytes;
	return memory;
}

static void give_back(void *context, void *memory, size_t bytes)
{
	struct test_host *host = context;

	munmap(memory, bytes);
	host->in_use -= bytes;
}

__attribute__((noreturn)) static void die(void *context, const char *what, uint64_t bytes_in_use)
{
	struct test_host *host = context;

	snprintf(host->what, sizeof(host->what), "%s", what);
	host->bytes_told = bytes_in_use;
	longjmp(host->died, 1);
}

void test_host_start(struct test_host *host)
{
	*host = (struct test_host){
		.host = {.context = host,
			 .get_memory = get_memory,
			 .give_back = give_back,
			 .reserve = reserve,
			 .die = die},
	};
}
