/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_files.c - profiles as files: read in pieces, saved whole or not at all.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>
#include <cmocka.h>

#include "profile/replace.h"
#include "text.h"

/* Each test has a directory of its own, in which it runs. */
static int enter_directory(void **state)
{
	char name[] = "/tmp/landau-test-XXXXXX";

	if (!mkdtemp(name) || chdir(name) != 0)
		return -1;
	*state = strdup(name);
	return *state ? 0 : -1;
}

static unsigned entries(void)
{
	DIR *directory = opendir(".");
	unsigned count = 0;

	assert_non_null(directory);
	for (struct dirent *entry; (entry = readdir(directory));)
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	closedir(directory);
	return count;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
	(void)status;
	(void)kind;
	(void)place;
	return remove(path);
}

static int leave_directory(void **state)
{
	int status = chdir("/") == 0 ? nftw(*state, remove_entry, 8, FTW_DEPTH | FTW_PHYS) : -1;

	free(*state);
	return status;
}

static void write_file(const char *path, const struct text *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text->bytes, 1, text->count, file), text->count);
	assert_int_equal(fclose(file), 0);
}

static struct text read_file(const char *path)
{
	FILE *file = fopen(path, "r");
	struct text text = {0};
	char buffer[4096];
	size_t count;

	assert_non_null(file);
	while ((count = fread(buffer, 1, sizeof(buffer), file)) > 0)
		text_put(&text, buffer, count);
	fclose(file);
	return text;
}

static struct landau_profile *random_profile(uint64_t seed)
{
	struct text text = random_text(seed, seed % 2);
	struct landau_profile *profile = profile_of_text(&text);

	text_free(&text);
	return profile;
}

static struct landau_profile *read_profile(const char *path)
{
	struct landau_error error;
	struct landau_profile *profile = landau_profile_read(path, &error);

	if (!profile)
		fail_msg("%s:%ju: %s", error.file, (uintmax_t)error.line, error.text);
	return profile;
}

/* Many pieces of the reader's buffer, and a line that is longer than it. */
static void reads_large_files(void **state)
{
	enum { POINTS = 200000, NAME = 5 * 1024 * 1024 };
	struct text text = {0};
	struct landau_profile *profile;
	char *name = malloc(NAME);
	char line[128];

	(void)state;
	assert_non_null(name);
	memset(name, 'n', NAME - 1);
	name[NAME - 1] = '\0';
	text_add(&text, "landau 1\ncost bb\ncell 4\ncontexts no\nrun replay exit 0 p\n"
			"thread 1 0 0 0 -\nroutine 0 0 ");
	text_add(&text, name);
	text_add(&text, " - -\n");
	snprintf(line, sizeof(line), "record 0 1 - %d 0 0 same\n", POINTS);
	text_add(&text, line);
	for (int i = 0; i < POINTS; i++) {
		snprintf(line, sizeof(line), "t %d 1 %d %d %d 7 0 0 0\n", i, 3 * i, 3 * i, 3 * i);
		text_add(&text, line);
	}
	snprintf(line, sizeof(line), "end %d\n", POINTS + 9);
	text_add(&text, line);
	write_file("landau.data", &text);
	profile = read_profile("landau.data");
	assert_string_equal(profile->routines[0].name, name);
	assert_int_equal(profile->records[0].trms_count, POINTS);
	for (uint64_t i = 0; i < POINTS; i++) {
		assert_int_equal(profile->records[0].trms[i].costs.size, i);
		assert_int_equal(profile->records[0].trms[i].costs.sum, 3 * i);
	}
	landau_profile_free(profile);
	text_free(&text);
	free(name);
}

/* A pipe gives what it has: a byte at a time must do. */
static void reads_in_small_pieces(void **state)
{
	struct text text = random_text(5, true);
	struct landau_profile *expected = profile_of_text(&text);
	struct landau_profile *profile;
	struct text first;
	struct text second;
	int ends[2];
	pid_t child;
	char path[32];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(ends[0]);
		for (size_t i = 0; i < text.count; i++)
			if (write(ends[1], text.bytes + i, 1) != 1)
				_exit(1);
		_exit(0);
	}
	close(ends[1]);
	snprintf(path, sizeof(path), "/dev/fd/%d", ends[0]);
	profile = read_profile(path);
	close(ends[0]);
	waitpid(child, NULL, 0);
	first = text_of_profile(expected);
	second = text_of_profile(profile);
	assert_string_equal(first.bytes, second.bytes);
	text_free(&text);
	text_free(&first);
	text_free(&second);
	landau_profile_free(expected);
	landau_profile_free(profile);
}

