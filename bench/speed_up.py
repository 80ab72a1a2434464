# SPDX-License-Identifier: GPL-2.0-or-later
"""speed_up.py BUILD ROUNDS THREADS - see speed-up.sh.

The least wall time of all rounds counts: whatever else runs on the machine only adds to it, more to some programs than to
others and for minutes on end. So a round has each program once, with one thread and with several.
"""
import os
import sys
import tempfile

import compare
import subjects

TIMES = 4  # the work of the bench


def measure_round(chosen, table, results, command):
    for subject in chosen:
        for count, rows in results.items():
            row = rows.setdefault(subject.name, {})
            for name, result in compare.measure(subject, table, count, 1, command).items():
                if name not in row or result["wall"] < row[name]["wall"]:
                    row[name] = result


def main():
    build, rounds, threads = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    results = {1: {}, threads: {}}
    with tempfile.TemporaryDirectory(prefix="landau-bench-") as scratch:
        os.chdir(scratch)
        table = compare.tools(os.path.join(build, "landau"), os.path.join(scratch, "profile"))
        table = {name: table[name] for name in ("native", "landau-native")}
        chosen = subjects.kernel_subjects(build, times=TIMES)
        for subject in chosen:
            subjects.compile_for("landau-native", subject, build)
        for number in range(1, rounds + 1):
            measure_round(chosen, table, results, os.path.join(build, "bench", "measure"))
            print(f"round {number} of {rounds}", flush=True)
        for subject in chosen:
            print(f"{subject.name}: wall time " + ", ".join(
                f"{name} {results[1][subject.name][name]['wall']:.2f} and "
                f"{results[threads][subject.name][name]['wall']:.2f} s" for name in table))
    compare.print_speed_up(results, list(table))


if __name__ == "__main__":
    main()
