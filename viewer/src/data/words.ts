// SPDX-License-Identifier: GPL-2.0-or-later
// words.ts - the profile in a few sentences. A piece is text, or a routine to be shown as a link.

import { type Growth, growthPower, growthRank, growthText, statementText } from "./growth.ts";
import { exponentOf, growsFast, hasCurve, interval, predict, SMALL_SHARE } from "./model.ts";
import { costName, exact, fixed, percent, plural, power, short, wholePercent } from "./numbers.ts";
import type { Trend } from "./points.ts";
import {
	type Costs,
	type Model,
	type Profile,
	type Routine,
	STATEMENTS,
	type Strength,
	WORTH_A_ROW,
} from "./profile.ts";

export type Piece = string | { routine: Routine };
export type Sentence = Piece[];

/** Of the cost of a run, in one activation. */
const DOMINANT_SHARE = 0.5;

/** The size at which one activation costs `cost`, searched up to 10^15; NaN if it never does. */
export function sizeForCost(model: Model, cost: number): number {
	let low = Math.max(1, model.smallest);
	let high = 1e15;
	if (!(predict(model, high) >= cost)) return NaN;
	if (predict(model, low) >= cost) return low;
	for (let i = 0; i < 200 && high / low > 1.001; i++) {
		const middle = Math.sqrt(low * high);
		if (predict(model, middle) >= cost) high = middle;
		else low = middle;
	}
	return high;
}

/**
 * Those that are known to grow faster than n log n and matter, in the order of landau report; the first of them that is worth
 * naming comes first, and start-up counts where it hurts alone, as there.
 */
function steepOnes(profile: Profile): Routine[] {
	const total = profile.header.totals.cost;
	const steep = profile.routines
		.filter((r) => growsFast(r.told) && r.cost >= SMALL_SHARE * total && !r.isStartup)
		.sort((a, b) => a.rank - b.rank);
	const first = steep.findIndex((r) => r.cost >= WORTH_A_ROW * total);
	if (first > 0) steep.unshift(...steep.splice(first, 1));
	return steep;
}

/** After the name of a routine: "grows as n²", "grows at least as fast as n¹·⁹". */
export function growthPhrase(model: Model): string {
	return statementPhrase(model.strength, model.text);
}

/** Says what the mark + stands for; landau report and diff have the same. */
export const WITHIN_NOTE =
	"+ within one call, by what each new cell, or each call that it made, cost on its way";

/** What is told of a routine: "grows as n²", "grows as n² within a call". */
export function toldPhrase({ told, within }: Routine): string {
	if (!told) return "has no model";
	return within ? `${growthPhrase(within)} within a call` : growthPhrase(told);
}

function statementPhrase(strength: Strength, words: string): string {
	const text = statementText(words);
	switch (strength) {
		case "class":
			return text === "1" ? "does not grow" : `grows as ${text}`;
		case "between":
			return `grows as ${text}`;
		case "at least":
			return `grows at least as fast as ${text.replace("at least ", "")}`;
		case "at most":
			return `grows no faster than ${text.replace("at most ", "")}`;
		default:
			return "has unknown growth";
	}
}

/** What is known is never said to be more than it is: nearly all is not all. */
function roundedDown(share: number): number {
	return share < 0.1 ? Math.floor(1000 * share) / 1000 : Math.floor(100 * share + 1e-9) / 100;
}

/** Of those with a share in the cost: what is next to nothing cannot be extrapolated far. */
function dominance(profile: Profile, steep: Routine[]): Sentence | null {
	const total = profile.header.totals.cost;
	let best: { routine: Routine; size: number; factor: number } | null = null;
	for (const routine of steep.filter((r) => hasCurve(r.worst))) {
		const model = routine.worst!;
		const size = sizeForCost(model, total);
		if (!Number.isFinite(size)) continue;
		const factor = size / model.largest;
		if (!best || factor < best.factor) best = { routine, size, factor };
	}
	if (!best) return null;
	const model = best.routine.worst!;
	const share = Math.min(1, predict(model, model.largest) / total);
	if (share >= DOMINANT_SHARE)
		return [
			{ routine: best.routine },
			` already dominates: its largest activation, n = ${exact(model.largest)}, costs about ${percent(share)} of the run.`,
		];
	return [
		{ routine: best.routine },
		` will dominate from n ≈ ${power(best.size)}, ${short(best.factor)} times the largest size seen: one activation then costs as much as this whole run.`,
	];
}

