// SPDX-License-Identifier: GPL-2.0-or-later
// program_charts.ts - the charts of the whole program: what routines have at least, who feeds them, all activations.

import type { ChartSpec, Series } from "../charts/spec.ts";
import { GROWTHS, growthText } from "../data/growth.ts";
import { allPoints, exceedance, type InducedBar, partOf } from "../data/measures.ts";
import { colourOf } from "../data/model.ts";
import { costUnit, exact, percent, plural, power, short } from "../data/numbers.ts";
import type { Profile } from "../data/profile.ts";
import { growthColour } from "../ui/badge.ts";
import { go, routineAddress } from "../ui/state.ts";
import type { Session } from "./view.ts";

export interface Measure {
	title: string;
	label: string;
	note: string;
	log?: boolean;
	value: (profile: Profile, index: number) => number;
	percentage?: boolean;
	none: string;
}

export const MEASURES: Measure[] = [
	{
		title: "Profile richness",
		label: "richness ≥",
		note: "How many more sizes trms tells apart than rms: (|trms| − |rms|) / |rms|. A point (x, y): x % of the routines have at least y.",
		log: true,
		value: (p, i) => p.routines[i].richness,
		none: "trms and rms tell the same sizes apart for every routine: no input arrived while routines ran.",
	},
	{
		title: "Input volume",
		label: "input volume ≥",
		note: "How much of the input only trms sees: 1 − Σrms / Σtrms.",
		value: (p, i) => p.routines[i].inputVolume,
		none: "No routine read anything that arrived while it ran.",
	},
	{
		title: "Thread input by routine",
		label: "thread input ≥ (%)",
		note: "Share of a routine's induced reads that another thread wrote.",
		value: (p, i) => p.routines[i].threadInput,
		percentage: true,
		none: "No routine read what another thread wrote while it ran.",
	},
	{
		title: "External input by routine",
		label: "external input ≥ (%)",
		note: "Share of a routine's induced reads that came from outside.",
		value: (p, i) => p.routines[i].externalInput,
		percentage: true,
		none: "No routine read what came from outside while it ran.",
	},
];

export function measureChart(session: Session, measure: Measure): ChartSpec {
	const both = session.before ? [session.before, session.profile] : [session.profile];
	const curves = both.map((profile) =>
		exceedance(profile.routines.map((r) => measure.value(profile, r.index))),
	);
	const own = curves[curves.length - 1];
	const some = curves.some((curve) => curve.y.some((v) => v !== 0));
	const log = measure.log === true && curves.some((curve) => curve.y[0] > 100);
	const ordered = [...session.profile.routines].sort(
		(a, b) => measure.value(session.profile, b.index) - measure.value(session.profile, a.index),
	);
	const names = both.length > 1 ? ["old", "new"] : [session.profile.header.label];
	const positive = own.y.filter((v) => v > 0).length;
	return {
		title: measure.title,
		note: measure.note,
		description: some
			? `${plural(positive, "routine")} of ${own.y.length} above zero; the greatest value is ${short(own.y[0])}.`
			: measure.none,
		x: { label: "% of routines", log: false, format: (v) => String(v), whole: { min: 0, max: 100 } },
		y: {
			label: measure.label,
			log,
			format: log ? power : short,
			whole: measure.percentage ? { min: 0, max: 105 } : undefined,
		},
		series: curves
			.map(
				(curve, i): Series => ({
					kind: "line",
					label: names[i],
					x: curve.x,
					y: curve.y,
					colour: both.length > 1 && i === 0 ? "before" : "after",
					width: 2,
					quiet: both.length === 1,
				}),
			)
			.concat([
				{
					kind: "points",
					label: "routine",
					x: own.x,
					y: own.y,
					colour: "after",
					shape: "circle",
					radius: 2.2,
					quiet: true,
				},
			]),
		walk: curves.length,
		empty: some ? undefined : measure.none,
		hover: (series, i) =>
			series < curves.length
				? []
				: [
						{ name: ordered[i].name, value: "" },
						{ name: "at least", value: short(own.y[i]) },
						{ name: "routines", value: `${own.x[i].toFixed(1)} %` },
					],
		open: (series, i) => series >= curves.length && go(routineAddress(session.profile, ordered[i])),
		sheet: () => ({
			columns: ["percent_of_routines", "routine", "value"],
			rows: Array.from(own.y, (value, i) => [own.x[i], ordered[i].name, value]),
		}),
	};
}

