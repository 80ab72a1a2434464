#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""files.py LANDAU [COMPILER] - who can read, redirect or ask for what landau writes.

Every command that writes a file makes it for the user alone, whatever the umask is, and in a folder that others
may write to follows no link of theirs. COMPILER is landau-gcc; without it the engines are left out. What
needs a second user is tested as root. Prints TAP.
"""
import glob
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check, finish  # noqa: E402

LANDAU = os.path.realpath(sys.argv[1])
COMPILER = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
NOBODY = 65534
TRACE = b"call 1 f\ncost 1 3\nread 1 64 16\nreturn 1\n"
PROGRAM = """#include <stdio.h>
#include <unistd.h>
int main(int c, char **v)
{
	if (c > 1 && *v[1] == 'w' && puts("ready") > 0 && fflush(stdout) == 0)
		for (;;)
			pause(); /* which a signal that is handled ends */
	return 0;
}
"""


def run(command, stdin=b"", **options):
    return subprocess.run(command, input=stdin, capture_output=True, check=False, **options)


def writers(output):
    """Each way to write a file: its name, the command, its input."""
    yield "replay", [LANDAU, "replay", "-o", output], TRACE
    yield "merge", [LANDAU, "merge", "-o", output, "in.data", "in.data"], b""
    yield "html", [LANDAU, "html", "-o", output, "in.data"], b""
    for name in ("json", "csv", "callgrind", "collapsed", "extrap", "sqlite", "svg"):
        routine = ["-r", "f"] if name == "svg" else []
        yield f"export {name}", [LANDAU, "export", "-f", name, *routine, "-o", output, "in.data"], b""
    if COMPILER:
        yield "record", [LANDAU, "record", "-q", "-o", output, "./program"], b""
        yield "record, native", [LANDAU, "record", "-q", "-o", output, "./native"], b""
        yield "record, trace", [LANDAU, "record", "-q", "-o", "x.data", "--dump-trace=" + output,
                                "./program"], b""
        yield "native, log", ["env", "LANDAU_OUT=x.data", "LANDAU_LOG=" + output, "./native"], b""
        yield "sweep", [LANDAU, "sweep", "-o", output, "--sizes=1,2", "--", "./program", "{n}"], b""


def test_modes():
    os.umask(0)
    for name, command, stdin in writers("out"):
        result = run(command, stdin)
        if name == "export extrap" and result.returncode:
            continue  # too few points
        if name == "export sqlite" and b"built without" in result.stderr:
            continue
        mode = stat.S_IMODE(os.stat("out").st_mode) if os.path.exists("out") else 0
        check(f"{name}: only for the user", mode == 0o600, f"{oct(mode)} {result.stderr}")
        for path in ("out", "out.old"):
            if os.path.exists(path):
                os.unlink(path)
    os.umask(0o022)


def test_links_of_others():
    """In a folder as /tmp, with a link that somebody else has made."""
    os.mkdir("shared")
    os.chmod("shared", 0o1777)
    for name, command, stdin in writers("shared/out"):
        with open("precious", "wb") as file:
            file.write(b"precious")
        os.symlink("../precious", "shared/out")
        os.lchown("shared/out", NOBODY, NOBODY)
        result = run(command, stdin)
        with open("precious", "rb") as file:
            check(f"{name}: no link of others is followed", file.read() == b"precious", result.stderr)
        for path in os.listdir("shared"):
            os.unlink(os.path.join("shared", path))
    # What is one's own is followed there too, and by others in one's own folder.
    for owner, folder in ((os.geteuid(), "shared"), (NOBODY, ".")):
        os.symlink(os.path.abspath("precious"), folder + "/out")
        os.lchown(folder + "/out", owner, -1)
        result = run([LANDAU, "merge", "-o", folder + "/out", "in.data"])
        with open("precious", "rb") as file:
            check("other links are followed", file.read().startswith(b"landau 1"), result.stderr)
        os.unlink(folder + "/out")
    os.mkfifo("shared/pipe")
    os.chmod("shared/pipe", 0o666)
    os.chown("shared/pipe", NOBODY, NOBODY)
    reader = os.open("shared/pipe", os.O_RDONLY | os.O_NONBLOCK)
    result = run([LANDAU, "merge", "-o", "shared/pipe", "in.data"])
    check("a pipe of others is not written to", result.returncode == 2, result.stderr)
    os.close(reader)


def test_devices():
    """A device of one's own: should a command replace it by a file, nobody else misses it."""
    try:
        os.mknod("null", 0o600 | stat.S_IFCHR, os.makedev(1, 3))
    except PermissionError:
        return  # a container
    for name, command, stdin in [*writers("null"),
                                 ("native", ["env", "LANDAU_OUT=null", "./native"], b"")]:
        if COMPILER or name != "native":
            result = run(command, stdin)
            check(f"{name}: a device stays one", stat.S_ISCHR(os.lstat("null").st_mode), result.stderr)


