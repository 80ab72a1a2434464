// SPDX-License-Identifier: GPL-2.0-or-later
// model.ts - the fitted curve of a routine at any size, its interval, and what it says.

import { GROWTHS, type Growth, growthPower, growthRank, growthValue, statementText } from "./growth.ts";
import { fixed } from "./numbers.ts";
import type { Model, Routine, Statement, Strength, Verdict } from "./profile.ts";

function leadingTerm(model: Model, n: number): number {
	if (!(model.leading > 0) || model.guess === null || model.guess === "1") return 0;
	return model.guess === "2^n" ? model.base ** n : growthValue(model.guess, Math.max(0, n - model.shift));
}

/** The curve at n, NaN where there is none. */
export function predict(model: Model, n: number): number {
	if (model.guess === null || !(n >= 0)) return NaN;
	const leading = leadingTerm(model, n);
	return model.constant + model.linear * n + (leading === 0 ? 0 : model.leading * leading);
}

/**
 * A 95 % interval for one more activation of size n, from the scatter and from the coefficients; as
 * landau_model_interval has it.
 */
export function interval(model: Model, n: number): [number, number] | null {
	const cost = predict(model, n);
	if (!Number.isFinite(cost)) return null;
	const [c00, c01, c02, c11, c12, c22] = model.covariance;
	const g = leadingTerm(model, n);
	const variance = c00 + 2 * c01 * n + 2 * c02 * g + c11 * n * n + 2 * c12 * n * g + c22 * g * g;
	const relative = cost > 0 ? Math.sqrt(Math.max(variance, 0)) / cost : 0;
	const factor = Math.exp(model.reach * model.scatter * Math.sqrt(1 + relative * relative));
	return [cost / factor, cost * factor];
}

/* As in landau report: an exponent whose interval is wider than this is not worth a number. */
const WIDEST_INTERVAL = 1;
/* As there: one below that of two classes by so much seems to contradict them. */
const CONFUSING = 0.15;

/** The exponent over the top decade of sizes where it tells something, else null. */
export function exponentOf(model: Model | null): number | null {
	if (!model || model.exponent === null || model.low === null || model.high === null) return null;
	if (model.verdict !== "ok" && model.verdict !== "no clear trend") return null;
	return model.high - model.low <= WIDEST_INTERVAL ? model.exponent : null;
}

/** For a list, where nothing explains it: not where it seems to contradict what is told. As in landau report. */
export function plainExponent(model: Model | null): number | null {
	const exponent = exponentOf(model);
	if (!model || exponent === null) return null;
	const confusing =
		model.strength === "class"
			? model.reason !== ""
			: model.strength === "between" && model.high! < model.powerLow - CONFUSING;
	return confusing ? null : exponent;
}

/** The same with its interval, or that there is none. */
export function exponentText(model: Model | null): string {
	const exponent = exponentOf(model);
	return exponent === null
		? "exponent not known"
		: `exponent ${fixed(exponent)} (${fixed(model!.low)} to ${fixed(model!.high)})`;
}

export interface CurveBand {
	x: Float64Array;
	y: Float64Array;
	low: Float64Array;
	high: Float64Array;
}

/** The curve from `from` to `to`, evenly spaced on the axis that will show it. */
export function sampleCurve(
	model: Model,
	from: number,
	to: number,
	log: boolean,
	count = 160,
): CurveBand | null {
	if (model.guess === null || !(to > 0)) return null;
	const start = log ? Math.max(from, Math.min(1, to / 10)) : Math.max(from, 0);
	const band: CurveBand = {
		x: new Float64Array(count),
		y: new Float64Array(count),
		low: new Float64Array(count),
		high: new Float64Array(count),
	};
	for (let i = 0; i < count; i++) {
		const share = i / (count - 1);
		const n = log ? start * (to / start) ** share : start + (to - start) * share;
		const around = interval(model, n);
		band.x[i] = n;
		band.y[i] = predict(model, n);
		band.low[i] = around ? around[0] : band.y[i];
		band.high[i] = around ? around[1] : band.y[i];
	}
	return band;
}

/** Routines below this share of the cost matter little, however they grow. */
export const SMALL_SHARE = 0.001;

/** What a statement is listed under: its class, or how strong it is without one. */
export type Kind = Growth | Exclude<Strength, "class">;
export const WEAK: Exclude<Strength, "class">[] = ["between", "at least", "at most", "unknown"];

export function kindOf(statement: Statement | null): Kind {
	if (!statement) return "unknown";
	return statement.strength === "class" ? (statement.open[0] ?? "unknown") : statement.strength;
}

/** Can it be said that the cost grows faster than n log n? As landau report has it. */
export function growsFast(model: Model | null): boolean {
	return model !== null && model.powerLow > 1;
}

/**
 * The classes that give a statement its colour: its own; both neighbours; the slowest above a lower bound, the
 * nearest to an upper one. None where nothing is known.
 */
export function coloursOf(statement: Statement | null, low = -Infinity, high = Infinity): Growth[] {
	if (!statement) return [];
	const named = GROWTHS.filter((growth) => growth !== "2^n");
	switch (statement.strength) {
		case "class":
		case "between":
			return statement.open;
		case "at least":
			return [named.find((growth) => growthPower(growth) >= low - 0.05) ?? "n^3"];
		case "at most":
			return [named.filter((growth) => growthPower(growth) <= high + 0.05).at(-1) ?? "1"];
		default:
			return [];
	}
}

/** The colour where there is room for one only: the faster of two neighbours. */
export function colourOf(model: Model | null): Growth | null {
	return model ? (coloursOf(model, model.powerLow, model.powerHigh).at(-1) ?? null) : null;
}

/** Is there a curve that says how the cost grows, and not only how the points lie? */
export function hasCurve(model: Model | null): boolean {
	return model !== null && (model.strength === "class" || model.strength === "between");
}

/** Why there is none, in a word or two; landau report has the same. */
const LACKS: Record<Verdict, string> = {
	ok: "unknown",
	"too few sizes": "few sizes",
	"too narrow a range": "narrow range",
	"no clear trend": "no trend",
};

/** The statement, or what it lacks. */
export function growthLabel(model: Model | null): string {
	if (!model) return "no model";
	return model.strength === "unknown" ? LACKS[model.verdict] : statementText(model.text);
}

/** What is told of a routine, with the mark of landau report where it is from within one call. */
export function toldLabel({ told, within }: Routine): string {
	return within ? `${growthLabel(within)} +` : growthLabel(told);
}

/** How fast the statement says that it grows, for tables that are sorted by it. */
export function growthOrder(statement: Statement | null): number {
	return growthRank(statement?.open.at(-1) ?? null);
}
