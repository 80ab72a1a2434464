// SPDX-License-Identifier: GPL-2.0-or-later
// layers.ts - a graph of flows in layers, from left to right: where each node stands, and where each ribbon begins and ends.
//
// Ribbons that would close a circle count backwards. A node stands one layer behind the last of those that feed it; within a layer
// nodes stand where their neighbours are, in the mean. What is left and right of a node is as high as the ribbons there together.

export interface Ribbon {
	from: string;
	to: string;
	width: number;
}

export interface Placed {
	key: string;
	layer: number;
	x: number;
	y: number;
	height: number;
}

export interface Drawn {
	/** Number of the ribbon. */
	index: number;
	/** The middle of its two ends. */
	x1: number;
	y1: number;
	x2: number;
	y2: number;
}

export interface Layout {
	nodes: Map<string, Placed>;
	ribbons: Drawn[];
	width: number;
	height: number;
	layers: number;
	/** Of each node: that asked for, or less where there is not enough room. */
	nodeWidth: number;
}

export interface Sizes {
	nodeWidth: number;
	nodeHeight: number;
	/** Between layers, and between nodes of one layer. */
	across: number;
	down: number;
	/** If there is more room than that, layers stand further apart; if there is less, nodes and what is between layers get narrower. */
	width: number;
	/** A node is not made narrower than that. Where even that does not fit, nothing is made narrower. */
	leastWidth: number;
}

const SWEEPS = 8;

/** Which ribbons count backwards, found by a walk that starts where most flows out. */
function backwards(keys: string[], ribbons: Ribbon[]): boolean[] {
	const out = new Map<string, number[]>();
	const balance = new Map(keys.map((key) => [key, 0]));
	ribbons.forEach(({ from, to, width }, i) => {
		out.set(from, [...(out.get(from) ?? []), i]);
		balance.set(from, balance.get(from)! + width);
		balance.set(to, balance.get(to)! - width);
	});
	for (const list of out.values()) list.sort((a, b) => ribbons[b].width - ribbons[a].width);
	const state = new Map<string, "open" | "done">();
	const back = ribbons.map(() => false);
	/* Without recursion: a chain may be long. */
	for (const start of [...keys].sort((a, b) => balance.get(b)! - balance.get(a)!)) {
		if (state.has(start)) continue;
		const path: { key: string; next: number }[] = [{ key: start, next: 0 }];
		state.set(start, "open");
		while (path.length > 0) {
			const top = path[path.length - 1];
			const i = (out.get(top.key) ?? [])[top.next++];
			if (i === undefined) {
				state.set(top.key, "done");
				path.pop();
			} else if (state.get(ribbons[i].to) === "open") back[i] = true;
			else if (!state.has(ribbons[i].to)) {
				state.set(ribbons[i].to, "open");
				path.push({ key: ribbons[i].to, next: 0 });
			}
		}
	}
	return back;
}

function layersOf(keys: string[], ribbons: Ribbon[], back: boolean[]): Map<string, number> {
	const layer = new Map(keys.map((key) => [key, 0]));
	/* No circle is left, so that this ends after as many rounds as there are layers. */
	for (let changed = true, round = 0; changed && round <= keys.length; round++) {
		changed = false;
		ribbons.forEach(({ from, to }, i) => {
			const [before, after] = back[i] ? [to, from] : [from, to];
			if (before !== after && layer.get(after)! <= layer.get(before)!) {
				layer.set(after, layer.get(before)! + 1);
				changed = true;
			}
		});
	}
	/* What feeds others only stands next to the first of them. */
	for (const key of keys) {
		if (ribbons.some(({ from, to }, i) => (back[i] ? from : to) === key)) continue;
		const behind = ribbons.flatMap(({ from, to }, i) =>
			(back[i] ? to : from) === key ? [layer.get(back[i] ? from : to)!] : [],
		);
		if (behind.length > 0) layer.set(key, Math.max(0, Math.min(...behind) - 1));
	}
	return layer;
}

