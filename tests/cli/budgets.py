#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""budgets.py LANDAU - landau check on profiles whose growth is known.

The profiles are made as in answers.py. Prints TAP.
"""
import json
import math
import os
import re
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from profiles import LAWS, SIZES, activation, landau, make_profile, write_profile  # noqa: E402
from tap import check, finish  # noqa: E402


def budget(text):
    with open("test.budget", "w", encoding="utf-8") as file:
        file.write(text)


def check_one(name, bound, *options, status=0):
    """What landau check says of this bound for all routines of bounds.data; its last line apart."""
    budget(f"{name}: {bound}\n")
    lines = landau("check", "-b", "test.budget", *options, "bounds.data", status=status).stdout.split("\n")
    return lines[0], lines[-2]


def test_check_bounds():
    """Statements that are no class are held against the bound too."""
    steep = {n: round(n ** 2.5) for n in SIZES}
    mild = {n: round(1000 * n ** 0.75) for n in SIZES}
    write_profile("bounds.data", [("steep", "p", steep, sum(steep.values())),
                                  ("mild", "p", mild, sum(mild.values()))])
    rows = json.loads(landau("report", "--json", "bounds.data").stdout)["routines"]
    models = {row["name"]: row["model"] for row in rows}
    check("the profile has a lower bound", models["steep"]["statement"] == "at least", models)
    check("and an upper one", models["mild"]["statement"] == "at most", models)
    first, last = check_one("steep", "n^2", status=1)
    check("a lower bound above the budget fails", re.fullmatch(
        r"FAILED   steep: grows at least as fast as n\^2\.\d, its bound is n\^2 "
        r"\(exponent 2\.50, 17 sizes up to 2560\)", first), first)
    check("and nothing is open", last == "0 within, 1 exceeded, 0 close, 0 unknown", last)
    first, last = check_one("steep", "n^3")
    check("below it nothing is known", re.fullmatch(
        r"unknown  steep: grows at least as fast as n\^2\.\d, which leaves its bound of n\^3 open "
        r"\(\d\d\.\d % of the cost\)", first), first)
    check("and the share is counted", re.search(r", 1 unknown with \d\d\.\d % of the cost$", last), last)
    first, last = check_one("mild", "n^2")
    check("an upper bound within the budget passes", last == "1 within, 0 exceeded, 0 close, 0 unknown", last)
    first, _ = check_one("mild", "log n")
    check("above it nothing is known", first.startswith("unknown  mild: grows no faster than n")
          and "leaves its bound of log n open" in first, first)


def test_check_unknown():
    """--max-unknown, in each format."""
    linear = {n: 3 * n for n in SIZES}
    total = sum(linear.values())
    write_profile("open.data", [("known", "p", linear, total), ("open", "p", {7: 3 * total}, 3 * total),
                                ("little", "p", {7: total // 200}, total // 200)])
    budget("default: n log n\n")
    text = landau("check", "-b", "test.budget", "open.data").stdout
    check("what only default names is named too where it spends much", text.startswith(
        "unknown  open: its growth is not known: it was seen with 1 size (74.9 % of the cost, its bound is n log n)\n1 "),
        text)
    check("and the rest is counted", text.endswith("\n1 within, 0 exceeded, 0 close, 2 unknown with 75.0 % of the "
                                                   "cost\n"), text)
    sentence = "the growth of 75.0 % of the cost is not known; at most 20.0 % is allowed"
    arguments = ("check", "-b", "test.budget", "--max-unknown=20%", "open.data")
    landau("check", "-b", "test.budget", "--max-unknown=76", "open.data")
    text = landau(*arguments, status=1).stdout
    check("too much of it fails", f"FAILED   {sentence}\n" in text, text)
    answer = json.loads(landau(*arguments, "--json", status=1).stdout)
    check("too much of it: JSON", not answer["passed"] and answer["max_unknown"] == 0.2
          and math.isclose(answer["unknown_share"], 0.7503, abs_tol=0.001), answer)
    suite = ElementTree.fromstring(landau(*arguments, "--junit", status=1).stdout).find("testsuite")
    check("too much of it: JUnit", suite.get("tests") == str(len(suite.findall("testcase"))) == "3"
          and suite.get("failures") == "1"
          and [failure.get("message") for failure in suite.findall("testcase/failure")] == [sentence],
          ElementTree.tostring(suite))
    suite = ElementTree.fromstring(landau(*arguments[:3], "--max-unknown=90", "open.data", "--junit").stdout)
    check("not too much of it: JUnit", len(suite.findall("testsuite/testcase")) == 3
          and not suite.findall("testsuite/testcase/failure"), ElementTree.tostring(suite))
    results = json.loads(landau(*arguments, "--sarif", status=1).stdout)["runs"][0]["results"]
    check("too much of it: SARIF", [(result["ruleId"], result["level"]) for result in results]
          == [("growth", "note"), ("unknown", "error")] and results[1]["message"]["text"] == sentence, results)
    text = landau(*arguments, "--github", status=1).stdout
    check("too much of it: GitHub", "::error title=landau::" + sentence.replace("%", "%25") in text, text)
    for wrong in ("", "x", "-1", "101", "5x", "nan"):
        error = landau("check", f"--max-unknown={wrong}", "open.data", status=2).stderr
        check(f"--max-unknown={wrong} is refused", "--max-unknown must be a percentage" in error, error)

    # strcmp below a loop that is within its bound hides nothing.
    lines = []
    for n in SIZES[:12]:
        inner = [line for _ in range(n) for line in activation("compare", 1, 40)]
        lines += activation("loop", n, 1, inner)
    landau("replay", "-o", "below.data", stdin="\n".join(lines) + "\n")
    text = landau("check", "-b", "test.budget", "--max-unknown=0", "below.data").stdout
    check("what is below a known routine is known", text == "1 within, 0 exceeded, 0 close, 1 unknown with less than "
          "0.1 % of the cost\n", text)
    report = json.loads(landau("report", "--json", "below.data").stdout)
    check("in the headline of report too", report["known_routines"] == 1 and report["known_share"] == 1, report)


def test_check_init():
    """The budget that --init writes is one that the profile is within, whatever the names are."""
    quadratic, linear = {n: n * n for n in SIZES}, {n: 900 * n for n in SIZES}
    steep = {n: round(n ** 2.5) for n in SIZES}
    names = ["main", "default", "operator*", "f[abi:cxx11]", "{lambda()#1}", "std::sort(int*,int*)", "get@@V1", "a?b", "twin"]
    routines = [(name, "p", quadratic, sum(quadratic.values())) for name in names]
    routines += [("main", "libx.so.1", linear, sum(linear.values())), ("open", "p", {7: 10 ** 8}, 10 ** 8),
                 ("steep", "p", steep, sum(steep.values())), ("_dl_open", "ld-linux.so.2", quadratic, 9)]
    write_profile("init.data", routines)
    # Two static routines of one name: the line for both has the higher bound.
    with open("init.data", encoding="ascii") as file:
        lines = file.read().split("\n")[:-2]
    place = next(number for number, line in enumerate(lines) if line.startswith("routine") and " twin " in line)
    index = int(lines[place].split()[1])
    later = lines[place + 1:]
    renumber = [re.sub(r"^(routine|record) (\d+)", lambda found: f"{found[1]} "
                       f"{int(found[2]) + (int(found[2]) > index)}", line) for line in later]
    lines[place:] = [f"routine {index} 0 twin p a.c", f"routine {index + 1} 0 twin p b.c", *renumber]
    end = next((number for number, line in enumerate(lines) if line.startswith(f"record {index + 2} ")), len(lines))
    lines[end:end] = [f"record {index + 1} 1 - {len(linear)} {sum(linear.values())} {sum(linear.values())} same",
                      *[f"t {n} 1 {cost} {cost} {cost} {cost * cost} {n} 0 0" for n, cost in sorted(linear.items())]]
    with open("init.data", "w", encoding="ascii") as file:
        file.write("\n".join([*lines, f"end {len(lines) + 1}"]) + "\n")
    error = landau("check", "--init", "-b", "init.budget", "init.data").stderr
    check("the next command is printed", error == "landau: init.budget: bounds for 11 routines\n"
          "landau: next: landau check --budget=init.budget init.data\n", error)
    with open("init.budget", encoding="utf-8") as file:
        text = file.read()
    check("each line says what is known", re.search(
        r"^main@p: +n\^2 +# \d+\.\d % of the cost; grows as n\^2$", text, re.MULTILINE), text)
    check("a routine of a library has its object", re.search(r"^main@libx\.so\.1: +n +#", text, re.MULTILINE), text)
    check("what is not known is said", "# open: " in text and "it was seen with 1 size" in text, text)
    answer = json.loads(landau("check", "--json", "-b", "init.budget", "init.data").stdout)
    check("both twins are", [(row["bound"], row["outcome"]) for row in answer["routines"] if row["name"] == "twin"]
          == [("n^2", "within")] * 2, answer)
    outcomes = {(row["name"], row["object"]): (row["bound"], row["outcome"]) for row in answer["routines"]}
    check("the profile is within", all(outcomes[name, "p"] == ("n^2", "within") for name in names)
          and outcomes["main", "libx.so.1"] == ("n", "within"), outcomes)
    check("a lower bound is not exceeded", outcomes["steep", "p"] in (("n^3", "unknown"), ("n^2 log n", "unknown")),
          outcomes)
    check("nothing else is named but what is not known", set(outcomes) == {(name, "p") for name in names}
          | {("main", "libx.so.1"), ("steep", "p"), ("open", "p")}, outcomes)
    error = landau("check", "--init", "-b", "init.budget", "init.data", status=2).stderr
    check("no budget is overwritten", error.startswith("landau: init.budget: File exists; "), error)
    with open("init.budget", encoding="utf-8") as file:
        check("nor touched", file.read() == text)
    landau("check", "--init", "-b", "nowhere/init.budget", "init.data", status=2)
    landau("check", "--init", "-b", "other.budget", "missing.data", status=2)
    check("nothing is written without a profile", not os.path.exists("other.budget"))


def write_parts(path, names):
    """What OpenMP runs of main and of helper, by the names that a compiler gives."""
    linear, steep = {n: 9 * n for n in SIZES}, {n: n * n for n in SIZES}
    points = {"main": {9: 9}, "helper": {9: 9}, names[0]: linear, names[1]: steep, names[2]: linear}
    write_profile(path, [(name, "p", costs, sum(costs.values())) for name, costs in points.items()],
                  lines_of=dict(zip(points, (10, 20, 12, 15, 22))))


def test_check_openmp():
    """Whatever the compiler calls a part of main that OpenMP runs, it is main.omp in a budget, and the same in a diff."""
    compilers = {"gcc": ["main._omp_fn.0", "main._omp_fn.1", "helper._omp_fn.0"],
                 "clang": ["main.omp_outlined", "main.omp_outlined.2", "helper.omp_outlined"],
                 "old": [".omp_outlined.", ".omp_task_entry.", ".omp_outlined..3"]}
    for compiler, names in compilers.items():
        write_parts(f"{compiler}.data", names)
        landau("check", "--init", "-b", f"{compiler}.budget", f"{compiler}.data")
        with open(f"{compiler}.budget", encoding="utf-8") as file:
            bounds = re.findall(r"^(\S+\.omp): +(\S+)", file.read(), re.MULTILINE)
        check(f"a line for all parts of a function: {compiler}", sorted(bounds) == [("helper.omp", "n"), ("main.omp", "n^2")],
              bounds)
    for compiler in compilers:
        for other in compilers:
            text = landau("check", "-b", f"{other}.budget", f"{compiler}.data").stdout
            check(f"the budget of {other} holds for {compiler}", "3 within, 0 exceeded" in text, text)
            rows = json.loads(landau("diff", "--json", "--all", f"{other}.data", f"{compiler}.data").stdout)["routines"]
            check(f"nothing is new from {other} to {compiler}", len(rows) == 5 and not
                  {row["change"] for row in rows} & {"new", "gone"}, rows)
    budget("main.omp: n\n")
    text = landau("check", "-b", "test.budget", "old.data", status=1).stdout
    check("a part fails by its function", "FAILED   .omp_task_entry.: grows as n^2, its bound is n" in text, text)
    # With a name that both have, it is the name that counts, wherever the lines have gone.
    write_parts("gcc.data", compilers["gcc"])
    write_parts("swapped.data", [compilers["gcc"][i] for i in (1, 0, 2)])
    rows = json.loads(landau("diff", "--json", "--all", "gcc.data", "swapped.data", status=1).stdout)["routines"]
    changes = {row["name"]: row["change"] for row in rows}
    check("names come first", changes["main._omp_fn.0"] == "worse" and changes["main._omp_fn.1"] == "better", changes)


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
    sarif = json.loads(landau("report", "--sarif", "known.data").stdout)["runs"][0]
    table = json.loads(landau("report", "--json", "known.data").stdout)["routines"]
    known = [row for row in table if row["model"]["statement"] == "class"]
    levels = {result["locations"][0]["logicalLocations"][0]["name"]: (result["ruleId"], result["level"])
              for result in sarif["results"]}
    check("a report in SARIF", len(known) > 2 and levels == {
        row["name"]: ("fast", "warning") if row["model"]["exponent_low"] > 1.3 else ("growth", "note")
        for row in known}, sarif)
    check("which says what is known", any(
        re.fullmatch(r"quadratic grows as n\^2; it has \d+\.\d % of the cost", result["message"]["text"])
        for result in sarif["results"]), sarif)
    check("not in two formats", "--json and --sarif" in landau(
        "report", "--json", "--sarif", "known.data", status=2).stderr, "")
    text = landau("check", "-b", "test.budget", "--github", "known.data", status=1).stdout
    check("GitHub", text.startswith("::error ") and "::linear grows as n" in text, text)
    rows = json.loads(landau("check", "-b", "test.budget", "--json", "known.data", status=1).stdout)
    check("JSON", not rows["passed"] and {r["name"]: r["outcome"] for r in rows["routines"]} ==
          {"linear": "exceeded", "sorting": "within"}, rows)

    landau("replay", "-o", "few.data", stdin="\n".join(activation("rare", 5, 9)) + "\n")
    budget("rare: 1\n")
    text = landau("check", "-b", "test.budget", "few.data").stdout
    check("too little data does not fail but is named", "rare: its growth is not known" in text, text)

    make_profile("late.data", {"late": lambda n: 3000000 + n * n})
    budget("late: n\n")
    text = landau("check", "-b", "test.budget", "late.data").stdout
    check("a term that does not yet lead does not fail but is named",
          "close    late: looks like n^2, its bound is n, but its exponent may be 0." in text, text)

    check("and the share that it leaves open is said", "0 within, 0 exceeded, 1 close, 0 unknown\n" in text, text)

    for text, line, message in (("linear n\n", 1, "no colon"), ("\n\n: n\n", 3, "no routine"),
                                ("a: n\nb: n!\n", 2, "'n!' is not a growth class")):
        budget(text)
        error = landau("check", "-b", "test.budget", "known.data", status=2).stderr
        check(f"a bad budget: {message}", error.startswith(f"landau: test.budget:{line}: ")
              and message in error, error)
    error = landau("check", "known.data", status=2).stderr
    check("no budget is said", error.startswith("landau: landau.budget: "), error)


def make_memory():
    """What caches keep n^2 of, and parsers need n of; instructions grow otherwise."""
    lines = ["call 1 main"]
    address = 1 << 30
    for n in (10, 20, 40, 80, 160, 320, 640, 1280):
        lines += ["call 1 cache", f"read 1 {n << 20} {4 * n}", f"cost 1 {7 * n}", f"alloc 1 {address} {n * n}", "return 1",
                  "call 1 parse", f"read 1 {n << 20} {4 * n}", f"cost 1 {n * n}", f"alloc 1 {address + 1} {3 * n}",
                  f"free 1 {address + 1}", "return 1"]
        address += 4096
    landau("replay", "-o", "memory.data", stdin="\n".join(lines + ["return 1"]) + "\n")


def test_costs():
    make_memory()
    budget("cache: n\ncache: live n^2\nparse: peak n\nparse: n^2\ndefault: any\n")
    text = landau("check", "-b", "test.budget", "memory.data").stdout
    check("a budget has bounds for several costs", "4 within, 0 exceeded, 0 close" in text, text)
    budget("cache: live n\nparse: n log n\n")
    text = landau("check", "-b", "test.budget", "memory.data", status=1).stdout
    check("what is kept is exceeded", "cache: grows as n^2, its bound is live n (" in text, text)
    check("and so is the main cost", "parse: grows as n^2, its bound is n log n (" in text, text)
    rows = json.loads(landau("check", "-b", "test.budget", "--json", "memory.data", status=1).stdout)["routines"]
    check("JSON names the cost", {(r["name"], r["bound"]) for r in rows} ==
          {("cache", "live n"), ("parse", "n log n")}, rows)
    budget("cache: bb n\ncache: peak any\n")
    text = landau("check", "-b", "test.budget", "memory.data").stdout
    check("the main cost may be named", "1 within, 0 exceeded" in text, text)
    for bound, profile, cost in (("live n", "known.data", "live"), ("instr n", "memory.data", "instr"),
                                 ("bytes-in n", "memory.data", "bytes-in")):
        budget(f"cache: {bound}\n")
        error = landau("check", "-b", "test.budget", profile, status=2).stderr
        check(f"no {cost} in the profile", error.startswith(f"landau: test.budget: has bounds for the cost '{cost}', "), error)
    text = landau("report", "--by=live", "memory.data").stdout
    check("report by what is kept", "n^2" in text.split("cache")[1] and "the most at a time" in text, text)
    text = landau("report", "memory.data").stdout
    check("report names what keeps most", "memory: cache keeps 1·n^2 bytes, up to 1.6M: --by=live" in text, text)
    text = landau("show", "--by=peak", "parse", "memory.data").stdout
    check("show by peak", "worst case  n   3·n" in text, text)
    error = landau("report", "--by=instr", "memory.data", status=2).stderr
    check("no such cost", "memory.data: has no cost 'instr'; it has bb, alloc, allocs, live, peak" in error, error)
    error = landau("report", "--by=peak", "known.data", status=2).stderr
    check("no further costs", "known.data: has no cost 'peak'; it has bb alone" in error, error)
    text = landau("diff", "--by=live", "memory.data", "memory.data").stdout
    check("diff by what is kept", "0 worse, 0 better" in text and "1 same" in text, text)


def test_export():
    make_memory()
    profile = json.loads(landau("export", "--format=json", "memory.data").stdout)
    check("JSON names the costs, the main one first", profile["costs"] == ["bb", "alloc", "allocs", "live", "peak"], profile["costs"])
    cache = next(r for r in profile["routines"] if r["name"] == "cache")
    sizes = [10 << i for i in range(8)]
    check("JSON has rows of further costs", cache["costs"]["live"] == [[n, n * n, n * n, n * n] for n in sizes], cache["costs"])
    parse = next(r for r in profile["routines"] if r["name"] == "parse")
    check("and of what nothing was kept", parse["costs"]["live"] == [[n, 0, 0, 0] for n in sizes], parse["costs"])
    check("JSON has models of further costs", cache["cost_models"]["live"]["class"] == "n^2" and
          parse["cost_models"]["peak"]["class"] == "n", cache["cost_models"])
    profile = json.loads(landau("export", "--format=json", "known.data").stdout)
    check("JSON of one cost has no others", "costs" not in profile and "costs" not in profile["routines"][0], "")


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        make_profile("known.data", LAWS, wrap="outer")
        for test in (test_check, test_check_bounds, test_check_unknown, test_check_init,
                     test_check_openmp, test_costs, test_export):
            test()
        os.chdir("/")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
