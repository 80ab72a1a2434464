/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gsl.c - the GNU Scientific Library and FFTW. A matrix of side s has n = s^2 numbers, so that s^3 is n^1.5. */
#include "judged.h"

#include <fftw3.h>
#include <gsl/gsl_dft_complex.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_fft_complex.h>
#include <gsl/gsl_fft_halfcomplex.h>
#include <gsl/gsl_fft_real.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_histogram.h>
#include <gsl/gsl_interp.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_permutation.h>
#include <gsl/gsl_poly.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <gsl/gsl_wavelet.h>

static gsl_matrix *matrix(int side)
{
	gsl_matrix *made = gsl_matrix_alloc((size_t)side, (size_t)side);
	for (int i = 0; i < side; i++)
		for (int j = 0; j <= i; j++) {
			double value =
				(double)(judged_random() % 1000) / 1000 + (i == j ? side : 0);
			gsl_matrix_set(made, (size_t)i, (size_t)j, value);
			gsl_matrix_set(made, (size_t)j, (size_t)i, value);
		}
	return made;
}

static gsl_vector *vector(int n)
{
	gsl_vector *made = gsl_vector_alloc((size_t)n);
	for (int i = 0; i < n; i++)
		gsl_vector_set(made, (size_t)i, (double)(judged_random() % 1000) / 1000 + 1);
	return made;
}

/* truth: decompose_lu | n^1.5 | s^3 */
ROUTINE void decompose_lu(gsl_matrix *a, gsl_permutation *p)
{
	int sign;
	gsl_linalg_LU_decomp(a, p, &sign);
	judged_sink += (uint64_t)sign;
}

/* truth: solve_lu | n | two triangles, s^2 */
ROUTINE void solve_lu(const gsl_matrix *lu, const gsl_permutation *p, const gsl_vector *b,
		      gsl_vector *x)
{
	gsl_linalg_LU_solve(lu, p, b, x);
	judged_sink += (uint64_t)gsl_vector_get(x, 0);
}

/* truth: invert | n^1.5 | s^3 */
ROUTINE void invert(const gsl_matrix *lu, const gsl_permutation *p, gsl_matrix *to)
{
	gsl_linalg_LU_invert(lu, p, to);
	judged_sink += (uint64_t)gsl_matrix_get(to, 0, 0);
}

/* truth: decompose_cholesky | n^1.5 | s^3 */
ROUTINE void decompose_cholesky(gsl_matrix *a)
{
	gsl_linalg_cholesky_decomp1(a);
	judged_sink += (uint64_t)gsl_matrix_get(a, 0, 0);
}

/* truth: decompose_qr | n^1.5 | s^3 */
ROUTINE void decompose_qr(gsl_matrix *a, gsl_vector *tau)
{
	gsl_linalg_QR_decomp(a, tau);
	judged_sink += (uint64_t)gsl_vector_get(tau, 0);
}

/* truth: singular_values | n^1.5 | s^3 with a few sweeps a value */
ROUTINE void singular_values(gsl_matrix *a, gsl_matrix *v, gsl_vector *s, gsl_vector *work)
{
	gsl_linalg_SV_decomp(a, v, s, work);
	judged_sink += (uint64_t)gsl_vector_get(s, 0);
}

/* truth: eigenvectors | n^1.5 | s^3 with a few sweeps a value */
ROUTINE void eigenvectors(gsl_matrix *a, gsl_vector *values, gsl_matrix *vectors,
			  gsl_eigen_symmv_workspace *work)
{
	gsl_eigen_symmv(a, values, vectors, work);
	judged_sink += (uint64_t)gsl_vector_get(values, 0);
}

/* truth: to_tridiagonal | n^1.5 | s^3 */
ROUTINE void to_tridiagonal(gsl_matrix *a, gsl_vector *tau)
{
	gsl_linalg_symmtd_decomp(a, tau);
	judged_sink += (uint64_t)gsl_vector_get(tau, 0);
}

/* truth: multiply | n^1.5 | s^3 */
/* truth: cblas_dgemm | n^1.5 | s^3 */
ROUTINE void multiply(const gsl_matrix *a, const gsl_matrix *b, gsl_matrix *to)
{
	gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, a, b, 0, to);
	judged_sink += (uint64_t)gsl_matrix_get(to, 0, 0);
}

