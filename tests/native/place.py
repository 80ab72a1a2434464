# SPDX-License-Identifier: GPL-2.0-or-later
"""place.py - what the tests of the native engine share: a folder to compile and run in, and profiles.

The arguments of the test: TOOLS is the folder with the compiler wrappers and liblandau, ORACLE the program that
knows the metric by its definition, LANDAU the command.
"""
import collections
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = pathlib.Path(sys.argv[1]).resolve()
ORACLE = pathlib.Path(sys.argv[2]).resolve()
LANDAU = pathlib.Path(sys.argv[3]).resolve()
C_COMPILERS = ["gcc"] + (["clang"] if shutil.which("clang") else [])
CXX_COMPILERS = ["g++"] + (["clang++"] if shutil.which("clang++") else [])

Point = collections.namedtuple("Point", "n calls min max sum squares rms thread external")
Record = collections.namedtuple("Record", "calls cost self points rms")


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(str(w) for w in what))


class Profile:
    """What the tests need of a profile; the format itself is tested elsewhere."""

    def __init__(self, path):
        self.routines, self.records, self.threads, self.run = {}, [], {}, None
        self.curves = collections.defaultdict(list)
        self.externals, self.flows = {}, collections.defaultdict(list)
        record = None
        lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
        check(lines and lines[-1] == f"end {len(lines)}", path, "is not whole")
        for line in lines:
            word, *rest = line.split(" ")
            if word == "run":
                self.run = rest
            elif word == "routine":
                self.routines[rest[0]] = rest[1:]
            elif word == "thread":
                self.threads[int(rest[0])] = [int(x) for x in rest[1:4]]
            elif word == "record":
                record = Record(*[int(x) for x in rest[3:6]], [], [])
                self.records.append((self.routines[rest[0]][1], int(rest[1]), record))
            elif word == "t":
                record.points.append(Point(*[int(x) for x in rest]))
            elif word == "r":
                record.rms.append([int(x) for x in rest])
            elif word == "x-external":
                self.externals[rest[0]] = f"{rest[1]}:{urllib.parse.unquote(rest[2]) if rest[2] != '-' else ''}"
            elif word == "x-flow":
                self.flows[self.routines[rest[0]][1], int(rest[1])].append((self.source(*rest[2:4]), *[int(x) for x in rest[4:]]))
            elif word == "x-curve":
                self.curves[self.routines[rest[0]][1], int(rest[1])].append([int(x) for x in rest[2:]])

    def source(self, thread, number):
        """Who or what wrote: routine@thread, or kind:name."""
        if thread == "-":
            return self.externals.get(number, "nobody")
        return f"{self.routines[number][1] if number != '-' else '-'}@{thread}"

    def of(self, name, thread=None):
        """All records of a routine as one: calls and points by input size."""
        found = [r for n, t, r in self.records if n == name and thread in (None, t)]
        check(found, "no record of", name, "in", sorted({n for n, _, _ in self.records}))
        points = collections.Counter()
        for record in found:
            for point in record.points:
                points[point.n] += point.calls
        return sum(r.calls for r in found), dict(points)

    def sums(self, name):
        """Sums over all activations: trms, thread, external."""
        points = [p for n, _, r in self.records if n == name for p in r.points]
        return (
            sum(p.n * p.calls for p in points),
            sum(p.thread for p in points),
            sum(p.external for p in points),
        )


def with_sources_sorted(line):
    """The engine has the sources of an activation in no order."""
    words = line.split()
    return " ".join([w for w in words if "=" not in w] + sorted(w for w in words if "=" in w))


class Place:
    """A folder to compile and run in."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="landau-native-"))
        self.floor = None

    def compile(self, compiler, source, *options, output="prog"):
        """With the wrapper; returns the program."""
        files = [str(HERE / "programs" / source)] if isinstance(source, str) else source
        command = [str(TOOLS / f"landau-{compiler}"), "-g", *options, *files, "-o", output]
        result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=100)
        check(result.returncode == 0, *command, result.stderr)
        return self.folder / output

    def run(self, program, *arguments, status=0, log=False, before=None, **settings):
        """Records; returns the profile and the output."""
        out = self.folder / "out.data"
        out.unlink(missing_ok=True)
        environment = dict(os.environ, LANDAU_OUT=str(out)) | settings
        if log:
            environment["LANDAU_LOG"] = str(self.folder / "log")
        result = subprocess.run(
            [str(program), *arguments], cwd=self.folder, capture_output=True, text=True,
            timeout=60, env=environment, preexec_fn=before,
        )
        self.floor = settings.get("LANDAU_CURVE_FLOOR", "256")
        check(result.returncode == status, "status", result.returncode, result.stderr)
        self.said = result.stderr
        return (Profile(out) if out.exists() else None), result.stdout

    def landau(self, *arguments, status=0):
        """A command of landau, in the folder."""
        result = subprocess.run([str(LANDAU), *arguments], cwd=self.folder, capture_output=True, text=True,
                                timeout=60, check=False)
        check(result.returncode == status, arguments, result.returncode, result.stderr)
        return result

    def script(self, name, *lines):
        path = self.folder / name
        path.write_text("\n".join(("#!/bin/sh", *lines, "")))
        path.chmod(0o755)

    def agrees(self, cell="4", sources=False):
        """The last run's log by the oracle against what the engine found."""
        expected = subprocess.run(
            [str(ORACLE), "--cell", cell, "--curve-floor", self.floor, *(["--sources"] if sources else []), str(self.folder / "log")],
            capture_output=True, text=True, check=True,
            timeout=100,
        ).stdout.splitlines()
        found = (self.folder / "log.activations").read_text().splitlines()
        by_thread = lambda line: int(line.split()[0])
        expected.sort(key=by_thread)
        found.sort(key=by_thread)
        if sources:
            expected, found = ([with_sources_sorted(line) for line in lines] for lines in (expected, found))
        check(len(found) > 0 and len(expected) == len(found), len(expected), len(found))
        for want, have in zip(expected, found):
            check(want == have, "oracle:", want, "engine:", have)
        return len(found)