static void what_cannot_be_read_is_named(void **state)
{
	struct landau_error error;
	struct text nothing = {0};

	(void)state;
	assert_null(landau_profile_read("nowhere", &error));
	assert_string_equal(error.file, "nowhere");
	assert_int_equal(error.line, 0);
	assert_string_equal(
		error.text,
		"cannot be opened: No such file or directory; 'landau record' writes one");
	assert_null(landau_profile_read(".", &error));
	assert_string_equal(error.text, "cannot be read: Is a directory");
	text_add(&nothing, "");
	write_file("empty", &nothing);
	assert_null(landau_profile_read("empty", &error));
	assert_string_equal(error.text, "the file is empty");
	text_free(&nothing);
}

static void saves_and_reads_back(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 50; seed++) {
		struct landau_profile *profile = random_profile(seed);
		struct text expected = text_of_profile(profile);
		struct landau_error error;
		struct stat status;
		struct text text;

		assert_true(landau_profile_save(profile, "landau.data", &error));
		assert_int_equal(entries(), 1);
		assert_int_equal(stat("landau.data", &status), 0);
		assert_int_equal(status.st_mode & 0777, 0600);
		text = read_file("landau.data");
		assert_string_equal(text.bytes, expected.bytes);
		text_free(&text);
		text_free(&expected);
		landau_profile_free(profile);
	}
}

/* Links lead on; special files are written to; directories are refused. */
static void saves_where_it_is_told(void **state)
{
	struct landau_profile *profile = random_profile(1);
	struct landau_error error;
	struct stat status;

	(void)state;
	assert_int_equal(mkdir("sub", 0700), 0);
	assert_true(landau_profile_save(profile, "sub/real", &error));
	assert_int_equal(symlink("sub/real", "link"), 0);
	assert_int_equal(truncate("sub/real", 0), 0);
	assert_true(landau_profile_save(profile, "link", &error));
	assert_int_equal(lstat("link", &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	assert_int_equal(stat("sub/real", &status), 0);
	assert_true(status.st_size > 0);
	assert_true(landau_profile_save(profile, "/dev/null", &error));
	assert_int_equal(stat("/dev/null", &status), 0);
	assert_true(S_ISCHR(status.st_mode));
	assert_false(landau_profile_save(profile, "sub", &error));
	assert_string_equal(error.text, "cannot be written: Is a directory");
	assert_string_equal(error.file, "sub");
	assert_false(landau_profile_save(profile, "no/where", &error));
	assert_string_equal(error.text, "cannot be written: No such file or directory");
	assert_false(landau_profile_save(profile, "/dev/full", &error));
	assert_string_equal(error.text, "cannot be written: No space left on device");
	assert_int_equal(entries(), 2);
	landau_profile_free(profile);
}

/* When there is no room the old file stays as it was and nothing is left beside it. */
static void failure_leaves_the_old_file(void **state)
{
	struct landau_profile *profile = random_profile(7);
	struct text before = text_of_profile(profile);
	struct landau_error error;
	struct rlimit old_limit;
	struct rlimit limit;
	struct text after;

	(void)state;
	assert_true(landau_profile_save(profile, "landau.data", &error));
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
	limit = old_limit;
	limit.rlim_cur = before.count / 2;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	assert_false(landau_profile_save(profile, "landau.data", &error));
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old_limit), 0);
	assert_string_equal(error.text, "cannot be written: File too large");
	assert_string_equal(error.file, "landau.data");
	assert_int_equal(entries(), 1);
	after = read_file("landau.data");
	assert_string_equal(before.bytes, after.bytes);
	text_free(&before);
	text_free(&after);
	landau_profile_free(profile);
}

static void what_is_discarded_is_gone(void **state)
{
	struct landau_replacement replacement;
	struct landau_error error;

	(void)state;
	assert_true(landau_replace_open(&replacement, "file", &error));
	assert_true(landau_write_all(replacement.descriptor, "half", 4));
	assert_int_equal(entries(), 1);
	assert_int_equal(access("file", F_OK), -1);
	landau_replace_discard(&replacement);
	assert_int_equal(entries(), 0);
}

#define IN_DIRECTORY(test) cmocka_unit_test_setup_teardown(test, enter_directory, leave_directory)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_DIRECTORY(reads_large_files),
		IN_DIRECTORY(reads_in_small_pieces),
		IN_DIRECTORY(what_cannot_be_read_is_named),
		IN_DIRECTORY(saves_and_reads_back),
		IN_DIRECTORY(saves_where_it_is_told),
		IN_DIRECTORY(failure_leaves_the_old_file),
		IN_DIRECTORY(what_is_discarded_is_gone),
	};

	return cmocka_run_group_tests_name("profile-files", tests, NULL, NULL);
}
