#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""collect.py - makes lines of the judged set of what Landau recorded of a driver.

usage: collect.py TABLE DIRECTORY JUDGED HELD_OUT

DIRECTORY has a NAME.json for each driver of TABLE, as `landau export --format=json` writes it. The truths stand in
the sources beside this file. A third of the routines, by the hash of their names, goes to HELD_OUT, the others to
JUDGED: whoever works on the model looks at JUDGED only. Prints numbers and nothing of what is held out.
"""
import collections
import json
import os
import re
import sys
import zlib

LEAST_SIZES, MOST_SIZES = 6, 64
TRUTH = re.compile(r"truth: (\S+) \| ([^|]+) \| ")


def truths(source):
    with open(source, encoding="utf-8") as lines:
        return [match.groups() for match in map(TRUTH.search, lines) if match]


def curve(routines, name, driver):
    """The worst cost at each size, of the driver's own routine if there is one."""
    found = [r for r in routines if r["name"] == name]
    own = [r for r in found if os.path.basename(r["object"] or "") == driver]
    rows = max((r["trms"] for r in own or found), key=len, default=[])
    points = [(row[0], row[3]) for row in rows]
    if len(points) > MOST_SIZES:
        last = len(points) - 1
        points = [points[round(i * last / (MOST_SIZES - 1))] for i in range(MOST_SIZES)]
    return points


def main():
    table, directory, judged, held_out = sys.argv[1:]
    files = {False: [], True: []}
    packages, costs, missing, classes = set(), set(), [], collections.Counter()
    with open(table, encoding="utf-8") as lines:
        drivers = [line.rstrip("\n").split("\t") for line in lines if not line.startswith("#")]
    for driver, source, needs, _ in drivers:
        path = os.path.join(directory, driver + ".json")
        if not os.path.exists(path):
            missing.append(driver)
            continue
        packages.update(needs.split())
        with open(path, encoding="utf-8") as file:
            profile = json.load(file)
        routines = profile["routines"]
        costs.add(profile["cost"])
        for name, growth in truths(os.path.join(os.path.dirname(table), "programs", source)):
            points = curve(routines, name, driver)
            if len(points) < LEAST_SIZES:
                missing.append(f"{driver}: {name}")
                continue
            classes[growth] += 1
            key = f"{driver}: {name}"
            files[zlib.crc32(key.encode()) % 3 == 0].append(
                f"{key}\t{growth}\t" + " ".join(f"{n},{worst}" for n, worst in points))
    for held, path in ((False, judged), (True, held_out)):
        with open(path, "w", encoding="utf-8") as out:
            out.write(f"# Made by bench/run judged of bench/model/judged/programs; cost: {', '.join(sorted(costs))}.\n"
                      "# Driver and routine, true class by the algorithm, the worst cost at each size.\n")
            if held:
                out.write("# Held out: not to be looked at by who works on the model.\n")
            out.writelines(line + "\n" for line in files[held])
    print(f"{len(files[False])} routines judged, {len(files[True])} held out, of {len(packages)} packages; "
          + ", ".join(f"{count} {growth}" for growth, count in classes.most_common()))
    if missing:
        print("not measured: " + ", ".join(missing))


main()
