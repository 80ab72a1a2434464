// SPDX-License-Identifier: GPL-2.0-or-later
// sandwich.ts - one routine with all its callers above it and all its callees below, wherever they are in the program.
//
// With calling contexts these are the recorded ones, those of the routine put together. Without them costs are apportioned
// as in flame.ts: a caller has the part that its calls have of the cost of all calls, and so on upwards.

import { type Flame, type Frame, flameOf } from "./flame.ts";
import type { Profile, Routine } from "./profile.ts";

export interface Sandwich {
	/** Rows from the top: callers, the routine, callees. */
	frames: Frame[];
	/** That of the routine. */
	middle: Frame;
}

/** A routine in one place of the sandwich, and the contexts that are it there; none without contexts. */
interface Layer {
	routine: number;
	cost: number;
	contexts: { at: number; cost: number }[];
	/** Routines on the way from the middle: without contexts a recursion ends there. */
	way: number[];
}

type Step = (layer: Layer) => Layer[];

const MOST_ROWS = 40;
const MOST_FRAMES = 5000;

function grouped(routines: number[], contexts: Layer["contexts"], way: number[]): Layer[] {
	const layers = new Map<number, Layer>();
	for (const part of contexts) {
		const routine = routines[part.at];
		let layer = layers.get(routine);
		if (!layer) layers.set(routine, (layer = { routine, cost: 0, contexts: [], way }));
		layer.cost += part.cost;
		layer.contexts.push(part);
	}
	return [...layers.values()];
}

/** The middle and both steps, by the recorded contexts. */
function exactSteps(profile: Profile, flame: Flame, routine: Routine): [Layer, Step, Step] {
	const { parent, routine: routines } = profile.header.contexts!;
	const isOutermost = (context: number) => {
		for (let at = parent[context]; at >= 0; at = parent[at])
			if (routines[at] === routine.index) return false;
		return true;
	};
	const own = new Set(profile.block(routine.index).contexts.map((part) => part.context));
	const contexts = [...own].filter(isOutermost).map((at) => ({ at, cost: flame.costOf(at) }));
	const cost = contexts.reduce((sum, one) => sum + one.cost, 0);
	return [
		{ routine: routine.index, cost, contexts, way: [] },
		(layer) =>
			grouped(
				routines,
				layer.contexts.map(({ at, cost }) => ({ at: parent[at], cost })).filter(({ at }) => at >= 0),
				[],
			),
		(layer) =>
			grouped(
				routines,
				layer.contexts.flatMap(({ at }) =>
					flame.calleesOf(at).map(({ to, cost }) => ({ at: to, cost })),
				),
				[],
			),
	];
}

/** The same, apportioned along the call edges. */
function apportionedSteps(profile: Profile, flame: Flame, routine: Routine): [Layer, Step, Step] {
	const callers = new Map<number, { to: number; cost: number }[]>();
	for (const { index } of profile.routines)
		for (const { to, cost } of flame.calleesOf(index)) {
			const list = callers.get(to);
			if (list) list.push({ to: index, cost });
			else callers.set(to, [{ to: index, cost }]);
		}
	const step =
		(links: (node: number) => readonly { to: number; cost: number }[]): Step =>
		(layer) => {
			const way = [...layer.way, layer.routine];
			const next = links(layer.routine).filter(({ to }) => !way.includes(to));
			const sum = next.reduce((all, one) => all + one.cost, 0);
			const whole = Math.max(sum, flame.costOf(layer.routine));
			return next.map(({ to, cost }) => ({
				routine: to,
				cost: whole > 0 ? (layer.cost * cost) / whole : 0,
				contexts: [],
				way,
			}));
		};
	return [
		{ routine: routine.index, cost: flame.costOf(routine.index), contexts: [], way: [] },
		step((node) => callers.get(node) ?? []),
		step((node) => flame.calleesOf(node)),
	];
}

/** Lays layers out in rows that go away from the middle; frames narrower than `least` are left out. */
function layOut(profile: Profile, middle: Frame, start: Layer, step: Step, least: number): Frame[] {
	const frames: Frame[] = [];
	let row: [Frame, Layer][] = [[middle, start]];
	for (let depth = 1; depth <= MOST_ROWS && row.length > 0 && frames.length < MOST_FRAMES; depth++) {
		const next: [Frame, Layer][] = [];
		for (const [frame, layer] of row) {
			let { left } = frame;
			for (const one of step(layer).sort((a, b) => b.cost - a.cost)) {
				const width = middle.cost > 0 ? one.cost / middle.cost : 0;
				if (width < least) break;
				const { routine: node, cost } = one;
				const routine = profile.routines[node];
				next.push([{ routine, node, above: frame, depth, left, width, now: cost, cost }, one]);
				left += width;
			}
		}
		frames.push(...next.map(([frame]) => frame));
		row = next;
	}
	return frames;
}

export function sandwichOf(profile: Profile, routine: Routine, least: number): Sandwich {
	const flame = flameOf(profile);
	const steps = flame.isExact ? exactSteps : apportionedSteps;
	const [start, up, down] = steps(profile, flame, routine);
	const { cost } = start;
	const middle: Frame = {
		routine,
		node: routine.index,
		above: null,
		depth: 0,
		left: 0,
		width: 1,
		now: cost,
		cost,
	};
	const callers = layOut(profile, middle, start, up, least);
	const callees = layOut(profile, middle, start, down, least);
	const rows = callers.reduce((most, { depth }) => Math.max(most, depth), 0);
	for (const frame of callers) frame.depth = rows - frame.depth;
	for (const frame of callees) frame.depth += rows;
	middle.depth = rows;
	return { frames: [...callers, middle, ...callees], middle };
}
