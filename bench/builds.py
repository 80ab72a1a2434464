#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""builds.py - several builds of Landau beside each other: CPU time and peak memory as multiples of the first one's.

In each round every subject is run by every build, in an order that is drawn anew; the least of the rounds counts,
since all that disturbs a run makes it longer. With --native the kernels are compiled by each build's own compiler
wrappers. Prints a table after each round.
"""
import argparse
import os
import random
import sys
import tempfile

import compare
import subjects


def subjects_of(options, build, number):
    """By name, each with a command made for a number of threads."""
    kernels = subjects.kernel_subjects(options.kernels)
    if not options.native:
        found = kernels + subjects.program_subjects()
    else:
        folder = os.path.abspath(str(number))
        os.makedirs(folder, exist_ok=True)
        here = os.getcwd()
        os.chdir(folder)
        for kernel in kernels:
            if not options.only or kernel.name in options.only.split(","):
                subjects.compile_for("landau-native", kernel, build)
        os.chdir(here)
        found = kernels
    return {subject.name: subject for subject in found}


def table(results, builds):
    """Lines of text."""
    def least(name, build, key):
        return min(run[key] for run in results[name][build])

    yield f"{'':14}{'s':>8}{'MB':>6}" + "".join(f"{os.path.basename(build):>20}" for build in builds[1:])
    ratios = {key: {build: [] for build in builds} for key in ("cpu", "mb")}
    for name, runs in results.items():
        if not all(runs.values()):
            continue
        line = f"{name:14}{least(name, builds[0], 'cpu'):8.2f}{least(name, builds[0], 'mb'):6.0f}"
        for build in builds[1:]:
            for key in ("cpu", "mb"):
                ratios[key][build].append(least(name, build, key) / least(name, builds[0], key))
            line += f"{ratios['cpu'][build][-1]:11.3f}x{ratios['mb'][build][-1]:7.3f}x"
        yield line
    means = {key: compare.geometric_means(ratios[key]) for key in ratios}
    yield f"{'mean':28}" + "".join(f"{means['cpu'][build]:11.3f}x{means['mb'][build]:7.3f}x"
                                   for build in builds[1:] if build in means["cpu"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--kernels", required=True, help="a build directory with the plain kernels in it")
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--native", action="store_true", help="the native engine, in place of Valgrind's")
    parser.add_argument("--only", help="subjects to run, separated by commas")
    parser.add_argument("builds", nargs="+", help="build directories; the first one is what all are compared with")
    options = parser.parse_args()

    options.kernels = os.path.abspath(options.kernels)
    builds = [os.path.abspath(build) for build in options.builds]
    measure = os.path.join(options.kernels, "bench", "measure")
    with tempfile.TemporaryDirectory(prefix="landau-bench-") as scratch:
        os.chdir(scratch)
        found = {build: subjects_of(options, build, i) for i, build in enumerate(builds)}
        names = [name for name, subject in found[builds[0]].items() if not subject.missing()]
        if options.only:
            names = [name for name in options.only.split(",") if name in names]
        for name in names:
            found[builds[0]][name].prepare()
        results = {name: {build: [] for build in builds} for name in names}
        for turn in range(options.rounds):
            for name in names:
                for build in random.sample(builds, len(builds)):
                    subject = found[build][name]
                    command = subject.compiled.get("landau-native", subject.command)(options.threads)
                    record = [os.path.join(build, "landau"), "record", "--quiet", "-o", "landau.data", "--"]
                    try:
                        results[name][build].append(compare.run_once(
                            subject, record, command, options.threads, measure))
                    except RuntimeError as error:
                        print(f"left out: {error}", file=sys.stderr)
            print(f"\nround {turn + 1}, {options.threads} threads", *table(results, builds), sep="\n", flush=True)


if __name__ == "__main__":
    main()
