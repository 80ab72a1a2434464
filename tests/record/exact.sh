#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# exact.sh - exactness end to end, on real programs.
#
# Each program is recorded with a dump of all its events. What the engine itself found for each activation
# must be what landau replay finds from the dump, and what the naive oracle finds, line by line.
#
# usage: exact.sh LANDAU ORACLE
set -euo pipefail

landau=$(readlink -f "$1")
oracle=$(readlink -f "$2")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
examples=$(cd "$here/../../examples" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

gcc -O1 -g -pthread -o sort "$here/exact/sort.c"
gcc -O1 -g -pthread -o producer-consumer "$examples/producer-consumer.c"
gcc -O1 -g -o buffered-read "$examples/buffered-read.c"
gcc -O1 -g -D_GNU_SOURCE -I"$here/programs" -o rereads "$here/programs/rereads.c"
gcc -O1 -g -fopenmp -o openmp "$here/exact/openmp.c"
g++ -O1 -g -pthread -static-libstdc++ -static-libgcc -o exceptions "$here/exact/exceptions.cc"

export MALLOC_ARENA_MAX=1

failures=0
fail() {
	echo "FAIL $*"
	failures=$((failures + 1))
}

least=500 # activations that must be there

# check PROGRAM [OPTIONS for landau record]
check() {
	local program=$1 name lines threads induced
	shift
	name="$program${*:+ $*}"
	"./$program" >native.out
	# The oracle goes over memory that goes away cell by cell: small stacks, and one arena.
	if ! (ulimit -s 512 && "$landau" record --quiet --cost=bb -o profile.data --dump-trace=events \
		--dump-activations=engine "$@" "./$program") >recorded.out; then
		fail "$name: landau record exits with $?"
		return
	fi
	cmp -s native.out recorded.out || fail "$name: prints something else than natively"
	"$landau" replay --activations events >by-replay
	# The oracle is slow; further runs of a program are left to replay, unless others than the first change the events.
	if (($#)) && [[ $* != --files=* ]]; then
		cp by-replay by-oracle
	else
		"$oracle" events >by-oracle
	fi
	lines=$(wc -l <engine)
	threads=$(cut -d' ' -f1 engine | sort -u | wc -l)
	induced=$(awk '{n += $5 + $6} END {print n}' engine)
	if ! diff engine by-replay >difference; then
		fail "$name: replay differs: $(head -n 5 difference)"
	elif ! diff engine by-oracle >difference; then
		fail "$name: the oracle differs: $(head -n 5 difference)"
	elif ((lines < least || induced == 0)); then
		fail "$name: only $lines activations with $induced induced reads were compared"
	else
		echo "ok   $name: $lines activations on $threads threads, $(wc -l <events) events"
	fi
}

for program in sort producer-consumer buffered-read openmp exceptions; do
	check "$program"
	check "$program" --reference
	check "$program" --stamp-limit=200
done
least=50
check rereads --files=distinct
grep -q '^write [0-9]* 0x[0-9a-f]* 40$' events || fail "rereads: no read of 40 bytes is the thread's own write"

# Programs that do the same in each run have the same profile, byte by byte, with and without the short
# cuts and however often stamps are renumbered.
same() {
	local name=${1##*/}
	"$landau" record --quiet -o first.data -- "$@" >first.out
	"$landau" record --quiet -o second.data --reference -- "$@" >second.out
	"$landau" record --quiet -o third.data --stamp-limit=5000 -- "$@" >third.out
	cmp -s first.out second.out || fail "$name prints something else with --reference"
	if ! cmp first.data second.data; then
		fail "$name: other results with --reference"
	elif ! cmp first.data third.data; then
		fail "$name: other results with --stamp-limit"
	else
		echo "ok   $name: the same profile in three ways, $(wc -c <first.data) bytes"
	fi
}

# Threads run in another order each time. Still what merge finds follows from who has sorted which half.
points() { # OPTIONS
	"$landau" record --quiet -o points.data "$@" ./sort >points.out
	"$landau" export --format=json points.data | python3 -c 'import json, sys
for routine in json.load(sys.stdin)["routines"]:
    if routine["name"] == "merge":
        print(routine["trms"], routine["rms"])'
}
wanted=$(points --reference)
for option in --cell=4 --cell=4 --cell=4 --stamp-limit=300 --stamp-limit=64; do
	if [[ -n $wanted && $(points $option) == "$wanted" ]]; then
		echo "ok   merge $option: the same points in any order of threads"
	else
		fail "merge $option: other points than with --reference"
	fi
done

# rms alone: the rms of the full analysis, and nothing that others wrote.
for metric in trms rms; do
	"$landau" record --quiet -o $metric.data --metric=$metric --dump-activations=$metric.lines \
		./buffered-read >/dev/null
	cut -d' ' -f1,2,4,7 $metric.lines >$metric.rms
done
if ! cmp -s trms.rms rms.rms || (($(wc -l <rms.rms) < 500)); then
	fail "--metric=rms: other values of rms"
elif awk '$3 != $4 || $5 || $6 {exit 1}' rms.lines; then
	echo "ok   --metric=rms: $(wc -l <rms.rms) activations"
else
	fail "--metric=rms: input from others"
fi
"$landau" record --quiet -o rms.data --metric=rms --dump-activations=rms.lines ./producer-consumer >/dev/null
awk '$3 != $4 || $5 || $6 {exit 1}' rms.lines || fail "--metric=rms: input from other threads"
if "$landau" merge -o merged.data trms.data rms.data 2>error; then
	fail "profiles of two metrics were merged"
fi

same ls -l /usr/bin
same gzip -c -n "$here/run.py"
gcc -E -o sort.i "$here/exact/sort.c"
same "$(gcc -print-prog-name=cc1)" -quiet -fpreprocessed -O1 -o /dev/null sort.i
# shellcheck disable=SC2016 # it is Perl
PERL_HASH_SEED=0 PERL_PERTURB_KEYS=0 same perl -e '
	for (1 .. 1000) { $count{$_ % 97} .= chr(65 + $_ % 26) }
	print join(" ", sort { $a cmp $b } values %count), "\n"'
exit $((failures > 0))
