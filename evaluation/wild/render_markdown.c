/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * render_markdown.c - turns a file of Markdown into HTML as cmark does.
 *
 * Linked with the archive of libcmark in its development package, which has the names of static routines;
 * cmark itself has lost them.
 */
#include <cmark.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words)
{
	FILE *file = count == 2 ? fopen(words[1], "r") : NULL;
	cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
	char buffer[4096];
	size_t bytes;

	if (!file)
		return 1;
	while ((bytes = fread(buffer, 1, sizeof(buffer), file)) > 0)
		cmark_parser_feed(parser, buffer, bytes);
	fclose(file);

	cmark_node *document = cmark_parser_finish(parser);
	char *html = cmark_render_html(document, CMARK_OPT_DEFAULT);

	fputs(html, stdout);
	free(html);
	cmark_node_free(document);
	cmark_parser_free(parser);
	return 0;
}
