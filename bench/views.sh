#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# views.sh - what the commands that show a profile take for one of a large program: seconds, CPU seconds and peak memory (MB of
# 2^20 bytes). The aim is less than 3 s each for 100,000 routines.
#
# usage: bench/views.sh [BUILD_DIRECTORY [ROUTINES]]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(realpath "${1:-$root/build}")
routines=${2:-100000}
ninja -C "$build" landau bench/load bench/measure >/dev/null
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
"$build/bench/load" make landau.data $((15 * routines)) program
printf '%d routines, %d points, %d MB\n' "$routines" "$(grep -c '^t ' landau.data)" \
	"$(($(stat -c %s landau.data) / 1000000))"

show() { # COMMAND...
	"$build/bench/measure" usage "$build/landau" "$@" >/dev/null
	local cpu wall kilobytes
	read -r cpu wall kilobytes <usage
	printf '%-7s %6.2f s, CPU %6.2f s, %5d MB\n' "$1" "$wall" "$cpu" $((kilobytes / 1024))
}
show report
show html -o page.html
show show 'library::component_1::routine_1(int, char const*)'
show diff landau.data landau.data
show export --format=json -o profile.json
