/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * html.c - landau html: one self-contained page of a profile, or of two to compare.
 *
 * The page is a template that is part of the program. Each profile goes into it as a data block,
 * compressed and in base64, so that no byte of a profile is ever read as HTML.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "cli/analysis/load.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/page/data.h"
#include "cli/page/template.h"
#include "profile/replace.h"

enum { MOST_PROFILES = 2, MOST_DIRECTORIES = 16 };

struct options {
	const char *output;
	const char *inputs[MOST_PROFILES];
	int input_count;
	const char *by;
	const char *directories[MOST_DIRECTORIES];
	size_t directory_count;
	bool without_source;
};

static void print_help(void)
{
	puts("usage: landau html [-o OUT.html] [FILE]");
	puts("       landau html [-o OUT.html] OLD NEW\n");
	puts("Writes one page that shows the profile FILE (landau.data by default, - for standard");
	puts("input), or compares two. It needs no server and no network: open it, or send it.\n");
	puts("  -o, --output=OUT  the page to write, landau.html by default, - for standard "
	     "output");
	puts("      --by=COST     show another of its costs first, or compare by it");
	puts("  -s, --source=DIR  look for source files in DIR as well; may be given several "
	     "times");
	puts("      --no-source   leave out the source lines of the routines");
	puts("  -h, --help        this text");
}

static int add_directory(const struct landau_option *option, const char *argument)
{
	struct options *options = option->context;

	if (options->directory_count == MOST_DIRECTORIES)
		return landau_complain("html: --source can be given %d times at most",
				       MOST_DIRECTORIES);
	options->directories[options->directory_count++] = argument;
	return LANDAU_FINE;
}

static int read_options(int argc, char **argv, struct options *options)
{
	const struct landau_option rows[] = {
		{"output", 'o', .text = &options->output},
		{"by", .text = &options->by},
		{"source", 's', .set = add_directory, .context = options},
		{"no-source", .flag = &options->without_source},
		{0},
	};
	int status;

	*options = (struct options){.output = "landau.html"};
	status = landau_read_options(argc, argv, &(struct landau_options){rows, print_help, false});
	if (status != LANDAU_GO_ON)
		return status;
	if (argc - optind > MOST_PROFILES)
		return landau_complain("html: a page shows one profile or compares two, not %d; "
				       "'landau merge' makes one profile of many runs",
				       argc - optind);
	while (optind < argc)
		options->inputs[options->input_count++] = argv[optind++];
	if (options->input_count == 0)
		options->inputs[options->input_count++] = "landau.data";
	if (options->input_count == 2 && strcmp(options->inputs[0], "-") == 0 &&
	    strcmp(options->inputs[1], "-") == 0)
		return landau_complain("html: only one of two profiles can be standard input");
	return LANDAU_GO_ON;
}

/* -- Packing ----------------------------------------------------------------------------------- */

static bool put_base64(struct landau_bytes *out, const unsigned char *data, size_t count)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < count; i += 3) {
		size_t left = count - i;
		unsigned value = (unsigned)data[i] << 16;
		char text[4];

		if (left > 1)
			value |= (unsigned)data[i + 1] << 8;
		if (left > 2)
			value |= data[i + 2];
		text[0] = digits[value >> 18];
		text[1] = digits[value >> 12 & 63];
		text[2] = left > 1 ? digits[value >> 6 & 63] : '=';
		text[3] = left > 2 ? digits[value & 63] : '=';
		landau_bytes_put(out, text, sizeof(text));
	}
	return !out->failed;
}

/* Appends a profile as an element of the page; `cost`: of a further cost, or NULL. False: no memory. */
static bool put_profile(struct landau_bytes *out, const struct landau_profile *profile,
			const struct landau_page_options *options, const char *cost)
{
	static const char start[] = "<script type=\"application/x-landau\"";
	static const char of_cost[] = " data-cost=\"";
	static const char end[] = "</script>\n";
	struct landau_bytes raw = {0};
	unsigned char *packed = NULL;
	uLongf length = 0;
	bool fine = landau_page_data(profile, options, &raw);

	if (fine) {
		length = compressBound(raw.count);
		packed = malloc(length);
		fine = packed && compress2(packed, &length, raw.data, raw.count,
					   Z_DEFAULT_COMPRESSION) == Z_OK;
	}
	landau_bytes_free(&raw);
	if (fine) {
		landau_bytes_put(out, start, sizeof(start) - 1);
		if (cost) {
			landau_bytes_put(out, of_cost, sizeof(of_cost) - 1);
			landau_bytes_put(out, cost, strlen(cost));
			landau_bytes_put(out, "\"", 1);
		}
		landau_bytes_put(out, ">", 1);
		fine = put_base64(out, packed, length);
		landau_bytes_put(out, end, sizeof(end) - 1);
	}
	free(packed);
	return fine && !out->failed;
}

/* -- The command ------------------------------------------------------------------------------- */

static int write_page(const char *path, const struct landau_bytes *data)
{
	struct landau_replacement replacement;
	struct landau_error error = {.file = path};

	if (!landau_replace_open(&replacement, path, &error))
		return landau_complain_error(&error);
	if (!landau_write_all(replacement.descriptor, landau_page_head, landau_page_head_size) ||
	    !landau_write_all(replacement.descriptor, data->data, data->count) ||
	    !landau_write_all(replacement.descriptor, landau_page_tail, landau_page_tail_size)) {
		int status = landau_complain("%s: cannot be written: %s", path, strerror(errno));

		landau_replace_discard(&replacement);
		return status;
	}
	return landau_replace_commit(&replacement, &error) ? LANDAU_FINE
							   : landau_complain_error(&error);
}

