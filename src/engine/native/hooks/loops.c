/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loops.c - what the compiler plug-in calls before a loop: all accesses at addresses that grow by the same step each time.
 *
 * A loop has streams, each with a base, a step and a size, in the order in which an iteration makes these accesses. Nothing
 * else happens on this thread meanwhile. So all that counts of a cell is whether its first access is a read, and whether
 * it is written at all (docs/loops.md). Of most loops that is the same as if all reads came
 * first and then all writes, and reads and writes of many cells at once are fast (shadow.c). Where a read finds what an earlier iteration has written, by
 * the same step, these iterations of it are left out. What is left is done access by access.
 *
 * The cost of the loop's blocks is added before the reads, for so many iterations at a time that marks of progress curves are not far off.
 */
#include "calls.h"
#include "engine/native/parallel/runs.h"
#include "engine/native/runtime/world.h"
#include "read_write.h"

enum {
	MOST_STREAMS = 32, /* as in compiler/plugin/loops.cc */
	FEW = 8,           /* iterations, which are done sooner one by one */
	AT_ONCE = 512,     /* iterations */
};

/* The table of the plug-in: count, blocks, blocks behind the exit, and then of each stream step and size with these bits. */
enum { SHAPE_COUNT, SHAPE_BLOCKS, SHAPE_BLOCKS_LESS, SHAPE_STREAMS };
enum { IS_WRITE = 1, IS_LESS = 2, HAS_STEP = 4, SIZE_SHIFT = 3 };

struct stream {
	uint64_t address;
	int64_t step;
	uint64_t size;
	uint64_t count; /* of accesses */
	bool is_write;
};

struct loop {
	struct stream streams[MOST_STREAMS];
	unsigned count;
	uint64_t iterations;
	uint64_t blocks;
	uint64_t blocks_less; /* not in the last iteration */
};

static void read_shape(struct loop *loop, const int64_t *shape, uint64_t iterations,
		       const int64_t *values)
{
	const int64_t *steps = values + shape[SHAPE_COUNT];

	loop->count = (unsigned)shape[SHAPE_COUNT];
	loop->iterations = iterations;
	loop->blocks = (uint64_t)shape[SHAPE_BLOCKS];
	loop->blocks_less = (uint64_t)shape[SHAPE_BLOCKS_LESS];
	for (unsigned i = 0; i < loop->count; i++) {
		int64_t step = shape[SHAPE_STREAMS + 2 * i];
		int64_t size = shape[SHAPE_STREAMS + 2 * i + 1];

		loop->streams[i] = (struct stream){
			.address = (uint64_t)values[i],
			.step = size & HAS_STEP ? *steps++ : step,
			.size = (uint64_t)size >> SIZE_SHIFT,
			.count = iterations - (size & IS_LESS ? 1 : 0),
			.is_write = size & IS_WRITE,
		};
	}
}

/* -- Whether reads may come first ----------------------------------------------------------------
 */

static uint64_t magnitude(int64_t step)
{
	return step < 0 ? -(uint64_t)step : (uint64_t)step;
}

/* The first byte of the cells that some of a stream's accesses touch, and the one behind the last. */
static uint64_t first_of(const struct stream *stream)
{
	uint64_t first = stream->address;

	if (stream->step < 0)
		first += (stream->count - 1) * (uint64_t)stream->step;
	return first >> landau_native.cell_shift;
}

static uint64_t last_of(const struct stream *stream)
{
	uint64_t last = stream->address + stream->size - 1;

	if (stream->step > 0)
		last += (stream->count - 1) * (uint64_t)stream->step;
	return last >> landau_native.cell_shift;
}

static bool are_apart(const struct stream *one, const struct stream *other)
{
	return last_of(one) < first_of(other) || last_of(other) < first_of(one);
}

static bool is_of_cells(const struct stream *stream)
{
	uint64_t within = ((uint64_t)1 << landau_native.cell_shift) - 1;

	return ((stream->address | stream->size | (uint64_t)stream->step) & within) == 0;
}

