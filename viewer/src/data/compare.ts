// SPDX-License-Identifier: GPL-2.0-or-later
// compare.ts - two profiles side by side: which routine is which, and what became of it.

import { growthRank } from "./growth.ts";
import { predict } from "./model.ts";
import type { Model, Profile, Routine } from "./profile.ts";

export const CHANGES = [
	"grows faster",
	"dearer",
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
	/** Cost of the new over the old at the largest size both have seen; NaN if not known. */
	ratio: number;
	/** That size. */
	at: number;
}

/** What landau diff takes for a change. */
const EXPONENT_STEP = 0.1;
const COST_STEP = 0.05;

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

function exponentsApart(low: Model, high: Model): boolean {
	return low.high !== null && high.low !== null && high.low > low.high + EXPONENT_STEP;
}

/** Is `after` above `before`, for sure? As landau diff has it. */
function growsFaster(before: Model, after: Model): boolean {
	if (before.growth === null || after.growth === null) return false;
	const step = growthRank(after.growth) - growthRank(before.growth);
	if (step > 0) return after.growth !== before.runnerUp || exponentsApart(before, after);
	return step === 0 && exponentsApart(before, after);
}

function judge(before: Model | null, after: Model | null): { change: Change; ratio: number; at: number } {
	if (!before || !after) return { change: "unknown", ratio: NaN, at: NaN };
	const known = before.growth !== null && after.growth !== null;
	const at = Math.min(before.largest, after.largest);
	const ratio = known ? predict(after, at) / predict(before, at) : NaN;
	const judged = (change: Change) => ({ change, ratio, at: known ? at : NaN });
	if (growsFaster(before, after)) return judged("grows faster");
	if (growsFaster(after, before)) return judged("grows slower");
	if (!Number.isFinite(ratio)) return judged("unknown");
	if (ratio > 1 + COST_STEP) return judged("dearer");
	return judged(ratio < 1 - COST_STEP ? "cheaper" : "same");
}

export function comparePair(before: Routine | null, after: Routine | null): Pair {
	const name = (after ?? before)!.name;
	if (!before) return { name, before, after, change: "added", ratio: NaN, at: NaN };
	if (!after) return { name, before, after, change: "removed", ratio: NaN, at: NaN };
	return { name, before, after, ...judge(before.worst, after.worst) };
}

export function compareProfiles(before: Profile, after: Profile): Pair[] {
	const severity = (pair: Pair) => CHANGES.indexOf(pair.change);
	return matchRoutines(before, after)
		.map(([a, b]) => comparePair(a, b))
		.sort((a, b) => severity(a) - severity(b) || (b.after?.cost ?? 0) - (a.after?.cost ?? 0));
}
