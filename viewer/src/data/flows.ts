// SPDX-License-Identifier: GPL-2.0-or-later
// flows.ts - whose the input of the routines was: feeds, the matrices of threads and of routines, files and sockets. What is summed
// here is summed as landau flows does it.

import { shortName } from "./names.ts";
import { type Profile, readStatement, type Statement } from "./profile.ts";

const KINDS = ["routine", "outside", "external", "nobody"] as const;
export type SourceKind = (typeof KINDS)[number];

/** What a flow is for, by the names of its ends; all but data is set apart. */
const PURPOSES = ["data", "synchronisation", "start-up", "allocation"] as const;
export type Purpose = (typeof PURPOSES)[number];

/**
 * Columns of feeds, the heaviest first. `kind` is a number of KINDS, `from` that of a routine or an external, `crosses` 1 where
 * another thread than the reader's wrote, `purpose` a number of PURPOSES. low and high are the bounds of the power of n, null where there is none. A pair is reader, writer
 * (-1: no thread), self and induced; the pairs of a feed stand one behind the other.
 */
export interface PackedFlows {
	externals: [kind: string, name: string][];
	routine: number[];
	kind: number[];
	from: number[];
	crosses: number[];
	purpose: number[];
	cells: number[];
	self: number[];
	induced: number[];
	statement: number[];
	open: number[];
	low: (number | null)[];
	high: (number | null)[];
	text: string[];
	pairs: number[][];
}

/** What a routine has from one source. */
export interface Feed {
	index: number;
	routine: number;
	kind: SourceKind;
	from: number;
	/** Another thread wrote. */
	crosses: boolean;
	purpose: Purpose;
	/** What it called included, as in trms. */
	cells: number;
	/** Read by the routine itself. */
	self: number;
	induced: number;
	/** How the cells of an activation grow with its n. */
	growth: Statement;
	low: number;
	high: number;
	pairs: Pair[];
}

export interface Pair {
	reader: number;
	/** null: no thread. */
	writer: number | null;
	self: number;
	induced: number;
}

/** Who stands at an end of a flow; the same key is the same one. */
export interface Party {
	key: string;
	kind: SourceKind;
	number: number;
	name: string;
}

/** Rows read, columns wrote. */
export interface Matrix<End> {
	readers: End[];
	writers: End[];
	/** Cells, by the numbers of a reader and a writer. */
	value: (reader: number, writer: number) => number;
	largest: number;
	/** Ends that are not among them, being too many. */
	left: number;
}

/** What is asked for: all data, or what is between two threads, or what a routine reads and writes; or what is set apart. */
export interface Filter {
	only: "all" | "threads" | "outside" | "apart";
	reader: number | null;
	/** -1: from outside of the program. */
	writer: number | null;
	routine: number | null;
}

export const EVERYTHING: Filter = { only: "all", reader: null, writer: null, routine: null };

export class Flows {
	readonly feeds: Feed[];
	readonly externals: { kind: string; name: string }[];
	private readonly byReader = new Map<number, Feed[]>();
	private readonly byWriter = new Map<number, Feed[]>();

	constructor(
		private readonly profile: Profile,
		packed: PackedFlows,
	) {
		this.externals = packed.externals.map(([kind, name]) => ({ kind, name }));
		this.feeds = packed.routine.map((routine, index) => ({
			index,
			routine,
			kind: KINDS[packed.kind[index]],
			from: packed.from[index],
			crosses: packed.crosses[index] === 1,
			purpose: PURPOSES[packed.purpose[index]],
			cells: packed.cells[index],
			self: packed.self[index],
			induced: packed.induced[index],
			growth: readStatement(packed.statement[index], packed.open[index], packed.text[index]),
			low: packed.low[index] ?? -Infinity,
			high: packed.high[index] ?? Infinity,
			pairs: readPairs(packed.pairs[index]),
		}));
		for (const feed of this.feeds) {
			put(this.byReader, feed.routine, feed);
			if (feed.kind === "routine") put(this.byWriter, feed.from, feed);
		}
	}

	/** The sources of a routine, that of which it has most first. */
	into(routine: number): Feed[] {
		return [...(this.byReader.get(routine) ?? [])].sort((a, b) => b.cells - a.cells);
	}

	/** Who has read itself what the routine wrote, the one who has read most first. */
	outOf(routine: number): Feed[] {
		return (this.byWriter.get(routine) ?? []).filter((feed) => feed.self > 0);
	}

	/** All that a routine has, from all its sources. */
	whole(routine: number): number {
		return (this.byReader.get(routine) ?? []).reduce((sum, feed) => sum + feed.cells, 0);
	}

	reader(feed: Feed): Party {
		return this.routineParty(feed.routine);
	}

	writer(feed: Feed): Party {
		if (feed.kind === "routine") return this.routineParty(feed.from);
		if (feed.kind === "external") {
			const { kind, name } = this.externals[feed.from];
			return {
				key: `x${feed.from}`,
				kind: "external",
				number: feed.from,
				name: name ? `${kind} ${name}` : kind,
			};
		}
		if (feed.kind === "outside")
			return { key: "o", kind: "outside", number: -1, name: "outside of all routines" };
		return { key: "n", kind: "nobody", number: -1, name: "nobody" };
	}

	private routineParty(number: number): Party {
		return {
			key: `r${number}`,
			kind: "routine",
			number,
			name: shortName(this.profile.routines[number].name),
		};
	}

	/** Numbers of the threads that wrote. */
	writers(feed: Feed): number[] {
		const all = new Set(feed.pairs.flatMap(({ writer }) => (writer === null ? [] : [writer])));
		return [...all].sort((a, b) => a - b);
	}

