#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Dispatchers of the Python interpreter: what calls anything is said to, what does one thing is not.

usage: dispatcher.py LANDAU
"""
import json
import os
import subprocess
import sys
import tempfile

LANDAU = os.path.abspath(sys.argv[1])
PYTHON = "/usr/bin/python3"
SCRIPT = """
import json, re
for n in (3, 5, 8, 13, 21, 34, 55, 89):
    text = json.dumps([{"a": i, "b": str(i) * (i % 7), "c": [i] * (i % 5)} for i in range(n)], indent=1)
    words = sorted(re.findall(r"\\w+", text))
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    json.loads(text)
"""


def main():
    if not os.access(PYTHON, os.X_OK):
        return 77
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        subprocess.run([LANDAU, "record", "-q", PYTHON, "-I", "-S", "-c", SCRIPT], check=True)
        done = subprocess.run([LANDAU, "export", "--format=json"], capture_output=True, check=True)
    dispatchers = {r["name"] for r in json.loads(done.stdout)["routines"]
                   if r["explanation"] and r["explanation"]["kind"] == "dispatcher"}
    print("\n".join(sorted(dispatchers)))
    # One of these calls whatever is called; which of them depends on the version.
    if not dispatchers & {"PyObject_Vectorcall", "_PyObject_MakeTpCall", "PyObject_Call", "PyObject_CallObject"}:
        return 1
    return 1 if dispatchers & {"malloc", "memcpy", "PyDict_SetItem", "PyUnicode_New", "PyList_New"} else 0


sys.exit(main())
