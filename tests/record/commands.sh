#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# commands.sh - landau record and landau dump as commands: statuses, files, signals and messages.
#
# usage: commands.sh LANDAU
set -euo pipefail

landau=$(readlink -f "$1")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mktemp -d)
started=()
# shellcheck disable=SC2317,SC2329 # reached by the trap
finish() {
	local pid
	for pid in "${started[@]}"; do
		kill -KILL "$pid" 2>/dev/null || true
	done
	rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

failures=0
fail() {
	echo "FAIL $*"
	failures=$((failures + 1))
}
ok() {
	echo "ok   $*"
}

# status WANTED COMMAND... runs it; what it says is in `out` and `err`
status() {
	local wanted=$1 got=0
	shift
	"$@" >out 2>err </dev/null || got=$?
	if ((got == wanted)); then
		ok "${*##*/}: status $got"
	else
		fail "$*: status $got, not $wanted: $(head -n 3 err)"
	fi
}

# says FILE TEXT
says() {
	grep -qF -- "$2" "$1" || fail "'$2' is not in: $(head -n 5 "$1")"
}

# ended FILE KIND CODE
ended() {
	"$landau" export --format=json "$1" >json || fail "$1 cannot be read"
	grep -qF "\"exit\": {\"kind\": \"$2\", \"code\": $3}" json ||
		fail "$1: $(grep -m1 '"exit"' json), not $2 $3"
}

cat >program.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int data[10];

__attribute__((noinline)) static int work(const volatile int *a)
{
	int total = 0;

	for (int i = 0; i < 10; i++)
		total += a[i];
	return total;
}

static void handler(int number)
{
	_exit(number);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (strcmp(what, "handle") == 0)
		signal(SIGTERM, handler);
	for (int i = 0; i < 100; i++)
		if (work(data))
			return 99;
	puts("ready");
	fflush(stdout);
	if (strcmp(what, "spin") == 0)
		for (;;)
			data[0] = work(data) * 0;
	if (strcmp(what, "sleep") == 0 || strcmp(what, "handle") == 0)
		for (;;)
			pause();
	if (strcmp(what, "fork") == 0)
		return fork() > 0 && wait(NULL) < 0;
	if (strcmp(what, "arguments") == 0)
		for (int i = 2; i < argc; i++)
			puts(argv[i]);
	if (strcmp(what, "chdir") == 0)
		return chdir("/");
	return argc > 2 ? atoi(argv[2]) : 0;
}
END
gcc -O1 -g -o program program.c

# -- Usage ---------------------------------------------------------------------------------------

status 0 "$landau" record --help
says out "usage: landau record"
status 0 "$landau" dump --help
says out "usage: landau dump"
status 2 "$landau" record
says err "record: no program is given; see 'landau record --help'"
status 2 "$landau" record --no-such-option ./program
says err "record: --no-such-option is not an option; see 'landau record --help'"
status 2 "$landau" record --cell 3 ./program
says err "--cell must be 1, 2, 4, 8 or 16, not '3'"
status 2 "$landau" record --allocator=get,,put ./program
says err "--allocator must be opaque, raw or names with commas between them, not 'get,,put'"
status 0 "$landau" record -q -o opaque.data ./program
status 0 "$landau" record -q -o raw.data --allocator=raw ./program
status 0 "$landau" record -q -o named.data --allocator=work ./program
says opaque.data "allocator opaque"
says named.data "allocator opaque work"
! grep -q '^allocator' raw.data || fail "raw.data says that allocators are opaque"
status 2 "$landau" merge -o merged.data opaque.data raw.data
says err "raw.data: cannot be merged: it was recorded with --allocator=raw, opaque.data with opaque"
status 2 "$landau" diff raw.data named.data
says err "diff: one profile was recorded with --allocator=raw, the other with work"
status 2 "$landau" html raw.data named.data -o page.html
says err "named.data was recorded with --allocator=work and raw.data with raw, so they cannot be compared"
status 2 "$landau" record --files=new ./program
says err "--files must be all or distinct, not 'new'"
status 0 "$landau" record -q -o all.data --files=all ./program
status 0 "$landau" record -q -o distinct.data --files=distinct ./program
says distinct.data "x-files distinct"
! grep -q '^x-files' all.data opaque.data || fail "all.data says that files are distinct"
status 0 "$landau" merge -o merged.data opaque.data all.data
status 0 "$landau" merge -o merged.data distinct.data distinct.data
says merged.data "x-files distinct"
status 2 "$landau" merge -o merged.data all.data distinct.data
says err "distinct.data: cannot be merged: it was recorded with --files=distinct, all.data with all"
status 2 "$landau" diff distinct.data all.data
says err "diff: one profile was recorded with --files=distinct, the other with all"
status 2 "$landau" html all.data distinct.data -o page.html
says err "distinct.data was recorded with --files=distinct and all.data with all, so they cannot be compared"
status 0 "$landau" export --format=json distinct.data
says out '"files": "distinct"'
for cost in '' bb instr; do
	status 0 "$landau" record -q ${cost:+--cost=$cost} -o cost.data ./program
	grep -qx "cost ${cost:-instr}" cost.data || fail "the cost is not ${cost:-instr}: $(head -n 2 cost.data)"
done
status 2 "$landau" record --cost=time ./program
says err "record: --cost=time needs a program compiled with landau-gcc"
status 2 "$landau" record --stamp-limit 63 ./program
says err "--stamp-limit"
status 2 "$landau" record --curve-floor=-1 ./program
says err "record: --curve-floor must be a number from 0"
status 2 "$landau" record --output
says err "record: --output needs an argument"

# -- The program ---------------------------------------------------------------------------------

status 127 "$landau" record no-such-program
says err "no-such-program: command not found"
status 127 "$landau" record ./no-such-program
says err "No such file or directory"
status 127 "$landau" record program
says err "to run the one here: ./program"
status 127 "$landau" record .
says err "command not found"
status 126 "$landau" record ./program.c
says err "not executable"
status 126 "$landau" record /
says err "is a directory"
cp program set-user-id
chmod u+s set-user-id
status 126 "$landau" record ./set-user-id
says err "set-user-ID"
printf '\177ELF\1\1\1' >small
chmod +x small
status 126 "$landau" record ./small
says err "32-bit"
head -c 64 program >foreign
printf '\267\0' | dd of=foreign bs=1 seek=18 conv=notrunc status=none
chmod +x foreign
status 126 "$landau" record ./foreign
says err "another processor"
head -c 20 program >truncated
chmod +x truncated
status 126 "$landau" record ./truncated
says err "truncated"
[[ ! -e landau.data ]] || fail "a profile of a program that did not run"

status 2 env PATH=/no-such-folder "$landau" record ./program
says err "valgrind is not in PATH"
cp "$landau" lonely
status 2 ./lonely record ./program
says err "the engine landau-amd64-linux is neither in"

# -- Status, output and files --------------------------------------------------------------------

status 0 "$landau" record ./program
says out "ready"
says err "landau report"
ended landau.data exit 0
status 7 "$landau" record ./program exit 7
ended landau.data exit 7
ended landau.data.old exit 0
status 3 "$landau" record --quiet -o other.data ./program exit 3
[[ ! -s err ]] || fail "--quiet is not quiet: $(cat err)"
ended other.data exit 3
ended landau.data exit 7
status 0 "$landau" record -o "with blank.data" ./program
says err "landau report 'with blank.data'"
status 0 "$landau" record -- ./program arguments --help -o x
says out "--help"
says out "-o"
status 0 "$landau" record -q -o chdir.data ./program chdir
ended chdir.data exit 0
status 0 "$landau" record -q sh -c 'exit 0'
printf 'echo from a script\n' >script
chmod +x script
status 0 "$landau" record -q ./script
says out "from a script"
gcc -static -O1 -o static program.c
status 5 "$landau" record -q -o static.data ./static exit 5
ended static.data exit 5

cat >insist.c <<'END'
#include <sys/mman.h>
int main(void)
{
	return mmap((void *)0x3000000000, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
		    0) == MAP_FAILED;
}
END
gcc -o insist insist.c
status 2 "$landau" record -o insist.data ./insist
says err "record it with --reference"
status 0 "$landau" record -o insist.data --reference ./insist
ended insist.data exit 0

status 2 "$landau" record -o no-such-folder/x.data ./program
says err "no-such-folder"
[[ ! -s out ]] || fail "the program ran although there is nowhere to write"
mkfifo pipe
status 2 "$landau" record -o pipe ./program
says err "not a regular file"
status 2 "$landau" record -o folder/ ./program
mkdir closed
chmod 555 closed
if [[ ! -w closed ]]; then
	status 2 "$landau" record -o closed/x.data ./program
	says err "cannot write in the folder"
fi

status 0 "$landau" record -q -o "p.%p.data" ./program
files=(p.[0-9]*.data)
((${#files[@]} == 1)) || fail "%p: ${files[*]}"
status 0 env OMPI_COMM_WORLD_RANK=3 "$landau" record -q -o "r.%r.data" ./program
[[ -e r.3.data ]] || fail "%r does not follow OMPI_COMM_WORLD_RANK"
status 0 env PMI_RANK=4 "$landau" record -q -o "r.%r.data" ./program
[[ -e r.4.data ]] || fail "%r does not follow PMI_RANK"
status 0 env SLURM_PROCID=5 "$landau" record -q -o "r.%r.data" ./program
[[ -e r.5.data ]] || fail "%r does not follow SLURM_PROCID"
status 0 "$landau" record -q -o "r.%r.data" ./program
[[ -e r.0.data ]] || fail "%r without a rank is not 0"
status 0 "$landau" record -q -o fork.data ./program fork
files=(fork.data.[0-9]*)
((${#files[@]} == 1)) || fail "fork: ${files[*]}"
ended "${files[0]}" exit 0

status 2 env TMPDIR=/no-such-folder "$landau" record -q ./program
says err "/no-such-folder: cannot write temporary files there"
# shellcheck disable=SC2016 # the inner shell expands it
status 0 bash -c '"$0" record -o closed.data ./program 2>&- </dev/null' "$landau"
ended closed.data exit 0
status 0 env VALGRIND_OPTS=--leak-check=full "$landau" record -q ./program
# What Landau writes meanwhile has no descriptor that the program may use or expect to be free.
status 0 "$landau" record -q -o three.data --dump-trace=events --dump-activations=returns \
	bash -c 'exec 3>three; exec 4>four; echo mine >&3'
[[ $(cat three) == mine && ! -s four ]] || fail "descriptors 3 and 4 are not the program's: $(head -c 80 three four)"
status 0 "$landau" replay -o replayed.data events
grep -q '^1 main ' returns || fail "not in the list of activations: main"

# A full disk is said, and nothing is left on it. Mounting one needs rights.
mkdir full-disk
if mount -t tmpfs -o size=16k tmpfs full-disk 2>/dev/null; then
	status 2 "$landau" record -o full-disk/full.data ./program
	says err "there is no space left on the device"
	[[ -z $(ls -A full-disk) ]] || fail "a full disk: left there: $(ls -A full-disk)"
	umount full-disk
fi

# -- Names ---------------------------------------------------------------------------------------

# A stripped program has names again if a debug server has its symbols. The server's client is played here.
cat >hidden.c <<'END'
static __attribute__((noinline)) int hidden_sum(volatile int *numbers, int count)
{
	int sum = 0;

	for (int i = 0; i < count; i++)
		sum += numbers[i];
	return sum;
}

int main(void)
{
	static int numbers[100];

	return hidden_sum(numbers, 100);
}
END
"${CC:-gcc}" -O1 -g -Wl,--build-id -o hidden hidden.c
objcopy --only-keep-debug hidden hidden.debug
strip hidden
mkdir client
cat >client/debuginfod-find <<END
#!/bin/sh
id=\$(readelf -n "$folder/hidden" | sed -n 's/.*Build ID: //p')
[ "\$1 \$2" = "debuginfo \$id" ] && echo "$folder/hidden.debug"
END
chmod +x client/debuginfod-find
status 0 env -u DEBUGINFOD_URLS "$landau" record -q -o nameless.data ./hidden
status 0 "$landau" report --object=hidden nameless.data
says out "hidden+0x"
says out "as in hidden; NAMES in landau-record(1) helps"
status 0 env PATH="$PWD/client:$PATH" DEBUGINFOD_URLS=http://localhost:1 \
	"$landau" record -q -o named.data ./hidden
status 0 "$landau" report --object=hidden named.data
says out "hidden_sum"
# Small routines of the start-up files have no size, and stay without a name.
grep -q ' main$' out || fail "names are still missing: $(cat out)"
# Of several names the program has the one that the user has called it by, and nothing else has.
ln -s program alias
for name in alias ./alias; do
	status 0 env PATH="$folder:$PATH" "$landau" record --quiet -o alias.data -- $name
	grep -qE '^routine [0-9]+ [0-9]+ main alias ' alias.data || fail "$name: $(grep ' main ' alias.data)"
	grep -q ' libc\.so\.6 ' alias.data || fail "the C library is not called by its own name"
done

# -- Children ------------------------------------------------------------------------------------

status 4 "$landau" record -q -o plain.data sh -c './program exit 4; exit 4'
ended plain.data exit 4
grep -q '"program": ".*sh"' json || fail "plain.data is not sh's"
status 0 "$landau" record -o forks.data sh -c './program exit 0; ./program exit 0; exit 0'
says err "2 processes that it forked have profiles beside it; use --trace-children to record the programs that they execute"
status 0 "$landau" record -o no-forks.data ./program exit 0
! grep -q 'forked' err || fail "nothing was forked: $(cat err)"
status 4 "$landau" record -q -o traced.data --trace-children sh -c './program exit 6; exit 4'
ended traced.data exit 4
grep -q '"program": ".*sh"' json || fail "traced.data is not sh's: $(head -n 3 json)"
found=0
for file in traced.data.[0-9]*; do
	"$landau" export --format=json "$file" >json
	if grep -q '"name": "work"' json; then
		ended "$file" exit 6
		found=$((found + 1))
	fi
done
((found == 1)) || fail "$found profiles of the program that sh executed"

# A program that becomes another one: what was recorded is that of the first, unless both are.
status 0 "$landau" record -o became.data sh -c 'exec ./program exit 0'
says err "the program executes ./program, which is not recorded; use --trace-children to record it"
says err "next: landau report became.data"
ended became.data exec 0
status 0 "$landau" record -o became.data --trace-children sh -c 'exec ./program exit 0'
grep -q "the program becomes" err && fail "exec is said to be the end with --trace-children"
ended became.data exit 0
grep -q '"name": "work"' json || fail "became.data is not that of the second program"

# -- Signals -------------------------------------------------------------------------------------

# start ARGUMENTS... of landau record; $recorder is its process
start() {
	rm -f ready
	mkfifo ready
	"$landau" record "$@" >ready 2>err &
	recorder=$!
	started+=("$recorder")
	local line=
	IFS= read -r line <ready || true
	[[ $line == ready ]] || fail "$*: the program does not begin"
}

# stop SIGNAL WANTED
stop() {
	local got=0
	kill "-$1" "$recorder"
	wait "$recorder" || got=$?
	if ((got == $2)); then
		ok "SIG$1: status $got"
	else
		fail "SIG$1: status $got, not $2: $(head -n 3 err)"
	fi
}

start -o term.data ./program sleep
stop TERM 143
ended term.data signal 15
says err "killed by signal 15"
start -o spin.data ./program spin
stop TERM 143
ended spin.data signal 15
start -o usr1.data ./program sleep
stop USR1 138
ended usr1.data signal 10
start -q -o handled.data ./program handle
stop TERM 15
ended handled.data exit 15

status 139 "$landau" record -q -o segv.data sh -c 'kill -SEGV $$'
ended segv.data signal 11

# -- Snapshots -----------------------------------------------------------------------------------

status 2 "$landau" dump
status 2 "$landau" dump x
says err "'x' is not a process id"
status 2 "$landau" dump 4194305
says err "there is no such process"
status 2 "$landau" dump $$
says err "does not run under 'landau record'"
start -q -o final.data ./program sleep
status 0 "$landau" dump -o snapshot.data "$recorder"
says err "landau report"
ended snapshot.data running 0
says json '"name": "work"'
status 0 "$landau" dump --quiet -o snapshot.data "$recorder"
[[ ! -s err ]] || fail "--quiet is not quiet: $(cat err)"
[[ -e snapshot.data.old ]] || fail "the first snapshot is not kept"
program=$(cat "/proc/$recorder/task/$recorder/children")
program=${program%% *}
status 0 "$landau" dump -o "by-pid.%p.data" "$program"
[[ -e by-pid.$program.data ]] || fail "%p is not the program's process"
status 2 "$landau" dump -o no-such-folder/x "$recorder"
kill -STOP "$program"
status 2 "$landau" dump -o stopped.data "$recorder"
says err "is stopped"
kill -CONT "$program"
# The program stops only when vgdb waits for it.
mkdir late
cat >late/vgdb <<'END'
#!/bin/sh
kill -STOP "${1#--pid=}"
exec sleep 250
END
chmod +x late/vgdb
status 2 env PATH="$PWD/late:$PATH" "$landau" dump -o stopped.data "$recorder"
says err "is stopped"
kill -CONT "$program"
if ((EUID == 0)) && command -v setpriv >/dev/null && chmod 777 .; then
	status 2 setpriv --reuid=65534 --regid=65534 --clear-groups "$landau" dump -o x.data "$program"
	says err "another user"
fi
stop TERM 143
ended final.data signal 15

# -- The header ----------------------------------------------------------------------------------

cat >requests.c <<'END'
#include "landau.h"
int main(void)
{
	LANDAU_START();
	LANDAU_STOP();
	LANDAU_DUMP();
	LANDAU_PHASE("end of it");
	LANDAU_DUMP();
	return LANDAU_RECORDING();
}
END
cp requests.c requests.cc
flags=(-Wall -Wextra -Wconversion -Werror -pedantic -I "$root/include")
for standard in c89 c99 c17; do
	status 0 gcc -std=$standard "${flags[@]}" -o requests requests.c
done
for standard in c++98 c++20; do
	status 0 g++ -std=$standard "${flags[@]}" -o requests requests.cc
done
status 0 ./requests
status 1 "$landau" record -q -o requests.data ./requests
ended requests.data exit 1
ended requests.data.end_of_it running 0
status 0 gcc "${flags[@]}" -DLANDAU_DISABLE -o requests requests.c
status 0 "$landau" record -q -o requests.data ./requests

exit $((failures > 0))
