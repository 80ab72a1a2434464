# SPDX-License-Identifier: GPL-2.0-or-later
"""tap.py - checks of a test script, printed in the Test Anything Protocol.

A script checks as it goes and ends with sys.exit(tap.finish()).
"""
done = 0
failed = 0


def check(what, fine, detail=""):
    """One case: what it is about, whether it is as it should be, and what there was instead."""
    global done, failed
    done += 1
    print(f"{'ok' if fine else 'not ok'} {done} - {what}")
    if not fine:
        failed += 1
        for line in str(detail).split("\n")[:40]:
            print("#", (line if line.isprintable() else repr(line))[:300])


def finish():
    """The plan, after the last case; returns the exit status."""
    print(f"1..{done}")
    return 1 if failed else 0
