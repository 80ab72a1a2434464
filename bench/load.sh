#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# load.sh - loads profiles of ten million points and prints seconds and peak memory (MB of 2^20 bytes). The aim is less than
# 10 s and 2 GB.
#
# usage: bench/load.sh [BUILD_DIRECTORY [LINES]]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:-$root/build}
lines=${2:-10000000}
ninja -C "$build" bench/load >/dev/null
file=$(mktemp)
trap 'rm -f "$file"' EXIT
for shape in one many both; do
	"$build/bench/load" make "$file" "$lines" "$shape"
	printf '%-5s %5d MB on disk, ' "$shape" "$(($(stat -c %s "$file") / 1000000))"
	"$build/bench/load" read "$file"
done
