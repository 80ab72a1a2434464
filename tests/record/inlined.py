#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines of other languages than C, and of functions that compilers inline, run as often as it is known.

usage: inlined.py LANDAU

The programs in lines_of say by marks how often a line runs in calls with some n, which are those of SIZES.
"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = range(10, 201, 10)
# Source, how it is compiled, and what must be inlined in which routine: function, routine, how it grows.
PROGRAMS = [
    ("templates.cc", ["g++", "-O1", "-g"], [("count_equal", "compare", "n^2"), ("stop_early", "compare", "n")]),
    ("templates.cc", ["clang++", "-O2", "-g", "-fno-unroll-loops"], [("count_equal", "compare", "n^2"), ("stop_early", "compare", "n")]),
    ("loops.f90", ["gfortran", "-O1", "-g", "-J", "{}"], []),
    ("chain.rs", ["rustc", "-O", "-g"], [("sum", "chain::chain", "n"), ("black_box", "chain::chain", "n")]),
]
MARK = re.compile(r"mark: (\S+): (.*)")
failures = 0


def check(fine, text):
    global failures
    if not fine:
        print("FAIL", text)
        failures += 1


def marks(path):
    with open(path, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            found = MARK.search(text)
            if found and "TIMES" not in text:
                yield number, found[1], sum(eval(found[2], {"n": n}) for n in SIZES)


def executions(landau, profile, source):
    """(routine, line) -> how often it ran, wherever it was inlined."""
    done = subprocess.run([landau, "annotate", "--json", source, profile], check=True, stdout=subprocess.PIPE)
    counts = collections.Counter()
    for routine in json.loads(done.stdout)["routines"]:
        for line in routine["lines"]:
            counts[re.sub(r"\(.*|::h[0-9a-f]{16}$", "", routine["name"]), line["line"]] += line["executions"]
    return counts


def inlined(landau, profile):
    done = subprocess.run([landau, "report", "--inlined", "--json", profile], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)["inlined"]


def try_program(landau, folder, source, compiler, expected):
    if not shutil.which(compiler[0]):
        print(f"# no {compiler[0]} here")
        return
    program, profile = os.path.join(folder, "program"), os.path.join(folder, "landau.data")
    path = os.path.join(HERE, "lines_of", source)
    name = f"{compiler[0]} {source}"
    subprocess.run([word.format(folder) for word in compiler] + ["-o", program, path], check=True, cwd=folder)
    subprocess.run([landau, "record", "-q", "-o", profile, "--lines=*compare*,*try_all*,*triangle*,*chain*", program],
                   check=True)
    counts = executions(landau, profile, source)
    for number, routine, times in marks(path):
        check(counts[routine, number] == times, f"{name}: line {number} of {routine} ran {counts[routine, number]} times, not {times}")
    rows = inlined(landau, profile)
    for function, routine, growth in expected:
        found = [row for row in rows if re.search(rf"\b{function}\b", row["name"]) and re.match(routine, row["into"])]
        check(found and found[0]["model"]["class"] == growth and found[0]["self"] <= found[0]["cost"],
              f"{name}: {function} in {routine} is {found}")
    if expected:
        text = subprocess.run([landau, "report", "--inlined", profile], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
        check(re.search(rf"{expected[0][2].replace('^', '.')} +\S*{expected[0][0]}.*\n +inlined into .*{expected[0][1]}", text),
              f"{name}: the table has no {expected[0][0]}:\n{text}")


def main():
    landau = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        for program in PROGRAMS:
            try_program(landau, folder, *program)
        trace = os.path.join(folder, "trace")
        with open(trace, "w", encoding="utf-8") as file:
            file.write("call 1 f\nread 1 0x1000 4\nreturn 1\n")
        subprocess.run([landau, "replay", "-o", trace + ".data", trace], check=True)
        done = subprocess.run([landau, "report", "--inlined", trace + ".data"], stderr=subprocess.PIPE, encoding="utf-8")
        check(done.returncode == 2 and "needs a profile with counts of lines" in done.stderr, f"without lines: {done}")
    print("FAILED" if failures else "as expected")
    sys.exit(1 if failures else 0)


main()
