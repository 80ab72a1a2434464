# SPDX-License-Identifier: GPL-2.0-or-later
"""performance.py - what recording costs beside other tools: the parts `table` and `threads`.

Both are runs of bench/compare.py, whose results.json is kept. `table`: all programs with four threads.
`threads`: some kernels with 1 to 16 threads.
"""
import json
import math
import subprocess
import sys

import chart
import charts
import common

TOOLS = ("memcheck", "callgrind", "helgrind", "landau-rms", "landau", "landau-native")
# Kernels that use all threads all the time, the quick and the slow ones among them.
SCALING = ("hashjoin", "kdtree", "lattice", "moldyn", "stencil")
# Means of the paper's table: of SPEC OMP2012 with four threads, over native.
PAPER_TIME = {"none": 23.6, "memcheck": 94.1, "callgrind": 64.8, "helgrind": 179.4, "landau-rms": 101.5, "landau": 140.8}
PAPER_SPACE = {"none": 1.4, "memcheck": 2.0, "callgrind": 1.5, "helgrind": 4.5, "landau-rms": 2.8, "landau": 3.3}


def compare(evaluation, folder, *options):
    if not evaluation.has(folder / "results.json"):
        evaluation.need("valgrind")
        evaluation.build_kernels()
        with open(folder / "compare.txt", "w", encoding="utf-8") as out:
            subprocess.run([sys.executable, common.ROOT / "bench" / "compare.py", "--build", evaluation.build,
                            "--out", folder, *options], check=True, stdout=out)
    for line in left_out(folder):
        evaluation.complain(line)
    return read_results(folder)


def read_results(folder):
    with open(folder / "results.json", encoding="utf-8") as results:
        return json.load(results)


def left_out(folder):
    """What bench/compare.py says of programs that it could not measure."""
    path = folder / "compare.txt"
    lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
    return [line for line in lines if line.startswith("left out")]


def missing_programs(folder):
    return "".join(f" {line[0].upper()}{line[1:]}." for line in left_out(folder))


def ratios(rows, base, key, digits):
    """A Markdown table of multiples of the native run, with geometric means below."""
    names = [name for name in ("none", *TOOLS) if any(name in row for row in rows.values())]
    body = []
    for program, row in rows.items():
        cells = [f"{row[name][key] / max(row[base][key], 1e-3):.{digits}f}" if name in row else "–" for name in names]
        body.append([program, f"{row[base][key]:.{digits}f}", *cells])
    return names, body


def mean_row(names, means, title):
    return [title, "", *[f"**{means[name]:.1f}**" if name in means else "–" for name in names]]


def against_paper(time, space):
    """Ratios of means, here and in the paper; a third off is a difference."""
    rows = []
    for first, second, words in (("landau", "none", "trms over none"), ("landau", "memcheck", "trms over memcheck"),
                                 ("landau", "helgrind", "trms over helgrind"), ("landau", "landau-rms", "trms over rms")):
        if first not in time or second not in time:
            continue
        for means, paper, what in ((time, PAPER_TIME, "time"), (space, PAPER_SPACE, "memory")):
            rows.append((f"{what}, {words}", means[first] / means[second], paper[first] / paper[second]))
    rows.append(("memory, trms over native", space["landau"], PAPER_SPACE["landau"]))

    def verdict(here, there):
        return True if abs(math.log(here / there)) < math.log(4 / 3) else "lower" if here < there else "higher"

    return common.findings([(f"{what}: {there:.2f}", f"{here:.2f}", verdict(here, there)) for what, here, there in rows])


def missing_rms(names):
    if "landau-rms" in names:
        return ""
    return "The Landau that was measured could not leave trms out, so there is no column `landau-rms`."


def run_table(evaluation):
    folder = evaluation.folder("table")
    if evaluation.quick:
        options = ["--only", "pool,zstd", "--tools", "memcheck,landau-rms,landau,landau-native"]
    else:
        options = ["--long", "--tools", ",".join(TOOLS)]
    return describe_table(folder, compare(evaluation, folder, "--threads", "4", *options))


