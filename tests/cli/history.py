#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""landau history and landau bisect over twenty commits, one of which makes a routine quadratic.

usage: history.py LANDAU [record]

With "record" the program is one in C that the Valgrind engine records.
"""
import html.parser
import json
import os
import pathlib
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import zlib

import repository
from repository import BROKEN, COMMITS, CULPRIT, check, run

LANDAU = os.path.abspath(sys.argv[1])
IN_C = sys.argv[2:] == ["record"]


def git(*words):
    return subprocess.check_output(["git", *words], text=True, stderr=subprocess.DEVNULL).strip()


def history(*words, status=0):
    return run(LANDAU, "history", *words, status=status)


class Page(html.parser.HTMLParser):
    """Tags have to match, and the page may load nothing."""

    EMPTY = {"meta", "path", "rect", "circle", "polyline", "br"}

    def __init__(self):
        super().__init__()
        self.open, self.points, self.links, self.ids, self.outside = [], [], set(), set(), []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.outside += [tag] if tag in ("script", "link", "img", "iframe") or "src" in values else []
        self.links |= {values["href"]} if tag == "a" else set()
        self.ids |= {"#" + values["id"]} if "id" in values else set()
        self.points += [values] if tag == "circle" else []
        if tag not in self.EMPTY or tag == "circle":
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        if tag == "a" or "id" in dict(attributes):
            raise ValueError(tag)

    def handle_endtag(self, tag):
        if self.open.pop() != tag:
            raise ValueError(tag)


def keep_all(record):
    """Records each commit that builds and adds it. Returns the short names of all commits."""
    names = []
    for commit in git("rev-list", "--reverse", "HEAD").split():
        git("checkout", "-q", commit)
        names.append(git("rev-parse", "--short", "HEAD"))
        if len(names) - 1 == BROKEN:
            run(*record, status=1)
            continue
        run(*record)
        added = history("add")
        check("the label is the commit", added.stdout.startswith(f"{names[-1]}: added, "), added.stdout)
    return names


def check_list(names):
    listed = history()
    rows = [line.split() for line in listed.stdout.splitlines() if line.startswith(("worse", "slower"))]
    parse = [row for row in rows if row[-1] == "parse"]
    check("the commit is found, once", len(parse) == 1
          and parse[0][:5] == ["worse", names[CULPRIT], "n", "->", "n^2"], listed.stdout)
    check("nothing is said of lex", not [row for row in rows if row[-1] == "lex"], listed.stdout)
    everything = history("--all")
    check("with --all there is lex", "lex" in everything.stdout, everything.stdout)

    data = json.loads(history("--json").stdout)
    parse = [routine for routine in data["routines"] if routine["name"] == "parse"][0]
    change = parse["changes"][0]
    check("JSON has the commit, too", change["since"] == names[CULPRIT] and change["compared_with"] == names[0]
          and change["after"]["statement"] == "n^2", change)
    costs = [profile["cost"] for profile in parse["profiles"]]
    check("the cost at one n is the same up to that commit, and more from it on",
          len(costs) == COMMITS - 1 and max(costs[:CULPRIT - 1]) < 1.01 * min(costs)
          and min(costs[CULPRIT - 1:]) > 2 * max(costs[:CULPRIT - 1]), costs)
    exponents = [profile["growth"]["exponent"] for profile in parse["profiles"]]
    check("and so is the exponent", max(exponents[:CULPRIT - 1]) < 1.2 and min(exponents[CULPRIT - 1:]) > 1.8,
          exponents)
    if not IN_C:
        check("the cost is the one of the trace", parse["n"] == 395 and costs[0] == 9 * 395
              and costs[-1] == 395 * 395, (parse["n"], costs))
        there = json.loads(history("--json", "--at=100", "--routine=par*").stdout)["routines"][0]
        # Of 98 and 107, on a power law between them.
        check("--at gives another n", there["n"] == 100 and abs(there["profiles"][0]["cost"] - 900) < 1, there)


def check_page():
    written = history("html")
    check("the page is written", written.stdout == "landau-history.html: open it in a browser\n", written.stdout)
    text = pathlib.Path("landau-history.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    check("all tags match", page.open == [], page.open)
    check("it loads nothing", page.outside == [], page.outside)
    check("links lead to routines", page.links and page.links <= page.ids, (page.links, page.ids))
    check("two charts for each of three routines have a point for each profile",
          len(page.points) >= 2 * 3 * (COMMITS - 1) or IN_C and len(page.points) >= 2 * 2 * (COMMITS - 1),
          len(page.points))


def check_entries(names):
    history("get", names[0], "-o", "first.data")
    git("checkout", "-q", "master")
    check("a profile comes out as it went in",
          run(LANDAU, "report", "--json", "first.data").stdout != run(LANDAU, "report", "--json").stdout)
    diff = run(LANDAU, "diff", "first.data", "landau.data", status=1)
    check("and can be compared", [line for line in diff.stdout.splitlines() if line.startswith("worse")
                                  and line.endswith("parse")], diff.stdout)
    again = history("add", f"--label={names[0]}", "first.data")
    check("the same label replaces", again.stdout == f"{names[0]}: replaced, {COMMITS - 1} profiles\n", again.stdout)
    check("and stays where it was", json.loads(history("--json").stdout)["profiles"][0]["label"] == names[0])
    check("the last three alone", len(json.loads(history("--json", "--last=3").stdout)["profiles"]) == 3)
    quiet = history("--last=3")
    check("nothing changed in them", quiet.stdout.startswith(f"{names[-3]} to {names[-1]}: 3 profiles\n\n0 of "),
          quiet.stdout)
    history("remove", names[0])
    check("one was removed", len(json.loads(history("--json").stdout)["profiles"]) == COMMITS - 2)
    mode = stat.S_IMODE(os.stat("landau.history").st_mode)
    check("the file is the user's alone", mode == 0o600, oct(mode))


def check_steps():
    """Small steps that add up, a routine that comes and goes, and one that could not be compared."""
    def add(label, factor, sizes=range(8, 400, 9), extra="", power=1):
        events = [f"call 1 f\nread 1 4096 {4 * n}\ncost 1 {int(factor * 100 * n ** power)}\nreturn 1\n" for n in sizes]
        pathlib.Path("steps").write_text("call 1 main\n" + "".join(events) + extra + "return 1\n", encoding="utf-8")
        run(LANDAU, "replay", "-o", "steps.data", "steps")
        history("add", "--database=steps.history", f"--label={label}", "steps.data")

    def changes(name):
        data = json.loads(history("--database=steps.history", "--json", "--all").stdout)
        return [(change["change"], change["since"]) for routine in data["routines"] if routine["name"] == name
                for change in routine["changes"]]

    for i in range(6):
        add(f"a{i}", 1.02 ** i)
    check("steps of 2 % are a change when they are more than 5 %", changes("f") == [("slower", "a3")], changes("f"))
    add("b0", 1, extra="call 1 g\nread 1 4096 80\ncost 1 9000\nreturn 1\n")
    add("b1", 1)
    check("a routine is new, and gone", changes("g") == [("new", "b0"), ("gone", "b1")], changes("g"))
    check("f is as it was", changes("f")[1:] == [("faster", "b0")], changes("f"))
    add("c0", 1, sizes=[3])
    add("c1", 1)
    check("one profile that says nothing hides nothing", changes("f")[2:] == [], changes("f"))
    large = range(5000, 50000, 1009)
    add("d0", 1, sizes=large, power=2)
    check("a class is compared with a class, whatever the sizes", changes("f")[2:] == [("worse", "d0")], changes("f"))
    os.remove("steps.history")
    add("e0", 1, sizes=[3])
    add("e1", 1, sizes=large, power=2)
    check("what could not be compared but is quadratic now is said", changes("f") == [("unknown", "e1")], changes("f"))
    add("e2", 1.2, sizes=large, power=2)
    check("from there it goes on", changes("f")[1:] == [("slower", "e2")], changes("f"))
    history("html", "--database=steps.history", "-o", "steps.html")


def wrong(message, *words):
    ended = history(*words, status=2)
    check(f"which says '{message}'", ended.stderr.startswith("landau: ") and ended.stderr.count("\n") == 1
          and message in ended.stderr, ended.stderr)


def check_faults(names):
    wrong("is not one of list, html, add, get and remove; did you mean 'html'?", "htlm")
    wrong("has no profile called 'nobody'", "get", "nobody")
    wrong("has no profile called 'nobody'", "remove", "nobody")
    wrong("takes one label", "get")
    wrong("takes no arguments", "list", "landau.data")
    wrong("'landau history add' makes one", "--database=absent")
    wrong("no routine matches 'nobody'", "--routine=nobody")
    wrong("a label is a line", "add", "--label=a\tb")
    wrong("cannot be opened", "add", "absent.data")
    pathlib.Path("other").write_text("nothing of the kind", encoding="utf-8")
    wrong("not a database", "--database=other")
    wrong("not a database", "add", "--database=other")
    with sqlite3.connect("another.db") as database:
        database.execute("CREATE TABLE profiles (label TEXT)")
    wrong("is not a database of landau history", "add", "--database=another.db")
    pathlib.Path("bytes").write_text("call 1 f\nread 1 0 8\nreturn 1\n", encoding="utf-8")
    run(LANDAU, "replay", "--cell=8", "-o", "eight.data", "bytes")
    why = "counts instr, the other bb" if IN_C else "has cells of 4 bytes, the other of 8"
    wrong(f"landau: eight.data: cannot be added: one profile {why}", "add", "--label=x", "eight.data")
    for change in ("profile = 'x'", "bytes = bytes + 1", "bytes = 1", "bytes = -1", "bytes = 1 << 60",
                   "profile = substr(profile, 1, 40)", "profile = NULL"):
        shutil.copy("landau.history", "damaged")
        with sqlite3.connect("damaged") as database:
            if change == "profile = NULL":
                database.execute("CREATE TABLE p AS SELECT * FROM profiles")
                database.execute("DROP TABLE profiles")
                database.execute("ALTER TABLE p RENAME TO profiles")
            database.execute(f"UPDATE profiles SET {change} WHERE label = ?", (names[5],))
        wrong("damaged", "--database=damaged")
    shutil.copy("landau.history", "damaged")
    with sqlite3.connect("damaged") as database:
        database.execute("UPDATE profiles SET profile = ?, bytes = 8 WHERE label = ?",
                         (zlib.compress(b"nothing\n"), names[-1]))
    wrong(f"landau: {names[-1]}:1: ", "--database=damaged")
    wrong(f"landau: {names[-1]}:1: ", "get", names[-1], "-o", "none.data", "--database=damaged")
    wrong(f"landau: {names[-1]}:1: ", "add", "--label=x", "first.data", "--database=damaged")
    check("nothing was written", not pathlib.Path("none.data").exists())
    history("add", "--database=empty", "--label=one")
    history("remove", "one", "--database=empty")
    wrong("has no profiles", "--database=empty")


def main():
    if not shutil.which("git"):
        print("1..0 # SKIP there is no git here")
        return
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        record = repository.make(LANDAU, IN_C)
        git("branch", "-M", "master")
        head = git("rev-parse", "--short", "HEAD")
        names = keep_all(record)
        check("all commits were visited", names[-1] == head, names)
        check_list(names)
        check_page()
        check_entries(names)
        check_faults(names)
        check_steps()
        found = run(LANDAU, "bisect", "--routine=parse", "--bound=n log n", f"--good={names[0]}", "--", *record)
        check("bisect finds the same commit", found.stdout.splitlines()[1].split()[0] == names[CULPRIT], found.stdout)
    print(f"1..{repository.done}")


main()