/** A routine with so much of the cost need not be told from the whole program. */
const NEARLY_ALL = 0.95;

export function summarise(profile: Profile): Sentence[] {
	const sentences: Sentence[] = [];
	const { known, totals } = profile.header;
	const steep = steepOnes(profile);
	const share = roundedDown(known.share);
	const sweep = profile.header.by_run;
	if (sweep && sweep.strength > 0) {
		const [first, culprit] = [profile.routines[sweep.routine], profile.routines[sweep.culprit]];
		const sentence: Sentence = [
			`Against ${sweep.unit}, ${plural(sweep.sizes, "size")} from ${short(sweep.smallest)} to ${short(sweep.largest)}: `,
			{ routine: first },
			sweep.whole < NEARLY_ALL
				? `, ${wholePercent(100 * sweep.whole)} of the cost at ${sweep.largest},`
				: "",
			` ${statementPhrase(STATEMENTS[sweep.strength], sweep.text)}`,
		];
		if (culprit !== first)
			sentence.push(`, ${wholePercent((100 * sweep.share) / sweep.whole)} of it in `, {
				routine: culprit,
			});
		sentences.push([...sentence, "."]);
	}
	const headline: Sentence = [
		`Growth known for ${percent(share)} of the cost (${exact(known.routines)} of ${plural(profile.routines.length, "routine")}). `,
	];
	sentences.push(headline);
	if (steep.length > 0) {
		const [worst, ...others] = steep;
		const part = percent(totals.cost > 0 ? worst.cost / totals.cost : 0);
		headline.push({ routine: worst }, `, ${part} of the cost, ${toldPhrase(worst)}.`);
		if (others.length > 0) {
			const more: Sentence = [
				`${exact(others.length)} more ${others.length === 1 ? "grows" : "grow"} faster than n log n: `,
			];
			others.slice(0, 3).forEach((routine, i) => {
				if (i > 0) more.push(i === others.length - 1 ? " and " : ", ");
				more.push({ routine });
			});
			more.push(others.length > 3 ? ` and ${exact(others.length - 3)} more.` : ".");
			sentences.push(more);
		}
		const next = dominance(profile, steep);
		if (next) sentences.push(next);
	} else if (known.routines > 0) {
		headline.push(
			`None of these is known to grow faster than n log n${sentences.length > 1 ? ", n being its own input" : ""}.`,
		);
	}
	const { thread_input: thread, external_input: external } = profile.header.totals;
	if (thread + external > 0) {
		const share = external / (thread + external);
		sentences.push([
			thread === 0
				? "All input that arrives while routines run comes from outside the program."
				: external === 0
					? "All input that arrives while routines run comes from other threads."
					: `Of the input that arrives while routines run, ${percent(share)} comes from outside and ${percent(1 - share)} from other threads.`,
		]);
	}
	return sentences;
}

/** One routine: what its points say of its growth, how sure that is, and what a tenfold input would cost. */
export function describeRoutine(routine: Routine, cost: string): string {
	const model = routine.worst;
	if (!model || routine.points === 0)
		return "This routine has no points: it never returned while it was recorded.";
	const exponent =
		exponentOf(model) === null
			? ""
			: ` The exponent over the top decade of sizes is ${fixed(model.exponent)} (95 % interval ${fixed(model.low)} to ${fixed(model.high)}).`;
	if (routine.within) {
		const why = model.reason ? ` Calls as a whole do not tell: ${model.reason}.` : "";
		return `Within one call, by what it cost on its way, the cost ${growthPhrase(routine.within)}.${why}${exponent}`;
	}
	if (model.strength === "unknown") return `Its growth is not known: ${model.reason}.${exponent}`;
	const phrase = `The worst case ${growthPhrase(model)}`;
	if (model.strength !== "class") return `${phrase}; its class is not known: ${model.reason}.${exponent}`;
	const runnerUp = model.runnerUp ? `; of the other classes ${growthText(model.runnerUp)} fits best` : "";
	const ten = model.largest * 10;
	const around = interval(model, ten);
	const ahead = around
		? ` At n = ${short(ten)}, ten times the largest seen, expect about ${short(predict(model, ten))} ${costName(cost)}.`
		: "";
	const why = exponent && model.reason ? ` Here ${model.reason}.` : "";
	return `${phrase}${runnerUp}.${exponent}${why}${ahead}`;
}

