// SPDX-License-Identifier: GPL-2.0-or-later
// draw.ts - draws the series of a chart through a painter, whichever it is.
//
// Points of one series that fall on one pixel are drawn once, so that a million points cost what the
// area costs; which point a pixel stands for is kept in a grid, and hovering is a look around in it.

import type { Theme } from "../ui/theme.ts";
import type { Painter } from "./painter.ts";
import { projector } from "./scale.ts";
import type { BandSeries, BarSeries, ChartSpec, LineSeries, PointSeries, Range } from "./spec.ts";

/** Where the plot lies, in the units of the painter. */
export interface Frame {
	left: number;
	top: number;
	width: number;
	height: number;
	x: Range;
	y: Range;
}

const RAMP_STEPS = 16;
export const MANY = 4000;

/** For each pixel of the plot the point drawn there last: its series, and its index plus one. */
export class HitGrid {
	readonly index: Int32Array;
	readonly series: Uint8Array;

	constructor(
		readonly width: number,
		readonly height: number,
	) {
		this.index = new Int32Array(width * height);
		this.series = new Uint8Array(width * height);
	}

	/** False if that series has a point there already. */
	put(x: number, y: number, series: number, index: number): boolean {
		const column = Math.floor(x);
		const row = Math.floor(y);
		if (column < 0 || row < 0 || column >= this.width || row >= this.height) return true;
		const at = row * this.width + column;
		if (this.index[at] !== 0 && this.series[at] === series) return false;
		this.index[at] = index + 1;
		this.series[at] = series;
		return true;
	}