	/** How much of what a routine has read itself the filter leaves; 0: nothing. */
	volume(feed: Feed, filter: Filter): number {
		if ((feed.purpose === "data") === (filter.only === "apart")) return 0;
		if (filter.only === "threads" && !feed.crosses) return 0;
		if (filter.only === "outside" && feed.kind !== "external") return 0;
		if (filter.routine !== null && feed.routine !== filter.routine)
			if (feed.kind !== "routine" || feed.from !== filter.routine) return 0;
		if (filter.reader === null && filter.writer === null) return feed.self;
		return feed.pairs
			.filter(
				({ reader, writer }) =>
					(filter.reader === null || reader === filter.reader) &&
					(filter.writer === null || (writer ?? -1) === filter.writer),
			)
			.reduce((sum, pair) => sum + pair.self, 0);
	}

	/** Those that the filter leaves, with their volumes, the heaviest first. */
	filtered(filter: Filter): { feed: Feed; volume: number }[] {
		return this.feeds
			.map((feed) => ({ feed, volume: this.volume(feed, filter) }))
			.filter(({ volume }) => volume > 0)
			.sort((a, b) => b.volume - a.volume);
	}

	/** Induced reads, each cell once each time that it was written; the writer -1 is all that is outside of the program. */
	threads(most: number, apart = false): Matrix<number> {
		const sums = new Map<string, number>();
		const weights = new Map<number, number>();
		const add = (end: number, cells: number) => weights.set(end, (weights.get(end) ?? 0) + cells);
		for (const feed of this.feeds.filter(({ purpose }) => (purpose !== "data") === apart))
			for (const { reader, writer, induced } of feed.pairs) {
				if (induced === 0) continue;
				const from = writer ?? -1;
				const key = `${reader},${from}`;
				sums.set(key, (sums.get(key) ?? 0) + induced);
				add(reader, induced);
				if (from >= 0) add(from, induced);
			}
		const heaviest = [...weights.keys()].sort((a, b) => weights.get(b)! - weights.get(a)! || a - b);
		const shown = heaviest.slice(0, most).sort((a, b) => a - b);
		const outside = [...sums.keys()].some((key) => key.endsWith(",-1"));
		return {
			readers: shown,
			writers: outside ? [...shown, -1] : shown,
			value: (reader, writer) => sums.get(`${reader},${writer}`) ?? 0,
			largest: Math.max(0, ...sums.values()),
			left: heaviest.length - shown.length,
		};
	}

	/** What routines have read themselves, by routine, file, socket, ...; the ones with most, of each side. */
	parties(filter: Filter, most: number): Matrix<Party> & { feeds: (r: string, w: string) => Feed[] } {
		const readers = new Map<string, [Party, number]>();
		const writers = new Map<string, [Party, number]>();
		const feeds = new Map<string, Feed[]>();
		const sums = new Map<string, number>();
		for (const { feed, volume } of this.filtered(filter)) {
			const [reader, writer] = [this.reader(feed), this.writer(feed)];
			const key = `${reader.key},${writer.key}`;
			sums.set(key, (sums.get(key) ?? 0) + volume);
			put(feeds, key, feed);
			readers.set(reader.key, [reader, (readers.get(reader.key)?.[1] ?? 0) + volume]);
			writers.set(writer.key, [writer, (writers.get(writer.key)?.[1] ?? 0) + volume]);
		}
		const top = (all: Map<string, [Party, number]>) =>
			[...all.values()].sort((a, b) => b[1] - a[1]).slice(0, most);
		const rows = top(readers).map(([party]) => party);
		const columns = top(writers).map(([party]) => party);
		return {
			readers: rows,
			writers: columns,
			value: (i, j) => sums.get(`${rows[i].key},${columns[j].key}`) ?? 0,
			feeds: (reader, writer) => feeds.get(`${reader},${writer}`) ?? [],
			largest: Math.max(0, ...sums.values()),
			left: Math.max(0, readers.size - most, writers.size - most),
		};
	}

	/** Bytes of files, sockets and the like that were read after they came in, and the feeds that have read them. */
	consumed(): { external: number; bytes: number; feeds: Feed[] }[] {
		const all = new Map<number, { external: number; bytes: number; feeds: Feed[] }>();
		for (const feed of this.feeds) {
			if (feed.kind !== "external" || feed.purpose !== "data" || feed.induced === 0) continue;
			const row = all.get(feed.from) ?? { external: feed.from, bytes: 0, feeds: [] };
			row.bytes += feed.induced * this.profile.header.cell;
			row.feeds.push(feed);
			all.set(feed.from, row);
		}
		return [...all.values()].sort((a, b) => b.bytes - a.bytes || a.external - b.external);
	}
}

function readPairs(numbers: number[]): Pair[] {
	const pairs: Pair[] = [];
	for (let i = 0; i < numbers.length; i += 4) {
		const [reader, writer, self, induced] = numbers.slice(i, i + 4);
		pairs.push({ reader, writer: writer < 0 ? null : writer, self, induced });
	}
	return pairs;
}

function put<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
	const list = map.get(key);
	if (list) list.push(value);
	else map.set(key, [value]);
}

const known = new WeakMap<Profile, Flows | null>();

/** null: the profile was recorded without sources. */
export function flowsOf(profile: Profile): Flows | null {
	let flows = known.get(profile);
	if (flows === undefined) {
		const packed = profile.header.flows;
		flows = packed ? new Flows(profile, packed) : null;
		known.set(profile, flows);
	}
	return flows;
}
