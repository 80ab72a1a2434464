# SPDX-License-Identifier: GPL-2.0-or-later
"""directives.py - what tests say of themselves: the comments of gcc's and of LLVM's tests, and Valgrind's vgtest files.

A test that wants what is not understood here is left out, and counted.
"""
import re
import shlex

DIRECTIVE = re.compile(r"\{\s*dg-([a-z-]+)\s+(.*?)\s*\}\s*(?:\*/)?\s*$", re.MULTILINE)
TEXT = re.compile(r'^(?:"([^"]*)"|(\S+))\s*(.*)$')
HERE = re.compile(r"x86_64|i\?86|\*-\*-linux|\*-\*-\*|lp64|tsan|fopenmp|pthread")
# Options that are about what the compiler says or how it was built.
IDLE = re.compile(r"^-(foffload|fdump|fsanitize|fdiagnostics|ftree-parallelize)")


def gcc_test(text):
    """(options, more sources, environment) of a program to run, or None."""
    options, sources, environment = [], [], {}
    for kind, rest in DIRECTIVE.findall(text):
        value, word, condition = TEXT.match(rest).groups() if rest else ("", None, "")
        value = word if value is None else value
        if kind == "do" and value != "run":
            return None
        if kind in ("options", "additional-options") and (not condition or HERE.search(condition)):
            options += [option for option in shlex.split(value) if not IDLE.match(option)]
        elif kind == "additional-sources":
            sources += value.split()
        elif kind == "set-target-env-var":
            environment[value] = condition.strip().strip('"')
    return options, sources, environment


def llvm_test(text):
    """Options of a test of LLVM's OpenMP library that is compiled and run, as most are; None for others."""
    lines = re.findall(r"RUN:\s*(.*)", text)
    if len(lines) != 1 or "UNSUPPORTED: clang" in text or "REQUIRES" in text:
        return None
    found = re.fullmatch(r"%libomp(?:-cxx)?-compile-and-run((?:\s+-[\w=]+)*)", lines[0].strip())
    return found[1].split() if found else None


def tsan_test(text):
    """Options of a test of LLVM's thread sanitizer that is compiled and run once; None for others."""
    lines = re.findall(r"RUN:\s*(.*)", text)
    if "UNSUPPORTED: linux" in text or "REQUIRES" in text or not lines:
        return None
    found = re.match(r"%clang(?:xx)?_tsan((?:\s+-[\w=]+)*) %s((?:\s+-[\w=]+)*) -o %t(?: && .*%run %t|$)", lines[0].strip())
    return found[1].split() + found[2].split() if found else None


def valgrind_test(text):
    """(program, arguments, standard input, environment) of a vgtest file."""
    lines = [line.split(":", 1) for line in text.splitlines() if re.match(r"[a-z_-]+:", line)]
    said = {key: value.strip() for key, value in lines}
    environment = dict(value.strip().split("=", 1) for key, value in lines if key == "env" and "=" in value)
    program = said.get("prog", "")
    return program, said.get("args", ""), said.get("stdin"), environment
