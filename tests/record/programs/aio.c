/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * aio.c - what the kernel's older asynchronous calls (io_submit) read is external input.
 *
 * The kernel maps a ring for them, where it wants to; many are made and given back, so that one takes the
 * place of another.
 *
 * expect: by_aio calls=20 trms=2000 rms=2000 thread=0 external=2000
 * expect: looked_at calls=20 trms=40 external=40
 */
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <sys/mman.h>
#include <unistd.h>

#include "parts/raw.h"
#include "parts/routine.h"

enum { CELLS = 100, BYTES = 4 * CELLS, CONTEXTS = 4, ROUNDS = 5, PAGES = 65536 };

static int data[CELLS];

SUMMING_ROUTINE(by_aio)
SUMMING_ROUTINE(looked_at)

int main(void)
{
	static int contents[CELLS];
	int file = open(".", O_TMPFILE | O_RDWR, 0600);
	struct iocb block = {.aio_lio_opcode = IOCB_CMD_PREAD,
			     .aio_fildes = (unsigned)file,
			     .aio_buf = (unsigned long)data,
			     .aio_nbytes = BYTES};
	struct iocb *blocks = &block;

	if (write(file, contents, sizeof(contents)) != sizeof(contents))
		return 1;
	for (int round = 0; round < ROUNDS; round++) {
		aio_context_t contexts[CONTEXTS] = {0};
		char *between[CONTEXTS];

		for (int i = 0; i < CONTEXTS; i++) {
			struct io_event event;

			if (RAW(SYS_io_setup, 16, &contexts[i], 0) != 0)
				return 77;
			/* Its neighbour must not get into its way, nor it into the neighbour's. */
			between[i] = mmap(NULL, PAGES, PROT_READ | PROT_WRITE,
					  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			between[i][0] = between[i][PAGES - 1] = 1;
			if (RAW(SYS_io_submit, contexts[i], 1, &blocks) != 1 ||
			    RAW6(SYS_io_getevents, contexts[i], 1, 1, &event, 0, 0) != 1)
				return 1;
			USE(by_aio(data, CELLS));
			USE(looked_at((const int *)&event.res, 2));
			if (event.res != BYTES)
				return 1;
		}
		for (int i = 0; i < CONTEXTS; i++) {
			if (RAW(SYS_io_destroy, contexts[i], 0, 0) != 0 || between[i][0] != 1 ||
			    between[i][PAGES - 1] != 1)
				return 1;
			munmap(between[i], PAGES);
		}
	}
	return 0;
}
