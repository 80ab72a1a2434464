/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Nothing but a parallel region: only liblandau calls OpenMP's library, which is there all the same.
 *
 * flags: -fopenmp -O1 -Wl,--as-needed
 * expect: main calls=1
 */
int cell;

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp atomic
	cell++;
	return cell != 2;
}
