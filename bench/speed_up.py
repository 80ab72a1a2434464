# SPDX-License-Identifier: GPL-2.0-or-later
"""speed_up.py BUILD ROUNDS THREADS [KERNEL ...] - see speed-up.sh.

How much of the cache others leave to a virtual machine changes within minutes, and with it the time of a program by a third,
more with one thread than with two or the other way round. So a round has each program once with one thread and, within seconds,
with several; its speed-up is that of the round, and the median of the rounds counts. The quartiles beside it say how far rounds
differ; what the least times of all rounds would give, which may be minutes apart, is in the last columns. Each round also says how
much of the processors' time the host gave to others meanwhile.
"""
import os
import statistics
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


def measure_round(chosen, tools, threads, walls, command):
    """Adds a pair of wall times, with one thread and with several, to each list of walls[subject][tool]."""
    for subject in chosen:
        one, several = (compare.measure(subject, tools, count, 1, command) for count in (1, threads))
        for name in tools:
            walls[subject.name][name].append((one[name]["wall"], several[name]["wall"]))


def print_table(walls, tools, threads):
    print(f"\nspeed-up with {threads} threads: wall time with 1 thread as a multiple of it; the median of the rounds,")
    print("their quartiles, and that of the least times")
    print(f"{'':14}" + "".join(f"{name:>15}{'quartiles':>15}" for name in tools) + "".join(f"{name:>15}" for name in tools))
    medians = {name: [] for name in tools}
    for subject, row in walls.items():
        line, least = f"{subject:14}", ""
        for name in tools:
            ratios = [one / several for one, several in row[name]]
            medians[name].append(statistics.median(ratios))
            low, _, high = statistics.quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
            line += f"{medians[name][-1]:14.2f}x" + f"{low:.2f} to {high:.2f}".rjust(15)
            least += f"{min(one for one, _ in row[name]) / min(several for _, several in row[name]):14.2f}x"
        print(line + least)
    means = compare.geometric_means(medians)
    print(f"{'geometric mean':14}" + "".join(f"{means[name]:14.2f}x{'':15}" for name in tools).rstrip())


def main():
    build, rounds, threads = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory(prefix="landau-bench-") as scratch:
        os.chdir(scratch)
        tools = compare.tools(os.path.join(build, "landau"), os.path.join(scratch, "profile"))
        tools = {name: tools[name] for name in ("native", "landau-native")}
        chosen = subjects.kernel_subjects(build, times=TIMES, kernels=subjects.PARALLEL)
        unknown = set(sys.argv[4:]) - {subject.name for subject in chosen}
        if unknown:
            print(f"bench/run speed-up: there is no kernel '{min(unknown)}'", file=sys.stderr)
            sys.exit(2)
        chosen = [subject for subject in chosen if subject.name in (sys.argv[4:] or [subject.name])]
        for subject in chosen:
            subjects.compile_for("landau-native", subject, build)
        walls = {subject.name: {name: [] for name in tools} for subject in chosen}
        for number in range(1, rounds + 1):
            all_before, stolen_before = processor_time()
            measure_round(chosen, tools, threads, walls, os.path.join(build, "bench", "measure"))
            all_after, stolen_after = processor_time()
            stolen = (stolen_after - stolen_before) / max(1, all_after - all_before)
            print(f"round {number} of {rounds}, {stolen:.1%} of the processors' time stolen", flush=True)
        for subject, row in walls.items():
            for name in tools:
                print(f"{subject}: {name}: " + ", ".join(f"{one:.2f} {several:.2f}" for one, several in row[name]))
    print_table(walls, tools, threads)


if __name__ == "__main__":
    main()
