// SPDX-License-Identifier: GPL-2.0-or-later
// flame_draw.ts - the frames of a flame graph as boxes: colour says how fast a routine grows, filling how sure that is.
//
// A class is a full box. Two neighbouring classes are hatched in both colours; a lower bound is hatched upwards, an
// upper one downwards, in the colour of the bound; what is not known is an empty box with a broken rim.

import { coloursOf } from "../data/model.ts";
import { shortName } from "../data/names.ts";
import type { Frame } from "../data/flame.ts";
import type { Routine } from "../data/profile.ts";
import { growthColour } from "../ui/badge.ts";
import type { Theme } from "../ui/theme.ts";
import type { Painter } from "./painter.ts";

export const ROW = 20;
/** What the frame of all start-up is called. */
export const STARTUP = "start-up";
const GAP = 1;
const HATCH = 7;
/** Narrower boxes have no room for a filling that can be told apart. */
const LEAST_HATCHED = 5;
const LEAST_NAMED = 26;

export interface Label {
	x: number;
	y: number;
	text: string;
	colour: string;
}

export interface FlameLook {
	theme: Theme;
	width: number;
	/** Of the first row that is drawn at the top, in pixels from the first of all. */
	top: number;
	height: number;
	rootName: string;
	/** Numbers of the routines that are looked for; null for all. */
	found: Set<number> | null;
	measure: (text: string) => number;
}

function channels(hex: string): number[] {
	return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** `part` of the first colour, the rest of the second; both as #rrggbb. */
export function mix(first: string, second: string, part: number): string {
	const [a, b] = [channels(first), channels(second)];
	return `#${a
		.map((value, i) =>
			Math.round(part * value + (1 - part) * b[i])
				.toString(16)
				.padStart(2, "0"),
		)
		.join("")}`;
}

/** Black or white, whichever can be read better on the ground (WCAG 2). */
export function inkOn(ground: string): string {
	const [r, g, b] = channels(ground).map((value) => {
		const c = value / 255;
		return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000000" : "#ffffff";
}

/** Parallel lines across a box, every `step` pixels from `first` on. */
function hatch(
	x: number,
	y: number,
	w: number,
	h: number,
	up: boolean,
	first: number,
	step: number,
): number[] {
	const path: number[] = [];
	for (let at = first; at < w + h; at += step) {
		/* From the left or the bottom rim to the top or the right one, upside down for lines that fall. */
		const x1 = Math.max(0, at - h);
		const x2 = Math.min(w, at);
		const y1 = up ? at - x1 : h - (at - x1);
		const y2 = up ? at - x2 : h - (at - x2);
		path.push(x + x1, y + y1, x + x2, y + y2, NaN, NaN);
	}
	return path;
}

interface Filling {
	strength: string;
	first: string;
	second: string;
}

function fillingOf(routine: Routine, theme: Theme, faded: boolean): Filling {
	const model = routine.told;
	const colours = coloursOf(model, model?.powerLow, model?.powerHigh);
	const colour = (growth: (typeof colours)[number] | undefined) => {
		const full = theme.colour(growthColour(growth ?? null));
		return faded ? mix(full, theme.surface, 0.18) : full;
	};
	return {
		strength: model?.strength ?? "unknown",
		first: colour(colours[0]),
		second: colour(colours[colours.length - 1]),
	};
}

/** Paints the box and gives back the ground that its name stands on. */
function paintBox(
	painter: Painter,
	{ strength, first, second }: Filling,
	look: FlameLook,
	x: number,
	y: number,
	w: number,
	h: number,
): string {
	const { theme } = look;
	if (strength === "class") {
		painter.rectangle(x, y, w, h, first);
		return first;
	}
	if (strength === "unknown") {
		painter.rectangle(x, y, w, h, theme.colour("raised"));
		if (w >= LEAST_HATCHED)
			painter.line(
				[
					x + 0.5,
					y + 0.5,
					x + w - 0.5,
					y + 0.5,
					x + w - 0.5,
					y + h - 0.5,
					x + 0.5,
					y + h - 0.5,
					x + 0.5,
					y,
				],
				first,
				1,
				[3, 2],
			);
		return theme.colour("raised");
	}
	const ground = mix(second, theme.surface, 0.3);
	painter.rectangle(x, y, w, h, ground);
	if (w < LEAST_HATCHED) return ground;
	const line = (colour: string) => mix(colour, theme.surface, 0.62);
	if (strength === "between") {
		painter.line(hatch(x, y, w, h, true, HATCH / 2, 2 * HATCH), line(first), 2, []);
		painter.line(hatch(x, y, w, h, true, 1.5 * HATCH, 2 * HATCH), line(second), 2, []);
	} else painter.line(hatch(x, y, w, h, strength === "at least", HATCH / 2, HATCH), line(first), 1.2, []);
	return ground;
}

/** The name, or as much of it as there is room for. */
function fitted(name: string, room: number, measure: (text: string) => number): string {
	const width = measure(name);
	if (width <= room) return name;
	const count = Math.floor((name.length * room) / width) - 1;
	return count >= 2 ? `${name.slice(0, count)}…` : "";
}

/** Paints the frames that can be seen; their names are given back, to be written over them. */
export function drawFrames(painter: Painter, frames: Frame[], look: FlameLook): Label[] {
	const { theme, width, top, height, found } = look;
	const labels: Label[] = [];
	for (const frame of frames) {
		const y = frame.depth * ROW - top;
		if (y + ROW < 0 || y > height) continue;
		const x = frame.left * width;
		const w = Math.max(0.5, frame.width * width - (frame.width * width > 3 ? GAP : 0));
		const faded = found !== null && (frame.routine === null || !found.has(frame.routine.index));
		let ground = theme.colour("line");
		if (frame.routine)
			ground = paintBox(painter, fillingOf(frame.routine, theme, faded), look, x, y, w, ROW - GAP);
		else painter.rectangle(x, y, w, ROW - GAP, ground);
		if (w < LEAST_NAMED) continue;
		const name = frame.routine ? shortName(frame.routine.name) : frame.above ? STARTUP : look.rootName;
		const text = fitted(name, w - 8, look.measure);
		if (text) labels.push({ x: x + 4, y: y + 13.5, text, colour: faded ? theme.muted : inkOn(ground) });
	}
	return labels;
}
