// SPDX-License-Identifier: GPL-2.0-or-later
//
// exceptions.cc - an exception ends the activations that it passes; names are demangled.
//
// The unwinder reads much, so that only the routines it does not run in are known to the cell. What
// matters for the others: none stays pending, or it would count the million cells that are read
// later.
//
// expect: "inner(int const*, int)" calls=60 trms<=60000
// expect: "work::Middle::run(int const*, int)" calls=60 trms<=60000
// expect: "outer(int const*, int)" calls=60 trms<=60000
// expect: "catcher(int const*, int)" calls=60 trms<=60000
// expect: "Guard::~Guard()" calls=60
// expect: sum calls=181 trms=1000900 points=5:180,1000000:1
// expect: "rethrow(int const*)" calls=10
//
#include <stdexcept>
#include <vector>

#include "parts/routine.h"

extern "C" {
SUMMING_ROUTINE(sum)
}

struct Guard {
	ROUTINE ~Guard()
	{
		__asm__ volatile("");
	}
};

ROUTINE long inner(const int *a, int n)
{
	long total = sum(a, 5);

	if (n % 2 == 0)
		throw std::runtime_error("even");
	throw n;
	return total;
}

namespace work
{
struct Middle {
	ROUTINE long run(const int *a, int n)
	{
		Guard guard;

		return inner(a, n) + 1;
	}
};
} // namespace work

ROUTINE long outer(const int *a, int n)
{
	work::Middle middle;

	return middle.run(a, n) + sum(a, 100);
}

ROUTINE long catcher(const int *a, int n)
{
	try {
		return outer(a, n);
	} catch (const std::runtime_error &error) {
		return sum(a, 5);
	} catch (int value) {
		return sum(a, 5) + value;
	}
}

ROUTINE long rethrow(const int *a)
{
	try {
		try {
			throw 7L;
		} catch (long value) {
			USE(sum(a, 5));
			throw;
		}
	} catch (...) {
		return sum(a, 5);
	}
}

int main()
{
	std::vector<int> data(1000000, 1);

	for (int i = 0; i < 60; i++)
		USE(catcher(data.data(), i));
	for (int i = 0; i < 10; i++)
		USE(rethrow(data.data()));
	for (int i = 0; i < 40; i++)
		USE(sum(data.data(), 5));
	USE(sum(data.data(), 1000000));
	return 0;
}
