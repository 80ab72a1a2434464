#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# judged.sh - records the routines of the judged set: libraries of others, and what grows how by their algorithms.
#
# usage: bench/run judged [--install] [--cost=KIND] [--work=DIRECTORY] [--output=DIRECTORY] [DRIVER...]
#
# Builds the drivers in bench/model/judged/programs, records each with Landau's Valgrind engine and writes judged.tsv and
# held-out.tsv into the output directory (bench/model). --install installs the Debian packages that they need, as
# root. With names of drivers only these are recorded; what others left in the work directory is used again.
set -euo pipefail
build=$(realpath "${1:?usage: bench/judged.sh BUILD_DIRECTORY [OPTIONS]}")
shift
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/model/judged
work=$build/judged
output=$here/..
cost=
install=false
chosen=()
flags=()

for argument in "$@"; do
	case $argument in
	--install) install=true ;;
	--cost=*) cost=${argument#*=} ;;
	--work=*) work=$(realpath -m "${argument#*=}") ;;
	--output=*) output=$(realpath -m "${argument#*=}") ;;
	-*)
		echo "usage: bench/run judged [--install] [--cost=KIND] [--work=DIR] [--output=DIR] [DRIVER...]" >&2
		exit 2
		;;
	*) chosen+=("$argument") ;;
	esac
done

if $install; then
	mapfile -t packages < <(grep -v '^#' "$here/drivers.tsv" | cut -f3 | tr ' ' '\n' | grep -vx rustc | sort -u)
	DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}"
fi
mkdir -p "$work" "$output"

# compile SOURCE PROGRAM FLAG...
compile() {
	local source=$here/programs/$1 program=$2
	shift 2
	case $source in
	*.rs) rustc -C opt-level=2 -g -o "$program" "$source" ;;
	*.f90) gfortran -O2 -g -J "$work" -o "$program" "$source" "$@" ;;
	*.cc) g++ -O2 -g -o "$program" "$source" "$@" ;;
	*.c) gcc -O2 -g -o "$program" "$source" "$@" ;;
	esac
}

export OMP_NUM_THREADS=2
while IFS=$'\t' read -r name source _ text; do
	if [[ $name == \#* || (${#chosen[@]} -gt 0 && " ${chosen[*]} " != *" $name "*) ]]; then
		continue
	fi
	echo "$name" >&2
	if [[ ! -x $work/$name || $here/programs/$source -nt $work/$name ||
		$here/programs/judged.h -nt $work/$name ]]; then
		eval "flags=($text)" # with the answers of pkg-config
		compile "$source" "$work/$name" "${flags[@]}"
	fi
	"$build/landau" record -q ${cost:+--cost=$cost} --engine=valgrind -o "$work/$name.data" -- \
		"$work/$name" >/dev/null </dev/null
	"$build/landau" export --format=json -o "$work/$name.json" "$work/$name.data"
	rm -f "$work/$name.data.old"
done <"$here/drivers.tsv"
python3 "$here/collect.py" "$here/drivers.tsv" "$work" "$output/judged.tsv" "$output/held-out.tsv"
