/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/bytes.h - a growing array of bytes, and numbers in it as the page reads them.
 *
 * When memory runs out, `failed` is set and stays set; what is put afterwards is dropped.
 */
#ifndef LANDAU_CLI_PAGE_BYTES_H
#define LANDAU_CLI_PAGE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct landau_bytes {
	unsigned char *data;
	size_t count;
	size_t capacity;
	bool failed;
};

void landau_bytes_put(struct landau_bytes *bytes, const void *data, size_t count);

/* Seven bits a byte, the lowest first; the eighth is set in all but the last. */
void landau_bytes_number(struct landau_bytes *bytes, uint64_t number);

/* IEEE single precision, the lowest byte first. */
void landau_bytes_float(struct landau_bytes *bytes, float number);

void landau_bytes_free(struct landau_bytes *bytes);

#endif
