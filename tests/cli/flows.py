#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""
flows.py - landau flows and what landau show says of sources, on a trace whose flows are known by construction.

usage: flows.py LANDAU yes|no        yes: landau was built with SQLite
"""
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

landau = os.path.abspath(sys.argv[1])
WITH_SQLITE = sys.argv[2] == "yes"
SIZES = [10 << i for i in range(10)]
count = 0
failed = False


def check(label, good, found=""):
    global count, failed
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {label}")
    if not good:
        failed = True
        print(f"# {found}")


def run(*command, status=0):
    done = subprocess.run([landau, *command], capture_output=True, text=True, env={**os.environ, "COLUMNS": "100"})
    if done.returncode != status:
        sys.exit(f"{command}: status {done.returncode}\n{done.stderr}")
    return done.stdout + done.stderr


def trace():
    """A thread loads a file and another one parses it; what it has made of it, the first one consumes, for ten sizes."""
    for n in SIZES:
        yield f"call 1 load\nkwrite 1 0x10000 {4 * n} file:/in%20put\nreturn 1"
        yield f"call 2 parse\nread 2 0x10000 {4 * n}\nwrite 2 0x20000 {4 * n}\nreturn 2"
        yield f"call 1 main\nwrite 1 0x30000 4\ncall 1 consume\nread 1 0x20000 {4 * n}\nread 1 0x30000 4\nreturn 1\nreturn 1"


# A thread reads what another one wrote, in a routine and outside of all, and a file; nobody wrote the last cells.
SOURCES = """
    call 2 make
    write 2 0x1000 8
    return 2
    write 2 0x2000 4
    call 1 take
    kwrite 1 0x3000 12 file:/data
    read 1 0x1000 8
    read 1 0x2000 4
    read 1 0x3000 12
    read 1 0x4000 16
    return 1
    call 1 outer
    call 1 take
    read 1 0x1000 4
    return 1
    return 1
"""


# A lock, an atomic variable, the loader, an allocator, and data under the same lock.
APART = """
    call 1 pthread_mutex_unlock
    write 1 0x100 8
    return 1
    call 1 make
    write 1 0x200 40
    kwrite 1 0x300 4 atomic:count
    return 1
    call 1 _dl_relocate_object
    write 1 0x400 24
    return 1
    call 1 malloc
    write 1 0x500 32
    return 1
    call 1 calloc
    write 1 0x600 16
    return 1
    call 2 pthread_mutex_lock
    read 2 0x100 8
    return 2
    call 2 _int_free
    read 2 0x500 16
    return 2
    call 2 use
    read 2 0x200 40
    read 2 0x300 4
    read 2 0x400 24
    read 2 0x510 16
    read 2 0x600 16
    return 2