function order(keys: string[], ribbons: Ribbon[], layer: Map<string, number>): string[][] {
	const rows: string[][] = [];
	for (const key of keys) (rows[layer.get(key)!] ??= []).push(key);
	for (let i = 0; i < rows.length; i++) rows[i] ??= [];
	for (let sweep = 0; sweep < SWEEPS; sweep++) {
		const place = new Map<string, number>();
		for (const row of rows) row.forEach((key, i) => place.set(key, (i + 0.5) / row.length));
		const mean = (key: string) => {
			let sum = 0;
			let weight = 0;
			for (const { from, to, width } of ribbons) {
				const other = from === key ? to : to === key ? from : null;
				if (other === null || other === key) continue;
				sum += width * place.get(other)!;
				weight += width;
			}
			return weight > 0 ? sum / weight : place.get(key)!;
		};
		const inOrder = sweep % 2 === 0 ? rows : [...rows].reverse();
		for (const row of inOrder) {
			const means = new Map(row.map((key) => [key, mean(key)]));
			row.sort((a, b) => means.get(a)! - means.get(b)!);
			row.forEach((key, i) => place.set(key, (i + 0.5) / row.length));
		}
	}
	return rows;
}

/** How wide nodes are, and what is between layers. */
function columns(layers: number, { nodeWidth, across, width, leastWidth }: Sizes): [number, number] {
	const whole = layers * nodeWidth + (layers - 1) * across;
	if (whole <= width) return [nodeWidth, layers > 1 ? (width - layers * nodeWidth) / (layers - 1) : across];
	const scale = width / whole;
	return nodeWidth * scale >= leastWidth ? [nodeWidth * scale, across * scale] : [nodeWidth, across];
}

export function layOut(ribbons: Ribbon[], sizes: Sizes): Layout {
	const keys = [...new Set(ribbons.flatMap(({ from, to }) => [from, to]))];
	const back = backwards(keys, ribbons);
	const layer = layersOf(keys, ribbons, back);
	const rows = order(keys, ribbons, layer);
	const total = (key: string, end: "from" | "to") =>
		ribbons.filter((ribbon) => ribbon[end] === key).reduce((sum, { width }) => sum + width, 0);
	const [nodeWidth, across] = columns(rows.length, sizes);
	const step = nodeWidth + across;
	const nodes = new Map<string, Placed>();
	let height = 0;
	rows.forEach((row, number) => {
		let y = 0;
		for (const key of row) {
			const own = Math.max(sizes.nodeHeight, total(key, "from") + 6, total(key, "to") + 6);
			nodes.set(key, { key, layer: number, x: number * step, y, height: own });
			y += own + sizes.down;
		}
		height = Math.max(height, y - sizes.down);
	});
	for (const row of rows) {
		const last = nodes.get(row[row.length - 1] ?? "");
		const spare = last ? (height - last.y - last.height) / 2 : 0;
		for (const key of row) nodes.get(key)!.y += spare;
	}
	return {
		nodes,
		ribbons: ends(ribbons, nodes, nodeWidth),
		width: (rows.length - 1) * step + nodeWidth,
		height,
		layers: rows.length,
		nodeWidth,
	};
}

/** Ribbons leave on the right and arrive on the left, each with a place of its own, those to the top at the top. */
function ends(ribbons: Ribbon[], nodes: Map<string, Placed>, nodeWidth: number): Drawn[] {
	const drawn = ribbons.map((_, index) => ({ index, x1: 0, y1: 0, x2: 0, y2: 0 }));
	for (const node of nodes.values()) {
		const middle = (key: string) => nodes.get(key)!.y + nodes.get(key)!.height / 2;
		for (const end of ["from", "to"] as const) {
			const other = end === "from" ? "to" : "from";
			const mine = ribbons
				.map((ribbon, index) => ({ ribbon, index }))
				.filter(({ ribbon }) => ribbon[end] === node.key)
				.sort((a, b) => middle(a.ribbon[other]) - middle(b.ribbon[other]) || a.index - b.index);
			const whole = mine.reduce((sum, { ribbon }) => sum + ribbon.width, 0);
			let y = node.y + (node.height - whole) / 2;
			for (const { ribbon, index } of mine) {
				if (end === "from") {
					drawn[index].x1 = node.x + nodeWidth;
					drawn[index].y1 = y + ribbon.width / 2;
				} else {
					drawn[index].x2 = node.x;
					drawn[index].y2 = y + ribbon.width / 2;
				}
				y += ribbon.width;
			}
		}
	}
	return drawn;
}
