// SPDX-License-Identifier: GPL-2.0-or-later
// within.ts - what the most expensive call of a routine had read and paid on its way.

import type { ChartSpec, Series } from "../charts/spec.ts";
import { statementText } from "../data/growth.ts";
import { exact, short } from "../data/numbers.ts";
import { costAxis, sizeAxis, type Subject } from "./cost_chart.ts";

/** Null where no call of the routine was long enough. */
export function withinChart(subject: Subject): ChartSpec | null {
	const { routine, settings } = subject;
	const { curve } = routine;
	if (!curve) return null;
	const x = Float64Array.from(curve.n);
	const y = Float64Array.from(curve.cost);
	const last = x.length - 1;
	const points: Series = {
		kind: "points",
		label: "cost so far",
		x,
		y,
		colour: "worst",
		shape: "circle",
		radius: 2.8,
		quiet: curve.fit.length === 0,
	};
	const fit: Series[] =
		curve.fit.length > 0
			? [
					{
						kind: "line",
						label: "fit",
						x,
						y: Float64Array.from(curve.fit),
						colour: "worst",
						loose: true,
					},
				]
			: [];
	return {
		title: "Within a call",
		note: statementText(curve.text),
		description: `${x.length} marks from n = ${exact(x[0])} to ${exact(x[last])}; cost so far from ${short(y[0])} to ${short(y[last])}.`,
		x: sizeAxis(settings, "n so far (trms, cells)"),
		y: costAxis(subject),
		series: [...fit, points],
		walk: fit.length,
		hover: (_, i) => [
			{ name: "n so far", value: exact(x[i]) },
			{ name: "cost so far", value: exact(y[i]) },
			...(fit.length > 0 ? [{ name: "fit", value: short(curve.fit[i]) }] : []),
		],
		sheet: () => ({
			columns: ["n", "cost"],
			rows: Array.from({ length: x.length }, (_, i) => [x[i], y[i]]),
		}),
	};
}
