/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One object after the other, often at the same place. The first one leaves a hole of a size in which the runtime's own
 * memory has just room while it looks at what is there: that does not make the object stay.
 *
 * make: for name in first second; do $CC $CFLAGS -DNAME=$name -shared -fPIC $PROGRAMS/../../native/expected/unloaded.c -o $name.so; done
 * link: -ldl
 * expect: first calls=30
 * expect: second calls=40
 */
#ifdef NAME

__asm__(".text\n.fill 1030000, 1, 0x90");
int cells[9];
int work(int i);

__attribute__((noinline)) static int NAME(int i)
{
	return cells[i];
}

int work(int i)
{
	return NAME(i) + 1;
}

#else

#include <dlfcn.h>
#include <stdio.h>

/* Where its code is. */
static void *use(const char *path, int times)
{
	void *object = dlopen(path, RTLD_NOW);
	int (*work)(int) = object ? (int (*)(int))dlsym(object, "work") : NULL;
	void *place = (void *)work;

	for (int i = 0; work && i < times; i++)
		work(i % 9);
	if (object)
		dlclose(object);
	return place;
}

int main(void)
{
	void *first = use("./first.so", 30);
	void *second = use("./second.so", 40);

	puts(first == second ? "same place" : "different places");
	return !first || !second;
}

#endif
