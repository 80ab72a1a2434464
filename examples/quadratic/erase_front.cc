// SPDX-License-Identifier: GPL-2.0-or-later
//
// erase_front.cc - a vector used as a queue: to erase its first element moves all the others.
//
// A deque has two ends.
#include <cstdio>
#include <deque>
#include <string>
#include <vector>

#include "sizes.h"

#ifdef FIXED
using Queue = std::deque<std::string>;
#else
using Queue = std::vector<std::string>;
#endif

static std::string take_first(Queue &queue)
{
	std::string first = queue.front();
#ifdef FIXED
	queue.pop_front();
#else
	queue.erase(queue.begin());
#endif
	return first;
}

ROUTINE static size_t serve_all(Queue &queue)
{
	size_t length = 0;

	while (!queue.empty())
		length += take_first(queue).size();
	return length;
}

int main()
{
	size_t length = 0;

	FOR_EACH_SIZE(n, 20, 600)
	{
		Queue queue(n, "an order");
		length += serve_all(queue);
	}
	std::printf("%zu\n", length);
}