/*
 * A read and a write by the same step, both of whole cells, and no access of either overlaps with the next one. They touch the same cells a
 * number of iterations apart, or, if they never do, other parts of each step. Accesses of the read that come after the write of the cell are left out.
 */
static bool settle_same_step(struct stream *read, const struct stream *write, bool write_is_first)
{
	int64_t step = (int64_t)magnitude(read->step);
	int64_t distance = (int64_t)(write->address - read->address);
	/* A division takes as long as ten accesses. */
	int64_t iterations = distance < step && distance > -step ? 0 : distance / step;
	int64_t rest = distance - iterations * step;

	if (rest != 0) {
		if (rest < 0)
			rest += step;
		return (uint64_t)rest >= read->size &&
		       (uint64_t)rest + write->size <= (uint64_t)step;
	}
	if (read->step < 0)
		iterations = -iterations;
	/* The write that touches what iteration i reads is that of iteration i - iterations. */
	if (iterations < 0 || (iterations == 0 && !write_is_first))
		return true;
	if (write->size < read->size)
		return false;
	if (read->count > (uint64_t)iterations)
		read->count = (uint64_t)iterations;
	return true;
}

static bool settle_pair(struct stream *read, const struct stream *write, bool write_is_first)
{
	if (read->count == 0 || write->count == 0 || are_apart(read, write))
		return true;
	return read->step == write->step && read->step != 0 && is_of_cells(read) &&
	       is_of_cells(write) && magnitude(read->step) >= read->size &&
	       magnitude(read->step) >= write->size &&
	       settle_same_step(read, write, write_is_first);
}

static bool reads_may_come_first(struct loop *loop)
{
	for (unsigned w = 0; w < loop->count; w++) {
		if (!loop->streams[w].is_write)
			continue;
		for (unsigned r = 0; r < loop->count; r++) {
			if (!loop->streams[r].is_write &&
			    !settle_pair(&loop->streams[r], &loop->streams[w], w < r))
				return false;
		}
	}
	return true;
}

/* -- Many cells at once --------------------------------------------------------------------------
 */

/* What the words are compared with; not of landau_hot, which another thread may change. */
struct now {
	bool at_once; /* nothing to attend to */
	landau_word threshold;
};

static struct now look(void)
{
	struct now now = {.at_once = landau_attention() == 0};

	if (LANDAU_LIKELY(now.at_once))
		now.threshold = landau_self()->core_thread->threshold;
	return now;
}

static void access(uint64_t address, uint64_t size, bool is_write)
{
	void *place = (void *)address;

	if (size == 8 && address % 8 == 0)
		is_write ? __tsan_write8(place) : __tsan_read8(place, 0);
	else if (size == 4 && address % 4 == 0)
		is_write ? __tsan_write4(place) : __tsan_read4(place);
	else if (is_write)
		__tsan_write_range(place, size);
	else
		__tsan_read_range(place, size);
}

/* At an edge, or of words that the thread does not have yet. */
static uint64_t read_next(uint64_t at, uint64_t high)
{
	uint64_t size = 8 - at % 8 < high - at ? 8 - at % 8 : high - at;

	if (size == 8)
		__tsan_read8((void *)at, 0);
	else
		__tsan_read_range((void *)at, size);
	return at + size;
}

/* Words that are the same are read at once; where they change all the time that would take longer. */
static inline uint64_t read_alike(uint64_t at, uint64_t stop)
{
	struct landau_words words = landau_words_at(landau_self(), at & LANDAU_OFFSET_MASK,
						    (at & LANDAU_OFFSET_MASK) + (stop - at), false);

	if (words.count < 4 || words.first[1] != words.first[0] || words.first[3] != words.first[0])
		return 0;
	return landau_read_words(landau_self(), words) * words.cells * 4;
}

static void read_run(struct now now, uint64_t low, uint64_t high)
{
	for (uint64_t at = low & ~(uint64_t)3; at < high;) {
		uint64_t next = (at | ((1 << LANDAU_GROUP_SHIFT) - 1)) + 1;
		uint64_t settled = landau_settled_reads(at, high, now.threshold);

		if (settled > at) {
			at = settled;
			continue;
		}
		settled = read_alike(at, landau_run_end(at, high < next ? high : next));
		at = settled ? at + settled : read_next(at, high);
	}
}

