/* SPDX-License-Identifier: GPL-2.0-or-later */
/* descriptors.c - names of files, devices, sockets and pipes; see descriptors.h. */
#include "descriptors.h"

/* What system calls use, without headers of the C library. */
enum {
	TYPE = 0170000,
	SOCKET = 0140000,
	FIFO = 0010000,
	CHARACTERS = 0020000,
	BLOCKS = 0060000,
	REGULAR = 0100000,
	DIRECTORY = 0040000,
	UNIX = 1,
	INET = 2,
	INET6 = 10,
};

static char *put_text(char *place, const char *text)
{
	while (*text)
		*place++ = *text++;
	*place = '\0';
	return place;
}

static char *put_number(char *place, unsigned number, unsigned base)
{
	char digits[16];
	unsigned count = 0;

	do {
		digits[count++] = "0123456789abcdef"[number % base];
		number /= base;
	} while (number > 0);
	while (count > 0)
		*place++ = digits[--count];
	*place = '\0';
	return place;
}

static void put_descriptor(char *place, int number)
{
	if (number == 0)
		put_text(place, "standard input");
	else
		put_number(put_text(place, "descriptor "), (unsigned)number, 10);
}

/* Big-endian. */
static unsigned pair_at(const unsigned char *bytes)
{
	return (unsigned)bytes[0] << 8 | bytes[1];
}

static void put_port(char *place, const unsigned char *peer)
{
	put_number(put_text(place, ":"), pair_at(peer + 2), 10);
}

/* Of a socket whom it is connected to. */
static void put_peer(char *place, const struct landau_descriptor *descriptor)
{
	const unsigned char *peer = descriptor->peer;
	unsigned family =
		descriptor->peer_bytes < 2 ? 0 : (unsigned)peer[0] | (unsigned)peer[1] << 8;

	if (family == INET) {
		for (unsigned i = 4; i < 8; i++)
			place = put_number(i > 4 ? put_text(place, ".") : place, peer[i], 10);
		put_port(place, peer);
	} else if (family == INET6) {
		place = put_text(place, "[");
		for (unsigned i = 8; i < 24; i += 2)
			place = put_number(i > 8 ? put_text(place, ":") : place, pair_at(peer + i),
					   16);
		put_port(put_text(place, "]"), peer);
	} else if (family == UNIX && descriptor->peer_bytes > 2 && peer[2]) {
		put_text(place, (const char *)peer + 2);
	} else {
		put_descriptor(place, descriptor->number);
	}
}

bool landau_is_socket(const struct landau_descriptor *descriptor)
{
	return (descriptor->mode & TYPE) == SOCKET;
}

static const char *kind_of(const struct landau_descriptor *descriptor)
{
	switch (descriptor->mode & TYPE) {
	case SOCKET:
		return "socket";
	case FIFO:
		return "pipe";
	case CHARACTERS:
	case BLOCKS:
		return "device";
	case REGULAR:
	case DIRECTORY:
		return "file";
	default:
		return "kernel"; /* anon_inode:[eventfd] and its like */
	}
}

const char *landau_describe_descriptor(const struct landau_descriptor *descriptor,
				       char room[LANDAU_NAME_BYTES], const char **name)
{
	const char *kind = kind_of(descriptor);

	*name = room;
	if (landau_is_socket(descriptor))
		put_peer(room, descriptor);
	else if (descriptor->path[0] == '/' || kind[0] == 'k')
		*name = descriptor->path;
	else
		put_descriptor(room, descriptor->number);
	return kind;
}
