/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A daemon changes its user when it has all that needs the rights: the profile is where it was to be, though the program may not
 * write there any more. Not as root, nothing is given up, and the profile is there as well.
 *
 * output: 165
 * expect: sum calls=10
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NOBODY = 65534 };

int numbers[10];

__attribute__((noinline)) static int sum(const int *first, int count)
{
	int total = 0;

	for (int i = 0; i < count; i++)
		total += first[i];
	return total;
}

int main(void)
{
	int *volatile first = numbers;
	int total = 0;

	for (int i = 0; i < 10; i++)
		numbers[i] = i;
	/* Names are looked up in the program, which is here. */
	if (geteuid() == 0 && (chmod(".", 0755) != 0 || setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
		return 1;
	/* As daemons do. */
	for (int file = 3; file < 64; file++)
		close(file);
	if (geteuid() == NOBODY && open("left-behind", O_CREAT | O_WRONLY, 0600) >= 0)
		return 2;
	for (int i = 1; i <= 10; i++)
		total += sum(first, i);
	printf("%d\n", total);
	return 0;
}
