/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * json.h - values of JSON and text of XML on a stream, valid whatever they are given.
 */
#ifndef LANDAU_CLI_JSON_H
#define LANDAU_CLI_JSON_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The length of the UTF-8 sequence at `at`; 0 where there is none. */
size_t landau_utf8_length(const unsigned char *at);

/* In quotes; bytes that are not UTF-8 become U+FFFD each. */
void landau_json_string(FILE *stream, const char *string);

/* The members "name", "object" and "file" of a routine, with commas between them. */
void landau_json_place(FILE *stream, const char *name, const char *object, const char *file);

/* A whole number of any size, in plain digits. */
void landau_json_number(FILE *stream, uint64_t number);

/* The shortest number that reads back as the same; null where it is not finite. */
void landau_json_real(FILE *stream, double number);

/* Between tags or in quotes: control characters and bytes that are not UTF-8 become '?'. */
void landau_xml_text(FILE *stream, const char *text);

#endif
