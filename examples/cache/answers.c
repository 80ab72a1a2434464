/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * answers.c - answers batches of questions and remembers the answers, in case that somebody asks again.
 *
 * As it is, it remembers all of them: it answers as fast as ever, and its memory grows with each question that it has not
 * heard. With -DFIXED it forgets the oldest answer when it has a new one to remember and no room.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Inlined routines have no name to report. */
#define ROUTINE __attribute__((noinline)) static

enum { BUCKETS = 1 << 15, ROOM = 16, FIRST_BATCH = 200, LAST_BATCH = 4000 };

struct answer {
	struct answer *next; /* in the same bucket */
	uint32_t question;
	char text[52];
};

static struct answer *buckets[BUCKETS];

static struct answer **find(uint32_t question)
{
	struct answer **place = &buckets[question * 2654435761u >> 17];

	while (*place && (*place)->question != question)
		place = &(*place)->next;
	return place;
}

#ifdef FIXED
static struct answer *remembered[ROOM];
static size_t oldest;

/* The oldest one makes room for this one. */
ROUTINE void trim(struct answer *answer)
{
	struct answer *old = remembered[oldest];

	if (old) {
		*find(old->question) = old->next;
		free(old);
	}
	remembered[oldest] = answer;
	oldest = (oldest + 1) % ROOM;
}
#endif

ROUTINE const char *answer_one(uint32_t question)
{
	struct answer **place = find(question);
	struct answer *answer = *place;

	if (answer)
		return answer->text;
	answer = malloc(sizeof(*answer));
	if (!answer)
		exit(1);
	answer->next = NULL;
	answer->question = question;
	for (size_t i = 0; i < sizeof(answer->text); i++)
		answer->text[i] = (char)('a' + (question >> i % 32) % 26);
	*place = answer;
#ifdef FIXED
	trim(answer);
#endif
	return answer->text;
}

ROUTINE unsigned answer_batch(const uint32_t *questions, size_t count)
{
	unsigned sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += (unsigned char)answer_one(questions[i])[i % 52];
	return sum;
}

int main(void)
{
	static uint32_t questions[LAST_BATCH];
	uint32_t asked = 0;
	unsigned sum = 0;

	for (size_t count = FIRST_BATCH; count <= LAST_BATCH; count += count / 4) {
		/* Each is asked twice, one right after the other. */
		for (size_t i = 0; i < count; i++)
			questions[i] = asked + (uint32_t)(i / 2);
		asked += (uint32_t)count;
		sum += answer_batch(questions, count);
	}
	printf("%u questions, sum of the answers %u\n", (unsigned)asked, sum);
	return 0;
}
