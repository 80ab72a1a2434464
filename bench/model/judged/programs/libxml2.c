/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libxml2.c - parsing, trees and XPath. */
#include "judged.h"

#include <libxml/HTMLparser.h>
#include <libxml/hash.h>
#include <libxml/list.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlregexp.h>
#include <libxml/xpath.h>

/* truth: parse_elements | n | elements side by side, each byte once */
ROUTINE xmlDocPtr parse_elements(const char *text, int length)
{
	xmlDocPtr document = xmlReadMemory(text, length, "x", NULL, XML_PARSE_HUGE);
	judged_sink += document != NULL;
	return document;
}

/* truth: parse_events | n | each byte once, no tree */
ROUTINE void parse_events(const char *text, int length)
{
	xmlSAXHandler nothing = {0};
	judged_sink += (uint64_t)xmlSAXUserParseMemory(&nothing, NULL, text, length);
}

/* truth: parse_attributes | n^2 | each attribute of an element is compared with those before it */
ROUTINE xmlDocPtr parse_attributes(const char *text, int length)
{
	xmlDocPtr document = xmlReadMemory(text, length, "x", NULL, XML_PARSE_HUGE);
	judged_sink += document != NULL;
	return document;
}

/* truth: parse_html | n | elements side by side */
ROUTINE void parse_html(const char *text, int length)
{
	htmlDocPtr document = htmlReadMemory(text, length, "x", NULL, HTML_PARSE_NOERROR);
	judged_sink += document != NULL;
	xmlFreeDoc(document);
}

/* truth: get_each_attribute | n^2 | xmlGetProp looks through the list for each */
ROUTINE void get_each_attribute(xmlNodePtr node, int n)
{
	char name[16];
	for (int i = 0; i < n; i++) {
		sprintf(name, "a%d", i);
		xmlChar *value = xmlGetProp(node, BAD_CAST name);
		judged_sink += value != NULL;
		xmlFree(value);
	}
}

/* truth: xmlHasProp | n | looks through the list */
/* truth: miss_attribute | n | looks through the list */
ROUTINE void miss_attribute(xmlNodePtr node)
{
	judged_sink += xmlHasProp(node, BAD_CAST "none") != NULL;
}

/* truth: dump | n | each node once */
ROUTINE void dump(xmlDocPtr document)
{
	xmlChar *text;
	int size;
	xmlDocDumpMemory(document, &text, &size);
	judged_sink += (uint64_t)size;
	xmlFree(text);
}

/* truth: copy_document | n | each node once */
ROUTINE void copy_document(xmlDocPtr document)
{
	xmlDocPtr copy = xmlCopyDoc(document, 1);
	judged_sink += copy != NULL;
	xmlFreeDoc(copy);
}

/* truth: free_document | n | each node once */
ROUTINE void free_document(xmlDocPtr document)
{
	xmlFreeDoc(document);
	judged_sink++;
}

/* truth: get_content | n | each node once, into a buffer that doubles */
ROUTINE void get_content(xmlDocPtr document)
{
	xmlChar *text = xmlNodeGetContent((xmlNodePtr)document);
	judged_sink += text != NULL;
	xmlFree(text);
}

/* truth: xmlChildElementCount | n | each child once */
/* truth: count_children | n | each child once */
ROUTINE void count_children(xmlDocPtr document)
{
	judged_sink += xmlChildElementCount(xmlDocGetRootElement(document));
}

/* truth: add_children | n | the parent knows its last child */
ROUTINE void add_children(const int *values, int n)
{
	xmlNodePtr root = xmlNewNode(NULL, BAD_CAST "root");
	for (int i = 0; i < n; i++)
		xmlAddChild(root,
			    xmlNewNode(NULL, values[i] & 1 ? BAD_CAST "odd" : BAD_CAST "even"));
	judged_sink++;
	xmlFreeNode(root);
}

/* truth: paths_of_all | n^2 | xmlGetNodePath counts the siblings of each */
/* truth: xmlGetNodePath | n | counts the siblings */
ROUTINE void paths_of_all(xmlDocPtr document)
{
	for (xmlNodePtr node = xmlDocGetRootElement(document)->children; node; node = node->next) {
		xmlChar *path = xmlGetNodePath(node);
		judged_sink += path != NULL;
		xmlFree(path);
	}
}

static void evaluate(xmlDocPtr document, const char *path)
{
	xmlXPathContextPtr context = xmlXPathNewContext(document);
	xmlXPathObjectPtr object = xmlXPathEvalExpression(BAD_CAST path, context);
	judged_sink += object != NULL;
	xmlXPathFreeObject(object);
	xmlXPathFreeContext(context);
}

/* truth: select_all | n | each node once */
ROUTINE void select_all(xmlDocPtr document)
{
	evaluate(document, "/all/item");
	judged_sink++;
}

/* truth: count_odd | n | each node and its attribute once */
ROUTINE void count_odd(xmlDocPtr document)
{
	evaluate(document, "count(/all/item[@key mod 2 = 1])");
	judged_sink++;
}

/* truth: number_by_siblings | n^2 | the siblings before each are counted */
ROUTINE void number_by_siblings(xmlDocPtr document)
{
	evaluate(document, "/all/item[count(preceding-sibling::item) mod 2 = 1]");
	judged_sink++;
}

