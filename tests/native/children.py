# SPDX-License-Identifier: GPL-2.0-or-later
"""children.py - a case of native.py: programs that are executed by others."""
import os
import subprocess

from place import LANDAU, Profile, check

# Grows fast under Valgrind, and executes a program that records itself.
GROWS = r"""
#include <stdlib.h>
static volatile int numbers[300];
__attribute__((noinline)) static int square(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			sum += numbers[k];
	return sum;
}
int main(void)
{
	for (int n = 10; n <= 300; n += 10)
		square(n);
	return system("./inner >/dev/null");
}
"""


def case_children(place):
    """Programs that are executed, by one that profiles itself and by scripts."""
    landau = place.landau
    place.compile("gcc", "forks.c", "-O1", output="inner")
    place.compile("gcc", "ends.c", "-O1", "-pthread", output="outer")
    place.script("sh", "exec ./inner >/dev/null")
    place.script("suite", "./inner >/dev/null", "./inner >/dev/null", "exit 7")
    os.environ["PATH"] = f"{place.folder}:{os.environ['PATH']}"
    # They are not recorded, unless that is wanted.
    landau("record", "-o", "one.data", "./outer", "exec")
    check([p.name for p in place.folder.glob("one.data*")] == ["one.data"])
    landau("record", "--trace-children", "-o", "two.data", "./outer", "exec")
    # The program, what it executed, and the child of that.
    check(Profile(place.folder / "two.data").of("use")[0] == 6)

    # A script runs under Valgrind, where what it executes could not: that records itself, if it can do what is wanted.
    landau("record", "--trace-children", "--cell=8", "-o", "three.data", "./sh")
    profile = Profile(place.folder / "three.data")
    check(profile.run[0] == "native" and profile.of("use")[0] == 6, profile.run)
    refused = landau("record", "--trace-children", "--metric=rms", "-o", "four.data", "./sh").stderr
    check("./inner is compiled with landau-gcc and is not recorded" in refused, refused)
    check(Profile(place.folder / "four.data").run[0] == "valgrind")
    record_again(place)
    for ways in (("-i",), ("-u", "LANDAU_OUT")):  # the second one changes the environment in place
        said = landau("record", "--trace-children", "-o", "cleared.data", "env", *ways, "./inner").stderr
        check("./inner is compiled with landau-gcc and is not recorded: LANDAU_OUT is not in its environment" in said, said)

    # Without Valgrind: the script goes unrecorded, and has a profile only if it becomes one that records itself.
    native = ("record", "--engine=native", "--trace-children", "-o")
    landau(*native, "five.data", "./sh")
    check(Profile(place.folder / "five.data").run[0] == "native")
    for older, name, pattern in ((0, "six.data", "six.data.[0-9]*"), (4, "six.data", "six.data.[0-9]*"),
                                 (0, "it's %p.data", "'it'\\''s '[0-9]*.data")):
        said = landau(*native, name, "./suite", status=7).stderr
        check("4 processes have recorded themselves\n" in said, said)
        check(("older" in said) == (older > 0) and (f"{older} older profiles" in said or not older), said)
        check(f"next: landau merge -o all.data {pattern}\n" in said, said)
        subprocess.run(f"'{LANDAU}' merge -o all.data {pattern}", shell=True, check=True, cwd=place.folder)
        check(Profile(place.folder / "all.data").of("use")[0] == (older + 4) // 2 * 9)
    check("no program that was executed is compiled with landau-gcc" in landau(*native, "x", "true", status=2).stderr)
    check(landau(*native, "y", "-q", "./suite", status=7).stderr == "")
    # A sweep takes all of it, and needs no Valgrind for that.
    os.environ["PATH"] = "/nowhere"
    for options in (("--engine=native", "--trace-children", "--ignore-status", "--", "./suite"), ("--", "./inner")):
        landau("sweep", "-q", "--sizes=1,2", "-o", "swept.data", *options, "{n}")
        check(Profile(place.folder / "swept.data").of("use")[0] == (36 if "./suite" in options else 18))
    check("valgrind is not in PATH" in landau("sweep", "--sizes=1,2", "./suite", "{n}", status=2).stderr)


def record_again(place):
    """Lines that nobody has asked for, since the routine grew fast the last time, do not keep others from recording themselves."""
    (place.folder / "grows.c").write_text(GROWS)
    subprocess.run(["gcc", "-g", "-O1", "-o", "grows", "grows.c"], cwd=place.folder, check=True)
    for expected in (False, True):
        for path in place.folder.glob("grows.data.[0-9]*"):
            path.unlink()
        said = place.landau("record", "--trace-children", "-o", "grows.data", "./grows", status=0).stderr
        check(("counting the lines" in said) == expected and "is not recorded" not in said, said)
        native = [p for p in place.folder.glob("grows.data.[0-9]*") if Profile(p).run[0] == "native"]
        check(len(native) == 2, native)  # the program and its child
