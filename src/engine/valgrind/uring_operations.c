/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * uring_operations.c - what the operations of io_uring read and write.
 *
 * What an operation reads is reported when it is submitted, as a system call's is when it is made. What it
 * writes is remembered until it completes, since only then is known how much it is; the program may
 * have used the vectors for something else by then, so that they are remembered as well. Operations
 * are known by their user_data; of several with the same one the oldest is taken to complete first.
 *
 * Buffers of the kernel's choice. A program can leave a group of buffers with the kernel, one by
 * one (IORING_OP_PROVIDE_BUFFERS) or as a ring of them; a completion names the one that was taken.
 * Buffers that are taken in parts (IOU_PBUF_RING_INC) are not followed.
 */
#include "engine/valgrind/uring.h"

enum {
	FLAG_SELECT = 1 << 5,   /* IOSQE_BUFFER_SELECT */
	FLAG_SILENT = 1 << 6,   /* IOSQE_CQE_SKIP_SUCCESS */
	DONE_SELECTED = 1 << 0, /* IORING_CQE_F_BUFFER */
	DONE_MORE = 1 << 1,     /* IORING_CQE_F_MORE */
	DONE_NOTE = 1 << 3,     /* IORING_CQE_F_NOTIF */
	MOST_VECTORS = 1024,
	STATUS_BYTES = 256, /* of struct statx */
	TIME_BYTES = 16,
	PROVIDE_BUFFERS = 31,
};

/* What an operation has for arguments, by what the kernel does with it. */
enum effect {
	NOTHING,
	WRITES,         /* address, length */
	WRITES_VECTORS, /* address of vectors, their number */
	WRITES_MESSAGE, /* address of struct msghdr */
	WRITES_STATUS,  /* a path, and at the second address a struct statx */
	WRITES_ADDRESS, /* of a socket, its length at the second address */
	WRITES_SECOND,  /* a name, and at the second address its value of that length */
	READS,
	READS_VECTORS,
	READS_MESSAGE,
	READS_PATH,
	READS_PATHS,   /* another one at the second address */
	READS_ADDRESS, /* of a socket, the length is in the offset */
	READS_TIME,
};

static const UChar effects[] = {
	[1] = WRITES_VECTORS,  /* READV */
	[2] = READS_VECTORS,   /* WRITEV */
	[4] = WRITES,          /* READ_FIXED */
	[5] = READS,           /* WRITE_FIXED */
	[9] = READS_MESSAGE,   /* SENDMSG */
	[10] = WRITES_MESSAGE, /* RECVMSG */
	[11] = READS_TIME,     /* TIMEOUT */
	[13] = WRITES_ADDRESS, /* ACCEPT */
	[15] = READS_TIME,     /* LINK_TIMEOUT */
	[16] = READS_ADDRESS,  /* CONNECT */
	[18] = READS_PATH,     /* OPENAT */
	[21] = WRITES_STATUS,  /* STATX */
	[22] = WRITES,         /* READ */
	[23] = READS,          /* WRITE */
	[26] = READS,          /* SEND */
	[27] = WRITES,         /* RECV */
	[28] = READS_PATH,     /* OPENAT2 */
	[35] = READS_PATHS,    /* RENAMEAT */
	[36] = READS_PATH,     /* UNLINKAT */
	[37] = READS_PATH,     /* MKDIRAT */
	[38] = READS_PATHS,    /* SYMLINKAT */
	[39] = READS_PATHS,    /* LINKAT */
	[43] = WRITES_SECOND,  /* FGETXATTR */
	[44] = WRITES_SECOND,  /* GETXATTR */
	[47] = READS,          /* SEND_ZC */
	[48] = READS_MESSAGE,  /* SENDMSG_ZC */
	[49] = WRITES,         /* READ_MULTISHOT */
	[60] = WRITES_VECTORS, /* READV_FIXED */
	[61] = READS_VECTORS,  /* WRITEV_FIXED */
};

struct vector {
	Addr address;
	SizeT size;
};

struct message { /* struct msghdr */
	Addr name;
	UInt name_size, unused;
	Addr vectors;
	SizeT count;
	Addr control;
	SizeT control_size;
	UInt flags;
};

struct uring_operation {
	struct uring_operation *next;
	UInt index;
	UShort group;
	UChar effect;
	ULong user_data;
	Addr header; /* of a message; or where the length of an address is */
	UInt count;
	struct vector vectors[]; /* in the order in which they are filled */
};

