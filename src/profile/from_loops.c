/* SPDX-License-Identifier: GPL-2.0-or-later */
/* from_loops.c - writes the loops of watched routines; see from_loops.h. No libc here. */
#include "profile/from_loops.h"

#include "core/loops.h"
#include "core/saturate.h"

struct job {
	struct landau_writer *writer;
	const struct landau_description *description;
	const struct landau_watched *watched;
	struct landau_loops *loops;
	uint64_t *trips; /* of each loop by row, and at the end whether they are bounds */
	uint64_t bytes;
};

/* -- Places ------------------------------------------------------------------------------------- */

static bool is_same_text(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

static const char *text_of(const char *text)
{
	return text ? text : "";
}

static bool is_same_call(const struct landau_inlined_source *a,
			 const struct landau_inlined_source *b)
{
	return a->line == b->line && is_same_text(text_of(a->name), text_of(b->name)) &&
	       is_same_text(text_of(a->file), text_of(b->file));
}

/* Functions that both places are inlined in. */
static uint32_t common_depth(const struct landau_place *a, const struct landau_place *b)
{
	uint32_t depth = 0;

	while (depth < a->inlined_count && depth < b->inlined_count &&
	       is_same_call(&a->inlined[depth], &b->inlined[depth]))
		depth++;
	return depth;
}

/* Where it is, seen from a function at this depth: where that calls what is inlined. */
static struct landau_place seen_from(const struct landau_place *place, uint32_t depth)
{
	struct landau_place seen = *place;

	if (depth < place->inlined_count) {
		seen.file = place->inlined[depth].file;
		seen.line = place->inlined[depth].line;
		seen.inlined_count = depth;
	}
	return seen;
}

/* The place of instruction `index` of those that say where a loop stands; false: there are not so many. `line` 0: not known. */
static bool place_of(const struct job *job, uint32_t loop, uint64_t index,
		     struct landau_place *place)
{
	struct landau_code_range code;

	for (uint32_t i = 0; landau_loop_code(job->loops, loop, i, &code); i++) {
		if (index < code.end - code.from) {
			*place = (struct landau_place){0};
			job->description->place(job->description->context,
						code.block->instructions[code.from + index].place,
						place);
			return true;
		}
		index -= code.end - code.from;
	}
	return false;
}

static struct landau_place place_of_loop(const struct job *job, uint32_t loop)
{
	struct landau_place first = {0};
	struct landau_place place;
	struct landau_place best;
	uint32_t depth;
	uint64_t i = 0;

	while (first.line == 0 && place_of(job, loop, i, &first))
		i++;
	if (first.line == 0)
		return (struct landau_place){0};
	depth = first.inlined_count;
	for (uint64_t k = i; place_of(job, loop, k, &place); k++) {
		uint32_t common = place.line ? common_depth(&first, &place) : depth;

		if (common < depth)
			depth = common;
	}
	best = seen_from(&first, depth);
	for (uint64_t k = i; place_of(job, loop, k, &place); k++) {
		place = seen_from(&place, depth);
		if (place.line && place.line < best.line &&
		    is_same_text(text_of(place.file), text_of(best.file)))
			best = place;
	}
	return best;
}

/* The last line of the loop in the same file, as far as its code is of the function that it stands in. */
static uint32_t last_line_of(const struct job *job, uint32_t loop,
			     const struct landau_place *place_of_it)
{
	uint32_t depth = place_of_it->inlined_count;
	uint32_t last = place_of_it->line;
	struct landau_code_range code;
	uint32_t node = 0;

	while (last && landau_loop_body(job->loops, loop, &node, &code))
		for (uint32_t i = code.from; i < code.end; i++) {
			struct landau_place place = {0};

			job->description->place(job->description->context,
						code.block->instructions[i].place, &place);
			if (common_depth(&place, place_of_it) < depth)
				continue;
			place = seen_from(&place, depth);
			if (place.line > last &&
			    is_same_text(text_of(place.file), text_of(place_of_it->file)))
				last = place.line;
		}
	return last;
}

/* -- Trips -------------------------------------------------------------------------------------- */

static uint64_t *trips_of(const struct job *job, uint32_t loop)
{
	return &job->trips[(uint64_t)loop * (job->watched->row_count + 1)];
}

static void count_trips(struct job *job)
{
	for (uint32_t row = 0; row < job->watched->row_count; row++) {
		landau_loops_take(job->loops, &job->watched->rows[row]);
		for (uint32_t loop = 0; loop < landau_loop_count(job->loops); loop++) {
			uint64_t *trips = trips_of(job, loop);
			bool at_most = trips[job->watched->row_count] != 0;

			trips[row] = landau_loop_trips(job->loops, loop, &at_most);
			trips[job->watched->row_count] = at_most;
		}
	}
}

static uint64_t position_of(const struct job *job, uint32_t loop)
{
	struct landau_code_range code = {0};

	return loop != LANDAU_NO_LOOP && landau_loop_code(job->loops, loop, 0, &code)
		       ? code.block->position
		       : 0;
}

static void write_loop(const struct job *job, uint32_t loop)
{
	const struct landau_watched *watched = job->watched;
	const uint64_t *trips = trips_of(job, loop);
	struct landau_place place = place_of_loop(job, loop);
	uint64_t sum = 0;

	landau_write_loop(job->writer, watched->routine, position_of(job, loop),
			  position_of(job, landau_loop_parent(job->loops, loop)),
			  trips[watched->row_count] != 0, last_line_of(job, loop, &place),
			  place.file, place.line, place.inlined_count);
	for (uint32_t i = 0; i < place.inlined_count; i++)
		landau_write_inlined(job->writer, place.inlined[i].name, place.inlined[i].file,
				     place.inlined[i].line);
	for (uint32_t i = 0; i < watched->row_count; i++)
		sum = landau_add(sum, trips[i]);
	landau_write_loop_trips(job->writer, sum);
	for (uint32_t i = 0; i < watched->row_count; i++)
		landau_write_loop_point(job->writer,
					watched->rows[i].sizes / watched->rows[i].calls,
					watched->rows[i].calls, trips[i]);
	landau_write_line_end(job->writer);
}

void landau_write_loops_of(struct landau_writer *writer, const struct landau_watched *watched,
			   const struct landau_description *description)
{
	enum { PAGE = 4096 };
	const struct landau_host *host = description->host;
	struct job job = {.writer = writer, .description = description, .watched = watched};
	uint32_t count;

	job.loops = landau_loops_of(host, watched);
	count = job.loops ? landau_loop_count(job.loops) : 0;
	job.bytes = (uint64_t)count * (watched->row_count + 1) * sizeof(*job.trips);
	job.bytes = (job.bytes + PAGE - 1) / PAGE * PAGE;
	job.trips = count ? host->get_memory(host->context, job.bytes) : NULL;
	if (job.trips) {
		count_trips(&job);
		for (uint32_t loop = 0; loop < count; loop++)
			write_loop(&job, loop);
		host->give_back(host->context, job.trips, job.bytes);
	}
	landau_loops_free(job.loops);
}
