# SPDX-License-Identifier: GPL-2.0-or-later
"""vips.py - the case study of a library for images that works on many threads: Debian's libvips.

Images of one width and growing height are turned upside down, which needs all of the image at once: it is
decoded into memory (vips_image_generate), then written strip by strip by threads of their own while
others compute the next strips. The profiles of all heights are merged.
"""
import os
import random
import subprocess

import common

WIDTH = 100
THREADS = 4


def heights(quick):
    return [64 * i for i in range(1, 7)] if quick else [int(300 * 1.3 ** i) for i in range(16)]


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

    It is static and the package has no symbols, so it goes by its address. What it is tells its place:
    from vips_target_write up through the callers, the last one that is not run by all threads.
    """
    routines = exported["routines"]
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


def record(evaluation, height, profile):
    evaluation.need("vips")
    folder = evaluation.work("vips")
    write_image(folder / "in.ppm", height)
    subprocess.run(["vips", "copy", folder / "in.ppm", folder / "in.png"], check=True)
    evaluation.record(profile, ["vips", "flip", folder / "in.png", folder / "out.ppm", "vertical"],
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


def findings(generate, write):
    looks = common.apparent_exponent(generate)
    lower, upper = common.slopes(generate)
    trms, threads, outside = common.input_of(write)
    external = sorted({min(row[0], (row[5] + row[7]) / row[1]) for row in write["trms"]})
    return common.findings([
        ("`im_generate` seems superlinear by rms, and is not by trms",
         f"`vips_image_generate`, cost / rms / trms from the median to the largest call: {common.factors(generate)}. "
         "By rms " + ("the input does not grow with the cost" if looks == float("inf") else f"an exponent of {looks:.1f}")
         + f"; by trms a further cell costs {lower:.0f} in the first and {upper:.0f} in the second part of the larger half",
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


def run(evaluation):
    folder = evaluation.folder("vips")
    profiles, writers = [], set()
    for height in heights(evaluation.quick):
        profiles.append(evaluation.recording("vips", height))
        if not evaluation.has(profiles[-1]):
            record(evaluation, height, profiles[-1])
        writers.add(write_thread(evaluation.export(profiles[-1])))
    if len(writers) != 1:
        raise RuntimeError(f"several routines look like the one that writes: {sorted(writers)}")
    writer = writers.pop()
    merged = evaluation.scratch / "vips.data"
    evaluation.merge(merged, profiles)
    names = {"vips_image_generate": "vips-generate.svg", "vips_region_prepare": "vips-prepare.svg",
             writer: "vips-write.svg"}
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
        "version": common.first_line("vips", "--version"),
        "low": heights(evaluation.quick)[0], "high": heights(evaluation.quick)[-1], "width": WIDTH,
        "runs": len(profiles), "threads": THREADS, "table": common.table(turned[0], turned[1:]),
        "writer": writer, "bound": common.per_cent(bound(shown[writer])),
        "findings": findings(shown["vips_image_generate"], shown[writer])})
