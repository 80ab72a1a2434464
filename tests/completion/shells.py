#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Presses the tab key in real shells and looks at what they offer.

What has to be offered is what the help texts of the command name, found here by means of its own: each word that
begins with two minus signs.

usage: tests/completion/shells.py LANDAU FOLDER           (FOLDER has the three files as they are installed)
"""
import os
import pathlib
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import fcntl
import termios

LANDAU = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(sys.argv[2]).resolve()
ENVIRONMENT = {"PATH": f"{LANDAU.parent}:/usr/local/bin:/usr/bin:/bin", "TERM": "dumb", "LC_ALL": "C.UTF-8",
               "PS1": "ready> ", "HISTFILE": ""}


class Terminal:
    """An interactive shell. Its input is read in order, so that nothing here depends on time."""

    def __init__(self, command, setup, place):
        self.number = 0
        self.pid, self.end = pty.fork()
        if self.pid == 0:
            os.chdir(place)
            os.execve(command[0], command, dict(ENVIRONMENT, HOME=place, XDG_CONFIG_HOME=place))
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", 2000, 150, 0, 0))
        self.send(setup)

    def send(self, text):
        """Types the text, and returns what there was to see until a marker came back, and a prompt after it: what
        is typed before that goes to the terminal, for which some keys mean something else."""
        self.number += 1
        # The marker is put together by the shell, so that its echo is not taken for it.
        os.write(self.end, f"{text}\x15echo 'mark''{self.number}.'\n".encode())
        seen = ""
        while "ready> " not in seen.partition(f"mark{self.number}.")[2]:
            if not select.select([self.end], [], [], 60)[0]:
                sys.exit(f"the shell does not answer; it printed:\n{seen}")
            seen += os.read(self.end, 65536).decode("utf-8", "replace")
        return seen

    def close(self):
        os.close(self.end)
        os.waitpid(self.pid, 0)


class Bash:
    def __init__(self, place):
        self.terminal = Terminal([shutil.which("bash"), "--norc", "--noprofile", "-i"],
                                 f"source {FOLDER}/landau\n", place)
        for setting in ("page-completions off", "completion-query-items 0", "bell-style none",
                        "show-all-if-ambiguous on"):
            self.terminal.send(f"bind 'set {setting}'\n")

    def offers(self, line):
        return set(self.terminal.send(line + "\t").split())

    def close(self):
        self.terminal.close()


class Zsh:
    # What zsh offers goes through compadd: a function of that name can look at it.
    SETUP = r"""
