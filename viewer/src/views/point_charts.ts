// SPDX-License-Identifier: GPL-2.0-or-later
// point_charts.ts - the smaller charts of a routine, each from its points.

import type { ChartSpec, Series, Shape } from "../charts/spec.ts";
import { type Growth, growthText, growthValue } from "../data/growth.ts";
import { costName, costUnit, exact, fixed, percent, plural, power, short } from "../data/numbers.ts";
import { amortised, composition, smooth, trendOfRatio } from "../data/points.ts";
import { boundText } from "../data/words.ts";
import type { Costs, Points } from "../data/profile.ts";
import { costAxis, hoverLines, pointSheet, sizeAxis, type Subject } from "./cost_chart.ts";

const NO_POINTS = "No points: this routine never returned while it was watched.";

function spread(points: Points, values: Float64Array): string {
	if (points.count === 0) return NO_POINTS;
	return `${plural(points.count, "point")} from n = ${exact(points.size[0])} to ${exact(points.size[points.count - 1])}; values from ${short(values[0])} to ${short(values[values.length - 1])}.`;
}

/** A chart of one value for each point. */
function valueChart(
	subject: Subject,
	values: Float64Array,
	parts: Pick<ChartSpec, "title" | "note"> & {
		y: ChartSpec["y"];
		name: string;
		kind?: "bars" | "points";
		empty?: string;
		extra?: Series[];
	},
): ChartSpec {
	const { points, settings, profile } = subject;
	const y = smooth(values, settings.smoothing);
	const main: Series =
		parts.kind === "bars"
			? { kind: "bars", label: parts.name, x: points.size, y, colour: "worst", quiet: !parts.extra }
			: {
					kind: "points",
					label: parts.name,
					x: points.size,
					y,
					colour: "worst",
					shape: "circle",
					radius: points.count > 400 ? undefined : 2.8,
					quiet: !parts.extra,
				};
	return {
		title: parts.title,
		note: parts.note,
		description: spread(points, y),
		x: sizeAxis(settings),
		y: parts.y,
		series: [...(parts.extra ?? []), main],
		walk: parts.extra?.length ?? 0,
		empty: points.count === 0 ? NO_POINTS : parts.empty,
		hover: (series, i) =>
			series < (parts.extra?.length ?? 0)
				? [{ name: "old profile, n", value: exact(parts.extra![series].x[i]) }]
				: [
						...hoverLines(points, i, costUnit(profile.header.cost)),
						{
							name: parts.name,
							value:
								values[i] >= 1000
									? exact(values[i])
									: String(Number(values[i].toPrecision(5))),
						},
					],
		sheet: () => ({
			columns: ["n", "calls", parts.name],
			rows: Array.from({ length: points.count }, (_, i) => [
				points.size[i],
				points.calls[i],
				values[i],
			]),
		}),
	};
}

export function workloadChart(subject: Subject): ChartSpec {
	const { points, settings, before } = subject;
	const extra: Series[] = before
		? [
				{
					kind: "points",
					label: "old calls",
					x: before.points.size,
					y: before.points.calls,
					colour: "before",
					shape: "square",
					faint: true,
					radius: 2.4,
				},
			]
		: [];
	return valueChart(subject, points.calls, {
		title: "Workload: calls by input size",
		note: "How often the routine was called with each size.",
		name: "calls",
		kind: "bars",
		y: { label: "calls", integer: true, log: settings.logY, format: settings.logY ? power : short },
		extra: before ? extra : undefined,
	});
}

export function totalChart(subject: Subject): ChartSpec {
	const total = subject.routine.cost;
	const { points } = subject;
	let at = 0;
	points.sum.forEach((sum, i) => {
		if (sum > points.sum[at]) at = i;
	});
	const top =
		points.count > 0
			? ` The most expensive size is n = ${exact(points.size[at])} with ${percent(Math.min(1, points.sum[at] / Math.max(1, total)))} of the routine's cost.`
			: "";
	return valueChart(subject, points.sum, {
		title: "Total cost by input size",
		note: `Cost of all activations of a size together.${top}`,
		name: "total cost",
		kind: "bars",
		y: costAxis(subject),
	});
}

