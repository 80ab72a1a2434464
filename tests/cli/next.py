#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""next.py LANDAU - every line "next: ..." runs as it is printed, where it is printed.

Programs of many kinds are recorded; what is printed as the next command is run by the shell, and what that prints in
turn, until nothing new comes. Prints TAP.
"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check, finish  # noqa: E402

LANDAU = os.path.realpath(sys.argv[1])

# The last argument is a number, a file or nothing (standard input, if it is no terminal), or "inside": no input at all.
PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define WORK a_name_that_is_longer_than_any_terminal_is_wide_and_that_goes_on_and_on_until_the_end_of_it
__attribute__((noinline)) long WORK(volatile const int *data, size_t n)
{
	long sum = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			sum += data[j];
	return sum;
}
int main(int argc, char **argv)
{
	const char *last = argc > 1 ? strrchr(argv[argc - 1], '=') : NULL;
	const char *what = argc > 1 ? (last ? last + 1 : argv[argc - 1]) : "";
	FILE *stream = argc > 1 ? fopen(what, "r") : stdin;
	size_t n = (size_t)atol(what);
	int byte;
	if (stream)
		while ((byte = getc(stream)) != EOF)
			n += byte == '\n';
	if (n == 0)
		n = 90;
	int *data = calloc(n, sizeof(*data));
	printf("%ld\n", WORK(data, n) + WORK(data, n / 2));
	return 0;
}
"""

# Answers three requests: the number of a line, as many times as it says.
SERVER = r"""
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
__attribute__((noinline)) long answer(long n)
{
	volatile long sum = 0;
	for (long i = 0; i < n * n; i++)
		sum += i;
	return sum;
}
int main(int argc, char **argv)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[argc - 1]))};
	int server = socket(AF_INET, SOCK_STREAM, 0), on = 1;
	setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
	if (bind(server, (struct sockaddr *)&address, sizeof(address)) || listen(server, 3))
		return 1;
	return answer(300) == 0;
}
"""

SLEEPER = r"""
#include <unistd.h>
int main(int argc, char **argv)
{
	volatile long sum = 0;
	for (long i = 0; i < 30000; i++)
		sum += i;
	write(1, "ready\n", 6);
	sleep(argc > 1 ? 100 : 0);
	return 0;
}
"""


def next_commands(text):
    """The commands behind "next:", with the lines that continue them."""
    return [match.group(1).replace("\\\n", "")
            for match in re.finditer(r"^(?:landau: )?(?:snapshot written; )?next: ((?:.*\\\n)*.*)$", text, re.M)]


def run(command):
    """The output of a shell command, both streams; standard input is empty."""
    done = subprocess.run(command, shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    check(f"runs as printed: {command[:140]!r}", done.returncode == 0, done.stdout)
    return done.stdout


def follow(text, done=()):
    """Runs all that is said to be next, and what that says; the commands, in order."""
    commands = []
    for command in next_commands(text):
        if command in done or command in commands:
            continue
        commands.append(command)
        commands += follow(run(command), [*done, *commands])
    return commands


def record(*words, options=(), stdin="", status=0):
    """Records and reports; what both print."""
    done = subprocess.run([LANDAU, "record", *options, "--", *words], input=stdin, capture_output=True, text=True,
                          check=False)
    check(f"records {words}", done.returncode == status, done.stderr)
    return done.stderr


def plain(text):
    return " ".join(text.split())


def sweeps(commands):
    return [plain(command) for command in commands if command.startswith("landau sweep")]


def reported():
    return run("landau report")


def test_numbers():
    commands = follow(record("./prog", "640"))
    check("a number is swept", sweeps(commands) == ["landau sweep --sizes=20..640:x1.5 -- ./prog {n}"], commands)
    shows = [command for command in commands if command.startswith("landau show")]
    check("a routine with a long name is shown", any("*" in command for command in shows), commands)
    commands = follow(record("./prog", "-v", "a b'c", "--port", "7777", "-j", "100", "--size=640"))
    check("the port and the jobs are no sizes", sweeps(commands) ==
          [r"landau sweep --sizes=20..640:x1.5 -- ./prog -v 'a b'\''c' --port 7777 -j 100 '--size={n}'"], commands)


def test_files():
    pathlib.Path("some words.txt").write_text("".join(f"word{i}\n" for i in range(320)), encoding="ascii")
    pathlib.Path("two.c").write_text("int two;\n" * 40, encoding="ascii")
    commands = follow(record("./prog", "--fast", "--in=some words.txt"))
    check("lines of a file are swept", sweeps(commands) ==
          ["landau sweep --sizes=10..320:x1.5 --input='some words.txt' -- ./prog --fast '--in={file}'"], commands)
    record("./prog", "two.c")
    text = reported()
    check("a source is not cut", sweeps(next_commands(text)) == [] and
          "record the program with files of several sizes" in plain(text), text)


def test_no_arguments():
    commands = follow(record("./prog", stdin="a line of twenty-five b\n" * 90))
    check("standard input is swept", sweeps(commands) ==
          ["landau sweep --sizes=100..3200:x1.5 --stdin -- ./prog"], commands)
    record("./sleeper")
    text = reported()
    check("a program without arguments", sweeps(next_commands(text)) == [] and
          "the program has no arguments: if it can take the size as one, write {n} for it, as in "
          "'landau sweep --sizes=100..3200:x1.5 -- ./sleeper {n}', or use --stdin if it reads standard input" in plain(text), text)


def test_servers():
    record("./server", "--port", "17651")
    text = reported()
    check("a server is not swept", sweeps(next_commands(text)) == [] and
          "the program is a server: send it requests of many sizes" in plain(text), text)
    with subprocess.Popen([LANDAU, "record", "./sleeper", "now"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, start_new_session=True) as running:
        running.stdout.readline()
        running.send_signal(signal.SIGTERM)
        errors = running.stderr.read()
        running.wait()
    follow(errors)
    text = reported()
    check("nor is what was stopped", sweeps(next_commands(text)) == [] and
          "the program was stopped: if it is a server" in plain(text), text)


def test_dump():
    """Of a snapshot, in the usual place and elsewhere."""
    for options, report in ((), "landau report"), (("-o", "a snap'shot.data"), r"/a snap'\''shot.data'"):
        with subprocess.Popen([LANDAU, "record", "-q", "-o", "running.data", "--", "./sleeper", "now"],
                              stdout=subprocess.PIPE, text=True, start_new_session=True) as running:
            running.stdout.readline()
            done = subprocess.run([LANDAU, "dump", *options, str(running.pid)], capture_output=True, text=True,
                                  check=False)
            running.send_signal(signal.SIGTERM)
            running.wait()
        check(f"dumps {options}", done.returncode == 0, done.stderr)
        commands = follow(done.stderr)
        check(f"the snapshot is reported {options}", commands and commands[0].endswith(report), done.stderr)


def test_check():
    """Of a first budget, wherever it and the profile are."""
    record("./prog", "640", options=("-o", "a profile.data"))
    for options in (), ("--budget=a budget",):
        text = run(" ".join(["landau check --init", *[f"'{option}'" for option in options], "'a profile.data'"]))
        check(f"the budget is checked {options}", len(follow(text)) == 1, text)


def test_sweeps():
    """Of sweeps that leave the growth open: the one with more sizes that they ask for."""
    commands = follow(run("landau sweep --sizes=40,60,90 -- ./prog {n}"))
    check("more sizes are swept", len(sweeps(commands)) == 1 and "-- ./prog {n}" in sweeps(commands)[0], commands)


def test_files_of_profiles():
    os.mkdir("a folder")
    output = "a folder/it's.data"
    commands = follow(record("./prog", "two.c", options=("-o", output)))
    check("the profile is named", commands[0] == r"landau report 'a folder/it'\''s.data'", commands)
    commands = follow(record("./prog", "90", options=("--trace-children", "-o", "other.data")))
    check("also with children", commands and commands[0] == "landau report other.data", commands)
    commands = follow(run(f"landau report \"{output}\" other.data"))
    check("both profiles are shown", any(command.endswith("s.data' other.data") for command in commands), commands)
    with open("other.data", encoding="utf-8") as file:
        text = subprocess.run([LANDAU, "report", "-"], stdin=file, capture_output=True, text=True, check=True).stdout
    check("what came from standard input is gone", not [c for c in next_commands(text) if "show" in c], text)
    run("landau merge -o all.data other.data other.data")
    follow(run("landau report all.data"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.mkdir("bin")
        os.symlink(LANDAU, "bin/landau")
        os.environ["PATH"] = f"{folder}/bin:{os.environ['PATH']}"
        os.environ["LC_ALL"] = "C.UTF-8"
        for name, source in (("prog", PROGRAM), ("server", SERVER), ("sleeper", SLEEPER)):
            pathlib.Path(f"{name}.c").write_text(source, encoding="ascii")
            subprocess.run(["gcc", "-O1", "-g", "-o", name, f"{name}.c"], check=True)
        for test in (test_numbers, test_files, test_no_arguments, test_servers, test_dump, test_check, test_sweeps,
                     test_files_of_profiles):
            test()
    return finish()


if __name__ == "__main__":
    sys.exit(main())