/* truth: multiply_vector | n | s^2 */
ROUTINE void multiply_vector(const gsl_matrix *a, const gsl_vector *x, gsl_vector *to)
{
	gsl_blas_dgemv(CblasNoTrans, 1, a, x, 0, to);
	judged_sink += (uint64_t)gsl_vector_get(to, 0);
}

/* truth: transpose | n | each number once */
ROUTINE void transpose(gsl_matrix *a)
{
	gsl_matrix_transpose(a);
	judged_sink += (uint64_t)gsl_matrix_get(a, 0, 0);
}

/* truth: solve_tridiagonal | n | each row once */
ROUTINE void solve_tridiagonal(const gsl_vector *d, const gsl_vector *e, const gsl_vector *f,
			       const gsl_vector *b, gsl_vector *x)
{
	gsl_linalg_solve_tridiag(d, e, f, b, x);
	judged_sink += (uint64_t)gsl_vector_get(x, 0);
}

/* truth: sort_numbers | n log n | heap sort */
/* truth: gsl_sort | n log n | heap sort */
ROUTINE void sort_numbers(double *numbers, size_t n)
{
	gsl_sort(numbers, 1, n);
	judged_sink += (uint64_t)numbers[0];
}

/* truth: order_numbers | n log n | heap sort of an index */
ROUTINE void order_numbers(size_t *order, const double *numbers, size_t n)
{
	gsl_sort_index(order, numbers, 1, n);
	judged_sink += order[0];
}

/* truth: five_largest | n | insertion into five */
ROUTINE void five_largest(const double *numbers, size_t n)
{
	double largest[5];
	gsl_sort_largest(largest, 5, numbers, 1, n);
	judged_sink += (uint64_t)largest[0];
}

/* truth: transform_power | n log n | fast Fourier transform of a power of two */
ROUTINE void transform_power(double *numbers, size_t n)
{
	gsl_fft_complex_radix2_forward(numbers, 1, n);
	judged_sink += (uint64_t)numbers[0];
}

/* truth: transform_real | n log n | fast Fourier transform of a power of two */
ROUTINE void transform_real(double *numbers, size_t n)
{
	gsl_fft_real_radix2_transform(numbers, 1, n);
	judged_sink += (uint64_t)numbers[0];
}

/* truth: transform_slowly | n^2 | the definition */
ROUTINE void transform_slowly(const double *numbers, size_t n, double *to)
{
	gsl_dft_complex_forward(numbers, 1, n, to);
	judged_sink += (uint64_t)to[0];
}

/* truth: transform_wavelet | n | half as many at each level */
ROUTINE void transform_wavelet(gsl_wavelet *wavelet, double *numbers, size_t n,
			       gsl_wavelet_workspace *work)
{
	gsl_wavelet_transform_forward(wavelet, numbers, 1, n, work);
	judged_sink += (uint64_t)numbers[0];
}

/* truth: describe | n | mean and deviation, each number a fixed number of times */
ROUTINE void describe(const double *numbers, size_t n)
{
	judged_sink += (uint64_t)(gsl_stats_mean(numbers, 1, n) + gsl_stats_sd(numbers, 1, n));
}

/* truth: fit_line | n | each number a fixed number of times */
ROUTINE void fit_line(const double *x, const double *y, size_t n)
{
	double c0, c1, v0, v1, v2, sum;
	gsl_fit_linear(x, 1, y, 1, n, &c0, &c1, &v0, &v1, &v2, &sum);
	judged_sink += (uint64_t)c0;
}

/* truth: prepare_spline | n | a tridiagonal system */
ROUTINE void prepare_spline(gsl_interp *spline, const double *x, const double *y, size_t n)
{
	gsl_interp_init(spline, x, y, n);
	judged_sink++;
}

/* truth: evaluate_everywhere | n log n | a binary search for each place */
ROUTINE void evaluate_everywhere(const gsl_interp *spline, const double *x, const double *y,
				 const double *at, int n)
{
	for (int i = 0; i < n; i++)
		judged_sink += (uint64_t)gsl_interp_eval(spline, x, y, at[i], NULL);
}

