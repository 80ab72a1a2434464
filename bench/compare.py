#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""compare.py - Landau beside native runs, Valgrind's other tools and the thread sanitizer, in one run.

Each round runs every subject under every tool, one after another, so that all see the same machine;
the figures are medians over the rounds, as ratios to the native run or to `none` of the same round.
With --threads 1,2 the speed-up of what runs in parallel is printed too.
Writes a table to standard output and results.json and chart.svg to the output directory.
"""
import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import chart
import subjects

LARGE_MB = 16  # programs below use so little memory that ratios of it say nothing
# Only where they are asked for.
EXTRA = ("landau-rms", "landau-sources", "landau-lines", "landau-native", "native-unplugged", "native-sources", "tsan")


def tools(landau, out):
    valgrind = ["valgrind", "-q", "--fair-sched=try"]
    return {
        "native": [],
        "none": valgrind + ["--tool=none"],
        "callgrind": valgrind + ["--tool=callgrind", f"--callgrind-out-file={out}"],
        "memcheck": valgrind + ["--tool=memcheck"],
        "helgrind": valgrind + ["--tool=helgrind"],
        "landau-rms": [landau, "record", "--quiet", "--metric=rms", "-o", out, "--"],
        "landau": [landau, "record", "--quiet", "-o", out, "--"],
        "landau-sources": [landau, "record", "--quiet", "--sources", "-o", out, "--"],
        "landau-lines": [landau, "record", "--quiet", "--lines=all", "-o", out, "--"],
        "landau-native": [landau, "record", "--quiet", "-o", out, "--"],
        "native-unplugged": [landau, "record", "--quiet", "-o", out, "--"],
        "native-sources": [landau, "record", "--quiet", "--sources", "-o", out, "--"],
        "tsan": [],
    }


def knows_rms(landau):
    """Can this Landau leave out what other threads write?"""
    usage = subprocess.run([landau, "record", "--help"], capture_output=True, text=True, check=False)
    return "--metric" in usage.stdout


def run_once(subject, tool, arguments, threads, measure_command):
    """CPU seconds, wall seconds, peak MB and the output of one run."""
    environment = dict(os.environ, **subject.environment(threads))
    with tempfile.TemporaryFile() as output:
        command = [measure_command, "usage"] + tool + arguments
        for option, path in zip(tool, tool[1:]):
            if option == "-o":  # a profile that is there already would tell it whose lines to count
                pathlib.Path(path).unlink(missing_ok=True)
        with subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL,
                              env=environment) as process:
            subject.drive(process)
        output.seek(0)
        text = output.read()
    if process.returncode != 0:
        raise RuntimeError(f"{subject.name}: {' '.join(tool[:3])} ended with {process.returncode}")
    with open("usage", encoding="ascii") as usage:
        cpu, wall, kilobytes = map(float, usage.read().split())
    return {"cpu": cpu, "wall": wall, "mb": kilobytes / 1024, "output": text}


def measure(subject, tool_table, threads, rounds, measure_command):
    commands = {name: subject.compiled.get(name) if name in subjects.COMPILED else subject.command
                for name in tool_table}
    results = {name: [] for name, command in commands.items() if command}
    for _ in range(rounds):
        expected = None
        for name in results:
            result = run_once(subject, tool_table[name], commands[name](threads), threads, measure_command)
            output = result.pop("output")
            if expected is None:
                expected = output
            elif output != expected and not isinstance(subject, subjects.Server):
                print(f"warning: {subject.name} prints something else under {name}", file=sys.stderr)
            results[name].append(result)
    return {name: {key: statistics.median(run[key] for run in runs) for key in ("cpu", "wall", "mb")}
            for name, runs in results.items()}


def geometric_means(ratios):
    """Of each list of ratios in a dictionary; what has none is left out."""
    return {name: math.exp(sum(map(math.log, values)) / len(values)) for name, values in ratios.items() if values}


def print_means(title, means, columns):
    print(f"{title:24}" + "".join(f"{means[column]:14.2f}x" if column in means else f"{'-':>15}" for column in columns))


def print_table(title, rows, columns, base, key, filter_row=lambda row: True):
    print(f"\n{title}")
    print(f"{'':14}{base:>10}" + "".join(f"{column:>15}" for column in columns))
    ratios = {column: [] for column in columns}
    groups = {}
    for name, row in rows.items():
        if not filter_row(row):
            continue
        line = f"{name:14}{row[base][key]:10.2f}"
        for column in columns:
            if column not in row:
                line += f"{'-':>15}"
                continue
            ratio = max(row[column][key], 1e-3) / max(row[base][key], 1e-3)
            ratios[column].append(ratio)
            groups.setdefault(subjects.group_of(name), {}).setdefault(column, []).append(ratio)
            line += f"{ratio:14.2f}x"
        print(line)
    for group, of_group in groups.items():
        if len(groups) > 1:
            print_means(f"mean of {group}", geometric_means(of_group), columns)
    means = geometric_means(ratios)
    print_means("geometric mean", means, columns)
    return means


def print_speed_up(results, names):
    """Of the tools that run threads in parallel: wall time with one thread over that with several."""
    for threads, rows in results.items():
        if threads == 1 or 1 not in results:
            continue
        print(f"\nspeed-up with {threads} threads: wall time with 1 thread as a multiple of it")
        print(f"{'':14}" + "".join(f"{name:>14}" for name in names))
        ratios = {name: [] for name in names}
        for subject, row in rows.items():
            one = results[1].get(subject, {})
            line = f"{subject:14}"
            for name in names:
                if name in row and name in one:
                    ratios[name].append(one[name]["wall"] / row[name]["wall"])
                    line += f"{ratios[name][-1]:13.2f}x"
                else:
                    line += f"{'-':>14}"
            print(line)
        means = geometric_means(ratios)
        print(f"{'geometric mean':14}" + "".join(f"{means[name]:13.2f}x" for name in names if name in means))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build", help="build directory (default: build)")
    parser.add_argument("--out", default="bench-results", help="directory for results.json and chart.svg")
    parser.add_argument("--threads", default="4", help="numbers of threads, as 1,2,4,8,16")
    parser.add_argument("--rounds", type=int, default=1, help="runs of everything (default: 1)")
    parser.add_argument("--only", help="subjects to run, separated by commas")
    parser.add_argument("--tools", help="tools to run, separated by commas (native and none always); "
                        "landau-rms, landau-sources, landau-lines, landau-native, native-unplugged (compiled without the plug-in), "
                        "native-sources and tsan only run if they are named")
    parser.add_argument("--long", action="store_true", help="runs in which none takes 2 to 4 s")
    parser.add_argument("--kernels", action="store_true", help="the kernels only")
    options = parser.parse_args()

    out = os.path.abspath(options.out)
    build = os.path.abspath(options.build)
    os.makedirs(out, exist_ok=True)
    results = {"date": time.strftime("%Y-%m-%d"), "cpus": os.cpu_count(), "threads": {}}
    with tempfile.TemporaryDirectory(prefix="landau-bench-") as scratch:
        os.chdir(scratch)
        all_subjects = subjects.kernel_subjects(build, options.long)
        if not options.kernels:
            all_subjects += subjects.program_subjects(options.long)
        if options.only:
            all_subjects = [s for s in all_subjects if s.name in options.only.split(",")]
        table = tools(os.path.join(build, "landau"), os.path.join(scratch, "profile"))
        wanted = [name for name in table if name not in EXTRA]
        if options.tools:
            wanted = ["native", "none"] + options.tools.split(",")
            for name in wanted:
                if name not in table:
                    parser.error(f"there is no tool {name}")
        if "landau-rms" in wanted and not knows_rms(table["landau"][0]):
            print("left out, this landau has no --metric: landau-rms")
            wanted.remove("landau-rms")
        table = {name: tool for name, tool in table.items() if name in wanted}
        for subject in list(all_subjects):
            if subject.missing():
                print(f"left out, not installed: {subject.name}")
                all_subjects.remove(subject)
            else:
                subject.prepare()
                for name in subjects.COMPILED:
                    if name in table and subject.name in subjects.KERNELS:
                        subjects.compile_for(name, subject, build)
        for threads in map(int, options.threads.split(",")):
            rows = {}
            for subject in all_subjects:
                print(f"{subject.name}, {threads} threads", file=sys.stderr)
                try:
                    rows[subject.name] = measure(subject, table, threads, options.rounds,
                                                 os.path.join(build, "bench", "measure"))
                except (RuntimeError, OSError, subprocess.SubprocessError) as error:
                    print(f"left out: {error}")
            results["threads"][threads] = rows

    means = {}
    for threads, rows in results["threads"].items():
        others = [name for name in table if name != "native"]
        print(f"\n== {threads} threads ==")
        native_means = print_table("CPU time: native in seconds, tools as multiples of it", rows, others,
                                   "native", "cpu")
        over_none = [name for name in others if name != "none"]
        time_means = print_table("CPU time: multiples of none", rows, over_none, "none", "cpu")
        if {"tsan", "landau-native"} <= set(table):
            print_table("CPU time: tsan in seconds, landau-native as a multiple of it", rows, ["landau-native"],
                        "tsan", "cpu", lambda row: "tsan" in row)
        for tool in {"landau-sources", "landau-lines"} & set(table) if "landau" in table else ():
            print_table(f"CPU time: landau in seconds, {tool} as a multiple of it", rows, [tool], "landau", "cpu")
            print_table(f"peak memory: landau in MB, {tool} as a multiple of it", rows, [tool], "landau", "mb")
        if {"landau-native", "native-sources"} <= set(table):
            print_table("CPU time: landau-native in seconds, native-sources as a multiple of it", rows,
                        ["native-sources"], "landau-native", "cpu")
            print_table("peak memory: landau-native in MB, native-sources as a multiple of it", rows,
                        ["native-sources"], "landau-native", "mb")
        if {"landau-native", "native-unplugged"} <= set(table):
            print_table("CPU time: native-unplugged in seconds, landau-native as a multiple of it", rows,
                        ["landau-native"], "native-unplugged", "cpu")
        memory_means = print_table(f"peak memory: native in MB, for programs of {LARGE_MB} MB and more",
                                   rows, others, "native", "mb",
                                   lambda row: row["native"]["mb"] >= LARGE_MB)
        none_means = geometric_means({name: [row[name]["mb"] / row["none"]["mb"] for row in rows.values()
                                             if name in row and row["native"]["mb"] >= LARGE_MB]
                                      for name in over_none})
        means[threads] = {"time_over_native": native_means, "time_over_none": time_means,
                          "memory_over_native": memory_means, "memory_over_none": none_means}
    print_speed_up(results["threads"], [name for name in ("native", *subjects.COMPILED) if name in table])
    results["means"] = means
    with open(os.path.join(out, "results.json"), "w", encoding="ascii") as file:
        json.dump(results, file, indent=1)
    with open(os.path.join(out, "chart.svg"), "w", encoding="utf-8") as file:
        file.write(chart.draw(results))
    print(f"\nwritten: {out}/results.json, {out}/chart.svg")


if __name__ == "__main__":
    main()
