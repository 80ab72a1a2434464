#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""How often lines run: counts that are known, and costs that must add up.

usage: lines.py LANDAU

The costs of the lines of a routine are the cost of its activations, in all and, where each size has a row, for each size.
"""
import collections
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
PAIRS = sum(n * (n - 1) // 2 for n in SIZES)
# By the marks in lines.c: which routine, and how often; twice where two threads do it.
EXPECTED = {
    "add": ("add", 3 * sum(SIZES)), "outer": ("pairs", 2 * sum(SIZES)), "inner": ("pairs", 2 * PAIRS), "once": ("pairs", 2 * len(SIZES)),
    "single": ("halves", 2 * sum(SIZES)), "both": ("halves", 2 * sum(n - 1 for n in SIZES)),
    "tried": ("search", sum(n - 2 for n in SIZES)), "jump": ("search", len(SIZES)),
    "landed": ("find", len(SIZES)), "zero": ("choose", sum(n // 5 for n in SIZES)),
    "three": ("choose", sum(n // 5 for n in SIZES)), "other": ("choose", sum(3 * n // 5 for n in SIZES)),
    "tail": ("tail", len(SIZES)), "handler": ("on_signal", len(SIZES)),
}
MOST_ROWS = 128
failures = 0


def check(fine, text):
    global failures
    if not fine:
        print("FAIL", text)
        failures += 1


def read(path):
    """name -> size -> cost of activations; name -> (file, line) -> (executions, cost, size -> (executions, cost), self)."""
    costs = collections.defaultdict(lambda: collections.defaultdict(int))
    lines = collections.defaultdict(dict)
    names, current = {}, None
    for text in open(path, encoding="utf-8"):
        kind, *fields = text.split()
        if kind == "routine":
            names[fields[0]] = " ".join(fields[2:])
        elif kind == "record":
            current = names[fields[0]]
        elif kind == "t":
            costs[current][int(fields[0])] += int(fields[4])
        elif kind == "x-line":
            numbers = list(map(int, fields[4 + 3 * int(fields[3]):]))
            rows = {numbers[i]: numbers[i + 2:i + 4] for i in range(3, len(numbers), 4)}
            # The program inlines nothing; of libraries only sums are looked at.
            place = (fields[1], int(fields[2]), *fields[4:4 + 3 * int(fields[3])])
            lines[names[fields[0]]][place] = numbers[0], numbers[1], rows, numbers[2]
    return costs, lines


def costs_add_up(costs, lines, name):
    for routine, of in lines.items():
        check(sum(line[1] for line in of.values()) == sum(costs[routine].values()),
              f"{name}: lines of {routine} cost something else than it")
        sizes = collections.Counter()
        for line in of.values():
            for n, (_, cost) in line[2].items():
                sizes[n] += cost
        if len(costs[routine]) < MOST_ROWS:
            check(dict(sizes) == dict(costs[routine]), f"{name}: lines of {routine} differ by size")


def annotated(landau, output, folder):
    """The line that is dearest where the input is largest, and what the text says of it."""
    found = json.loads(subprocess.run([landau, "annotate", "--json", "pairs", output], check=True, cwd=HERE,
                                      stdout=subprocess.PIPE).stdout)
    inner = marks()["inner"]
    check(found["hottest"] == {"file": "lines.c", "line": inner}, f"the hottest line is {found['hottest']}")
    line = [line for line in found["lines"] if line["line"] == inner][0]
    check(line["model"]["class"] == "n^2" and line["cost_model"]["class"] == "n^2", "the inner line is not n^2")
    check(sum(point[2] for point in line["points"]) == line["executions"] == 2 * PAIRS, "executions by size differ")
    text = subprocess.run([landau, "annotate", "pairs", output], check=True, cwd=HERE, stdout=subprocess.PIPE,
                          encoding="utf-8").stdout
    check(f"lines.c:{inner}, n^2: " in text, "the hottest line is not named")
    shown = subprocess.run([landau, "show", "pairs", output], check=True, cwd=HERE, stdout=subprocess.PIPE,
                           encoding="utf-8").stdout
    hottest = re.search(r"hottest +(.*)", text)[1]
    check(re.search("line +" + re.escape(hottest + "; 'landau annotate' shows all"), shown), "show has another line")
    report = subprocess.run([landau, "report", output], check=True, cwd=HERE, stdout=subprocess.PIPE,
                            encoding="utf-8").stdout
    check(f" of it in lines.c:{inner}" in report.partition("\n\n")[0], f"the headline names no line: {report}")
    check(re.search(rf"n\^2 .* n\^2 +{inner}  .*/\* mark: inner \*/", text), "the inner line is not there")
    done = subprocess.run([landau, "annotate", "pairs", output], check=True, cwd=folder, stdout=subprocess.PIPE,
                          encoding="utf-8").stdout
    check("lines.c: the file is not in this directory or below it;" in done and "mark:" not in done,
          "a source file is there that is not")
    done = subprocess.run([landau, "annotate", "add", output], cwd=folder, stderr=subprocess.PIPE, encoding="utf-8")
    check(done.returncode == 2 and "has no line counts for 'add'" in done.stderr, f"said: {done.stderr}")


def exported(landau, output, folder, costs, lines):
    """The lines of pairs in exports, and those that show prints."""
    inner = marks()["inner"]
    result = os.path.join(folder, "result")

    def run(*words):
        return subprocess.run([landau, *words], check=True, cwd=HERE, stdout=subprocess.PIPE, encoding="utf-8").stdout

    of = [routine for routine in json.loads(run("export", "--format=json", output))["routines"] if routine["name"] == "pairs"][0]
    found = {(line["file"], line["line"]): (line["executions"], line["cost"]) for line in of["lines"]}
    check(found == {at: line[:2] for at, line in lines["pairs"].items()}, "JSON has other lines")
    run("export", "--format=callgrind", "-o", result, output)
    text = open(result, encoding="utf-8").read()
    part = re.search(r"^fn=\(\d+\) pairs\n((?:\d+ \d+\n)*)", text, re.M)[1]
    own = collections.Counter()
    for number, cost in (map(int, row.split()) for row in part.splitlines()):
        own[number] += cost
    check(own[inner] == lines["pairs"]["lines.c", inner][3] > 0, f"callgrind has {own[inner]} at the inner line")
    check(sum(own.values()) == sum(line[3] for line in lines["pairs"].values()) == of["self"], "callgrind: self cost")
    called = re.search(r"^fn=\(\d+\) pairs\n(?:\d+ \d+\n)*(?:c\w+=.*\n)*calls=(\d+) \d+\n(\d+) ", text, re.M)
    check(called and called.groups() == (str(2 * len(SIZES)), str(marks()["once"])), f"callgrind: the call is {called}")
    os.remove(result)
    done = subprocess.run([landau, "export", "--format=sqlite", "-o", result, output], stderr=subprocess.PIPE, encoding="utf-8")
    check(done.returncode == 0 or "without SQLite" in done.stderr, f"SQLite: {done.stderr}")
    if done.returncode == 0:
        rows = sqlite3.connect(result).execute(
            "SELECT l.executions, cost_statement, sum(p.executions) FROM lines l JOIN line_points p ON p.line = l.id JOIN routines r"
            " ON r.id = l.routine WHERE r.name = 'pairs' AND l.line = ? GROUP BY l.id", (inner,)).fetchall()
        check(rows == [(2 * PAIRS, "n^2", 2 * PAIRS)], f"SQLite has {rows}")
    sarif = json.loads(run("report", "--sarif", output))["runs"][0]["results"]
    places = [at["locations"][0]["physicalLocation"]["region"]["startLine"] for at in sarif
              if at["locations"][0]["logicalLocations"][0]["name"] == "pairs"]
    check(places == [inner], f"SARIF is at {places}")
    shown = run("show", "pairs", output)
    check(re.search(rf"n\^2 .* n\^2 +{inner}  .*/\* mark: inner \*/", shown), "show has no source")
    check("mark: single" not in shown, "show has the source of others")
    by_file = json.loads(run("annotate", "--json", "lines.c", output))
    check([of["name"] for of in by_file["routines"]] == sorted(name for name, of in lines.items() if any(at[0] == "lines.c" for at in of)),
          "annotate of a file has other routines")


def again(landau, program, folder):
    """Who records once more gets the lines of what grew fast, and of that alone."""
    output = os.path.join(folder, "again.data")

    def record(*options, command=program):
        done = subprocess.run([landau, "record", "-o", output, *options, command], check=True, stderr=subprocess.PIPE, encoding="utf-8")
        with open(output, encoding="utf-8") as file:
            text = file.read()
        routines = dict(re.findall(r"^routine (\d+) \d+ (\S+)", text, re.M))
        counted = {routines[number] for number in re.findall(r"^x-line (\d+) ", text, re.M)}
        check(("routines that grow fast in" in done.stderr) == (not options and bool(counted)), f"said: {done.stderr}")
        return counted

    check(record() == set(), "lines are counted though nothing is known")
    check(record() == {"pairs"}, "the lines of what grows fast are not counted")
    check(record("--lines=none") == set(), "lines are counted though they are not wanted")
    other = program + "-other"
    os.link(program, other)
    check(record(command=other) == set(), "lines are counted for the profile of another program")
    with open(output, "a", encoding="utf-8") as file:
        file.write("more")
    check(record(command=other) == set(), "lines are counted for a damaged profile")


def said(landau, program, folder):
    """What is said where source and program do not fit, and where there is no debug information."""
    source, output = os.path.join(folder, "lines.c"), os.path.join(folder, "said.data")
    shutil.copy(os.path.join(HERE, "lines.c"), source)

    def annotate(when):
        os.utime(source, (when, when))
        done = subprocess.run([landau, "annotate", "add", output], check=True, cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding="utf-8")
        return done.stdout, done.stderr

    os.utime(program, (2e9, 2e9))
    subprocess.run([landau, "record", "-q", "-o", output, "--lines=add", program], check=True)
    os.utime(output, (2e9 + 100, 2e9 + 100))
    check(annotate(2e9 - 10)[1] == "", "a source file that is older is said to have changed")
    check(f"lines.c has changed since {program} was built" in annotate(2e9 + 10)[1], "a younger source is not noticed")
    check(f"lines.c has changed since {output} was written" in annotate(2e9 + 200)[1], "a change after the run is not noticed")
    subprocess.run(["strip", "--strip-debug", program], check=True)
    subprocess.run([landau, "record", "-q", "-o", output, "--lines=add", program], check=True)
    text = annotate(2e9)[0]
    check("no source line is known: compile with -g" in text, "nothing is said of debug information")
    # The loop is the piece of code that runs most often, inside of the routine.
    symbols = subprocess.run(["nm", "-S", program], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    start, size = (int(word, 16) for word in re.search(r"^(\w+) (\w+) t add$", symbols, re.M).groups())
    found = json.loads(subprocess.run([landau, "annotate", "--json", "add", output], check=True, stdout=subprocess.PIPE).stdout)
    addresses = {int(line["file"], 16): line["executions"] for line in found["lines"]}
    check(all(start <= address < start + size for address in addresses) and max(addresses.values()) == EXPECTED["add"][1]
          and [loop["trips"] for loop in found["loops"]] == [EXPECTED["add"][1]], f"the code is at {addresses}")
    check(all(f"{address:#x}" in text for address in addresses) and found["hottest"]["file"] + ", n: " in text,
          f"the addresses are not there: {text}")
    subprocess.run([landau, "record", "-q", "-o", output, "--lines=all", program], check=True)
    check("address in" not in annotate(2e9)[0], "there are addresses of all code")


def marks():
    source = open(os.path.join(HERE, "lines.c"), encoding="utf-8").read()
    return {mark: number for number, text in enumerate(source.splitlines(), 1)
            for mark in re.findall(r"/\* mark: (\w+) \*/", text)}


def main():
    landau = os.path.abspath(sys.argv[1])
    numbers = marks()
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "lines")
        for flags in ["-O0", "-O1"]:
            subprocess.run(["gcc", flags, "-g", "-fno-inline", "-fno-optimize-sibling-calls", "-pthread", "-o", program,
                            os.path.join(HERE, "lines.c")], check=True)
            for options in [["--lines=all"], ["--lines=all", "--cost=bb"], ["--lines=pairs,cho*,h?lves"]]:
                name = " ".join([flags, *options])
                output = os.path.join(folder, "p.data")
                subprocess.run([landau, "record", "-q", "-o", output, *options, program], check=True)
                costs, lines = read(output)
                costs_add_up(costs, lines, name)
                lines = {key.split()[0]: of for key, of in lines.items() if key.endswith(" lines.c")}
                for mark, (routine, times) in EXPECTED.items():
                    if routine not in ("pairs", "choose", "halves") and len(options) == 1 and "all" not in options[0]:
                        check(routine not in lines, f"{name}: {routine} is not asked for")
                        continue
                    found = lines.get(routine, {}).get(("lines.c", numbers[mark]), (0,))[0]
                    check(found == times, f"{name}: {mark} ran {found} times, not {times}")
            annotated(landau, output, folder)
            exported(landau, output, folder, costs, lines)
        again(landau, program, folder)
        said(landau, program, folder)
    print("FAILED" if failures else "as expected")
    sys.exit(1 if failures else 0)


main()
