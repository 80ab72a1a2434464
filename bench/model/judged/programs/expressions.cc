/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expressions.cc - regular expressions: PCRE2, which backtracks, and RE2, which does not; Expat and libyaml. */
#include "judged.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <expat.h>
#include <re2/re2.h>
#include <yaml.h>

static void match(const pcre2_code *code, const char *text)
{
	pcre2_match_data *data = pcre2_match_data_create(8, NULL);
	judged_sink += (uint64_t)pcre2_match(code, (PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, 0, 0,
					     data, NULL);
	pcre2_match_data_free(data);
}

/* truth: find_digits | n | each letter once */
ROUTINE void find_digits(const pcre2_code *code, const char *text)
{
	match(code, text);
	judged_sink++;
}

/* truth: run_ahead | n^2 | runs to the end from each letter */
ROUTINE void run_ahead(const pcre2_code *code, const char *text)
{
	match(code, text);
	judged_sink++;
}

/* truth: two_stars | n^2 | each place between two greedy parts, from the first letter */
ROUTINE void two_stars(const pcre2_code *code, const char *text)
{
	match(code, text);
	judged_sink++;
}

/* truth: three_stars | n^3 | each two places between three greedy parts, from the first letter */
ROUTINE void three_stars(const pcre2_code *code, const char *text)
{
	match(code, text);
	judged_sink++;
}

/* truth: replace_blanks | n | each letter once */
ROUTINE void replace_blanks(const pcre2_code *code, const char *text, char *to, size_t room)
{
	judged_sink += (uint64_t)pcre2_substitute(code, (PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, 0,
						  PCRE2_SUBSTITUTE_GLOBAL, NULL, NULL,
						  (PCRE2_SPTR) "--", 2, (PCRE2_UCHAR *)to, &room);
}

/* truth: compile_long | n | each letter once */
ROUTINE void compile_long(const char *text)
{
	int error;
	size_t place;
	pcre2_code *code =
		pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, 0, &error, &place, NULL);
	judged_sink += code != NULL;
	pcre2_code_free(code);
}

/* truth: automaton | n | each letter once for a few states */
ROUTINE void automaton(const pcre2_code *code, const char *text, pcre2_match_data *data)
{
	int room[200];
	judged_sink += (uint64_t)pcre2_dfa_match(code, (PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, 0,
						 0, data, NULL, room, 200);
}

/* truth: search_re2 | n | each letter once */
ROUTINE void search_re2(const re2::RE2 &expression, const std::string &text)
{
	judged_sink += re2::RE2::PartialMatch(text, expression);
}

/* truth: stars_re2 | n | an automaton, where one that backtracks needs n^2 */
ROUTINE void stars_re2(const re2::RE2 &expression, const std::string &text)
{
	judged_sink += re2::RE2::PartialMatch(text, expression);
}

/* truth: replace_re2 | n | each letter a fixed number of times */
ROUTINE void replace_re2(const re2::RE2 &expression, std::string &text)
{
	judged_sink += (uint64_t)re2::RE2::GlobalReplace(&text, expression, "--");
}

static void on_text(void *data, const XML_Char *text, int length)
{
	(void)data;
	judged_sink += (uint64_t)text[0] + (uint64_t)length;
}

/* truth: parse_xml | n | each byte once, elements side by side */
ROUTINE void parse_xml(const char *text)
{
	XML_Parser parser = XML_ParserCreate(NULL);
	XML_SetCharacterDataHandler(parser, on_text);
	judged_sink += (uint64_t)XML_Parse(parser, text, (int)strlen(text), 1);
	XML_ParserFree(parser);
}

/* truth: parse_attributes | n | a hash table finds attributes of one name */
ROUTINE void parse_attributes(const char *text)
{
	XML_Parser parser = XML_ParserCreate(NULL);
	judged_sink += (uint64_t)XML_Parse(parser, text, (int)strlen(text), 1);
	XML_ParserFree(parser);
}

/* truth: load_yaml | n | each byte once */
ROUTINE void load_yaml(const char *text)
{
	yaml_parser_t parser;
	yaml_document_t document;
	yaml_parser_initialize(&parser);
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
	judged_sink += (uint64_t)yaml_parser_load(&parser, &document);
	yaml_document_delete(&document);
	yaml_parser_delete(&parser);
}

/* truth: load_anchors | n^2 | each anchor is compared with those before it */
ROUTINE void load_anchors(const char *text)
{
	yaml_parser_t parser;
	yaml_document_t document;
	yaml_parser_initialize(&parser);
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
	judged_sink += (uint64_t)yaml_parser_load(&parser, &document);
	yaml_document_delete(&document);
	yaml_parser_delete(&parser);
}

static pcre2_code *compile(const char *text, uint32_t options)
{
	int error;
	size_t place;
	return pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, options, &error, &place,
			     NULL);
}

static std::string repeat(int n, const char *before, const char *format, const char *after)
{
	std::string made = before;
	char piece[80];
	for (int i = 0; i < n; i++) {
		snprintf(piece, sizeof(piece), format, i, i);
		made += piece;
	}
	return made + after;
}

int main()
{
	uint32_t plain = PCRE2_NO_START_OPTIMIZE | PCRE2_NO_AUTO_POSSESS;
	pcre2_code *digits = compile("[0-9]+x", 0), *ahead = compile("b+!", plain),
		   *blank = compile(" ", 0);
	pcre2_code *two = compile("^b*b*!", plain), *three = compile("^b*b*b*!", plain);
	re2::RE2 expression("[0-9]+x"), stars("b*b*!"), blanks(" ");
	pcre2_match_data *data = pcre2_match_data_create(8, NULL);

	FOR_SIZES(n, 16, 12000, 24)
	{
		char *text = judged_text(n), *same = judged_letters(n, 'b'),
		     *room = (char *)malloc((size_t)n * 2 + 10);
		std::string string = text,
			    xml = repeat(n / 8, "<all>", "<item key='%d'>text</item>", "</all>");
		std::string yaml = repeat(n / 8, "", "- {key: %d, value: [a, b, 'c']}\n", "");

		find_digits(digits, text);
		replace_blanks(blank, text, room, (size_t)n * 2 + 8);
		compile_long(text);
		automaton(digits, text, data);
		search_re2(expression, string);
		stars_re2(stars, same);
		replace_re2(blanks, string);
		parse_xml(xml.c_str());
		load_yaml(yaml.c_str());
		free(room);
		free(same);
		free(text);
	}
	FOR_SIZES(n, 16, 2500, 22)
	{
		char *same = judged_letters(n, 'b');
		std::string anchors = repeat(n / 2, "", "- &a%d x\n", "");
		std::string attributes = repeat(n, "<all ", "a%d='1' ", "/>");

		run_ahead(ahead, same);
		two_stars(two, same);
		load_anchors(anchors.c_str());
		parse_attributes(attributes.c_str());
		if (n < 300)
			three_stars(three, same);
		free(same);
	}
	return 0;
}
