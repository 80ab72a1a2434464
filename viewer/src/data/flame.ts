// SPDX-License-Identifier: GPL-2.0-or-later
// flame.ts - the program as a tree of callers with their callees, the width of each its cost, now or with a larger input.
//
// With calling contexts the tree is what was recorded. Without them a routine's callees are known, and what they cost it,
// but not what they cost under each of its callers: there the cost is apportioned, each frame giving its
// callees the parts that the routine gives them as a whole. Recursion is folded into the outermost frame.
//
// With a larger input a routine of known growth costs as much more as its curve says, all that it calls included; what
// it calls shares that out by its own growth and by how often it is called. A routine of unknown growth costs
// what its callees cost, and itself as much as now. So a frame shows what is known to grow, at least.

import type { Growth } from "./growth.ts";
import { classFactor, growthFactor, growthTells, spokenFactor } from "./outlook.ts";
import type { Profile, Routine } from "./profile.ts";

export interface Frame {
	/** null at the root, which is the program, and for start-up. */
	routine: Routine | null;
	node: number;
	above: Frame | null;
	depth: number;
	/** Where it begins and how wide it is, as parts of the frame that the tree is seen from. */
	left: number;
	width: number;
	/** Inclusive cost as measured, and with the larger input. */
	now: number;
	cost: number;
}

/** The way to a frame from the root, "0.5.7" in an address; "" is the root. */
export function pathOf(frame: Frame): string {
	const numbers: number[] = [];
	for (let at = frame; at.above; at = at.above) numbers.push(at.node);
	return numbers.reverse().join(".");
}

function isUnder(frame: Frame | null, node: number): boolean {
	for (let at = frame; at; at = at.above) if (at.node === node) return true;
	return false;
}

interface Link {
	to: number;
	cost: number;
	/** How the number of these calls grows; null where that is not known. */
	calls: Growth | null;
}

interface Node {
	routine: Routine | null;
	cost: number;
	self: number;
	/** The most expensive first, so that frames keep their order when the input grows. */
	links: Link[];
}

/** More frames than any window can tell apart. */
const MOST_FRAMES = 20_000;
const MOST_DEPTH = 400;

export class Flame {
	private readonly nodes: Node[] = [];
	private readonly root: number;
	/** The costs of each node with `scaled` times the input. */
	private costs: Float64Array;
	private scaled = 1;
	readonly isExact: boolean;

	constructor(private readonly profile: Profile) {
		this.isExact = profile.header.contexts !== null;
		const roots = this.foldStartup(this.isExact ? this.fromContexts() : this.fromEdges());
		const total = profile.header.totals.cost;
		const links = roots.filter((link) => link.cost > 0).sort((a, b) => b.cost - a.cost);
		const sum = links.reduce((all, link) => all + link.cost, 0);
		this.root = this.nodes.length;
		this.nodes.push({ routine: null, cost: Math.max(total, sum), self: Math.max(0, total - sum), links });
		this.costs = Float64Array.from(this.nodes, (node) => node.cost);
	}

	/**
	 * What brings the program and its threads up and down is one frame; what it calls, main among it, begins
	 * the tree.
	 */
	private foldStartup(roots: Link[]): Link[] {
		const folded: Link[] = [];
		const startup: Node = { routine: null, cost: 0, self: 0, links: [] };
		const pass = (links: Link[], part: number, way: number[]) => {
			for (const link of links) {
				const node = this.nodes[link.to];
				const cost = part * link.cost;
				if (!node.routine?.isStartup) folded.push({ ...link, cost });
				else if (node.cost > 0 && cost > 0) {
					const further = [...way, link.to];
					const links = node.links.filter((one) => !further.includes(one.to));
					const sum = links.reduce((all, one) => all + one.cost, 0);
					startup.cost += cost * Math.max(0, 1 - sum / node.cost);
					pass(links, (cost * this.room(node.cost, sum)) / node.cost, further);
				}
			}
		};
		pass(roots, 1, []);
		if (startup.cost === 0) return folded;
		startup.self = startup.cost;
		this.nodes.push(startup);
		/* Apportioned, one routine may be reached from several of start-up. */
		const byNode = new Map<number, Link>([
			[this.nodes.length - 1, { to: this.nodes.length - 1, cost: startup.cost, calls: null }],
		]);
		for (const link of folded) {
			const same = byNode.get(link.to);
			if (same) same.cost += link.cost;
			else byNode.set(link.to, { ...link, calls: null });
		}
		return [...byNode.values()];
	}

