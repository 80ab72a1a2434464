// SPDX-License-Identifier: GPL-2.0-or-later
// growth.ts - the growth classes, slowest first, and their functions.

export const GROWTHS = [
	"1",
	"log n",
	"sqrt n",
	"n",
	"n log n",
	"n^1.5",
	"n^2",
	"n^2 log n",
	"n^3",
	"2^n",
] as const;
export type Growth = (typeof GROWTHS)[number];

/** Below 1 a size has no logarithm worth speaking of. */
function log2(n: number): number {
	return n > 1 ? Math.log2(n) : 0;
}

const FUNCTIONS: Record<Growth, (n: number) => number> = {
	"1": () => 1,
	"log n": (n) => log2(n),
	"sqrt n": (n) => Math.sqrt(n),
	n: (n) => n,
	"n log n": (n) => n * log2(n),
	"n^1.5": (n) => n * Math.sqrt(n),
	"n^2": (n) => n * n,
	"n^2 log n": (n) => n * n * log2(n),
	"n^3": (n) => n * n * n,
	"2^n": (n) => 2 ** n,
};

const PRETTY: Record<Growth, string> = {
	"1": "1",
	"log n": "log n",
	"sqrt n": "√n",
	n: "n",
	"n log n": "n log n",
	"n^1.5": "n¹·⁵",
	"n^2": "n²",
	"n^2 log n": "n² log n",
	"n^3": "n³",
	"2^n": "2ⁿ",
};

export function growthValue(growth: Growth, n: number): number {
	return FUNCTIONS[growth](n);
}

export function growthText(growth: Growth | null): string {
	return growth === null ? "unknown" : PRETTY[growth];
}

export function growthRank(growth: Growth | null): number {
	return growth === null ? -1 : GROWTHS.indexOf(growth);
}

export function isGrowth(text: string): text is Growth {
	return (GROWTHS as readonly string[]).includes(text);
}

/** The power of n without its logarithm, as landau_growth_power has it. */
const POWERS: Record<Growth, number> = {
	"1": 0,
	"log n": 0,
	"sqrt n": 0.5,
	n: 1,
	"n log n": 1,
	"n^1.5": 1.5,
	"n^2": 2,
	"n^2 log n": 2,
	"n^3": 3,
	"2^n": Infinity,
};

export function growthPower(growth: Growth): number {
	return POWERS[growth];
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A statement in the words of the command, "at least n^1.9", with real superscripts: "at least n¹·⁹". */
export function statementText(text: string): string {
	return text
		.replace(/\^(\d+(?:\.\d+)?|n)/g, (_, power: string) =>
			[...power].map((c) => (c === "n" ? "ⁿ" : c === "." ? "·" : RAISED[Number(c)])).join(""),
		)
		.replaceAll("sqrt n", "√n");
}

const SUPERSCRIPTS: Record<string, string> = { "2": "²", "3": "³", "1.5": "¹·⁵", n: "ⁿ" };

/** A formula of the model with real superscripts: "3·n^2·log2(n)" as 3·n²·log₂(n). */
export function formulaText(formula: string): string {
	return formula
		.replace(/\^(1\.5|2|3|n)(?![\w.])/g, (_, power: string) => SUPERSCRIPTS[power])
		.replaceAll("log2", "log₂");
}
