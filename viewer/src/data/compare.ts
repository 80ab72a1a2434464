// SPDX-License-Identifier: GPL-2.0-or-later
// compare.ts - two profiles side by side: which routine is which, and what became of it.

import { growthRank } from "./growth.ts";
import { predict } from "./model.ts";
import type { Costs, Model, Profile, Routine } from "./profile.ts";

export const CHANGES = [
	"grows faster",
	"more expensive",
	"added",
	"same",
	"unknown",
	"removed",
	"cheaper",
	"grows slower",
] as const;
export type Change = (typeof CHANGES)[number];

export interface Pair {
	name: string;
	before: Routine | null;
	after: Routine | null;
	change: Change;
	/** Cost of the new over the old, of the curves at the largest size both have seen or as measured near it; NaN if not known. */
	ratio: number;
	/** That size. */
	at: number;
}

/*
 * What landau diff takes for a change; src/cli/analysis/compare.c says why. Exponents that are apart by less are the
 * same, by less still where the class is higher too; without a class those of few sizes need more.
 */
const EXPONENT_STEP = 0.1;
const SMALL_EXPONENT_STEP = 0.03;
const STEP_OF_FEW_SIZES = 0.3;
const COST_STEP = 0.05;
/** Costs are compared from this part of the largest size that both have seen upwards. */
const LEAST_PART = 0.5;
/** Ratios whose middle half differs by more are no number. */
const WIDEST_SAME = 0.1;
const LEAST_RATIOS = 3;

function base(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}

function keysOf(routine: Routine): string[] {
	return [
		`${routine.name}\0${routine.object}\0${routine.file}`,
		`${routine.name}\0${base(routine.object)}\0${base(routine.file)}`,
		`${routine.name}\0${base(routine.file)}`,
		routine.name,
	];
}

/** Pairs routines by name, object and file; then with less and less of these, while still unique. */
export function matchRoutines(before: Profile, after: Profile): [Routine | null, Routine | null][] {
	const pairs: [Routine | null, Routine | null][] = [];
	let left = before.routines;
	let right = after.routines;
	for (let level = 0; level < 4; level++) {
		const index = new Map<string, Routine[]>();
		for (const routine of left) {
			const key = keysOf(routine)[level];
			index.set(key, [...(index.get(key) ?? []), routine]);
		}
		const count = new Map<string, number>();
		for (const routine of right) {
			const key = keysOf(routine)[level];
			count.set(key, (count.get(key) ?? 0) + 1);
		}
		const used = new Set<Routine>();
		const rest: Routine[] = [];
		for (const routine of right) {
			const key = keysOf(routine)[level];
			const old = index.get(key);
			if (old?.length === 1 && count.get(key) === 1) {
				pairs.push([old[0], routine]);
				used.add(old[0]);
			} else rest.push(routine);
		}
		left = left.filter((routine) => !used.has(routine));
		right = rest;
	}
	return [
		...pairs,
		...left.map((r): [Routine, null] => [r, null]),
		...right.map((r): [null, Routine] => [null, r]),
	];
}

/** The logarithm of the cost at n, on a power law between the sizes around it; NaN outside of them. */
function costAt({ count, size, max }: Costs, n: number): number {
	let low = 0;
	for (let high = count; low < high; ) {
		const middle = low + Math.floor((high - low) / 2);
		if (size[middle] < n) low = middle + 1;
		else high = middle;
	}
	if (low === count) return NaN;
	if (!(size[low] > n)) return Math.log(max[low]);
	if (low === 0 || !(size[low - 1] > 0)) return NaN;
	const from = Math.log(size[low - 1]);
	const part = (Math.log(n) - from) / (Math.log(size[low]) - from);
	return (1 - part) * Math.log(max[low - 1]) + part * Math.log(max[low]);
}