/* truth: count_in_bins | n | 20 bins */
ROUTINE void count_in_bins(gsl_histogram *histogram, const double *numbers, int n)
{
	for (int i = 0; i < n; i++)
		gsl_histogram_increment(histogram, numbers[i]);
	judged_sink++;
}

/* truth: divided_differences | n^2 | a triangle of differences */
ROUTINE void divided_differences(double *to, const double *x, const double *y, size_t n)
{
	gsl_poly_dd_init(to, x, y, n);
	judged_sink += (uint64_t)to[0];
}

/* truth: to_taylor | n^2 | a triangle */
ROUTINE void to_taylor(double *to, const double *differences, const double *x, size_t n,
		       double *work)
{
	gsl_poly_dd_taylor(to, 1.5, differences, x, n, work);
	judged_sink += (uint64_t)to[0];
}

/* truth: evaluate_polynomial | n | Horner's rule */
ROUTINE void evaluate_polynomial(const double *coefficients, int n)
{
	judged_sink += (uint64_t)gsl_poly_eval(coefficients, n, 0.5);
}

/* truth: roots | n^3 | the eigenvalues of a companion matrix of n by n, a few sweeps each */
ROUTINE void roots(const double *coefficients, size_t n, gsl_poly_complex_workspace *work,
		   double *to)
{
	gsl_poly_complex_solve(coefficients, n, work, to);
	judged_sink += (uint64_t)to[0];
}

/* truth: inverse_permutation | n | each once */
ROUTINE void inverse_permutation(gsl_permutation *to, const gsl_permutation *p)
{
	gsl_permutation_inverse(to, p);
	judged_sink += gsl_permutation_get(to, 0);
}

/* truth: transform_fftw | n log n | fast Fourier transform of a power of two */
ROUTINE void transform_fftw(fftw_plan plan)
{
	fftw_execute(plan);
	judged_sink++;
}

/* truth: transform_plane | n log n | fast Fourier transform of rows, then of columns */
ROUTINE void transform_plane(fftw_plan plan)
{
	fftw_execute(plan);
	judged_sink++;
}

/* truth: transform_cosine | n log n | cosine transform of a power of two */
ROUTINE void transform_cosine(fftw_plan plan)
{
	fftw_execute(plan);
	judged_sink++;
}

static void on_matrices(int side)
{
	gsl_matrix *a = matrix(side), *b = matrix(side), *c = matrix(side), *d = matrix(side);
	gsl_vector *x = vector(side), *y = vector(side), *short_vector = vector(side - 1);
	gsl_permutation *p = gsl_permutation_alloc((size_t)side);
	gsl_eigen_symmv_workspace *work = gsl_eigen_symmv_alloc((size_t)side);

	multiply(a, b, c);
	multiply_vector(a, x, y);
	transpose(a);
	gsl_matrix_memcpy(c, a);
	decompose_lu(c, p);
	solve_lu(c, p, x, y);
	invert(c, p, d);
	gsl_matrix_memcpy(c, a);
	decompose_cholesky(c);
	gsl_matrix_memcpy(c, a);
	decompose_qr(c, y);
	gsl_matrix_memcpy(c, a);
	to_tridiagonal(c, short_vector);
	if (side < 40) {
		gsl_matrix_memcpy(c, a);
		singular_values(c, d, x, y);
		gsl_matrix_memcpy(c, a);
		eigenvectors(c, x, d, work);
	}
	gsl_eigen_symmv_free(work);
	gsl_permutation_free(p);
	gsl_vector_free(x);
	gsl_vector_free(y);
	gsl_vector_free(short_vector);
	gsl_matrix_free(a);
	gsl_matrix_free(b);
	gsl_matrix_free(c);
	gsl_matrix_free(d);
}

