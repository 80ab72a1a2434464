/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_find_source.c - one file of that name below here, or none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/analysis/find_source.h"

static void make(const char *path)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fclose(file);
}

static void finds_one(void **state)
{
	char place[] = "/tmp/landau-find-XXXXXX";
	char *found;

	(void)state;
	assert_non_null(mkdtemp(place));
	assert_int_equal(chdir(place), 0);
	mkdir("a", 0700);
	mkdir("a/b", 0700);
	mkdir(".git", 0700);
	make("a/b/one.c");
	make(".git/hidden.c");
	found = landau_find_source("one.c");
	assert_string_equal(found, "a/b/one.c");
	free(found);
	assert_null(landau_find_source("hidden.c"));
	assert_null(landau_find_source("none.c"));
	assert_null(landau_find_source("b/one.c"));
	assert_null(landau_find_source(""));
	make("a/one.c"); /* which one? */
	assert_null(landau_find_source("one.c"));
	make("one.c"); /* the name is the path */
	assert_null(landau_find_source("one.c"));
	unlink("one.c");
	unlink("a/one.c");
	unlink("a/b/one.c");
	unlink(".git/hidden.c");
	rmdir(".git");
	rmdir("a/b");
	rmdir("a");
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(place), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(finds_one)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