function quantile(sorted: Float64Array, part: number): number {
	const place = part * (sorted.length - 1);
	const below = Math.floor(place);
	if (below + 1 === sorted.length) return sorted[below];
	return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

interface Measured {
	ratio: number;
	at: number;
	/** A half of the ratios is between these. */
	low: number;
	high: number;
}

/** The median of the ratios at the larger of the sizes that both have seen. */
function measure(before: Costs, after: Costs, largest: number): Measured | null {
	const ratios: number[] = [];
	const sizes: number[] = [];
	for (const n of [...before.size, ...after.size]) {
		if (n < LEAST_PART * largest || n > largest || n < 1) continue;
		const ratio = costAt(after, n) - costAt(before, n);
		if (!Number.isFinite(ratio)) continue;
		ratios.push(ratio);
		sizes.push(Math.log(n));
	}
	if (ratios.length < LEAST_RATIOS) return null;
	const sorted = Float64Array.from(ratios).sort();
	return {
		ratio: Math.exp(quantile(sorted, 0.5)),
		at: Math.round(Math.exp(quantile(Float64Array.from(sizes).sort(), 0.5))),
		low: Math.exp(quantile(sorted, 0.25)),
		high: Math.exp(quantile(sorted, 0.75)),
	};
}

function exponentsApart(low: Model, high: Model, step: number): boolean {
	return low.high !== null && high.low !== null && high.low > low.high + step;
}

/** Is `after` above `before`, for sure? */
function classIsHigher(before: Model, after: Model): boolean {
	const step = growthRank(after.growth) - growthRank(before.growth);
	if (step < 0) return false;
	if (step === 0 || after.growth === before.runnerUp || before.growth === after.runnerUp)
		return exponentsApart(before, after, EXPONENT_STEP);
	return (
		before.exponent === null ||
		after.exponent === null ||
		exponentsApart(before, after, SMALL_EXPONENT_STEP)
	);
}

function exponentIsHigher(before: Model, after: Model): boolean {
	const sizes = Math.min(before.sizes, after.sizes);
	return sizes > 0 && exponentsApart(before, after, EXPONENT_STEP + STEP_OF_FEW_SIZES / Math.sqrt(sizes));
}

function changeOfCost(ratio: number, low: number, high: number): Change {
	if (!Number.isFinite(ratio)) return "unknown";
	if (low > 1 + COST_STEP) return "more expensive";
	if (high < 1 - COST_STEP) return "cheaper";
	return high - low <= WIDEST_SAME && Math.abs(ratio - 1) <= COST_STEP ? "same" : "unknown";
}

type Judgement = Pick<Pair, "change" | "ratio" | "at">;

function judge(before: Routine, after: Routine, costs: () => [Costs, Costs]): Judgement {
	const alike = before.within !== null && after.within !== null;
	const [old, now] = alike ? [before.within, after.within] : [before.worst, after.worst];
	if (!old || !now || !before.worst || !after.worst) return { change: "unknown", ratio: NaN, at: NaN };
	const largest = Math.min(old.largest, now.largest);
	if (old.strength === "class" && now.strength === "class") {
		const ratio = predict(now, largest) / predict(old, largest);
		const change = classIsHigher(old, now)
			? "grows faster"
			: classIsHigher(now, old)
				? "grows slower"
				: changeOfCost(ratio, ratio, ratio);
		return { change, ratio, at: largest };
	}
	/* What was measured are calls as a whole. */
	const measured = measure(...costs(), Math.min(before.worst.largest, after.worst.largest));
	if (!measured) return { change: "unknown", ratio: NaN, at: NaN };
	const { ratio, at, low, high } = measured;
	const change =
		exponentIsHigher(old, now) && low > 1
			? "grows faster"
			: exponentIsHigher(now, old) && high < 1
				? "grows slower"
				: changeOfCost(ratio, low, high);
	return { change, ratio, at };
}

export function compareProfiles(before: Profile, after: Profile): Pair[] {
	const severity = (pair: Pair) => CHANGES.indexOf(pair.change);
	return matchRoutines(before, after)
		.map(([old, now]): Pair => {
			const both = { name: (now ?? old)!.name, before: old, after: now };
			if (!old) return { ...both, change: "added", ratio: NaN, at: NaN };
			if (!now) return { ...both, change: "removed", ratio: NaN, at: NaN };
			/* The points are only looked at where the classes are not known. */
			const costs = (): [Costs, Costs] => [before.decode(old.index).trms, after.decode(now.index).trms];
			return { ...both, ...judge(old, now, costs) };
		})
		.sort((a, b) => severity(a) - severity(b) || (b.after?.cost ?? 0) - (a.after?.cost ?? 0));
}
