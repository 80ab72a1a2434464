/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plugins.c ONE TWO - loads and unloads objects, whose routines are `first` and `second`. */
#include <dlfcn.h>
#include <stdio.h>

static int use(const char *path, const char *name, int count)
{
	void *object = dlopen(path, RTLD_NOW);
	int (*function)(int);
	int result;

	if (!object) {
		puts(dlerror());
		return -1;
	}
	*(void **)&function = dlsym(object, name);
	result = function ? function(count) : -1;
	dlclose(object);
	return result;
}

int main(int count, char **arguments)
{
	int total = 0;

	for (int i = 0; count == 3 && i < 3; i++)
		total += use(arguments[1], "first", 10) + use(arguments[2], "second", 20);
	printf("%d\n", total);
	return 0;
}
