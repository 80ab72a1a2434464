// SPDX-License-Identifier: GPL-2.0-or-later
// points.ts - what charts draw of a routine's points: grouping, smoothing, derived quantities.

import type { Costs, Points } from "./profile.ts";

export type Case = "worst" | "mean" | "best";

export function meanCost(costs: Costs): Float64Array {
	return costs.sum.map((sum, i) => sum / costs.calls[i]);
}

export function caseOf(costs: Costs, which: Case): Float64Array {
	if (which === "worst") return costs.max;
	return which === "best" ? costs.min : meanCost(costs);
}

/** The group of each row for `perDecade` groups a decade of sizes; sizes below 1 stay alone. */
function groupsOf(size: Float64Array, perDecade: number): Int32Array {
	return Int32Array.from(size, (n) => (n < 1 ? -1 : Math.floor(Math.log10(n) * perDecade + 1e-9)));
}

/** Merges neighbouring sizes; a group stands at the mean of its sizes, weighted by calls. */
export function group(points: Points, perDecade: number): Points {
	if (perDecade <= 0 || points.count === 0) return points;
	const key = groupsOf(points.size, perDecade);
	let groups = 1;
	for (let i = 1; i < points.count; i++) if (key[i] !== key[i - 1]) groups++;
	const make = () => new Float64Array(groups);
	const out: Points = {
		count: groups,
		size: make(),
		calls: make(),
		min: make(),
		max: make(),
		sum: make(),
		rms: make(),
		thread: make(),
		external: make(),
		deviation: make(),
	};
	const squares = make();
	let at = -1;
	for (let i = 0; i < points.count; i++) {
		if (i === 0 || key[i] !== key[i - 1]) {
			at++;
			out.min[at] = Infinity;
		}
		const calls = points.calls[i];
		const mean = points.sum[i] / calls;
		out.calls[at] += calls;
		out.size[at] += points.size[i] * calls;
		out.min[at] = Math.min(out.min[at], points.min[i]);
		out.max[at] = Math.max(out.max[at], points.max[i]);
		out.sum[at] += points.sum[i];
		out.rms[at] += points.rms[i];
		out.thread[at] += points.thread[i];
		out.external[at] += points.external[i];
		squares[at] += calls * (points.deviation[i] ** 2 + mean * mean);
	}
	for (let i = 0; i < groups; i++) {
		out.size[i] /= out.calls[i];
		const mean = out.sum[i] / out.calls[i];
		out.deviation[i] = Math.sqrt(Math.max(0, squares[i] / out.calls[i] - mean * mean));
	}
	return out;
}

/** Running median over `width` neighbours (odd); 1 leaves the values alone. */
export function smooth(values: Float64Array, width: number): Float64Array {
	if (width <= 1 || values.length < 3) return values;
	const half = width >> 1;
	return values.map((_, i) => {
		const reach = Math.min(half, i, values.length - 1 - i);
		const around = values.slice(i - reach, i + reach + 1).sort();
		return around[reach];
	});
}

/** Mean cost of all activations of at most that size. */
export function amortised(costs: Costs): Float64Array {
	let cost = 0;
	let calls = 0;
	return costs.sum.map((sum, i) => {
		cost += sum;
		calls += costs.calls[i];
		return cost / calls;
	});
}

/** Own input is what is neither from threads nor from outside; shares of all reads, by size. */
export function composition(points: Points): {
	own: Float64Array;
	thread: Float64Array;
	external: Float64Array;
} {
	const total = points.size.map((n, i) => n * points.calls[i]);
	const share = (part: Float64Array) => part.map((v, i) => (total[i] > 0 ? Math.min(1, v / total[i]) : 0));
	const thread = share(points.thread);
	const external = share(points.external);
	const own = thread.map((v, i) => (total[i] > 0 ? Math.max(0, 1 - v - external[i]) : 0));
	return { own, thread, external };
}

export type Trend = "rises" | "falls" | "levels off" | "unknown";

/** Does T(n)/f(n) rise, fall or stay over the upper half (in log n) of the sizes? */
export function trendOfRatio(size: Float64Array, ratio: Float64Array): Trend {
	const rows: [number, number][] = [];
	const first = size.findIndex((n, i) => n >= 1 && ratio[i] > 0 && Number.isFinite(ratio[i]));
	if (first < 0) return "unknown";
	const last = size[size.length - 1];
	const middle = Math.sqrt(size[first] * last);
	size.forEach((n, i) => {
		if (n >= middle && ratio[i] > 0 && Number.isFinite(ratio[i]))
			rows.push([Math.log(n), Math.log(ratio[i])]);
	});
	if (rows.length < 4) return "unknown";
	const mx = rows.reduce((s, r) => s + r[0], 0) / rows.length;
	const my = rows.reduce((s, r) => s + r[1], 0) / rows.length;
	const sxx = rows.reduce((s, r) => s + (r[0] - mx) ** 2, 0);
	if (sxx === 0) return "unknown";
	const slope = rows.reduce((s, r) => s + (r[0] - mx) * (r[1] - my), 0) / sxx;
	if (slope > 0.08) return "rises";
	return slope < -0.08 ? "falls" : "levels off";
}

/** At most `most` rows spread evenly over the sizes' order, the first and the last among them. */
export function thin(count: number, most: number): Int32Array {
	if (count <= most) return Int32Array.from({ length: count }, (_, i) => i);
	return Int32Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
}
