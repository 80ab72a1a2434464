#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""answers.py LANDAU - report, show and diff on profiles whose growth is known.

The profiles are made by landau replay from traces written here: an activation reads n cells and costs
what its law says, so the right answers need no engine. Prints TAP.
"""
import json
import math
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from profiles import CLASSES, LAWS, SIZES, activation, landau, make_profile, write_profile  # noqa: E402
from tap import check, finish  # noqa: E402


def test_report():
    make_profile("known.data", LAWS, wrap="outer")
    result = landau("report", "--json", "--all", "known.data")
    rows = json.loads(result.stdout)["routines"]
    found = {row["name"]: row["model"]["class"] for row in rows}
    for name, growth in CLASSES.items():
        check(f"{name} is {growth}", found.get(name) == growth, found)
    names = [row["name"] for row in rows]
    check("the worst come first, a callee before its caller",
          names == ["quadratic", "outer", "sorting", "linear", "constant"], names)
    total = sum(row["self"] for row in rows)
    check("self costs add up to the total", total == json.loads(result.stdout)["total_cost"], total)
    text = landau("report", "known.data").stdout
    check("no line is wider than 100 columns", max(map(len, text.split("\n"))) <= 100, text)
    check("the headline counts in shares of the cost, and names the worst",
          re.match(r"<stdin>: growth known for 100 % of the cost \(5 of 5 routines\);\n"
                   r"quadratic, \d\d %, grows as n\^2; 1 more grows faster than n log n\n", text), text)
    check("the first row is the answer", text.split("\n")[4].startswith("n^2") and "quadratic" in
          text.split("\n")[4], text)
    check("no colours but on a terminal", "\033" not in text)
    check("what to do next", "next: landau show quadratic" in text, text)

    rows = json.loads(landau("report", "--json", "--name", "s*", "known.data").stdout)["routines"]
    check("--name", [row["name"] for row in rows] == ["sorting"], rows)
    rows = json.loads(landau("report", "--json", "--rows", "2", "known.data").stdout)["routines"]
    check("--rows", len(rows) == 2, rows)
    rows = json.loads(landau("report", "--json", "--all", "--rows=2", "known.data").stdout)["routines"]
    check("--rows limits --all too", len(rows) == 2, rows)
    rows = json.loads(landau("report", "--json", "--all", "--sort=name", "known.data").stdout)["routines"]
    names = [row["name"] for row in rows]
    check("--sort=name", names == sorted(names) and len(names) == 5, names)
    rows = json.loads(landau("report", "--json", "--all", "--sort=cost", "known.data").stdout)["routines"]
    costs = [row["cost"] for row in rows]
    check("--sort=cost", costs == sorted(costs, reverse=True), costs)
    rows = json.loads(landau("report", "--json", "--all", "--min-sizes=99", "known.data").stdout)["routines"]
    check("--min-sizes", rows == [], rows)
    rows = json.loads(landau("report", "--json", "--all", "known.data", "known.data").stdout)["routines"]
    check("two files are merged", {row["calls"] for row in rows} == {2 * len(SIZES)}, rows)
    for wrong in (["--sort=colour"], ["--rows=many"], ["--thread=7"], ["--thread=x"], ["--nonsense"]):
        error = landau("report", *wrong, "known.data", status=2).stderr
        check(f"{wrong[0]} is named", error.startswith("landau: report: ") or "nonsense" in error, error)
    make_profile("power.data", {"power": lambda n: round(n ** 2.5)})
    text = landau("report", "power.data").stdout
    check("the exponent is there without a class", re.search(r"\n>= n\^2\.\d         2\.50 100\.0%", text), text)
    check("and in the headline", re.search(r"\npower, 100 %, grows at least as fast as n\^2\.\d\n", text), text)

    text = landau("show", "power", "power.data").stdout
    check("also in show, with what can be said instead of a class",
          re.search(r"\nworst case  at least n\^2\.\d+   exponent 2\.50 \(.*\)\n", text), text)
    check("and why, and what would give one", re.search(
        r"\nno class: from \d+ to [\d,]+ its exponent is 2\.50, and its points do not tell one class from another;\s+"
        r"record inputs ten times smaller or larger\n", text), text)
    error = landau("report", "missing.data", status=2).stderr
    check("a missing file is named", error.startswith("landau: missing.data: "), error)


def plain(text):
    return " ".join(text.split())


def powers(factor, power):
    return {n: round(factor * n ** power) for n in SIZES}


def test_ranking():
    """What will hurt comes first: a bound counts like a class, and the share of the cost counts too."""
    small, large, steep = powers(1, 2), powers(400, 1), powers(1, 2.5)
    total = {name: sum(points.values()) for name, points in (("small", small), ("large", large), ("steep", steep))}
    write_profile("ranked.data", [("small", "p", small, total["small"]), ("large", "p", large, total["large"]),
                                  ("steep", "p", steep, total["steep"]),
                                  ("unknown", "p", {9: 10 ** 8}, 10 ** 8)])
    report = json.loads(landau("report", "--json", "ranked.data").stdout)
    rows = {row["name"]: row for row in report["routines"]}
    check("a bound is ranked by it", [row["name"] for row in report["routines"]]
          == ["steep", "small", "unknown", "large"], report)
    check("by what it will cost", [row["predicted_share"] for row in report["routines"]]
          == sorted((row["predicted_share"] for row in report["routines"]), reverse=True), report)
    check("a linear cost is ten times as much", math.isclose(
        rows["large"]["predicted_share"], 10 * rows["large"]["share"], rel_tol=0.02), rows)
    check("the bound is the statement's", rows["steep"]["model"]["statement"] == "at least"
          and rows["steep"]["predicted_share"] > 100 * rows["steep"]["share"], rows)
    known = (sum(total.values())) / (sum(total.values()) + 10 ** 8)
    check("known is what routines with a statement spend", report["known_routines"] == 3
          and math.isclose(report["known_share"], known, rel_tol=1e-9), report)
    text = landau("report", "ranked.data").stdout
    check("the headline has that share, rounded down", text.startswith(
        f"./p: growth known for {math.floor(100 * known)} % of the cost (3 of 4 routines);"), text)
    check("what is not known says why", re.search(r"\n\? few sizes .* unknown\n", text), text)

    write_profile("slow.data", [("large", "p", large, total["large"]), ("unknown", "p", {9: 10 ** 9}, 10 ** 9)])
    text = landau("report", "slow.data").stdout
    check("no all-clear without its share", re.match(
        r"\./p: growth known for 0\.3 % of the cost \(1 of 2 routines\);\n"
        r"none of these is known to grow faster than n log n\n", text), text)
    write_profile("nothing.data", [("unknown", "p", {9: 10}, 10)])
    text = landau("report", "nothing.data").stdout
    check("where nothing is known nothing is clear", text.startswith(
        "./p: growth known for 0.0 % of the cost (0 of 1 routine)\n") and "none of" not in text, text)


def test_names_first():
    """Of two routines that say the same, the one with a name is told of, wherever it is in the chain of calls."""
    inner, outer = powers(10.3, 2), powers(10, 2)
    total = sum(outer.values())
    write_profile("chain.data", [("lib.so+0xbd810", "lib.so", inner, total - 5), ("lib.so+0x90", "lib.so", inner, 3),
                                 ("query", "lib.so", outer, 2)])
    text = landau("report", "chain.data").stdout
    check("the headline has the name", "; query, 100 %, grows as n^2; 2 more grow faster" in plain(text), text)
    check("and the first row", [row["name"] for row in json.loads(landau(
        "report", "--json", "chain.data").stdout)["routines"]][0] == "query", text)
    check("and the next command", "next: landau show query chain.data" in text, text)
    write_profile("chain.data", [("lib.so+0xbd810", "lib.so", powers(10, 2), total - 5), ("query", "lib.so", powers(10, 1), 2)])
    text = landau("report", "chain.data").stdout
    check("not one that grows otherwise", re.search(
        r"\nlib\.so\+0xbd810 \(no name\), \d+ %, grows as n\^2\n", text), text)
    write_profile("chain.data", [("lib.so+0xbd810", "lib.so", inner, total), ("query", "lib.so", outer, total)])
    text = landau("report", "chain.data").stdout
    check("one that costs nearly as much", re.search("; query, (4[89]|50) %, grows as n\\^2; 1 more", plain(text)), text)
    write_profile("chain.data", [("lib.so+0xbd810", "lib.so", powers(20, 2), total), ("query", "lib.so", inner, total)])
    text = landau("report", "chain.data").stdout
    check("not one that costs half as much", "; lib.so+0xbd810 (no name), " in plain(text), text)


def test_headline():
    """What hurts most is named, and what grows fast beside it if it costs something."""
    line = powers(1e5, 1)
    for factor, words in ((5, ["large, 93 %, grows as n", "small, 7.1 %, grows as n^2"]),
                          (0.6, ["large, 99 %, grows as n", "1 with 0.9 % grows faster than n log n"])):
        square = powers(factor, 2)
        write_profile("headline.data", [("large", "p", line, sum(line.values())),
                                        ("small", "p", square, sum(square.values()))])
        text = landau("report", "headline.data").stdout
        check(f"headline: {words}", re.split("[;\n] ?", text)[1:4] == ["", *words], text)


def test_startup():
    plumbing = [("_dl_relocate_object", "ld-linux-x86-64.so.2"), ("do_lookup_x", "ld-linux-x86-64.so.2"),
                ("__libc_start_main@@GLIBC_2.34", "libc.so.6"), ("_start", "p"), ("call_init", "libc.so.6"),
                ("start_thread", "libc.so.6")]
    own = [("main", "p"), ("exit", "p"), ("call_init", "p"), ("qsort", "libc.so.6")]
    write_profile("startup.data", [(*routine, {5: 100}, 10) for routine in plumbing + own])
    text = landau("report", "startup.data").stdout
    check("start-up is one line", "\nstart-up: 6 routines of the loader and the C library, 60 % of the cost: --all\n"
          in text, text)
    rows = json.loads(landau("report", "--json", "startup.data").stdout)
    check("and no row", {(row["name"], row["object"]) for row in rows["routines"]} == set(own)
          and rows["startup"] == {"routines": 6, "share": 0.6}, rows)
    rows = json.loads(landau("report", "--json", "--all", "startup.data").stdout)["routines"]
    check("unless all are asked for", len(rows) == len(plumbing + own), rows)
    rows = json.loads(landau("report", "--json", "--object=ld-*", "startup.data").stdout)["routines"]
    check("or those of an object", len(rows) == 2, rows)
    rows = json.loads(landau("report", "--json", "--name=_start", "startup.data").stdout)["routines"]
    check("or a name", len(rows) == 1, rows)

    quadratic = {n: n * n for n in SIZES}
    total = sum(quadratic.values())
    write_profile("startup.data", [("_dl_sort_maps", "ld-linux.so.2", quadratic, total),
                                   ("_dl_map_object_deps", "ld-linux.so.2", quadratic, 5), ("main", "p", {5: 9}, 9)])
    text = landau("report", "startup.data").stdout
    check("a loader that hurts has its row", re.search(r"\n_dl_sort_maps, 100 %, grows as n\^2\n", text)
          or ("; _dl_sort_maps, 100 %, grows as n^2\n" in text), text)
    check("and only what spends something has one", "start-up: 1 routine of" in text, text)

    write_profile("linked.data", [("main", "python3.11", {5: 9}, 9), ("qsort", "libc.so.6", {5: 9}, 9)], "/usr/bin/python3")
    rows = landau("report", "linked.data").stdout.split("\n")
    check("the program is known behind a link", any(row.endswith(" main") for row in rows)
          and any(row.endswith(" libc") for row in rows), rows)

    names = [(f"p+0x{number:04x}", "p", {5: 1}, 1) for number in range(40)]
    write_profile("unnamed.data", [*names, ("main", "p", {5: 60}, 60)])
    text = landau("report", "--rows=5", "unnamed.data").stdout
    check("routines without a name are counted whether they are printed or not",
          "\nno name: 40 routines, 40 % of the cost, as in p; " in text, text)


def test_programs():
    """Profiles of several programs make one table that says so."""
    points = {5: 100}
    write_profile("first.data", [("main", "first", points, 100)], "./first")
    write_profile("second.data", [("main", "second", points, 100)], "./second")
    write_profile("third.data", [("main", "third", points, 100)], "./third")
    write_profile("fourth.data", [("main", "fourth", points, 100)], "./fourth")
    text = landau("report", "second.data", "first.data").stdout
    check("both are in the title", text.startswith("2 programs, ./first and ./second, 2 runs: growth "), text)
    check("and what to do is said", "give a single profile to see one of them" in text, text)
    text = landau("report", "first.data", "second.data", "third.data", "fourth.data").stdout
    check("of many the first", text.startswith("4 programs, first, fourth, second, ..., 4 runs: "), text)
    text = landau("report", "first.data", "first.data").stdout
    check("several runs of one are one program", text.startswith("./first, 2 runs: growth ")
          and "programs" not in text, text)

    deep = "/" + "a-folder/" * 12
    write_profile("deep.data", [("main", "first", points, 100)], deep + "first")
    write_profile("deeper.data", [("main", "second", points, 100)], deep + "second")
    for files, title in ((["deep.data"], "first: growth "), (["deep.data", "deeper.data"], "2 programs, first and second, 2 runs: ")):
        text = landau("report", *files).stdout
        check(f"a program deep in the tree, {len(files)}", text.startswith(title), text)
        check("has a line that fits", len(text.split("\n")[0]) <= 100, text)


def advice(*command, laws=None):
    """What report says of a profile of one run of this command; by default its routine has one size."""
    if laws:
        make_profile("advice.data", laws)
    else:
        landau("replay", "-o", "advice.data", stdin="\n".join(activation("main", 9, 1000)) + "\n")
    with open("advice.data", encoding="utf-8") as file:
        text = file.read()
    words = " ".join(word.replace(" ", "%20") for word in command)
    with open("advice.data", "w", encoding="utf-8") as file:
        file.write(text.replace("run replay exit 0 <stdin> <stdin>", f"run valgrind exit 0 prog {words}"))
    text = landau("report", "advice.data").stdout
    check("at most 100 columns with advice", max(map(len, text.split("\n"))) <= 100, text)
    return [line for line in text.split("\n") if line.startswith("next: ")], text


def test_advice():
    lines, text = advice("./prog", "-v", "3", "6400", "a file")
    check("the number becomes {n}",
          lines[0] == "next: landau sweep --sizes=200..6400:x1.5 -- ./prog -v 3 {n} 'a file'", text)
    check("the reason is given", "100 % of the cost is in routines seen with too few sizes" in text, text)
    check("show comes after it", lines[1] == "next: landau show main advice.data", text)
    where = ("no argument looks like a size or a file: write {n} or {file} for it, as in 'landau sweep "
             "--sizes=100..3200:x1.5 -- ./prog ... {n} ...'")
    for words in (["in.txt"], ["100", "200"], ["--port", "7777"], ["-p", "7777"], ["--port=7777"], ["-j100"],
                  ["--threads", "100"], ["--timeout", "900"], ["--seed", "12345"], ["--max-clients=100"],
                  ["-v", "3", "60"]):
        lines, text = advice("./prog", *words)
        check(f"of {words} none is taken", len(lines) == 1 and "sweep" not in lines[0], text)
        check("and its place is asked for", where in " ".join(text.split()), text)
    lines, text = advice("./prog", "--port", "7777", "6400")
    check("the number beside a port", lines[0].endswith("--sizes=200..6400:x1.5 -- ./prog --port 7777 {n}"), text)
    lines, text = advice("./prog", "--count=6400", "--unheard", "100")
    check("the number that is called a count", lines[0].endswith(" -- ./prog '--count={n}' --unheard 100"), text)
    lines, text = advice("./prog", "--unheard", "6400")
    check("what may be a size", lines[0].endswith(" -- ./prog --unheard {n}"), text)
    check("is called so", "if 6400 is a size, record more sizes: next: " in " ".join(text.split()), text)
    lines, text = advice("./prog")
    check("a program without arguments is to get one", len(lines) == 1 and "the program has no arguments: if it can "
          "take the size as one, write {n} for it" in " ".join(text.split()), text)
    for name, lawful in (("in.txt", True), ("in.c", False), ("in.json", False), ("script", False)):
        with open(name, "w", encoding="ascii") as file:
            file.write("#!/bin/sh\n" * 500 if name == "script" else "line\n" * 640)
        lines, text = advice("./prog", "-k", name)
        if lawful:
            check("a file of lines becomes {file}", lines[0] ==
                  "next: landau sweep --sizes=20..640:x1.5 --input=in.txt -- ./prog -k {file}", text)
        else:
            check("another file is not cut", len(lines) == 1 and
                  "with files of several sizes" in " ".join(text.split()), text)
    lines, text = advice("./prog", "--output=in.txt")
    check("nor is what the program writes", len(lines) == 1 and where in " ".join(text.split()), text)
    lines, text = advice("./prog", "in.txt", "6400")
    check("a number comes before a file", lines[0].endswith(" -- ./prog in.txt {n}"), text)
    lines, text = advice("./prog", "x" * 70, "y" * 80, "500")
    check("a long command goes on in lines of its own", f"x1.5 -- ./prog \\\n        {'x' * 70} \\\n        "
          f"{'y' * 80} {{n}}\n" in text, text)
    lines, text = advice("./prog", "6400", laws=LAWS)
    check("no sweep where the growth is known", len(lines) == 1 and "sweep" not in text, text)
    lines, text = advice("./prog", "6400", laws={"lawless": lambda n: 7 ** (n % 7) * n + 100})
    check("a sweep where no law describes the points", len(lines) == 2 and
          "99 % of the cost is in routines whose sizes do not show how they grow; record more sizes: next: landau sweep "
          "--sizes=200..6400:x1.5 -- ./prog {n}" in " ".join(text.split()).replace("100 %", "99 %"), text)
    text = landau("report", "advice.data", "advice.data").stdout
    check("nor of several runs", "sweep" not in text, text)


def test_calls_of_one():
    """What is linear in each call may be called too often: if the caller ran once, nobody has looked."""
    sentence = "; how often a larger input calls walk was not examined: main ran once; walk, "
    few = [line for n in SIZES for line in activation("walk", n, 100 * n)]
    calls = 10 * few
    squares = [line for n in SIZES for line in activation("square", n, n * n)]

    def told(*mains):
        """Of a program in which main is called once for each list of calls."""
        trace = [line for number, inner in enumerate(mains) for line in activation("main", 9 + number, 50, inner)]
        landau("replay", "-o", "once.data", stdin="\n".join(trace) + "\n")
        with open("once.data", encoding="utf-8") as file:
            text = file.read()
        with open("once.data", "w", encoding="utf-8") as file:
            file.write(text.replace("run replay exit 0 <stdin> <stdin>", "run valgrind exit 0 prog ./prog 6400"))
        text = landau("report", "once.data").stdout
        check("no line is too long where calls are told of", max(map(len, text.split("\n"))) <= 100, text)
        return plain(text)

    text = told(calls)
    check("the all-clear is for calls only", "n log n" + sentence in text, text)
    check("and a sweep settles it", "next: landau sweep --sizes=200..6400:x1.5 -- ./prog {n}" in text, text)
    check("not of a caller that ran twice", "was not examined" not in told(calls, calls))
    check("not of a few calls", "was not examined" not in told(few))
    check("not where something grows fast", "was not examined" not in told(calls + squares))
    landau("merge", "-o", "twice.data", "once.data", "once.data")
    check("nor of several runs", "was not examined" not in landau("report", "twice.data").stdout)


def test_names():
    long = "std::vector<std::pair<std::string,int>,std::allocator<int>>::_M_realloc_insert(int&&)"
    lines = []
    for n in SIZES:
        lines += activation(long, n, n)
        lines += activation("x" * 300, n, n * n)
        lines += activation("\x1b[31mred", n, n)
    landau("replay", "-o", "names.data", stdin="\n".join(lines) + "\n")
    text = landau("report", "--all", "names.data").stdout
    check("long names are cut to the width", max(map(len, text.split("\n"))) <= 100, text)
    check("parameters and template arguments go first", "std::vector<…>::_M_realloc_insert" in text, text)
    check("control characters do not get out", "\x1b" not in text, repr(text))


def test_show():
    text = landau("show", "quadratic", "known.data").stdout
    check("show names the class and the formula", "n^2" in text and "exponent 2.0" in text, text)
    check("show draws", "•" in text or "⠁" in text, text)
    check("show names the caller", "outer" in text.split("callers")[1], text)
    check("at most 100 columns", max(map(len, text.split("\n"))) <= 100, text)
    workload = text.split("       calls ")[1].split("input ")[0]
    labels = [line.split("┤")[0].strip() for line in workload.split("\n") if "┤" in line]
    check("no label of an axis comes twice", [label for label in labels if label] == ["1", "0"], workload)

    shown = json.loads(landau("show", "--json", "linear", "known.data").stdout)
    check("the points are all there", [row[0] for row in shown["trms"]] == sorted(SIZES), shown)
    check("and their costs", all(row[3] == 3 * row[0] + 5 for row in shown["trms"]), shown["trms"])
    outer = json.loads(landau("show", "--json", "out*", "known.data").stdout)
    check("a glob finds it", outer["name"] == "outer", outer)
    check("one call for each activation", outer["callees"][0]["calls_model"]["class"] == "1", outer)
    error = landau("show", "n", "known.data", status=2).stderr
    check("several matches are listed", "quadratic" not in error and "linear@" in error, error)
    check("and why they are", "'n' is in the names of 3 routines" in error, error)
    error = landau("show", "nowhere", "known.data", status=2).stderr
    check("no match is said", "no routine is called 'nowhere'" in error, error)
    landau("show", status=2)

    lines = []
    for n in SIZES[:12]:
        inner = [line for _ in range(n) for line in activation("step", 1, 1)]
        lines += activation("loop", n, 1, inner)
    landau("replay", "-o", "calls.data", stdin="\n".join(lines) + "\n")
    loop = json.loads(landau("show", "--json", "loop", "calls.data").stdout)
    check("calls grow with the caller's input", loop["callees"][0]["calls_model"]["class"] == "n", loop)

    test_explained_exponent()
    test_places()
    test_axes()
    test_what_show_leaves_out()
    test_remedy()

    # A snapshot: main is known as a caller, and has not returned.
    text = "landau 1\ncost bb\ncell 4\ncontexts no\nrun valgrind running 0 p p\nroutine 0 1 main p p.c\n"
    shown = landau("show", "main", "-", stdin=text + "end 7\n").stdout
    check("a routine without points is shown without plots", "no call of the routine has returned" in shown, shown)


def test_explained_exponent():
    """A part that does not grow holds the exponent down: no number beside the class, and the reason where there is room."""
    make_profile("late.data", {"late": lambda n: 3000 + 10 * n, "linear": lambda n: 10 * n})
    lines = {line.split()[-1]: line for line in landau("report", "late.data").stdout.split("\n") if " n " in f" {line[:6]}"}
    check("an exponent that agrees is there", re.match(r"n +1\.00 ", lines.get("linear", "")), lines)
    check("one that seems to contradict is not", re.match(r"n +\d+\.\d% ", lines.get("late", "")), lines)
    text = landau("show", "late", "late.data").stdout
    check("show explains it", re.search(r"\n +its exponent is 0\.\d\d because a part that grows less still counts", text), text)
    check("once", text.count("its exponent is") == 1, text)
    check("and nothing where there is nothing to explain",
          "its exponent is" not in landau("show", "linear", "late.data").stdout)


def test_places():
    """Static routines of one name, in two files of one library; the object as report prints it."""
    lines = ["landau 1", "cost bb", "cell 4", "contexts no", "run valgrind exit 0 p p", "thread 1 6 0 0 p",
             "routine 0 31 twin /lib/libx-2.0.so.7 a.c", "routine 1 42 twin /lib/libx-2.0.so.7 b.c"]
    for routine in (0, 1):
        lines += [f"record {routine} 1 - 1 3 3 same", "t 5 1 3 3 3 9 5 0 0"]
    with open("twins.data", "w", encoding="ascii") as file:
        file.write("\n".join([*lines, f"end {len(lines) + 1}"]) + "\n")
    error = landau("show", "twin@libx-2.0", "twins.data", status=2).stderr
    check("both are listed, with how to tell them apart", "'twin@libx-2.0' is the name of 2 routines" in error
          and "NAME@FILE:LINE" in error and "b.c:42" in error, error)
    shown = json.loads(landau("show", "--json", "twin@b.c:42", "twins.data").stdout)
    check("a routine is found by its place", shown["file"] == "b.c", shown)
    text = landau("report", "twins.data").stdout
    check("what to do next can be done", "next: landau show twin@a.c:31 twins.data" in text, text)
    for wanted in ("libx-2.0", "libx*", "/lib/libx-2.0.so.7"):
        rows = json.loads(landau("report", "--json", "--all", "--object", wanted, "twins.data").stdout)["routines"]
        check(f"--object={wanted}", len(rows) == 2, rows)
    rows = json.loads(landau("report", "--json", "--all", "--object", "libx", "twins.data").stdout)["routines"]
    check("no part of an object's name", rows == [], rows)
    with open("twins.budget", "w", encoding="ascii") as file:
        file.write("twin@libx-2.0: any\ndefault: n\n")
    text = landau("check", "-b", "twins.budget", "twins.data").stdout
    check("a budget for the object as report prints it", "matches no routine" not in text, text)


def test_what_show_leaves_out():
    """No plot of one or two points, no second plot of the same."""
    lines = []
    for n in SIZES:
        lines += activation("alone", n, n)
    lines += [*activation("once", 7, 30), *activation("twice", 7, 30), *activation("twice", 9, 50)]
    landau("replay", "-o", "few.data", stdin="\n".join(lines) + "\n")
    shown = {name: landau("show", name, "few.data").stdout for name in ("alone", "once", "twice")}
    check("one plot where rms is trms", shown["alone"].count("greatest cost") == 1 and
          "n = trms = rms" in shown["alone"], shown["alone"])
    for name, sentence in (("once", "n = 7 costs at most 30 basic blocks: one size is not enough for a plot"),
                           ("twice", "n = 7 costs at most 30 basic blocks, n = 9 at most 50: two sizes are not enough for a plot")):
        check(f"{name}: a sentence and no plot", f"\n{sentence}\n" in shown[name] and "┤" not in shown[name], shown[name])
    check("what is lacking", "no class: it was seen with 1 size; record more sizes\n" in shown["once"], shown["once"])
    check("no input of others", "input       all of it was in memory: nothing was written by others" in shown["alone"],
          shown["alone"])


def test_shares_of_input():
    """One definition of whose the input was, also where the sums are too large for an integer."""
    size, calls = 2 ** 40, 2 ** 24
    of_threads, of_kernel = size * calls // 2 ** 3, size * calls // 2 ** 4
    lines = ["landau 1", "cost bb", "cell 4", "contexts no", "run valgrind exit 0 ./p ./p",
             f"thread 1 9 {of_threads} {of_kernel} main", "routine 0 0 reader p -", f"record 0 1 - {calls} 9 9 same",
             f"t {size} {calls} 0 9 9 81 {size * calls - of_threads - of_kernel} {of_threads} {of_kernel}"]
    with open("shares.data", "w", encoding="ascii") as file:
        file.write("\n".join([*lines, f"end {len(lines) + 1}"]) + "\n")
    text = landau("show", "reader", "shares.data").stdout
    check("show has the shares", "\ninput       18.8 % was written by others while the routine ran: 66.7 % of that by other "
          "threads, 33.3 % from outside\n" in text, text)
    routine = json.loads(landau("export", "--format=json", "shares.data").stdout)["routines"][0]
    check("and JSON the same", [round(routine[key], 1) for key in ("thread_input", "external_input")] == [66.7, 33.3],
          routine)


def test_remedy():
    """With the command line known: the command that gives a class."""
    for words, expected in (
            (["640"], "record more sizes:\nnext: landau sweep --sizes=20..640:x1.5 -- ./prog {n}"),
            (["--odd", "640"], "if 640 is a size, record more sizes:\nnext: landau sweep --sizes=20..640:x1.5 -- ./prog "
             "--odd {n}"),
            (["--port", "640"], "no argument looks like a size or a file: write {n} or {file} for it,")):
        advice("./prog", *words)
        text = landau("show", "main", "advice.data").stdout
        check(f"{words}: at the end of show", f"no class: it was seen with 1 size; {expected}" in text or
              expected in " ".join(text.split()), text)
        check("at most 100 columns", max(map(len, text.split("\n"))) <= 100, text)
    for first, sizes in ((50, "50..8000:x1.5"), (200, "20..3200:x1.5")):
        lines = ["landau 1", "cost bb", "cell 4", "contexts no"]
        lines += [f"run valgrind exit 0 p p -n {n}" for n in sorted((first * 2 ** i for i in range(5)), key=str)]
        lines += ["thread 1 6 0 0 p", "routine 0 1 f p p.c", "record 0 1 - 5 5 5 same"]
        lines += [f"t {n} 1 1 1 1 1 {n} 0 0" for n in range(5, 10)]
        text = "\n".join([*lines, f"end {len(lines) + 1}"]) + "\n"
        shown = landau("show", "f", "-", stdin=text).stdout
        check("a sweep that did not tell is to reach further",
              f":\nnext: landau sweep --sizes={sizes} -- p -n {{n}}\n" in shown, shown)


def test_axes():
    """Both axes are logarithmic or none is: with one, a linear cost looks like a logarithm."""
    def axes(name):
        text = landau("show", name, "axes.data").stdout
        return text.count("greatest cost (log)"), text.count("n = trms = rms (log)")

    lines = []
    for n in SIZES:
        lines += activation("power", n, n * n) + activation("power_of_few", n // 5, n * n)
        lines += activation("from_nothing", n - 10, 3 * n + 1)
    for n in range(1, 16):
        lines += activation("exponential", n, 3 * 2 ** n)
    landau("replay", "-o", "axes.data", stdin="\n".join(line for line in lines if not line.endswith(" 0")) + "\n")
    check("powers: two logarithmic axes", axes("power") == (1, 1), axes("power"))
    check("also where the sizes span less", axes("power_of_few") == (1, 1), axes("power_of_few"))
    check("none if a size is 0", axes("from_nothing") == (0, 0), axes("from_nothing"))
    check("an exponential: that of the cost", axes("exponential") == (1, 0), axes("exponential"))
    text = landau("show", "power", "axes.data").stdout
    check("the second best is called that", "runner-up n^2 log n" in text, text)


def test_diff():
    make_profile("old.data", {"same": LAWS["linear"], "hurt": LAWS["linear"], "healed": LAWS["quadratic"],
                              "slow": LAWS["linear"], "left": LAWS["linear"]})
    make_profile("new.data", {"same": LAWS["linear"], "hurt": LAWS["quadratic"], "healed": LAWS["linear"],
                              "slow": lambda n: 6 * n + 10, "came": LAWS["linear"]})
    rows = json.loads(landau("diff", "--json", "--all", "old.data", "new.data", status=1).stdout)["routines"]
    changes = {row["name"]: row["change"] for row in rows}
    check("each change is found", changes == {"same": "same", "hurt": "worse", "healed": "better",
                                              "slow": "slower", "left": "gone", "came": "new"}, changes)
    factor = {row["name"]: row["cost_factor"] for row in rows}["slow"]
    check("the predicted cost doubles", abs(factor - 2) < 0.02, factor)
    text = landau("diff", "old.data", "new.data", status=1).stdout
    check("the worse comes first", text.split("\n")[1].startswith("worse") and "hurt" in text, text)
    check("and the numbers last", text.split("\n")[-2] ==
          "1 worse, 1 better, 1 slower, 0 faster, 1 new, 1 gone, 1 same, 0 unknown", text)
    check("it comes from curves", not any(row["is_measured"] for row in rows if row["change"] in ("slower", "worse")),
          rows)
    text = landau("diff", "twins.data", "twins.data").stdout
    check("what is not known is not called the same", "0 gone, 0 same, 2 unknown" in text, text)
    landau("diff", "new.data", "new.data")
    landau("diff", "old.data", "old.data", "--", "new.data", status=1)
    landau("diff", "old.data", status=2)
    landau("diff", "old.data", "--", status=2)
    error = landau("diff", "missing.data", "new.data", status=2).stderr
    check("a missing profile is named", "landau: missing.data: " in error, error)
    for version, name in enumerate(("old.data", "new.data"), 1):
        with open(name, encoding="utf-8") as file:
            text = file.read()
        text = text.replace("<stdin> <stdin>", f"./prog-{version} ./prog-{version}")
        with open("renamed-" + name, "w", encoding="utf-8") as file:
            file.write(text.replace(" - -\n", f" prog-{version} -\n"))
    rows = json.loads(landau("diff", "--json", "--all", "renamed-old.data", "renamed-new.data",
                             status=1).stdout)["routines"]
    check("the program may have another name", {row["name"]: row["change"] for row in rows} == changes, rows)
    os.rename("old.data", "landau.data.old")
    os.rename("new.data", "landau.data")
    landau("diff", status=1)


def test_help():
    for words in (("help", "report"), ("report", "--help")):
        text = landau(*words).stdout
        check(f"landau {' '.join(words)} is about report", text.startswith("usage: landau report "), text)
    check("help lists the commands", "\n  sweep " in landau("help").stdout)
    error = landau("help", "nonsense", status=2).stderr
    for typed, meant in (("reprot", "report"), ("Report", "report"), ("shwo", "show"), ("exprt", "export"), ("swep", "sweep")):
        error = landau(typed, status=2).stderr
        check(f"landau {typed}", error == f"landau: '{typed}' is not a command; did you mean '{meant}'? 'landau --help' "
              "lists them\n", error)
    error = landau("report", "--objects=libc", status=2).stderr
    check("a mistyped option", error == "landau: report: --objects=libc is not an option; did you mean --object? See "
          "'landau report --help'\n", error)
    error = landau("record", "--ouptut=x", "true", status=2).stderr
    check("of record too", "did you mean --output?" in error, error)
    error = landau("report", "--zzz", status=2).stderr
    check("no option is near", error == "landau: report: --zzz is not an option; see 'landau report --help'\n", error)
    error = landau("report", "-Z", status=2).stderr
    check("a letter is not guessed", error == "landau: report: -Z is not an option; see 'landau report --help'\n", error)
    error = landau("show", "qaudratic", "known.data", status=2).stderr
    check("a mistyped routine", error == "landau: show: no routine is called 'qaudratic'; did you mean 'quadratic'? "
          "'landau report --all' lists them\n", error)
    error = landau("export", "--format=svg", "--routine=lineer", "known.data", status=2).stderr
    check("in export too", "did you mean 'linear'?" in error, error)
    error = landau("show", "x" * 5000, "known.data", status=2).stderr
    check("a long word is like none", "did you mean" not in error, error)
    error = landau("show", "known.data", status=2).stderr
    check("a profile in place of a routine", error == "landau: show: 'known.data' is a profile, and no routine is given, "
          "as in 'landau show ROUTINE known.data'; 'landau report known.data' lists them\n", error)
    error = landau("help", "nonsense", status=2).stderr
    check("help about nothing", error == "landau: 'nonsense' is not a command; 'landau --help' lists them\n", error)


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        for test in (test_report, test_ranking, test_names_first, test_headline, test_startup, test_programs, test_advice,
                     test_calls_of_one, test_names, test_show,
                     test_shares_of_input, test_diff, test_help):
            test()
        os.chdir("/")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
