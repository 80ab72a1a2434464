# SPDX-License-Identifier: GPL-2.0-or-later
"""richness.py - what trms adds over all routines of many programs, and where their input comes from.

The subjects are those of the bench, with four threads: kernels in the manner of SPEC OMP and PARSEC,
and programs from Debian; only mariadbd has more, one for each of its clients. For each routine of each:
profile richness, input volume, thread-induced and external input, as landau export gives them (landau-export(1) has
the definitions).
"""
import csv
import os
import statistics
import subprocess
import sys

import charts
import common
import mariadb
import subjects

THREADS = 4
CASES = ("mariadbd", "vips")  # whose routines are shown one by one
BOTH = """All routines of {names}, by how much of their input is induced:

![Routines of {names}, each with its shares of thread and external input.](richness-routines.svg)
"""
QUICK = ("pool", "msort", "zstd")


def chosen(evaluation):
    all_subjects = subjects.kernel_subjects(str(evaluation.build), kernels=subjects.PARALLEL) + subjects.program_subjects()
    if evaluation.quick:
        all_subjects = [s for s in all_subjects if s.name in QUICK]
    there = [s for s in all_subjects if not s.missing()]
    for subject in all_subjects:
        if subject not in there:
            evaluation.complain(f"left out, not installed: {subject.name}")
    return there


def record(evaluation, subject, profile):
    if subject.name == "mariadbd":  # with many clients, as in the paper
        mariadb.record_clients(evaluation, mariadb.Server(evaluation.work("mariadb")), profile)
        return
    subject.prepare()
    environment = dict(os.environ, **subject.environment(THREADS))
    command = evaluation.record_command(profile, subject.command(THREADS))
    with open(f"{profile}.log", "w", encoding="utf-8") as log, \
            subprocess.Popen(command, stdout=log, stderr=log, env=environment) as process:
        subject.drive(process)
    if process.returncode:
        raise RuntimeError(f"{subject.name} ended with {process.returncode}: {profile}.log")


def measures(exported):
    """For each routine: name, |trms| / |rms|, input volume, thread and external input in percent of the
    induced reads, and both in percent of all input."""
    rows = []
    for routine in exported["routines"]:
        trms, threads, outside = common.input_of(routine)
        rows.append({
            "routine": routine["name"], "object": os.path.basename(routine["object"]),
            "calls": routine["calls"], "trms_values": len(routine["trms"]), "rms_values": len(routine["rms"]),
            "richness": routine["richness"], "input_volume": routine["input_volume"],
            "thread_input": routine["thread_input"], "external_input": routine["external_input"],
            "thread_share": 100 * threads / trms if trms else 0.0,
            "external_share": 100 * outside / trms if trms else 0.0})
    return rows


def write_csv(path, programs):
    with open(path, "w", encoding="utf-8", newline="") as out:
        writer = None
        for name, program in programs.items():
            for row in program["routines"]:
                if writer is None:
                    writer = csv.DictWriter(out, ["program", *row], lineterminator="\n")
                    writer.writeheader()
                writer.writerow({"program": name, **row})


def summary(name, program):
    rows = program["routines"]
    richer = sum(row["richness"] > 0 for row in rows)
    poorer = sum(row["richness"] < 0 for row in rows)
    return [name, len(rows), f"{100 * richer / len(rows):.1f} %", f"{100 * poorer / len(rows):.1f} %",
            f"{max(row['richness'] for row in rows):.1f}",
            f"{100 * sum(row['input_volume'] >= 0.01 for row in rows) / len(rows):.1f} %",
            f"{100 * sum(row['input_volume'] >= 0.5 for row in rows) / len(rows):.1f} %",
            f"{program['thread_percent']:.1f} %"]


def reach(values, baseline, tolerance):
    """The smallest of some round percentages beyond which all curves are as good as flat."""
    share = max(100 * sum(v > baseline + tolerance for v in numbers) / len(numbers) for numbers in values.values())
    return next(limit for limit in (5, 10, 20, 40, 60, 100) if share <= limit)


def draw(folder, programs):
    def of(key):
        return {name: [row[key] for row in program["routines"]] for name, program in programs.items()}

    ratio = {name: [1 + value for value in values] for name, values in of("richness").items()}
    pictures = {
        "richness-richness.svg": charts.curves(
            ratio, "Profile richness: values of trms for each value of rms", "|trms| / |rms|",
            x_high=reach(ratio, 1, 0.01)),
        "richness-volume.svg": charts.curves(
            of("input_volume"), "Input volume: 1 - rms / trms over all calls", "input volume", y_range=(0, 1),
            x_high=reach(of("input_volume"), 0, 0.01)),
        "richness-thread.svg": charts.curves(
            of("thread_input"), "Thread-induced input of each routine", "% of its induced reads", y_range=(0, 100)),
        "richness-external.svg": charts.curves(
            of("external_input"), "External input of each routine", "% of its induced reads", y_range=(0, 100)),
        "richness-programs.svg": charts.shares(
            sorted(((name, program["thread_percent"]) for name, program in programs.items()
                    if program["induced"]), key=lambda row: -row[1]),
            "Induced reads of each program, in percent: from threads or external"),
    }
    both = {name: [(row["thread_share"], row["external_share"]) for row in programs[name]["routines"]]
            for name in CASES if name in programs}
    if both:
        pictures["richness-routines.svg"] = charts.partition(both, "Induced input of each routine")
    for name, text in pictures.items():
        (folder / name).write_text(text, encoding="utf-8")


