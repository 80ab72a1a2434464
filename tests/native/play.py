#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""play.py TOOLS ORACLE LANDAU PLAY SEEDS... - random traces on real threads (play.c), against the definition.

The log of each run is checked by the oracle, activation by activation. The log makes every access take the
slow path; without it the hooks' own paths have to find the same points. Both are done with clocks that are
renumbered every few dozen calls, now and then, and never, and for each other seed with the sources of input; one more limit is hit where the second thread starts, in some of the traces. SEEDS are
numbers and ranges, such as 1-12.
"""
import pathlib
import shutil
import sys

from place import Place, check

PLAY, SEEDS = pathlib.Path(sys.argv[4]).resolve(), sys.argv[5:]
FLOORS = 7
LIMITS = ("64", "200", "1000", str(1 << 27))


def seeds():
    for text in SEEDS:
        first, _, last = text.partition("-")
        yield from range(int(first), int(last or first) + 1)


def found(profile):
    """What has to be the same in all runs of a trace."""
    records = {}
    for name, thread, record in profile.records:
        records.setdefault((name, thread), []).append(record)
    flows = {key: sorted(rows) for key, rows in profile.flows.items()}
    return profile.threads, records, profile.curves, flows


def main():
    place = Place()
    activations = 0
    try:
        for seed in seeds():
            runs = []
            floor = str(1 + seed % FLOORS)
            sources = seed % 2 == 0
            asked = {"LANDAU_CURVE_FLOOR": floor} | ({"LANDAU_SOURCES": "1"} if sources else {})
            for limit in LIMITS:
                profile, _ = place.run(PLAY, str(seed), log=True, LANDAU_STAMP_LIMIT=limit, **asked)
                runs.append(found(profile))
                # A trace may have no call.
                if (place.folder / "log.activations").read_text():
                    activations += place.agrees(sources=sources)
                profile, _ = place.run(PLAY, str(seed), LANDAU_STAMP_LIMIT=limit, **asked)
                runs.append(found(profile))
            for run in runs[1:]:
                check(run == runs[0], "seed", seed, run, runs[0])
    finally:
        shutil.rmtree(place.folder, ignore_errors=True)
    check(activations > 0, "no activations")
    print(activations, "activations agree")


main()
