#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Loops: which there are, what is inside of what, and how often they went round.

usage: loops.py LANDAU

The programs in loops_of say by marks how many trips the loop on a line makes in calls with some n, which are those of SIZES.
"""
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = range(10, 121, 10)
MARK = re.compile(r"loop: (\w+)(?: in (\w+))?: (.*?)(?: \*/|$)")
# Source, how it is compiled, and marks that the compiler makes other loops of.
PROGRAMS = [
    ("shapes.c", ["gcc", "-O0", "-g", "-w"], []),
    ("shapes.c", ["gcc", "-O0", "-g", "-w", "-fno-jump-tables"], []),
    ("shapes.c", ["clang", "-O0", "-g", "-w"], ["returning", "threaded"]),
    ("ranges.cc", ["g++", "-O0", "-g"], []),
    ("ranges.cc", ["g++", "-O1", "-g"], []),
    ("triangle.f90", ["gfortran", "-O0", "-g", "-J", "{}"], []),
]
failures = 0


def check(fine, text):
    global failures
    if not fine:
        print("FAIL", text)
        failures += 1


def marks(path):
    """name -> (line, name of the loop around it, trips)."""
    found = {}
    with open(path, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            for name, parent, times in MARK.findall(text) if "MARK" not in text else []:
                sizes = [64, 32, 16, 8, 4, 2, 1] if name == "halves" else SIZES
                line = number + text.strip().startswith("/*")
                found[name] = line, parent, sum(eval(times, {"n": n}) for n in sizes)
    return found


def read(path, source):
    """Of the loops of this source: line, trips, position, position of the loop around it, is it a bound; in the order of their code."""
    loops = []
    for text in open(path, encoding="utf-8"):
        kind, *fields = text.split()
        if kind != "x-loop" or fields[5] != source:
            continue
        numbers = list(map(int, fields[8 + 3 * int(fields[7]):]))
        check(sum(numbers[3::3]) == numbers[0] and numbers[1::3] == sorted(set(numbers[1::3])), f"points do not add up: {text}")
        loops.append((int(fields[6]), numbers[0], int(fields[1]), int(fields[2]), fields[3] == "1"))
    return sorted(loops, key=lambda loop: loop[2])


def try_program(landau, folder, source, compiler, other):
    if not shutil.which(compiler[0]):
        print(f"# no {compiler[0]} here")
        return
    program, profile = os.path.join(folder, "program"), os.path.join(folder, "landau.data")
    path = os.path.join(HERE, "loops_of", source)
    name = " ".join(compiler[:2] + [source])
    subprocess.run([word.format(folder) for word in compiler] + ["-o", program, path], check=True, cwd=folder)
    subprocess.run([landau, "record", "-q", "-o", profile, "--lines=nested,early,skipping,returning,bottom,jumping,calling,conditions,switching,threaded,one_line,strings,landing,halves,*ranges*,*try_all*,*triangle*", program], check=True, stderr=subprocess.DEVNULL)
    loops = read(profile, source)
    expected = marks(path)
    positions = {}
    for mark, (line, parent, trips) in expected.items():
        if mark in other:
            continue
        same_line = [at for at, of in expected.items() if of[0] == line]
        there = [loop for loop in loops if loop[0] == line]
        check(len(there) == len(same_line), f"{name}: {len(there)} loops at {mark}")
        if len(there) != len(same_line):
            continue
        loop = there[same_line.index(mark)]
        positions[mark] = loop[2]
        check(not loop[4], f"{name}: {mark} is a bound")
        check(loop[1] == trips, f"{name}: {mark} has {loop[1]} trips, not {trips}")
        around = [of for of, (_, _, _) in expected.items() if of == parent]
        check(not around or loop[3] == positions.get(parent), f"{name}: {mark} is not in {parent}")
        check(parent or loop[3] == 0, f"{name}: {mark} is inside of a loop")
    ends = {line for line, _, _ in expected.values()}
    first_of_main = next(number for number, text in enumerate(open(path, encoding="utf-8"), 1)
                         if re.search(r"\bmain\b", text) and ("int " in text or "program" in text))
    more = [loop for loop in loops if loop[0] not in ends and loop[0] < first_of_main]
    check(len(more) <= 2 * len(other), f"{name}: more loops: {more}")


def shown(landau, folder):
    """The loops of nested in all views; the profile is that of shapes.c."""
    profile, database = os.path.join(folder, "landau.data"), os.path.join(folder, "landau.db")
    outer, middle, inner = (marks(os.path.join(HERE, "loops_of", "shapes.c"))[name][0] for name in ("outer", "middle", "inner"))

    def run(*words):
        return subprocess.run([landau, *words], check=True, stdout=subprocess.PIPE, encoding="utf-8",
                              cwd=os.path.join(HERE, "loops_of")).stdout

    sentence = rf"loop +shapes\.c:{middle}, inside the loop at :{outer}: 0\.\d+·n\^2 trips"
    for text in run("show", "nested", profile), run("annotate", "nested", profile):
        check(re.search(sentence, text) and re.search(rf"loop +shapes\.c:{inner}, inside the loop at :{middle}: 1\.\d+·n\^2 trips", text),
              f"the loops are not named: {text}")
        check(re.search(rf" {middle}  │┌  +for \(int j", text) and re.search(rf" {inner}  ││┌ +for \(int k", text), f"no brackets: {text}")
    report = run("report", profile)
    check(re.search(rf"nested  shapes\.c:\d+, loop(?: :{inner})?\n", report), f"the row names no loop: {report}")
    for document in run("export", "--format=json", profile), run("show", "--json", "nested", profile), run("annotate", "--json", "nested", profile):
        of = json.loads(document)
        of = [one for one in of["routines"] if one["name"] == "nested"][0] if "routines" in of else of
        loops = [loop for loop in of["loops"] if loop["line"] == middle]
        check(len(loops) == 1 and loops[0]["depth"] == 2 and not loops[0]["at_most"] and loops[0]["model"]["class"] == "n^2"
              and loops[0]["inside"] == [loop["address"] for loop in of["loops"] if loop["line"] == outer][0]
              and loops[0]["last_line"] > inner and sum(point[2] for point in loops[0]["points"]) == loops[0]["trips"],
              f"JSON has {loops}")
    done = subprocess.run([landau, "export", "--format=sqlite", "-o", database, profile], stderr=subprocess.PIPE, encoding="utf-8")
    check(done.returncode == 0 or "without SQLite" in done.stderr, f"SQLite: {done.stderr}")
    if done.returncode == 0:
        rows = sqlite3.connect(database).execute(
            "SELECT a.depth, b.line, a.trips, sum(p.trips), a.trips_statement FROM loops a JOIN loops b ON b.id = a.inside"
            " JOIN loop_points p ON p.loop = a.id WHERE a.line = ? GROUP BY a.id", (middle,)).fetchall()
        trips = sum(n * (n - 1) // 2 for n in SIZES)
        check(rows == [(2, outer, trips, trips, "n^2")], f"SQLite has {rows}")


def main():
    landau = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        for program in PROGRAMS:
            try_program(landau, folder, *program)
            if program is PROGRAMS[0]:
                shown(landau, folder)
    print("FAILED" if failures else "as expected")
    sys.exit(1 if failures else 0)


main()
