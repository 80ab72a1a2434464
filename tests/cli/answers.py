#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""answers.py LANDAU - report, show, diff and check on profiles whose growth is known.

The profiles are made by landau replay from traces written here: an activation reads n cells and costs
what its law says, so the right answers need no engine. Prints TAP.
"""
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check, finish  # noqa: E402

LANDAU = os.path.realpath(sys.argv[1])
LAWS = {
    "quadratic": lambda n: n * n,
    "sorting": lambda n: round(n * math.log2(n)),
    "linear": lambda n: 3 * n + 5,
    "constant": lambda n: 7,
}
CLASSES = {"quadratic": "n^2", "sorting": "n log n", "linear": "n", "constant": "1"}
SIZES = [10 * 2 ** i for i in range(9)] + [15 * 2 ** i for i in range(8)]


def landau(*arguments, status=0, stdin=None):
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    result = subprocess.run([LANDAU, *arguments], input=stdin, capture_output=True, text=True,
                            env=environment, check=False)
    check(f"landau {' '.join(arguments)[:70]} exits with {status}", result.returncode == status,
          result.stdout + result.stderr)
    return result


def activation(name, n, cost, inner=(), thread=1):
    """Lines of a trace: one activation that reads n cells, with what happens inside it."""
    lines = [f"call {thread} {name}", f"read {thread} 0x10000 {4 * n}", *inner,
             f"cost {thread} {cost}", f"return {thread}"]
    return lines


def make_profile(path, laws, wrap=None):
    lines = []
    for name, law in laws.items():
        for n in SIZES:
            inner = activation(name, n, law(n))
            lines += activation(wrap, n, 1, inner) if wrap == "outer" and name == "quadratic" else inner
    landau("replay", "-o", path, stdin="\n".join(lines) + "\n")


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
    check("the summary says how many grow fast", "2 grow faster than n log n" in text, text)
    check("the first row is the answer", text.split("\n")[3].startswith("n^2") and "quadratic" in
          text.split("\n")[3], text)
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
    check("the exponent is there without a class", "(no trend)   2.50" in text, text)
    text = landau("show", "power", "power.data").stdout
    check("also in show, with the class that comes first all the same",
          re.search(r"no clear trend   exponent 2\.50 \(.*\)   best guess n\^(2|2 log n|3)\n", text), text)
    error = landau("report", "missing.data", status=2).stderr
    check("a missing file is named", error.startswith("landau: missing.data: "), error)


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
    lines, text = advice("./prog", "in.txt")
    check("without a number, its place is asked for", "put {n} or {file} into:\nnext: landau sweep "
          "--sizes=1000..32000:x1.5 -- ./prog in.txt\n" in text, text)
    lines, text = advice("./prog", "100", "200")
    check("of two numbers neither is taken", lines[0].endswith("./prog 100 200"), text)
    lines, text = advice("./prog", "x" * 90, "500")
    check("a long command is shortened", lines[0].endswith("--sizes=15..500:x1.5 -- ./prog ... {n} ..."), text)
    lines, text = advice("./prog", "6400", laws=LAWS)
    check("no sweep where the growth is known", len(lines) == 1 and "sweep" not in text, text)
    text = landau("report", "advice.data", "advice.data").stdout
    check("nor of several runs", "sweep" not in text, text)


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

    test_places()
    test_axes()

    # A snapshot: main is known as a caller, and has not returned.
    text = "landau 1\ncost bb\ncell 4\ncontexts no\nrun valgrind running 0 p p\nroutine 0 1 main p p.c\n"
    shown = landau("show", "main", "-", stdin=text + "end 7\n").stdout
    check("a routine without points is shown without plots", "no call of it has returned" in shown, shown)


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


def test_axes():
    """Both axes are logarithmic or none is: with one, a linear cost looks like a logarithm."""
    def axes(name):
        text = landau("show", name, "axes.data").stdout
        return text.count("greatest cost (log)"), text.count("trms (log)")

    lines = []
    for n in SIZES:
        lines += activation("power", n, n * n) + activation("power_of_few", n // 5, n * n)
        lines += activation("from_nothing", n - 10, 3 * n + 1)
    for n in range(1, 16):
        lines += activation("exponential", n, 3 * 2 ** n)
    landau("replay", "-o", "axes.data", stdin="\n".join(line for line in lines if not line.endswith(" 0")) + "\n")
    check("powers: two logarithmic axes", axes("power") == (2, 1), axes("power"))
    check("also where the sizes span less", axes("power_of_few") == (2, 1), axes("power_of_few"))
    check("none if a size is 0", axes("from_nothing") == (0, 0), axes("from_nothing"))
    check("an exponential: that of the cost", axes("exponential") == (2, 0), axes("exponential"))
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


def budget(text):
    with open("test.budget", "w", encoding="utf-8") as file:
        file.write(text)


def test_help():
    for words in (("help", "report"), ("report", "--help")):
        text = landau(*words).stdout
        check(f"landau {' '.join(words)} is about report", text.startswith("usage: landau report "), text)
    check("help lists the commands", "\n  sweep " in landau("help").stdout)
    error = landau("help", "nonsense", status=2).stderr
    check("help about nothing", error == "landau: 'nonsense' is not a command; 'landau --help' lists them\n", error)


def test_check():
    budget("# bounds\nquadratic: n^2   # fine\ndefault: n log n\nouter@*: any\n")
    landau("check", "-b", "test.budget", "known.data")
    budget("default: n log n\n")
    text = landau("check", "-b", "test.budget", "known.data", status=1).stdout
    check("both that exceed are named", text.count("FAILED") == 2 and "quadratic" in text, text)
    check("and which of them is the reason",
          "outer: grows as n^2, its bound is n log n, by its calls of quadratic" in text, text)
    budget("linear: 1\nsorting: n log n\nnobody: n\n")
    text = landau("check", "-b", "test.budget", "known.data", status=1).stdout
    check("a tighter bound", "linear: grows as n, its bound is 1" in text, text)
    check("a line that matches nothing is named", "no routine matches 'nobody'" in text, text)
    tree = ElementTree.fromstring(landau("check", "-b", "test.budget", "--junit", "known.data",
                                         status=1).stdout.encode())
    suite = tree.find("testsuite")
    check("JUnit", suite.get("tests") == "2" and suite.get("failures") == "1"
          and len(suite.findall("testcase/failure")) == 1, ElementTree.tostring(tree))
    sarif = json.loads(landau("check", "-b", "test.budget", "--sarif", "known.data", status=1).stdout)
    results = sarif["runs"][0]["results"]
    check("SARIF", sarif["version"] == "2.1.0" and [r["level"] for r in results] == ["error"]
          and results[0]["message"]["text"].startswith("linear grows as n"), sarif)
    text = landau("check", "-b", "test.budget", "--github", "known.data", status=1).stdout
    check("GitHub", text.startswith("::error ") and "::linear grows as n" in text, text)
    rows = json.loads(landau("check", "-b", "test.budget", "--json", "known.data", status=1).stdout)
    check("JSON", not rows["passed"] and {r["name"]: r["outcome"] for r in rows["routines"]} ==
          {"linear": "exceeded", "sorting": "within"}, rows)

    landau("replay", "-o", "few.data", stdin="\n".join(activation("rare", 5, 9)) + "\n")
    budget("rare: 1\n")
    text = landau("check", "-b", "test.budget", "few.data").stdout
    check("too little data does not fail but is named", "rare: growth is not known" in text, text)

    make_profile("late.data", {"late": lambda n: 3000000 + n * n})
    budget("late: n\n")
    text = landau("check", "-b", "test.budget", "late.data").stdout
    check("a term that does not yet lead does not fail but is named",
          "close    late: looks like n^2, its bound is n, but its exponent may be 0." in text, text)

    for text, line, message in (("linear n\n", 1, "no colon"), ("\n\n: n\n", 3, "no routine"),
                                ("a: n\nb: n!\n", 2, "'n!' is not a growth class")):
        budget(text)
        error = landau("check", "-b", "test.budget", "known.data", status=2).stderr
        check(f"a bad budget: {message}", error.startswith(f"landau: test.budget:{line}: ")
              and message in error, error)
    error = landau("check", "known.data", status=2).stderr
    check("no budget is said", error.startswith("landau: landau.budget: "), error)


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        for test in (test_report, test_advice, test_names, test_show, test_diff, test_check,
                     test_help):
            test()
        os.chdir("/")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
