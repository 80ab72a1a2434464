// SPDX-License-Identifier: GPL-2.0-or-later
// svg.ts - a chart as a standing SVG document: title, axes, series, legend, in the current colours.

import { s } from "../ui/dom.ts";
import { theme as currentTheme } from "../ui/theme.ts";
import { drawSeries, type Frame, rampColours } from "./draw.ts";
import { SvgPainter } from "./painter.ts";
import { projector, ticksOf } from "./scale.ts";
import type { ChartSpec, Range } from "./spec.ts";

const FONT = "system-ui, sans-serif";

function text(
	x: number,
	y: number,
	content: string,
	fill: string,
	extra: Record<string, unknown> = {},
): SVGTextElement {
	return s("text", { x, y, fill, "font-family": FONT, "font-size": 11, ...extra }, content);
}

export function chartSvg(
	spec: ChartSpec,
	width: number,
	height: number,
	view: { x: Range; y: Range },
): string {
	const theme = currentTheme();
	const frame: Frame = {
		left: 66,
		top: 40,
		width: width - 66 - 18,
		height: height - 40 - 66,
		x: view.x,
		y: view.y,
	};
	const root = s("svg", {
		xmlns: "http://www.w3.org/2000/svg",
		width,
		height,
		viewBox: `0 0 ${width} ${height}`,
	});
	root.append(
		s("rect", { width, height, fill: theme.surface }),
		text(14, 22, spec.title, theme.ink, { "font-size": 14, "font-weight": 600 }),
	);
	const bottom = frame.top + frame.height;
	const px = projector(frame.x, spec.x.log, frame.left, frame.width);
	const py = projector(frame.y, spec.y.log, bottom, -frame.height);
	for (const tick of ticksOf(frame.x, spec.x, frame.width / 80)) {
		root.append(s("line", { x1: px(tick), x2: px(tick), y1: frame.top, y2: bottom, stroke: theme.grid }));
		root.append(
			text(px(tick), bottom + 16, spec.x.format(tick), theme.muted, { "text-anchor": "middle" }),
		);
	}
	for (const tick of ticksOf(frame.y, spec.y, frame.height / 44)) {
		root.append(
			s("line", {
				x1: frame.left,
				x2: frame.left + frame.width,
				y1: py(tick),
				y2: py(tick),
				stroke: theme.grid,
			}),
		);
		root.append(
			text(frame.left - 7, py(tick) + 4, spec.y.format(tick), theme.muted, { "text-anchor": "end" }),
		);
	}
	root.append(
		text(frame.left + frame.width / 2, bottom + 34, spec.x.label, theme.muted, {
			"text-anchor": "middle",
		}),
	);
	root.append(
		text(14, frame.top + frame.height / 2, spec.y.label, theme.muted, {
			"text-anchor": "middle",
			transform: `rotate(-90 14 ${frame.top + frame.height / 2})`,
		}),
	);
	const clip = s(
		"clipPath",
		{ id: "plot" },
		s("rect", { x: frame.left, y: frame.top, width: frame.width, height: frame.height }),
	);
	const group = s("g", { "clip-path": "url(#plot)" });
	root.append(s("defs", {}, clip), group);
	const painter = new SvgPainter(group);
	drawSeries(painter, frame, spec, theme);
	painter.flush();

	const legend = s("g");
	root.append(legend);
	const swatches = new SvgPainter(legend);
	let at = frame.left;
	for (const series of spec.series) {
		if (series.quiet) continue;
		const colour =
			series.kind === "points" && series.ramp ? rampColours(theme)[10] : theme.colour(series.colour);
		const y = height - 14;
		if (series.kind === "points") swatches.marker(series.shape, at + 5, y, 4, colour, 1);
		else if (series.kind === "line")
			swatches.line([at, y, at + 12, y], colour, series.width ?? 1.75, series.dash ?? []);
		else swatches.rectangle(at, y - 5, 10, 10, colour);
		legend.append(text(at + 16, y + 4, series.label, theme.muted));
		at += 34 + series.label.length * 6;
	}
	swatches.flush();
	if (spec.ramp)
		legend.append(
			text(
				frame.left + frame.width,
				height - 10,
				`${spec.ramp.label}: ${spec.ramp.low} to ${spec.ramp.high}`,
				theme.muted,
				{ "text-anchor": "end" },
			),
		);
	return new XMLSerializer().serializeToString(root);
}
