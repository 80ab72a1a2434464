#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Instructions are counted as callgrind counts them, to the unit.

usage: callgrind.py LANDAU PROGRAM.c

A program without libraries is recorded with --cost=instr, as it comes from several settings of the
compiler. Of each routine the calls and the instructions of its own must be those that callgrind finds,
and so must the instructions with those of its callees, but for recursive routines: callgrind does not
add up what is counted twice. Nor does it know the last instructions, which end the program: _start is left
out, and nothing else is.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

SETTINGS = (["-O0"], ["-O1"], ["-O2"], ["-O3", "-fno-tree-vectorize"], ["-O3", "-mavx2"], ["-Os"])
RECURSIVE = {"ways"}
FIELDS = ("calls", "self", "cost")


def run(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True).stdout


def by_callgrind(program, folder):
    """For each routine: calls, instructions of its own, and with those of its callees."""
    path = os.path.join(folder, "callgrind.out")
    run(["valgrind", "--quiet", "--tool=callgrind", "--show-below-main=yes",
         "--compress-strings=no", "--compress-pos=no", f"--callgrind-out-file={path}", program])
    routines, current, called = {}, None, None

    def routine_of(name):
        name = re.sub(r"'\d+$", "", name)  # a recursive routine, from the second activation on
        return routines.setdefault(name, dict.fromkeys(FIELDS, 0))

    with open(path, encoding="utf-8") as file:
        for line in file:
            if match := re.match(r"fn=(.*)", line):
                current = routine_of(match[1])
            elif match := re.match(r"cfn=(.*)", line):
                called = routine_of(match[1])
            elif match := re.match(r"calls=(\d+) ", line):
                called["calls"] += int(match[1])
                current["cost"] += int(next(file).split()[1])
            elif re.match(r"\d", line):
                current["self"] += int(line.split()[1])
    for routine in routines.values():
        routine["cost"] += routine["self"]
    return routines


def by_landau(landau, program, folder):
    path = os.path.join(folder, "landau.data")
    run([landau, "record", "--quiet", "--cost=instr", "-o", path, "--", program])
    profile = json.loads(run([landau, "export", "--format=json", path]))
    return {routine["name"]: {field: routine[field] for field in FIELDS}
            for routine in profile["routines"]}


def compare(expected, actual):
    problems = []
    if set(expected) != set(actual):
        problems.append(f"other routines: {set(expected) ^ set(actual)}")
    for name in sorted(set(expected) & set(actual) - {"_start"}):
        for field in FIELDS:
            if name in RECURSIVE and field == "cost":
                continue
            if expected[name][field] != actual[name][field]:
                problems.append(f"{name}: {field} is {actual[name][field]}, "
                                f"by callgrind {expected[name][field]}")
    return problems


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    landau, source = map(os.path.abspath, sys.argv[1:])
    failed = 0
    with open("/proc/cpuinfo", encoding="ascii") as file:
        has_avx2 = " avx2" in file.read()
    for flags in SETTINGS:
        if "-mavx2" in flags and not has_avx2:
            continue
        with tempfile.TemporaryDirectory(prefix="landau-callgrind-") as folder:
            program = os.path.join(folder, "program")
            run([os.environ.get("CC", "gcc"), "-g", "-nostdlib", "-static", "-fno-stack-protector",
                 "-fno-pie", "-no-pie"] + flags + ["-o", program, source])
            expected = by_callgrind(program, folder)
            problems = compare(expected, by_landau(landau, program, folder))
        total = sum(routine["self"] for routine in expected.values())
        if len(expected) < 10 or total < 100000:
            problems.append(f"only {len(expected)} routines with {total} instructions")
        print(f"{'FAIL' if problems else 'ok  '} {' '.join(flags)}: {len(expected)} routines, "
              f"{total} instructions")
        for problem in problems:
            print("    " + problem)
        failed += bool(problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