/* A group: a ring of the program's memory, or single buffers. */
struct provided {
	struct provided *next;
	UShort id;
	struct vector buffer;
};

struct uring_buffers {
	struct uring_buffers *next;
	UShort group;
	Addr ring; /* 0: not one */
	UInt entries;
	UInt head;
	struct provided *single;
};

struct buffer_entry { /* struct io_uring_buf */
	ULong address;
	UInt size;
	UShort id;
	UShort unused; /* of the first one: the tail */
};

struct buffer_registration { /* struct io_uring_buf_reg */
	ULong ring;
	UInt entries;
	UShort group;
	UShort flags;
};

static Bool readable(Addr address, SizeT size)
{
	return size > 0 && VG_(am_is_valid_for_client)(address, size, VKI_PROT_READ);
}

/* -- Submission -------------------------------------------------------------------------------- */

static enum effect effect_of(UInt operation)
{
	return operation < sizeof(effects) ? (enum effect)effects[operation] : NOTHING;
}

static void reads(ThreadId tid, Addr address, SizeT size)
{
	if (readable(address, size))
		landau_report_kernel_read(tid, address, size);
}

/* Where the vectors of the operation are, and how many. They are an input as well. */
static const struct vector *vectors_of(ThreadId tid, Addr address, SizeT count, UInt *found)
{
	*found = 0;
	if (count == 0 || count > MOST_VECTORS || !readable(address, count * sizeof(struct vector)))
		return NULL;
	reads(tid, address, count * sizeof(struct vector));
	*found = (UInt)count;
	return (const struct vector *)address;
}

static const struct message *message_of(ThreadId tid, Addr address)
{
	if (!readable(address, sizeof(struct message)))
		return NULL;
	reads(tid, address, sizeof(struct message));
	return (const struct message *)address;
}

static void reads_vectors(ThreadId tid, Addr address, SizeT count)
{
	UInt found;
	const struct vector *vectors = vectors_of(tid, address, count, &found);

	for (UInt i = 0; i < found; i++)
		reads(tid, vectors[i].address, vectors[i].size);
}

static void report_reads(ThreadId tid, enum effect effect, const struct uring_submission *s)
{
	const struct message *message;

	switch (effect) {
	case READS:
		reads(tid, (Addr)s->address, s->length);
		break;
	case READS_VECTORS:
		reads_vectors(tid, (Addr)s->address, s->length);
		break;
	case READS_MESSAGE:
		message = message_of(tid, (Addr)s->address);
		if (!message)
			break;
		reads(tid, message->name, message->name_size);
		reads(tid, message->control, message->control_size);
		reads_vectors(tid, message->vectors, message->count);
		break;
	case READS_ADDRESS:
		reads(tid, (Addr)s->address, (SizeT)s->offset);
		break;
	case READS_TIME:
		reads(tid, (Addr)s->address, TIME_BYTES);
		break;
	case READS_PATHS:
		landau_report_kernel_read_string(tid, (Addr)s->offset);
		landau_report_kernel_read_string(tid, (Addr)s->address);
		break;
	case READS_PATH:
	case WRITES_STATUS:
	case WRITES_SECOND:
		landau_report_kernel_read_string(tid, (Addr)s->address);
		break;
	default:
		break;
	}
}

static struct uring_operation *new_operation(struct uring *ring, UInt index, enum effect effect,
					     const struct uring_submission *s,
					     const struct vector *vectors, UInt count)
{
	struct uring_operation *operation = VG_(calloc)(
		"landau.uring.operation", 1, sizeof(*operation) + count * sizeof(struct vector));

	operation->index = index;
	operation->group = s->buffer_group;
	operation->effect = (UChar)effect;
	operation->user_data = s->user_data;
	operation->count = count;
	if (count)
		VG_(memcpy)(operation->vectors, vectors, count * sizeof(struct vector));
	*ring->operations_end = operation;
	ring->operations_end = &operation->next;
	return operation;
}