static void access_run(struct now now, uint64_t low, uint64_t high, bool is_write)
{
	uint64_t from = low;

	if (LANDAU_LIKELY(now.at_once)) {
		if (!is_write) {
			read_run(now, low, high);
			return;
		}
		from = landau_settled_writes(low, high, now.threshold | LANDAU_BY_OWNER);
	}
	if (LANDAU_UNLIKELY(from < high))
		access(from < low ? low : from, high - (from < low ? low : from), is_write);
}

/* Accesses with gaps in between, upwards. */
static void access_apart(const struct stream *part)
{
	uint64_t low = part->address;

	for (uint64_t i = 0; i < part->count; i++, low += (uint64_t)part->step)
		access(low, part->size, part->is_write);
}

/* Those of whole granules that are settled by wide words cost one comparison each. */
static void granules_apart(struct now now, const struct stream *part)
{
	uint64_t low = part->address;
	const unsigned char *word = landau_hot.wide + landau_wide_offset(low & LANDAU_OFFSET_MASK);
	uint64_t step = (uint64_t)part->step;

	if (part->is_write) {
		landau_word written = now.threshold | LANDAU_BY_OWNER;

		for (uint64_t i = 0; i < part->count; i++)
			if (*(const landau_word *)(word + i * step / 2) != written)
				__tsan_write8((void *)(low + i * step));
	} else {
		for (uint64_t i = 0; i < part->count; i++)
			if (*(const landau_word *)(word + i * step / 2) < now.threshold)
				__tsan_read8((void *)(low + i * step), 0);
	}
}

/* The same for single cells. */
static void cells_apart(struct now now, const struct stream *part)
{
	uint64_t low = part->address;
	const unsigned char *word = landau_hot.words + (low & LANDAU_OFFSET_MASK);
	uint64_t step = (uint64_t)part->step;

	if (part->is_write) {
		landau_word written = now.threshold | LANDAU_BY_OWNER;

		for (uint64_t i = 0; i < part->count; i++)
			if (*(const landau_word *)(word + i * step) != written)
				__tsan_write4((void *)(low + i * step));
	} else {
		for (uint64_t i = 0; i < part->count; i++)
			if (*(const landau_word *)(word + i * step) < now.threshold)
				__tsan_read4((void *)(low + i * step));
	}
}

/* What is accessed in some iterations: runs without gaps, and the rest. */
struct part {
	struct {
		uint64_t low;
		uint64_t high;
	} runs[MOST_STREAMS];
	struct stream apart[MOST_STREAMS];
	unsigned run_count;
	unsigned apart_count;
};

static inline void add_run(struct part *part, uint64_t low, uint64_t high)
{
	for (unsigned i = 0; i < part->run_count; i++) {
		if (low <= part->runs[i].high && high >= part->runs[i].low) {
			if (low < part->runs[i].low)
				part->runs[i].low = low;
			if (high > part->runs[i].high)
				part->runs[i].high = high;
			return;
		}
	}
	part->runs[part->run_count].low = low;
	part->runs[part->run_count++].high = high;
}

/* Each access of both together, if they are beside each other. */
static bool join(struct stream *into, const struct stream *other)
{
	uint64_t end = into->address + into->size;
	uint64_t other_end = other->address + other->size;

	if (into->count != other->count || into->step != other->step || other->address > end ||
	    into->address > other_end)
		return false;
	if (other->address < into->address)
		into->address = other->address;
	into->size = (other_end > end ? other_end : end) - into->address;
	return true;
}

static void add_apart(struct part *part, const struct stream *stream)
{
	for (unsigned i = 0; i < part->apart_count; i++)
		if (join(&part->apart[i], stream))
			return;
	part->apart[part->apart_count++] = *stream;
}

static inline uint64_t end_of(const struct stream *stream)
{
	return stream->address + (stream->count - 1) * (uint64_t)stream->step + stream->size;
}

