# SPDX-License-Identifier: GPL-2.0-or-later
"""speed_up.py BUILD ROUNDS THREADS - see speed-up.sh.

The least wall time of all rounds counts: whatever else runs on the machine only adds to it, more to some programs than to
others and for minutes on end. So a round has each program once, with one thread and with several. On a virtual machine
each round says how much of the processors' time the host gave to others meanwhile.
"""
import os
import sys
import tempfile

import compare
import subjects

TIMES = 4  # the work of the bench


def processor_time():
    """What the kernel has counted so far, in ticks: all of it, and what a virtual machine's host gave to others."""
    with open("/proc/stat", encoding="ascii") as file:
        ticks = [int(field) for field in file.readline().split()[1:9]]
    return sum(ticks), ticks[7]


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
            all_before, stolen_before = processor_time()
            measure_round(chosen, table, results, os.path.join(build, "bench", "measure"))
            all_after, stolen_after = processor_time()
            stolen = (stolen_after - stolen_before) / max(1, all_after - all_before)
            print(f"round {number} of {rounds}, {stolen:.1%} of the processors' time stolen", flush=True)
        for subject in chosen:
            print(f"{subject.name}: wall time " + ", ".join(
                f"{name} {results[1][subject.name][name]['wall']:.2f} and "
                f"{results[threads][subject.name][name]['wall']:.2f} s" for name in table))
    compare.print_speed_up(results, list(table))


if __name__ == "__main__":
    main()
