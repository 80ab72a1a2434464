// SPDX-License-Identifier: GPL-2.0-or-later
// profile.ts - a profile in the page: the header at once, the points of a routine when asked for.

import { Reader } from "./bytes.ts";
import { GROWTHS, type Growth } from "./growth.ts";
import type { PackedLine, PackedLoop } from "./lines.ts";
import { growsFast } from "./model.ts";
import type { PackedFlows } from "./flows.ts";
import type { Payload } from "./payload.ts";

export const VERDICTS = ["ok", "too few sizes", "too narrow a range", "no clear trend"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What can be said of a growth, in order of strength. */
export const STATEMENTS = ["unknown", "at most", "at least", "between", "class"] as const;
export type Strength = (typeof STATEMENTS)[number];

/**
 * [class, best guess, runner-up, verdict, formula, statement, open, text, reason, power_low, power_high, exponent, low, high, constant, linear, leading,
 * shift, base, scatter, reach, smallest, largest, sizes, covariance 00, 01, 02, 11, 12, 22]: classes are numbers of
 * GROWTHS counted from 1, 0 for none; verdicts are numbers of VERDICTS, statements of STATEMENTS. Bit 1 << class
 * of `open` stands for a class that the points leave open; `text` is the statement in words, `reason` why it is
 * no class; the powers are bounds of the growth, null where there is none.
 */
export type PackedModel = [
	number,
	number,
	number,
	number,
	string,
	number,
	number,
	string,
	string,
	...(number | null)[],
];

/** What a call had read, and what it had cost by then; the fit is empty where no class is named. */
export interface Curve {
	n: number[];
	cost: number[];
	fit: number[];
	text: string;
}

/** What a curve is of: all of a call on its way, or the calls made, or left to make, when its input had been read. */
export type CurveOf = "way" | "made" | "left";

export interface Header {
	format: number;
	label: string;
	program: string;
	cost: string;
	cell: number;
	contexts: { parent: number[]; routine: number[] } | null;
	runs: { program: string; command: string[]; engine: string; exit: { kind: string; code: number } }[];
	totals: { cost: number; calls: number; thread_input: number; external_input: number };
	/** What landau report says: of how much of the cost, 0 to 1, and of how many routines the growth is known. */
	known: { routines: number; share: number };
	/**
	 * Of a sweep: how the first routine (main, mostly) grows with the size of the runs, counted in `unit`, and the routine that
	 * most of that is spent in, with its share of the largest runs, 0 to 1. null of anything else.
	 */
	by_run: {
		unit: string;
		sizes: number;
		smallest: number;
		largest: number;
		routine: number;
		/** Its share of the largest runs. */
		whole: number;
		culprit: number;
		share: number;
		strength: number;
		text: string;
	} | null;
	/** How to see more input sizes: a command, if the condition holds, or else what to do; null where unknown. */
	advice: { condition: string | null; text: string | null; command: string | null };
	/** Sentences about routines: what separates their points. */
	notes?: { routine: number[]; text: string[] };
	/** What long calls had read and paid on their way; the fit is empty where no class is named. */
	curves?: [
		routine: number,
		n: number[],
		cost: number[],
		fit: number[],
		text: string,
		of: CurveOf,
		/** By external input alone, where that is most of it. */
		external: [n: number[], fit: number[], text: string] | 0,
	][];
	threads: {
		id: number[];
		name: string[];
		cost: number[];
		thread_input: number[];
		external_input: number[];
	};
	objects: string[];
	files: string[];
	routines: {
		name: string[];
		object: number[];
		file: number[];
		line: number[];
		calls: number[];
		cost: number[];
		self: number[];
		points: number[];
		rms_points: number[];
		richness: number[];
		input_volume: number[];
		thread_input: number[];
		external_input: number[];
		threads: number[][];
		bytes: number[];
		/** The place in landau report, from 0. */
		rank: number[];
		/** The share of the cost at ten times the largest input, at least; 1 is the whole program now. */
		predicted: number[];
		/** 1 where a routine only brings the program or a thread up and down. */
		startup: number[];
		worst: (PackedModel | 0)[];
		mean: (PackedModel | 0)[];
		/** What is told of the routine from within one call, where landau report tells that; else 0. */
		within: (PackedModel | 0)[];
		/** Runs, strength of the first statement, and how all calls, their number and the largest grow with them. */
		by_run: ([number, number, string, string, string] | 0)[];
	};
	/** growth: how the most calls that an activation of the caller makes grow with its size, 0 if not known. */
	edges: {
		caller: number[];
		callee: number[];
		calls: number[];
		cost: number[];
		growth: number[];
		formula: string[];
		open: number[];
		statement: number[];
		text: string[];
	};
	sources: { routine: number[]; line: number[]; text: string[] };
	/**
	 * Of routines whose lines were counted: how many activations were watched, and the line of the source that is
	 * hottest, 0 if it is not there; then the lines, and the loops in the routine's own file.
	 */
	lines?: [routine: number, watched: number, hottest: number, rows: PackedLine[], loops: PackedLoop[]][];
	/** Whose the input was, of a profile that was recorded with sources. */
	flows?: PackedFlows | null;
}

/** What is known of a growth; everything that users are told stands on it. */
export interface Statement {
	strength: Strength;
	/** The classes that are left open, the slowest first; the class alone where there is one. */
	open: Growth[];
	/** "n^2", "n^2 or n^2 log n", "at least n^1.9", "at most n", "unknown". */
	text: string;
}

export interface Model extends Statement {
	/** Why there is no class; "" for one. */
	reason: string;
	/** Bounds of the power of n, infinite where there is none. */
	powerLow: number;
	powerHigh: number;
	/** Named only where the verdict is ok. */
	growth: Growth | null;
	/** What the curve is, also where the verdict is not ok; null where there is no curve. */
	guess: Growth | null;
	runnerUp: Growth | null;
	verdict: Verdict;
	formula: string;
	exponent: number | null;
	low: number | null;
	high: number | null;
	constant: number;
	linear: number;
	leading: number;
	shift: number;
	base: number;
	/** Typical relative distance of the points from the curve. */
	scatter: number;
	/** How many scatters the interval reaches. */
	reach: number;
	smallest: number;
	largest: number;
	/** How many distinct ones. */
	sizes: number;
	/** Of constant, linear and leading: 00, 01, 02, 11, 12, 22. */
	covariance: number[];
}

/** Costs by size; row i of each column belongs to size[i]. */
export interface Costs {
	count: number;
	size: Float64Array;
	calls: Float64Array;
	min: Float64Array;
	max: Float64Array;
	sum: Float64Array;
}

export interface Points extends Costs {
	rms: Float64Array;
	thread: Float64Array;
	external: Float64Array;
	deviation: Float64Array;
}

export interface ThreadPart {
	thread: number;
	calls: number;
	cost: number;
	self: number;
	threadInput: number;
	externalInput: number;
	costs: Costs;
}

export interface Edge {
	caller: number;
	callee: number;
	calls: number;
	cost: number;
	/** Rows: activations of the caller that made such calls; min, max and sum are numbers of calls. */
	bySize: Costs;
	growth: Growth | null;
	formula: string;
	/** How the number of calls grows. */
	calling: Statement;
}

export interface ContextPart {
	context: number;
	thread: number;
	calls: number;
	cost: number;
	self: number;
	costs: Costs;
}

export interface Block {
	trms: Points;
	rms: Costs;
	threads: ThreadPart[];
	callees: Edge[];
	contexts: ContextPart[];
}

export interface Routine {
	index: number;
	name: string;
	object: string;
	file: string;
	line: number;
	calls: number;
	cost: number;
	self: number;
	points: number;
	rmsPoints: number;
	richness: number;
	inputVolume: number;
	threadInput: number;
	externalInput: number;
	threads: number[];
	/** The place in landau report, from 0. */
	rank: number;
	/** Share of the cost at ten times the largest input, at least. */
	predicted: number;
	isStartup: boolean;
	worst: Model | null;
	mean: Model | null;
	/** What is told from within one call, where calls as a whole tell nothing. */
	within: Model | null;
	/** What the page says of its growth, as landau report does: `within`, or else `worst`. */
	told: Model | null;
	/** Sentences. */
	notes: string[];
	/** Of its most expensive call that was followed on its way. */
	curve: (Curve & { of: CurveOf; external: Curve | null }) | null;
	byRun: ByRun | null;
}

/** Statements in words, against the size of the runs of a sweep. */
export interface ByRun {
	sizes: number;
	strength: Strength;
	cost: string;
	calls: string;
	largest: string;
}

const HAS_RMS = 1;
const HAS_INDUCED = 2;
const HAS_DEVIATION = 4;
const KEPT_BLOCKS = 64;
/** Share of the cost from which start-up that grows fast is told. */
export const WORTH_A_ROW = 0.01;

function readCosts(reader: Reader): Costs {
	const count = reader.count();
	const size = reader.column(count);
	for (let i = 1; i < count; i++) size[i] += size[i - 1];
	const calls = reader.column(count);
	const min = reader.column(count);
	const max = reader.column(count);
	const sum = new Float64Array(count);
	for (let i = 0; i < count; i++) max[i] += min[i];
	for (let i = 0; i < count; i++) sum[i] = calls[i] > 1 ? reader.number() : min[i];
	return { count, size, calls, min, max, sum };
}

function readPoints(reader: Reader, flags: number): Points {
	const costs = readCosts(reader);
	const { count, size, calls } = costs;
	let rms: Float64Array;
	let thread: Float64Array;
	let external: Float64Array;
	if (flags & HAS_INDUCED) {
		rms = reader.column(count);
		thread = reader.column(count);
		external = reader.column(count);
	} else {
		rms = size.map((n, i) => n * calls[i]);
		thread = new Float64Array(count);
		external = new Float64Array(count);
	}
	const deviation = new Float64Array(count);
	if (flags & HAS_DEVIATION)
		for (let i = 0; i < count; i++) if (calls[i] > 1) deviation[i] = reader.float();
	return { ...costs, rms, thread, external, deviation };
}

export function readBlock(bytes: Uint8Array, start: number, end: number, routine: number): Block {
	const reader = new Reader(bytes, start, end);
	const flags = reader.number();
	const trms = readPoints(reader, flags);
	const rms = flags & HAS_RMS ? readCosts(reader) : trms;
	const threads: ThreadPart[] = [];
	const threadCount = reader.count();
	for (let i = 0; i < threadCount; i++) {
		const thread = reader.number();
		const calls = reader.number();
		const cost = reader.number();
		const self = reader.number();
		const threadInput = reader.number();
		const externalInput = reader.number();
		threads.push({
			thread,
			calls,
			cost,
			self,
			threadInput,
			externalInput,
			costs: threadCount === 1 ? trms : readCosts(reader),
		});
	}
	const callees: Edge[] = [];
	const edgeCount = reader.count();
	for (let i = 0; i < edgeCount; i++) {
		const callee = reader.number();
		const calls = reader.number();
		const cost = reader.number();
		callees.push({
			caller: routine,
			callee,
			calls,
			cost,
			bySize: readCosts(reader),
			growth: null,
			formula: "",
			calling: { strength: "unknown", open: [], text: "unknown" },
		});
	}
	const contexts: ContextPart[] = [];
	const contextCount = reader.count();
	for (let i = 0; i < contextCount; i++) {
		const context = reader.number();
		const thread = reader.number();
		const calls = reader.number();
		const cost = reader.number();
		const self = reader.number();
		contexts.push({ context, thread, calls, cost, self, costs: readCosts(reader) });
	}
	return { trms, rms, threads, callees, contexts };
}

function growthOf(number: number): Growth | null {
	return GROWTHS[number - 1] ?? null;
}

export function readStatement(strength: number, open: number, text: string): Statement {
	return { strength: STATEMENTS[strength], open: GROWTHS.filter((_, i) => open & (2 << i)), text };
}

function readModel(packed: PackedModel | 0): Model | null {
	if (packed === 0) return null;
	const [growth, guess, runnerUp, verdict, formula, strength, open, text, reason, ...numbers] = packed;
	const [powerLow, powerHigh, exponent, low, high, ...rest] = numbers;
	const [constant, linear, leading, shift, base, scatter, reach, smallest, largest, sizes, ...covariance] =
		rest.map((value) => value ?? 0);
	return {
		...readStatement(strength, open, text),
		reason,
		powerLow: powerLow ?? (growthOf(growth) === "2^n" ? Infinity : -Infinity),
		powerHigh: powerHigh ?? Infinity,
		growth: growthOf(growth),
		guess: growthOf(guess),
		runnerUp: growthOf(runnerUp),
		verdict: VERDICTS[verdict],
		formula,
		exponent,
		low,
		high,
		constant,
		linear,
		leading,
		shift,
		base,
		scatter,
		reach,
		smallest,
		largest,
		sizes,
		covariance,
	};
}

function readByRun(packed: Header["routines"]["by_run"][number]): ByRun | null {
	if (packed === 0) return null;
	const [sizes, strength, cost, calls, largest] = packed;
	return { sizes, strength: STATEMENTS[strength], cost, calls, largest };
}

export class Profile {
	readonly routines: Routine[] = [];
	readonly pointCount: number;
	private readonly starts: number[] = [];
	private readonly blocks = new Map<number, Block>();
	private callersOf: Map<number, number[]> | null = null;
	private readonly firstEdge = new Map<number, number>();
	private readonly sourceOf = new Map<number, number>();
	private readonly named = new Map<string, number[]>();

	constructor(private readonly payload: Payload) {
		const { header } = payload;
		const columns = header.routines;
		let start = payload.start;
		let points = 0;
		for (let i = 0; i < columns.name.length; i++) {
			const worst = readModel(columns.worst[i]);
			const within = readModel(columns.within[i]);
			this.routines.push({
				index: i,
				name: columns.name[i],
				object: header.objects[columns.object[i]],
				file: header.files[columns.file[i]],
				line: columns.line[i],
				calls: columns.calls[i],
				cost: columns.cost[i],
				self: columns.self[i],
				points: columns.points[i],
				rmsPoints: columns.rms_points[i],
				richness: columns.richness[i],
				inputVolume: columns.input_volume[i],
				threadInput: columns.thread_input[i],
				externalInput: columns.external_input[i],
				threads: columns.threads[i],
				rank: columns.rank[i],
				predicted: columns.predicted[i],
				isStartup: false,
				worst,
				mean: readModel(columns.mean[i]),
				within,
				told: within ?? worst,
				notes: [],
				curve: null,
				byRun: readByRun(columns.by_run[i]),
			});
			this.starts.push(start);
			start += columns.bytes[i];
			points += columns.points[i];
			const list = this.named.get(columns.name[i]);
			if (list) list.push(i);
			else this.named.set(columns.name[i], [i]);
		}
		for (const routine of this.routines)
			routine.isStartup = columns.startup[routine.index] === 1 && this.isHarmless(routine);
		this.starts.push(start);
		if (start > payload.bytes.length) throw new Error("the data in this page is cut short");
		this.pointCount = points;
		for (let i = header.edges.caller.length - 1; i >= 0; i--)
			this.firstEdge.set(header.edges.caller[i], i);
		header.notes?.routine.forEach((routine, i) =>
			this.routines[routine].notes.push(header.notes!.text[i]),
		);
		for (const [routine, n, cost, fit, text, of, by] of header.curves ?? []) {
			const external = by ? { n: by[0], cost, fit: by[1], text: by[2] } : null;
			this.routines[routine].curve = { n, cost, fit, text, of, external };
		}
		header.sources.routine.forEach((routine, i) => this.sourceOf.set(routine, i));
	}

	/** A loader that grows fast and costs something is what the profile is about; as landau report has it. */
	private isHarmless({ told, self }: Routine): boolean {
		return !(growsFast(told) && self >= WORTH_A_ROW * this.header.totals.cost);
	}

	get header(): Header {
		return this.payload.header;
	}

	/** The points of a routine; the last few that were asked for are kept. */
	block(index: number): Block {
		let block = this.blocks.get(index);
		if (!block) {
			block = this.decode(index);
			if (this.blocks.size >= KEPT_BLOCKS) this.blocks.delete(this.blocks.keys().next().value!);
			this.blocks.set(index, block);
		}
		return block;
	}

	/** The same without keeping it, for walks over all routines. */
	decode(index: number): Block {
		const block = readBlock(this.payload.bytes, this.starts[index], this.starts[index + 1], index);
		const first = this.firstEdge.get(index) ?? 0;
		block.callees.forEach((edge, i) => {
			const { growth, formula, statement, open, text } = this.header.edges;
			edge.growth = growthOf(growth[first + i]);
			edge.formula = formula[first + i];
			edge.calling = readStatement(statement[first + i], open[first + i], text[first + i]);
		});
		return block;
	}

	/** The class by which the number of calls grows along the edge of that number, the slower of two; null where unknown. */
	callsGrowth(edge: number): Growth | null {
		const { statement, open } = this.header.edges;
		if (STATEMENTS[statement[edge]] !== "class" && STATEMENTS[statement[edge]] !== "between") return null;
		return GROWTHS.find((_, i) => open[edge] & (2 << i)) ?? null;
	}

	callers(index: number): Edge[] {
		if (!this.callersOf) {
			this.callersOf = new Map();
			const { caller, callee } = this.header.edges;
			for (let i = 0; i < caller.length; i++) {
				const list = this.callersOf.get(callee[i]);
				if (list) list.push(caller[i]);
				else this.callersOf.set(callee[i], [caller[i]]);
			}
		}
		const edges: Edge[] = [];
		for (const caller of this.callersOf.get(index) ?? [])
			for (const edge of this.block(caller).callees) if (edge.callee === index) edges.push(edge);
		return edges;
	}

	source(index: number): { line: number; text: string } | null {
		const at = this.sourceOf.get(index);
		if (at === undefined) return null;
		return { line: this.header.sources.line[at], text: this.header.sources.text[at] };
	}

	/** The routine of that name, and of that object and file where these are given. */
	find(name: string, object: string | null, file: string | null): Routine | null {
		const all = (this.named.get(name) ?? []).map((i) => this.routines[i]);
		const fits = (r: Routine) =>
			(object === null || r.object === object) && (file === null || r.file === file);
		return all.find(fits) ?? null;
	}

	isNameUnique(name: string): boolean {
		return this.named.get(name)?.length === 1;
	}

	threadName(thread: number): string {
		const { id, name } = this.header.threads;
		return name[thread] ? `${id[thread]} ${name[thread]}` : String(id[thread]);
	}

	/** The routines from the root to the context, the root first. */
	contextPath(context: number): number[] {
		const { contexts } = this.header;
		const path: number[] = [];
		for (let at = context; contexts && at >= 0 && path.length < 10000; at = contexts.parent[at])
			path.push(contexts.routine[at]);
		return path.reverse();
	}
}
