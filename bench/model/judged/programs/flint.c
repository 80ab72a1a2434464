/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flint.c - polynomials and matrices of FLINT, by its routines for one algorithm each; LibTomMath. */
#include "judged.h"

#include <flint/nmod_mat.h>
#include <flint/nmod_poly.h>
#include <flint/ulong_extras.h>
#include <tommath.h>

enum { PRIME = 1000003 };

/* truth: multiply_classical | n^2 | each coefficient by each */
ROUTINE void multiply_classical(nmod_poly_t to, const nmod_poly_t a, const nmod_poly_t b)
{
	nmod_poly_mul_classical(to, a, b);
	judged_sink += (uint64_t)to->length;
}

/* truth: divide_basecase | n^2 | by a polynomial of half the length */
ROUTINE void divide_basecase(nmod_poly_t q, nmod_poly_t r, const nmod_poly_t a, const nmod_poly_t b)
{
	nmod_poly_divrem_basecase(q, r, a, b);
	judged_sink += (uint64_t)q->length;
}

/* truth: divisor_euclidean | n^2 | Euclid's algorithm */
ROUTINE void divisor_euclidean(nmod_poly_t to, const nmod_poly_t a, const nmod_poly_t b)
{
	nmod_poly_gcd_euclidean(to, a, b);
	judged_sink += (uint64_t)to->length;
}

/* truth: resultant_euclidean | n^2 | Euclid's algorithm */
ROUTINE void resultant_euclidean(const nmod_poly_t a, const nmod_poly_t b)
{
	judged_sink += nmod_poly_resultant_euclidean(a, b);
}

/* truth: evaluate_each | n^2 | Horner's rule for each of n points */
ROUTINE void evaluate_each(mp_ptr to, const nmod_poly_t a, mp_srcptr x, slong n)
{
	nmod_poly_evaluate_nmod_vec_iter(to, a, x, n);
	judged_sink += to[0];
}

/* truth: evaluate | n | Horner's rule */
ROUTINE void evaluate(const nmod_poly_t a)
{
	judged_sink += nmod_poly_evaluate_nmod(a, 17);
}

/* truth: interpolate_newton | n^2 | divided differences */
ROUTINE void interpolate_newton(nmod_poly_t to, mp_srcptr x, mp_srcptr y, slong n)
{
	nmod_poly_interpolate_nmod_vec_newton(to, x, y, n);
	judged_sink += (uint64_t)to->length;
}

/* truth: interpolate_barycentric | n^2 | weights of each pair */
ROUTINE void interpolate_barycentric(nmod_poly_t to, mp_srcptr x, mp_srcptr y, slong n)
{
	nmod_poly_interpolate_nmod_vec_barycentric(to, x, y, n);
	judged_sink += (uint64_t)to->length;
}

/* truth: shift_horner | n^2 | a triangle of sums */
ROUTINE void shift_horner(nmod_poly_t to, const nmod_poly_t a)
{
	nmod_poly_taylor_shift_horner(to, a, 3);
	judged_sink += (uint64_t)to->length;
}

/* truth: derive | n | each coefficient once */
ROUTINE void derive(nmod_poly_t to, const nmod_poly_t a)
{
	nmod_poly_derivative(to, a);
	judged_sink += (uint64_t)to->length;
}

/* truth: add_polynomials | n | each coefficient once */
ROUTINE void add_polynomials(nmod_poly_t to, const nmod_poly_t a, const nmod_poly_t b)
{
	nmod_poly_add(to, a, b);
	judged_sink += (uint64_t)to->length;
}

/* truth: multiply_matrices | n^1.5 | s^3 */
ROUTINE void multiply_matrices(nmod_mat_t to, const nmod_mat_t a, const nmod_mat_t b)
{
	nmod_mat_mul_classical(to, a, b);
	judged_sink += nmod_mat_entry(to, 0, 0);
}

/* truth: decompose | n^1.5 | s^3 */
ROUTINE void decompose(nmod_mat_t a, slong *order)
{
	judged_sink += (uint64_t)nmod_mat_lu_classical(order, a, 0);
}

/* truth: tom_add | n | each digit once */
ROUTINE void tom_add(const mp_int *a, const mp_int *b, mp_int *to)
{
	judged_sink += (uint64_t)mp_add(a, b, to);
}

/* truth: tom_print | n^2 | a division of all that is left for each digit */
ROUTINE void tom_print(const mp_int *a, char *to, size_t room)
{
	judged_sink += (uint64_t)mp_to_radix(a, to, room, NULL, 10);
}

