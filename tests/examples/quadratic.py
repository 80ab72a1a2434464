#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""quadratic.py LANDAU - landau check refuses each bug of examples/quadratic and passes each fix.

The table in its README says which routine and which line are named and how the routine grows before and after; every row is
held against what Landau prints. Prints TAP.
"""
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

LANDAU = pathlib.Path(sys.argv[1]).resolve()
EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "quadratic"
ROW = re.compile(r"^\| \[`(\w+)`\]\((\S+)\) \| .* \| `(\w+)` \| `(.*)` \| (\w+) \| (.*) \| (.*) \|$", re.MULTILINE)


def run(directory, example, variant, *options):
    return subprocess.run([EXAMPLES / "run", LANDAU, directory, example, variant, *options], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def report(profile, routine):
    """(class, kind of cost) of a routine; the class is none if there is nothing to fit."""
    text = subprocess.run([LANDAU, "report", "--all", "--json", profile], check=True,
                          capture_output=True, text=True).stdout
    rows = [row for row in json.loads(text)["routines"] if row["name"].split("(")[0] == routine]
    exported = json.loads(subprocess.run([LANDAU, "export", "--format=json", profile], check=True,
                                         capture_output=True, text=True).stdout)
    return (rows[0]["model"]["class"] if rows else None) or "none", exported["cost"]


def hottest(profile, routine):
    text = subprocess.run([LANDAU, "annotate", "--json", routine, profile], check=True, capture_output=True, text=True).stdout
    return json.loads(text)["hottest"]


def source_line(source, number):
    return (EXAMPLES / source).read_text(encoding="utf-8").splitlines()[number - 1].strip()


def check(directory, row):
    """What is wrong with an example."""
    example, source, routine, guilty, cost, before, after = row
    if not (EXAMPLES / source).is_file():
        return f"there is no {source}"
    bug, fix = run(directory, example, "bug", f"--lines={routine}*"), run(directory, example, "fix")
    if bug.returncode != 1:
        return f"the bug passes, or fails to run: {bug.returncode}\n{bug.stdout}"
    if fix.returncode != 0:
        return f"the fix is refused, or fails to run: {fix.returncode}\n{fix.stdout}"
    refused = re.search(rf"^FAILED   {routine}: grows as (.*), its bound is", bug.stdout, re.MULTILINE)
    # What is said may be that it is one of two.
    if not refused or refused[1] not in [before, *before.split(" or ")]:
        return f"{routine} is not refused as {before}:\n{bug.stdout}"
    growth, kind = report(f"{directory}/{example}-fix.data", routine)
    if growth not in after.split(" or ") or kind != cost:
        return f"{routine} grows as {growth} in {kind}, where {after} in {cost} is expected"
    line = hottest(f"{directory}/{example}-bug.data", routine)
    if line["file"] != source or source_line(source, line["line"]) != guilty:
        return f"the line is {line}, and not {guilty}"
    outputs = {pathlib.Path(f"{directory}/{example}-{variant}.out").read_text(encoding="utf-8")
               for variant in ("bug", "fix")}
    return f"bug and fix print different things: {outputs}" if len(outputs) > 1 else None


def main():
    rows = ROW.findall((EXAMPLES / "README.md").read_text(encoding="utf-8"))
    sources = {path.name for path in EXAMPLES.glob("*.c*")}
    number = 1
    good = len(rows) == 10 and {row[1] for row in rows} == sources
    print(f"{'ok' if good else 'not ok'} 1 - the table has all ten examples")
    with tempfile.TemporaryDirectory() as directory, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        for row, wrong in zip(rows, pool.map(lambda row: check(directory, row), rows)):
            number += 1
            print(f"{'not ok' if wrong else 'ok'} {number} - {row[0]}", flush=True)
            if wrong:
                print(*("# " + line for line in wrong.split("\n")), sep="\n")
    print(f"1..{number}")


main()
