# SPDX-License-Identifier: GPL-2.0-or-later
"""sources.py - who feeds whom: what flows show that percentages do not, in a producer with a consumer, pigz, a database and libvips."""
import json
import os
import subprocess

import common
import mariadb as server_part
import vips as image_part

WORKERS = 3
LISTED = 5
ENGINES = {"myisam": "MYD", "innodb": "ibd"}  # and the ending of the file with a table's rows
HEIGHT = 600  # of the image


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


def record_select(evaluation, engine, rows, profile):
    """One select of all rows of each table, the server recorded from its start to its end."""
    server = server_part.Server(evaluation.work("sources-mariadb"))
    with server.running():
        server_part.create_tables(server, {engine: rows})
    with server.running(lambda command: evaluation.record_command(profile, command, "--sources")):
        for count in rows:
            server.ask(f"select * from {engine}{count};", "d")


def select_rows(evaluation, engine, ending, profile):
    """Lines of the table: whose the input of `mysql_select` was."""
    select = evaluation.show(profile, "mysql_select")
    trms, threads, outside = common.input_of(select)
    told = f"{common.per_cent(threads / trms)} threads, {common.per_cent(outside / trms)} outside"
    totals, own = {}, {row["id"] for row in threads_of(evaluation, profile)}
    for source in select["sources"]:
        name = os.path.basename(source["name"])
        if source["kind"] == "file" and name.endswith(f".{ending}") and name.startswith(engine):
            key = f"the files `{engine}*.{ending}`"
        elif source["kind"] == "routine":
            key = "its own thread" if source["thread"] in own else "other threads"
        else:
            key = f"{source['kind']}s" if source["kind"] in ("file", "socket") else source["kind"]
        totals[key] = totals.get(key, 0) + source["cells"]
    listed = sorted(totals.items(), key=lambda item: -item[1])[:4]
    return [[engine if i == 0 else "", told if i == 0 else "", name, cells, common.per_cent(cells / trms)]
            for i, (name, cells) in enumerate(listed)]


def threads_of(evaluation, profile):
    """Those on which the routine has run."""
    return next(r for r in evaluation.export(profile)["routines"] if r["name"].startswith("mysql_select("))["threads"]


def takers(flows, engine, ending):
    """Who reads the rows out of the file's blocks, wherever these are by then."""
    own = {}
    for flow in flows["flows"]:
        name = os.path.basename(flow["name"])
        if flow["kind"] == "file" and name.startswith(engine) and name.endswith(f".{ending}"):
            own[flow["routine"]] = own.get(flow["routine"], 0) + flow["self"]
    whole = sum(own.values()) or 1
    return ", ".join(f"`{routine.split('(')[0]}` ({common.per_cent(cells / whole)})"
                     for routine, cells in sorted(own.items(), key=lambda item: -item[1])[:2])


def mariadb(evaluation):
    evaluation.need("mariadbd", "mariadb", "mariadb-admin", "mariadb-install-db")
    rows = [500 * i for i in range(1, 4 if evaluation.quick else 9)]
    lines, taken = [], []
    for engine, ending in ENGINES.items():
        profile = evaluation.recording("sources", f"mariadb-{engine}")
        if not evaluation.has(profile):
            record_select(evaluation, engine, rows, profile)
        lines += select_rows(evaluation, engine, ending, profile)
        taken.append(f"of {engine} {takers(flows_of(evaluation, profile), engine, ending)}")
    return {"selects": len(rows), "first_rows": rows[0], "last_rows": rows[-1], "taken": "; ".join(taken),
            "select": common.table(["table", "percentages of `mysql_select`", "its input was written by", "cells", "share"], lines)}


def written_by(flows, routine):
    """Whose what the routine has read itself was, by routine and thread."""
    own = {}
    for flow in flows["flows"]:
        if flow["routine"] == routine:
            name = writer_of(flow) + (", another thread" if flow["other_thread"] else "")
            own[name] = own.get(name, 0) + flow["self"]
    return own


def flip(evaluation):
    """vips turns an image upside down; who made what it writes?"""
    evaluation.need("vips")
    folder = evaluation.work("sources-vips")
    height = 64 if evaluation.quick else HEIGHT
    image_part.write_image(folder / "in.ppm", height)
    subprocess.run(["vips", "copy", folder / "in.ppm", folder / "in.png"], check=True)
    flows = {}
    for name, options in (("plain", []), ("through", ["--through=memcpy"])):
        profile = evaluation.recording("sources", f"vips-{name}")
        if not evaluation.has(profile):
            evaluation.record(profile, ["vips", "flip", folder / "in.png", folder / "out.ppm", "vertical"],
                              "--sources", *options, env=dict(os.environ, VIPS_CONCURRENCY=str(image_part.THREADS)))
        flows[name] = flows_of(evaluation, profile)
    written = {name: written_by(flows[name], "write") for name in flows}
    wholes = {name: sum(own.values()) or 1 for name, own in written.items()}
    names = [name for own in written.values() for name in sorted(own, key=lambda name, own=own: -own[name])[:3]]
    return {
        "height": height, "width": image_part.WIDTH, "png": sum(
            row["bytes"] for row in flows["plain"]["externals"] if row["name"].endswith("/in.png")),
        "pixels": 3 * image_part.WIDTH * height,
        "flip": common.table(["what `write` has read was written by", "plain", "`--through=memcpy`"], [
            [name, *(common.per_cent(written[way].get(name, 0) / wholes[way]) for way in ("plain", "through"))]
            for name in dict.fromkeys(names)])}


def run(evaluation):
    values = {**producer(evaluation), **pigz(evaluation), **mariadb(evaluation), **flip(evaluation)}
    common.write_json(evaluation.folder("sources") / "sources.json", values)
    return common.fill("sources", values)
