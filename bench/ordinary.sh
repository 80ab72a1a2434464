#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ordinary.sh - records thirty ordinary runs of programs of the distribution, once each, at one size.
#
# usage: bench/run ordinary [--work=DIRECTORY] [NAME...]
#
# Makes the inputs, runs each program under the Valgrind engine and leaves NAME.data in the work directory; what is there
# is not recorded again. Then prints what is said of growth within calls (ordinary.py). With names only these runs.
set -euo pipefail
build=$(realpath "${1:?usage: bench/ordinary.sh BUILD_DIRECTORY [OPTIONS]}")
shift
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$(dirname "$here")
work=$build/ordinary
chosen=()
for argument in "$@"; do
	case $argument in
	--work=*) work=$(realpath -m "${argument#*=}") ;;
	-*)
		echo "usage: bench/run ordinary [--work=DIRECTORY] [NAME...]" >&2
		exit 2
		;;
	*) chosen+=("$argument") ;;
	esac
done
mkdir -p "$work"
cd "$work"

# -- Inputs ---------------------------------------------------------------------------------------------

if [[ ! -f inputs ]]; then
	python3 "$here/model/ordinary_inputs.py"
	rm -rf repository
	git init -q repository
	(
		cd repository
		git config user.name Nobody
		git config user.email nobody@localhost
		for i in $(seq 40); do
			head -n $((i * 40)) ../words.txt >words.txt
			tail -n $((i * 20)) ../table.csv >table.csv
			git add .
			git commit -q -m "Change $i"
		done
	)
	tar -cf source.tar -C "$source" src/core src/model
	touch inputs
fi

# -- Runs -----------------------------------------------------------------------------------------------

# run NAME COMMAND...: the standard input is that of the caller.
run() {
	local name=$1
	shift
	if [[ ${#chosen[@]} -gt 0 && " ${chosen[*]} " != *" $name "* ]] || [[ -f $name.data ]]; then
		return 0
	fi
	echo "$name" >&2
	if ! command -v "$1" >/dev/null; then
		echo "ordinary: there is no $1: it is left out" >&2
		return 0
	fi
	# What the program says is no matter, nor whether it finds something to say.
	"$build/landau" record -q -o "$name.part" -- "$@" >"$name.out" 2>"$name.err" || true
	# A run that wrote no profile is told of.
	[[ -f $name.part ]] || echo "ordinary: $name has no profile; $work/$name.err says why" >&2
	[[ ! -f $name.part ]] || mv "$name.part" "$name.data"
}

compiler=$(gcc -print-prog-name=cc1)
run cc1 "$compiler" -quiet -O1 program.c -o cc1.s
run as as -o as.o program.s
run ld ld -r -o ld.o program.o program2.o
run python /usr/bin/python3 -S program.py
run python-json /usr/bin/python3 -S -c 'import json; json.load(open("data.json"))'
run perl perl -ne '$count{$_}++ for split; END { print "$_ $count{$_}\n" for sort keys %count }' words.txt
run bash bash program.sh
run dash dash program.sh
run awk mawk -F, '{ sum[$2] += $3 } END { for (key in sum) print key, sum[key] }' table.csv
run sed sed -e 's/a\([a-z]\)/\1a/g; s/the/THE/' words.txt
run grep grep -c 'e[a-m]*s' words.txt
run sort sort words.txt
run sort-numbers sort -t, -k3n table.csv
run uniq uniq -c sorted.txt
run comm comm sorted.txt sorted2.txt
run diff diff words.txt words2.txt
run patch patch -o patch.out words.txt words.diff
run wc wc words.txt
run tar tar -tvf source.tar
run gzip gzip -c words.txt
run gunzip gzip -dc words.gz
run bzip2 bzip2 -c words.txt
run xz xz -1 -c words.txt
run zstd zstd -q -c words.txt
run sha256sum sha256sum words.txt
run git-log git -C repository log --stat
run git-status git -C repository status
run git-blame git -C repository blame words.txt
run sqlite sqlite3 :memory: '.read program.sql'
run xmllint xmllint --noout data.xml
run jq jq 'map(.value) | add' data.json
run m4 m4 program.m4
run make make -n -f program.mk
run bc bc -q program.bc
run troff troff -Tascii text.tr
run vim vim -u NONE -es -c '%s/the/THE/g' -c 'w! vim.out' -c q words.txt
run ed ed -s words.txt <program.ed
run readelf readelf -sW program.o
run openssl openssl enc -aes-128-cbc -K 00 -iv 00 -in words.txt -out openssl.out
run tcl tclsh program.tcl

python3 "$here/model/ordinary.py" "$build/landau" "$here/model/ordinary.tsv" "$work" "${chosen[@]}"
