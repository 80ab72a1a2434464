// SPDX-License-Identifier: GPL-2.0-or-later
//
// list_size.cc - list::size() in the ABI of libstdc++ before C++11 counts the nodes.
//
// In a loop until the list is empty this is quadratic. empty() looks at one node.
#define _GLIBCXX_USE_CXX11_ABI 0
#include <cstdio>
#include <list>

#include "sizes.h"

ROUTINE static long take_all(std::list<int> &jobs)
{
	long sum = 0;

#ifdef FIXED
	while (!jobs.empty()) {
#else
	while (jobs.size() > 0) {
#endif
		sum += jobs.front();
		jobs.pop_front();
	}
	return sum;
}

int main()
{
	long sum = 0;

	FOR_EACH_SIZE(n, 30, 1000)
	{
		std::list<int> jobs(n, 7);
		sum += take_all(jobs);
	}
	std::printf("%ld\n", sum);
}
