/* SPDX-License-Identifier: GPL-2.0-or-later */
/* interpreter THREADS SCALE - each thread runs a sieve in a small stack machine (as an interpreter's main loop). */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIMIT = 3000, STACK = 16, VARIABLES = 4, MOST_THREADS = 256 };

enum operation { PUSH, GET, SET, ADD, MULTIPLY, LESS, LOAD, STORE, JUMP, JUMP_UNLESS, END };

struct instruction {
	enum operation operation;
	int operand;
};

struct machine {
	long stack[STACK], variables[VARIABLES];
	long cells[LIMIT];
	int top;
	int scale;
};

enum { I, J, FOUND };

/* i = 2; while (i < LIMIT) { if (!cell[i]) { found += 1; j = i * 2; while (j < LIMIT) { cell[j] = 1; j += i } } i += 1 } */
static const struct instruction program[] = {
	{PUSH, 2},  {SET, I},   {GET, I},      {PUSH, LIMIT}, {LESS, 0},         {JUMP_UNLESS, 36},
	{GET, I},   {LOAD, 0},  {PUSH, 1},     {LESS, 0},     {JUMP_UNLESS, 31}, {GET, FOUND},
	{PUSH, 1},  {ADD, 0},   {SET, FOUND},  {GET, I},      {PUSH, 2},         {MULTIPLY, 0},
	{SET, J},   {GET, J},   {PUSH, LIMIT}, {LESS, 0},     {JUMP_UNLESS, 31}, {PUSH, 1},
	{GET, J},   {STORE, 0}, {GET, J},      {GET, I},      {ADD, 0},          {SET, J},
	{JUMP, 19}, {GET, I},   {PUSH, 1},     {ADD, 0},      {SET, I},          {JUMP, 2},
	{END, 0},
};

static void push(struct machine *machine, long value)
{
	machine->stack[machine->top++] = value;
}

static long pop(struct machine *machine)
{
	return machine->stack[--machine->top];
}

static void execute(struct machine *machine)
{
	const struct instruction *next = program;

	for (;;) {
		const struct instruction *now = next++;
		long right;

		switch (now->operation) {
		case PUSH:
			push(machine, now->operand);
			break;
		case GET:
			push(machine, machine->variables[now->operand]);
			break;
		case SET:
			machine->variables[now->operand] = pop(machine);
			break;
		case ADD:
			right = pop(machine);
			push(machine, pop(machine) + right);
			break;
		case MULTIPLY:
			right = pop(machine);
			push(machine, pop(machine) * right);
			break;
		case LESS:
			right = pop(machine);
			push(machine, pop(machine) < right);
			break;
		case LOAD:
			push(machine, machine->cells[pop(machine)]);
			break;
		case STORE:
			right = pop(machine);
			machine->cells[right] = pop(machine);
			break;
		case JUMP:
			next = program + now->operand;
			break;
		case JUMP_UNLESS:
			if (!pop(machine))
				next = program + now->operand;
			break;
		case END:
			return;
		}
	}
}

static void *run(void *argument)
{
	struct machine *machine = argument;

	for (int step = 0; step < machine->scale; step++) {
		for (int i = 0; i < LIMIT; i++)
			machine->cells[i] = 0;
		execute(machine);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	int scale = argc > 2 ? atoi(argv[2]) : 1;
	struct machine *machines;
	pthread_t ids[MOST_THREADS];
	long found = 0;

	if (threads < 1 || threads > MOST_THREADS)
		return 1;
	machines = calloc((size_t)threads, sizeof(*machines));
	if (!machines)
		return 1;
	for (int i = 0; i < threads; i++) {
		/* What there is to do is divided among the threads. */
		machines[i].scale = scale * 16 * (i + 1) / threads - scale * 16 * i / threads;
		if (pthread_create(&ids[i], NULL, run, &machines[i]))
			return 1;
	}
	for (int i = 0; i < threads; i++) {
		pthread_join(ids[i], NULL);
		found += machines[i].variables[FOUND];
	}
	printf("interpreter %ld\n", found);
	free(machines);
	return 0;
}
