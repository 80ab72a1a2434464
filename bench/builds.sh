#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# builds.sh - two and more builds of Landau beside each other, to see what a change costs: CPU time and peak memory
# as multiples of the first one's.
#
# usage: bench/run builds [OPTIONS] BUILD_DIRECTORY...      the options of builds.py
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(realpath "${1:-$here/../build}")
ninja -C "$build" kernels bench/measure >/dev/null
exec python3 "$here/builds.py" --kernels "$build" "${@:2}"
