#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# recorded.sh - the costs of a recorded program add up to its total in every format that has sums.
#
# usage: recorded.sh LANDAU
set -euo pipefail
landau=$(readlink -f "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
seq 300 -1 1 >input

expect() { # WHAT EXPECTED FOUND
	if [[ $2 != "$3" ]]; then
		printf '%s: expected %s, found %s\n' "$1" "$2" "$3"
		exit 1
	fi
}

for options in --cost=bb --contexts --cost=instr; do
	"$landau" record -q "$options" -- sort --parallel=2 input >sorted
	expect "output" "$(seq 300 | sort)" "$(cat sorted)"
	total=$("$landau" export --format=json |
		python3 -c 'import json, sys; print(json.load(sys.stdin)["totals"]["cost"])')
	[[ $total -gt 10000 ]] || { echo "only $total?" && exit 1; }

	"$landau" export --format=callgrind -o callgrind.out
	expect "callgrind $options" "$total" \
		"$(callgrind_annotate callgrind.out | sed -n '/PROGRAM TOTALS/s/ .*//p' | tr -d ,)"
	expect "callgrind, added up $options" "$total" \
		"$(grep -v '^\(summary\|totals\):' callgrind.out | callgrind_annotate /dev/stdin |
			sed -n '/PROGRAM TOTALS/s/ .*//p' | tr -d ,)"
	expect "collapsed $options" "$total" \
		"$("$landau" export --format=collapsed | awk '{ sum += $NF } END { print sum }')"
done
echo "the sums are right"
