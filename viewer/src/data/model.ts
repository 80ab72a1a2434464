// SPDX-License-Identifier: GPL-2.0-or-later
// model.ts - the fitted curve of a routine at any size, its interval, and what it says.

import { type Growth, growthRank, growthText, growthValue } from "./growth.ts";
import type { Model, Routine } from "./profile.ts";

function leadingTerm(model: Model, n: number): number {
	if (model.guess === null || model.guess === "1") return 0;
	return model.guess === "2^n" ? model.base ** n : growthValue(model.guess, n);
}

/** The curve at n, NaN where there is none. */
export function predict(model: Model, n: number): number {
	if (model.guess === null) return NaN;
	const linear = model.guess === "n" ? 0 : model.linear * n;
	return Math.max(0, model.constant + linear + model.leading * leadingTerm(model, n));
}

/** A 95 % interval for one more activation of size n: from the scatter and from the coefficients. */
export function interval(model: Model, n: number): [number, number] | null {
	const value = predict(model, n);
	if (!Number.isFinite(value) || value <= 0) return null;
	const [c00, c01, c02, c11, c12, c22] = model.covariance;
	const g1 = model.guess === "n" ? 0 : n;
	const g2 = leadingTerm(model, n);
	const curve = c00 + 2 * c01 * g1 + 2 * c02 * g2 + c11 * g1 * g1 + 2 * c12 * g1 * g2 + c22 * g2 * g2;
	const relative = Math.sqrt(Math.max(0, curve) / (value * value) + model.scatter * model.scatter);
	const spread = Math.exp(1.96 * Math.min(relative, 10));
	return [value / spread, value * spread];
}

export interface CurveBand {
	x: Float64Array;
	y: Float64Array;
	low: Float64Array;
	high: Float64Array;
}

/** The curve from `from` to `to`, evenly spaced on the axis that will show it. */
export function sampleCurve(model: Model, from: number, to: number, log: boolean, count = 160): CurveBand | null {
	if (model.guess === null || !(to > 0)) return null;
	const start = log ? Math.max(from, Math.min(1, to / 10)) : Math.max(from, 0);
	const band: CurveBand = { x: new Float64Array(count), y: new Float64Array(count), low: new Float64Array(count), high: new Float64Array(count) };
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

/** What the overview shows and sorts by: the worst case's class. */
export function growthOfRoutine(routine: Routine): Growth | null {
	return routine.worst?.growth ?? null;
}

export function compareGrowth(a: Routine, b: Routine): number {
	return growthRank(growthOfRoutine(a)) - growthRank(growthOfRoutine(b));
}

/** The label of a class, or why there is none. */
export function growthLabel(model: Model | null): string {
	if (!model) return "no model";
	return model.growth === null ? model.verdict : growthText(model.growth);
}
