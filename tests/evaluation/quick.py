#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""quick.py BUILD PART - a part of the evaluation on tiny inputs: it runs, and leaves data, pictures and a text."""
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
build, part = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
with tempfile.TemporaryDirectory() as name:
    output = pathlib.Path(name)
    subprocess.run([ROOT / "evaluation" / "run", "--build", build, "--quick", "--output", output, part], check=True)
    text = (output / part / f"{part}.md").read_text(encoding="utf-8")
    print(text)
    pictures = re.findall(r"\]\((\S+\.svg)\)", text)
    # Flows are told in tables, and of the paper they answer a question.
    assert pictures or part == "sources", "no picture"
    for picture in pictures:
        ElementTree.parse(output / part / picture)
    assert list((output / part).glob("*.json")), "no data"
    assert part == "sources" or re.search(r"\| (agrees|\*\*\w+\*\*) \|", text), "no verdict"
    assert f"<!-- end of {part} -->" in (output / "evaluation.md").read_text(encoding="utf-8")
