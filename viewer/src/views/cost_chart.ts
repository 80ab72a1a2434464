// SPDX-License-Identifier: GPL-2.0-or-later
// cost_chart.ts - the cost plot of a routine: its points, fitted curves, selection, and the older profile.

import type { ChartSpec, HoverLine, PointSeries, Series, Shape } from "../charts/spec.ts";
import type { Sheet } from "../data/csv.ts";
import { growthLabel, hasCurve, predict, sampleCurve } from "../data/model.ts";
import { costName, costUnit, exact, percent, plural, power, short } from "../data/numbers.ts";
import { type Case, caseOf, group, smooth } from "../data/points.ts";
import type { Block, Model, Points, Profile, Routine } from "../data/profile.ts";

export interface Settings {
	logX: boolean;
	logY: boolean;
	cases: Set<Case>;
	colour: "calls" | "case";
	perDecade: number;
	smoothing: number;
	fit: boolean;
	/** A size to extrapolate to, NaN for none. */
	ahead: number;
}

export interface Subject {
	profile: Profile;
	routine: Routine;
	block: Block;
	/** Grouped as the settings say. */
	points: Points;
	settings: Settings;
	before: { routine: Routine; points: Points } | null;
}

export const CASES: [Case, string, Shape][] = [
	["worst", "Worst", "circle"],
	["mean", "Mean", "diamond"],
	["best", "Best", "triangle"],
];

export function makeSubject(
	profile: Profile,
	routine: Routine,
	settings: Settings,
	older: { profile: Profile; routine: Routine } | null,
): Subject {
	const block = profile.block(routine.index);
	return {
		profile,
		routine,
		block,
		points: group(block.trms, settings.perDecade),
		settings,
		before: older && {
			routine: older.routine,
			points: group(older.profile.block(older.routine.index).trms, settings.perDecade),
		},
	};
}

export function sizeAxis(settings: Settings, label = "input size n (trms, cells)"): ChartSpec["x"] {
	return { label, log: settings.logX, format: settings.logX ? power : short };
}

export function costAxis(
	subject: Subject,
	label = `cost (${costUnit(subject.profile.header.cost)})`,
): ChartSpec["y"] {
	return { label, log: subject.settings.logY, format: subject.settings.logY ? power : short };
}

export function pointSheet(points: Points): Sheet {
	return {
		columns: [
			"n",
			"calls",
			"min",
			"max",
			"sum",
			"mean",
			"deviation",
			"rms_sum",
			"thread_sum",
			"external_sum",
		],
		rows: Array.from({ length: points.count }, (_, i) => [
			points.size[i],
			points.calls[i],
			points.min[i],
			points.max[i],
			points.sum[i],
			points.sum[i] / points.calls[i],
			points.deviation[i],
			points.rms[i],
			points.thread[i],
			points.external[i],
		]),
	};
}

export function hoverLines(points: Points, i: number, unit: string): HoverLine[] {
	const lines = [
		{ name: "n", value: exact(points.size[i]) },
		{ name: "calls", value: exact(points.calls[i]) },
		{ name: `worst ${unit}`, value: exact(points.max[i]) },
	];
	if (points.calls[i] > 1)
		lines.push(
			{ name: "mean", value: exact(points.sum[i] / points.calls[i]) },
			{ name: "best", value: exact(points.min[i]) },
		);
	const total = points.size[i] * points.calls[i];
	if (points.thread[i] > 0)
		lines.push({ name: "of n from threads", value: percent(points.thread[i] / total) });
	if (points.external[i] > 0)
		lines.push({ name: "of n from outside", value: percent(points.external[i] / total) });
	return lines;
}

/** The place of each number of calls on the colour ramp, by its logarithm. */
export function callsRamp(calls: Float64Array): { ramp: Float64Array; low: number; high: number } {
	let low = Infinity;
	let high = 0;
	for (const count of calls) {
		if (count < low) low = count;
		if (count > high) high = count;
	}
	/* A narrow range of calls uses the strong end of the ramp only. */
	const span = Math.max(Math.log(high / low), Math.log(16));
	return { ramp: calls.map((count) => (low < high ? 1 - Math.log(high / count) / span : 0.6)), low, high };
}

function fitSeries(
	model: Model | null,
	label: string,
	colour: string,
	subject: Subject,
	to: number,
	dash?: number[],
): Series[] {
	if (!model) return [];
	const band = sampleCurve(model, 0, to, subject.settings.logX);
	if (!band) return [];
	/* Points that say nothing of the growth have a curve all the same: how they lie. */
	const sure = hasCurve(model);
	const name = sure ? `${label} fit: ${growthLabel(model)}` : `${label}: through the points`;
	const line: Series = {
		kind: "line",
		label: name,
		x: band.x,
		y: band.y,
		colour,
		loose: true,
		dash: model.growth ? dash : sure ? [7, 3] : [2, 4],
		width: 1.5,
	};
	if (!model.growth) return [line];
	return [
		{
			kind: "band",
			label: "95 % of activations",
			x: band.x,
			low: band.low,
			high: band.high,
			colour,
			loose: true,
			quiet: label !== "Worst",
			opacity: 0.09,
		},
		line,
	];
}

