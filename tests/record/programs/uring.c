/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * uring.c - what the kernel writes through io_uring is external input, to the cell.
 *
 * Data comes in through the rings in each way that there is, and is summed: 400 bytes each time, but for
 * the last 40 of a file of 1000, and the half of a buffer that a short message fills. A second look
 * at the same data is not induced.
 *
 * One completion is the tail of the queue and an entry of four cells, of which reap reads one: two
 * induced reads. It reads besides three pointers, the mask and the head: eight cells. The head is the
 * program's own, but for the first time, when it is as the kernel has made it.
 *
 * What an operation writes to a file the kernel reads for whoever submits it: 25 cells for submit_write, which
 * reads nothing else but the entry of 16 cells.
 *
 * expect: by_read calls=3 trms=300 rms=300 external=210 points=100:3
 * expect: by_vectors calls=2 trms=200 external=200
 * expect: by_fixed calls=1 trms=100 external=100
 * expect: by_receive calls=1 trms=100 external=50
 * expect: by_message calls=2 trms=200 external=200
 * expect: by_provided calls=2 trms=200 external=200
 * expect: by_buffer_ring calls=2 trms=200 external=200
 * expect: nothing_new calls=1 trms=100 rms=100 external=0
 * expect: reap calls=12 trms=120 rms=120 thread=0 external=25 points=10:12
 * expect: submit_write calls=1 trms=41 external=0
 *
 * variant: reference --reference
 * expect: by_read calls=3 trms=300 rms=300 external=210 points=100:3
 * expect: by_message calls=2 trms=200 external=200
 * expect: by_buffer_ring calls=2 trms=200 external=200
 * expect: reap calls=12 trms=120 rms=120 thread=0 external=25 points=10:12
 *
 * variant: traced --dump-trace=events
 * expect: by_read calls=3 trms=300 rms=300 external=210 points=100:3
 */
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "parts/rings.h"

enum { CELLS = 100, BYTES = 4 * CELLS, GROUP = 3, RING_GROUP = 5, FIRST = 40 };

static struct rings rings;
static int file, pair[2];
static int data[CELLS], other[CELLS], third[CELLS];
static int pool[2][CELLS];
static struct io_uring_buf entries[8] __attribute__((aligned(4096)));

SUMMING_ROUTINE(by_read)
SUMMING_ROUTINE(by_vectors)
SUMMING_ROUTINE(by_fixed)
SUMMING_ROUTINE(by_receive)
SUMMING_ROUTINE(by_message)
SUMMING_ROUTINE(by_provided)
SUMMING_ROUTINE(by_buffer_ring)
SUMMING_ROUTINE(nothing_new)

ROUTINE int reap(struct rings *all)
{
	return has_completion(all) ? take(all, NULL) : -1;
}

/* Submits, waits and reaps; ends the program if the result is another one. */
static void run(struct io_uring_sqe entry, int wanted)
{
	prepare(&rings, entry);
	if (enter(&rings, 1, 1) != 1 || reap(&rings) != wanted)
		exit(1);
}

static void reads(void)
{
	struct iovec vectors[2] = {{data, BYTES}, {other, BYTES}};
	struct iovec registered = {third, sizeof(third)};
	struct io_uring_sqe entry = {
		.opcode = IORING_OP_READ, .fd = file, .addr = (long)data, .len = BYTES};

	run(entry, BYTES);
	USE(by_read(data, CELLS));
	USE(nothing_new(data, CELLS));
	run(entry, BYTES);
	USE(by_read(data, CELLS));
	entry.off = 960; /* only 40 bytes are left there */
	run(entry, 40);
	USE(by_read(data, CELLS));

	run((struct io_uring_sqe){.opcode = IORING_OP_READV,
				  .fd = file,
				  .off = 100,
				  .addr = (long)vectors,
				  .len = 2},
	    2 * BYTES);
	USE(by_vectors(data, CELLS));
	USE(by_vectors(other, CELLS));

	if (RAW6(SYS_io_uring_register, rings.descriptor, IORING_REGISTER_BUFFERS, &registered, 1,
		 0, 0) != 0)
		exit(1);
	run((struct io_uring_sqe){.opcode = IORING_OP_READ_FIXED,
				  .fd = file,
				  .addr = (long)third,
				  .len = BYTES},
	    BYTES);
	USE(by_fixed(third, CELLS));
}

ROUTINE void send_now(int bytes)
{
	if (RAW(SYS_write, pair[1], third, bytes) != bytes)
		exit(1);
}

ROUTINE long submit_write(int descriptor)
{
	return RAW6(SYS_io_uring_enter, descriptor, 1, 1, IORING_ENTER_GETEVENTS, 0, 0);
}

static void receives(void)
{
	struct iovec vectors[2] = {{data, BYTES}, {other, BYTES}};
	struct msghdr message = {.msg_iov = vectors, .msg_iovlen = 2};

	send_now(BYTES / 2);
	run(
		(struct io_uring_sqe){
			.opcode = IORING_OP_RECV, .fd = pair[0], .addr = (long)data, .len = BYTES},
		BYTES / 2);
	USE(by_receive(data, CELLS));

	send_now(BYTES);
	send_now(BYTES);
	run((struct io_uring_sqe){.opcode = IORING_OP_RECVMSG,
				  .fd = pair[0],
				  .addr = (long)&message,
				  .len = 1},
	    2 * BYTES);
	USE(by_message(data, CELLS));
	USE(by_message(other, CELLS));
}

static void selects(void)
{
	struct io_uring_sqe entry = {.opcode = IORING_OP_READ,
				     .flags = IOSQE_BUFFER_SELECT,
				     .fd = file,
				     .len = BYTES,
				     .buf_group = GROUP};
	struct io_uring_buf_reg registration = {
		.ring_addr = (long)entries, .ring_entries = 8, .bgid = RING_GROUP};

	run((struct io_uring_sqe){.opcode = IORING_OP_PROVIDE_BUFFERS,
				  .fd = 2,
				  .addr = (long)pool,
				  .len = BYTES,
				  .off = FIRST,
				  .buf_group = GROUP},
	    0);
	run(entry, BYTES);
	run(entry, BYTES);
	USE(by_provided(pool[0], CELLS));
	USE(by_provided(pool[1], CELLS));

	if (RAW6(SYS_io_uring_register, rings.descriptor, IORING_REGISTER_PBUF_RING, &registration,
		 1, 0, 0) != 0)
		exit(77); /* since Linux 5.19 */
	for (int i = 0; i < 2; i++) {
		entries[i].addr = (long)pool[i];
		entries[i].len = BYTES;
		entries[i].bid = (unsigned short)(FIRST + i);
	}
	__atomic_store_n(&entries[0].resv, 2, __ATOMIC_RELEASE); /* the tail */
	entry.buf_group = RING_GROUP;
	run(entry, BYTES);
	run(entry, BYTES);
	USE(by_buffer_ring(pool[0], CELLS));
	USE(by_buffer_ring(pool[1], CELLS));
}

int main(void)
{
	static int contents[250];

	open_rings(&rings, 4, 0, 0);
	file = open(".", O_TMPFILE | O_RDWR, 0600);
	if (write(file, contents, sizeof(contents)) != sizeof(contents) ||
	    socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
		return 1;
	reads();
	receives();
	selects();
	prepare(&rings, (struct io_uring_sqe){.opcode = IORING_OP_WRITE,
					      .fd = file,
					      .addr = (long)data,
					      .len = BYTES / 4});
	if (submit_write(rings.descriptor) != 1 || take(&rings, NULL) != BYTES / 4)
		return 1;
	return close(rings.descriptor);
}
