#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh - an MPI program under landau record: a profile for each rank, merged to one, and swept.
#
# Exits with 77 (skipped) where Open MPI is not installed.
#
# usage: run.sh LANDAU RANKS.C
set -euo pipefail
landau=$(readlink -f "$1") source=$(readlink -f "$2")
if ! command -v mpirun mpicc >/dev/null; then
	echo "needs the packages openmpi-bin and libopenmpi-dev"
	exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mpicc -O1 -g -o ranks "$source"
# Also as root and on fewer cores than ranks, as machines that run tests are.
run=(mpirun --allow-run-as-root --oversubscribe)

# The points of the routine sum: its calls by the size of the input.
points() {
	"$landau" export --format=json "$1" | python3 -c '
import json, sys
profile = json.load(sys.stdin)
print(len(profile["runs"]), [row[:2] for r in profile["routines"] if r["name"] == "sum" for row in r["trms"]])'
}

expect() { # WHAT EXPECTED FOUND
	if [[ $2 != "$3" ]]; then
		printf '%s: expected %s, found %s\n' "$1" "$2" "$3"
		exit 1
	fi
}

printed=$("${run[@]}" -n 4 "$landau" record -q -o run.%r -- ./ranks 100)
expect "output of the program" 1000 "$printed"
expect "a profile for each rank" "run.0 run.1 run.2 run.3" "$(echo run.*)"
expect "rank 2" "1 [[300, 1]]" "$(points run.2)"
"$landau" merge -o all.data run.*
expect "all ranks" "4 [[100, 1], [200, 1], [300, 1], [400, 1]]" "$(points all.data)"

"$landau" sweep -q --sizes=50,70 --runner="${run[*]} -n 2" -o sweep.data -- ./ranks '{n}'
expect "the sweep" "4 [[50, 1], [70, 1], [100, 1], [140, 1]]" "$(points sweep.data)"
echo "MPI profiles are as expected"
