#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Records small programs and compares the counts with those that their sources state.

usage: run.py LANDAU [PROGRAM|FOLDER...]

Each file in programs/ (.c, .cc, .f90) is a test, or each in the folders that are named: tests/native/expected has those
of the native engine, for which CC and CXX are landau's compilers. Its comments say how it is built and what is to
come out, one directive a line:

  flags: FLAGS             added to the compiler's flags; $ROOT is the top of the source tree
  make: COMMAND            run before the program is built, in the folder where it is built
  link: FLAGS              added behind the source
  arguments: WORDS         for the program
  variant: NAME OPTIONS    what follows is about a further run, with these options of landau record
  expect: ROUTINE CHECKS   the routine is there and its numbers are these
  absent: ROUTINE          no such routine
  child: / child-absent:   the same for the profile of the one process that the program forks
  ends: exit N | signal N | exec | running     how the program ends (exit 0 by default)
  status: N                landau's exit status, if it does not follow from how the program ends
  output: TEXT             a line that the program prints
  said: TEXT               a part of what comes out at standard error
  unsaid: TEXT             nothing of the kind comes out there
  environment: NAME=VALUE  set for the run and for those of later variants
  repeat: N                so many runs, each of which must be as expected: for what happens now and then
  thread: NAME             a thread of this name is in the profile

ROUTINE is a name, in quotes if it has blanks, or a /regular expression/: then one of the routines
that match must meet all checks. "CALLER > ROUTINE" is a calling context, by its end: of one thread, without rms.
CHECKS compare numbers by =, <= or >=:

  calls cost self line     as in landau export --format=json; without --cost among the options, in basic blocks
  trms rms                 sums over all activations
  thread external          sums of induced reads
  sizes rms_sizes threads  number of different trms, of rms, of threads that called the routine
  points                   SIZE:CALLS,... all sizes and how often each came
  alloc live bytes-in ...  a further cost: the sum over all activations; most-alloc and the like: the most that one has
  file object              choose among routines of one name, by the end of their path

A number may be a sum, difference, product or quotient, in which trms(ROUTINE) and the like stand for the
numbers of another routine: what the C library reads is not known, but what calls it reads as much.

A program that exits with 77 cannot run on this machine and is skipped.
"""
import concurrent.futures
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "programs")
ROOT = os.path.dirname(os.path.dirname(HERE))
COMMON_FLAGS = "-O2 -g -D_GNU_SOURCE -fno-stack-protector -fcf-protection=none"
COMPILERS = {".c": ("CC", "gcc"), ".cc": ("CXX", "g++"), ".f90": ("FC", "gfortran")}
DIRECTIVE = re.compile(
    r"^\s*(?:/\*|\*|//|!)?\s*"
    r"(flags|make|link|arguments|variant|expect|absent|child|child-absent|ends|status|output|said|unsaid|environment|repeat|"
    r"thread):"
    r"\s+(.*?)\s*(?:\*/)?\s*$")
CHECK = re.compile(r"^([\w-]+)(<=|>=|=)(.*)$")
SKIPPED = 77
TIME_LIMIT = 300


class Failure(Exception):
    """A test failed, and this is why."""


class Skip(Exception):
    """A test cannot run here."""


class Variant:
    """One run of a program and what is expected of it."""

    def __init__(self, name, options):
        self.name = name
        self.options = options
        self.expectations = []  # (in child, is absent, routine, checks, text)
        self.ends = None
        self.status = None
        self.output = None
        self.said = []
        self.unsaid = []
        self.environment = {}
        self.repeat = 1
        self.threads = []


class Program:
    """A source file and its directives."""

    def __init__(self, path):
        self.path = path
        self.name, self.suffix = os.path.splitext(os.path.basename(path))
        self.flags = []
        self.make = []
        self.link = []
        self.arguments = []
        self.variants = [Variant("", [])]
        with open(path, encoding="utf-8") as source:
            for line in source:
                match = DIRECTIVE.match(line)
                if match:
                    self.directive(*match.groups())
        if not any(variant.expectations for variant in self.variants):
            raise Failure(f"{path}: states no expectation")

    def directive(self, kind, text):
        current = self.variants[-1]
        if kind == "flags":
            self.flags += shlex.split(text.replace("$ROOT", ROOT))
        elif kind == "make":
            self.make.append(text)
        elif kind == "link":
            self.link += shlex.split(text)
        elif kind == "arguments":
            self.arguments += shlex.split(text)
        elif kind == "variant":
            words = shlex.split(text)
            variant = Variant(words[0], words[1:])
            variant.ends, variant.status = self.variants[0].ends, self.variants[0].status
            variant.environment, variant.repeat = dict(current.environment), self.variants[0].repeat
            self.variants.append(variant)
        elif kind == "ends":
            current.ends = text.split()
        elif kind == "status":
            current.status = int(text)
        elif kind == "output":
            current.output = text
        elif kind == "said":
            current.said.append(text)
        elif kind == "unsaid":
            current.unsaid.append(text)
        elif kind == "environment":
            current.environment.update(word.split("=", 1) for word in shlex.split(text))
        elif kind == "repeat":
            current.repeat = int(text)
        elif kind == "thread":
            current.threads.append(text)
        else:
            words = split(text)
            checks = [CHECK.match(word) for word in words[1:]]
            if not words or not all(checks):
                raise Failure(f"{self.path}: cannot read '{text}'")
            current.expectations.append(
                (kind.startswith("child"), kind.endswith("absent"), words[0],
                 [check.groups() for check in checks], text))


def split(text):
    """Words; a routine's name may be in double quotes, and backslashes stay."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.escape = ""
    lexer.quotes = '"'
    lexer.commenters = ""
    return list(lexer)