static int check_comparable(const struct options *options, struct landau_profile *const *profiles)
{
	const struct landau_profile *before = profiles[0];
	const struct landau_profile *after = profiles[1];

	if (strcmp(before->cost_kind, after->cost_kind) != 0)
		return landau_complain("%s: counts %s and %s counts %s: costs of two kinds cannot "
				       "be compared; record both with the same --cost",
				       options->inputs[1], after->cost_kind, options->inputs[0],
				       before->cost_kind);
	if (before->cell_bytes != after->cell_bytes)
		return landau_complain("%s: has cells of %u bytes and %s of %u: sizes cannot be "
				       "compared; record both with the same --cell",
				       options->inputs[1], after->cell_bytes, options->inputs[0],
				       before->cell_bytes);
	if (before->rms_only != after->rms_only)
		return landau_complain("%s and %s cannot be compared: one of them has only the rms",
				       options->inputs[1], options->inputs[0]);
	if (strcmp(landau_profile_allocator(before), landau_profile_allocator(after)) != 0)
		return landau_complain("%s was recorded with --allocator=%s and %s with %s, so "
				       "they cannot be compared",
				       options->inputs[1], landau_profile_allocator(after),
				       options->inputs[0], landau_profile_allocator(before));
	if (before->distinct_files != after->distinct_files)
		return landau_complain("%s was recorded with --files=%s and %s with %s, so they "
				       "cannot be compared",
				       options->inputs[1], landau_profile_files(after),
				       options->inputs[0], landau_profile_files(before));
	return LANDAU_FINE;
}

/* The profile as it is by each of its costs but the one that it is shown by; source lines are there once. */
static bool put_costs(struct landau_bytes *out, struct landau_profile *whole,
		      const struct landau_profile *shown, struct landau_page_options options)
{
	bool fine = true;

	options.without_source = true;
	for (int i = 0; fine && i < LANDAU_FURTHER_COSTS; i++) {
		const char *cost = landau_further_name((enum landau_further)i);
		struct landau_error error;
		struct landau_profile *copy;
		bool is_there =
			whole->further_costs >> i & 1 || strcmp(cost, whole->cost_kind) == 0;

		if (!is_there || strcmp(cost, shown->cost_kind) == 0)
			continue;
		copy = landau_profile_merge(&whole, 1, &error);
		fine = copy && landau_profile_switch(copy, cost) &&
		       put_profile(out, copy, &options, cost);
		landau_profile_free(copy);
	}
	return fine;
}

/* The profile that is shown may have lost the others. */
static int put_other_costs(struct landau_bytes *out, struct landau_profile *shown,
			   const struct options *options, const struct landau_page_options *page)
{
	struct landau_profile *whole = shown;
	struct landau_error error;
	int status = LANDAU_FINE;

	if (options->by && strcmp(options->inputs[0], "-") == 0)
		return LANDAU_FINE;
	if (options->by)
		whole = landau_profile_read(options->inputs[0], &error);
	if (!whole)
		return landau_complain_error(&error);
	if (!put_costs(out, whole, shown, *page))
		status = landau_complain("%s: out of memory for the page", options->inputs[0]);
	if (whole != shown)
		landau_profile_free(whole);
	return status;
}

static struct landau_profile *read_by(const char *input, const char *by, struct landau_error *error)
{
	char *paths[] = {(char *)input};

	return landau_load_by(paths, 1, by, error);
}

static int make_page(const struct options *options, struct landau_profile **profiles)
{
	struct landau_bytes data = {0};
	int status = LANDAU_FINE;
	int count = options->input_count;

	for (int i = 0; i < count; i++) {
		struct landau_error error;

		profiles[i] = read_by(options->inputs[i], options->by, &error);
		if (!profiles[i])
			return landau_complain_error(&error);
	}
	if (count == 2)
		status = check_comparable(options, profiles);
	for (int i = 0; status == LANDAU_FINE && i < count; i++) {
		const char *input = options->inputs[i];
		const struct landau_page_options page = {
			.label = strcmp(input, "-") == 0 ? "standard input" : input,
			.without_source = options->without_source,
			.places = {options->directories, options->directory_count},
		};

		if (!put_profile(&data, profiles[i], &page, NULL))
			status = landau_complain("%s: out of memory for the page", input);
		if (status == LANDAU_FINE && count == 1)
			status = put_other_costs(&data, profiles[i], options, &page);
	}
	if (status == LANDAU_FINE)
		status = write_page(options->output, &data);
	landau_bytes_free(&data);
	return status;
}

int landau_command_html(int argc, char **argv)
{
	struct landau_profile *profiles[MOST_PROFILES] = {0};
	struct options options;
	int status = read_options(argc, argv, &options);

	if (status != LANDAU_GO_ON)
		return status;
	status = make_page(&options, profiles);
	for (int i = 0; i < MOST_PROFILES; i++)
		landau_profile_free(profiles[i]);
	if (status == LANDAU_FINE && strcmp(options.output, "-") != 0)
		printf("%s: open it in a browser\n", options.output);
	return status;
}