/* truth: tom_read | n^2 | a multiplication of all so far for each digit */
ROUTINE void tom_read(mp_int *to, const char *text)
{
	judged_sink += (uint64_t)mp_read_radix(to, text, 10);
}

/* truth: tom_times_small | n | each digit once */
ROUTINE void tom_times_small(const mp_int *a, mp_int *to)
{
	judged_sink += (uint64_t)mp_mul_d(a, 77, to);
}

/* truth: tom_divisor | n^2 | a binary algorithm, a shift or subtraction of all for each bit */
ROUTINE void tom_divisor(const mp_int *a, const mp_int *b, mp_int *to)
{
	judged_sink += (uint64_t)mp_gcd(a, b, to);
}

static void randomise(nmod_poly_t to, int n)
{
	nmod_poly_init2(to, PRIME, n);
	for (int i = 0; i < n; i++)
		nmod_poly_set_coeff_ui(to, i, judged_random() % (PRIME - 1) + 1);
}

static void on_polynomials(int n)
{
	nmod_poly_t a, b, half, q, r;
	mp_ptr x = calloc((size_t)n, sizeof(*x)), y = calloc((size_t)n, sizeof(*y)),
	       to = calloc((size_t)n, sizeof(*to));

	randomise(a, n);
	randomise(b, n);
	randomise(half, n / 2);
	nmod_poly_init(q, PRIME);
	nmod_poly_init(r, PRIME);
	for (int i = 0; i < n; i++) {
		x[i] = (mp_limb_t)i + 1;
		y[i] = judged_random() % PRIME;
	}
	multiply_classical(q, a, b);
	divide_basecase(q, r, a, half);
	divisor_euclidean(q, a, b);
	resultant_euclidean(a, b);
	evaluate_each(to, a, x, n);
	interpolate_newton(q, x, y, n);
	interpolate_barycentric(q, x, y, n);
	shift_horner(q, a);
	nmod_poly_clear(a);
	nmod_poly_clear(b);
	nmod_poly_clear(half);
	nmod_poly_clear(q);
	nmod_poly_clear(r);
	free(x);
	free(y);
	free(to);
}

static void on_matrices(int side)
{
	nmod_mat_t a, b, c;
	slong *order = calloc((size_t)side, sizeof(slong));

	nmod_mat_init(a, side, side, PRIME);
	nmod_mat_init(b, side, side, PRIME);
	nmod_mat_init(c, side, side, PRIME);
	for (int i = 0; i < side; i++)
		for (int j = 0; j < side; j++)
			nmod_mat_entry(a, i, j) = nmod_mat_entry(b, j, i) = judged_random() % PRIME;
	multiply_matrices(c, a, b);
	for (int i = 0; i < side; i++)
		order[i] = i;
	decompose(a, order);
	nmod_mat_clear(a);
	nmod_mat_clear(b);
	nmod_mat_clear(c);
	free(order);
}

int main(void)
{
	FOR_SIZES(n, 8, 6000, 22)
	{
		nmod_poly_t a, b, c;
		mp_int x, y, z;

		randomise(a, n);
		randomise(b, n);
		nmod_poly_init(c, PRIME);
		evaluate(a);
		derive(c, a);
		add_polynomials(c, a, b);
		nmod_poly_clear(a);
		nmod_poly_clear(b);
		nmod_poly_clear(c);
		judged_sink += (uint64_t)mp_init_multi(&x, &y, &z, NULL);
		judged_sink += (uint64_t)mp_rand(&x, n) + (uint64_t)mp_rand(&y, n);
		tom_add(&x, &y, &z);
		tom_times_small(&x, &z);
		mp_clear_multi(&x, &y, &z, NULL);
	}
	FOR_SIZES(n, 6, 300, 20)
	{
		char *digits = judged_letters(18 * n, '7'), *to = malloc((size_t)n * 24 + 20);
		mp_int x, y, z;

		on_polynomials(n);
		judged_sink += (uint64_t)mp_init_multi(&x, &y, &z, NULL);
		judged_sink += (uint64_t)mp_rand(&x, n) + (uint64_t)mp_rand(&y, n);
		if (n < 160) {
			tom_print(&x, to, (size_t)n * 24 + 20);
			tom_read(&z, digits);
		}
		if (n < 100)
			tom_divisor(&x, &y, &z);
		mp_clear_multi(&x, &y, &z, NULL);
		free(digits);
		free(to);
	}
	FOR_SIZES(side, 4, 60, 17)
	on_matrices(side);
	return 0;
}
