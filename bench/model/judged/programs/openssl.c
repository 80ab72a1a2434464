/* SPDX-License-Identifier: GPL-2.0-or-later */
/* openssl.c - numbers, digests, ciphers and containers of OpenSSL's libcrypto. */
#include "judged.h"

#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/lhash.h>
#include <openssl/safestack.h>
#include <openssl/sha.h>

/* truth: digest | n | each block once */
ROUTINE void digest(const char *text, size_t n)
{
	unsigned char sum[64];
	judged_sink += EVP_Digest(text, n, sum, NULL, EVP_sha256(), NULL) == 1;
}

/* truth: encrypt | n | each block once */
ROUTINE void encrypt(EVP_CIPHER_CTX *context, const char *text, int n, char *to)
{
	int size;
	judged_sink += (uint64_t)EVP_EncryptUpdate(context, (unsigned char *)to, &size,
						   (const unsigned char *)text, n);
}

/* truth: encode | n | each byte once */
ROUTINE void encode(const char *text, int n, char *to)
{
	judged_sink +=
		(uint64_t)EVP_EncodeBlock((unsigned char *)to, (const unsigned char *)text, n);
}

/* truth: add_numbers | n | each word once */
ROUTINE void add_numbers(BIGNUM *to, const BIGNUM *a, const BIGNUM *b)
{
	judged_sink += (uint64_t)BN_add(to, a, b);
}

/* truth: print_decimal | n^2 | a division of all that is left for each few digits */
ROUTINE void print_decimal(const BIGNUM *a)
{
	char *text = BN_bn2dec(a);
	judged_sink += (uint64_t)*text;
	OPENSSL_free(text);
}

/* truth: read_decimal | n^2 | a multiplication of all so far for each few digits */
ROUTINE void read_decimal(BIGNUM *to, const char *text)
{
	judged_sink += (uint64_t)BN_dec2bn(&to, text);
}

/* truth: print_hexadecimal | n | each byte once */
ROUTINE void print_hexadecimal(const BIGNUM *a)
{
	char *text = BN_bn2hex(a);
	judged_sink += (uint64_t)*text;
	OPENSSL_free(text);
}

/* truth: divide | n^2 | by a number of half the length, as in school */
ROUTINE void divide(BIGNUM *to, const BIGNUM *a, const BIGNUM *b, BN_CTX *context)
{
	judged_sink += (uint64_t)BN_div(to, NULL, a, b, context);
}

/* truth: remainder_of_word | n | each word once */
ROUTINE void remainder_of_word(const BIGNUM *a)
{
	judged_sink += BN_mod_word(a, 1000003);
}

/* truth: power | n^3 | a multiplication of n^2 for each bit of an exponent of n words */
ROUTINE void power(BIGNUM *to, const BIGNUM *a, const BIGNUM *exponent, const BIGNUM *modulus,
		   BN_CTX *context)
{
	judged_sink += (uint64_t)BN_mod_exp(to, a, exponent, modulus, context);
}

static int compare(const OPENSSL_STRING *left, const OPENSSL_STRING *right)
{
	return strcmp(*left, *right);
}

/* truth: push_all | n | doubled room */
ROUTINE STACK_OF(OPENSSL_STRING) * push_all(char *const *words, int n)
{
	STACK_OF(OPENSSL_STRING) *stack = sk_OPENSSL_STRING_new(compare);
	for (int i = 0; i < n; i++)
		sk_OPENSSL_STRING_push(stack, words[i]);
	return stack;
}

/* truth: sort_stack | n log n | qsort */
ROUTINE void sort_stack(STACK_OF(OPENSSL_STRING) * stack)
{
	sk_OPENSSL_STRING_sort(stack);
	judged_sink++;
}

/* truth: push_front | n^2 | moves all the others */
ROUTINE STACK_OF(OPENSSL_STRING) * push_front(char *const *words, int n)
{
	STACK_OF(OPENSSL_STRING) *stack = sk_OPENSSL_STRING_new(compare);
	for (int i = 0; i < n; i++)
		sk_OPENSSL_STRING_unshift(stack, words[i]);
	return stack;
}

/* truth: take_front | n^2 | moves all the others */
ROUTINE void take_front(STACK_OF(OPENSSL_STRING) * stack)
{
	while (sk_OPENSSL_STRING_num(stack) > 0)
		judged_sink += sk_OPENSSL_STRING_shift(stack) != NULL;
}

/* truth: fill_hash | n | a hash table that grows by a bucket at a time */
ROUTINE void fill_hash(char *const *words, int n)
{
	OPENSSL_LHASH *hash = OPENSSL_LH_new((OPENSSL_LH_HASHFUNC)OPENSSL_LH_strhash,
					     (OPENSSL_LH_COMPFUNC)strcmp);
	for (int i = 0; i < n; i++)
		OPENSSL_LH_insert(hash, words[i]);
	judged_sink += OPENSSL_LH_num_items(hash);
	OPENSSL_LH_free(hash);
}

static BIGNUM *number(int words)
{
	BIGNUM *made = BN_new();
	unsigned char *bytes = malloc((size_t)words * 8);

	for (int i = 0; i < words * 8; i++)
		bytes[i] = (unsigned char)(judged_random() | 1);
	BN_bin2bn(bytes, words * 8, made);
	free(bytes);
	return made;
}

int main(void)
{
	unsigned char key[16] = "0123456789abcde";
	EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
	BN_CTX *context = BN_CTX_new();

	EVP_EncryptInit_ex(cipher, EVP_aes_128_ctr(), NULL, key, key);
	FOR_SIZES(n, 16, 12000, 23)
	{
		char *text = judged_text(n), *to = malloc((size_t)n * 2 + 32);
		char **words = calloc((size_t)n, sizeof(char *));
		BIGNUM *a = number(n), *b = number(n), *c = BN_new();

		for (int i = 0; i < n; i++)
			words[i] = judged_text(9);
		digest(text, (size_t)n);
		encrypt(cipher, text, n, to);
		encode(text, n, to);
		if (n < 4000) {
			add_numbers(c, a, b);
			print_hexadecimal(a);
			remainder_of_word(a);
		}
		STACK_OF(OPENSSL_STRING) *stack = push_all(words, n);
		sort_stack(stack);
		sk_OPENSSL_STRING_free(stack);
		fill_hash(words, n);
		for (int i = 0; i < n; i++)
			free(words[i]);
		BN_free(a);
		BN_free(b);
		BN_free(c);
		free(words);
		free(to);
		free(text);
	}
	FOR_SIZES(n, 6, 600, 22)
	{
		BIGNUM *a = number(n), *b = number(n / 2), *c = BN_new();
		char *digits = judged_letters(19 * n, '7'),
		     **words = calloc((size_t)n * 2, sizeof(char *));

		for (int i = 0; i < n * 2; i++)
			words[i] = digits;
		print_decimal(a);
		read_decimal(c, digits);
		divide(c, a, b, context);
		if (n < 45) {
			BIGNUM *d = number(n), *e = number(n);
			power(c, a, d, e, context);
			BN_free(d);
			BN_free(e);
		}
		STACK_OF(OPENSSL_STRING) *stack = push_front(words, n * 2);
		take_front(stack);
		sk_OPENSSL_STRING_free(stack);
		BN_free(a);
		BN_free(b);
		BN_free(c);
		free(words);
		free(digits);
	}
	return 0;
}
