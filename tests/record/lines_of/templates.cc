// SPDX-License-Identifier: GPL-2.0-or-later
// templates.cc - templates, lambdas and exceptions; "mark: ROUTINE: TIMES" says how often a line runs in calls with this n.
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <vector>

static volatile int sink;

template <class Number>
static inline __attribute__((always_inline)) int count_equal(const Number *numbers, int n)
{
	int equal = 0;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++) {
			sink = j;                          // mark: compare: n * (n - 1) // 2
			equal += numbers[i] == numbers[j]; // as often
		}
	return equal;
}

static inline __attribute__((always_inline)) void stop_early(int n)
{
	for (int i = 0; i < n; i++) {
		if (i == n / 2)
			break;
		sink = n + i; // mark: compare: n // 2
	}
}

__attribute__((noinline)) static int compare(const std::vector<int> &numbers)
{
	int n = static_cast<int>(numbers.size());
	int equal = count_equal(numbers.data(), n);

	stop_early(n);
	std::for_each(numbers.begin(), numbers.end(), [&](int number) {
		sink = number; // mark: compare: n
	});
	return equal;
}

__attribute__((noinline)) static void refuse(int n)
{
	if (n % 20 == 0)
		throw std::runtime_error("even");
	sink = n;
}

__attribute__((noinline)) static void try_all(int n)
{
	for (int i = 0; i < n; i++) {
		try {
			refuse(i);
			sink = i; // mark: try_all: n - (n + 19) // 20
		} catch (const std::exception &) {
			sink = -i; // mark: try_all: (n + 19) // 20
		}
	}
}

int main()
{
	for (int n = 10; n <= 200; n += 10) {
		std::vector<int> numbers(n);

		for (int i = 0; i < n; i++)
			numbers[i] = i;
		sink = compare(numbers);
		try_all(n);
	}
	return 0;
}