export function inducedChart(profile: Profile, bars: InducedBar[]): ChartSpec {
	const x = Float64Array.from(bars, (_, i) => i + 1);
	const thread = Float64Array.from(bars, (bar) => bar.thread);
	const top = Float64Array.from(bars, (bar) => bar.thread + bar.external);
	return {
		title: "Thread and external input of each routine",
		note: "Share of a routine's reads that others wrote while it ran, the greatest first. Click a bar to open the routine.",
		description: `${plural(bars.length, "routine")} with induced input.`,
		x: {
			label: "routines, sorted",
			log: false,
			format: (v) => (Number.isInteger(v) && v > 0 ? String(v) : ""),
			whole: { min: 0.4, max: bars.length + 0.6 },
		},
		y: { label: "% of input", log: false, format: (v) => String(v), whole: { min: 0, max: 100 } },
		series: [
			{ kind: "bars", label: "from threads", x, y: thread, colour: "thread", half: 0.5 },
			{ kind: "bars", label: "from outside", x, y: top, base: thread, colour: "external", half: 0.5 },
		],
		walk: 1,
		empty:
			bars.length === 0
				? "No routine read anything that another thread or the outside world wrote while it ran."
				: undefined,
		hover: (_series, i) => [
			{ name: bars[i].routine.name, value: "" },
			{ name: "of all input from threads", value: percent(bars[i].thread / 100) },
			{ name: "of all input from outside", value: percent(bars[i].external / 100) },
		],
		open: (_series, i) => go(routineAddress(profile, bars[i].routine)),
		sheet: () => ({
			columns: ["routine", "thread_percent", "external_percent"],
			rows: bars.map((bar) => [bar.routine.name, bar.thread, bar.external]),
		}),
	};
}

export function cloudChart(profile: Profile, log: boolean): ChartSpec {
	const cloud = allPoints(profile);
	const ranks = Uint8Array.from(profile.routines, (r) => {
		const growth = colourOf(r.told);
		return growth === null ? GROWTHS.length : GROWTHS.indexOf(growth);
	});
	const unknown = GROWTHS.length;
	/* Routines of whose growth nothing is known lie below the others. */
	const layers = [true, false].map((below) =>
		partOf(cloud, (routine) => (ranks[routine] === unknown) === below, profile.routines.length),
	);
	const pick = new Uint8Array(layers[1].routine.length);
	for (let i = 0; i < pick.length; i++) pick[i] = ranks[layers[1].routine[i]];
	const names = GROWTHS.map((growth) => growthColour(growth));
	const present = new Set(ranks.filter((_, i) => profile.routines[i].points > 0));
	const radius = cloud.size.length > 20000 ? 1.4 : 2.2;
	const clouds = layers.map(
		(layer, i): Series => ({
			kind: "points",
			label: "points",
			x: layer.size,
			y: layer.cost,
			colour: "own",
			shape: "circle",
			palette: i === 0 ? undefined : { names, pick },
			quiet: true,
			radius,
		}),
	);
	const key: Series[] = [...GROWTHS, null].flatMap((growth, i): Series[] =>
		present.has(i)
			? [
					{
						kind: "points",
						label: growth === null ? "not known" : growthText(growth),
						x: new Float64Array(),
						y: new Float64Array(),
						colour: growth === null ? "own" : growthColour(growth),
						shape: "circle",
					},
				]
			: [],
	);
	let least = 0;
	for (let i = 0; log && i < cloud.size.length; i++) if (cloud.size[i] <= 0) least++;
	return {
		title: "All activations of the run",
		note: `Worst cost of every input size of every routine, coloured by growth: by its class, the faster of two, or a bound. Click a point to open its routine.${least > 0 ? ` ${plural(least, "point")} of size 0 cannot be shown on a logarithmic axis.` : ""}`,
		description: `${plural(cloud.size.length, "point")} of ${plural(profile.routines.length, "routine")}.`,
		x: { label: "input size n (trms, cells)", log, format: log ? power : short },
		y: { label: `cost (${costUnit(profile.header.cost)})`, log, format: log ? power : short },
		series: [...key, ...clouds],
		walk: pick.length > 0 ? key.length + 1 : key.length,
		empty: cloud.size.length === 0 ? "The profile holds no points." : undefined,
		hover: (series, index) => {
			const layer = layers[series - key.length];
			return [
				{ name: profile.routines[layer.routine[index]].name, value: "" },
				{ name: "n", value: exact(layer.size[index]) },
				{ name: "calls", value: exact(layer.calls[index]) },
				{ name: "worst", value: exact(layer.cost[index]) },
			];
		},
		open: (series, index) =>
			go(routineAddress(profile, profile.routines[layers[series - key.length].routine[index]])),
		sheet: () => ({
			columns: ["routine", "n", "calls", "worst"],
			rows: Array.from(cloud.size, (n, i) => [
				profile.routines[cloud.routine[i]].name,
				n,
				cloud.calls[i],
				cloud.cost[i],
			]),
		}),
	};
}

