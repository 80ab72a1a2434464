#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""hostile.py LANDAU yes|no [instrumented] - a profile made by somebody who means harm, given to every command that reads one.

No command lets through what a terminal would obey, writes anything but what it was asked for, or needs more
memory than a small file can be worth; what each writes for other programs is whole for these. A command that tries
to start a process, or to write anything where it was given no output, is killed by a filter of system calls. `yes`:
landau was built with SQLite. `instrumented`: by a sanitizer or for coverage, which need more than that. Prints TAP.
"""
import csv
import io
import json
import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [TESTS, os.path.join(TESTS, "profile")]
from confine import confine  # noqa: E402
from naive import escape  # noqa: E402
from tap import check, finish  # noqa: E402

LANDAU = os.path.realpath(sys.argv[1])
WITH_SQLITE = sys.argv[2] == "yes"
INSTRUMENTED = len(sys.argv) > 3
MOST = 2**64 - 1
NAMES = [
    b"\x1b]0;title\x07\x1b[2J\x1b[31mred",
    b"c1\xc2\x9b2J\xc2\x9dtitle\xc2\x9c",
    b"raw\x9b2J\xff\xfe",
    "turned\u202etext\u2066\u2028".encode(),
    b"two\nlines\r\nand a\ttab",
    b"::error file=x::two\n::error::annotations",
    b"</script><script>alert(1)</script><img src=x onerror=alert(2)>",
    b"<!--<script>", b"]]>&lt;&amp;\"'", b"%s%s%n%d", b"${jndi:x}`id`$(id);|&",
    b"=cmd|'/c calc'!A1", b"+1+1", b"-2+3", b"@SUM(A1)", b"a,b\"c\n=1",
    b"'); DROP TABLE routine; --", b"../../../etc/passwd", b"/etc/passwd", b"-o", b"--output=x",
    b"(" * 3000, b"a<" * 3000, b"x" * 50000, b"fn=(1) evil", b"a;b 3\nc 4",
    b"obj\x1b[2J\xc2\x9b+0x10", b"obj\x1b[31m+0x20",
]


def confined(command, stdin=b""):
    """Runs it with little memory and time, and without a right to do anything but to read and to answer."""
    output = [value for name, value in zip(command, command[1:]) if name == "-o" and value != "-"]
    writing = bool(output) or any(os.fsencode(word).startswith(b"--output=") for word in command)

    def limit():
        # The sanitizers reserve address space as they like and start a process; coverage writes files.
        if not INSTRUMENTED:
            resource.setrlimit(resource.RLIMIT_AS, (2**28, 2**28))
            confine(writing)
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))

    return subprocess.run(command, input=stdin, capture_output=True, check=False, preexec_fn=limit)


def landau(*arguments, stdin=b"", statuses=(0, 1)):
    result = confined([LANDAU, *arguments], stdin)
    check(f"landau {b' '.join(os.fsencode(a) for a in arguments)[:50]!r} ends as it should",
          result.returncode in statuses, f"{result.returncode} {result.stderr}")
    return result


def test_confinement():
    """What the other tests rely on."""
    for line in ("/bin/true; :", ": >made", "exec rm hostile.data"):
        result = confined(["/bin/sh", "-c", line])
        check(f"'{line}' is not allowed", result.returncode == -signal.SIGSYS, result)


def numbers(n):
    """A point whose numbers are as large as they can be, for sizes up to n."""
    yield from (b"t %d 1 %d %d %d %d 0 0 0" % (2**i, 2**i, 2**i, 2**i, 4**i) for i in range(n))
    yield b"t %d %d 1 %d %d %d %d 0 0" % (MOST, 10**12, MOST, MOST, 2**128 - 1, MOST)


def object_of(i):
    """One of the names, or for the last two what makes the routine one without a name."""
    return NAMES[i].partition(b"+0x")[0] if i >= len(NAMES) - 2 else NAMES[-1 - i]


def write_profile(path, factor=1):
    lines = [b"landau 1", b"cost bb", b"cell 4", b"contexts no",
             b" ".join([b"run valgrind exit 0", *map(escape, NAMES[:10])])]
    lines += [b"thread %d %d 0 0 %s" % (i + 1, MOST, escape(name)) for i, name in enumerate(NAMES)]
    lines += [b"routine %d %d %s %s %s" % (i, 2**32 - 2, escape(name), escape(object_of(i)),
                                          escape(NAMES[i // 2])) for i, name in enumerate(NAMES)]
    for i in range(len(NAMES)):
        points = [b"t %d 1 %d %d %d %d 0 0 0" % (n, *[n ** (i % 3 + factor)] * 3, n ** 8)
                  for n in range(1, 2000, 50)] if i % 2 else list(numbers(40))
        calls = sum(int(point.split(b" ")[2]) for point in points)
        lines += [b"record %d %d - %d %d %d same" % (i, i + 1, calls, MOST, MOST), *points]
    lines += [b"edge %d %d 1 - - 1 1\nc 1 1 1 1 1" % (i, (i + 1) % len(NAMES))
              for i in range(len(NAMES))]
    text = b"\n".join(lines) + b"\n"
    with open(path, "wb") as file:
        file.write(text + b"end %d\n" % (text.count(b"\n") + 1))


# What a terminal obeys, and for people also what turns the direction of writing.
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\udc80-\udcff]")
MISLEADING = re.compile(OBEYED.pattern[:-1] + "\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def check_plain(what, result, pattern=MISLEADING):
    for name, output in (("output", result.stdout), ("errors", result.stderr)):
        text = output.decode("utf-8", "surrogateescape")
        found = pattern.search(text)
        check(f"{what}: the {name} is plain text", not found,
              found and text[max(0, found.start() - 40):found.end() + 40])


def test_terminal():
    check_plain("report", landau("report", "--all", "hostile.data"))
    check_plain("report of a thread", landau("report", "--all", "--thread=2", "hostile.data"))
    for name in NAMES:
        if len(name) < 1000 and b"@" not in name and not name.startswith(b"-"):
            check_plain("show", landau("show", name, "hostile.data", statuses=(0, 2)))
    check_plain("show, several", landau("show", "*", "hostile.data", statuses=(2,)))
    check_plain("diff", landau("diff", "hostile.data", "worse.data"))
    check_plain("check", landau("check", "--budget=all.budget", "hostile.data"))
    check_plain("a name that is not there", landau("show", b"\x1b[9J\xc2\x9b", "hostile.data",
                                                   statuses=(2,)))
    for kind, arguments, text in (
            ("budget", ["check", "--budget=/dev/stdin", "hostile.data"], b"\x1b[2J\xc2\x9b\n"),
            ("budget", ["check", "--budget=/dev/stdin", "hostile.data"], b"\x1b[2J: \x9bx\n"),
            ("rows", ["fit"], b"1,2\n\x1b[2J,\xc2\x9b\n"),
            ("trace", ["replay", "-o", "-"], b"call 1 f\n\x1b[2J\x9b\xc2\x9b 1\n"),
            ("profile", ["report", "-"], b"landau 1\ncost bb\ncell 4\n\x1b[2J\n")):
        result = landau(*arguments, stdin=text, statuses=(2,))
        check_plain(f"a bad {kind}", subprocess.CompletedProcess([], 2, b"", result.stderr))


def test_programs():
    for arguments in (["report", "--all", "--json"], ["check", "--budget=all.budget", "--json"],
                      ["check", "--budget=all.budget", "--sarif"], ["export", "--format=json"]):
        output = landau(*arguments, "hostile.data").stdout
        try:
            json.loads(output.decode("utf-8"))
            fine = not OBEYED.search(output.decode("utf-8"))
        except ValueError as error:
            fine, output = False, error
        check(f"{arguments} is JSON without control characters", fine, output)
    output = landau("check", "--budget=all.budget", "--junit", "hostile.data").stdout
    check("--junit is XML", len(list(ElementTree.fromstring(output).iter("testcase"))) > 5)
    output = landau("check", "--budget=all.budget", "--github", "hostile.data").stdout.decode()
    check("--github: a line each, and only its own commands",
          all(re.match("::(error|notice) ", line) for line in output.rstrip("\n").split("\n")), output)
    rows = list(csv.reader(io.StringIO(landau("export", "--format=csv", "hostile.data").stdout
                                       .decode("utf-8", "surrogateescape"), newline="")))
    check("csv: as many fields in each row", len({len(row) for row in rows}) == 1)
    formulas = [cell for row in rows for cell in row[:3] if cell[:1] in tuple("=+-@\t\r")]
    check("csv: no formula", not formulas, formulas)
    for name in NAMES:
        if len(name) < 1000 and b"@" not in name:
            result = landau("export", "--format=svg", b"--routine=" + name, "hostile.data", statuses=(0, 2))
            if result.returncode == 0:
                picture = ElementTree.fromstring(result.stdout)
                check("svg: a picture without scripts", not any(
                    element.tag.endswith(("script", "image", "foreignObject", "}a"))
                    for element in picture.iter()), result.stdout)
    for name in ("callgrind", "collapsed", "extrap"):
        arguments = ["export", "--format=" + name, "hostile.data"]
        check_plain(name, landau(*arguments, statuses=(0, 2)), OBEYED)
    if WITH_SQLITE:
        landau("export", "--format=sqlite", "--output=out.db", "hostile.data")
        database = sqlite3.connect("out.db")
        database.text_factory = bytes
        found = [row[0] for row in database.execute("SELECT name FROM routines")]
        check("sqlite: names are values, never commands", len(found) == len(NAMES) and
              b"'); DROP TABLE routine; --" in found, found)
        database.close()
        os.unlink("out.db")


def test_page():
    landau("html", "--no-source", "-o", "hostile.html", "hostile.data")
    landau("html", "--no-source", "-o", "harmless.html", "harmless.data")
    with open("hostile.html", "rb") as file:
        hostile = file.read()
    with open("harmless.html", "rb") as file:
        harmless = file.read()
    for word in (b"<script", b"</script", b"<img", b"http", b"onerror", b"<iframe", b"<link"):
        check(f"the page has {word.decode()} as often as any", hostile.count(word) ==
              harmless.count(word), (hostile.count(word), harmless.count(word)))
    check("the page holds no name as it is", not [n for n in NAMES if len(n) > 12 and n in hostile])
    policy = re.search(rb'Content-Security-Policy" content="([^"]*)"', hostile).group(1).decode()
    check("the page's policy allows nothing by default", "default-src 'none'" in policy, policy)
    check("the page's policy allows no address and no inline script without its hash",
          not re.search("http|\\*|unsafe", policy), policy)
    os.unlink("hostile.html")
    os.unlink("harmless.html")


def test_claims():
    head = b"landau 1\ncost bb\ncell 4\ncontexts no\nrun x exit 0 x\nroutine 0 0 f o f\nthread 1 1 0 0 -\n"
    record = b"record 0 1 - 1000000000000 1 1 same\n"
    point = b"t 1 1000000000000 1 1 1000000000000 1 0 0 0\n"
    claims = {
        "points that are not there": head + record + b"end 9\n",
        "lines that are not there": head + record + point + b"end 1000000000000\n",
        "a number that is too large": head + record + b"t 1" + b"0" * 900 + b" 1 1 1 1 0 0 0 0\nend 10\n",
        "a routine out of reach": head + b"record 4294967294 1 - 1 1 1 same\nend 9\n",
        "a name without an end": b"landau 1\ncost bb\ncell 4\ncontexts no\nrun " + b"x" * 900,
        "a header without an end": b"landau " + b"1" * 1000,
    }
    for what, text in claims.items():
        result = landau("report", "-", stdin=text, statuses=(2,))
        check(f"refused: {what}", result.stderr.startswith(b"landau: standard input"), result.stderr)
    text = head + record + point + b"end %d\n" % ((head + record + point).count(b"\n") + 1)
    with open("claims.data", "wb") as file:
        file.write(text)
    for command in (["report", "--all"], ["show", "f"], ["merge", "-o", "-"], ["html", "-o", "-"],
                    *(["export", "-f", name] for name in ("json", "csv", "callgrind", "collapsed"))):
        result = landau(*command, "claims.data", statuses=(0,))
        check(f"10^12 calls are a number: {command[0]} writes little",
              len(result.stdout) < 2**20 or command[0] == "html", len(result.stdout))
    # A trace of one line may touch 2^47 bytes: the end of memory is an error, no crash.
    if not INSTRUMENTED:
        result = landau("replay", "-o", "-", stdin=b"call 1 f\nread 1 0 0x7fffffffffff\n", statuses=(2,))
        check("the end of memory is said", b"memory" in result.stderr, result.stderr)
    os.unlink("claims.data")


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.mkdir(os.path.join(directory, "here"))
        os.chdir(os.path.join(directory, "here"))
        write_profile("hostile.data")
        write_profile("worse.data", factor=2)
        subprocess.run([LANDAU, "replay", "-o", "harmless.data"], input=b"call 1 f\ncost 1 3\n", check=True)
        with open("all.budget", "wb") as file:
            file.write(b"unused\x1b[2J\xc2\x9b: n\n*: 1\n")
        before = sorted(os.listdir())
        if not INSTRUMENTED:
            test_confinement()
        for test in (test_terminal, test_programs, test_page, test_claims):
            test()
        check("nothing was written but what was asked for", sorted(os.listdir()) == before and
              os.listdir("..") == ["here"], os.listdir())
        os.chdir("/")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
