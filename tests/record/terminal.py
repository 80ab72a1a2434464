#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""landau record on a terminal: the status line while the program runs, and what control-C does.

usage: terminal.py LANDAU
"""
import os
import pty
import re
import subprocess
import sys
import tempfile
import time

PROGRAM = r"""
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static volatile int data[10];
static volatile sig_atomic_t interrupts;
static void handler(int number) { interrupts += number == SIGINT; }
__attribute__((noinline)) static int work(void)
{
	int total = 0;
	for (int i = 0; i < 10; i++)
		total += data[i];
	return total;
}
int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "handle") == 0)
		signal(SIGINT, handler);
	puts("ready");
	fflush(stdout);
	while (!interrupts)
		work();
	sleep(1); /* a second one would come now */
	printf("%d interrupt\n", (int)interrupts);
	return 3;
}
"""
TIME_LIMIT = 120


class Terminal:
    """A child on a terminal of its own."""

    def __init__(self, command, folder):
        self.text = ""
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execv(command[0], command)

    def wait_for(self, pattern):
        end = time.monotonic() + TIME_LIMIT
        while not re.search(pattern, self.text):
            if time.monotonic() > end:
                raise AssertionError(f"{pattern} does not come: {self.text!r}")
            self.text += os.read(self.terminal, 4096).decode(errors="replace")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def end(self):
        """The exit status; everything that was printed is in text."""
        while True:
            try:
                piece = os.read(self.terminal, 4096)
            except OSError:
                break
            if not piece:
                break
            self.text += piece.decode(errors="replace")
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def check(condition, what):
    print(("ok   " if condition else "FAIL ") + what, flush=True)
    return not condition


def main():
    landau = os.path.abspath(sys.argv[1])
    failures = 0
    with tempfile.TemporaryDirectory(prefix="landau-terminal-") as folder:
        source, program = os.path.join(folder, "program.c"), os.path.join(folder, "program")
        with open(source, "w", encoding="ascii") as file:
            file.write(PROGRAM)
        subprocess.run(["gcc", "-O1", "-g", "-o", program, source], check=True)

        terminal = Terminal([landau, "record", "--cost=bb", program], folder)
        terminal.wait_for("ready")
        terminal.wait_for(r"blocks.*threads?|threads?.*blocks")
        terminal.type("\x03")
        status = terminal.end()
        failures += check(status == 130, f"control-C ends the program: status {status}")
        failures += check("landau report" in terminal.text, "the next command is printed")
        exported = subprocess.run([landau, "export", "--format=json"], cwd=folder, check=False,
                                  stdout=subprocess.PIPE, text=True).stdout
        failures += check('"exit": {"kind": "signal", "code": 2}' in exported,
                          "the profile is written")

        terminal = Terminal([landau, "record", program, "handle"], folder)
        terminal.wait_for("ready")
        terminal.type("\x03")
        status = terminal.end()
        failures += check(status == 3 and "1 interrupt" in terminal.text,
                          f"a handler sees control-C once: status {status}")
        # The program allocates, and the allocator's cost is set aside while it runs.
        reported = subprocess.run([landau, "report"], cwd=folder, check=False, stdout=subprocess.PIPE, text=True).stdout
        said, shared = re.search(r", (\d+) instructions\r", terminal.text), re.search(r"share of (\d+) instructions", reported)
        failures += check(said and shared and said[1] == shared[1],
                          f"record and report tell the same cost: {said and said[0]!r}, {shared and shared[0]!r}")

        terminal = Terminal([landau, "record", "--quiet", program], folder)
        terminal.wait_for("ready")
        time.sleep(2)
        terminal.type("\x03")
        terminal.end()
        said = terminal.text.replace("ready", "").replace("^C", "").strip()
        failures += check(said == "", f"--quiet says nothing: {said!r}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