/** How T(n)/f(n) looks, and what follows from that for the growth: only what the statement says. */
export function boundText(trend: Trend, bound: Growth, model: Model | null): string {
	if (trend === "unknown") return "There are too few points to see a trend.";
	const shape = `The curve ${trend} over the sizes seen`;
	const name = growthText(bound);
	if (!model || model.strength === "unknown") return `${shape}; how it continues is not known.`;
	if (model.open.includes(bound)) {
		if (model.strength === "class") return `${shape}: ${name} describes the growth.`;
		if (model.strength === "between") return `${shape}: ${name} is one of the two possible classes.`;
		return `${shape}; ${name} is one of the possible classes.`;
	}
	const [slowest, fastest] = [model.open[0] ?? null, model.open.at(-1) ?? null].map(growthRank);
	const rank = growthRank(bound);
	if (growthPower(bound) < model.powerLow || (model.strength !== "at most" && slowest > rank))
		return `${shape}: the cost grows faster than ${name}.`;
	if (
		growthPower(bound) > model.powerHigh ||
		(model.strength !== "at least" && fastest >= 0 && fastest < rank)
	)
		return `${shape}: the cost grows more slowly than ${name}.`;
	return `${shape}.`;
}

export interface Remedy {
	/** A sentence, without its full stop or colon. */
	text: string;
	/** To be copied; it runs as it is. */
	command: string | null;
}

/** What would give a class, as landau show says it; null where there is one. */
export function remedyOf(profile: Profile, model: Model | null): Remedy | null {
	if (!model || model.strength === "class") return null;
	const { condition, text, command } = profile.header.advice;
	const what =
		text ??
		(model.verdict === "too few sizes"
			? "record more sizes"
			: "record inputs ten times smaller or larger");
	const sentence = condition ? `${condition}, ${what}` : what;
	return { text: `${sentence[0].toUpperCase()}${sentence.slice(1)}`, command };
}

/** The same for the program as a whole, where the growth of most of the cost is not known. */
export function overallRemedy(profile: Profile): Remedy | null {
	const { known, advice } = profile.header;
	if (known.share >= 0.5) return null;
	const what =
		advice.text ??
		(advice.command ? "record more sizes" : "record inputs of several sizes and merge them");
	const sentence = advice.condition ? `${advice.condition}, ${what}` : what;
	return { text: `${sentence[0].toUpperCase()}${sentence.slice(1)}`, command: advice.command };
}

/** How a routine grows with the runs of a sweep, which is told where its own input says nothing. */
export function describeByRun(profile: Profile, routine: Routine): string | null {
	const { by_run: sweep } = profile.header;
	const { byRun } = routine;
	if (!sweep || !byRun || byRun.strength === "unknown") return null;
	const said = (text: string) => (text === "unknown" ? "not known" : statementText(text));
	return `Against ${sweep.unit}, over runs of ${plural(byRun.sizes, "size")}: the cost of all its calls is ${said(byRun.cost)}, the number of calls ${said(byRun.calls)}, the cost of the largest call ${said(byRun.largest)}.`;
}

/** One or two points in words, in place of a plot; null where there are more. */
export function fewPoints(points: Costs, unit: string): string | null {
	const said = (i: number) => `n = ${exact(points.size[i])} costs at most ${exact(points.max[i])} ${unit}`;
	if (points.count === 1) return `${said(0)}. One size is not enough for a plot.`;
	if (points.count === 2)
		return `${said(0)}, ${said(1).replace("costs ", "")}. Two sizes are not enough for a plot.`;
	return null;
}

/** Calls that were seen with one size of the caller, in words, in place of a plot; null where there are more. */
export function fewCalls(caller: string, callee: string, rows: Costs): string | null {
	if (rows.count !== 1) return null;
	const most = rows.max[0] === 1 ? "once" : `${exact(rows.max[0])} times`;
	return `With n = ${exact(rows.size[0])} one activation of ${caller} calls ${callee} ${rows.max[0] === 1 ? "" : "at most "}${most}. One size is not enough for a plot.`;
}
