# SPDX-License-Identifier: GPL-2.0-or-later
"""assemble.py - puts the texts and pictures of the parts together to one document.

The document has a place for each part between two comments. What a part left in its folder goes there; of
a part that was not run, what stands in the document stays. Texts name their pictures by file
name alone; here they get the path from the document.
"""
import re
import shutil

import common

PARTS = ("mariadb", "vips", "richness", "table", "threads", "sources", "wild")
PICTURES = "images/evaluation"
NOTHING = "Not measured yet: `./bootstrap evaluate {part}` fills this place.\n"


def begin(part):
    return f"<!-- {part}: made by ./bootstrap evaluate {part} -->\n"


def end(part):
    return f"<!-- end of {part} -->\n"


def old_text(document, part):
    """What the document has of a part, or None."""
    if begin(part) not in document or end(part) not in document:
        return None
    return document.split(begin(part), 1)[1].split(end(part), 1)[0]


def new_text(folder, part):
    """What the part left, its links leading to the pictures; None if it has not run."""
    path = folder / f"{part}.md"
    if not path.exists():
        return None
    text = path.read_text(encoding="utf-8").strip() + "\n"
    return re.sub(r"\]\(([^)/:]+\.svg)\)", rf"]({PICTURES}/\1)", text)


def copy_pictures(folder, target):
    """All pictures of a part; those that it drew once and draws no longer go."""
    target.mkdir(parents=True, exist_ok=True)
    for picture in target.glob(f"{folder.name}-*.svg"):
        picture.unlink()
    for picture in sorted(folder.glob("*.svg")):
        if picture.name != "chart.svg":  # of bench/compare.py, drawn anew by the part
            shutil.copyfile(picture, target / picture.name)


def verdicts(texts):
    """How many statements of the paper each part agrees with; `texts`: (heading, text)."""
    rows = []
    for heading, text in texts:
        title = heading.split("\n")[0].lstrip("# ")
        agree, differ = (len(re.findall(pattern, text, re.MULTILINE))
                         for pattern in (r"\| agrees \|$", r"\| \*\*[a-z]+\*\* \|$"))
        if agree + differ:
            rows.append([f"[{title}](#{title.lower().replace(' ', '-')})", agree, differ])
    if not rows:
        return ""
    rows.append(["all", *(sum(row[i] for row in rows) for i in (1, 2))])
    return "\n" + common.table(["statements of the paper", "agree", "differ"], rows) + "\n"


def put_together(results, target, fresh):
    """Writes evaluation.md and its pictures into `target`, with new texts of the `fresh` parts; returns its path."""
    path = target / "evaluation.md"
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    texts = []
    for part in PARTS:
        text = new_text(results / part, part) if part in fresh else None
        if text is None:
            text = old_text(old, part) or NOTHING.format(part=part)
        else:
            copy_pictures(results / part, target / PICTURES)
        texts.append(((common.TEXTS / f"{part}-head.md").read_text(encoding="utf-8"), begin(part) + text + end(part)))
    document = (common.TEXTS / "head.md").read_text(encoding="utf-8") + verdicts(texts)
    document += "".join(f"\n{heading}\n{text}" for heading, text in texts)
    path.write_text(document, encoding="utf-8")
    return path
