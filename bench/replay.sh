#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# replay.sh - events a second of the replay engine, and what renumbering costs. The aim is more than five
# million events a second.
#
# usage: bench/replay.sh [BUILD_DIRECTORY [MILLIONS OF EVENTS]]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:-$root/build}
ninja -C "$build" bench/replay >/dev/null
"$build/bench/replay" "${2:-10}"
