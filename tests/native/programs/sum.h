/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sum.h - a routine whose input is as large as its argument says. */
int cells[100];

__attribute__((noinline)) static int sum(int n)
{
	int total = 0;

	__asm__ volatile(""); /* each call is made */
	for (int i = 0; i < n; i++)
		total += cells[i];
	return total;
}