static inline bool is_gapless(const struct stream *stream)
{
	return (uint64_t)stream->step <= stream->size || stream->count == 1;
}

/* Of one stream, upwards. */
static inline void add_stream(struct part *part, const struct stream *stream, uint64_t from,
			      uint64_t to)
{
	struct stream some = *stream;

	if (to > some.count)
		to = some.count;
	if (from >= to)
		return;
	some.count = to - from;
	some.address += from * (uint64_t)some.step;
	if (some.step < 0) {
		some.address += (some.count - 1) * (uint64_t)some.step;
		some.step = -some.step;
	}
	if (LANDAU_LIKELY(is_gapless(&some)))
		add_run(part, some.address, end_of(&some));
	else
		add_apart(part, &some);
}

static void access_rest(struct now now, const struct stream *stream)
{
	uint64_t within = stream->address | stream->size | (uint64_t)stream->step;
	uint64_t low = stream->address;

	if (is_gapless(stream))
		access_run(now, low, end_of(stream), stream->is_write);
	else if (!now.at_once || landau_run_end(low, end_of(stream)) == low)
		access_apart(stream);
	else if (stream->size == 8 && within % 8 == 0)
		granules_apart(now, stream);
	else if (stream->size == 4 && within % 4 == 0)
		cells_apart(now, stream);
	else
		access_apart(stream);
}

static void access_all(const struct loop *loop, struct now now, uint64_t from, uint64_t to,
		       bool writes)
{
	struct part part;

	part.run_count = 0;
	part.apart_count = 0;
	for (unsigned i = 0; i < loop->count; i++)
		if (loop->streams[i].is_write == writes)
			add_stream(&part, &loop->streams[i], from, to);
	for (unsigned i = 0; i < part.run_count; i++)
		access_run(now, part.runs[i].low, part.runs[i].high, writes);
	for (unsigned i = 0; i < part.apart_count; i++)
		access_rest(now, &part.apart[i]);
}

/* By the words of granules. */
static inline bool is_settled(struct now now, uint64_t address, uint64_t size, bool is_write)
{
	uint64_t offset = address & LANDAU_OFFSET_MASK;
	const landau_word *words =
		(const landau_word *)(landau_hot.wide + landau_wide_offset(offset));
	uint64_t i = 0;

	if (!now.at_once || (address | size) % 8 != 0)
		return false;
	if (is_write)
		while (i < size / 8 && words[i] == (now.threshold | LANDAU_BY_OWNER))
			i++;
	else
		while (i < size / 8 && words[i] >= now.threshold)
			i++;
	return i == size / 8;
}

static void one_by_one(const struct loop *loop, struct now now, uint64_t from, uint64_t to)
{
	for (uint64_t i = from; i < to; i++) {
		for (unsigned k = 0; k < loop->count; k++) {
			const struct stream *stream = &loop->streams[k];
			uint64_t address = stream->address + i * (uint64_t)stream->step;

			if (i < stream->count &&
			    !is_settled(now, address, stream->size, stream->is_write))
				access(address, stream->size, stream->is_write);
		}
	}
}

void landau_loop(const int64_t *shape, uint64_t iterations, const int64_t *values);

LANDAU_PUBLIC void landau_loop(const int64_t *shape, uint64_t iterations, const int64_t *values)
{
	struct loop loop;
	bool at_once;

	if (landau_is_idle())
		return;
	read_shape(&loop, shape, iterations, values);
	at_once = iterations > FEW && reads_may_come_first(&loop);
	for (uint64_t from = 0; from < iterations; from += AT_ONCE) {
		uint64_t to = from + AT_ONCE < iterations ? from + AT_ONCE : iterations;
		struct now now = look();

		landau_hot.cost += (to - from) * (loop.blocks + loop.blocks_less) -
				   (to == iterations ? loop.blocks_less : 0);
		if (at_once) {
			access_all(&loop, now, from, to, false);
			access_all(&loop, now, from, to, true);
		} else {
			one_by_one(&loop, now, from, to);
		}
	}
}
