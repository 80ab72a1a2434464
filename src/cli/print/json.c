/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json.c - values of JSON on a stream; see json.h. */
#include "cli/print/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* By the table of RFC 3629. */
size_t landau_utf8_length(const unsigned char *at)
{
	unsigned char low = 0x80;
	unsigned char high = 0xbf;
	size_t length;

	if (at[0] < 0x80)
		return 1;
	if (at[0] >= 0xc2 && at[0] <= 0xdf)
		length = 2;
	else if (at[0] >= 0xe0 && at[0] <= 0xef)
		length = 3;
	else if (at[0] >= 0xf0 && at[0] <= 0xf4)
		length = 4;
	else
		return 0;
	if (at[0] == 0xe0)
		low = 0xa0; /* shorter forms exist */
	else if (at[0] == 0xed)
		high = 0x9f; /* surrogates */
	else if (at[0] == 0xf0)
		low = 0x90; /* shorter forms exist */
	else if (at[0] == 0xf4)
		high = 0x8f; /* beyond Unicode */
	if (at[1] < low || at[1] > high)
		return 0;
	for (size_t i = 2; i < length; i++)
		if (at[i] < 0x80 || at[i] > 0xbf)
			return 0;
	return length;
}

void landau_json_string(FILE *stream, const char *string)
{
	const unsigned char *at = (const unsigned char *)string;

	putc('"', stream);
	while (*at) {
		size_t length = landau_utf8_length(at);

		if (length == 0)
			fputs("\xef\xbf\xbd", stream);
		else if (*at == '"' || *at == '\\')
			fprintf(stream, "\\%c", *at);
		else if (*at < 0x20 || *at == 0x7f)
			fprintf(stream, "\\u%04x", *at);
		else if (*at == 0xc2 && at[1] < 0xa0) /* a control character too */
			fprintf(stream, "\\u%04x", at[1]);
		else
			fwrite(at, 1, length, stream);
		at += length ? length : 1;
	}
	putc('"', stream);
}

/* By hand, since a large profile has a hundred million numbers. */
void landau_json_place(FILE *stream, const char *name, const char *object, const char *file)
{
	fputs("\"name\": ", stream);
	landau_json_string(stream, name);
	fputs(", \"object\": ", stream);
	landau_json_string(stream, object);
	fputs(", \"file\": ", stream);
	landau_json_string(stream, file);
}

void landau_json_number(FILE *stream, uint64_t number)
{
	char digits[20];
	size_t first = sizeof(digits);

	do {
		digits[--first] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	fwrite(digits + first, 1, sizeof(digits) - first, stream);
}

void landau_json_real(FILE *stream, double number)
{
	char text[40];
	char *comma;

	if (!isfinite(number)) {
		fputs("null", stream);
		return;
	}
	for (int precision = 15; precision <= 17; precision++) {
		snprintf(text, sizeof(text), "%.*g", precision, number);
		if (strtod(text, NULL) == number)
			break;
	}
	comma = strchr(text, ','); /* of the locale, if one is set */
	if (comma)
		*comma = '.';
	fputs(text, stream);
	if (!strpbrk(text, ".e"))
		fputs(".0", stream);
}

void landau_xml_text(FILE *stream, const char *text)
{
	const unsigned char *at = (const unsigned char *)text;

	while (*at) {
		size_t length = landau_utf8_length(at);

		if (length == 0 || *at < ' ' || *at == 0x7f || (*at == 0xc2 && at[1] < 0xa0))
			fputc('?', stream);
		else if (*at == '<' || *at == '>' || *at == '&' || *at == '"')
			fprintf(stream, "&#%d;", *at);
		else
			fwrite(at, 1, length, stream);
		at += length ? length : 1;
	}
}