"""


def check_apart():
    """What goes through locks and atomics, and start-up, is no data."""
    with open("apart", "w", encoding="utf-8") as stream:
        stream.write(APART)
    run("replay", "--sources", "-o", "apart.data", "apart")
    value = json.loads(run("flows", "--json", "apart.data"))
    rows = [(row["routine"], row["name"], row["self"], row["purpose"]) for row in value["flows"]]
    check("only data", rows == [("use", "make", 10, "data"), ("use", "calloc", 4, "data")], rows)
    check("data between threads", value["threads"] == [{"reader": 2, "writer": 1, "cells": 14}], value["threads"])
    check("what is set apart", value["apart"] == {"synchronisation": 3, "start-up": 6, "allocation": 8} and value["externals"] == [], value)
    last = run("flows", "apart.data").splitlines()[-1]
    check("text: what is set apart", last == (
        "set apart: 3 cells through locks, atomics and the like, 6 of start-up, 8 of the bookkeeping of allocators (--all shows them)"), last)
    value = json.loads(run("flows", "--json", "--all", "apart.data"))
    rows = [(row["routine"], row["name"], row["self"], row["purpose"]) for row in value["flows"]]
    check("all", sorted(rows) == [
        ("_int_free", "malloc", 4, "allocation"),
        ("pthread_mutex_lock", "pthread_mutex_unlock", 2, "synchronisation"), ("use", "_dl_relocate_object", 6, "start-up"),
        ("use", "calloc", 4, "data"), ("use", "count", 1, "synchronisation"), ("use", "make", 10, "data"),
        ("use", "malloc", 4, "allocation")], rows)
    check("all between threads", value["threads"] == [{"reader": 2, "writer": 1, "cells": 30}], value["threads"])
    check("nothing is set apart then", "set apart" not in run("flows", "--all", "apart.data"))


def check_sqlite():
    """The tables and the view of the SQLite export."""
    with open("trace", "w", encoding="utf-8") as stream:
        stream.write(SOURCES)
    run("replay", "--sources", "-o", "few", "trace")
    run("export", "--format=sqlite", "-o", "few.db", "few")
    database = sqlite3.connect("few.db")
    columns = "source_kind, source, writer_thread, other_thread, cells, self, induced"
    found = database.execute(f"SELECT {columns} FROM v_flows WHERE name = 'take' AND thread = 1 ORDER BY 1").fetchall()
    check("sqlite: sources of each kind", found == [
        ("file", "/data", None, 0, 3, 3, 3), ("nobody", "", None, 0, 4, 4, 0),
        ("outside", "", 2, 1, 1, 1, 1), ("routine", "make", 2, 1, 3, 3, 2)], found)
    found = database.execute(f"SELECT {columns} FROM v_flows WHERE name = 'outer'").fetchall()
    check("sqlite: of what its callees have read", found == [("routine", "make", 2, 1, 1, 0, 0)], found)
    found = database.execute("SELECT name FROM v_flows LIMIT 1").fetchall()
    check("sqlite: the heaviest first", found == [("take",)], found)
    found = database.execute(
        "SELECT n, p.calls, min, max, sum FROM flow_points p JOIN flows f ON f.id = flow JOIN routines w ON w.id = writer "
        "JOIN routines r ON r.id = routine WHERE w.name = 'make' AND r.name = 'take' ORDER BY n").fetchall()
    check("sqlite: points", found == [(1, 1, 1, 1, 1), (10, 1, 2, 2, 2)], found)
    check("sqlite: references", database.execute("PRAGMA foreign_key_check").fetchall() == [])
    database.close()


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("trace", "w", encoding="utf-8") as file:
        file.write("\n".join(trace()) + "\n")
    run("replay", "--sources", "trace")
    total = sum(SIZES)
    value = json.loads(run("flows", "--json"))
    check("threads", value["threads"] == [{"reader": 1, "writer": 2, "cells": total}], value["threads"])
    check("externals", value["externals"] == [{"kind": "file", "name": "/in%20put", "bytes": 4 * total}], value["externals"])
    rows = [(row["routine"], row["kind"], row["name"], row["other_thread"], row["cells"], row["self"], row["induced"])
            for row in value["flows"]]
    check("routines, the heaviest first", rows == [
        ("consume", "routine", "parse", True, total, total, total),
        ("parse", "file", "/in%20put", False, total, total, total),
        ("consume", "routine", "main", False, 10, 10, 0)], rows)
    growth = [row["model"]["class"] for row in value["flows"]]
    check("growth by n", growth == ["n", "n", "1"], growth)
    check("matrix", run("flows", "--csv") == f"reader,1,2\n1,0,{total}\n2,0,0\n", run("flows", "--csv"))
    graph = run("flows", "--dot", "--top=1").splitlines()
    check("graph", graph[3:] == [f'  "parse" -> "consume" [label="{total}", style=dashed];', "}"], graph)
    text = run("flows", "--top=2").splitlines()
    check("text: matrix", text[1].split() == ["reader\\writer", "1", "2"] and text[2].split() == ["1", ".", "10.2k"], text)
    check("text: file", any(line.split() == ["40.9k", "file", "/in%20put"] for line in text), text)
    check("text: routine", any(line.split() == ["10.2k", "n", "consume", "parse", "(other", "thread)"] for line in text), text)
    check("text: more", text[-1].strip() == "1 more: --top", text)
    shown = [line.split() for line in run("show", "consume").splitlines()]
    check("show: sources", ["10.2k", "99.9%", "n", "parse", "(thread", "2)"] in shown, shown)
    check("show: sources", ["10", "0.1%", "1", "main", "(thread", "1)"] in shown, shown)
    shown = run("show", "main")
    check("show: a caller has what its callees have read", "100.0%" in shown and "parse (thread 2)" in shown, shown)
    routines = json.loads(run("export", "--format=json"))["routines"]
    sources = next(routine["sources"] for routine in routines if routine["name"] == "consume")
    rows = [(row["kind"], row["name"], row["thread"], row["cells"], row["self"], row["induced"], row["model"]["class"])
            for row in sources]
    check("export", rows == [("routine", "parse", 2, total, total, total, "n"), ("routine", "main", 1, 10, 10, 0, "1")], rows)
    check("show: JSON", json.loads(run("show", "--json", "consume"))["sources"] == sources)
    sources = next(routine["sources"] for routine in routines if routine["name"] == "parse")
    check("export: a file", [(row["kind"], row["name"], row["thread"]) for row in sources] == [("file", "/in%20put", None)], sources)
    run("replay", "-o", "plain", "trace")
    check("export without sources", all("sources" not in routine for routine in json.loads(run("export", "--format=json", "plain"))["routines"]))
    check("show: JSON without sources", "sources" not in json.loads(run("show", "--json", "consume", "plain")))
    message = run("flows", "plain", status=2)
    check("without sources", "--sources" in message, message)
    check("one form", "only one" in run("flows", "--csv", "--dot", status=2))
    check_apart()
    if WITH_SQLITE:
        check_sqlite()
    print(f"1..{count}")
sys.exit(failed)
