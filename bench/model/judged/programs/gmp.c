/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gmp.c - GMP, where its algorithm is one of fixed growth, and MPFR. */
#include "judged.h"

#include <gmp.h>
#include <mpfr.h>

static gmp_randstate_t state;

/* truth: add_numbers | n | each limb once */
ROUTINE void add_numbers(mpz_t sum, const mpz_t a, const mpz_t b)
{
	mpz_add(sum, a, b);
	judged_sink += mpz_size(sum);
}

/* truth: times_small | n | each limb once */
ROUTINE void times_small(mpz_t product, const mpz_t a)
{
	mpz_mul_ui(product, a, 12345);
	judged_sink += mpz_size(product);
}

/* truth: remainder_of_small | n | each limb once */
ROUTINE void remainder_of_small(const mpz_t a)
{
	judged_sink += mpz_tdiv_ui(a, 1000003);
}

/* truth: shift_up | n | each limb once */
ROUTINE void shift_up(mpz_t to, const mpz_t a)
{
	mpz_mul_2exp(to, a, 13);
	judged_sink += mpz_size(to);
}

/* truth: count_bits | n | each limb once */
ROUTINE void count_bits(const mpz_t a)
{
	judged_sink += mpz_popcount(a);
}

/* truth: distance | n | each limb once */
ROUTINE void distance(const mpz_t a, const mpz_t b)
{
	judged_sink += mpz_hamdist(a, b);
}

/* truth: compare_equal | n | equal up to the last limb */
ROUTINE void compare_equal(const mpz_t a, const mpz_t b)
{
	judged_sink += (uint64_t)mpz_cmp(a, b);
}

/* truth: export_limbs | n | each limb once */
ROUTINE void export_limbs(void *to, const mpz_t a)
{
	size_t count;
	mpz_export(to, &count, 1, 1, 1, 0, a);
	judged_sink += count;
}

/* truth: import_limbs | n | each byte once */
ROUTINE void import_limbs(mpz_t to, const void *from, size_t count)
{
	mpz_import(to, count, 1, 1, 1, 0, from);
	judged_sink += mpz_size(to);
}

/* truth: multiply_basecase | n^2 | each limb by each */
ROUTINE void multiply_basecase(mp_limb_t *to, const mp_limb_t *a, const mp_limb_t *b, mp_size_t n)
{
	mpn_zero(to, 2 * n);
	for (mp_size_t i = 0; i < n; i++)
		to[n + i] = mpn_addmul_1(to + i, a, n, b[i]);
	judged_sink += to[0];
}

/* truth: multiply_fixed | n | by a number of three limbs */
ROUTINE void multiply_fixed(mpz_t to, const mpz_t a, const mpz_t three)
{
	mpz_mul(to, a, three);
	judged_sink += mpz_size(to);
}

/* truth: digits_one_by_one | n^2 | a division of all that is left for each digit */
ROUTINE void digits_one_by_one(mpz_t a)
{
	while (mpz_sgn(a))
		judged_sink += mpz_tdiv_q_ui(a, a, 1000000000);
}

/* truth: product_of_all | n^2 | a product that grows by each factor */
ROUTINE void product_of_all(mpz_t product, const int *values, int n)
{
	mpz_set_ui(product, 1);
	for (int i = 0; i < n; i++)
		mpz_mul_ui(product, product, (unsigned long)values[i] | 1u << 30);
	judged_sink += mpz_size(product);
}

/* truth: sum_of_small | n | a sum of two limbs */
ROUTINE void sum_of_small(mpz_t sum, const int *values, int n)
{
	mpz_set_ui(sum, 0);
	for (int i = 0; i < n; i++)
		mpz_add_ui(sum, sum, (unsigned long)values[i]);
	judged_sink += mpz_size(sum);
}

/* truth: greatest_divisor | n^2 | Lehmer's algorithm, below the sizes of the fast one */
ROUTINE void greatest_divisor(mpz_t to, const mpz_t a, const mpz_t b)
{
	mpz_gcd(to, a, b);
	judged_sink += mpz_size(to);
}