static void remember(struct uring *ring, ThreadId tid, UInt index, enum effect effect,
		     const struct uring_submission *s)
{
	struct vector one = {(Addr)s->address, s->length};
	const struct vector *vectors = &one;
	const struct message *message;
	UInt count = s->flags & FLAG_SELECT ? 0 : 1;
	Addr header = 0;

	switch (effect) {
	case WRITES:
		break;
	case WRITES_VECTORS:
		vectors = vectors_of(tid, (Addr)s->address, s->length, &count);
		break;
	case WRITES_MESSAGE:
		message = message_of(tid, (Addr)s->address);
		header = message ? (Addr)s->address : 0;
		vectors = vectors_of(tid, message ? message->vectors : 0,
				     message ? message->count : 0, &count);
		break;
	case WRITES_STATUS:
		one = (struct vector){(Addr)s->offset, STATUS_BYTES};
		break;
	case WRITES_SECOND:
		one.address = (Addr)s->offset;
		break;
	case WRITES_ADDRESS:
		if (readable((Addr)s->offset, sizeof(UInt))) {
			header = (Addr)s->offset;
			reads(tid, header, sizeof(UInt));
			one.size = *(const UInt *)header;
		}
		break;
	default:
		count = 0;
		break;
	}
	new_operation(ring, index, effect, s, vectors, count)->header = header;
}

static struct uring_buffers *buffers_of(struct uring *ring, UShort group, Bool make)
{
	struct uring_buffers *buffers = ring->buffers;

	while (buffers && buffers->group != group)
		buffers = buffers->next;
	if (!buffers && make) {
		buffers = VG_(calloc)("landau.uring.buffers", 1, sizeof(*buffers));
		buffers->group = group;
		buffers->next = ring->buffers;
		ring->buffers = buffers;
	}
	return buffers;
}

static void provide(struct uring *ring, const struct uring_submission *s)
{
	struct uring_buffers *buffers = buffers_of(ring, s->buffer_group, True);

	for (UInt i = 0; i < (UInt)s->descriptor && i <= 0xffff; i++) {
		UShort id = (UShort)(s->offset + i);
		struct provided *buffer = buffers->single;

		while (buffer && buffer->id != id)
			buffer = buffer->next;
		if (!buffer) {
			buffer = VG_(calloc)("landau.uring.buffer", 1, sizeof(*buffer));
			buffer->id = id;
			buffer->next = buffers->single;
			buffers->single = buffer;
		}
		buffer->buffer =
			(struct vector){(Addr)s->address + (SizeT)i * s->length, s->length};
	}
}

void landau_uring_submit(struct uring *ring, ThreadId tid, UInt index,
			 const struct uring_submission *submission)
{
	enum effect effect = effect_of(submission->operation);

	report_reads(tid, effect, submission);
	if (submission->operation == PROVIDE_BUFFERS)
		provide(ring, submission);
	if (!(submission->flags & FLAG_SILENT))
		remember(ring, tid, index, effect, submission);
}

/* -- Completion -------------------------------------------------------------------------------- */

static void remove_operation(struct uring *ring, struct uring_operation **link)
{
	struct uring_operation *operation = *link;

	*link = operation->next;
	if (ring->operations_end == &operation->next)
		ring->operations_end = link;
	VG_(free)(operation);
}

void landau_uring_take_back(struct uring *ring, UInt index)
{
	for (struct uring_operation **link = &ring->operations; *link; link = &(*link)->next) {
		if ((*link)->index == index) {
			remove_operation(ring, link);
			return;
		}
	}
}

static void writes(ThreadId tid, Addr address, SizeT size)
{
	if (address && size)
		landau_report_kernel_write(tid, address, size);
}

/* The buffer that the kernel took, and the one that it takes next. */
static Bool take_from_ring(struct uring_buffers *buffers, UShort id, struct vector *buffer)
{
	const struct buffer_entry *entries = (const struct buffer_entry *)buffers->ring;

	if (!readable(buffers->ring, buffers->entries * sizeof(*entries)))
		return False;
	for (UInt i = 0; i < buffers->entries; i++) {
		UInt at = (buffers->head + i) & (buffers->entries - 1);

		if (entries[at].id != id)
			continue;
		*buffer = (struct vector){(Addr)entries[at].address, entries[at].size};
		buffers->head = at + 1;
		return True;
	}
	return False;
}

static Bool take_single(const struct uring_buffers *buffers, UShort id, struct vector *buffer)
{
	for (const struct provided *one = buffers->single; one; one = one->next) {
		if (one->id == id) {
			*buffer = one->buffer;
			return True;
		}
	}
	return False;
}

