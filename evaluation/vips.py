# SPDX-License-Identifier: GPL-2.0-or-later
"""vips.py - the case study of a library for images that works on many threads: libvips.

It is built from Debian's source, with symbols; where that cannot be had, it is Debian's package.

Images of one width and growing height are turned upside down, which needs all of the image at once: it is
decoded into memory (vips_image_generate), then written strip by strip by threads of their own while
others compute the next strips. The profiles of all heights are merged.
"""
import os
import random
import subprocess
import sys

import common
import libvips

WIDTH = 100
THREADS = 4
WRITER = "wbuffer_write_thread"  # as libvips' source calls it
LISTED = 12  # routines of the table of all
BUILT = """libvips {version}, compiled from Debian's source with symbols (`{flags}`; of formats only PNG and PPM)"""
PACKAGED = """Debian's {version}, whose routines have no names but those that it exports: the package has no symbols, and a
libvips with symbols could not be had here ({reason}). So the routine that the threads which write run goes by its
address. It is found by what it does: going from `vips_target_write` up through the callers it is the last one that not
all threads run"""


def heights(quick):
    return [64 * i for i in range(1, 7)] if quick else [int(300 * 1.35 ** i) for i in range(20)]


def write_image(path, height):
    """A PPM of noise, the same each time."""
    chooser = random.Random(2)
    rows = [chooser.randbytes(3 * WIDTH) for _ in range(16)]
    with open(path, "wb") as out:
        out.write(b"P6 %d %d 255\n" % (WIDTH, height))
        for i in range(height):
            out.write(rows[i % len(rows)])


def is_vips(routine):
    return "libvips" in os.path.basename(routine["object"])


def write_thread(exported):
    """The routine in which libvips' threads that write a file spend their life.

    It is static, and where libvips has no symbols it goes by its address. What it is tells its place:
    from vips_target_write up through the callers, the last one that is not run by all threads.
    """
    routines = exported["routines"]
    if any(routine["name"] == WRITER for routine in routines):
        return WRITER
    first = min(thread["id"] for thread in exported["threads"])
    threads = [{thread["id"] for thread in routine["threads"]} for routine in routines]
    others = {thread["id"] for thread in exported["threads"]} - {first}
    at = next(i for i, r in enumerate(routines) if r["name"] == "vips_target_write" and is_vips(r))
    while True:
        callers = [(callee["calls"], i) for i, routine in enumerate(routines) for callee in routine["callees"]
                   if callee["routine"] == at and i != at and is_vips(routine) and first not in threads[i]]
        if not callers or threads[max(callers)[1]] >= others:
            return routines[at]["name"]
        at = max(callers)[1]


def choose(evaluation, folder):
    """The program to record, a word for its recordings, and what is said of it."""
    reason = "not tried with `--quick`"
    if not evaluation.quick:
        try:
            program = libvips.program(folder)
            return program, "named", BUILT.format(version=libvips.version(folder), flags=libvips.FLAGS)
        except common.Missing as error:
            reason = str(error).replace(f"{folder}/", "")
            print(f"vips: Debian's package, without symbols: {error}", file=sys.stderr)
    evaluation.need("vips")
    return "vips", "package", PACKAGED.format(version=f"`{common.first_line('vips', '--version')}`", reason=reason)


def record(evaluation, program, height, profile):
    folder = evaluation.work("vips")
    write_image(folder / "in.ppm", height)
    subprocess.run([program, "copy", folder / "in.ppm", folder / "in.png"], check=True)
    evaluation.record(profile, [program, "flip", folder / "in.png", folder / "out.ppm", "vertical"],
                      env=dict(os.environ, VIPS_CONCURRENCY=str(THREADS)))


def bound(routine):
    """By what share rms + external is, at most, too much for what trms would be if other threads did not count.

    That is at least rms, and at least trms less what came from threads.
    """
    worst = 0
    for size, calls, _, _, _, rms, threads, external in routine["trms"]:
        high = min(size * calls, rms + external)
        worst = max(worst, (high - max(rms, size * calls - threads)) / max(1, high))
    return worst


def row_of(shown, name):
    trms, threads, outside = common.input_of(shown)
    return [name, shown["calls"], len(shown["trms"]), len(shown["rms"]), shown["trms"][-1][0],
            max(row[0] for row in shown["rms"]), common.growth(shown["model"]), common.growth(shown["rms_model"]),
            common.per_cent(threads / max(1, trms)), common.per_cent(outside / max(1, trms))]


