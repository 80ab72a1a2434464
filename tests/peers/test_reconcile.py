#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""tests/peers/reconcile on a program whose every routine is known: what differs from callgrind, and by which rule.

usage: test_reconcile.py LANDAU
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

LANDAU = os.path.abspath(sys.argv.pop())
RECONCILE = pathlib.Path(__file__).resolve().parent / "reconcile"
# A routine that ends with a jump through a variable, where a branch leads: that looks like a stub and is none.
PROGRAM = """
#include <stdio.h>
#define ROUTINE __attribute__((noinline, noclone))
static long twice(long n) { return 2 * n; }
long (*volatile goes_to)(long) = twice;
ROUTINE long through(long n) { return n < 3 ? n : goes_to(n); }
ROUTINE void fill(char *to, long n) { __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(0) : "memory"); }
ROUTINE long sum(const char *from, long n) { long s = 0; while (n--) s += *from++ + through(n % 7); return s; }
static char text[1000];
int main(void) { fill(text, 1000); fill(text, 10); printf("%ld\\n", sum(text, 1000)); return 0; }
"""


def reconcile(*arguments):
    return subprocess.run([sys.executable, RECONCILE, *arguments], capture_output=True, text=True, check=False,
                          env=dict(os.environ, LANDAU=LANDAU))


class Reconcile(unittest.TestCase):
    @unittest.skipUnless(os.uname().machine == "x86_64", "string instructions are those of x86-64")
    def test_names_the_rule_of_each_difference(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "p.c").write_text(PROGRAM, encoding="utf-8")
            subprocess.run(["gcc", "-g", "-O2", "-fno-plt", "-fcf-protection=none", "-o", f"{folder}/program",
                            f"{folder}/p.c"], check=True)
            listing = subprocess.run(["objdump", "-d", "--no-show-raw-insn", f"{folder}/program"], check=True,
                                     stdout=subprocess.PIPE, text=True).stdout
            self.assertRegex(listing[listing.index("<through>:"):], r"\A[^\n]*\n(.*\n)*?.*jmp +\*0x[0-9a-f]+\(%rip\)")
            done = reconcile("--object=program", f"{folder}/program")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        rows = [line.split() for line in done.stdout.splitlines()[2:-1]]
        self.assertEqual([(row[0], row[-2]) for row in rows], [("rep", "fill")], done.stdout)
        # 1010 rounds, of which one of 16 counts: 62 of the first thousand, none of the ten.
        self.assertEqual(int(rows[0][1]), -(1010 - 62), done.stdout)
        same = re.search(r"^(\d+) routines are the same to the unit, 1 rows differ:$", done.stdout, re.MULTILINE)
        self.assertGreaterEqual(int(same[1]), 4, done.stdout)

    def test_bad_usage(self):
        for arguments, said in (("--nonsense", "true"), "'--nonsense' is no option here"), ((), "PROGRAM [ARGUMENTS...]"):
            done = reconcile(*arguments)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(said, done.stderr)


if __name__ == "__main__":
    unittest.main()