/* With IORING_RECVSEND_BUNDLE a completion is about several buffers, one behind the other. */
static void writes_selected(struct uring *ring, ThreadId tid, UShort group, UShort id, SizeT left)
{
	struct uring_buffers *buffers = buffers_of(ring, group, False);
	struct vector buffer;

	if (!buffers)
		return;
	if (!buffers->ring) {
		if (take_single(buffers, id, &buffer))
			writes(tid, buffer.address, VG_MIN(left, buffer.size));
		return;
	}
	for (UInt i = 0; i < buffers->entries && take_from_ring(buffers, id, &buffer); i++) {
		const struct buffer_entry *entries = (const struct buffer_entry *)buffers->ring;

		writes(tid, buffer.address, VG_MIN(left, buffer.size));
		if (left <= buffer.size)
			return;
		left -= buffer.size;
		id = entries[buffers->head & (buffers->entries - 1)].id;
	}
}

static void writes_data(ThreadId tid, const struct uring_operation *operation, SizeT left)
{
	for (UInt i = 0; i < operation->count && left > 0; i++) {
		SizeT part = VG_MIN(left, operation->vectors[i].size);

		writes(tid, operation->vectors[i].address, part);
		left -= part;
	}
}

/* The kernel corrects the lengths and sets the flags. */
static void writes_header(ThreadId tid, Addr header)
{
	const struct message *message = (const struct message *)header;

	if (!readable(header, sizeof(*message)))
		return;
	if (message->name)
		writes(tid, message->name, message->name_size);
	writes(tid, (Addr)&message->name_size, sizeof(message->name_size));
	if (message->control)
		writes(tid, message->control, message->control_size);
	writes(tid, (Addr)&message->control_size, sizeof(message->control_size));
	writes(tid, (Addr)&message->flags, sizeof(message->flags));
}

static void report_writes(struct uring *ring, ThreadId tid, const struct uring_operation *operation,
			  const struct uring_completion *completion)
{
	SizeT size = (SizeT)completion->result;

	if (completion->flags & DONE_SELECTED) {
		writes_selected(ring, tid, operation->group, (UShort)(completion->flags >> 16),
				size);
		return;
	}
	switch (operation->effect) {
	case WRITES_STATUS:
		writes_data(tid, operation, STATUS_BYTES);
		break;
	case WRITES_ADDRESS:
		if (!operation->header || !readable(operation->header, sizeof(UInt)))
			break;
		writes_data(tid, operation, *(const UInt *)operation->header);
		writes(tid, operation->header, sizeof(UInt));
		break;
	case WRITES_MESSAGE:
		writes_data(tid, operation, size);
		writes_header(tid, operation->header);
		break;
	case WRITES:
	case WRITES_VECTORS:
	case WRITES_SECOND:
		writes_data(tid, operation, size);
		break;
	default:
		break;
	}
}

void landau_uring_complete(struct uring *ring, ThreadId tid,
			   const struct uring_completion *completion)
{
	struct uring_operation **link = &ring->operations;

	while (*link && (*link)->user_data != completion->user_data)
		link = &(*link)->next;
	if (!*link)
		return;
	if (completion->result >= 0 && !(completion->flags & DONE_NOTE))
		report_writes(ring, tid, *link, completion);
	if (!(completion->flags & DONE_MORE))
		remove_operation(ring, link);
}

/* -- Buffers ----------------------------------------------------------------------------------- */

void landau_uring_unregister_buffers(struct uring *ring, Addr registration)
{
	const struct buffer_registration *wanted = (const struct buffer_registration *)registration;
	struct uring_buffers *buffers = buffers_of(ring, wanted->group, False);

	if (buffers)
		buffers->ring = 0;
}

void landau_uring_register_buffers(struct uring *ring, Addr registration)
{
	const struct buffer_registration *wanted = (const struct buffer_registration *)registration;
	struct uring_buffers *buffers = buffers_of(ring, wanted->group, True);

	buffers->ring = (Addr)wanted->ring;
	buffers->entries = wanted->entries;
	buffers->head = 0;
}

void landau_uring_forget_operations(struct uring *ring)
{
	while (ring->operations)
		remove_operation(ring, &ring->operations);
	while (ring->buffers) {
		struct uring_buffers *buffers = ring->buffers;

		ring->buffers = buffers->next;
		while (buffers->single) {
			struct provided *next = buffers->single->next;

			VG_(free)(buffers->single);
			buffers->single = next;
		}
		VG_(free)(buffers);
	}
}
