// SPDX-License-Identifier: GPL-2.0-or-later
// compare.ts - two profiles side by side: which routine is which, and what became of it.

import { growthRank } from "./growth.ts";
import { growthOfRoutine, predict } from "./model.ts";
import type { Profile, Routine } from "./profile.ts";

export const CHANGES = ["grows faster", "steeper", "dearer", "added", "same", "unknown", "removed", "cheaper", "flatter", "grows slower"] as const;
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

const NOTABLE = 1.25;

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
	return [...pairs, ...left.map((r): [Routine, null] => [r, null]), ...right.map((r): [null, Routine] => [null, r])];
}

function judge(before: Routine, after: Routine): { change: Change; ratio: number; at: number } {
	const old = before.worst;
	const now = after.worst;
	const at = old && now ? Math.min(old.largest, now.largest) : NaN;
	const ratio = old && now && at > 0 ? predict(now, at) / predict(old, at) : NaN;
	const a = growthRank(growthOfRoutine(before));
	const b = growthRank(growthOfRoutine(after));
	if (a >= 0 && b >= 0 && a !== b) return { change: b > a ? "grows faster" : "grows slower", ratio, at };
	if (old?.low != null && old.high != null && now?.low != null && now.high != null) {
		if (now.low > old.high && now.exponent! - old.exponent! > 0.15) return { change: "steeper", ratio, at };
		if (now.high < old.low && old.exponent! - now.exponent! > 0.15) return { change: "flatter", ratio, at };
	}
	if (Number.isFinite(ratio)) {
		const change = ratio >= NOTABLE ? "dearer" : ratio <= 1 / NOTABLE ? "cheaper" : "same";
		return { change, ratio, at };
	}
	return { change: "unknown", ratio, at };
}

export function comparePair(before: Routine | null, after: Routine | null): Pair {
	const name = (after ?? before)!.name;
	if (!before) return { name, before, after, change: "added", ratio: NaN, at: NaN };
	if (!after) return { name, before, after, change: "removed", ratio: NaN, at: NaN };
	return { name, before, after, ...judge(before, after) };
}

export function compareProfiles(before: Profile, after: Profile): Pair[] {
	const severity = (pair: Pair) => CHANGES.indexOf(pair.change);
	return matchRoutines(before, after)
		.map(([a, b]) => comparePair(a, b))
		.sort((a, b) => severity(a) - severity(b) || (b.after?.cost ?? 0) - (a.after?.cost ?? 0));
}
