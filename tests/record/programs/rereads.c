/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rereads.c - with --files=distinct, what is read of a file once more is no input of who reads it, and not from outside.
 *
 * Each consumer reads a buffer that has just been filled from the file, which has 64 numbers.
 *
 * expect: three_reads calls=1 trms=30 rms=10 external=30
 * expect: after_first calls=1 trms=10 rms=10 external=10
 * expect: after_again calls=2 trms=20 rms=20 external=20
 * expect: after_new calls=1 trms=10 external=10
 * expect: after_before calls=1 trms=10 external=10
 * expect: after_both calls=1 trms=10 external=10
 * expect: after_end calls=1 trms=10 external=5
 * expect: after_end_again calls=1 trms=10 external=10
 * expect: after_bytes calls=1 trms=2 external=2
 * expect: after_last_byte calls=1 trms=3 external=3
 * expect: after_other_descriptor calls=1 external=10
 * expect: after_readv calls=1 external=10
 * expect: after_readv_again calls=1 external=10
 * expect: after_preadv calls=1 external=10
 * expect: after_own_pwrite calls=1 external=10
 * expect: after_own_write calls=1 external=10
 * expect: after_end_moved calls=1 external=10
 * expect: after_proc calls=2 external=8
 * expect: after_child_wrote calls=1 external=10
 * child: in_child calls=1 external=10
 * child: in_child_again calls=1 external=10
 *
 * variant: distinct --files=distinct
 * expect: three_reads calls=1 trms=10 rms=10 thread=0 external=10
 * expect: after_first calls=1 trms=10 rms=10 external=10
 * expect: after_again calls=2 trms=20 rms=20 thread=0 external=0 points=10:2
 * expect: after_new calls=1 trms=10 external=10
 * expect: after_before calls=1 trms=10 external=0
 * expect: after_both calls=1 trms=10 external=5
 * expect: after_end calls=1 trms=10 external=5
 * expect: after_end_again calls=1 trms=10 external=5
 * expect: after_bytes calls=1 trms=2 external=2
 * expect: after_last_byte calls=1 trms=3 external=1
 * expect: after_other_descriptor calls=1 external=0
 * expect: after_readv calls=1 external=10
 * expect: after_readv_again calls=1 external=0
 * expect: after_preadv calls=1 external=4
 * expect: after_own_pwrite calls=1 external=5
 * expect: after_own_write calls=1 external=2
 * expect: after_end_moved calls=1 external=5
 * expect: after_proc calls=2 external=8
 * expect: after_child_wrote calls=1 external=10
 * child: in_child calls=1 external=10
 * child: in_child_again calls=1 external=0
 *
 * variant: reference --files=distinct --reference
 * expect: three_reads calls=1 trms=10 rms=10 thread=0 external=10
 * expect: after_again calls=2 trms=20 rms=20 thread=0 external=0 points=10:2
 * expect: after_both calls=1 trms=10 external=5
 * child: in_child calls=1 external=10
 * child: in_child_again calls=1 external=0
 *
 * variant: sources --files=distinct --sources
 * expect: three_reads calls=1 trms=10 rms=10 thread=0 external=10
 * expect: after_again calls=2 trms=20 rms=20 thread=0 external=0 points=10:2
 * expect: after_both calls=1 trms=10 external=5
 *
 * variant: rms --files=distinct --metric=rms
 * expect: three_reads calls=1 trms=10 rms=10 external=0
 * expect: after_again calls=2 trms=20 rms=20 external=0
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parts/raw.h"
#include "parts/routine.h"

static int buffer[64] __attribute__((aligned(64)));

#define CONSUMER(name) SUMMING_ROUTINE(after_##name)
CONSUMER(first)
CONSUMER(again)
CONSUMER(new)
CONSUMER(before)
CONSUMER(both)
CONSUMER(end)
CONSUMER(end_again)
CONSUMER(bytes)
CONSUMER(last_byte)
CONSUMER(other_descriptor)
CONSUMER(readv)
CONSUMER(readv_again)
CONSUMER(preadv)
CONSUMER(own_pwrite)
CONSUMER(own_write)
CONSUMER(end_moved)
CONSUMER(proc)
CONSUMER(child_wrote)
SUMMING_ROUTINE(in_child)
SUMMING_ROUTINE(in_child_again)