def matches(routine, pattern):
    if len(pattern) > 2 and pattern[0] == pattern[-1] == "/":
        return re.search(pattern[1:-1], routine["name"]) is not None
    return routine["name"] == pattern


def numbers(routine):
    """All that can be checked, by name."""
    trms, rms = routine["trms"], routine["rms"]
    further = {}
    for cost, points in routine.get("costs", {}).items():
        further[cost] = sum(row[3] for row in points)
        further["most-" + cost] = max(row[2] for row in points)
    return further | {
        "calls": routine["calls"],
        "cost": routine["cost"],
        "self": routine["self"],
        "line": routine["line"],
        "trms": sum(row[0] * row[1] for row in trms),
        "rms": sum(row[0] * row[1] for row in rms),
        "thread": sum(row[6] for row in trms),
        "external": sum(row[7] for row in trms),
        "sizes": len(trms),
        "rms_sizes": len(rms),
        "threads": len(routine["threads"]),
        "points": ",".join(f"{row[0]}:{row[1]}" for row in trms),
    }


def consistent(routine):
    """What holds for every routine whatever the program does."""
    if routine["calls"] != sum(row[1] for row in routine["trms"]):
        return "calls differ from those of the trms points"
    if routine["calls"] != sum(row[1] for row in routine["rms"]):
        return "calls differ from those of the rms points"
    if routine["calls"] != sum(thread["calls"] for thread in routine["threads"]):
        return "calls differ from those of the threads"
    for n, calls, least, most, total, rms_sum, thread_sum, external_sum in routine["trms"]:
        if rms_sum > n * calls or thread_sum + external_sum > n * calls:
            return f"parts of the input exceed the whole at size {n}"
        if not least * calls <= total <= most * calls:
            return f"costs at size {n} do not fit together"
    if sum(row[5] for row in routine["trms"]) != sum(row[0] * row[1] for row in routine["rms"]):
        return "the sum of rms differs between the two kinds of points"
    return None


