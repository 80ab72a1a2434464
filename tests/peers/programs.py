# SPDX-License-Identifier: GPL-2.0-or-later
"""programs.py - one program of somebody else's: built, run without Landau and with it, and both compared.

What is compared is standard output and the exit status. A program that does not build or does not end without Landau is
left out, and so is one whose two runs without Landau differ: nothing can be said of them. Under Landau there has to be
a profile besides, which `landau report` reads.
"""
import dataclasses
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess

SAME, KNOWN, LEFT_OUT = "same", "known", "left out"
BUILD_LIMIT = 120  # seconds
RUN_LIMIT = 30  # without Landau; with it ten times as much
# The tests of threads wait for each other in loops: with more of them than processors that takes its time.
THREADS = {"OMP_NUM_THREADS": "4", "OMP_WAIT_POLICY": "passive"}


@dataclasses.dataclass
class Program:
    name: str
    compile: str  # a shell command: $CC, $CXX and $FC are compilers, ./t is the program
    arguments: list = dataclasses.field(default_factory=list)
    environment: dict = dataclasses.field(default_factory=dict)
    stdin: pathlib.Path = None
    idle: str = "(?!)"  # of the output, what is different in each run: a regular expression


@dataclasses.dataclass
class Result:
    name: str
    kind: str  # SAME, LEFT_OUT, or what differs: build, time, status, output, profile
    what: str = ""


class TooSlow(Exception):
    pass


def execute(command, folder, limit, stdin=None, **environment):
    """(status, standard output, standard error); all that the command has started ends with it."""
    with open(stdin or os.devnull, "rb") as given, \
            subprocess.Popen(command, cwd=folder, stdin=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=dict(os.environ, **environment), start_new_session=True) as process:
        try:
            out, said = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired as slow:
            os.killpg(process.pid, signal.SIGKILL)
            raise TooSlow from slow
        # As a shell and `landau record` tell it.
        status = process.returncode if process.returncode >= 0 else 128 - process.returncode
        return status, out, said.decode(errors="replace")


def last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip()[:200] if lines else ""


class Place:
    """Where programs are tried: `compilers` are those without Landau, CC to gcc or clang and so on."""

    def __init__(self, folder, landau, tools, engine, compilers):
        self.folder, self.landau, self.tools = folder, landau, tools
        self.engine, self.compilers = engine, compilers

    def build(self, program, folder, wrapped):
        folder.mkdir(parents=True)
        compilers = {key: str(self.tools / f"landau-{name}") if wrapped else name
                     for key, name in self.compilers.items()}
        status, _, said = execute(["sh", "-c", program.compile], folder, BUILD_LIMIT, **compilers)
        return status == 0 and (folder / "t").exists(), last_line(said)

    def without(self, program, folder):
        before = ["valgrind", "--tool=none", "-q"] if self.engine == "valgrind" else []
        return self.run(program, before + ["./t"], folder, RUN_LIMIT)

    def run(self, program, command, folder, limit):
        status, out, said = execute(command + program.arguments, folder, limit, program.stdin,
                                    **THREADS | program.environment)
        return status, re.sub(program.idle.encode(), b"", out), said

    def recorded(self, program, folder):
        command = [self.landau, "record", "-q", f"--engine={self.engine}", "-o", "t.landau", "--", "./t"]
        return self.run(program, command, folder, 10 * RUN_LIMIT)

    def reads_profile(self, folder):
        status, _, said = execute([self.landau, "report", "t.landau"], folder, RUN_LIMIT)
        return status == 0, last_line(said)

    def compare(self, program, plain, other):
        """The folders have the program, built without and with Landau."""
        try:
            first = self.without(program, plain)
            again = self.without(program, plain)
        except TooSlow:
            return Result(program.name, LEFT_OUT, "does not end without Landau")
        if first[:2] != again[:2]:
            return Result(program.name, LEFT_OUT, "two runs without Landau differ")
        try:
            status, out, said = self.recorded(program, other)
        except TooSlow:
            return Result(program.name, "time", f"does not end in {10 * RUN_LIMIT} s")
        if status != first[0]:
            return Result(program.name, "status", f"{status}, not {first[0]}: {last_line(said)}")
        if out != first[1]:
            return Result(program.name, "output", f"{len(out)} bytes, not {len(first[1])}, or others")
        fine, said = self.reads_profile(other)
        return Result(program.name, SAME if fine else "profile", said)

    def attempt(self, program):
        folder = self.folder / program.name.replace("/", "_")
        shutil.rmtree(folder, ignore_errors=True)
        plain = other = folder / "plain"
        try:
            built, said = self.build(program, plain, False)
            if not built:
                return Result(program.name, LEFT_OUT, f"does not build: {said}")
            if self.engine == "native":
                other = folder / "landau"
                built, said = self.build(program, other, True)
                if not built:
                    return Result(program.name, "build", said)
            return self.compare(program, plain, other)
        except TooSlow:
            return Result(program.name, LEFT_OUT, "does not build in time")
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def quoted(*words):
    return shlex.join(str(word) for word in words)
