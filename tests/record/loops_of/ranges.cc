// SPDX-License-Identifier: GPL-2.0-or-later
// ranges.cc - loops over ranges, in templates and with exceptions; see shapes.c for the marks.
#include <stdexcept>
#include <vector>

static volatile int sink;

template <class Range> static inline __attribute__((always_inline)) void visit(const Range &range)
{
	for (const auto &element : range) // loop: inlined: n
		sink = element;
}

__attribute__((noinline)) static void ranges(const std::vector<int> &numbers)
{
	for (int number : numbers) {      // loop: range: n
		for (int other : numbers) // loop: other in range: n * n
			sink = number + other;
	}
	visit(numbers);
}

__attribute__((noinline)) static void refuse(int n)
{
	if (n % 20 == 0)
		throw std::runtime_error("even");
	sink = n;
}

__attribute__((noinline)) static void try_all(int n)
{
	for (int i = 0; i < n; i++) { // loop: tried: n
		try {
			refuse(i);
			sink = i;
		} catch (const std::exception &) {
			sink = -i;
		}
	}
}

int main()
{
	for (int n = 10; n <= 120; n += 10) {
		std::vector<int> numbers;

		for (int i = 0; i < n; i++)
			numbers.push_back(i);
		ranges(numbers);
		try_all(n);
	}
	return 0;
}
