// SPDX-License-Identifier: GPL-2.0-or-later
// lines.ts - how often source lines ran, and how that grows with the input of their routine.

import { type Profile, readStatement, type Statement } from "./profile.ts";

/**
 * A line of the routine's own file (file ""), or one of another file that was inlined at line `place`. The statements are those of
 * executions and of cost; strength and open those of cost. `value` is by n the mean of executions in an activation, or of cost
 * where a line has no executions of its own.
 */
export type PackedLine = [
	place: number,
	file: string,
	line: number,
	inlined: string,
	executions: number,
	share: number,
	executing: string,
	costing: string,
	strength: number,
	open: number,
	n: number[],
	value: number[],
];

/** A loop from one line to another, inside of `depth` - 1 others; the next of these begins at `inside`. `value` is by n the mean of trips in an activation. */
export type PackedLoop = [
	line: number,
	last: number,
	depth: number,
	inside: number,
	inlined: string,
	trips: string,
	n: number[],
	value: number[],
];

export interface Loop {
	line: number;
	last: number;
	/** 1: no loop is around it. */
	depth: number;
	/** The line of the loop around it, or 0. */
	inside: number;
	/** The innermost function that it was inlined with, or "". */
	inlined: string;
	/** How many, as "0.5·n^2 trips". */
	trips: string;
	n: number[];
	value: number[];
}

/** A line that was counted. */
export interface Line {
	place: number;
	/** "" for the routine's own. */
	file: string;
	line: number;
	/** The innermost function that was inlined there, or "". */
	inlined: string;
	executions: number;
	share: number;
	executing: string;
	costing: Statement;
	n: number[];
	value: number[];
}

export interface Lines {
	watched: number;
	hottest: number;
	lines: Line[];
	loops: Loop[];
}

/** What was counted of the routine's lines; null: nothing. */
export function linesOf(profile: Profile, index: number): Lines | null {
	const found = profile.header.lines?.find(([routine]) => routine === index);
	if (!found) return null;
	const [, watched, hottest, rows, loops] = found;
	return {
		watched,
		hottest,
		loops: loops.map(([line, last, depth, inside, inlined, trips, n, value]) => ({
			line,
			last,
			depth,
			inside,
			inlined,
			trips,
			n,
			value,
		})),
		lines: rows.map(
			([
				place,
				file,
				line,
				inlined,
				executions,
				share,
				executing,
				costing,
				strength,
				open,
				n,
				value,
			]) => ({
				place,
				file,
				line,
				inlined,
				executions,
				share,
				executing,
				costing: readStatement(strength, open, costing),
				n,
				value,
			}),
		),
	};
}