	private callGrowths(): Map<number, Growth | null> {
		const { caller, callee } = this.profile.header.edges;
		const count = this.profile.routines.length;
		const all = new Map<number, Growth | null>();
		caller.forEach((from, i) => all.set(from * count + callee[i], this.profile.callsGrowth(i)));
		return all;
	}

	/** A node for each context; the links of the roots. */
	private fromContexts(): Link[] {
		const { routines } = this.profile;
		const { parent, routine } = this.profile.header.contexts!;
		const callGrowths = this.callGrowths();
		for (const index of routine)
			this.nodes.push({ routine: routines[index], cost: 0, self: 0, links: [] });
		for (const { index } of routines)
			for (const part of this.profile.decode(index).contexts)
				this.nodes[part.context].self += part.self;
		const roots: Link[] = [];
		/* Behind its parent stands every context, so that a walk backwards meets children first. */
		for (const at of this.inwards(parent)) {
			const node = this.nodes[at];
			node.cost += node.self;
			node.links.sort((a, b) => b.cost - a.cost);
			if (node.cost === 0) continue;
			const above = parent[at];
			if (above < 0) roots.push({ to: at, cost: node.cost, calls: null });
			else {
				const calls = callGrowths.get(routine[above] * routines.length + routine[at]) ?? null;
				this.nodes[above].links.push({ to: at, cost: node.cost, calls });
				this.nodes[above].cost += node.cost;
			}
		}
		return roots;
	}

	/** Contexts, each before its parent. */
	private inwards(parent: number[]): number[] {
		const waiting = new Int32Array(parent.length);
		for (const above of parent) if (above >= 0) waiting[above]++;
		const order: number[] = [];
		for (let i = 0; i < parent.length; i++) if (waiting[i] === 0) order.push(i);
		for (let i = 0; i < order.length; i++) {
			const above = parent[order[i]];
			if (above >= 0 && --waiting[above] === 0) order.push(above);
		}
		return order;
	}

	/** A node for each routine; the links of what nobody called. */
	private fromEdges(): Link[] {
		const { routines } = this.profile;
		const { caller, callee, cost } = this.profile.header.edges;
		for (const routine of routines)
			this.nodes.push({ routine, cost: routine.cost, self: routine.self, links: [] });
		const isCalled = new Uint8Array(routines.length);
		caller.forEach((from, i) => {
			const to = callee[i];
			if (from === to) return; // recursion is in the cost of the outermost activation
			isCalled[to] = 1;
			/* Calls within a recursion are in each other's cost. */
			const part = Math.min(cost[i], routines[to].cost);
			if (part > 0) this.nodes[from].links.push({ to, cost: part, calls: this.profile.callsGrowth(i) });
		});
		for (const node of this.nodes) node.links.sort((a, b) => b.cost - a.cost);
		const starts = routines
			.map(({ index }) => index)
			.sort((a, b) => isCalled[a] - isCalled[b] || routines[b].cost - routines[a].cost);
		const own = Float64Array.from(routines, (routine) => routine.cost);
		this.walk(starts, (_, link, isBack) => {
			if (!isBack) own[link.to] -= link.cost;
		});
		return starts.map((to) => ({ to, cost: Math.max(0, own[to]), calls: null }));
	}

	/**
	 * Depth first, without recursion of its own. `see` is told every link, and whether it leads back to a node on
	 * the way here; `leave` every node behind all that it leads to.
	 */
	private walk(
		starts: number[],
		see: (from: number, link: Link, isBack: boolean) => void,
		leave: (node: number) => void = () => {},
	): void {
		const state = new Uint8Array(this.nodes.length); // 1: on the way, 2: done
		for (const start of starts) {
			if (state[start] !== 0) continue;
			const way: { node: number; next: number }[] = [{ node: start, next: 0 }];
			state[start] = 1;
			while (way.length > 0) {
				const top = way[way.length - 1];
				const link = this.nodes[top.node].links[top.next++];
				if (!link) {
					state[top.node] = 2;
					leave(top.node);
					way.pop();
					continue;
				}
				see(top.node, link, state[link.to] === 1);
				if (state[link.to] === 0) {
					state[link.to] = 1;
					way.push({ node: link.to, next: 0 });
				}
			}
		}
	}

