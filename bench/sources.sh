#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# sources.sh - what it costs to collect whose the input was: CPU time and peak memory of `landau record --sources` as multiples of
# those of `landau record`, in one run of compare.py; and the same of the native engine.
#
# usage: bench/run sources [OPTIONS OF compare.py]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(realpath "${1:?usage: bench/sources.sh BUILD_DIRECTORY [OPTIONS]}")
shift
ninja -C "$build" kernels >/dev/null
exec python3 "$here/compare.py" --build "$build" --tools landau,landau-sources,landau-native,native-sources "$@"
