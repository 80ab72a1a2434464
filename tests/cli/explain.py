#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What separates the points of a routine, said by landau show and landau export.

Traces are programs whose cost is known. Routines of chance have nothing to explain: what is explained of
them is false, and must be seldom.

usage: explain.py LANDAU
"""
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

LANDAU = os.path.abspath(sys.argv.pop())
NOISE_ROUTINES = 600


def landau(*arguments):
    return subprocess.run([LANDAU, *arguments], capture_output=True, text=True, check=True).stdout


class Trace:
    """A program of one thread, and of others that write for it."""
    def __init__(self, seed):
        self.lines = ["call 1 main"]
        self.chance = random.Random(seed)

    def call(self, routine, cost, memory=0, external=0, threads=0, calls=()):
        """One activation with so many cells of input of each kind."""
        place = 0x100000
        self.lines.append(f"call 1 {routine}")
        for cells, write in [(external, "kwrite 1"), (threads, "write 2"), (memory, None)]:
            if cells and write:
                self.lines.append(f"{write} {place:#x} {4 * cells}")
            if cells:
                self.lines.append(f"read 1 {place:#x} {4 * cells}")
            place += 0x1000000
        self.lines.append(f"cost 1 {max(1, round(cost))}")
        for callee, callee_cost in calls:
            self.lines += [f"call 1 {callee}", f"cost 1 {callee_cost}", "return 1"]
        self.lines.append("return 1")

    def inside(self, caller, *arguments, **options):
        self.lines.append(f"call 1 {caller}")
        self.call(*arguments, **options)
        self.lines.append("return 1")

    def size(self, largest=3000):
        """A size between 10 and the largest, any order of magnitude as likely."""
        return round(10 * (largest / 10) ** self.chance.random())

    def save(self, *options):
        pathlib.Path("trace").write_text("\n".join(self.lines + ["return 1", ""]), encoding="utf-8")
        landau("replay", *options, "-o", "landau.data", "trace")


class Explain(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(directory.name)

    def explained(self, routine="f"):
        """The model and the explanation of a routine, which export, show and its JSON agree about."""
        found = next(r for r in json.loads(landau("export", "--format=json"))["routines"]
                     if r["name"] == routine)
        shown = json.loads(landau("show", "--json", routine))
        self.assertEqual(shown["explanation"], found["explanation"])
        text = landau("show", routine)
        if found["explanation"]:
            self.assertIn(f"\nexplained   {found['explanation']['text']}\n", text)
        else:
            self.assertNotIn("\nexplained", text)
        return found["model"], found["explanation"]

    def assert_explained(self, kind, text, routine="f"):
        model, explanation = self.explained(routine)
        self.assertIsNone(model["class"])
        self.assertEqual((explanation["kind"], explanation["text"]), (kind, text))

    def test_external_input(self):
        for seed in range(3):
            trace = Trace(seed)
            for _ in range(150):
                n = trace.size()
                trace.call("f", 20 * n, external=n, memory=trace.size(30000))
            trace.save()
            self.assert_explained("external", "linear in its external input")

    def test_input_from_other_threads(self):
        trace = Trace(1)
        for _ in range(150):
            n = trace.size(1000)
            trace.call("f", n * n, threads=n, memory=trace.size(30000))
        trace.save()
        self.assert_explained("threads", "quadratic in its input from other threads")

    def test_rms(self):
        """What others write again and again while it runs does not cost it anything."""
        trace = Trace(2)
        for _ in range(150):
            n = trace.size()
            trace.call("f", 12 * n, memory=n, external=trace.size(30000))
            # The same cells once more: first accesses of rms are those of the memory alone.
        trace.save()
        model, explanation = self.explained()
        self.assertIsNone(model["class"])
        self.assertIsNone(explanation)  # external input is part of rms where it is read once
        trace = Trace(2)
        for _ in range(150):
            n = trace.size()
            trace.lines += ["call 1 f", f"read 1 0x1000 {4 * n}"]
            for _ in range(trace.size(200)):
                trace.lines += [f"kwrite 1 0x1000 {4 * min(n, 100)}",
                                f"read 1 0x1000 {4 * min(n, 100)}"]
            trace.lines += [f"cost 1 {12 * n}", "return 1"]
        trace.save()
        self.assert_explained(
            "rms", "linear in its rms, which leaves out what others write while the routine runs")

    def two_callers(self, seed=3):
        """From insert n, from rebuild n log n, which is called half as often."""
        trace = Trace(seed)
        for i in range(240):
            n = trace.size()
            if i % 3:
                trace.inside("insert", "f", 5 * n, memory=n)
            else:
                trace.inside("rebuild", "f", 9 * n * math.log2(n), memory=n)
        return trace

    def test_callers_by_context(self):
        self.two_callers().save("--contexts")
        model, explanation = self.explained()
        self.assertIsNone(model["class"]) if explanation else None
        self.assertEqual(explanation["kind"], "callers")
        self.assertEqual(explanation["text"],
                         "depends on the caller: from rebuild n log n, from insert linear")

    def test_two_modes_of_two_callers(self):
        """Without contexts the points alone show two curves, and the numbers of calls say whose they are."""
        self.two_callers().save()
        _, explanation = self.explained()
        self.assertEqual((explanation["kind"], explanation["text"]),
                         ("modes", "two modes: from insert linear, from rebuild n log n"))
        self.assertEqual(explanation["model"]["class"], "n log n")

    def test_two_modes_of_one_caller(self):
        trace = Trace(4)
        for i in range(240):
            n = trace.size()
            trace.call("f", (3 if trace.chance.random() < 0.5 else 30) * n, memory=n)
        trace.save()
        _, explanation = self.explained()
        self.assertEqual(explanation["kind"], "modes")
        self.assertRegex(explanation["text"],
                         r"^two modes, both linear: one costs 10\.\d times as much as the other$")

    def test_a_class_is_not_explained(self):
        """A cost that follows its input; one more caller, kernel input or callee changes nothing."""
        trace = Trace(5)
        for i in range(200):
            n = trace.size()
            noise = 1 + 0.1 * trace.chance.random()
            trace.inside(f"caller{i % 2}", "f", 7 * n * noise, memory=n, external=n // 2,
                         calls=[(f"callee{i % 9}", 2 * n)])
        trace.save()
        model, explanation = self.explained()
        self.assertEqual([model["class"], explanation], ["n", None])

    def test_recursion_is_no_mystery(self):
        """A sort that calls itself: its inner activations are on the curve of the outer ones."""
        trace = Trace(6)

        def sort(n, place):
            trace.lines.append("call 1 f")
            if n > 1:
                sort(n // 2, place)
                sort(n - n // 2, place + 4 * (n // 2))
            trace.lines += [f"read 1 {place:#x} {4 * n}", f"cost 1 {6 * n}", "return 1"]
        for _ in range(12):
            sort(trace.size(800), 0x1000)
        trace.save()
        model, explanation = self.explained()
        self.assertEqual([model["class"], explanation], ["n log n", None])

    def test_a_jump_at_one_size_is_not_two_modes(self):
        """Ten times the cost from a certain size on, as where a cache is full."""
        trace = Trace(7)
        for _ in range(200):
            n = trace.size()
            trace.call("f", (10 if n > 170 else 1) * n, memory=n)
        trace.save()
        _, explanation = self.explained()
        self.assertIsNone(explanation)

    def test_dispatcher(self):
        """One of many callees a call, each with a cost of its own."""
        trace = Trace(8)
        for _ in range(300):
            operation = trace.chance.randrange(12)
            cost = 10 ** (operation % 4) * trace.chance.randrange(10, 90)
            trace.call("f", 5, memory=trace.chance.randrange(4), calls=[(f"operation{operation}", cost)])
        trace.save()
        self.assert_explained("dispatcher", "a dispatcher: see its callees")
        self.assertRegex(landau("report", "--all"), r"(?m)^\? dispatcher .* f$")

    def test_who_calls_all_its_callees_is_no_dispatcher(self):
        trace = Trace(9)
        for _ in range(100):
            trace.call("f", 5, memory=trace.size(),
                       calls=[(f"part{i}", trace.chance.randrange(10, 5000)) for i in range(9)])
        trace.save()
        _, explanation = self.explained()
        self.assertIsNone(explanation)

    def by_external_input(self, power, path):
        trace = Trace(10)
        for _ in range(150):
            n = trace.size(1000)
            trace.call("f", 20 * n ** power, external=n, memory=trace.size(30000))
        trace.save()
        os.rename("landau.data", path)

    def status_of(self, *arguments):
        done = subprocess.run([LANDAU, *arguments], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    def test_views_say_the_same(self):
        """What the report prints of a routine is what check judges and diff compares."""
        self.by_external_input(1, "old.data")
        self.by_external_input(2, "new.data")
        text = landau("report", "old.data")
        self.assertRegex(text, r"(?m)^n \* .* f$")
        self.assertIn("\n* f: linear in its external input\n", text)
        self.assertIn("; f, 100 %, linear in its external input\n", text.replace(";\n", "; "))
        self.assertRegex(text, r"growth known for 100 % of the cost \(\d of \d routines\)")
        text = landau("report", "new.data")
        self.assertRegex(text, r"(?m)^n\^2 \* .* f$")
        self.assertIn("\nf, 100 %, quadratic in its external input\n", text.replace("; ", "\n"))
        rows = json.loads(landau("report", "--json", "new.data"))["routines"]
        self.assertEqual(rows[0]["explanation"]["model"]["class"], "n^2")
        self.assertGreater(rows[0]["predicted_share"], 90)
        pathlib.Path("landau.budget").write_text("f: n log n\n", encoding="utf-8")
        status, text = self.status_of("check", "old.data")
        self.assertEqual(status, 0, text)
        self.assertIn("1 within, 0 exceeded, 0 close, 0 unknown", text)
        status, text = self.status_of("check", "new.data")
        self.assertEqual(status, 1, text)
        self.assertRegex(text, r"f: quadratic in its external input, its bound is n log n")
        status, text = self.status_of("diff", "old.data", "new.data")
        self.assertEqual(status, 1, text)
        self.assertRegex(text, r"(?m)^worse +n +-> n\^2 .* f$")
        self.assertEqual(self.status_of("diff", "new.data", "old.data")[0], 0)

    def noise(self, seed):
        """A profile of routines whose costs are chance, more or less along a curve that n alone follows."""
        chance = random.Random(seed)
        lines = ["landau 1", "cost bb", "cell 4", "contexts no", "run replay exit 0 p p",
                 "thread 1 1 0 0 -"]
        for routine in range(NOISE_ROUTINES):
            lines.append(f"routine {routine} 0 f{routine} p -")
            power = chance.choice([0, 0, 0.5, 1, 1, 2])
            width = chance.choice([0.1, 0.3, 0.6, 1, 2])
            draw = chance.choice([lambda: chance.gauss(0, width), lambda: chance.uniform(-width, width),
                                  lambda: chance.expovariate(1 / width),
                                  lambda: chance.choice([0, 0, 0, width * chance.gauss(0, 1)])])
            points, by_rms = {}, {}
            for _ in range(chance.choice([12, 30, 100, 300])):
                n = round(10 ** chance.uniform(1, chance.choice([2, 3.5])))
                cost = max(1, round(100 * n ** power * math.exp(min(draw(), 20))))
                external = chance.randrange(n + 1)
                rms = chance.randrange(n - external, n + 1)
                points.setdefault(n, []).append((cost, rms, external))
                by_rms.setdefault(rms, []).append(cost)
            total = sum(len(p) for p in points.values())
            cost = sum(c for p in points.values() for c, _, _ in p)
            lines.append(f"record {routine} 1 - {total} {cost} {cost} differs")
            for n, found in sorted(points.items()):
                costs = [c for c, _, _ in found]
                lines.append(f"t {n} {len(found)} {min(costs)} {max(costs)} {sum(costs)} 0 "
                             f"{sum(r for _, r, _ in found)} 0 {sum(e for _, _, e in found)}")
            for n, costs in sorted(by_rms.items()):
                lines.append(f"r {n} {len(costs)} {min(costs)} {max(costs)} {sum(costs)}")
        lines.append(f"end {len(lines) + 1}")
        pathlib.Path("landau.data").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def test_chance_is_seldom_explained(self):
        self.noise(int(os.environ.get("NOISE_SEED", "1")))
        found = json.loads(landau("export", "--format=json"))["routines"]
        self.assertEqual(len(found), NOISE_ROUTINES)
        false = [(r["name"], r["explanation"]["text"]) for r in found if r["explanation"]]
        self.assertLess(len(false), NOISE_ROUTINES / 100, false)


unittest.main(verbosity=0)
