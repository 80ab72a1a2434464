# SPDX-License-Identifier: GPL-2.0-or-later
"""speed_up.py BUILD ROUNDS THREADS - see speed-up.sh."""
import os
import sys
import tempfile

import compare
import subjects

TIMES = 4  # the work of the bench


def main():
    build, rounds, threads = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    results = {1: {}, threads: {}}
    with tempfile.TemporaryDirectory(prefix="landau-bench-") as scratch:
        os.chdir(scratch)
        table = compare.tools(os.path.join(build, "landau"), os.path.join(scratch, "profile"))
        table = {name: table[name] for name in ("native", "landau-native")}
        for subject in subjects.kernel_subjects(build, times=TIMES):
            subjects.compile_for("landau-native", subject, build)
            for count, rows in results.items():
                rows[subject.name] = compare.measure(subject, table, count, rounds,
                                                     os.path.join(build, "bench", "measure"))
            print(f"{subject.name}: wall time " + ", ".join(
                f"{name} {results[1][subject.name][name]['wall']:.2f} and "
                f"{results[threads][subject.name][name]['wall']:.2f} s" for name in table), flush=True)
    compare.print_speed_up(results, list(table))


if __name__ == "__main__":
    main()
