/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * search.c - looks for a phrase in a text by comparing it anew at each place.
 *
 * With a phrase that grows with the text and nearly matches everywhere this is quadratic; wcsstr of glibc did it so for
 * decades. memmem of the same library is linear; it knows of bytes only, so a match that begins inside of a character
 * is not one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "sizes.h"

ROUTINE static const wchar_t *find_phrase(const wchar_t *text, const wchar_t *phrase)
{
#ifdef FIXED
	const char *place = (const char *)text;
	size_t left = wcslen(text) * sizeof(wchar_t), length = wcslen(phrase) * sizeof(wchar_t);

	for (;;) {
		const char *found = memmem(place, left, phrase, length);

		if (!found || (size_t)(found - (const char *)text) % sizeof(wchar_t) == 0)
			return (const wchar_t *)found;
		left -= (size_t)(found + 1 - place);
		place = found + 1;
	}
#else
	for (; *text; text++) {
		size_t same = 0;

		while (phrase[same] && text[same] == phrase[same])
			same++;
		if (!phrase[same])
			return text;
	}
	return NULL;
#endif
}

int main(void)
{
	size_t found = 0;

	FOR_EACH_SIZE(n, 60, 2000)
	{
		wchar_t *text = malloc((n + 1) * sizeof(*text));
		wchar_t *phrase = malloc((n / 2 + 2) * sizeof(*phrase));

		if (!text || !phrase)
			return 1;
		wmemset(text, L'a', n);
		text[n] = L'\0';
		wmemset(phrase, L'a', n / 2);
		wcscpy(phrase + n / 2, L"b");
		found += find_phrase(text, phrase) != NULL;
		free(text);
		free(phrase);
	}
	printf("%zu\n", found);
	return 0;
}
