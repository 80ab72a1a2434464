#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# events.sh - does the time of `landau record` for an event grow with the number of threads? Events of one kind, as many however
# many threads they are divided among (events.c): nanoseconds of CPU time for each above what valgrind --tool=none
# takes, the least of some runs.
#
# usage: bench/events.sh [BUILD_DIRECTORY [ROUNDS]]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(realpath "${1:-$root/build}")
rounds=${2:-3}
counts=(1 2 4 16 64)
ninja -C "$build" bench/measure bench/events >/dev/null
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"

cpu() { # COMMAND...: the least
	for ((round = 0; round < rounds; round++)); do
		"$build/bench/measure" usage "$@" >number 2>errors || { cat errors >&2; exit 1; }
		cut -d' ' -f1 usage
	done | sort -n | head -1
}

printf 'ns for each event above none, by threads:\n%-10s' ''
printf '%8s' "${counts[@]}"
printf '\n'
for kind in calls private seen beside new handed; do
	printf '%-10s' $kind
	for threads in "${counts[@]}"; do
		none=$(cpu valgrind -q --fair-sched=try --tool=none "$build/bench/events" $kind "$threads")
		landau=$(cpu "$build/landau" record --quiet --lines=none -o profile -- "$build/bench/events" $kind "$threads")
		awk -v none="$none" -v landau="$landau" '{ printf "%8.1f", (landau - none) / $1 * 1e9 }' number
	done
	printf '\n'
done
