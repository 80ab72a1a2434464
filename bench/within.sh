#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# within.sh - what one run at one size tells of known mistakes: the ten of examples/quadratic, and those of evaluation/wild.
#
# usage: bench/run within [--quick] [--work=DIRECTORY]
#
# Prints for each program, as it is and fixed, what is said of growth within its longest calls. --quick takes smaller inputs for
# those of evaluation/wild.
set -euo pipefail
build=$(realpath "${1:?usage: bench/within.sh BUILD_DIRECTORY [OPTIONS]}")
shift
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
examples=$here/../examples/quadratic
work=$build/within
quick=()
for argument in "$@"; do
	case $argument in
	--quick) quick=(--quick) ;;
	--work=*) work=$(realpath -m "${argument#*=}") ;;
	*)
		echo "usage: bench/run within [--quick] [--work=DIRECTORY]" >&2
		exit 2
		;;
	esac
done
mkdir -p "$work"

for source in "$examples"/*.c "$examples"/*.cc; do
	name=$(basename "${source%.*}")
	for variant in bug fix; do
		"$examples/one-size" "$build/landau" "$work" "$name" "$variant" | sed "s/^/$name $variant: /"
	done
done
python3 "$here/model/one_run.py" "$build/landau" "$work" "${quick[@]}"
