// SPDX-License-Identifier: GPL-2.0-or-later
// words.ts - the profile in a few sentences. A piece is text, or a routine to be shown as a link.

import { growthRank, growthText } from "./growth.ts";
import { exponentOf, growthOfRoutine, growthWeight, interval, predict, SMALL_SHARE } from "./model.ts";
import { costName, exact, fixed, percent, plural, power, short } from "./numbers.ts";
import type { Model, Profile, Routine } from "./profile.ts";

export type Piece = string | { routine: Routine };
export type Sentence = Piece[];

const STEEP = growthRank("n log n");
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

/** Without those whose exponent says the opposite of their class. */
function steepOnes(profile: Profile): Routine[] {
	const total = profile.header.totals.cost;
	return profile.routines
		.filter((r) => growthRank(growthOfRoutine(r)) > STEEP && !((r.worst?.high ?? Infinity) < 1))
		.sort((a, b) => growthWeight(b, total) - growthWeight(a, total) || b.cost - a.cost);
}

/** Of those with a share in the cost: what is next to nothing cannot be extrapolated far. */
function dominance(profile: Profile, steep: Routine[]): Sentence | null {
	const total = profile.header.totals.cost;
	let best: { routine: Routine; size: number; factor: number } | null = null;
	for (const routine of steep.filter((r) => r.cost >= SMALL_SHARE * total)) {
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
			` (${growthText(model.growth)}) already dominates: its largest activation, n = ${exact(model.largest)}, costs about ${percent(share)} of the run.`,
		];
	return [
		{ routine: best.routine },
		` (${growthText(model.growth)}) will dominate from n ≈ ${power(best.size)}, ${short(best.factor)} times the largest size seen: one activation then costs as much as this whole run.`,
	];
}

export function summarise(profile: Profile): Sentence[] {
	const sentences: Sentence[] = [];
	const known = profile.routines.filter((r) => growthOfRoutine(r) !== null);
	const steep = steepOnes(profile);
	if (known.length === 0) {
		sentences.push([
			"No routine ran on enough different input sizes to tell how its cost grows. Run the program on inputs of several sizes, or merge several runs.",
		]);
	} else if (steep.length === 0) {
		sentences.push([
			`No routine grows faster than n log n, of ${plural(known.length, "routine")} whose growth is known.`,
		]);
	} else {
		const listed = steep.slice(0, 3);
		const first: Sentence = [
			`${plural(steep.length, "routine")} ${steep.length === 1 ? "grows" : "grow"} faster than n log n: `,
		];
		listed.forEach((routine, i) => {
			if (i > 0) first.push(i === listed.length - 1 && steep.length <= 3 ? " and " : ", ");
			first.push({ routine });
		});
		first.push(steep.length > 3 ? ` and ${steep.length - 3} more.` : ".");
		sentences.push(first);
		const next = dominance(profile, steep);
		if (next) sentences.push(next);
	}
	const silent = profile.routines.length - known.length;
	if (known.length > 0 && silent > 0)
		sentences.push([`${plural(silent, "routine")} saw too few or too similar sizes to tell.`]);
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

/** One routine: its growth, how sure that is, and what a tenfold input would cost. */
export function describeRoutine(routine: Routine, cost: string): string {
	const model = routine.worst;
	if (!model || routine.points === 0)
		return "This routine has no points: it never returned while it was watched.";
	const exponent =
		exponentOf(model) === null
			? ""
			: ` The exponent over the top decade of sizes is ${fixed(model.exponent)} (95 % interval ${fixed(model.low)} to ${fixed(model.high)}).`;
	if (model.growth === null) {
		const why: Record<string, string> = {
			"too few sizes": `it ran on only ${plural(routine.points, "different input size")}`,
			"too narrow a range": "its input sizes span less than a factor of ten",
			"no clear trend": "its points do not tell one class from another",
		};
		return `No growth class: ${why[model.verdict] ?? model.verdict}.${exponent}`;
	}
	const runnerUp = model.runnerUp ? `; of the other classes ${growthText(model.runnerUp)} fits best` : "";
	const ten = model.largest * 10;
	const around = interval(model, ten);
	const ahead = around
		? ` At n = ${short(ten)}, ten times the largest seen, expect about ${short(predict(model, ten))} ${costName(cost)}.`
		: "";
	return `The worst case grows as ${growthText(model.growth)}${runnerUp}.${exponent}${ahead}`;
}
