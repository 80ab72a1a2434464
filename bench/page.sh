#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# page.sh - the page of a profile of 10,000 routines and 1,000,000 points, one routine with 100,000 of them: seconds to write it,
# to open it in Chromium, and the longest frames while it scrolls and while a chart zooms. The aim is less than 3 s to
# open, and no frame that stutters.
#
# usage: bench/page.sh [BUILD_DIRECTORY]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${1:-$here/../build}
ninja -C "$build" landau viewer/page.html >/dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node "$here/page.mjs" make "$work/landau.data"
printf 'profile: %d MB\n' "$(($(stat -c %s "$work/landau.data") / 1000000))"
start=$(date +%s%N)
"$build/landau" html -o "$work/page.html" "$work/landau.data" >/dev/null
printf 'landau html: %d ms, %d kB\n' "$((($(date +%s%N) - start) / 1000000))" \
	"$(($(stat -c %s "$work/page.html") / 1000))"
VIEWER_BUILD=$build/viewer node "$here/page.mjs" open "$work/page.html" "$work"
