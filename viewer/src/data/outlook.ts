// SPDX-License-Identifier: GPL-2.0-or-later
// outlook.ts - what a routine would cost with a larger input: as src/cli/analysis/analysis.c has it at ten times.

import { type Growth, GROWTHS, growthPower, growthValue } from "./growth.ts";
import { predict } from "./model.ts";
import type { Model } from "./profile.ts";

/** No factor is greater, so that exponentials can be drawn; a bound counts for no more than this power. */
const GREATEST_FACTOR = 1e15;
const GREATEST_POWER = 3;

/** Does the statement say how the cost goes on? An upper bound of n² does not, nor a lower one of n, nor "n log n or n^1.5". */
export function growthTells(model: Model | null): model is Model {
	switch (model?.strength) {
		case "class":
			return true;
		case "between":
			return model.powerLow > 1 || model.powerHigh <= 1;
		case "at most":
			return model.powerHigh <= 1;
		case "at least":
			return model.powerLow > 1;
		default:
			return false;
	}
}

/** How much more an activation costs with `scale` times the largest input; the lower bound of a weak statement. */
export function growthFactor(model: Model, scale: number): number {
	if (model.strength === "class") {
		const now = predict(model, model.largest);
		const then = predict(model, scale * model.largest);
		if (now > 0 && !Number.isNaN(then)) return Math.min(Math.max(then / now, 1), GREATEST_FACTOR);
	}
	return scale ** Math.min(Math.max(model.powerLow, 0), GREATEST_POWER);
}

/** How much more of something there is that grows by that class, where the largest size was `largest`. */
export function classFactor(growth: Growth, largest: number, scale: number): number {
	const now = growthValue(growth, largest);
	const then = growthValue(growth, scale * largest);
	return now > 0 ? Math.min(Math.max(then / now, 1), GREATEST_FACTOR) : 1;
}

/**
 * The same of a statement in words against the size of the runs of a sweep: "n^2", "n or n log n", "at least n^1.9". null
 * where the words do not tell.
 */
export function spokenFactor(text: string, largest: number, scale: number): number | null {
	const bound = /^at least n(?:\^([\d.]+))?$/.exec(text);
	if (bound) {
		const power = Number(bound[1] ?? 1);
		return power > 1 ? scale ** Math.min(power, GREATEST_POWER) : null;
	}
	const slowest = GROWTHS.find((growth) => growth === text.split(" or ")[0]);
	if (slowest) return classFactor(slowest, largest, scale);
	const ceiling = GROWTHS.find((growth) => `at most ${growth}` === text);
	return ceiling && growthPower(ceiling) <= 1 ? 1 : null;
}