	/** How much more a routine costs; null where that is not known. */
	private factor(routine: Routine | null, scale: number): number | null {
		if (!routine) return null;
		const { by_run: sweep } = this.profile.header;
		if (sweep && routine.byRun && routine.byRun.strength !== "unknown") {
			const spoken = spokenFactor(routine.byRun.cost, sweep.largest, scale);
			if (spoken !== null) return spoken;
		}
		return growthTells(routine.told) ? growthFactor(routine.told, scale) : null;
	}

	private linkCost(from: Node, link: Link): number {
		const to = this.nodes[link.to];
		const more = to.cost > 0 ? this.costs[link.to] / to.cost : 1;
		if (this.profile.header.by_run || link.calls === null || !from.routine?.worst)
			return link.cost * more;
		return link.cost * more * classFactor(link.calls, from.routine.worst.largest, this.scaled);
	}

	/** From here on the tree is that of `scale` times the input. */
	rescale(scale: number): void {
		if (scale === this.scaled) return;
		this.scaled = scale;
		/* Until they have been worked out, as within a recursion, costs are the known ones. */
		const factors = this.nodes.map((node) => this.factor(node.routine, scale));
		this.costs = Float64Array.from(this.nodes, (node, i) => node.cost * (factors[i] ?? 1));
		if (scale === 1) return;
		this.walk(
			[this.root],
			() => {},
			(at) => {
				const node = this.nodes[at];
				if (factors[at] !== null) return;
				const sum = node.links.reduce((all, link) => all + this.linkCost(node, link), node.self);
				this.costs[at] = Math.max(node.cost, sum);
			},
		);
	}

	/** Inclusive cost of a node as measured: a context, or a routine where there are none. */
	costOf(node: number): number {
		return this.nodes[node].cost;
	}

	calleesOf(node: number): readonly Readonly<Link>[] {
		return this.nodes[node].links;
	}

	get total(): number {
		return this.costs[this.root];
	}

	/** The frames under the one at `path`, those above it at full width; narrower ones than `least` are left out. */
	frames(path: string, least: number): Frame[] {
		const frames = this.follow(path);
		const stack: Frame[] = [frames.pop()!];
		while (stack.length > 0 && frames.length < MOST_FRAMES) {
			const frame = stack.pop()!;
			frames.push(frame);
			if (frame.depth >= MOST_DEPTH || !(frame.cost > 0)) continue;
			let left = frame.left;
			for (const child of this.children(frame)) {
				const width = (frame.width * child.cost) / frame.cost;
				if (width >= least) stack.push({ ...child, left, width });
				left += width;
			}
		}
		return frames;
	}

	/** The frames from the root to the one at `path`, as far as there is such a way; all of full width. */
	private follow(path: string): Frame[] {
		const way: Frame[] = [
			{
				routine: null,
				node: this.root,
				above: null,
				depth: 0,
				left: 0,
				width: 1,
				now: this.nodes[this.root].cost,
				cost: this.costs[this.root],
			},
		];
		for (const number of path.split(".").filter(Boolean).map(Number)) {
			const next = this.children(way[way.length - 1]).find((child) => child.node === number);
			if (!next) break;
			way.push({ ...next, width: 1 });
		}
		return way;
	}

	/** How much of what is under a node there is room for: it cannot be wider than the node itself. */
	private room(cost: number, sum: number): number {
		return sum > cost && sum > 0 ? cost / sum : 1;
	}

	private children(frame: Frame): Frame[] {
		const node = this.nodes[frame.node];
		const cost = this.costs[frame.node];
		/* Contexts stand for themselves; a routine that is on the way already is a recursion. */
		const links = this.isExact ? node.links : node.links.filter((link) => !isUnder(frame, link.to));
		const costs = links.map((link) => this.linkCost(node, link));
		const sum = costs.reduce((all, one) => all + one, 0);
		const sumNow = links.reduce((all, link) => all + link.cost, 0);
		const part = cost > 0 ? (this.room(cost, sum) * frame.cost) / cost : 0;
		const partNow = node.cost > 0 ? (this.room(node.cost, sumNow) * frame.now) / node.cost : 0;
		return links.map((link, i) => ({
			routine: this.nodes[link.to].routine,
			node: link.to,
			above: frame,
			depth: frame.depth + 1,
			left: 0,
			width: 0,
			now: link.cost * partNow,
			cost: costs[i] * part,
		}));
	}
}

const made = new WeakMap<Profile, Flame>();

/** The tree of a profile, made once. */
export function flameOf(profile: Profile): Flame {
	let flame = made.get(profile);
	if (!flame) made.set(profile, (flame = new Flame(profile)));
	return flame;
}