def computed(wanted, profile):
    """A number that is stated by those of other routines."""
    def number_of(match):
        key, name = match.groups()
        found = [routine for routine in profile["routines"] if routine["name"] == name]
        if len(found) != 1:
            raise Failure(f"there are {len(found)} routines by the name of {name}")
        return str(numbers(found[0])[key])

    expression = re.sub(r"([\w-]+)\(([^)]+)\)", number_of, wanted)
    if expression == wanted:
        return wanted
    if not re.fullmatch(r"[0-9+*/-]+", expression):
        raise Failure(f"cannot compute {wanted}")
    return str(eval(expression.replace("/", "//")))  # pylint: disable=eval-used


def holds(actual, operator, wanted):
    if operator == "=":
        return str(actual) == wanted
    if operator == "<=":
        return actual <= int(wanted)
    return actual >= int(wanted)


def compare(routine, checks, profile):
    """What differs, as text; nothing if all checks hold."""
    actual = numbers(routine)
    wrong = []
    for key, operator, wanted in checks:
        if key in ("file", "object"):
            continue
        if key not in actual:
            raise Failure(f"there is no check by the name of {key}")
        if not holds(actual[key], operator, computed(wanted, profile)):
            shown = str(actual[key])
            wrong.append(f"{key} is {shown if len(shown) < 200 else shown[:200] + '...'}")
    return wrong


def chosen(routine, checks):
    for key, _, wanted in checks:
        if key in ("file", "object"):
            value = routine[key]
            if value != wanted and not value.endswith("/" + wanted):
                return False
    return True


def contexts(profile):
    """A record of a calling context looks like a routine; its name is the path to it."""
    names = []
    for context in profile.get("contexts", []):
        name = profile["routines"][context["routine"]]["name"]
        parent = context["parent"]
        names.append(name if parent is None else f"{names[parent]} > {name}")
    return [dict(record, name=names[record["context"]], rms=[], line=0, threads=[record["thread"]])
            for record in profile.get("context_records", [])]


def check_profile(profile, expectations, problems):
    for routine in profile["routines"]:
        problem = consistent(routine)
        if problem:
            problems.append(f"{routine['name']}: {problem}")
    for is_absent, name, checks, text in expectations:
        if " > " in name:
            found = [record for record in contexts(profile) if record["name"].endswith(name)]
        else:
            found = [routine for routine in profile["routines"]
                     if matches(routine, name) and chosen(routine, checks)]
        if is_absent:
            if found:
                problems.append(f"{found[0]['name']} is there, with {found[0]['calls']} calls")
            continue
        differences = [compare(routine, checks, profile) for routine in found]
        if not found:
            problems.append(f"{text}: no such routine")
        elif all(differences):
            problems.append(f"{text}: " + "; ".join(differences[0]))
        elif len(found) > 1 and not name.startswith("/"):
            problems.append(f"{text}: there are {len(found)} routines of this name")


# Meson sets it for all tests: malloc and free would fill blocks, which the programs do not expect.
PLAIN_ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "MALLOC_PERTURB_"}


def run(command, folder, **options):
    try:
        return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=TIME_LIMIT, check=False,
                              stdin=subprocess.DEVNULL, **options)
    except subprocess.TimeoutExpired:
        raise Failure(f"{command}: still running after {TIME_LIMIT} s") from None


def build(program, folder):
    environment = dict(os.environ, CFLAGS=COMMON_FLAGS, PROGRAMS=PROGRAMS)
    environment.setdefault("CC", "gcc")
    for command in program.make:
        result = run(["sh", "-ec", command], folder, env=environment)
        if result.returncode != 0:
            raise Failure(f"{command}:\n{result.stderr}")
    variable, compiler = COMPILERS[program.suffix]
    command = ([os.environ.get(variable, compiler)] + COMMON_FLAGS.split() + program.flags +
               ["-I", PROGRAMS, "-o", program.name, program.path] + program.link)
    result = run(command, folder)
    if result.returncode != 0:
        raise Failure(f"{' '.join(command)}:\n{result.stderr}")


def export(landau, path, folder):
    result = run([landau, "export", "--format=json", path], folder)
    if result.returncode != 0:
        raise Failure(f"{path} cannot be exported: {result.stderr}")
    return json.loads(result.stdout)


