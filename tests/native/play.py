#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""play.py TOOLS ORACLE LANDAU PLAY FIRST COUNT - random traces on real threads (play.c), against the definition.

The log of each run is checked by the oracle, activation by activation. The log makes every access take the
slow path; without it the hooks' own paths have to find the same points. Both are done with clocks that are
renumbered every few dozen calls, now and then, and never. The seeds are FIRST and those that follow, COUNT of them.
"""
import pathlib
import shutil
import sys

from place import Place, check

PLAY, FIRST, COUNT = pathlib.Path(sys.argv[4]).resolve(), int(sys.argv[5]), int(sys.argv[6])
LIMITS = ("64", "1000", str(1 << 27))


def found(profile):
    """What has to be the same in all runs of a trace."""
    records = {}
    for name, thread, record in profile.records:
        records.setdefault((name, thread), []).append(record)
    return profile.threads, records


def main():
    place = Place()
    activations = 0
    try:
        for seed in range(FIRST, FIRST + COUNT):
            runs = []
            for limit in LIMITS:
                profile, _ = place.run(PLAY, str(seed), log=True, LANDAU_STAMP_LIMIT=limit)
                runs.append(found(profile))
                # A trace may have no call.
                if (place.folder / "log.activations").read_text():
                    activations += place.agrees()
                profile, _ = place.run(PLAY, str(seed), LANDAU_STAMP_LIMIT=limit)
                runs.append(found(profile))
            for run in runs[1:]:
                check(run == runs[0], "seed", seed, run, runs[0])
    finally:
        shutil.rmtree(place.folder, ignore_errors=True)
    check(activations > 0, "no activations")
    print(activations, "activations agree")


main()
