#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# speed-up.sh - does a second thread help a program that profiles itself as much as the program alone? The kernels with
# one thread and with two, plain and by the native engine, in runs of a second rather than a tenth of one, so
# that start-up says little. The median of the rounds' speed-ups counts.
#
# usage: bench/speed-up.sh [BUILD_DIRECTORY [ROUNDS [THREADS [KERNEL ...]]]]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(realpath "${1:-$here/../build}")
ninja -C "$build" kernels >/dev/null
exec python3 "$here/speed_up.py" "$build" "${2:-5}" "${3:-2}" "${@:4}"