def expected_status(variant):
    kind, *rest = variant.ends or ["exit", "0"]
    code = int(rest[0]) if rest else 0
    status = {"exit": code, "signal": 128 + code, "exec": 0, "running": 2}[kind]
    return kind, code, variant.status if variant.status is not None else status


def run_variant(landau, program, variant, folder):
    profile_path = f"profile{'-' if variant.name else ''}{variant.name}.data"
    kind, code, status = expected_status(variant)
    if os.path.exists(os.path.join(folder, profile_path)):
        os.remove(os.path.join(folder, profile_path))
    cost = [] if any(option.startswith("--cost") for option in variant.options) else ["--cost=bb"]
    result = run([landau, "record", "--quiet", "-o", profile_path] + cost + variant.options +
                 ["--", f"./{program.name}"] + program.arguments, folder, env=dict(PLAIN_ENVIRONMENT, **variant.environment))
    if result.returncode == SKIPPED:
        raise Skip("cannot run on this machine")
    problems = []
    if result.returncode != status:
        problems.append(f"landau record exits with {result.returncode}, not {status}")
    if variant.output is not None and variant.output not in result.stdout.split("\n"):
        problems.append(f"the program printed {result.stdout!r}, not {variant.output!r}")
    problems += [f"nothing says {text!r}" for text in variant.said if text not in result.stderr]
    problems += [f"something says {text!r}" for text in variant.unsaid if text in result.stderr]
    if not os.path.exists(os.path.join(folder, profile_path)):
        raise Failure(f"there is no profile; landau record said: {result.stderr[:1000]}")
    profile = export(landau, profile_path, folder)
    if (profile["exit"]["kind"], profile["exit"]["code"]) != (kind, code):
        problems.append(f"the profile says that the program ended by {profile['exit']}")
    names = [thread["name"] for thread in profile["threads"]]
    for name in variant.threads:
        if name not in names:
            problems.append(f"no thread has the name {name}; there are {names}")
    check_profile(profile, [rest for child, *rest in variant.expectations if not child], problems)
    of_child = [rest for child, *rest in variant.expectations if child]
    if of_child:
        children = glob.glob(os.path.join(folder, profile_path + ".[0-9]*"))
        if len(children) != 1:
            problems.append(f"there are {len(children)} profiles of children, not one")
        else:
            check_profile(export(landau, children[0], folder), of_child, problems)
    if problems:
        said = "\n    ".join(result.stderr.strip().split("\n")[:12])
        raise Failure("\n    ".join(problems + ([f"it said: {said}"] if said else [])))


def run_program(landau, path):
    """Lines to print and whether all went well."""
    lines, good = [], True
    name = os.path.basename(path)
    with tempfile.TemporaryDirectory(prefix="landau-test-") as folder:
        try:
            program = Program(path)
            build(program, folder)
        except Failure as failure:
            return [f"FAIL {name}\n    {failure}"], False
        for variant in program.variants:
            label = f"{name} {variant.name}".strip()
            try:
                for _ in range(variant.repeat):
                    run_variant(landau, program, variant, folder)
                lines.append(f"ok   {label}")
            except Skip as skip:
                lines.append(f"skip {label}: {skip}")
            except Failure as failure:
                lines.append(f"FAIL {label}\n    {failure}")
                good = False
    return lines, good


def programs_in(folder):
    found = sorted(path for suffix in COMPILERS for path in glob.glob(os.path.join(folder, "*" + suffix)))
    if not found:
        sys.exit(f"{folder}: there are no programs")
    return found


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    landau = os.path.abspath(sys.argv[1])
    paths = []
    for path in sys.argv[2:] or [PROGRAMS]:
        paths += programs_in(path) if os.path.isdir(path) else [path]
    paths = [path if os.path.exists(path) else glob.glob(os.path.join(PROGRAMS, path + ".*"))[0]
             for path in paths]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for lines, good in pool.map(lambda path: run_program(landau, os.path.abspath(path)), paths):
            print("\n".join(lines), flush=True)
            failed += not good
    print(f"{len(paths) - failed} of {len(paths)} programs as expected")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