def findings(generate, sink, write):
    looks = common.apparent_exponent(generate)
    lower, upper = common.slopes(generate)
    trms, threads, outside = common.input_of(write)
    external = sorted({min(row[0], (row[5] + row[7]) / row[1]) for row in write["trms"]})
    return common.findings([
        ("`im_generate` seems superlinear by rms, and is not by trms",
         f"`vips_image_generate`, cost / rms / trms from the median to the largest call: {common.factors(generate)}. "
         f"By rms: {common.apparent_words(looks)}; by trms a further cell costs {lower:.0f} in the first and {upper:.0f} in the second part of the larger half. "
         f"`vips_sink_memory`, which it calls to decode: {common.growth(sink['model'])} by trms, "
         f"{common.growth(sink['rms_model'])} by rms",
         looks > 1.5 and 0.67 < upper / lower < 1.5),
        ("110 calls of `wbuffer_write_thread` fall on two values of rms and on many of trms",
         f"{write['calls']} calls, {len(write['rms'])} values of rms, {len(write['trms'])} of trms",
         len(write["rms"]) <= len(write["trms"]) / 2),
        ("99.9 % of its input are induced", common.per_cent((threads + outside) / trms), (threads + outside) / trms > 0.99),
        ("external input alone spreads its calls over many sizes",
         f"{len(external)} sizes, but only from {external[0]:.0f} to {external[-1]:.0f}: external is {common.per_cent(outside / trms)} "
         "of the input, since the thread writes what other threads have computed",
         len(external) >= 2 * len(write["rms"]) and external[-1] > 2 * external[0]),
    ])


def induced_table(exported, runs):
    """The routines of libvips that other threads give most input, of those that every run calls."""
    rows = []
    for routine in exported["routines"]:
        trms, threads, outside = common.input_of(routine)
        if is_vips(routine) and routine["calls"] >= runs and threads:
            rows.append((threads, [f"`{routine['name']}`", routine["calls"], len(routine["trms"]), len(routine["rms"]),
                                   common.per_cent(threads / trms), common.per_cent(outside / trms),
                                   routine["model"]["class"] or routine["model"]["verdict"]]))
    rows.sort(key=lambda row: -row[0])
    return common.table(["routine", "calls", "trms values", "rms values", "thread input", "external input", "growth by trms"],
                        [cells for _, cells in rows[:LISTED]])


def run(evaluation):
    folder = evaluation.folder("vips")
    program, kind, told = choose(evaluation, folder / "libvips")
    profiles, writers = [], set()
    for height in heights(evaluation.quick):
        profiles.append(evaluation.recording("vips", f"{kind}-{height}"))
        if not evaluation.has(profiles[-1]):
            record(evaluation, program, height, profiles[-1])
        writers.add(write_thread(evaluation.export(profiles[-1])))
    if len(writers) != 1:
        raise RuntimeError(f"several routines look like the one that writes: {sorted(writers)}")
    writer = writers.pop()
    merged = evaluation.recording("vips", f"{kind}-all")
    evaluation.merge(merged, profiles)
    names = {"vips_image_generate": "vips-generate.svg", "vips_sink_memory": "vips-sink.svg",
             "vips_region_prepare": "vips-prepare.svg", writer: "vips-write.svg"}
    shown = {}
    for name, picture in names.items():
        shown[name] = evaluation.show(merged, name)
        evaluation.picture(merged, name, folder / picture, axes="linear",
                           plots="rms,external,trms" if name == writer else "trms,rms")
    common.write_json(folder / "vips.json", {name: {key: values[key] for key in (
        "name", "calls", "trms", "rms", "model", "rms_model")} for name, values in shown.items()})
    heads = ["", "calls", "trms values", "rms values", "largest trms", "largest rms", "growth by trms",
             "growth by rms", "thread input", "external input"]
    rows = [row_of(values, f"`{name}`") for name, values in shown.items()]
    turned = [[head] + [row[i] for row in rows] for i, head in enumerate(heads)]
    return common.fill("vips", {
        "program": told, "low": heights(evaluation.quick)[0], "high": heights(evaluation.quick)[-1], "width": WIDTH,
        "runs": len(profiles), "threads": THREADS, "table": common.table(turned[0], turned[1:]),
        "writer": writer, "bound": common.per_cent(bound(shown[writer])),
        "induced": induced_table(evaluation.export(merged), len(profiles)),
        "findings": findings(shown["vips_image_generate"], shown["vips_sink_memory"], shown[writer])})
