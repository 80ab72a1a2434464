// SPDX-License-Identifier: GPL-2.0-or-later
//
// demangled.cc - names of C++ routines are those of the source, overloads and templates are apart.
//
// expect: "shape::area(int const*, long)" file=demangled.cc calls=2 trms=20
// expect: "shape::area(long const*, long)" calls=3 trms=60
// expect: "shape::Box::volume(long) const" calls=1 trms=10
// expect: "long total<int>(int const*, long)" calls=1 trms=10
// expect: "long total<short>(short const*, long)" calls=1 trms=5
//
#include "parts/routine.h"

static long data[32];

namespace shape
{
ROUTINE long area(const int *a, long n)
{
	long result = 0;

	for (long i = 0; i < n; i++)
		result += a[i];
	return result;
}

ROUTINE long area(const long *a, long n)
{
	long result = 0;

	for (long i = 0; i < n; i++)
		result += a[i];
	return result;
}

struct Box {
	int sides[16];

	ROUTINE long volume(long n) const
	{
		long result = 1;

		for (long i = 0; i < n; i++)
			result *= sides[i];
		return result;
	}
};
} // namespace shape

template <typename T> ROUTINE long total(const T *a, long n)
{
	long result = 0;

	for (long i = 0; i < n; i++)
		result += a[i];
	return result;
}

int main()
{
	for (volatile long &cell : data)
		cell = 1;
	const int *small = reinterpret_cast<const int *>(data);

	USE(shape::area(small, 10));
	USE(shape::area(small, 10));
	USE(shape::area(data, 10));
	USE(shape::area(data, 10));
	USE(shape::area(data, 10));
	shape::Box box;
	for (volatile int &side : box.sides)
		side = 1;
	USE(box.volume(10));
	USE(total(small, 10));
	USE(total(reinterpret_cast<const short *>(data), 10));
	return 0;
}
