/* SPDX-License-Identifier: GPL-2.0-or-later */
/* event_log.c - writes events and activations; see event_log.h. */
#include "event_log.h"

#include "engine/native/runtime/raw.h"
#include "engine/native/runtime/slots.h"
#include "profile/writer.h"

#include <fcntl.h>
#include <sys/syscall.h>

enum { BUFFER_BYTES = 1 << 16, ROOM_BYTES = 256, PATH_BYTES = 4096 };

struct stream {
	long file;
	size_t used;
	char buffer[BUFFER_BYTES];
};

static struct stream events, activations;
static struct landau_lock lock;

static void flush(struct stream *stream)
{
	size_t done = 0;

	while (done < stream->used) {
		long count = landau_raw3(SYS_write, stream->file, stream->buffer + done,
					 stream->used - done);

		if (count <= 0)
			landau_native_die("LANDAU_LOG: cannot be written");
		done += (size_t)count;
	}
	stream->used = 0;
}

static void put_text(struct stream *stream, const char *text)
{
	while (*text)
		stream->buffer[stream->used++] = *text++;
}

static void put_number(struct stream *stream, uint64_t number)
{
	char digits[24];

	put_text(stream, " ");
	put_text(stream, landau_raw_decimal(digits, number));
}

/* So much is put before it is asked again. */
static void make_room(struct stream *stream)
{
	if (stream->used > BUFFER_BYTES - ROOM_BYTES)
		flush(stream);
}

static void end_line(struct stream *stream)
{
	put_text(stream, "\n");
	make_room(stream);
}