function hiddenNote(points: Points, settings: Settings): string {
	if (!settings.logX) return "";
	const hidden = points.size.filter((n) => n <= 0).length;
	return hidden > 0 ? ` ${plural(hidden, "point")} of size 0 cannot be shown on a logarithmic axis.` : "";
}

export function costChart(subject: Subject, selected: number[]): ChartSpec {
	const { points, settings, routine, profile } = subject;
	const unit = costUnit(profile.header.cost);
	const largest = Math.max(
		points.size[points.count - 1] ?? 0,
		Number.isFinite(settings.ahead) ? settings.ahead : 0,
	);
	const series: Series[] = [];
	const sources: (Points | null)[] = [];
	const add = (from: Points | null, ...added: Series[]) => {
		for (const one of added) {
			series.push(one);
			sources.push(from);
		}
	};
	if (settings.fit && settings.cases.has("worst"))
		add(null, ...fitSeries(routine.worst, "Worst", "fit", subject, largest * 1.2));
	if (settings.fit && settings.cases.has("mean"))
		add(null, ...fitSeries(routine.mean, "Mean", "mean", subject, largest * 1.2, [7, 4]));
	if (subject.before) {
		const old = subject.before;
		if (settings.fit)
			add(null, ...fitSeries(old.routine.worst, "Old", "before", subject, largest * 1.2, [7, 4]));
		add(old.points, {
			kind: "points",
			label: "Old worst",
			x: old.points.size,
			y: smooth(old.points.max, settings.smoothing),
			colour: "before",
			shape: "square",
			faint: true,
		});
	}
	const byCalls = settings.colour === "calls" && points.count > 0 ? callsRamp(points.calls) : null;
	for (const [which, label, shape] of CASES) {
		if (!settings.cases.has(which)) continue;
		const one: PointSeries = {
			kind: "points",
			label,
			x: points.size,
			y: smooth(caseOf(points, which), settings.smoothing),
			colour: which,
			shape,
		};
		if (byCalls) one.ramp = byCalls.ramp;
		add(points, one);
	}
	const walk = series.findIndex((one, i) => one.kind === "points" && sources[i] === points);
	if (selected.length > 0)
		add(points, {
			kind: "points",
			label: "Selected",
			x: Float64Array.from(selected, (i) => points.size[i]),
			y: Float64Array.from(selected, (i) => caseOf(points, "worst")[i]),
			colour: "mean",
			shape: "circle",
			radius: 4.2,
		});
	if (Number.isFinite(settings.ahead) && routine.worst?.guess)
		add(null, {
			kind: "points",
			label: `Predicted at n = ${short(settings.ahead)}`,
			x: Float64Array.of(settings.ahead),
			y: Float64Array.of(predict(routine.worst, settings.ahead)),
			colour: "worse",
			shape: "diamond",
			radius: 5,
		});
	const chosen = series.length - 1;
	return {
		title: `Cost plot: ${routine.name}`,
		note: `Each point is one input size${settings.perDecade > 0 ? " group" : ""}.${settings.smoothing > 1 ? ` Running median of ${settings.smoothing}.` : ""}${hiddenNote(points, settings)}`,
		description: points.count
			? `${plural(points.count, "point")} from n = ${exact(points.size[0])} to ${exact(points.size[points.count - 1])}; worst cost from ${exact(points.max[0])} to ${exact(points.max[points.count - 1])} ${costName(profile.header.cost)}. Use the arrow keys to hear each point.`
			: "",
		x: sizeAxis(settings),
		y: costAxis(subject),
		series,
		walk: Math.max(0, walk),
		empty:
			points.count === 0
				? "This routine never returned while it was watched, so it has no points."
				: settings.cases.size === 0 && !subject.before
					? "No curve is chosen: switch on worst, mean or best."
					: undefined,
		ramp:
			byCalls && byCalls.low < byCalls.high
				? { label: "calls", low: short(byCalls.low), high: short(byCalls.high) }
				: undefined,
		hover: (number, index) => {
			const from = sources[number];
			if (from && number === chosen && selected.length > 0 && series[number].label === "Selected")
				return hoverLines(points, selected[index], unit);
			if (from)
				return from === points
					? hoverLines(points, index, unit)
					: [{ name: "old profile", value: "" }, ...hoverLines(from, index, unit)];
			return [
				{ name: "n", value: exact(series[number].x[index]) },
				{ name: `predicted ${unit}`, value: short(predict(routine.worst!, series[number].x[index])) },
			];
		},
		sheet: () => pointSheet(points),
	};
}