def bars_in_two_rows(rows):
    """All programs side by side would be too wide to be read on a page."""
    names, top = list(rows), chart.greatest(rows)
    parts, width, height = [], 0, 0
    for some in (names[:(len(names) + 1) // 2], names[(len(names) + 1) // 2:]):
        if some:
            drawn, right, down = chart.bars({name: rows[name] for name in some},
                                            "CPU time as a multiple of valgrind --tool=none, 4 threads", top)
            parts.append(f'<g transform="translate(0,{height})">{"".join(drawn)}</g>')
            width, height = max(width, right), height + down
    return charts.document(parts, width, height, "CPU time of each program under each tool")


def describe_table(folder, results):
    rows, means = results["threads"]["4"], results["means"]["4"]
    names, body = ratios(rows, "native", "cpu", 1)
    time, space = means["time_over_native"], means["memory_over_native"]
    body.append(mean_row(names, time, "**geometric mean**"))
    body.append(mean_row(names, PAPER_TIME, "the paper's mean"))
    large = {name: row for name, row in rows.items() if row["native"]["mb"] >= 16}
    space_names, space_body = ratios(large, "native", "mb", 1)
    space_body.append(mean_row(space_names, space, "**geometric mean**"))
    space_body.append(mean_row(space_names, PAPER_SPACE, "the paper's mean"))
    (folder / "table-time.svg").write_text(bars_in_two_rows(rows), encoding="utf-8")
    return common.fill("table", {
        "programs": len(rows),
        "time_table": common.table(["CPU time", "native, s", *names], body),
        "space_table": common.table(["peak memory", "native, MB", *space_names], space_body),
        "missing": missing_rms(names) + missing_programs(folder), "over_none": f"{means['time_over_none']['landau']:.1f}",
        "findings": against_paper(time, space)})


def run_threads(evaluation):
    folder = evaluation.folder("threads")
    tools = [tool for tool in TOOLS if tool != "landau-native"]
    if evaluation.quick:
        options = ["--only", "zstd", "--threads", "1,2", "--tools", "landau"]
    else:
        options = ["--only", ",".join(SCALING), "--threads", "1,2,4,8,16", "--tools", ",".join(tools)]
    return describe_threads(folder, compare(evaluation, folder, *options))


def describe_threads(folder, results):
    means = {int(threads): values for threads, values in results["means"].items()}
    counts = sorted(means)
    names = [name for name in TOOLS if name in means[counts[0]]["time_over_none"]]
    parts, offset, width = [], 0, 0
    for key, title in (("time_over_none", "CPU time over none, geometric mean"),
                       ("memory_over_none", "peak memory over none, geometric mean")):
        if not all(means[count][key] for count in counts):
            continue  # no program was large enough
        drawn, right, height = chart.lines(means, key, title)
        parts.append(f'<g transform="translate({width},0)">' + "".join(drawn) + "</g>")
        width, offset = width + right, max(offset, height)
    (folder / "threads-scaling.svg").write_text(
        charts.document(parts, width, offset, "Time and memory against the number of threads"), encoding="utf-8")
    heads = ["threads", *[f"{name}, time" for name in names], *[f"{name}, memory" for name in names]]
    body = [[count, *[f"{means[count]['time_over_none'][name]:.2f}" for name in names],
             *[f"{means[count]['memory_over_none'][name]:.2f}" for name in names]] for count in counts]
    time, space = ([means[count][key]["landau"] for count in (counts[0], counts[-1])]
                   for key in ("time_over_none", "memory_over_none"))
    return common.fill("threads", {
        "table": common.table(heads, body), "missing": missing_rms(names) + missing_programs(folder),
        "kernels": ", ".join(next(iter(results["threads"].values()))),
        "findings": common.findings([
            ("the slowdown falls slightly with more threads",
             f"{time[0]:.2f} with {counts[0]}, {time[1]:.2f} with {counts[-1]}", 0.8 < time[1] / time[0] < 1.02),
            ("memory of trms grows modestly with threads",
             f"{space[0]:.2f} with {counts[0]}, {space[1]:.2f} with {counts[-1]}", 1 <= space[1] / space[0] < 1.5)])})
