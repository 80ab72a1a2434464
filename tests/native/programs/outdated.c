/* SPDX-License-Identifier: GPL-2.0-or-later */
/* outdated - says what the part of the runtime in an executable of another version would say. */

extern __thread char landau_hot;
void landau_hot_check(const void *hot, unsigned long bytes);

__attribute__((constructor)) static void check(void)
{
	landau_hot_check(&landau_hot, 48);
}

int main(void)
{
	return 0;
}
