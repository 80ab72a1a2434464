# SPDX-License-Identifier: GPL-2.0-or-later
"""sources.py - who feeds whom: what flows show that percentages do not, in a producer with a consumer, and in pigz."""
import json
import subprocess

import common

WORKERS = 3
LISTED = 5


def flows_of(evaluation, profile, *options):
    done = subprocess.run([evaluation.landau, "flows", "--json", "--top=1000000", *options, str(profile)],
                          capture_output=True, check=True)
    return json.loads(done.stdout)


def writer_of(flow):
    if flow["kind"] in ("routine", "outside"):
        return f"`{flow['name']}`" if flow["name"] else "outside of all routines"
    name = flow["name"].rsplit("/", 1)[-1]
    return f"{flow['kind']} {name}".strip()


def flow_table(rows):
    def growth(flow):
        model = flow["model"]
        return model["class"] or model["verdict"]

    return common.table(["reader", "written by", "thread", "cells", "growth"],
                        [[f"`{flow['routine']}`", writer_of(flow), "another" if flow["other_thread"] else "same",
                          flow["self"], growth(flow)] for flow in rows])


def producer(evaluation):
    """What is said of examples/producer-consumer.c."""
    folder = evaluation.work("sources")
    source, program = common.ROOT / "examples" / "producer-consumer.c", folder / "producer-consumer"
    subprocess.run(["cc", "-O1", "-g", "-pthread", source, "-o", program], check=True)
    profile = evaluation.recording("sources", "producer")
    if not evaluation.has(profile):
        evaluation.record(profile, [program], "--sources")
    consumer = next(routine for routine in evaluation.export(profile)["routines"] if routine["name"] == "consumeData")
    data, everything = flows_of(evaluation, profile), flows_of(evaluation, profile, "--all")
    first = next(i for i, flow in enumerate(everything["flows"], 1)
                 if flow["routine"] == "consumeData" and flow["other_thread"])
    return {
        "percentages": f"{consumer['thread_input']:.1f} % of the induced input of `consumeData` came from other threads: which, and who in them, they do not say",
        "handover": flow_table(data["flows"][:LISTED]), "locks": data["apart"]["synchronisation"],
        "data": sum(row["cells"] for row in data["threads"]), "line": first}


def sources_of(flows, routine):
    """Shares of who wrote what the routine has read itself, the heaviest first."""
    own = [flow for flow in flows["flows"] if flow["routine"] == routine]
    whole = sum(flow["self"] for flow in own) or 1
    return {writer_of(flow): flow["self"] / whole for flow in own[:3]}


def through_table(plain, through, routine):
    rows = [sources_of(flows, routine) for flows in (plain, through)]
    names = list(dict.fromkeys([*rows[0], *rows[1]]))
    return common.table(["written by", "plain", "`--through=memcpy`"],
                        [[name, *(common.per_cent(row[name]) if name in row else "less" for row in rows)]
                         for name in names])


def pigz(evaluation):
    evaluation.need("pigz")
    folder = evaluation.work("sources")
    lines = 4000 if evaluation.quick else 40000
    words = folder / "words.txt"
    words.write_text("".join(f"{i * 7919 % 1000003}\n" for i in range(lines)), encoding="utf-8")
    command = ["pigz", "-k", "-c", "-b", "128"]
    profiles = {}
    for name, options in (("plain", []), ("through", ["--through=memcpy"])):
        profiles[name] = evaluation.recording("sources", f"pigz-{name}")
        if not evaluation.has(profiles[name]):
            evaluation.record(profiles[name], [*command, "-p", WORKERS, words], "--sources", *options)
    plain, through = (flows_of(evaluation, profiles[name]) for name in ("plain", "through"))
    cells = {(row["reader"], row["writer"]): row["cells"] for row in plain["threads"]}
    threads = sorted({thread for pair in cells for thread in pair})
    reads = {thread: sum(cells.get((thread, other), 0) for other in threads) for thread in threads}
    whole = sum(reads.values()) or 1
    copied = [flow for flow in plain["flows"] if "memcpy" in flow["name"] or "memmove" in flow["name"]]
    deflate = copied[0]["routine"] if copied else plain["flows"][0]["routine"]
    sweep = subprocess.run([evaluation.landau, "sweep", "--threads=2,4,8", "-o", str(folder / "sweep.data"), "--",
                            *command, "-p", "{t}", str(words)], capture_output=True, text=True, check=True).stdout
    return {
        "lines": lines, "bytes": words.stat().st_size, "workers": WORKERS, "deflate": deflate,
        "matrix": common.table(["reader \\ writer", *(f"thread {other}" for other in threads)],
                               [[f"thread {thread}", *(cells.get((thread, other), "") for other in threads)]
                                for thread in threads]),
        "writer": f"{100 * max(reads.values(), default=0) / whole:.0f}",
        "file": sum(row["bytes"] for row in plain["externals"] if row["name"].endswith("words.txt")),
        "through": through_table(plain, through, deflate), "sweep": sweep.split("\nagainst")[0].strip()}


def run(evaluation):
    values = {**producer(evaluation), **pigz(evaluation)}
    common.write_json(evaluation.folder("sources") / "sources.json", values)
    return common.fill("sources", values)