const MOST_BARS = 12;

/** The run as a whole and each thread: how much of what was induced came from threads, how much from outside. */
export function totalChart(session: Session): ChartSpec {
	const rows = (session.before ? [session.before, session.profile] : [session.profile]).map(
		({ header }, i) => ({
			name: session.before ? ["old", "new"][i] : "run",
			thread: header.totals.thread_input,
			external: header.totals.external_input,
		}),
	);
	const { id, thread_input, external_input } = session.profile.header.threads;
	if (!session.before)
		id.forEach((number, i) =>
			rows.push({ name: `thread ${number}`, thread: thread_input[i], external: external_input[i] }),
		);
	const all = rows.filter((row) => row.thread + row.external > 0);
	const shown = all.slice(0, MOST_BARS);
	const share = (row: { thread: number; external: number }) =>
		(100 * row.thread) / (row.thread + row.external);
	const x = Float64Array.from(shown, (_, i) => i + 1);
	const thread = Float64Array.from(shown, share);
	return {
		title: "Input of the run",
		note: `Each induced read is counted once.${all.length > shown.length ? ` The first ${MOST_BARS} of ${all.length} bars are drawn; the CSV file has all.` : ""}`,
		description: shown
			.map(
				(row) =>
					`${row.name}: ${percent(share(row) / 100)} from threads, ${percent(1 - share(row) / 100)} from outside.`,
			)
			.join(" "),
		x: {
			label: session.before ? "profiles" : "run and threads",
			log: false,
			ticks: [...x],
			format: (v) => shown[v - 1]?.name.replace("thread ", "") ?? "",
			whole: { min: 0.4, max: Math.max(3, shown.length) + 0.6 },
		},
		y: { label: "% of induced reads", log: false, format: (v) => String(v), whole: { min: 0, max: 100 } },
		series: [
			{ kind: "bars", label: "threads", x, y: thread, colour: "thread", half: 0.4 },
			{
				kind: "bars",
				label: "outside",
				x,
				y: thread.map(() => 100),
				base: thread,
				colour: "external",
				half: 0.4,
			},
		],
		walk: 1,
		empty:
			shown.length === 0
				? "Nothing was read that another thread or the outside world wrote meanwhile."
				: undefined,
		hover: (_series, i) => [
			{ name: shown[i].name, value: "" },
			{ name: "from threads", value: `${exact(shown[i].thread)} (${percent(share(shown[i]) / 100)})` },
			{
				name: "from outside",
				value: `${exact(shown[i].external)} (${percent(1 - share(shown[i]) / 100)})`,
			},
		],
		sheet: () => ({
			columns: ["of", "thread_input", "external_input"],
			rows: all.map((row) => [row.name, row.thread, row.external]),
		}),
	};
}
