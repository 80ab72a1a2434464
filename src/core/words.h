/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * words.h - words four at a time: loops over those of a chunk, for the core's own files, and what an engine needs for its own.
 *
 * A chunk that is handed from thread to thread is looked at as a whole a few times. All words are below 2^31,
 * so that they can be compared as signed numbers, which is all that every processor can do for four.
 * The counts are those of chunks: multiples of eight. The arrays are aligned to 16 bytes.
 */
#ifndef LANDAU_CORE_WORDS_H
#define LANDAU_CORE_WORDS_H

#include "stamp.h"

/* May stand for words of an array: it is one. */
typedef int32_t landau_quad __attribute__((vector_size(16), may_alias));

static inline landau_quad landau_quad_of(landau_word word)
{
	int32_t value = (int32_t)word;

	return (landau_quad){value, value, value, value};
}

/* `yes` where the mask is set, else `no`. */
static inline landau_quad landau_quad_choose(landau_quad mask, landau_quad yes, landau_quad no)
{
	return (yes & mask) | (no & ~mask);
}

static inline bool landau_quad_any(landau_quad mask)
{
	return mask[0] | mask[1] | mask[2] | mask[3];
}

/* Do all words have the same bits of `bits`? */
static inline bool landau_words_agree(const landau_word *words, uint32_t count, landau_word bits)
{
	const landau_quad *quads = (const landau_quad *)words;
	landau_quad first = landau_quad_of(words[0]);
	landau_quad mask = landau_quad_of(bits);

	for (uint32_t i = 0; i < count / 4; i += 2)
		if (landau_quad_any(((quads[i] ^ first) | (quads[i + 1] ^ first)) & mask))
			return false;
	return true;
}

static inline bool landau_words_same(const landau_word *words, uint32_t count)
{
	return landau_words_agree(words, count, ~(landau_word)0);
}

static inline void landau_words_fill(landau_word *words, uint32_t count, landau_word word)
{
	landau_quad *quads = (landau_quad *)words;

	for (uint32_t i = 0; i < count / 4; i++)
		quads[i] = landau_quad_of(word);
}

/* Those that a private chunk's owner has written: live, and of the state LANDAU_BY_OWNER. */
static inline landau_quad landau_quad_written(landau_quad words)
{
	return (words & landau_quad_of(LANDAU_LIVE | LANDAU_STATE)) ==
	       landau_quad_of(LANDAU_LIVE | LANDAU_BY_OWNER);
}

/* Written by others, and not accessed by the owner since: landau_word_pending for four. */
static inline landau_quad landau_quad_pending(landau_quad words)
{
	return ((words & landau_quad_of(LANDAU_LIVE)) == landau_quad_of(0)) &
	       ((words & landau_quad_of(LANDAU_STATE)) > landau_quad_of(LANDAU_BY_NOBODY));
}

#endif
