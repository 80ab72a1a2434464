# SPDX-License-Identifier: GPL-2.0-or-later
"""A git repository of twenty commits, one of which makes a routine quadratic: for the tests of bisect and history.

The program prints an event trace for landau replay, or is one in C for landau record.
"""
import os
import pathlib
import subprocess
import sys

COMMITS = 20
CULPRIT = 13
BROKEN = 11  # does not build
done = 0

TRACE = """
for n in range(8, 400, 9):
    cost = {cost}
    print("call 1 main", "call 1 parse", f"read 1 4096 {{4 * n}}", f"cost 1 {{cost}}", "return 1",
          "call 1 lex", f"read 1 4096 {{4 * n}}", f"cost 1 {{3 * n}}", "return 1", "return 1", sep="\\n")
"""

C = """
#include <stdlib.h>
static volatile unsigned sink;
__attribute__((noinline)) static unsigned lex(const int *text, int count) {
	unsigned sum = 0;
	for (int i = 0; i < count; i++)
		sum = sum * 31 + (unsigned)text[i];
	return sum;
}
__attribute__((noinline)) static unsigned parse(const int *text, int count) {
	unsigned sum = 0;
	for (int i = 0; i < count; i++)
		for (int k = 0; k < (QUADRATIC ? i : 12); k++)
			sum += (unsigned)(text[i] * k ^ text[QUADRATIC ? k : i]);
	return sum;
}
int main(void) {
	int *text = calloc(1000, sizeof(*text));
	for (int i = 0; i < 1000; i++)
		text[i] = i * 7919 % 1009;
	for (int count = 20; count < 1000; count = count * 5 / 4)
		sink += lex(text, count) + parse(text, count);
	return 0;
}
"""


def check(what, holds, found=""):
    global done
    done += 1
    print(f"{'ok' if holds else 'not ok'} {done} - {what}")
    if not holds:
        print(f"# {found}")
        sys.exit(1)


def run(*words, status=0):
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    check(f"{' '.join(words[-6:])} exits with {status}", ended.returncode == status,
          f"{ended.returncode} {ended.stdout} {ended.stderr}")
    return ended


def source_of(number, in_c):
    bad = number >= CULPRIT
    if number == BROKEN:
        return "#error broken\n" if in_c else "raise SystemExit(1)\n"
    if in_c:
        return f"/* commit {number} */\n" + C.replace("QUADRATIC", "1" if bad else "0")
    return f"# commit {number}\n" + TRACE.format(cost="n * n" if bad else "9 * n")


def make(landau, in_c=False):
    """In the current directory; returns the command that builds the program and writes landau.data."""
    file = "program.c" if in_c else "program.py"
    os.environ.update(GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_SYSTEM="/dev/null", GIT_AUTHOR_NAME="a",
                      GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="a", GIT_COMMITTER_EMAIL="a@b")
    subprocess.run(["git", "init", "-q"], check=True)
    for i in range(COMMITS):
        pathlib.Path(file).write_text(source_of(i, in_c), encoding="utf-8")
        subprocess.run(["git", "add", file], check=True)
        subprocess.run(["git", "commit", "-q", "-m", f"Commit number {i}"], check=True)
    if in_c:
        return ["sh", "-c", f"cc -g -O1 -o program program.c && '{landau}' record -q -o landau.data -- ./program"]
    return ["sh", "-c", f"{sys.executable} program.py >trace && '{landau}' replay -o landau.data trace"]
