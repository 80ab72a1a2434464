/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plugin.c - compiled twice with another NAME; the two are loaded at the same place in turn. */
int numbers[50];

int NAME(int count);

int NAME(int count)
{
	int total = 0;

	for (int i = 0; i < count; i++)
		total += numbers[i];
	__asm__ volatile("" ::: "memory"); /* not to be taken for a pure function */
	return total;
}