fpath=(FOLDER $fpath); autoload -Uz compinit; compinit -u -D
compadd() {
	[[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]] && { builtin compadd "$@"; return }
	local -a hits; builtin compadd -A hits "$@"; print -rl -- $hits >>offered; builtin compadd "$@"
}
bindkey '^I' complete-word; LISTMAX=10000
"""

    def __init__(self, place):
        self.place = pathlib.Path(place)
        # Where the function has its usual name.
        folder = self.place / "functions"
        folder.mkdir()
        shutil.copy(FOLDER / "_landau", folder / "_landau")
        script = self.place / "setup.zsh"
        script.write_text(self.SETUP.replace("FOLDER", str(folder)), encoding="utf-8")
        self.terminal = Terminal([shutil.which("zsh"), "-f", "-i"], f"source {script}\n", place)

    def offers(self, line):
        offered = self.place / "offered"
        offered.unlink(missing_ok=True)
        self.terminal.send(line + "\t")
        return set(offered.read_text(encoding="utf-8").splitlines()) if offered.exists() else set()

    def close(self):
        self.terminal.close()


class Fish:
    def __init__(self, place):
        self.place = place

    def offers(self, line):
        run = subprocess.run(["fish", "--no-config", "-c", f"source {FOLDER}/landau.fish; complete -C $argv", line],
                             cwd=self.place, env=dict(ENVIRONMENT, HOME=self.place), stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, check=False)
        return {row.split("\t")[0] for row in run.stdout.splitlines()}

    def close(self):
        pass


class Cases:
    def __init__(self):
        self.count = 0

    def check(self, name, offered, wanted, unwanted=()):
        self.count += 1
        # An option that takes a value may be offered with the sign, a directory with the stroke.
        plain = {word.rstrip("=/") for word in offered} | offered
        missing, surplus = set(wanted) - plain, set(unwanted) & plain
        print(f"{'not ok' if missing or surplus else 'ok'} {self.count} - {name}")
        if missing or surplus:
            print(f"# missing: {sorted(missing)}, not to be there: {sorted(surplus)}; offered: {sorted(offered)[:60]}")


def help_text(*words):
    return subprocess.run([LANDAU, *words, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout


def try_shell(cases, name, shell):
    commands = re.findall(r"^  ([a-z]+) ", help_text(), re.MULTILINE)
    cases.check(f"{name}: commands", shell.offers("landau "), commands)
    for command in commands:
        wanted = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", help_text(command)))
        cases.check(f"{name}: options of {command}", shell.offers(f"landau {command} --"), wanted)
    cases.check(f"{name}: values in one word", values(shell.offers("landau record --cost=")), ["bb", "instr", "time"])
    cases.check(f"{name}: a value of its own", values(shell.offers("landau export --format ")),
                ["json", "csv", "callgrind", "collapsed", "extrap", "sqlite"])
    cases.check(f"{name}: a part of a value", values(shell.offers("landau report --sort=s")), ["self", "sizes"],
                ["growth"])
    cases.check(f"{name}: further costs", values(shell.offers("landau record --cost=")), ["instr", "peak", "syscalls"])
    cases.check(f"{name}: another cost", values(shell.offers("landau diff --by=b")), ["bytes-in", "bytes-out"], ["peak"])
    cases.check(f"{name}: profiles", shell.offers("landau report "), ["landau.data", "run.one", "runs"], ["notes.txt"])
    cases.check(f"{name}: profiles behind an option", shell.offers("landau report --all ru"), ["run.one", "runs"],
                ["landau.data", "notes.txt"])
    cases.check(f"{name}: any file", shell.offers("landau fit no"), ["notes.txt"])
    cases.check(f"{name}: routines", shell.offers("landau show "), ["main", "f", "h"], ["notes.txt"])
    offered = {word.replace("\\", "") for word in shell.offers("landau show store::")}
    cases.check(f"{name}: a routine in C++", offered, ["store::item::add(int)"], ["main"])
    cases.check(f"{name}: the profile after a routine", shell.offers("landau show main run."), ["run.one"])
    words = set(re.findall(r"^(?:usage:)? *landau history \[?([a-z]+)", help_text("history"), re.MULTILINE))
    files = {"landau.data", "run.one", "notes.txt"}
    cases.check(f"{name}: the words of history are in its help", words, ["list", "html", "add", "get", "remove"])
    cases.check(f"{name}: words", shell.offers("landau history "), words, files)
    cases.check(f"{name}: words behind an option", shell.offers("landau history -d runs/x.history "), words, files)
    cases.check(f"{name}: profiles behind a word", shell.offers("landau history add "), ["landau.data", "run.one"],
                words - {"add"} | {"notes.txt"})
    cases.check(f"{name}: nothing behind a word without files", shell.offers("landau history get "), [],
                words - {"get"} | files)
    cases.check(f"{name}: options behind a word", shell.offers("landau history html --"), ["--database", "--output"])
    cases.check(f"{name}: a program", shell.offers("landau record -o x.data env"), ["env"])
    cases.check(f"{name}: a program's options are its own", shell.offers("landau record ./notes.txt --"), [],
                ["--engine", "--trace-children"])


def values(offered):
    """fish offers the whole word."""
    return {word.split("=", 1)[-1] for word in offered}


def main():
    cases = Cases()
    for name, kind in (("bash", Bash), ("zsh", Zsh), ("fish", Fish)):
        if not shutil.which(name):
            cases.count += 1
            print(f"ok {cases.count} - {name} # SKIP it is not installed")
            continue
        with tempfile.TemporaryDirectory() as place:
            trace = pathlib.Path("docs/examples/worked.trace").read_text(encoding="utf-8")
            for profile in ("landau.data", "run.one"):
                subprocess.run([LANDAU, "replay", "-o", f"{place}/{profile}"], check=True, text=True,
                               input=trace + "call 1 store::item::add(int)\nreturn 1\n", stdout=subprocess.DEVNULL)
            pathlib.Path(place, "notes.txt").write_text("not a profile\n", encoding="utf-8")
            pathlib.Path(place, "runs").mkdir()
            shell = kind(place)
            try_shell(cases, name, shell)
            shell.close()
    print(f"1..{cases.count}")


main()
