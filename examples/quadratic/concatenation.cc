// SPDX-License-Identifier: GPL-2.0-or-later
//
// concatenation.cc - text = text + line copies all the text for each line.
//
// text += line writes behind what is there, into room that was made before.
#include <cstdio>
#include <string>
#include <vector>

#include "sizes.h"

ROUTINE static std::string make_page(const std::vector<std::string> &lines)
{
	std::string page;

#ifdef FIXED
	size_t size = 0;
	for (const std::string &line : lines)
		size += line.size();
	page.reserve(size);
#endif
	for (const std::string &line : lines) {
#ifdef FIXED
		page += line;
#else
		page = page + line;
#endif
	}
	return page;
}

int main()
{
	size_t total = 0;

	FOR_EACH_SIZE(n, 50, 800)
	{
		std::vector<std::string> lines(n, std::string(160, '-'));
		total += make_page(lines).size();
	}
	std::printf("%zu\n", total);
}
