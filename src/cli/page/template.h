/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page/template.h - the page without its data, as viewer/build.mjs bundles it: what stands before the
 * data and what stands after it.
 */
#ifndef LANDAU_CLI_PAGE_TEMPLATE_H
#define LANDAU_CLI_PAGE_TEMPLATE_H

#include <stddef.h>

extern const unsigned char landau_page_head[];
extern const size_t landau_page_head_size;
extern const unsigned char landau_page_tail[];
extern const size_t landau_page_tail_size;

#endif
