# SPDX-License-Identifier: GPL-2.0-or-later
"""chart.py - the results of compare.py as an SVG: bars for one number of threads, lines for several."""
import math
from xml.sax.saxutils import escape

COLOURS = {"none": "#999999", "callgrind": "#e69f00", "memcheck": "#56b4e9", "helgrind": "#cc79a7",
           "landau-rms": "#f0e442", "landau": "#009e73", "landau-native": "#0072b2", "tsan": "#d55e00"}
STYLE = """<style>text{font:12px sans-serif;fill:#333}.axis{stroke:#999;fill:none}
@media (prefers-color-scheme:dark){text{fill:#ddd}}</style>"""


def text(x, y, content, anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(content)}</text>'


def legend(names, x, y):
    parts = []
    for i, name in enumerate(names):
        parts.append(f'<rect x="{x}" y="{y + 18 * i}" width="12" height="12" fill="{COLOURS[name]}"/>')
        parts.append(text(x + 18, y + 10 + 18 * i, name))
    return parts


def greatest(rows):
    """The greatest multiple of the CPU time of none, of tools that are drawn."""
    return max((row[name]["cpu"] / max(row["none"]["cpu"], 1e-3) for row in rows.values() for name in COLOURS
                if name != "none" and name in row), default=2)


def bars(rows, title, top=None):
    """CPU time over none, a group of bars for each subject; the axis is logarithmic, from 1 to `top`."""
    names = [name for name in COLOURS if name != "none" and any(name in row for row in rows.values())]
    # A program that a tool was not tried on has no bar there.
    values = {subject: {name: row[name]["cpu"] / max(row["none"]["cpu"], 1e-3) for name in names if name in row}
              for subject, row in rows.items()}
    top = top or greatest(rows)
    left, height, width = 40, 240, 14 * len(names) + 16

    def place(value):
        return max(0.0, math.log(value) / math.log(top))

    parts = [text(left, 20, title)]
    for i, (subject, group) in enumerate(values.items()):
        x = left + 8 + i * width
        for name, value in group.items():
            size = height * place(value)
            parts.append(f'<rect x="{x + 14 * names.index(name)}" y="{40 + height - size:.1f}" width="12" '
                         f'height="{size:.1f}" fill="{COLOURS[name]}">'
                         f'<title>{escape(subject)}, {name}: {value:.2f}</title></rect>')
        parts.append(f'<text transform="translate({x + width / 2 - 4:.1f},{48 + height}) rotate(45)">'
                     f'{escape(subject)}</text>')
    right = left + 16 + width * len(values)
    for value in (1, 2, 5, 10, 20, 50, 100, 200):
        if value <= top:
            y = 40 + height - height * place(value)
            parts.append(text(left - 6, y + 4, str(value), "end"))
            parts.insert(0, f'<path class="axis" opacity="0.4" d="M{left} {y:.1f}H{right}"/>')
    return parts + legend(names, right + 8, 40), right + 130, height + 130


def lines(means, key, title):
    """Geometric means against the number of threads."""
    threads = sorted(means)
    names = [name for name in means[threads[0]][key] if name in COLOURS]
    top = max((means[t][key][name] for t in threads for name in names), default=1) * 1.05
    left, height, width = 40, 240, 420
    parts = [text(left, 20, title)]
    place = {t: left + 20 + i * (width - 40) / max(1, len(threads) - 1) for i, t in enumerate(threads)}
    for name in names:
        points = " ".join(f"{place[t]:.1f},{40 + height * (1 - means[t][key][name] / top):.1f}"
                          for t in threads)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[name]}" stroke-width="2"/>')
    for t in threads:
        parts.append(text(place[t], 60 + height, str(t), "middle"))
    for value in range(0, int(top) + 1, max(1, round(top / 6))):
        parts.append(text(left - 6, 44 + height * (1 - value / top), str(value), "end"))
    parts.append(f'<path class="axis" d="M{left} 40v{height}h{width}"/>')
    parts.append(text(left + width / 2, 80 + height, "threads", "middle"))
    return parts + legend(names, left + width + 8, 40), left + width + 130, height + 100


def draw(results):
    if len(results["threads"]) == 1:
        threads, rows = next(iter(results["threads"].items()))
        drawn = [bars(rows, f"CPU time as a multiple of valgrind --tool=none, {threads} threads")]
    else:
        drawn = [lines(results["means"], "time_over_none", "CPU time over none, geometric mean"),
                 lines(results["means"], "memory_over_native", "peak memory over native, geometric mean")]
    width = max(part[1] for part in drawn)
    height = sum(part[2] for part in drawn)
    body, offset = [], 0
    for parts, _, part_height in drawn:
        body.append(f'<g transform="translate(0,{offset})">' + "".join(parts) + "</g>")
        offset += part_height
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}">{STYLE}{"".join(body)}</svg>\n')
