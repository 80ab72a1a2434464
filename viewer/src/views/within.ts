// SPDX-License-Identifier: GPL-2.0-or-later
// within.ts - what the most expensive call of a routine had read and paid on its way.

import type { ChartSpec, Series } from "../charts/spec.ts";
import { statementText } from "../data/growth.ts";
import { predict, sampleCurve } from "../data/model.ts";
import { exact, short } from "../data/numbers.ts";
import type { Model, Routine } from "../data/profile.ts";
import { costAxis, sizeAxis, type Subject } from "./cost_chart.ts";

/** What is drawn: all of the call, by all input or by that from outside alone, or the calls that it made when its input had been read, n standing for their number. */
const NAMES = {
	external: { cost: "cost so far", n: "external input so far" },
	way: { cost: "cost so far", n: "n so far" },
	made: { cost: "cost of its calls", n: "n by calls made" },
	left: { cost: "cost of the calls left", n: "n by calls left" },
};

/** The model whose curve is drawn; null where there is no class, or what is told is by external input alone. */
export function drawnWithin({ within, curve }: Routine): Model | null {
	return curve && curve.fit.length > 0 ? within : null;
}

export type Size = "all" | "external";

/** By which size the curve is drawn at first: by the one that shows how the call grows. */
export function firstSize({ curve }: Routine): Size {
	return curve?.external && curve.fit.length === 0 && curve.external.fit.length > 0 ? "external" : "all";
}

/** Null where no call of the routine was long enough. With a model the curve goes on to the size that is asked for. */
export function withinChart(subject: Subject, size: Size, model: Model | null): ChartSpec | null {
	const { routine, settings } = subject;
	if (!routine.curve) return null;
	const { of: kind, external } = routine.curve;
	const byExternal = size === "external" && external !== null;
	const curve = byExternal ? external : routine.curve;
	const x = Float64Array.from(curve.n);
	const y = Float64Array.from(curve.cost);
	const last = x.length - 1;
	const names = NAMES[byExternal ? "external" : kind];
	const points: Series = {
		kind: "points",
		label: names.cost,
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
	const { ahead } = settings;
	const on =
		model && ahead > 0 ? sampleCurve(model, 0, Math.max(ahead, x[last]) * 1.2, settings.logX) : null;
	if (on && fit[0].kind === "line") [fit[0].x, fit[0].y] = [on.x, on.y];
	const predicted: Series[] =
		model && on
			? [
					{
						kind: "points",
						label: `Predicted at n = ${short(ahead)}`,
						x: Float64Array.of(ahead),
						y: Float64Array.of(predict(model, ahead)),
						colour: "worse",
						shape: "diamond",
						radius: 5,
					},
				]
			: [];
	const series = [...fit, points, ...predicted];
	return {
		title: "Within a call",
		note: statementText(curve.text),
		description: `${x.length} marks from ${byExternal ? "external input" : "n"} = ${exact(x[0])} to ${exact(x[last])}; ${names.cost} from ${short(y[0])} to ${short(y[last])}.`,
		x: sizeAxis(settings, byExternal ? `${names.n} (cells)` : `${names.n} (trms, cells)`),
		y: costAxis(subject),
		series,
		walk: fit.length,
		hover: (number, i) => {
			const of = series[number];
			if (on && of !== points)
				return [
					{ name: "n", value: exact(of.x[i]) },
					{ name: "predicted cost", value: short(predict(model!, of.x[i])) },
				];
			return [
				{ name: names.n, value: exact(x[i]) },
				{ name: names.cost, value: exact(y[i]) },
				...(fit.length > 0 ? [{ name: "fit", value: short(curve.fit[i]) }] : []),
			];
		},
		sheet: () => ({
			columns: [byExternal ? "external_input" : "n", "cost"],
			rows: Array.from({ length: x.length }, (_, i) => [x[i], y[i]]),
		}),
	};
}
