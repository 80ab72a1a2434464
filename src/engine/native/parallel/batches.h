/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * batches.h - the words of a few granules in a row, as if they were all narrow, to do something with four at a time.
 *
 * For groups as a whole: when words or write stamps are made out of the words of a thread.
 */
#ifndef LANDAU_NATIVE_BATCHES_H
#define LANDAU_NATIVE_BATCHES_H

#include "core/words.h"
#include "granules.h"

/* Of what a comparison gives, all ones or zeros for each word; landau_quad_any is for any bits. */
LANDAU_INLINE bool landau_any_of_mask(landau_quad mask)
{
	typedef char bytes __attribute__((vector_size(16)));

	return __builtin_ia32_pmovmskb128((bytes)mask) != 0;
}

enum { LANDAU_BATCH = 32 }; /* words */

struct landau_batch {
	landau_quad words[LANDAU_BATCH / 4];
};

/* Those of any thread, which may change their form meanwhile. The offset is that of a batch. */
void landau_view(const struct landau_native_thread *slot, uint64_t offset,
		 struct landau_batch *batch);

/*
 * What the calling thread has from now on, in forms for which its group is prepared, and narrow where there is no other way. To those
 * who look at it meanwhile it must mean what it did before.
 */
void landau_put(struct landau_native_thread *self, uint64_t offset,
		const struct landau_batch *batch);

#endif
