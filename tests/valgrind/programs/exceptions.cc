/* SPDX-License-Identifier: GPL-2.0-or-later */
/* exceptions.cc - exceptions through several frames, on several threads. */
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Counter {
	int &count;
	~Counter()
	{
		count++;
	}
};

static std::atomic<int> left_in_order;

static int descend(const std::vector<int> &numbers, int depth)
{
	int count = 0;
	Counter counter{count};

	if (depth == 0)
		throw std::runtime_error("at the end of " + std::to_string(numbers.size()));
	return descend(numbers, depth - 1) + numbers[(size_t)depth];
}

static void work(int size)
{
	std::vector<int> numbers;

	for (int i = 0; i < 50 * size; i++)
		numbers.push_back(i * 7919 % 1009);
	std::sort(numbers.begin(), numbers.end());
	try {
		left_in_order += descend(numbers, 5 * size);
	} catch (const std::exception &error) {
		std::string text = error.what();

		left_in_order += text.size() > 10 ? 1 : 0;
	}
}

int main()
{
	for (int size = 1; size < 4; size++) {
		std::thread thread(work, size);

		work(size + 1);
		thread.join();
	}
	std::printf("%d\n", left_in_order.load());
	return 0;
}