export function varianceChart(subject: Subject): ChartSpec {
	const { points } = subject;
	const variance = points.deviation.map((d) => d * d);
	const many = points.calls.some((calls) => calls > 1);
	return valueChart(subject, variance, {
		title: "Variance of the cost",
		note: "The variance is high where inputs of equal size differ in cost: something other than the size matters there.",
		name: "variance",
		y: costAxis(subject, `variance (${costUnit(subject.profile.header.cost)}²)`),
		empty: many
			? variance.some((v) => v > 0)
				? undefined
				: "Every activation of a size cost the same: the variance is 0 everywhere."
			: "Every size was seen once: a variance needs two activations of a size.",
	});
}

export function amortisedChart(subject: Subject): ChartSpec {
	return valueChart(subject, amortised(subject.points), {
		title: "Amortised cost",
		note: "Mean cost of all activations of at most that size.",
		name: "amortised cost",
		y: costAxis(subject),
	});
}

export function boundChart(subject: Subject, bound: Growth): ChartSpec {
	const { points, settings, profile } = subject;
	const ratio = points.max.map((cost, i) => {
		const f = growthValue(bound, points.size[i]);
		return f > 0 ? cost / f : NaN;
	});
	const said = boundText(trendOfRatio(points.size, ratio), bound, subject.routine.worst);
	return valueChart(subject, ratio, {
		title: `Worst cost over ${growthText(bound)}`,
		note: said,
		name: `T(n) / ${growthText(bound)}`,
		y: {
			label: `${costName(profile.header.cost)} / f(n)`,
			log: settings.logY,
			format: settings.logY ? power : short,
		},
	});
}

export function sizeChart(subject: Subject, which: "trms" | "rms"): ChartSpec {
	const costs: Costs = subject.block[which];
	const { settings, routine, profile } = subject;
	const same = routine.points === routine.rmsPoints && subject.block.rms === subject.block.trms;
	const words =
		which === "trms"
			? `Including what other threads and the kernel wrote: ${plural(costs.count, "size")}.`
			: same
				? "The sizes are the same as by trms: the routine had not read before what others wrote."
				: `Without what others wrote while the routine ran: ${plural(costs.count, "size")}, richness ${fixed(routine.richness)}, input volume ${fixed(routine.inputVolume)}.`;
	const y = smooth(costs.max, settings.smoothing);
	return {
		title: `Worst cost against ${which}`,
		note: words,
		description: costs.count
			? `${plural(costs.count, "point")} from n = ${exact(costs.size[0])} to ${exact(costs.size[costs.count - 1])}.`
			: NO_POINTS,
		x: sizeAxis(settings, `${which} (cells)`),
		y: costAxis(subject),
		series: [
			{
				kind: "points",
				label: which,
				x: costs.size,
				y,
				colour: which === "trms" ? "worst" : "rms",
				shape: which === "trms" ? "circle" : "diamond",
				radius: costs.count > 400 ? undefined : 2.8,
				quiet: true,
			},
		],
		empty: costs.count === 0 ? NO_POINTS : undefined,
		hover: (_series, i) => [
			{ name: which, value: exact(costs.size[i]) },
			{ name: "calls", value: exact(costs.calls[i]) },
			{ name: `worst ${costUnit(profile.header.cost)}`, value: exact(costs.max[i]) },
		],
		sheet: () => ({
			columns: ["n", "calls", "min", "max", "sum"],
			rows: Array.from({ length: costs.count }, (_, i) => [
				costs.size[i],
				costs.calls[i],
				costs.min[i],
				costs.max[i],
				costs.sum[i],
			]),
		}),
	};
}

const SHAPES: Shape[] = ["circle", "diamond", "triangle", "square"];
const MOST_THREADS = 8;