/* What the buffer held before is known. */
static void clean(void)
{
	for (int i = 0; i < 64; i++)
		((volatile int *)buffer)[i] = 0;
}

/* `count` numbers from number `first` on. */
static void get(int file, long first, long count)
{
	clean();
	RAW6(SYS_pread64, file, buffer, count * 4, first * 4, 0, 0);
}

ROUTINE void three_reads(int file, int *a)
{
	RAW(SYS_read, file, a, 40);
	USE(after_first(a, 10));
	for (int i = 0; i < 2; i++) {
		RAW(SYS_lseek, file, 0, SEEK_SET);
		RAW(SYS_read, file, a, 40);
		USE(after_again(a, 10));
	}
}

static void ranges(int file)
{
	get(file, 20, 10);
	USE(after_new(buffer, 10));
	get(file, 22, 8);
	get(file, 20, 10);
	USE(after_before(buffer, 10));
	get(file, 25, 10);
	USE(after_both(buffer, 10));

	/* The file ends after five of these. */
	get(file, 59, 16);
	USE(after_end(buffer, 10));
	get(file, 54, 16);
	USE(after_end_again(buffer, 10));

	/* Bytes 148 to 151 are known of 146 to 153: half of each cell. Then 154 and 155 are new of 144 to 155. */
	get(file, 37, 1);
	RAW6(SYS_pread64, file, buffer, 8, 146, 0, 0);
	USE(after_bytes(buffer, 2));
	RAW6(SYS_pread64, file, buffer, 2, 144, 0, 0);
	RAW6(SYS_pread64, file, buffer, 12, 144, 0, 0);
	USE(after_last_byte(buffer, 3));
}

static void vectors(int file)
{
	struct iovec pieces[2] = {{buffer, 20}, {buffer + 5, 20}};

	RAW(SYS_lseek, file, 160, SEEK_SET);
	RAW(SYS_readv, file, pieces, 2);
	USE(after_readv(buffer, 10));
	RAW(SYS_lseek, file, 160, SEEK_SET);
	RAW(SYS_readv, file, pieces, 2);
	USE(after_readv_again(buffer, 10));
	/* Numbers 45 to 54, of which 50 to 53 are new. */
	RAW6(SYS_preadv, file, pieces, 2, 180, 0, 0);
	USE(after_preadv(buffer, 10));
}

static void writes(int file, int *a)
{
	RAW6(SYS_pwrite64, file, a, 20, 0, 0, 0);
	get(file, 0, 10);
	USE(after_own_pwrite(buffer, 10));
	RAW(SYS_lseek, file, 20, SEEK_SET);
	RAW(SYS_write, file, a, 8);
	get(file, 0, 10);
	USE(after_own_write(buffer, 10));
	RAW(SYS_ftruncate, file, 20, 0);
	RAW6(SYS_pwrite64, file, a, 20, 20, 0, 0);
	get(file, 0, 10);
	USE(after_end_moved(buffer, 10));
}

static void child(int file, int *a)
{
	get(file, 0, 10);
	USE(in_child(buffer, 10));
	get(file, 0, 10);
	USE(in_child_again(buffer, 10));
	usleep(50000); /* times of files have the steps of a clock */
	RAW6(SYS_pwrite64, file, a, 4, 0, 0, 0);
	_exit(0);
}

int main(void)
{
	char name[] = "rereads.XXXXXX";
	int file = mkstemp(name);
	int other = open(name, O_RDONLY);
	int proc = open("/proc/self/stat", O_RDONLY);
	static int numbers[64];
	int status;

	unlink(name);
	RAW(SYS_write, file, numbers, 256);
	RAW(SYS_lseek, file, 0, SEEK_SET);
	three_reads(file, buffer);
	ranges(file);
	clean();
	RAW(SYS_read, other, buffer, 40);
	USE(after_other_descriptor(buffer, 10));
	vectors(file);
	writes(file, numbers);
	for (int i = 0; i < 2; i++) {
		get(proc, 0, 4);
		USE(after_proc(buffer, 4));
	}
	pid_t process = fork();
	if (process == 0)
		child(file, numbers);
	waitpid(process, &status, 0);
	get(file, 0, 10);
	USE(after_child_wrote(buffer, 10));
	return 0;
}
