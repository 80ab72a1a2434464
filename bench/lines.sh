#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# lines.sh - what it costs to count the lines of all routines: CPU time and peak memory of `landau record --lines=all` as multiples of
# those of `landau record`, in one run of compare.py.
#
# usage: bench/run lines [OPTIONS OF compare.py]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(realpath "${1:?usage: bench/lines.sh BUILD_DIRECTORY [OPTIONS]}")
shift
ninja -C "$build" kernels >/dev/null
exec python3 "$here/compare.py" --build "$build" --tools landau,landau-lines "$@"
