/* SPDX-License-Identifier: GPL-2.0-or-later */
/* wards THREADS SCALE - patients in the linked lists of a tree of hospitals, OpenMP tasks (as BOTS health). */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH = 5, BRANCHES = 4, PATIENTS = 12, DAYS_PER_SCALE = 5 };

struct patient {
	struct patient *next;
	int days_left, moves;
	unsigned state;
};

struct village {
	struct village *branches[BRANCHES];
	struct patient *waiting, *treated, *leaving;
	long healed;
	int depth;
};

static unsigned roll(unsigned *state)
{
	*state = *state * 1664525U + 1013904223U;
	return *state >> 16;
}

static void append(struct patient **list, struct patient *patient)
{
	while (*list)
		list = &(*list)->next;
	patient->next = NULL;
	*list = patient;
}

static struct village *build(int depth, unsigned seed)
{
	struct village *village = calloc(1, sizeof(*village));

	if (!village)
		abort();
	village->depth = depth;
	for (int i = 0; depth < DEPTH && i < BRANCHES; i++)
		village->branches[i] = build(depth + 1, seed * 5 + (unsigned)i + 1);
	for (int i = 0; i < PATIENTS; i++) {
		struct patient *patient = calloc(1, sizeof(*patient));

		if (!patient)
			abort();
		patient->state = seed * 31 + (unsigned)i;
		append(&village->waiting, patient);
	}
	return village;
}

/* Takes the patients of the list whose days are over to where they go next. */
static void treat(struct village *village)
{
	struct patient **place = &village->treated;

	while (*place) {
		struct patient *patient = *place;

		if (--patient->days_left > 0) {
			place = &patient->next;
			continue;
		}
		*place = patient->next;
		if (village->depth > 0 && roll(&patient->state) % 4 == 0) {
			patient->moves++;
			append(&village->leaving, patient);
		} else {
			village->healed++;
			append(&village->waiting, patient);
		}
	}
	for (int beds = PATIENTS / 2; beds > 0 && village->waiting; beds--) {
		struct patient *patient = village->waiting;

		village->waiting = patient->next;
		patient->days_left = 1 + (int)(roll(&patient->state) % 4);
		append(&village->treated, patient);
	}
}

static void day(struct village *village)
{
	for (int i = 0; i < BRANCHES; i++)
		if (village->branches[i]) {
#pragma omp task firstprivate(i)
			day(village->branches[i]);
		}
#pragma omp taskwait
	for (int i = 0; i < BRANCHES; i++)
		if (village->branches[i])
			while (village->branches[i]->leaving) {
				struct patient *patient = village->branches[i]->leaving;

				village->branches[i]->leaving = patient->next;
				append(&village->waiting, patient);
			}
	treat(village);
}

static long tear_down(struct village *village)
{
	struct patient *lists[] = {village->waiting, village->treated, village->leaving};
	long healed = village->healed;

	for (int i = 0; i < BRANCHES; i++)
		if (village->branches[i])
			healed += tear_down(village->branches[i]);
	for (int i = 0; i < 3; i++)
		while (lists[i]) {
			struct patient *next = lists[i]->next;

			free(lists[i]);
			lists[i] = next;
		}
	free(village);
	return healed;
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	int scale = argc > 2 ? atoi(argv[2]) : 1;
	struct village *root = build(0, 1);

	omp_set_num_threads(threads);
	for (int i = 0; i < DAYS_PER_SCALE * scale; i++) {
#pragma omp parallel
#pragma omp single
		day(root);
	}
	printf("wards %ld\n", tear_down(root));
	return 0;
}
