# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# tap.bash - test cases in shell, for scripts that source this: `check NAME COMMAND...` is a case that passes
# if the command succeeds; `finish` comes last.
cases=0

check() {
	local name=$1 output
	shift
	cases=$((cases + 1))
	if output=$("$@" 2>&1); then
		printf 'ok %d - %s\n' "$cases" "$name"
	else
		printf 'not ok %d - %s\n' "$cases" "$name"
		printf '%s\n' "$output" | sed 's/^/# /'
	fi
}

finish() {
	printf '1..%d\n' "$cases"
}
