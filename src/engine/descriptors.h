/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * descriptors.h - what an open descriptor is called as a source of input, for all engines.
 *
 * Freestanding: the engine asks the kernel by its own means. What nobody could tell from one run to the next is left out: pipes, and
 * sockets without a peer, are called by their descriptor.
 */
#ifndef LANDAU_ENGINE_DESCRIPTORS_H
#define LANDAU_ENGINE_DESCRIPTORS_H

#include <stdbool.h>

enum { LANDAU_NAME_BYTES = 128, LANDAU_PEER_BYTES = 128 };

struct landau_descriptor {
	int number;
	unsigned mode;    /* as fstat has it, or 0: it is not open */
	const char *path; /* what /proc/self/fd has, "": nothing */
	unsigned char
		peer[LANDAU_PEER_BYTES]; /* of a socket, as getpeername has it; zeros behind it */
	unsigned peer_bytes;             /* 0: it has none */
};

/* Needs to be known of it before its name is: whom it is connected to. */
bool landau_is_socket(const struct landau_descriptor *descriptor);

/* The kind. The name is the path, or it is made in `room`. */
const char *landau_describe_descriptor(const struct landau_descriptor *descriptor,
				       char room[LANDAU_NAME_BYTES], const char **name);

#endif