def share_of(rows, condition):
    return sum(map(condition, rows)) / len(rows)


def routines_by_source(programs, name, more, less):
    """Of the routines of a program that have induced input: how many have more of one kind than of the other."""
    rows = [row for row in programs[name]["routines"] if row["thread_input"] + row["external_input"] > 0]
    return share_of(rows, lambda row: row[more] > row[less]) if rows else 0.0


def findings(programs):
    every = [row for program in programs.values() for row in program["routines"]]
    best_program, best = max(((name, row) for name, program in programs.items() for row in program["routines"]),
                             key=lambda pair: pair[1]["richness"])
    richer = share_of(every, lambda row: row["richness"] > 0)
    poorer = share_of(every, lambda row: row["richness"] < 0)
    volume = {name: share_of(program["routines"], lambda row: row["input_volume"] >= 0.01)
              for name, program in programs.items()}
    below = sum(value <= 0.08 for value in volume.values())
    kernels = [name for name in programs if programs[name]["kernel"]]
    by_threads = [name for name in kernels if programs[name]["thread_percent"] > 69]
    rows = [
        ("few routines have many more sizes by trms, but those have up to 10⁶ times as many",
         f"{common.per_cent(richer)} of all routines have more; the greatest richness is {best['richness']:.0f} "
         f"(`{best['routine'].split('(')[0]}` of {best_program})", richer < 0.1 and best["richness"] >= 10),
        ("hardly any routine has fewer", f"{common.per_cent(poorer)} of all routines", poorer < 0.01),
        ("in most programs 8 % of the routines have all the input volume that differs from 0",
         f"so in {below} of {len(programs)} programs (volume of at least 0.01); at most "
         f"{common.per_cent(max(volume.values()))} of the routines", below > len(programs) / 2),
        ("SPEC OMP programs have more than 69 % of their induced reads from threads",
         f"{len(by_threads)} of {len(kernels)} kernels", len(by_threads) > 0.8 * len(kernels))]
    if "mariadbd" in programs:
        share = routines_by_source(programs, "mariadbd", "external_input", "thread_input")
        rows.append(("of MySQL, most routines with induced input have more from outside", common.per_cent(share), share > 0.5))
    if "vips" in programs:
        share = routines_by_source(programs, "vips", "thread_input", "external_input")
        rows.append(("of vips, most have more from threads", common.per_cent(share), share > 0.5))
    for name, paper in (("vips", "vips"), ("mariadbd", "MySQL")):
        if name in programs:
            percent = programs[name]["thread_percent"]
            rows.append((f"over the whole of {paper}, external input prevails", f"{100 - percent:.1f} % external", percent < 50))
    return common.findings(rows)


def run(evaluation):
    folder = evaluation.folder("richness")
    programs, left_out = {}, []
    evaluation.build_kernels()
    os.chdir(evaluation.work("richness"))
    for subject in chosen(evaluation):
        print(f"richness: {subject.name}", file=sys.stderr)
        profile = evaluation.recording("richness", subject.name)
        try:
            if not evaluation.has(profile):
                record(evaluation, subject, profile)
        except (RuntimeError, OSError, subprocess.SubprocessError) as error:
            evaluation.complain(f"left out: {error}")
            left_out.append(subject.name)
            continue
        exported = evaluation.export(profile)
        totals = exported["totals"]
        induced = totals["thread_input"] + totals["external_input"]
        programs[subject.name] = {
            "kernel": subject.name in subjects.PARALLEL, "induced": induced, "threads": len(exported["threads"]),
            "thread_percent": 100 * totals["thread_input"] / induced if induced else 0.0,
            "routines": measures(exported)}
    write_csv(folder / "richness.csv", programs)
    common.write_json(folder / "richness.json", {
        name: {key: program[key] for key in ("kernel", "induced", "thread_percent", "threads")}
        for name, program in programs.items()})
    draw(folder, programs)
    there = [name for name in CASES if name in programs]
    ordered = sorted(programs, key=lambda name: -programs[name]["thread_percent"])
    return common.fill("richness", {
        "threads": THREADS, "count": len(programs),
        "routines": sum(len(program["routines"]) for program in programs.values()),
        "table": common.table(["program", "routines", "more sizes by trms", "fewer", "greatest richness",
                               "volume ≥ 0.01", "volume ≥ 0.5", "induced by threads"],
                              [summary(name, programs[name]) for name in ordered]),
        "left_out": f"Left out, since they failed: {', '.join(left_out)}." if left_out else "",
        "both": BOTH.format(names=" and ".join(there)) if there else "",
        "calls": round(statistics.median(row["calls"] for program in programs.values() for row in program["routines"])),
        "findings": findings(programs)})
