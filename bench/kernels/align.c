/* SPDX-License-Identifier: GPL-2.0-or-later */
/* align THREADS SCALE - Smith-Waterman scores of pairs of sequences, pthreads (as 372.smithwa). */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEQUENCES = 24, MATCH = 3, MISMATCH = -2, GAP = -2 };

static int length;
static char *sequences[SEQUENCES];
static atomic_int next_pair;
static long scores[SEQUENCES * SEQUENCES];

static int larger(int a, int b)
{
	return a > b ? a : b;
}

static int score_pair(const char *a, const char *b, int *row)
{
	int best = 0;

	for (int j = 0; j <= length; j++)
		row[j] = 0;
	for (int i = 0; i < length; i++) {
		int diagonal = 0;

		for (int j = 1; j <= length; j++) {
			int score = diagonal + (a[i] == b[j - 1] ? MATCH : MISMATCH);

			score = larger(larger(score, 0), larger(row[j], row[j - 1]) + GAP);
			diagonal = row[j];
			row[j] = score;
			best = larger(best, score);
		}
	}
	return best;
}

static void *work(void *context)
{
	int *row = malloc(((size_t)length + 1) * sizeof(*row));
	int pair;

	(void)context;
	if (!row)
		abort();
	while ((pair = atomic_fetch_add(&next_pair, 1)) < SEQUENCES * SEQUENCES)
		if (pair / SEQUENCES < pair % SEQUENCES)
			scores[pair] = score_pair(sequences[pair / SEQUENCES],
						  sequences[pair % SEQUENCES], row);
	free(row);
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	pthread_t *workers = calloc((size_t)threads, sizeof(*workers));
	long sum = 0;

	length = 300 * (argc > 2 ? atoi(argv[2]) : 1);
	if (!workers)
		return 1;
	srand(2);
	for (int i = 0; i < SEQUENCES; i++) {
		sequences[i] = malloc((size_t)length);
		for (int j = 0; j < length; j++)
			sequences[i][j] = "ACGT"[rand() % 4];
	}
	for (int i = 0; i < threads; i++)
		pthread_create(&workers[i], NULL, work, NULL);
	for (int i = 0; i < threads; i++)
		pthread_join(workers[i], NULL);
	for (int i = 0; i < SEQUENCES * SEQUENCES; i++)
		sum += scores[i];
	printf("align %ld\n", sum);
	for (int i = 0; i < SEQUENCES; i++)
		free(sequences[i]);
	free(workers);
	return 0;
}
