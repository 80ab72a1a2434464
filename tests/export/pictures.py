#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""pictures.py LANDAU - landau export --format=svg: what is drawn is what the profile holds.

The routine `reader` is run with known sizes: of the cells that it reads, some are filled by the kernel
and some by another thread, each time anew. The marks and labels of the axes say what a place in the
picture stands for, and so the drawn points can be read back and compared.
"""
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

LANDAU = os.path.abspath(sys.argv.pop())
NAME = "reader<int>::operator&"
SVG = "{http://www.w3.org/2000/svg}"
ROUNDS = range(1, 31)
OWN, KERNEL, THREAD = 3, 5, 7  # rms; external and thread input of a round


def trace():
    lines = []
    for rounds in ROUNDS:
        lines += [f"call 1 {NAME}", f"read 1 0x1000 {4 * OWN}"]
        for _ in range(rounds):
            lines += [f"kwrite 1 0x2000 {4 * KERNEL}", f"read 1 0x2000 {4 * KERNEL}",
                      "call 2 writer", f"write 2 0x3000 {4 * THREAD}", "return 2",
                      f"read 1 0x3000 {4 * THREAD}", "cost 1 100"]
        lines.append("return 1")
    return "\n".join(lines) + "\n"


def number(label):
    factor = {"k": 1e3, "M": 1e6}.get(label[-1])
    return float(label[:-1]) * factor if factor else float(label)


class Panel:
    """One plot: its title, its points as values, its bars."""

    def __init__(self, elements):
        self.title = elements[0].text
        ends = [e for e in elements if e.tag == SVG + "text" and e.get("text-anchor") == "end"]
        marks = [e for e in elements if e.tag == SVG + "text" and e.get("text-anchor") == "middle"]
        self.x_label = marks.pop().text
        rows = [(float(e.get("y")) - 4, number(e.text)) for e in ends]
        columns = [(float(e.get("x")), number(e.text)) for e in marks]
        self.logarithmic = self.x_label.endswith("(log)")
        self.points = sorted((self.value(columns, float(e.get("cx"))), self.value(rows, float(e.get("cy"))))
                             for e in elements if e.tag == SVG + "circle")
        self.curves = [e for e in elements if e.get("class") == "curve"]
        self.bars = []
        for element in elements:
            if element.get("class") == "bar":
                place, top = element.get("d")[1:].replace("V", " ").split()[0::2]
                self.bars.append((self.value(columns, float(place)), self.value(rows, float(top))))

    def value(self, marks, place):
        (first, low), (last, high) = marks[0], marks[-1]
        share = (place - first) / (last - first)
        return low * math.pow(high / low, share) if self.logarithmic else low + share * (high - low)


class Pictures(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(directory.name)
        self.landau("replay", "-o", "landau.data", input=trace())

    def landau(self, *arguments, status=0, **options):
        done = subprocess.run([LANDAU, *arguments], capture_output=True, text=True, check=False, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def panels(self, *options):
        text = self.landau("export", "--format=svg", "--routine=reader<int>*", *options)
        root = ElementTree.fromstring(text)
        self.assertIn("reader", root.find(SVG + "title").text)
        groups = []
        for element in list(root)[2:]:
            label = element.text or ""
            if label.startswith(("greatest cost", "calls by")):
                groups.append([])
            if groups:
                groups[-1].append(element)
        return [Panel(group) for group in groups]

    def close(self, drawn, expected, tolerance):
        self.assertEqual(len(drawn), len(expected))
        for (x, y), (right_x, right_y) in zip(drawn, expected):
            self.assertAlmostEqual(x, right_x, delta=tolerance[0])
            self.assertAlmostEqual(y, right_y, delta=tolerance[1])

    def test_costs_against_each_size(self):
        trms, without, rms = self.panels("--plots=trms,external,rms", "--axes=linear")
        cost = [100 * r for r in ROUNDS]
        size = [OWN + r * (KERNEL + THREAD) for r in ROUNDS]
        self.close(trms.points, list(zip(size, cost)), (0.5, 5))
        self.assertEqual(trms.title, "greatest cost by trms, 30 sizes: n")
        self.assertEqual(len(trms.curves), 1)
        # Had other threads not counted: the cells they write once, and the kernel's each time. The first of these are
        # in rms as well.
        size = [min(OWN + r * (KERNEL + THREAD), OWN + KERNEL + THREAD + r * KERNEL) for r in ROUNDS]
        self.close(without.points, list(zip(size, cost)), (0.5, 5))
        # All activations have the same rms: 3 of their own, and the 12 cells that are filled anew.
        self.close(rms.points, [(OWN + KERNEL + THREAD, cost[-1])], (0.5, 5))
        self.assertEqual((rms.title, rms.curves), ("greatest cost by rms, 1 size: too few sizes", []))

    def test_workloads(self):
        trms, rms = self.panels("--plots=workload,rms-workload", "--axes=linear")
        size = [OWN + r * (KERNEL + THREAD) for r in ROUNDS]
        self.close(trms.bars, [(s, 1) for s in size], (0.7, 0.01))
        self.close(rms.bars, [(OWN + KERNEL + THREAD, len(ROUNDS))], (0.7, 0.1))

    def test_two_plots_by_default(self):
        self.assertEqual([panel.x_label for panel in self.panels()], ["trms", "rms"])

    def test_logarithmic_axes(self):
        (trms,) = self.panels("--axes=log", "--plots=trms")
        self.assertEqual(trms.x_label, "trms (log)")
        for (x, y), rounds in zip(trms.points, ROUNDS):
            self.assertAlmostEqual(x / (OWN + rounds * (KERNEL + THREAD)), 1, delta=0.01)
            self.assertAlmostEqual(y / (100 * rounds), 1, delta=0.01)

    def test_both_axes_are_logarithmic_or_none(self):
        for law, labels in ((lambda n: n * n, "trms (log)"), (lambda n: 3 * n, "trms")):
            lines = []
            for n in range(20, 800, 30):
                lines += ["call 1 reader", f"read 1 0x1000 {4 * n}", f"cost 1 {law(n)}", "return 1"]
            self.landau("replay", "-o", "landau.data", input="\n".join(lines) + "\n")
            text = self.landau("export", "--format=svg", "--routine=reader", "--plots=trms")
            self.assertIn(f">{labels}<", text)
            self.assertEqual(text.count("(log)"), 2 if "log" in labels else 0)

    def test_points_of_one_spot_are_drawn_once(self):
        lines = []
        for i in range(1, 20001):
            lines += ["call 1 reader", f"read 1 0x1000 {4 * i}", f"cost 1 {i}", "return 1"]
        self.landau("replay", "-o", "landau.data", input="\n".join(lines) + "\n")
        text = self.landau("export", "--format=svg", "--routine=reader")
        self.assertLess(len(text), 200000)

    def test_a_file_appears_whole(self):
        self.landau("export", "-fsvg", "-rreader*", "-oout.svg")
        ElementTree.parse("out.svg")
        self.assertEqual(sorted(os.listdir()), ["landau.data", "out.svg"])

    def test_refusals(self):
        self.assertIn("use --routine=NAME", self.landau("export", "-fsvg", status=2))
        self.assertIn("--plots must be a list", self.landau("export", "-fsvg", "-rreader*", "--plots=rms,",
                                                       "-oout.svg", status=2))
        self.assertFalse(pathlib.Path("out.svg").exists())
        self.assertIn("--axes must be linear or log", self.landau("export", "-fsvg", "-rreader*",
                                                             "--axes=cubic", status=2))
        self.assertIn("json has no plots", self.landau("export", "-fjson", "--plots=rms", status=2))


if __name__ == "__main__":
    unittest.main()