/* truth: unite | n^2 | each of the second set is looked for in the first */
ROUTINE void unite(xmlDocPtr document)
{
	evaluate(document, "/all/item[@key mod 2 = 1] | /all/item[@key mod 2 = 0]");
	judged_sink++;
}

/* truth: join_on_key | n^2 | each node is compared with all */
ROUTINE void join_on_key(xmlDocPtr document)
{
	evaluate(document, "count(/all/item[count(/all/item[@key = 3]) > 5])");
	judged_sink++;
}

/* truth: append_strings | n^2 | xmlStrcat takes the length of all so far */
ROUTINE void append_strings(xmlChar **words, int n)
{
	xmlChar *text = xmlStrdup(BAD_CAST "");
	for (int i = 0; i < n; i++)
		text = xmlStrcat(text, words[i]);
	judged_sink += *text;
	xmlFree(text);
}

/* truth: append_buffer | n | doubled room */
ROUTINE void append_buffer(xmlChar **words, int n)
{
	xmlBufferPtr buffer = xmlBufferCreate();
	xmlBufferSetAllocationScheme(buffer, XML_BUFFER_ALLOC_DOUBLEIT);
	for (int i = 0; i < n; i++)
		xmlBufferCat(buffer, words[i]);
	judged_sink += (uint64_t)xmlBufferLength(buffer);
	xmlBufferFree(buffer);
}

/* truth: fill_hash | n | a hash table that grows */
ROUTINE void fill_hash(xmlChar **words, int n)
{
	xmlHashTablePtr table = xmlHashCreate(0);
	for (int i = 0; i < n; i++)
		xmlHashAddEntry(table, words[i], words[i]);
	judged_sink += (uint64_t)xmlHashSize(table);
	xmlHashFree(table, NULL);
}

/* truth: fill_dictionary | n | a dictionary that grows */
ROUTINE void fill_dictionary(xmlChar **words, int n)
{
	xmlDictPtr dictionary = xmlDictCreate();
	for (int i = 0; i < n; i++)
		judged_sink += xmlDictLookup(dictionary, words[i], -1) != NULL;
	xmlDictFree(dictionary);
}

/* truth: match_expression | n | an automaton */
ROUTINE void match_expression(xmlRegexpPtr expression, const char *text)
{
	judged_sink += (uint64_t)xmlRegexpExec(expression, BAD_CAST text);
}

/* truth: xmlUTF8Strlen | n | each byte once */
/* truth: letters | n | each byte once */
ROUTINE void letters(const char *text)
{
	judged_sink += (uint64_t)xmlUTF8Strlen(BAD_CAST text);
}

static char *elements(int n)
{
	char *text = malloc((size_t)n * 40 + 20), *end = text + sprintf(text, "<all>");
	for (int i = 0; i < n; i++)
		end += sprintf(end, "<item key=\"%d\">text</item>", i);
	sprintf(end, "</all>");
	return text;
}

static char *attributes(int n)
{
	char *text = malloc((size_t)n * 20 + 20), *end = text + sprintf(text, "<all ");
	for (int i = 0; i < n; i++)
		end += sprintf(end, "a%d=\"1\" ", i);
	sprintf(end, "/>");
	return text;
}

int main(void)
{
	xmlRegexpPtr expression = xmlRegexpCompile(BAD_CAST "[a-z ]*");

	FOR_SIZES(n, 8, 2500, 22)
	{
		char *text = elements(n), *plain = judged_text(n);
		int *values = judged_values(n);
		xmlChar **words = calloc((size_t)n, sizeof(xmlChar *));

		for (int i = 0; i < n; i++)
			words[i] = BAD_CAST judged_text(8);
		xmlDocPtr document = parse_elements(text, (int)strlen(text));
		parse_events(text, (int)strlen(text));
		parse_html(text, (int)strlen(text));
		dump(document);
		copy_document(document);
		get_content(document);
		count_children(document);
		select_all(document);
		count_odd(document);
		free_document(document);
		add_children(values, n);
		append_buffer(words, n);
		fill_hash(words, n);
		fill_dictionary(words, n);
		match_expression(expression, plain);
		letters(plain);
		for (int i = 0; i < n; i++)
			free(words[i]);
		free(words);
		free(values);
		free(plain);
		free(text);
	}
	FOR_SIZES(n, 8, 900, 20)
	{
		char *text = attributes(n), *items = elements(n);
		xmlChar **words = calloc((size_t)n, sizeof(xmlChar *));

		for (int i = 0; i < n; i++)
			words[i] = BAD_CAST judged_text(8);
		xmlDocPtr document = parse_attributes(text, (int)strlen(text));
		get_each_attribute(xmlDocGetRootElement(document), n);
		miss_attribute(xmlDocGetRootElement(document));
		xmlFreeDoc(document);
		document = xmlReadMemory(items, (int)strlen(items), "x", NULL, 0);
		paths_of_all(document);
		number_by_siblings(document);
		unite(document);
		if (n < 300)
			join_on_key(document);
		xmlFreeDoc(document);
		append_strings(words, n);
	}
	return 0;
}