def test_channel(process):
    """The pipes through which the engine in Valgrind is asked."""
    pipes = glob.glob(f"/tmp/vgdb-pipe*-{process}-*")
    check("the channel is there", len(pipes) >= 3, pipes)
    for path in pipes:
        status = os.stat(path)
        check("the channel is the user's alone", status.st_uid == os.geteuid() and
              stat.S_IMODE(status.st_mode) == 0o600, f"{path} {oct(status.st_mode)}")


def test_dump_by_nobody(program, process):
    """Who can write a profile there, and cannot ask."""
    other = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    shutil.rmtree("theirs", ignore_errors=True)
    os.mkdir("theirs")
    os.chown("theirs", NOBODY, NOBODY)
    result = run([LANDAU, "replay", "-o", "theirs/own.data"], TRACE, **other)
    check("another user can run landau", result.returncode == 0, result.stderr)
    result = run([LANDAU, "dump", "-o", "theirs/x.data", process], **other)
    check(f"{program}: another user gets no snapshot", result.returncode == 2 and
          b"belongs to another user" in result.stderr and os.listdir("theirs") == ["own.data"], result.stderr)


def test_dump(program, elsewhere):
    """Snapshots of a program, also to another file system: where a file cannot be renamed to it is copied."""
    with subprocess.Popen([LANDAU, "record", "-q", "-o", "running.data", program, "wait"],
                          stdout=subprocess.PIPE) as recorder:
        try:
            check(f"{program}: runs", recorder.stdout.readline() == b"ready\n")
            with open(f"/proc/{recorder.pid}/task/{recorder.pid}/children", encoding="ascii") as file:
                process = file.read().split()[0]
            if program == "./program":
                test_channel(process)
            if os.geteuid() == 0:
                test_dump_by_nobody(program, process)
            os.umask(0)
            for output in ("mine.data", os.path.join(elsewhere, "mine.data")):
                result = run([LANDAU, "dump", "-o", output, process])
                mode = stat.S_IMODE(os.stat(output).st_mode) if os.path.exists(output) else 0
                check(f"{program}: the user gets one, for the user alone", result.returncode == 0 and mode == 0o600,
                      f"{output} {oct(mode)} {result.stderr}")
                result = run([LANDAU, "report", output])
                check(f"{program}: it is whole", result.returncode == 0, result.stderr)
                if os.path.exists(output):
                    os.unlink(output)
            os.umask(0o022)
            check(f"{program}: nothing else is left", not glob.glob("running.data*") and
                  not os.listdir(elsewhere), glob.glob("running.data*") + os.listdir(elsewhere))
        finally:
            recorder.terminate()
            recorder.stdout.close()


def test_helper():
    """A native program whose helper dies loses the names of its routines and nothing else."""
    os.mkdir("copy")
    shutil.copy(os.path.join(os.path.dirname(COMPILER), "liblandau.so"), "copy")
    with open("copy/landau-symbolise", "w", encoding="ascii") as file:
        file.write("#!/bin/sh\nkill -SEGV $$\n")
    os.chmod("copy/landau-symbolise", 0o755)
    result = run(["./native"], env={"LANDAU_OUT": "named.data", "LD_LIBRARY_PATH": os.path.abspath("copy")})
    with open("named.data", encoding="ascii") as file:
        text = file.read()
    check("without its helper a program is recorded, without names", result.returncode == 0 and
          re.search("^routine [0-9]+ 0 native\\+0x", text, re.MULTILINE) and "\nend " in text, text)


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, 0o755)
        os.chdir(directory)
        subprocess.run([LANDAU, "replay", "-o", "in.data"], input=TRACE, check=True)
        if COMPILER:
            with open("program.c", "w", encoding="ascii") as file:
                file.write(PROGRAM)
            subprocess.run(["cc", "-o", "program", "program.c"], check=True)
            subprocess.run([COMPILER, "-o", "native", "program.c"], check=True)
        test_modes()
        if os.geteuid() == 0:
            test_links_of_others()
            test_devices()
        if COMPILER:
            test_helper()
            os.chmod(".", 0o755)
            with tempfile.TemporaryDirectory(dir="/dev/shm") as elsewhere:
                for program in ("./program", "./native"):
                    test_dump(program, elsewhere)
                    os.unlink("running.data")
        os.chdir("/")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
