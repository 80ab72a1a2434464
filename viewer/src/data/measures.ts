// SPDX-License-Identifier: GPL-2.0-or-later
// measures.ts - the program's charts: curves "x % of the routines have at least y", and all points.

import type { Profile, Routine } from "./profile.ts";

/** Values in falling order against the share of routines, 0 to 100. */
export function exceedance(values: number[]): { x: Float64Array; y: Float64Array } {
	const y = Float64Array.from(values.filter(Number.isFinite)).sort().reverse();
	const x = y.map((_, i) => ((i + 1) * 100) / y.length);
	return { x, y };
}

export interface InducedBar {
	routine: Routine;
	thread: number;
	external: number;
}

/** Routines with induced input, the greatest share of thread and external input in their reads first. */
export function inducedShares(profile: Profile): InducedBar[] {
	const bars: InducedBar[] = [];
	for (const routine of profile.routines) {
		if (routine.threadInput + routine.externalInput <= 0) continue;
		const { trms } = profile.decode(routine.index);
		let total = 0;
		let thread = 0;
		let external = 0;
		for (let i = 0; i < trms.count; i++) {
			total += trms.size[i] * trms.calls[i];
			thread += trms.thread[i];
			external += trms.external[i];
		}
		if (total > 0)
			bars.push({ routine, thread: (100 * thread) / total, external: (100 * external) / total });
	}
	return bars.sort((a, b) => b.thread + b.external - a.thread - a.external || b.external - a.external);
}

export interface Cloud {
	size: Float64Array;
	cost: Float64Array;
	calls: Float64Array;
	routine: Int32Array;
}

/** The points of the routines that are chosen, in plain loops: there may be a million. */
export function partOf(cloud: Cloud, isChosen: (routine: number) => boolean, routineCount: number): Cloud {
	const chosen = Uint8Array.from({ length: routineCount }, (_, i) => (isChosen(i) ? 1 : 0));
	let count = 0;
	for (let i = 0; i < cloud.routine.length; i++) count += chosen[cloud.routine[i]];
	const part: Cloud = {
		size: new Float64Array(count),
		cost: new Float64Array(count),
		calls: new Float64Array(count),
		routine: new Int32Array(count),
	};
	let at = 0;
	for (let i = 0; i < cloud.routine.length; i++) {
		if (chosen[cloud.routine[i]] === 0) continue;
		part.size[at] = cloud.size[i];
		part.cost[at] = cloud.cost[i];
		part.calls[at] = cloud.calls[i];
		part.routine[at++] = cloud.routine[i];
	}
	return part;
}

/** Every point of every routine: size, worst cost, calls. */
export function allPoints(profile: Profile): Cloud {
	const total = profile.pointCount;
	const cloud: Cloud = {
		size: new Float64Array(total),
		cost: new Float64Array(total),
		calls: new Float64Array(total),
		routine: new Int32Array(total),
	};
	let at = 0;
	for (const routine of profile.routines) {
		if (routine.points === 0) continue;
		const { trms } = profile.decode(routine.index);
		cloud.size.set(trms.size, at);
		cloud.cost.set(trms.max, at);
		cloud.calls.set(trms.calls, at);
		cloud.routine.fill(routine.index, at, at + trms.count);
		at += trms.count;
	}
	return cloud;
}
