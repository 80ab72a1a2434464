#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# growth.sh - does the time of `landau record` grow as the program's work does? Runs that are ten times as
# long, one of them with renumberings inside it, and with more threads, deeper stacks, more routines, more points of their plots;
# each as a ratio to the CPU time of valgrind --tool=none on the same run.
#
# usage: bench/growth.sh [BUILD_DIRECTORY]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(realpath "${1:-$root/build}")
ninja -C "$build" kernels >/dev/null
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
export OMP_WAIT_POLICY=passive

# So many millions of calls: stamps have 28 bits, so that 600 million take two renumberings at least. A recursion of
# a depth, so many times; so many routines, called in turn; and so many that read about 1000 cells,
# each with so many sizes of its input.
cat >deep.c <<'END'
#include <stdlib.h>
static volatile int cell;
__attribute__((noinline)) static int down(int n) { return n > 0 ? down(n - 1) + cell : 0; }
int main(int argc, char **argv)
{
	int depth = atoi(argv[1]), sum = argc;
	for (int i = 0; i < 20000000 / depth; i++)
		sum += down(depth);
	return sum == 7;
}
END
gcc -O1 -fno-inline -fno-optimize-sibling-calls -o deep deep.c
cat >calls.c <<'END'
#include <stdlib.h>
static volatile int cell;
__attribute__((noinline)) static int small(void) { return cell; }
int main(int argc, char **argv)
{
	long count = 1000000 * atol(argv[1]);
	int sum = argc;
	for (long i = 0; i < count; i++)
		sum += small();
	return sum == 7;
}
END
gcc -O1 -o calls calls.c
many() { # COUNT
	awk -v count="$1" 'BEGIN {
		print "static volatile int cell;"
		for (i = 0; i < count; i++)
			printf "__attribute__((noinline)) static int f%d(void) { return cell + %d; }\n", i, i
		print "static int (*const all[])(void) = {"
		for (i = 0; i < count; i++) printf "f%d,", i
		print "};\nint main(void) { int sum = 0;"
		printf "for (int i = 0; i < 10000000; i++) sum += all[i %% %d](); return sum == 7; }\n", count
	}' >many.c
	gcc -O1 -o "many-$1" many.c
}
points() { # ROUTINES SIZES
	awk -v routines="$1" -v sizes="$2" 'BEGIN {
		print "static volatile int cells[2000];"
		for (i = 0; i < routines; i++) {
			printf "__attribute__((noinline)) static int f%d(int n)\n", i
			print "{ int sum = 0; for (int i = 0; i < n; i++) sum += cells[i]; return sum; }"
		}
		print "static int (*const all[])(int) = {"
		for (i = 0; i < routines; i++) printf "f%d,", i
		print "};\nint main(void) { int sum = 0;"
		printf "for (int i = 0; i < 200000; i++) sum += all[i %% %d](1000 - %d / 2 + i / %d %% %d);\n",
			routines, sizes, routines, sizes
		print "return sum == 7; }"
	}' >points.c
	gcc -O1 -o "points-$1-$2" points.c
}

cpu() { # COMMAND...
	"$build/bench/measure" usage "$@" >/dev/null 2>&1 || [[ -s usage ]]
	cut -d' ' -f1 usage
}
compare() { # TEXT COMMAND...
	local text=$1 none landau
	shift
	none=$(cpu valgrind -q --fair-sched=try --tool=none "$@")
	landau=$(cpu "$build/landau" record --quiet --lines=none -o profile -- "$@")
	awk -v text="$text" -v none="$none" -v landau="$landau" \
		'BEGIN { printf "%-34s none %7.2f s   landau %7.2f s   %5.2fx\n", text, none, landau, landau / none }'
}

kernel() { # NAME THREADS SCALE
	compare "$1, $2 threads, scale $3" "$build/bench/kernels/$1" "$2" "$3"
}
for scale in 1 10; do kernel montecarlo 4 $scale; done
for scale in 10 100; do kernel pool 4 $scale; done
for millions in 60 600; do compare "$millions million calls" ./calls $millions; done
for threads in 1 4 16; do kernel msort $threads 8; done
for depth in 10 1000 100000; do compare "recursion, $depth deep" ./deep $depth; done
for count in 100 10000; do
	many $count
	compare "$count routines" "./many-$count"
done
for sizes in 1 1000; do
	points 1 $sizes
	compare "points: $sizes" "./points-1-$sizes"
done
points 100 1000
compare "points: 100000" ./points-100-1000