static void open_stream(struct stream *stream, const char *path, const char *more)
{
	char name[PATH_BYTES];
	size_t used = 0;

	for (; *path && used < sizeof(name) - 32; path++)
		name[used++] = *path;
	for (; *more; more++)
		name[used++] = *more;
	name[used] = '\0';
	stream->file = landau_raw3(SYS_open, name,
				   O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (stream->file < 0)
		landau_native_die("LANDAU_LOG: cannot be written");
}

void landau_log_start(const char *path)
{
	open_stream(&events, path, "");
	open_stream(&activations, path, ".activations");
	landau_native.log = true;
}

void landau_log_end(void)
{
	if (!landau_native.log)
		return;
	flush(&events);
	flush(&activations);
}

static void put_cost(struct landau_native_thread *self, uint64_t cost)
{
	if (cost == self->logged_cost)
		return;
	put_text(&events, "cost");
	put_number(&events, self->core_thread->id);
	put_number(&events, cost - self->logged_cost);
	end_line(&events);
	self->logged_cost = cost;
}

static bool is_numbered(uint32_t source)
{
	return (source & LANDAU_SOURCE_EXTERNAL) && (source & ~LANDAU_SOURCE_EXTERNAL);
}

static void put_external(struct stream *stream, uint32_t source)
{
	char digits[24];

	put_text(stream, "x");
	put_text(stream, landau_raw_decimal(digits, source & ~LANDAU_SOURCE_EXTERNAL));
}

static void put_access(const char *word, const volatile void *address, uint64_t size,
		       uint32_t source)
{
	put_text(&events, word);
	put_number(&events, landau_self()->core_thread->id);
	put_number(&events, (uint64_t)address);
	put_number(&events, size);
	if (is_numbered(source)) {
		put_text(&events, " ");
		put_external(&events, source);
	}
	end_line(&events);
}

void landau_log_access(const char *word, const volatile void *address, uint64_t size,
		       uint32_t source)
{
	landau_lock(&lock);
	put_access(word, address, size, source);
	landau_unlock(&lock);
}

void landau_log_read(struct landau_native_thread *self, const volatile void *address, uint64_t size)
{
	landau_lock(&lock);
	put_cost(self, landau_thread_cost(self));
	put_access("read", address, size, 0);
	landau_unlock(&lock);
}

void landau_log_block(struct landau_native_thread *self, const char *word, uint64_t address,
		      uint64_t size)
{
	landau_lock(&lock);
	put_text(&events, word);
	put_number(&events, self->core_thread->id);
	put_number(&events, address);
	put_number(&events, size);
	end_line(&events);
	landau_unlock(&lock);
}

void landau_log_free(struct landau_native_thread *self, uint64_t address)
{
	landau_lock(&lock);
	put_text(&events, "free");
	put_number(&events, self->core_thread->id);
	put_number(&events, address);
	end_line(&events);
	landau_unlock(&lock);
}

void landau_log_spent(struct landau_native_thread *self, enum landau_further cost, uint64_t amount)
{
	landau_lock(&lock);
	put_text(&events, "spend");
	put_number(&events, self->core_thread->id);
	put_text(&events, " ");
	put_text(&events, landau_further_name(cost));
	put_number(&events, amount);
	end_line(&events);
	landau_unlock(&lock);
}

void landau_log_call(struct landau_native_thread *self, uint32_t routine)
{
	char digits[24];

	landau_lock(&lock);
	put_cost(self, self->core_thread->cost);
	put_text(&events, "call");
	put_number(&events, self->core_thread->id);
	put_text(&events, " r");
	put_text(&events, landau_raw_decimal(digits, routine));
	end_line(&events);
	landau_unlock(&lock);
}

void landau_log_return(struct landau_native_thread *self)
{
	landau_lock(&lock);
	put_cost(self, self->core_thread->cost);
	put_text(&events, "return");
	put_number(&events, self->core_thread->id);
	end_line(&events);
	landau_unlock(&lock);
}

static void put_values(const struct landau_mark *values)
{
	put_number(&activations, values->trms);
	put_number(&activations, values->rms);
	put_number(&activations, values->thread_input);
	put_number(&activations, values->external_input);
	put_number(&activations, values->cost);
	make_room(&activations);
}

static void put_further(const uint64_t *values)
{
	char digits[24];

	for (int i = 0; i < LANDAU_FURTHER_COSTS; i++) {
		if (values[i] == 0)
			continue;
		put_text(&activations, " ");
		put_text(&activations, landau_further_name((enum landau_further)i));
		put_text(&activations, ":");
		put_text(&activations, landau_raw_decimal(digits, values[i]));
		make_room(&activations);
	}
}

static void put_source(uint32_t source)
{
	const struct landau_author *author;
	char digits[24];

	if (source & LANDAU_SOURCE_EXTERNAL) {
		put_text(&activations, "<");
		if (is_numbered(source))
			put_external(&activations, source);
		else
			put_text(&activations, "-");
		put_text(&activations, ">");
		return;
	}
	if (source == LANDAU_SOURCE_NOBODY) {
		put_text(&activations, "-");
		return;
	}
	author = landau_author_at(landau_shared_core, source);
	if (author->routine == LANDAU_NO_ROUTINE) {
		put_text(&activations, "-@");
	} else {
		put_text(&activations, "r");
		put_text(&activations, landau_raw_decimal(digits, author->routine));
		put_text(&activations, "@");
	}
	put_text(&activations, landau_raw_decimal(digits, author->thread->id));
}

static void put_share(const struct landau_share *share)
{
	const uint64_t counts[] = {(uint64_t)share->cells, share->self, share->induced};
	char digits[24];

	if (share->cells == 0)
		return;
	put_text(&activations, " ");
	put_source(share->source);
	for (int i = 0; i < 3; i++) {
		put_text(&activations, i ? "," : "=");
		put_text(&activations, landau_raw_decimal(digits, counts[i]));
	}
	make_room(&activations);
}

void landau_log_activation(void *context, const struct landau_thread *thread,
			   const struct landau_result *result)
{
	const struct landau_mark at_end = landau_mark_at_end(result);
	char digits[24];

	(void)context;
	if (!landau_native.log)
		return;
	landau_lock(&lock);
	put_text(&activations, landau_raw_decimal(digits, thread->id));
	put_text(&activations, " r");
	put_text(&activations, landau_raw_decimal(digits, result->routine));
	put_values(&at_end);
	for (uint32_t i = 0; i < result->mark_count; i++)
		put_values(&result->marks[i]);
	for (const struct landau_share *share = result->shares; share; share = share->next)
		put_share(share);
	if (result->further)
		put_further(result->further);
	end_line(&activations);
	landau_unlock(&lock);
}
