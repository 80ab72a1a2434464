/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dlopen.c - two shared objects are loaded one after the other at the same address.
 *
 * make: $CC $CFLAGS -shared -fPIC -DNAME=alpha -o alpha.so $PROGRAMS/parts/unload-library.c
 * make: $CC $CFLAGS -shared -fPIC -DNAME=bravo -o bravo.so $PROGRAMS/parts/unload-library.c
 *
 * expect: alpha object=alpha.so calls=6 trms=60 rms=60 points=10:6
 * expect: bravo object=bravo.so calls=9 trms=180 rms=180 points=20:9
 * output: same place
 */
#include <dlfcn.h>
#include <stdio.h>

#include "parts/routine.h"

static int data[20];

typedef long summing(const int *, long);

/* Loads, calls, unloads; returns where the routine was. */
static void *use(const char *path, const char *name, int calls, long n)
{
	void *library = dlopen(path, RTLD_NOW);
	summing *routine = library ? (summing *)dlsym(library, name) : NULL;

	if (!routine)
		return NULL;
	for (int i = 0; i < calls; i++)
		USE(routine(data, n));
	dlclose(library);
	return (void *)routine;
}

int main(void)
{
	void *places[4];

	for (int i = 0; i < 20; i++)
		((volatile int *)data)[i] = i;
	places[0] = use("./alpha.so", "alpha", 3, 10);
	places[1] = use("./bravo.so", "bravo", 4, 20);
	places[2] = use("./alpha.so", "alpha", 3, 10);
	places[3] = use("./bravo.so", "bravo", 5, 20);
	for (int i = 0; i < 4; i++)
		if (!places[i] || places[i] != places[0])
			return 1;
	puts("same place");
	return 0;
}