/* truth: float_add | n | each limb once */
ROUTINE void float_add(mpfr_t to, const mpfr_t a, const mpfr_t b)
{
	mpfr_add(to, a, b, MPFR_RNDN);
	judged_sink += (uint64_t)mpfr_get_exp(to);
}

/* truth: float_times_small | n | each limb once */
ROUTINE void float_times_small(mpfr_t to, const mpfr_t a)
{
	mpfr_mul_ui(to, a, 77, MPFR_RNDN);
	judged_sink += (uint64_t)mpfr_get_exp(to);
}

/* truth: float_over_small | n | each limb once */
ROUTINE void float_over_small(mpfr_t to, const mpfr_t a)
{
	mpfr_div_ui(to, a, 77, MPFR_RNDN);
	judged_sink += (uint64_t)mpfr_get_exp(to);
}

/* truth: series_of_e | n^2 | a division of all digits for each term, and as many terms as limbs, by a factor */
ROUTINE void series_of_e(const int *terms, int count, mpfr_t sum, mpfr_t term)
{
	for (int i = 0; i < count; i++) {
		mpfr_div_ui(term, term, (unsigned long)terms[i], MPFR_RNDN);
		mpfr_add(sum, sum, term, MPFR_RNDN);
	}
	judged_sink += (uint64_t)mpfr_get_exp(sum);
}

int main(void)
{
	gmp_randinit_default(state);
	FOR_SIZES(n, 4, 4000, 24)
	{
		mpz_t a, b, c, three;
		mpfr_t x, y, z;
		int *values = judged_values(n);
		unsigned char *bytes = malloc((size_t)n * 8 + 8);

		mpz_inits(a, b, c, three, NULL);
		mpz_urandomb(a, state, (mp_bitcnt_t)n * 64);
		mpz_urandomb(b, state, (mp_bitcnt_t)n * 64);
		mpz_urandomb(three, state, 192);
		mpfr_inits2(n * 64, x, y, z, NULL);
		mpfr_urandomb(x, state);
		mpfr_urandomb(y, state);
		add_numbers(c, a, b);
		times_small(c, a);
		remainder_of_small(a);
		shift_up(c, a);
		count_bits(a);
		distance(a, b);
		mpz_set(c, a);
		compare_equal(a, c);
		export_limbs(bytes, a);
		import_limbs(c, bytes, (size_t)n * 8);
		multiply_fixed(c, a, three);
		sum_of_small(c, values, n);
		float_add(z, x, y);
		float_times_small(z, x);
		float_over_small(z, x);
		mpz_clears(a, b, c, three, NULL);
		mpfr_clears(x, y, z, NULL);
		free(bytes);
		free(values);
	}
	FOR_SIZES(n, 4, 400, 22)
	{
		mpz_t a, b, c;
		mp_limb_t *limbs = malloc((size_t)n * 2 * sizeof(mp_limb_t));
		int *values = judged_values(n * 2);
		mpfr_t sum, term;

		mpz_inits(a, b, c, NULL);
		do
			mpz_urandomb(a, state, (mp_bitcnt_t)n * 64),
				mpz_urandomb(b, state, (mp_bitcnt_t)n * 64);
		while (mpz_size(a) != (size_t)n || mpz_size(b) != (size_t)n);
		multiply_basecase(limbs, mpz_limbs_read(a), mpz_limbs_read(b), n);
		digits_one_by_one(b);
		product_of_all(c, values, n * 2);
		if (n < 150) {
			mpz_urandomb(b, state, (mp_bitcnt_t)n * 64);
			greatest_divisor(c, a, b);
		}
		mpfr_inits2(n * 64, sum, term, NULL);
		mpfr_set_ui(sum, 1, MPFR_RNDN);
		mpfr_set_ui(term, 1, MPFR_RNDN);
		mpfr_div_ui(term, term, 3, MPFR_RNDN);
		series_of_e(values, n * 2, sum, term);
		mpz_clears(a, b, c, NULL);
		mpfr_clears(sum, term, NULL);
		free(limbs);
		free(values);
	}
	return 0;
}
