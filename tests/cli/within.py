#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a long call shows on its way, wherever it is told: report, show, check, diff.

usage: within.py LANDAU
"""
import contextlib
import json
import os
import sqlite3
import sys
import tempfile

from profiles import landau, write_profile
from tap import check, finish

COSTS = {
    "square": lambda n: 500 + n * n // 2,
    "line": lambda n: 900 + 700 * n,
    "steps": lambda n: 3 * n if n < 5200 else 3 * 5200 + 41 * (n - 5200),
}


def curve(routine, cost, last, more=0):
    """The line of a curve, with marks as the core takes them; `more` is paid at the end."""
    marks, n = [], 256
    while n <= last:
        marks.append((n, cost(n)))
        n += n // 8 + 1
    end = cost(last) + more
    return [f"x-curve {routine} 1 " + " ".join(f"{n} {n} 0 {n * 3 // 4} {c}" for n, c in [*marks, (last, end)])], end


def make(path, costs, sizes=None, more=0, last=20000):
    """A profile of routines that were called once each, or once for each of some sizes, and whose calls have curves."""
    routines, curves = [], []
    for number, name in enumerate(sorted(costs)):
        lines, end = curve(number, costs[name], last, more)
        points = {last: end} | {n: costs[name](n) for n in sizes or ()}
        routines.append((name, "p", points, sum(points.values())))
        curves += lines
    write_profile(path, routines)
    with open(path, encoding="ascii") as file:
        lines = file.read().splitlines()[:-1] + curves
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join([*lines, f"end {len(lines) + 1}"]) + "\n")


def row(text, name):
    return next((line for line in text.splitlines() if line.endswith("  " + name)), "")


def write_with(path, names, lines):
    """A profile of routines that were called once with n = 20000, and what more is told of the first."""
    end = 10 ** 8
    write_profile(path, [(name, "p", {20000: end}, end) for name in names])
    with open(path, encoding="ascii") as file:
        lines = file.read().splitlines()[:-1] + lines
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join([*lines, f"end {len(lines) + 1}"]) + "\n")


def standstills():
    """A call that has read its input before it works on it is told by the calls that it makes then."""
    calls = range(256, 4001, 64)
    for name, cost in (("falls", lambda i: 10 ** 8 - (10 ** 8) * (4000 - i) ** 2 // 4000 ** 2), ("even", lambda i: i * 25000)):
        write_with(f"{name}.data", ["list"], ["x-curve 0 1 19000 19000 0 0 7 20000 20000 0 0 100000000",
                                              "x-steps 4000 " + " ".join(f"{i} 20000 {cost(i)}" for i in calls)])
    text = landau("report", "falls.data").stdout
    check("a price that falls call by call is a square", row(text, "list").startswith("n^2 + "), text)
    check("the mark is explained", "\n+ within one call, by what each new cell, or each call that it made, cost on its way; " in text, text)
    text = landau("show", "list", "falls.data").stdout
    check("show says so", "\nby calls    n^2 " in text and "costs less, as fewer are left" in text, text)
    check("and draws it", "cost of the calls left" in text and "n by calls left" in text, text)
    shown = json.loads(landau("show", "--json", "list", "falls.data").stdout)["within"]
    check("--json has it", shown["kind"] == "none" and shown["steps"]["of"] == "what was left" and
          shown["steps"]["model"]["class"] == "n^2" and len(shown["steps"]["points"]) == len(calls), shown)
    with open("budget", "w", encoding="ascii") as file:
        file.write("list: n\n")
    done = landau("check", "--budget=budget", "falls.data")
    check("check warns of it", done.returncode == 0 and "1 warning from within one call" in done.stdout, done.stdout)
    rows = [line.split(",") for line in landau("export", "--format=csv", "falls.data").stdout.splitlines()]
    rows = [row[6:] for row in rows if row[4:6] == ["1", "calls_1"]]
    check("CSV has the steps", len(rows) == len(calls) and rows[0][0] == "256" and rows[0][6] == "20000" and
          rows[-1][0] == str(calls[-1]), rows)
    if "sqlite" in landau("export", "--help").stdout:
        landau("export", "--format=sqlite", "-o", "falls.db", "falls.data")
        with contextlib.closing(sqlite3.connect("falls.db")) as database:
            steps = database.execute("SELECT curve, calls, n, cost FROM steps ORDER BY calls").fetchall()
            models = dict(database.execute("SELECT kind, statement FROM models"))
        check("SQLite has them", len(steps) == len(calls) + 1 and steps[0][:3] == (1, 256, 20000) and
              steps[-1] == (1, 4000, 20000, 10 ** 8), steps)
        check("and what they say", models["within_calls"] == "n^2" and models["within"] == "unknown", models)
    text = landau("report", "even.data").stdout
    check("an even price says nothing of n", row(text, "list").startswith("? few sizes"), text)
    check("and is not drawn", "cost of its calls" not in landau("show", "list", "even.data").stdout)


def phases():
    """Whose calls cost most in two phases."""
    lines, _ = curve(0, COSTS["steps"], 20000)
    marks = (len(lines[0].split()) - 3) // 5 - 1
    sizes = [int(n) for n in lines[0].split()[3::5]]
    cost = [COSTS["steps"](n) for n in sizes]
    called = [f"{i} {1 if sizes[i] < 5200 else 2} {(cost[i] - cost[i - 1]) * 9 // 10}" for i in range(1, marks)]
    write_with("phases.data", ["loads", "parse", "rehash"], [lines[0], "x-called " + " ".join(called)])
    text = landau("show", "loads", "phases.data").stdout
    check("show says what was called in two phases",
          "\nphases      first mostly calls of parse (90 % of the cost), then of rehash (" in text, text)
    shown = json.loads(landau("show", "--json", "loads", "phases.data").stdout)["within"]["phases"]
    check("and so does --json", shown["before"]["callee"] == "parse" and shown["after"]["callee"] == "rehash" and
          shown["after"]["share"] > 0.8, shown)
    if "sqlite" in landau("export", "--help").stdout:
        landau("export", "--format=sqlite", "-o", "phases.db", "phases.data")
        with contextlib.closing(sqlite3.connect("phases.db")) as database:
            named = database.execute("SELECT mark, name, callee_cost FROM marks LEFT JOIN routines r ON r.id = callee "
                                     "ORDER BY mark").fetchall()
        check("SQLite names who was called", named[0] == (1, None, 0) and named[1][1] == "parse" and
              named[marks - 1][1] == "rehash" and named[marks][1] is None, named)
    text = landau("show", "steps", "one.data").stdout
    check("of calls that nobody named nothing is said", "\nphases" not in text, text)


def reports():
    make("one.data", COSTS)
    text = landau("report", "one.data").stdout
    check("a square is named from within", row(text, "square").startswith("n^2 + "), text)
    check("and so is a line", row(text, "line").startswith("n + "), text)
    check("two phases are no class", row(text, "steps").startswith("? few sizes"), text)
    check("the mark is explained", "\n+ within one call, " in text, text)
    check("the headline takes it", "square, 93 %, grows as n^2 within a call" in text, text)
    check("it is ranked by what it will cost", text.index("  square\n") < text.index("  line\n"), text)
    found = {r["name"]: r for r in json.loads(landau("report", "--json", "one.data").stdout)["routines"]}
    check("--json has it", found["square"]["within"]["model"]["class"] == "n^2" and
          found["square"]["model"]["class"] is None, found)
    check("and what is no growth", found["steps"]["within"]["kind"] == "phases", found)

    # What the calls say goes first.
    make("many.data", {"square": COSTS["square"]}, sizes=[20 * 2 ** i for i in range(9)] + [30 * 2 ** i for i in range(8)])
    text = landau("report", "many.data").stdout
    check("a class of many calls needs no mark", row(text, "square").startswith("n^2  ") and "+ within" not in text, text)


def shows():
    text = landau("show", "square", "one.data").stdout
    check("show draws the curve", "cost so far" in text and "n so far" in text, text)
    check("and says what it fits", "in the call of 200M basic blocks, n = 20.0k:\nas it went  n^2 " in text, text)
    check("also by external input alone", "\nexternal    n^2 " in text and "external input so far" in text, text)
    text = landau("show", "steps", "one.data").stdout
    check("it says where phases part", "two phases: at n = 4955 " in text and "goes from 3 to 39.5" in text, text)
    shown = json.loads(landau("show", "--json", "square", "one.data").stdout)["within"]
    check("--json has the points", shown["points"][0] == [256, 500 + 256 * 128] and shown["n"] == 20000 and
          shown["calls_kept"] == 1 and shown["external"]["model"]["class"] == "n^2", shown)
    exported = {r["name"]: r for r in json.loads(landau("export", "--format=json", "one.data").stdout)["routines"]}
    check("the JSON export has the same", exported["square"]["within"] == shown, exported["square"])
    make("sorted.data", {"line": COSTS["line"]}, more=30000000)
    text = landau("show", "line", "sorted.data").stdout
    check("it says that the input was read first", "it reads its input first: " in text, text)


def exports():
    make("short.data", {"line": COSTS["line"]}, last=2000)
    rows = [line.split(",") for line in landau("export", "--format=csv", "short.data").stdout.splitlines()]
    rows = [[int(cell) for cell in row[6:]] for row in rows if row[4:6] == ["1", "within_1"]]
    check("CSV has the marks", rows[0] == [256, 1, 180100, 180100, 180100, 180100 ** 2, 256, 0, 192] and
          rows[-1][:3] == [2000, 1, 1400900] and len(rows) == 19, rows)
    if "sqlite" not in landau("export", "--help").stdout:
        return
    landau("export", "--format=sqlite", "-o", "one.db", "one.data")
    with contextlib.closing(sqlite3.connect("one.db")) as database:
        marks = database.execute("SELECT curve, mark, n, rms, m.thread_input, m.external_input, m.cost FROM marks m "
                                 "JOIN routines r ON r.id = routine WHERE name = 'square' ORDER BY mark").fetchall()
        models = dict(database.execute("SELECT kind, statement FROM models JOIN routines r ON r.id = routine "
                                       "WHERE name = 'square'"))
    check("SQLite has them", marks[0] == (1, 1, 256, 256, 0, 192, 33268) and marks[-1][2] == 20000, marks)
    check("and what they say", models["within"] == "n^2" and models["within_external"] == "n^2", models)


def checks():
    with open("budget", "w", encoding="ascii") as file:
        file.write("default: n log n\n")
    plain = ("check", "--budget=budget", "one.data")
    text = landau(*plain).stdout
    check("a warning by default", text.startswith("warning  square: grows as n^2 within a call") and
          "0 exceeded" in text and "; 1 warning from within one call" in text, text)
    text = landau(*plain, "--within=fail", status=1).stdout
    check("a failure if that is wanted", "FAILED   square: grows as n^2 within a call" in text, text)
    text = landau(*plain, "--within=no").stdout
    check("nothing if it is not", "within a call" not in text and "unknown  square" in text, text)
    text = landau(*plain, "--github").stdout
    check("a warning for GitHub", "::warning title=landau::square" in text, text)
    text = landau(*plain, "--sarif").stdout
    check("and in SARIF", '"level": "warning"' in text, text)
    text = landau(*plain, "--within=perhaps", status=2).stderr
    check("another word is refused", "--within must be warn, fail or no, not 'perhaps'" in text, text)


def diffs():
    make("old.data", {"work": COSTS["line"]})
    make("new.data", {"work": COSTS["square"]})
    text = landau("diff", "old.data", "new.data", status=1).stdout
    check("diff compares it", text.splitlines()[1].startswith("worse   n +           -> n^2 +"), text)
    check("and explains the mark", "\n+ within one call, " in text, text)
    found = json.loads(landau("diff", "--json", "old.data", "new.data", status=1).stdout)["routines"][0]
    check("--json has both", found["before_within"]["class"] == "n" and found["after_within"]["class"] == "n^2", found)
    landau("diff", "new.data", "new.data")


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        reports()
        shows()
        exports()
        checks()
        diffs()
        standstills()
        phases()
        os.chdir("/")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
