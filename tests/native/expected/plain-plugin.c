/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An object that is compiled without landau, from this file as C++, and brings libraries along that the program does not
 * have: what the runtime interposes of these is found where the object finds it.
 *
 * make: g++ -x c++ -fopenmp -O1 -shared -fPIC -DPLUGIN $PROGRAMS/../../native/expected/plain-plugin.c -o plain-plugin.so
 * output: 12
 * expect: use calls=1
 */
#ifdef PLUGIN
static int two(int kept)
{
	return kept + 2;
}

extern "C" int total(int kept)
{
	static int once = two(kept); /* guarded, since threads may come at once */
	int sum = 0;

#pragma omp parallel num_threads(2) reduction(+ : sum)
#pragma omp critical
	sum += once;
	return sum * 3;
}
#else
#include <dlfcn.h>
#include <stdio.h>

__attribute__((noinline)) static int use(int (*total)(int))
{
	return total(0);
}

int main(void)
{
	void *plugin = dlopen("./plain-plugin.so", RTLD_NOW | RTLD_LOCAL);
	int (*total)(int) = 0;

	if (plugin)
		*(void **)&total = dlsym(plugin, "total");
	printf("%d\n", total ? use(total) : -1);
	return 0;
}
#endif
