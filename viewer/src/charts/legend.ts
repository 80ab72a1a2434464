// SPDX-License-Identifier: GPL-2.0-or-later
// legend.ts - the key of a chart: shapes as well as colours, so that colour is never alone.

import { h, s } from "../ui/dom.ts";
import type { ChartSpec, Series } from "./spec.ts";

const SHAPES = {
	circle: "M6 2a4 4 0 1 0 .01 0z",
	diamond: "M6 1l5 5-5 5-5-5z",
	triangle: "M6 1.5l5 9h-10z",
	square: "M2.5 2.5h7v7h-7z",
};

export function swatch(series: Series): SVGSVGElement {
	const colour = `var(--${series.kind === "points" && series.ramp ? "ramp-2" : series.colour})`;
	const icon = s("svg", { viewBox: "0 0 12 12", width: 12, height: 12, "aria-hidden": "true" });
	if (series.kind === "points")
		icon.append(s("path", { d: SHAPES[series.shape], style: { fill: colour } }));
	else if (series.kind === "line")
		icon.append(
			s("path", {
				d: "M0 6h12",
				style: { stroke: colour },
				"stroke-width": 2,
				"stroke-dasharray": series.dash ? series.dash.map((d) => d / 1.5).join(" ") : null,
			}),
		);
	else
		icon.append(
			s("path", {
				d: "M0 2h12v8h-12z",
				style: {
					fill: colour,
					"fill-opacity":
						series.kind === "band" ? String(Math.max(0.3, series.opacity ?? 0.3)) : "1",
				},
			}),
		);
	return icon;
}

export function legend(spec: ChartSpec): HTMLElement {
	const list = h("ul", { class: "legend", "aria-label": "Key" });
	for (const series of spec.series)
		if (!series.quiet) list.append(h("li", {}, swatch(series), series.label));
	if (spec.ramp)
		list.append(
			h(
				"li",
				{ class: "ramp" },
				h("span", {}, spec.ramp.low),
				h("i", { "aria-hidden": "true" }),
				h("span", {}, spec.ramp.high),
				h("span", {}, spec.ramp.label),
			),
		);
	return list;
}