export function threadChart(subject: Subject): ChartSpec {
	const { profile, settings, block } = subject;
	const parts = [...block.threads].sort((a, b) => b.cost - a.cost);
	const shown = parts.slice(0, MOST_THREADS);
	const series: Series[] = shown.map((part, i) => ({
		kind: "points",
		label: `thread ${profile.threadName(part.thread)}`,
		x: part.costs.size,
		y: smooth(part.costs.max, settings.smoothing),
		colour: `line-${i}`,
		shape: SHAPES[i % 4],
		radius: 2.8,
	}));
	const rest = parts.length - shown.length;
	return {
		title: "Points by thread",
		note:
			parts.length === 1
				? `Only thread ${profile.threadName(parts[0].thread)} ran this routine.`
				: `Worst cost on each of ${plural(parts.length, "thread")}.${rest > 0 ? ` The ${MOST_THREADS} with the highest cost are drawn; the CSV file has all.` : ""}`,
		description: shown
			.map(
				(part) =>
					`Thread ${profile.threadName(part.thread)}: ${plural(part.costs.count, "point")}, ${plural(part.calls, "call")}.`,
			)
			.join(" "),
		x: sizeAxis(settings),
		y: costAxis(subject),
		series,
		empty: parts.length === 0 ? NO_POINTS : undefined,
		hover: (number, i) => [
			{ name: "thread", value: profile.threadName(shown[number].thread) },
			{ name: "n", value: exact(shown[number].costs.size[i]) },
			{ name: "calls", value: exact(shown[number].costs.calls[i]) },
			{ name: "worst", value: exact(shown[number].costs.max[i]) },
		],
		sheet: () => ({
			columns: ["thread", "n", "calls", "min", "max", "sum"],
			rows: parts.flatMap(({ thread, costs }) =>
				Array.from({ length: costs.count }, (_, i) => [
					profile.header.threads.id[thread],
					costs.size[i],
					costs.calls[i],
					costs.min[i],
					costs.max[i],
					costs.sum[i],
				]),
			),
		}),
	};
}

export function compositionChart(subject: Subject): ChartSpec {
	const { points, settings } = subject;
	const { own, thread, external } = composition(points);
	const scale = (values: Float64Array) => values.map((v) => 100 * v);
	const first = scale(own);
	const second = first.map((v, i) => v + 100 * thread[i]);
	const third = second.map((v, i) => v + 100 * external[i]);
	const zero = new Float64Array(points.count);
	const some = points.thread.some((v) => v > 0) || points.external.some((v) => v > 0);
	const band = (label: string, low: Float64Array, high: Float64Array, colour: string): Series => ({
		kind: "band",
		label,
		x: points.size,
		low,
		high,
		colour,
		opacity: 0.85,
		step: true,
	});
	const few = points.count < 2;
	return {
		title: "Where the input comes from",
		note: "Share of the cells read at each size: in memory before or written by the routine, written by other threads, from outside the program.",
		description: some
			? `At the largest size ${percent(own[points.count - 1])} own, ${percent(thread[points.count - 1])} from threads, ${percent(external[points.count - 1])} from outside.`
			: "All input is the routine's own.",
		x: sizeAxis(settings),
		y: { label: "% of input", log: false, format: (v) => String(v), whole: { min: 0, max: 100 } },
		series: [
			band("own", zero, first, "own"),
			band("threads", first, second, "thread"),
			band("outside", second, third, "external"),
			{
				kind: "points",
				label: "size",
				x: points.size,
				y: points.size.map(() => 100),
				colour: "ink",
				shape: "circle",
				radius: few ? 4 : 1.2,
				quiet: true,
			},
		],
		walk: 3,
		empty:
			points.count === 0
				? NO_POINTS
				: !some
					? "All of the input is the routine's own: nothing that it read was written by another thread or came from outside while it ran."
					: undefined,
		hover: (_series, i) => [
			{ name: "n", value: exact(points.size[i]) },
			{ name: "own", value: percent(own[i]) },
			{ name: "threads", value: percent(thread[i]) },
			{ name: "outside", value: percent(external[i]) },
		],
		sheet: () => pointSheet(points),
	};
}
