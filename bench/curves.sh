#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# curves.sh - what progress curves cost the Valgrind engine: time and memory of ordinary runs with them and without.
#
# usage: bench/run curves [--work=DIRECTORY] [--rounds=N]
#
# Uses the inputs of bench/ordinary.sh, which has to have been run with the same work directory. Each program runs in turn with and
# without curves; the shortest processor time of N rounds (5) counts.
set -euo pipefail
build=$(realpath "${1:?usage: bench/curves.sh BUILD_DIRECTORY [OPTIONS]}")
shift
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$build/ordinary
rounds=5
for argument in "$@"; do
	case $argument in
	--work=*) work=$(realpath -m "${argument#*=}") ;;
	--rounds=*) rounds=${argument#*=} ;;
	*)
		echo "usage: bench/run curves [--work=DIRECTORY] [--rounds=N]" >&2
		exit 2
		;;
	esac
done
if [[ ! -f $work/inputs ]]; then
	echo "curves: $work has no inputs: run bench/run ordinary first" >&2
	exit 2
fi
cd "$work"
exec python3 "$here/model/curves.py" "$build/landau" "$rounds"
