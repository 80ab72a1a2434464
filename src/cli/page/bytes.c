/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page/bytes.c - a growing array of bytes; see page/bytes.h. */
#include "cli/page/bytes.h"

#include <stdlib.h>
#include <string.h>

static bool reserve(struct landau_bytes *bytes, size_t more)
{
	size_t capacity = bytes->capacity ? bytes->capacity : 4096;
	unsigned char *data;

	if (bytes->failed)
		return false;
	if (more <= bytes->capacity - bytes->count)
		return true;
	while (capacity - bytes->count < more) {
		if (capacity > SIZE_MAX / 2)
			goto failed;
		capacity *= 2;
	}
	data = realloc(bytes->data, capacity);
	if (!data)
		goto failed;
	bytes->data = data;
	bytes->capacity = capacity;
	return true;
failed:
	bytes->failed = true;
	return false;
}

void landau_bytes_put(struct landau_bytes *bytes, const void *data, size_t count)
{
	if (count == 0 || !reserve(bytes, count))
		return;
	memcpy(bytes->data + bytes->count, data, count);
	bytes->count += count;
}

void landau_bytes_number(struct landau_bytes *bytes, uint64_t number)
{
	enum { LONGEST = 10 };

	if (!reserve(bytes, LONGEST))
		return;
	while (number >= 0x80) {
		bytes->data[bytes->count++] = (unsigned char)(number | 0x80);
		number >>= 7;
	}
	bytes->data[bytes->count++] = (unsigned char)number;
}

void landau_bytes_float(struct landau_bytes *bytes, float number)
{
	unsigned char data[4];
	uint32_t pattern;

	memcpy(&pattern, &number, sizeof(pattern));
	for (int i = 0; i < 4; i++)
		data[i] = (unsigned char)(pattern >> 8 * i);
	landau_bytes_put(bytes, data, sizeof(data));
}

void landau_bytes_free(struct landau_bytes *bytes)
{
	free(bytes->data);
	*bytes = (struct landau_bytes){0};
}