static void on_powers(int n)
{
	double *numbers = judged_numbers(2 * n);
	gsl_wavelet *wavelet = gsl_wavelet_alloc(gsl_wavelet_daubechies, 4);
	gsl_wavelet_workspace *work = gsl_wavelet_workspace_alloc((size_t)n);
	fftw_complex *in = fftw_alloc_complex((size_t)n), *out = fftw_alloc_complex((size_t)n);
	double *real = fftw_alloc_real((size_t)n);
	fftw_plan plan = fftw_plan_dft_1d(n, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
	fftw_plan cosine = fftw_plan_r2r_1d(n, real, real, FFTW_REDFT10, FFTW_ESTIMATE);

	for (int i = 0; i < n; i++)
		in[i][0] = in[i][1] = real[i] = numbers[i];
	transform_power(numbers, (size_t)n);
	transform_real(numbers, (size_t)n);
	transform_wavelet(wavelet, numbers, (size_t)n, work);
	transform_fftw(plan);
	transform_cosine(cosine);
	fftw_destroy_plan(plan);
	fftw_destroy_plan(cosine);
	fftw_free(in);
	fftw_free(out);
	fftw_free(real);
	gsl_wavelet_workspace_free(work);
	gsl_wavelet_free(wavelet);
	free(numbers);
}

static void on_planes(int side)
{
	fftw_complex *plane = fftw_alloc_complex((size_t)(side * side));
	fftw_plan plan = fftw_plan_dft_2d(side, side, plane, plane, FFTW_FORWARD, FFTW_ESTIMATE);

	for (int i = 0; i < side * side; i++)
		plane[i][0] = plane[i][1] = i % 17;
	transform_plane(plan);
	fftw_destroy_plan(plan);
	fftw_free(plane);
}

int main(void)
{
	FOR_SIZES(side, 4, 64, 18)
	on_matrices(side);
	for (int n = 8; n <= 1 << 14; n *= 2)
		on_powers(n);
	FOR_SIZES(side, 4, 128, 16)
	on_planes(side);
	FOR_SIZES(n, 8, 9000, 24)
	{
		double *x = judged_numbers(n), *y = judged_numbers(n), *at = judged_numbers(n);
		gsl_vector *a = vector(n), *b = vector(n), *c = vector(n - 1), *d = vector(n - 1),
			   *e = vector(n);
		size_t *order = calloc((size_t)n, sizeof(size_t));
		gsl_interp *spline = gsl_interp_alloc(gsl_interp_cspline, (size_t)n);
		gsl_histogram *histogram = gsl_histogram_alloc(20);
		gsl_permutation *p = gsl_permutation_calloc((size_t)n),
				*q = gsl_permutation_calloc((size_t)n);

		gsl_histogram_set_ranges_uniform(histogram, 0, 200);
		describe(x, (size_t)n);
		fit_line(x, y, (size_t)n);
		five_largest(x, (size_t)n);
		count_in_bins(histogram, x, n);
		order_numbers(order, x, (size_t)n);
		sort_numbers(x, (size_t)n);
		evaluate_polynomial(y, n);
		for (int i = 0; i < n; i++) {
			x[i] = i;
			at[i] = fmod(at[i] * 97, n - 1);
		}
		prepare_spline(spline, x, y, (size_t)n);
		evaluate_everywhere(spline, x, y, at, n);
		gsl_vector_add_constant(a, 9);
		solve_tridiagonal(a, c, d, b, e);
		inverse_permutation(q, p);
		gsl_permutation_free(p);
		gsl_permutation_free(q);
		gsl_histogram_free(histogram);
		gsl_interp_free(spline);
		gsl_vector_free(a);
		gsl_vector_free(b);
		gsl_vector_free(c);
		gsl_vector_free(d);
		gsl_vector_free(e);
		free(order);
		free(x);
		free(y);
		free(at);
	}
	FOR_SIZES(n, 6, 700, 22)
	{
		double *x = judged_numbers(2 * n), *y = judged_numbers(n),
		       *to = calloc((size_t)n * 2, sizeof(double));
		double *taylor = calloc((size_t)n, sizeof(double)),
		       *work = calloc((size_t)n, sizeof(double));

		transform_slowly(x, (size_t)n, to);
		for (int i = 0; i < n; i++)
			x[i] = i + x[i] / 1000;
		divided_differences(to, x, y, (size_t)n);
		to_taylor(taylor, to, x, (size_t)n, work);
		if (n < 70) {
			gsl_poly_complex_workspace *space =
				gsl_poly_complex_workspace_alloc((size_t)n);
			roots(y, (size_t)n, space, to);
			gsl_poly_complex_workspace_free(space);
		}
		free(x);
		free(y);
		free(to);
		free(taylor);
		free(work);
	}
	return 0;
}
