/* SPDX-License-Identifier: GPL-2.0-or-later */
/* many.c - calls COUNT functions that are made by faults.py, STRIDE bytes apart, ROUNDS times each. */

extern int numbers;
int numbers = 1;
extern const char *const first;

int main(void)
{
	for (int round = 0; round < ROUNDS; round++)
		for (long i = 0; i < COUNT; i++)
			((void (*)(void))(first + STRIDE * i))();
	return 0;
}
