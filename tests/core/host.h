/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host.h - a host for tests of the core: pages by mmap, each of them accounted for.
 *
 * `limit` makes memory run out; dying jumps to `died`, which a test sets up with setjmp.
 */
#ifndef TESTS_CORE_HOST_H
#define TESTS_CORE_HOST_H

#include "core/host.h"

#include <setjmp.h>

struct test_host {
	struct landau_host host;
	size_t in_use;
	size_t limit; /* 0: none */
	jmp_buf died;
	char what[128];
	uint64_t bytes_told;
};

void test_host_start(struct test_host *host);

#endif
