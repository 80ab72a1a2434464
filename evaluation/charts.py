# SPDX-License-Identifier: GPL-2.0-or-later
"""charts.py - the charts over whole programs as SVG: curves over the routines, stacked bars."""
import math
from xml.sax.saxutils import escape

import common  # noqa: F401 - makes bench/chart.py importable
import chart

COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999"]
THREAD, EXTERNAL = "#d55e00", "#0072b2"
WIDTH, HEIGHT, LEFT, TOP = 250, 200, 46, 46


def document(parts, width, height, title):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img"><title>{escape(title)}</title>{chart.STYLE}'
            f'{"".join(parts)}</svg>\n')


def ticks(low, high, logarithmic):
    if logarithmic:
        first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
        return [10.0 ** i for i in range(first, last + 1, 1 + (last - first) // 6)]
    step = 10 ** math.floor(math.log10((high - low) / 3))
    step *= 5 if (high - low) / step > 14 else 2 if (high - low) / step > 7 else 1
    return [i * step for i in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def panel(series, x_label, y_label, x_range, y_range, logarithmic, colours):
    """One plot of curves with its legend below."""

    def at_x(value):
        return LEFT + WIDTH * (value - x_range[0]) / (x_range[1] - x_range[0])

    def at_y(value):
        low, high = y_range
        share = math.log(value / low) / math.log(high / low) if logarithmic else (value - low) / (high - low)
        return TOP + HEIGHT * (1 - min(1, max(0, share)))

    parts = [chart.text(LEFT, TOP - 8, y_label)]
    for value in ticks(*y_range, logarithmic):
        parts.append(f'<path class="axis" opacity="0.3" d="M{LEFT} {at_y(value):.1f}h{WIDTH}"/>')
        parts.append(chart.text(LEFT - 5, at_y(value) + 4, f"{value:g}", "end"))
    for value in ticks(*x_range, False):
        parts.append(chart.text(at_x(value), TOP + HEIGHT + 16, f"{value:g}", "middle"))
    parts.append(f'<path class="axis" d="M{LEFT} {TOP}v{HEIGHT}h{WIDTH}"/>')
    parts.append(chart.text(LEFT + WIDTH / 2, TOP + HEIGHT + 34, x_label, "middle"))
    for i, (name, points) in enumerate(series.items()):
        inside = [p for p in points if p[0] <= x_range[1]]
        inside.append((x_range[1], inside[-1][1]))
        line = " ".join(f"{at_x(x):.1f},{at_y(y):.1f}" for x, y in inside)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colours[i]}" stroke-width="1.6">'
                     f'<title>{escape(name)}</title></polyline>')
        column, row = i % 3, i // 3
        x, y = LEFT + 86 * column, TOP + HEIGHT + 46 + 16 * row
        parts.append(f'<rect x="{x}" y="{y}" width="10" height="10" fill="{colours[i]}"/>')
        parts.append(chart.text(x + 14, y + 9, name))
    return parts


def steps(values):
    """A curve `x percent of the routines have at least y` through values, as a staircase."""
    ordered = sorted(values, reverse=True)
    points = []
    for i, value in enumerate(ordered):
        points += [(100 * i / len(ordered), value), (100 * (i + 1) / len(ordered), value)]
    # Only the corners: programs have thousands of routines.
    return [p for i, p in enumerate(points)
            if i in (0, len(points) - 1) or points[i - 1][1] != p[1] or points[i + 1][1] != p[1]]


def curves(values, title, y_label, y_range=None, x_high=100):
    """A picture of several panels, up to seven programs in each; `values`: program -> numbers of its routines."""
    names = list(values)
    groups = [names[i:i + len(COLOURS)] for i in range(0, len(names), len(COLOURS))]
    logarithmic = False
    if y_range is None:
        top = max(max(numbers) for numbers in values.values())
        logarithmic = top > 20
        y_range = (0.1, top) if logarithmic else (0, math.ceil(top))
    parts = [chart.text(LEFT, 16, title)]
    for i, group in enumerate(groups):
        series = {name: steps(values[name]) for name in group}
        parts.append(f'<g transform="translate({i * (WIDTH + 70)},6)">')
        parts += panel(series, "% of the routines", y_label, (0, x_high), y_range, logarithmic, COLOURS)
        parts.append("</g>")
    return document(parts, len(groups) * (WIDTH + 70), TOP + HEIGHT + 104, title)


def shares(rows, title):
    """Bars of 100 %: of each program the part of thread and of external input, in the order given."""
    left, height, width = 46, 200, 30
    parts = [chart.text(left, 16, title)]
    for value in (0, 20, 40, 60, 80, 100):
        y = 34 + height * (1 - value / 100)
        parts.append(f'<path class="axis" opacity="0.3" d="M{left} {y:.1f}h{width * len(rows) + 8}"/>')
        parts.append(chart.text(left - 5, y + 4, str(value), "end"))
    for i, (name, thread) in enumerate(rows):
        x, split = left + 8 + width * i, 34 + height * (1 - thread / 100)
        parts.append(f'<rect x="{x}" y="{split:.1f}" width="22" height="{34 + height - split:.1f}" '
                     f'fill="{THREAD}"><title>{escape(name)}: threads {thread:.1f} %</title></rect>')
        parts.append(f'<rect x="{x}" y="34" width="22" height="{split - 34:.1f}" fill="{EXTERNAL}">'
                     f'<title>{escape(name)}: external {100 - thread:.1f} %</title></rect>')
        parts.append(f'<text transform="translate({x + 6},{48 + height}) rotate(45)">{escape(name)}</text>')
    right = left + 16 + width * len(rows)
    for y, colour, word in ((40, EXTERNAL, "external"), (58, THREAD, "threads")):
        parts.append(f'<rect x="{right}" y="{y}" width="12" height="12" fill="{colour}"/>')
        parts.append(chart.text(right + 18, y + 10, word))
    return document(parts, right + 90, height + 130, title)


def partition(programs, title):
    """For each program its routines, those with most induced input first, and what it is made of."""
    parts = [chart.text(LEFT, 16, title)]
    for k, (name, rows) in enumerate(programs.items()):
        rows = sorted(rows, key=lambda row: -(row[0] + row[1]))
        parts.append(f'<g transform="translate({k * (WIDTH + 70)},6)">')
        parts.append(chart.text(LEFT, TOP - 8, f"{name}: % of the input, {len(rows)} routines"))
        for value in (0, 20, 40, 60, 80, 100):
            y = TOP + HEIGHT * (1 - value / 100)
            parts.append(f'<path class="axis" opacity="0.3" d="M{LEFT} {y:.1f}h{WIDTH}"/>')
            parts.append(chart.text(LEFT - 5, y + 4, str(value), "end"))
        # One bar a pixel: the mean of the routines that fall on it.
        for i in range(WIDTH):
            some = rows[i * len(rows) // WIDTH:max(i * len(rows) // WIDTH + 1, (i + 1) * len(rows) // WIDTH)]
            thread, external = (sum(row[j] for row in some) / len(some) for j in (0, 1))
            for low, high, colour in ((0, external, EXTERNAL), (external, external + thread, THREAD)):
                if high - low > 0.2:
                    parts.append(f'<path stroke="{colour}" d="M{LEFT + i + .5} {TOP + HEIGHT * (1 - low / 100):.1f}'
                                 f'V{TOP + HEIGHT * (1 - high / 100):.1f}"/>')
        for i, (colour, word) in enumerate(((EXTERNAL, "external"), (THREAD, "threads"))):
            parts.append(f'<rect x="{LEFT + 90 * i}" y="{TOP + HEIGHT + 30}" width="10" height="10" fill="{colour}"/>')
            parts.append(chart.text(LEFT + 90 * i + 15, TOP + HEIGHT + 39, word))
        parts.append(chart.text(LEFT + WIDTH / 2, TOP + HEIGHT + 16, "routines, most induced input first", "middle"))
        parts.append("</g>")
    return document(parts, len(programs) * (WIDTH + 70), TOP + HEIGHT + 60, title)
