/* SPDX-License-Identifier: GPL-2.0-or-later */
/* compress.c - zlib, zstd, LZ4, Snappy and liblzma. */
#include "judged.h"

#include <lz4.h>
#include <lzma.h>
#include <snappy-c.h>
#include <zlib.h>
#include <zstd.h>

enum { ROOM = 1 << 17 };

static char packed[ROOM], plain[ROOM];

/* truth: deflate_all | n | a window of fixed size, after tables are set up */
ROUTINE size_t deflate_all(const char *text, size_t n)
{
	uLongf size = ROOM;
	judged_sink += (uint64_t)compress((Bytef *)packed, &size, (const Bytef *)text, n);
	return size;
}

/* truth: inflate_all | n | each byte once */
ROUTINE void inflate_all(size_t size)
{
	uLongf room = ROOM;
	judged_sink += (uint64_t)uncompress((Bytef *)plain, &room, (const Bytef *)packed, size);
}

/* truth: sum_crc | n | each byte once */
ROUTINE void sum_crc(const char *text, size_t n)
{
	judged_sink += crc32(0, (const Bytef *)text, (uInt)n);
}

/* truth: sum_adler | n | each byte once */
ROUTINE void sum_adler(const char *text, size_t n)
{
	judged_sink += adler32(1, (const Bytef *)text, (uInt)n);
}

/* truth: zstd_all | n | a window of fixed size */
ROUTINE size_t zstd_all(ZSTD_CCtx *context, const char *text, size_t n)
{
	size_t size = ZSTD_compressCCtx(context, packed, ROOM, text, n, 1);
	judged_sink += size;
	return size;
}

/* truth: unzstd_all | n | each byte once */
ROUTINE void unzstd_all(ZSTD_DCtx *context, size_t size)
{
	judged_sink += ZSTD_decompressDCtx(context, plain, ROOM, packed, size);
}

/* truth: lz4_all | n | a window of fixed size */
ROUTINE int lz4_all(const char *text, int n)
{
	int size = LZ4_compress_default(text, packed, n, ROOM);
	judged_sink += (uint64_t)size;
	return size;
}

/* truth: unlz4_all | n | each byte once */
ROUTINE void unlz4_all(int size)
{
	judged_sink += (uint64_t)LZ4_decompress_safe(packed, plain, size, ROOM);
}

/* truth: snappy_all | n | each byte once */
ROUTINE size_t snappy_all(const char *text, size_t n)
{
	size_t size = ROOM;
	judged_sink += (uint64_t)snappy_compress(text, n, packed, &size);
	return size;
}

/* truth: unsnappy_all | n | each byte once */
ROUTINE void unsnappy_all(size_t size)
{
	size_t room = ROOM;
	judged_sink += (uint64_t)snappy_uncompress(packed, size, plain, &room);
}

/* truth: sum_lzma | n | each byte once */
ROUTINE void sum_lzma(const char *text, size_t n)
{
	judged_sink += lzma_crc64((const uint8_t *)text, n, 0);
}

int main(void)
{
	ZSTD_CCtx *to = ZSTD_createCCtx();
	ZSTD_DCtx *from = ZSTD_createDCtx();

	FOR_SIZES(n, 64, 50000, 24)
	{
		char *text = judged_text(n);

		for (int i = 32; i < n; i++)
			if (judged_random() % 3 == 0)
				text[i] = text[i - 32];
		sum_crc(text, (size_t)n);
		sum_adler(text, (size_t)n);
		sum_lzma(text, (size_t)n);
		inflate_all(deflate_all(text, (size_t)n));
		unzstd_all(from, zstd_all(to, text, (size_t)n));
		unlz4_all(lz4_all(text, n));
		unsnappy_all(snappy_all(text, (size_t)n));
		free(text);
	}
	return 0;
}
