#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Names of code that real programs make: node, and CPython from 3.12 on where there is one.

usage: generated.py LANDAU

Both write a map for perf. A function that compares all pairs of a list must have its name, its file, and no other growth than n^2.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

LANDAU = os.path.abspath(sys.argv[1])

JAVASCRIPT = """
function pairs(list) {
    let found = 0;
    for (let i = 0; i < list.length; i++)
        for (let k = 0; k < i; k++)
            if (list[i] === list[k]) found++;
    return found;
}
let sum = 0;
for (let n = 50; n < 700; n = Math.floor(n * 1.3)) {
    const list = Array.from({ length: n }, (_, i) => i);
    for (let round = 0; round < 3; round++) sum += pairs(list);
}
console.log(sum);
"""

PYTHON = """
def pairs(items):
    found = 0
    for i in range(len(items)):
        for k in range(i):
            if items[k] == items[i]:
                found += 1
    return found
n = 60
while n < 400:
    pairs([number * 1000 for number in range(n)])
    n = n * 5 // 4
"""


def routines_of(command, name, file, text):
    """What the profile has of routines of that name in that file."""
    with tempfile.TemporaryDirectory() as directory:
        pathlib.Path(directory, file).write_text(text, encoding="utf-8")
        recorded = subprocess.run([LANDAU, "record", "-q", "-o", "run.%p.data", "--", *command, file], cwd=directory,
                                  capture_output=True, text=True, check=False)
        if recorded.returncode != 0:
            sys.exit(f"{command} exits with {recorded.returncode}: {recorded.stderr[-2000:]}")
        profile = next(pathlib.Path(directory).glob("run.*.data"))
        pathlib.Path(f"/tmp/perf-{profile.name.split('.')[1]}.map").unlink(missing_ok=True)
        exported = subprocess.check_output([LANDAU, "export", "--format=json", profile])
    return [routine for routine in json.loads(exported)["routines"]
            if routine["object"] == "[jit]" and routine["name"] == name and routine["file"] == file]


def check(command, name, file, text):
    found = routines_of(command, name, file, text)
    if len(found) != 1:
        sys.exit(f"FAIL {command}: {len(found)} routines are called {name}")
    model = found[0]["model"]
    if "n^2" not in model["classes"] and not 1.7 < (model["exponent"] or 0) < 2.3:
        sys.exit(f"FAIL {command}: {name} has {model}")
    print(f"ok {command[0]}: {name}, {found[0]['calls']} calls, {model['classes']}, exponent {model['exponent']}")


def new_python():
    for name in ("python3.14", "python3.13", "python3.12", "python3"):
        path = shutil.which(name)
        ask = "import sys; print(sys.version_info >= (3, 12))"
        if path and subprocess.run([path, "-c", ask], capture_output=True, text=True, check=False).stdout == "True\n":
            return path
    return None


def main():
    done = 0
    node, python = shutil.which("node"), new_python()
    if node:
        check([node, "--perf-basic-prof", "--always-sparkplug", "--no-opt"], "JS:^pairs", "pairs.js", JAVASCRIPT)
        done += 1
    if python:
        check([python, "-X", "perf"], "py::pairs", "pairs.py", PYTHON)
        done += 1
    sys.exit(0 if done else 77)


main()
