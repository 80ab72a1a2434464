/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pieces.h - the words of a few granules in a row, as if they were all narrow, to do something with four at a time.
 *
 * For groups as a whole: when words or write stamps are made out of the words of a thread.
 */
#ifndef LANDAU_NATIVE_PIECES_H
#define LANDAU_NATIVE_PIECES_H

#include "granules.h"

/* Four words; their upper bit is clear, and to compare them with signs is what the processor has. */
typedef int32_t landau_four __attribute__((vector_size(16)));

static inline landau_four landau_four_of(landau_word word)
{
	return (landau_four){(int32_t)word, (int32_t)word, (int32_t)word, (int32_t)word};
}

LANDAU_INLINE bool landau_four_any(landau_four mask)
{
	typedef char bytes __attribute__((vector_size(16)));

	return __builtin_ia32_pmovmskb128((bytes)mask) != 0;
}

enum { LANDAU_PIECE = 32 }; /* words */

struct landau_piece {
	landau_four words[LANDAU_PIECE / 4];
};

/* Those of any thread, which may change their form meanwhile. The offset is that of a piece. */
void landau_view(const struct landau_native_thread *slot, uint64_t offset,
		 struct landau_piece *piece);

/*
 * What the calling thread has from now on, in forms for which its group is prepared, and narrow where there is no other way. To those
 * who look at it meanwhile it must mean what it did before.
 */
void landau_put(struct landau_native_thread *self, uint64_t offset,
		const struct landau_piece *piece);

#endif
