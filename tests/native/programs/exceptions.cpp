// SPDX-License-Identifier: GPL-2.0-or-later
// exceptions.cpp - routines that are left by exceptions, also through a destructor and a static
// variable that is initialised by a call.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

static int numbers[100];

__attribute__((noinline)) static long leaf(int count)
{
	long total = 0;

	for (int i = 0; i < count; i++)
		total += numbers[i];
	if (count % 2)
		throw std::runtime_error("odd");
	return total;
}

struct Guard {
	~Guard()
	{
		numbers[0]++;
	}
};

__attribute__((noinline)) static long middle(int count)
{
	Guard guard;

	return leaf(count) + 1;
}

__attribute__((noinline)) static long outer(int count)
{
	static std::string name = std::to_string(count);

	try {
		return middle(count);
	} catch (const std::exception &) {
		return -static_cast<long>(name.size());
	}
}

__attribute__((noinline)) static long after(const std::vector<int> &values)
{
	long total = 0;

	for (int value : values)
		total += value;
	return total;
}

int main()
{
	long total = 0;

	for (int i = 0; i < 100; i++)
		total += outer(i);
	total += after(std::vector<int>(500, 1));
	std::printf("%ld\n", total);
	return 0;
}
