#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The lines of a source file that grow faster than n, as FILE:LINE: TEXT, which editors can jump to.

usage: lines.py SOURCE [PROFILE]      the profile was recorded with --lines

A plug-in for an editor would do the same, and draw what it finds beside the lines.
"""
import json
import subprocess
import sys

SLOW = {"1", "log n", "sqrt n", "n"}


def grows_fast(model):
    """A class above n, two of which one is above, or a lower bound above it."""
    if model["statement"] == "at least":
        return not SLOW & set(model["classes"])
    return model["statement"] in ("class", "between") and not set(model["classes"]) <= SLOW


def main():
    landau = subprocess.run(["landau", "annotate", "--json", *sys.argv[1:]], stdout=subprocess.PIPE, check=False)
    if landau.returncode != 0:
        sys.exit(landau.returncode)
    data = json.loads(landau.stdout)
    for routine in data["routines"]:
        for line in routine["lines"]:
            model = line["cost_model"]
            if line["file"] == data["file"] and grows_fast(model):
                print(f"{sys.argv[1]}:{line['line']}: in {routine['name']}: {' or '.join(model['classes'])}, "
                      f"run {line['executions']} times")


main()