	nearest(
		x: number,
		y: number,
		reach: number,
	): { series: number; index: number; x: number; y: number } | null {
		let best = reach * reach + 1;
		let found: { series: number; index: number; x: number; y: number } | null = null;
		const fromRow = Math.max(0, Math.floor(y - reach));
		const toRow = Math.min(this.height - 1, Math.floor(y + reach));
		const fromColumn = Math.max(0, Math.floor(x - reach));
		const toColumn = Math.min(this.width - 1, Math.floor(x + reach));
		for (let row = fromRow; row <= toRow; row++)
			for (let column = fromColumn; column <= toColumn; column++) {
				const at = row * this.width + column;
				if (this.index[at] === 0) continue;
				const distance = (column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2;
				if (distance < best) {
					best = distance;
					found = {
						series: this.series[at],
						index: this.index[at] - 1,
						x: column + 0.5,
						y: row + 0.5,
					};
				}
			}
		return found;
	}
}

function mix(a: string, b: string, share: number): string {
	const parse = (hex: string) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
	const from = parse(a);
	const to = parse(b);
	return `rgb(${from.map((v, i) => Math.round(v + (to[i] - v) * share)).join(",")})`;
}

/** The colour ramp of the theme: through ramp-0 to ramp-3, which are given as #rrggbb. */
export function rampColours(theme: Theme): string[] {
	const stops = [0, 1, 2, 3].map((i) => theme.colour(`ramp-${i}`));
	return Array.from({ length: RAMP_STEPS }, (_, i) => {
		const place = (i / (RAMP_STEPS - 1)) * (stops.length - 1);
		const stop = Math.min(Math.floor(place), stops.length - 2);
		return mix(stops[stop], stops[stop + 1], place - stop);
	});
}

function drawPoints(
	painter: Painter,
	frame: Frame,
	spec: ChartSpec,
	series: PointSeries,
	number: number,
	theme: Theme,
	grid: HitGrid,
): void {
	const px = projector(frame.x, spec.x.log, frame.left, frame.width);
	const py = projector(frame.y, spec.y.log, frame.top + frame.height, -frame.height);
	const { x, y } = series;
	const plain = theme.colour(series.colour);
	const ramp = series.ramp ? rampColours(theme) : null;
	const palette = series.palette?.names.map((name) => theme.colour(name));
	const many = x.length > MANY;
	const radius = (series.radius ?? (many ? 1.6 : x.length > 400 ? 2.6 : 3.4)) * painter.ratio;
	const opacity = series.faint ? 0.45 : 1;
	for (let i = 0; i < x.length; i++) {
		const vx = x[i];
		const vy = y[i];
		if (vx < frame.x.min || vx > frame.x.max || vy < frame.y.min || vy > frame.y.max || Number.isNaN(vy))
			continue;
		const at = px(vx);
		const level = py(vy);
		if (!grid.put((at - frame.left) / painter.ratio, (level - frame.top) / painter.ratio, number, i))
			continue;
		const colour = ramp
			? ramp[Math.min(RAMP_STEPS - 1, Math.floor(series.ramp![i] * RAMP_STEPS))]
			: palette
				? palette[series.palette!.pick[i]]
				: plain;
		painter.marker(series.shape, at, level, radius, colour, opacity);
	}
}

function clamp(value: number, frame: Frame): number {
	return Math.max(frame.top - 2 * frame.height, Math.min(frame.top + 3 * frame.height, value));
}

function linePath(frame: Frame, spec: ChartSpec, x: Float64Array, y: Float64Array, step: boolean): number[] {
	const px = projector(frame.x, spec.x.log, frame.left, frame.width);
	const py = projector(frame.y, spec.y.log, frame.top + frame.height, -frame.height);
	const path: number[] = [];
	let before = NaN;
	for (let i = 0; i < x.length; i++) {
		const at = px(x[i]);
		const raw = spec.y.log && y[i] <= 0 ? frame.top + 2 * frame.height : py(y[i]);
		if (!Number.isFinite(at) || Number.isNaN(raw)) {
			path.push(NaN, NaN);
			before = NaN;
			continue;
		}
		const level = clamp(raw, frame);
		if (step && !Number.isNaN(before)) path.push(at, before);
		path.push(at, level);
		before = level;
	}
	return path;
}

function drawLine(painter: Painter, frame: Frame, spec: ChartSpec, series: LineSeries, theme: Theme): void {
	const path = linePath(frame, spec, series.x, series.y, series.step ?? false);
	painter.line(
		path,
		theme.colour(series.colour),
		(series.width ?? 1.75) * painter.ratio,
		(series.dash ?? []).map((d) => d * painter.ratio),
	);
}

function drawBand(painter: Painter, frame: Frame, spec: ChartSpec, series: BandSeries, theme: Theme): void {
	const upper = linePath(frame, spec, series.x, series.high, series.step ?? false);
	const lower = linePath(frame, spec, series.x, series.low, series.step ?? false);
	const path = upper.filter((v) => !Number.isNaN(v));
	const back = lower.filter((v) => !Number.isNaN(v));
	for (let i = back.length - 2; i >= 0; i -= 2) path.push(back[i], back[i + 1]);
	if (path.length >= 6) painter.polygon(path, theme.colour(series.colour), series.opacity ?? 0.14);
}

function drawBars(
	painter: Painter,
	frame: Frame,
	spec: ChartSpec,
	series: BarSeries,
	number: number,
	theme: Theme,
	grid: HitGrid,
): void {
	const px = projector(frame.x, spec.x.log, frame.left, frame.width);
	const py = projector(frame.y, spec.y.log, frame.top + frame.height, -frame.height);
	const colour = theme.colour(series.colour);
	const bottom = frame.top + frame.height;
	const { x, y, base } = series;
	for (let i = 0; i < x.length; i++) {
		const half = series.half ?? 0;
		if (x[i] + half < frame.x.min || x[i] - half > frame.x.max || !(y[i] > 0)) continue;
		const at = px(x[i]);
		if (!Number.isFinite(at)) continue;
		const top = Math.max(frame.top, Math.min(bottom, py(y[i])));
		const foot = base && base[i] > 0 ? Math.max(frame.top, Math.min(bottom, py(base[i]))) : bottom;
		const left = half > 0 ? px(x[i] - half) : at - painter.ratio;
		const right = half > 0 ? px(x[i] + half) : at + painter.ratio;
		const gap = right - left > 6 * painter.ratio ? painter.ratio : 0;
		const fresh = grid.put(
			(at - frame.left) / painter.ratio,
			(top - frame.top) / painter.ratio,
			number,
			i,
		);
		if (fresh || half > 0)
			painter.rectangle(
				left,
				top,
				Math.max(right - left - gap, 0.7 * painter.ratio),
				Math.max(foot - top, painter.ratio),
				colour,
			);
	}
}

export function drawSeries(painter: Painter, frame: Frame, spec: ChartSpec, theme: Theme): HitGrid {
	const grid = new HitGrid(
		Math.max(1, Math.ceil(frame.width / painter.ratio)),
		Math.max(1, Math.ceil(frame.height / painter.ratio)),
	);
	spec.series.forEach((series, number) => {
		if (series.kind === "points") drawPoints(painter, frame, spec, series, number, theme, grid);
		else if (series.kind === "line") drawLine(painter, frame, spec, series, theme);
		else if (series.kind === "band") drawBand(painter, frame, spec, series, theme);
		else drawBars(painter, frame, spec, series, number, theme, grid);
	});
	return grid;
}
