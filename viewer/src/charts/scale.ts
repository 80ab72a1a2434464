// SPDX-License-Identifier: GPL-2.0-or-later
// scale.ts - ranges, ticks and projections of linear and logarithmic axes.

import type { Axis, ChartSpec, Range, Series } from "./spec.ts";

export function linearTicks(min: number, max: number, about: number): number[] {
	const span = max - min;
	if (!(span > 0) || !Number.isFinite(span)) return [min];
	const raw = span / Math.max(1, about);
	const magnitude = 10 ** Math.floor(Math.log10(raw));
	const step = [1, 2, 5, 10].map((m) => m * magnitude).find((s) => s >= raw) ?? 10 * magnitude;
	const ticks: number[] = [];
	for (let k = Math.ceil(min / step - 1e-9); k * step <= max + step * 1e-9 && ticks.length < 100; k++)
		ticks.push(Number((k * step).toPrecision(12)));
	return ticks;
}

export function logTicks(min: number, max: number, about: number): number[] {
	const from = Math.floor(Math.log10(min) + 1e-9);
	const to = Math.ceil(Math.log10(max) - 1e-9);
	const decades = to - from;
	const every = Math.max(1, Math.ceil(decades / Math.max(2, about)));
	const inner = decades <= 1 ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : decades * 3 <= about ? [1, 2, 5] : [1];
	const ticks: number[] = [];
	for (let e = from; e <= to; e += every)
		for (const m of every > 1 ? [1] : inner) {
			const tick = m * 10 ** e;
			if (tick >= min * (1 - 1e-9) && tick <= max * (1 + 1e-9)) ticks.push(tick);
		}
	return ticks.length >= 2 ? ticks : linearTicks(min, max, about).filter((t) => t > 0);
}

export function ticksOf(
	range: Range,
	axis: Pick<Axis, "log" | "integer" | "ticks">,
	about: number,
): number[] {
	if (axis.ticks) return axis.ticks.filter((tick) => tick >= range.min && tick <= range.max);
	const ticks = axis.log ? logTicks(range.min, range.max, about) : linearTicks(range.min, range.max, about);
	return axis.integer ? ticks.filter(Number.isInteger) : ticks;
}

/** From values to a coordinate that starts at `start` and is `length` long (negative: upwards). */
export function projector(
	range: Range,
	log: boolean,
	start: number,
	length: number,
): (value: number) => number {
	if (log) {
		const low = Math.log10(range.min);
		const scale = length / (Math.log10(range.max) - low);
		return (value) => start + (Math.log10(value) - low) * scale;
	}
	const scale = length / (range.max - range.min);
	return (value) => start + (value - range.min) * scale;
}

/** The value at a share (0 to 1) of the axis. */
export function valueAt(range: Range, log: boolean, share: number): number {
	if (log) return range.min * (range.max / range.min) ** share;
	return range.min + (range.max - range.min) * share;
}

/** Scales a range by `factor` around a share of it. */
export function zoomRange(range: Range, log: boolean, share: number, factor: number): Range {
	return {
		min: valueAt(range, log, share - share * factor),
		max: valueAt(range, log, share + (1 - share) * factor),
	};
}

export function shiftRange(range: Range, log: boolean, share: number): Range {
	return { min: valueAt(range, log, share), max: valueAt(range, log, 1 + share) };
}

function valuesOf(series: Series, axis: "x" | "y"): Float64Array[] {
	if (axis === "x") return [series.x];
	if (series.kind === "band") return [series.low, series.high];
	if (series.kind === "bars" && series.base) return [series.y, series.base];
	return [series.y];
}

/** The range that shows all of the series: from 0 when linear, with a little room. */
export function wholeRange(spec: ChartSpec, which: "x" | "y"): Range {
	const axis: Axis = spec[which];
	if (axis.whole) return axis.whole;
	let min = Infinity;
	let max = -Infinity;
	for (const series of spec.series) {
		if (series.loose) continue;
		for (const values of valuesOf(series, which))
			for (let i = 0; i < values.length; i++) {
				const value = values[i];
				if (!Number.isFinite(value) || (axis.log && value <= 0) || (spec.x.log && series.x[i] <= 0))
					continue;
				if (value < min) min = value;
				if (value > max) max = value;
			}
	}
	if (min > max) return axis.log ? { min: 1, max: 10 } : { min: 0, max: 1 };
	if (axis.log) {
		const room = Math.max((max / min) ** 0.04, 1.12);
		/* Bars stand on the axis: the least of them must still be one. */
		const stand = which === "y" && spec.series.some((series) => series.kind === "bars") ? 1.6 : 1;
		return { min: min / room / stand, max: max * room };
	}
	if (max === min && max === 0) return { min: 0, max: 1 };
	const low = Math.min(0, min);
	return { min: low < 0 ? low * 1.05 : 0, max: max > 0 ? max * 1.05 : 0.05 };
}
