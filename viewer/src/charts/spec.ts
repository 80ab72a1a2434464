// SPDX-License-Identifier: GPL-2.0-or-later
// spec.ts - what a chart shows, apart from how it is drawn: the same description makes canvas and SVG.

import type { Sheet } from "../data/csv.ts";

export interface Range {
	min: number;
	max: number;
}

export interface Axis {
	label: string;
	log: boolean;
	format: (value: number) => string;
	/** Where marks stand, if not where they fall by themselves. */
	ticks?: number[];
	/** Only whole numbers are marked. */
	integer?: boolean;
	/** The whole range; if not given, what the series need. */
	whole?: Range;
}

export type Shape = "circle" | "diamond" | "triangle" | "square";

interface Common {
	label: string;
	/** Name of a colour of the style sheet, without the dashes. */
	colour: string;
	/** Left out of the automatic range, as curves are that run far beyond the points. */
	loose?: boolean;
	/** Not in the legend. */
	quiet?: boolean;
}

export interface PointSeries extends Common {
	kind: "points";
	x: Float64Array;
	y: Float64Array;
	shape: Shape;
	radius?: number;
	/** 0 to 1 for each point: its place on the colour ramp, instead of `colour`. */
	ramp?: Float64Array;
	/** Names of colours, and for each point which of them, instead of `colour`. */
	palette?: { names: string[]; pick: Uint8Array };
	faint?: boolean;
}

export interface LineSeries extends Common {
	kind: "line";
	x: Float64Array;
	y: Float64Array;
	dash?: number[];
	width?: number;
	step?: boolean;
}

export interface BandSeries extends Common {
	kind: "band";
	x: Float64Array;
	low: Float64Array;
	high: Float64Array;
	opacity?: number;
	step?: boolean;
}

/** Bars from `base` (or the axis) to y; `half` is half their width in units of x, or a thin stem. */
export interface BarSeries extends Common {
	kind: "bars";
	x: Float64Array;
	y: Float64Array;
	base?: Float64Array;
	half?: number;
}

export type Series = PointSeries | LineSeries | BandSeries | BarSeries;

export interface HoverLine {
	name: string;
	value: string;
}

export interface ChartSpec {
	title: string;
	/** A sentence under the chart: what is drawn, and what to look for. */
	note: string;
	/** For screen readers: what the chart shows, in numbers. */
	description: string;
	x: Axis;
	y: Axis;
	series: Series[];
	/** The series that the arrow keys walk along. */
	walk?: number;
	/** If set, the chart is empty and this says why. */
	empty?: string;
	/** For the legend of the ramp: what it stands for, and its ends. */
	ramp?: { label: string; low: string; high: string };
	hover?: (series: number, index: number) => HoverLine[];
	open?: (series: number, index: number) => void;
	sheet: () => Sheet;
}
