# SPDX-License-Identifier: GPL-2.0-or-later
"""What the landau command understands, read from its own help texts.

The help texts are the one place where options are described: what is completed follows from them, and a new option
is completed without being named here. Values that a text tells in prose are in VALUES, and have to occur in the text.
"""
import dataclasses
import re
import subprocess
import sys

FURTHER = ("alloc", "allocs", "live", "peak", "bytes-in", "bytes-out", "syscalls", "wait", "stack")
MAIN = ("instr", "bb", "time")
# Values of options whose help names them in a sentence.
VALUES = {
    ("record", "--cost"): (*MAIN, *FURTHER),
    ("report", "--by"): (*FURTHER, *MAIN),
    ("show", "--by"): (*FURTHER, *MAIN),
    ("diff", "--by"): (*FURTHER, *MAIN),
    ("record", "--engine"): ("auto", "native", "valgrind"),
    ("record", "--cell"): ("1", "2", "4", "8", "16"),
    ("replay", "--cell"): ("1", "2", "4", "8", "16"),
    ("report", "--sort"): ("growth", "cost", "self", "calls", "sizes", "name"),
    ("sweep", "--input"): ("lines", "bytes"),
}

# What a word in capitals stands for, in a usage line or behind an option. A word that is not here cannot be completed.
KINDS = {
    "FILE": "profile", "OLD": "profile", "NEW": "profile", "ROUTINE": "routine", "PID": "process",
    "PROGRAM": "program", "FILE.csv": "file", "TRACE": "file",
}
OPTION_KINDS = {"FILE": "file", "OUT": "file", "OUT.html": "file", "DIR": "directory", "ROUTINE": "routine"}
# Where the same word means something else.
SPECIAL = {("export", "--routine"): "routine", ("report", "--name"): "routine"}

OPTION = re.compile(r"^ {2,6}(?:(-\w), )?(--[a-z][a-z-]*)(?:([= ])(\S+))?(?: {2,}(.*))?$")
LISTED = re.compile(r"^  ([a-z]\w*) +(\S.*)$")


@dataclasses.dataclass
class Option:
    short: str  # "-o", or empty
    long: str  # "--output"
    argument: str  # what stands for it in the help; empty if it takes none
    help: str
    kind: str = ""  # file, directory, routine, values, text
    values: tuple = ()

    @property
    def names(self):
        return [name for name in (self.short, self.long) if name]


@dataclasses.dataclass
class Command:
    name: str
    help: str
    options: list
    arguments: list  # the kinds of the first argument, the second and all others
    words: dict  # where the first argument is one of a few words, as in landau history: each, and the kind of what follows it


def short_text(text):
    """The first thing that a description says."""
    text = re.sub(r"\s+", " ", text.strip()).split("; ")[0].rstrip(".,:;")
    return text if len(text) <= 76 else text[:76].rsplit(" ", 1)[0] + " …"


def find_kind(command, option, listed):
    if not option.argument:
        return "", ()
    values = VALUES.get((command, option.long))
    if "|" in option.argument and not values:
        return "values", tuple(option.argument.split("|"))
    if values:
        for value in values:
            if not re.search(rf"\b{value}\b", option.argument + " " + option.help):
                sys.exit(f"completion: the help of landau {command} {option.long} does not name {value}")
        return "values", values
    if "one of those below" in option.help:
        return "values", tuple(listed)
    special = SPECIAL.get((command, option.long))
    return special or OPTION_KINDS.get(option.argument, "text"), ()


def read_options(command, text):
    """The options of a help text; each goes on over the lines that are indented deeper."""
    options, listed = [], []
    for line in text.splitlines():
        found = OPTION.match(line)
        if found:
            short, long, _, argument, description = found.groups()
            options.append(Option(short or "", long, argument or "", description or ""))
        elif options and line.startswith(" " * 8):
            options[-1].help += " " + line.strip()
        elif LISTED.match(line):
            listed.append(LISTED.match(line)[1])
    for option in options:
        option.kind, option.values = find_kind(command, option, listed)
        option.help = short_text(option.help)
    return options


def read_arguments(text):
    """The kinds of the words in capitals of the first usage line, without those of options."""
    return kinds_in(text.splitlines()[0])


def kinds_in(usage):
    usage = re.sub(r"-\w [A-Z]\S*|-\S+=\S+|\[OPTIONS\]", "", usage)
    return [KINDS[word] for word in re.findall(r"[A-Z]+(?:\.csv)?", usage) if word in KINDS]


def read_words(name, text):
    """The words of "landau history get LABEL [-o FILE]": the usage lines have each of them behind the command."""
    words = {}
    for line in text.partition("\n\n")[0].splitlines():
        found = re.match(rf"(?:usage:)? *landau {name} \[?([a-z]+)\]?(?= |$)(.*)", line)
        if found:
            words[found[1]] = (kinds_in(found[2]) + [""])[0]
    return words


def read_commands(landau):
    def help_of(*words):
        return subprocess.run([landau, *words, "--help"], stdout=subprocess.PIPE, text=True, check=True,
                              encoding="utf-8").stdout

    commands = []
    for line in help_of().splitlines():
        if not LISTED.match(line):
            continue
        name, summary = LISTED.match(line).groups()
        text = help_of(name)
        commands.append(Command(name, short_text(summary), read_options(name, text), read_arguments(text),
                                read_words(name, text)))
    # "For each run, as in landau record: --cost, ..." borrows options.
    known = {command.name: command for command in commands}
    for command in commands:
        for other, names in re.findall(r"as in landau (\w+):((?:\s*--[a-z-]+,?)+)", help_of(command.name)):
            command.options += [option for option in known[other].options
                                if option.long in re.findall(r"--[a-z-]+", names)]
    return commands
