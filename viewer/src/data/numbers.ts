// SPDX-License-Identifier: GPL-2.0-or-later
// numbers.ts - how numbers are written: exact with groups, short with a unit, as powers on log axes.

const UNITS = ["", " k", " M", " G", " T", " P", " E"];
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const THIN = "\u202f";

/** 1234567 as 1 234 567 with narrow spaces; fractions to at most three digits. */
export function exact(value: number): string {
	if (!Number.isFinite(value)) return "–";
	if (Math.abs(value) >= 1e15)
		return BigInt(Math.round(value))
			.toString()
			.replace(/\B(?=(\d{3})+$)/g, THIN);
	const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(Math.abs(value) >= 1 ? 6 : 3));
	const [whole, fraction] = String(rounded).split(".");
	if (/e/.test(whole)) return String(rounded);
	const grouped = whole.replace(/\B(?=(\d{3})+$)/g, THIN);
	return fraction ? `${grouped}.${fraction}` : grouped;
}

/** Three digits and a unit: 12.3 M. */
export function short(value: number): string {
	if (!Number.isFinite(value)) return "–";
	const size = Math.abs(value);
	if (size < 1000) return String(Number(value.toPrecision(3)));
	let unit = Math.min(Math.floor(Math.log10(size) / 3), UNITS.length - 1);
	let scaled = Number((value / 1000 ** unit).toPrecision(3));
	if (Math.abs(scaled) >= 1000 && unit < UNITS.length - 1) {
		scaled /= 1000;
		unit++;
	}
	if (Math.abs(scaled) >= 10000) return power(value);
	return `${scaled}${UNITS[unit].replace(" ", THIN)}`;
}

function superscript(value: number): string {
	return [...String(value)].map((c) => (c === "-" ? "⁻" : SUPERSCRIPTS[Number(c)])).join("");
}

/** 3 · 10⁶, or 10⁶; small numbers stay as they are. */
export function power(value: number): string {
	if (value === 0) return "0";
	if (!Number.isFinite(value)) return "–";
	let exponent = Math.floor(Math.log10(Math.abs(value)) + 1e-9);
	if (exponent >= -2 && exponent < 4) return String(Number(value.toPrecision(3)));
	let mantissa = Number((value / 10 ** exponent).toPrecision(3));
	if (Math.abs(mantissa) >= 10) {
		mantissa /= 10;
		exponent++;
	}
	return mantissa === 1 ? `10${superscript(exponent)}` : `${mantissa}·10${superscript(exponent)}`;
}

export function percent(share: number): string {
	if (!Number.isFinite(share)) return "–";
	const value = share * 100;
	if (value === 0) return `0${THIN}%`;
	if (value < 0.05) return `<${THIN}0.1${THIN}%`;
	return `${value >= 99.95 ? 100 : value >= 10 ? value.toFixed(0) : value.toFixed(1)}${THIN}%`;
}

/** Of a number of percent, without decimals, rounded down. */
export function wholePercent(value: number): string {
	return `${Math.floor(value)}${THIN}%`;
}

export function fixed(value: number | null, digits = 2): string {
	if (value === null || !Number.isFinite(value)) return "–";
	const text = value.toFixed(digits);
	return Number(text) === 0 ? (0).toFixed(digits) : text; // never -0.00
}

export function plural(count: number, one: string, many = `${one}s`): string {
	return `${exact(count)} ${count === 1 ? one : many}`;
}

/** "1e6", "10^6", "2.5M", "1 000 000"; NaN if it is none of them. */
export function parseNumber(text: string): number {
	const clean = text.replace(/[\s,_\u202f]/g, "").replace("·", "*");
	const match = /^(\d+(?:\.\d*)?|\.\d+)(?:e\+?(\d+)|(?:\*)?10\^(\d+)|\^(\d+)|([kMGT]))?$/i.exec(clean);
	if (!match) return NaN;
	const base = Number(match[1]);
	if (match[2]) return base * 10 ** Number(match[2]);
	if (match[3]) return base * 10 ** Number(match[3]);
	if (match[4]) return base ** Number(match[4]);
	if (match[5]) return base * 1000 ** ("kmgt".indexOf(match[5].toLowerCase()) + 1);
	return base;
}

const COST_NAMES: Record<string, [string, string]> = {
	bb: ["basic blocks", "BB"],
	instr: ["instructions", "instr"],
	time: ["ticks", "ticks"],
	wait: ["ticks of waiting", "ticks"],
	alloc: ["bytes allocated", "bytes"],
	allocs: ["allocations", "allocations"],
	live: ["bytes kept", "bytes"],
	peak: ["bytes at the peak", "bytes"],
	stack: ["bytes of stack", "bytes"],
	"bytes-in": ["bytes read", "bytes"],
	"bytes-out": ["bytes written", "bytes"],
	syscalls: ["system calls", "calls"],
};

export function costName(kind: string): string {
	return COST_NAMES[kind]?.[0] ?? kind;
}

export function costUnit(kind: string): string {
	return COST_NAMES[kind]?.[1] ?? kind;
}

/** Words as a shell would have to be given them: an empty one is '', one with blanks is quoted. */
export function commandText(words: string[]): string {
	return words
		.map((word) => (/^[\w%+,\-./:=@]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
		.join(" ");
}
