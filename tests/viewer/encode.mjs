// SPDX-License-Identifier: GPL-2.0-or-later
// encode.mjs - writes the page's data format, apart from the program that writes it in earnest, so that the
// reader can be tested on profiles that no program would give. viewer/README.md has the format.

import { readFileSync, writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

const CLASSES = ["1", "log n", "sqrt n", "n", "n log n", "n^1.5", "n^2", "n^2 log n", "n^3", "2^n"];

class Bytes {
	parts = [];
	number(value) {
		let rest = BigInt(value);
		do {
			const low = Number(rest & 127n);
			rest >>= 7n;
			this.parts.push(rest > 0n ? low | 128 : low);
		} while (rest > 0n);
	}
	float(value) {
		const buffer = Buffer.alloc(4);
		buffer.writeFloatLE(value);
		this.parts.push(...buffer);
	}
	costs(rows) {
		this.number(rows.length);
		rows.forEach((row, i) => this.number(row.n - (i > 0 ? rows[i - 1].n : 0)));
		for (const row of rows) this.number(row.calls);
		for (const row of rows) this.number(row.min);
		for (const row of rows) this.number(row.max - row.min);
		for (const row of rows) if (row.calls > 1) this.number(row.sum);
	}
}

function encodeBlock(routine) {
	const out = new Bytes();
	const { trms, rms, threads = [], callees = [], contexts = [] } = routine;
	const induced = trms.some((row) => row.rms !== undefined);
	const spread = trms.some((row) => row.deviation);
	out.number((rms ? 1 : 0) | (induced ? 2 : 0) | (spread ? 4 : 0));
	out.costs(trms);
	if (induced)
		for (const key of ["rms", "thread", "external"])
			for (const row of trms) out.number(row[key] ?? (key === "rms" ? row.n * row.calls : 0));
	if (spread) for (const row of trms) if (row.calls > 1) out.float(row.deviation ?? 0);
	if (rms) out.costs(rms);
	out.number(threads.length);
	for (const part of threads) {
		for (const key of ["thread", "calls", "cost", "self", "threadInput", "externalInput"])
			out.number(part[key] ?? 0);
		if (threads.length > 1) out.costs(part.rows);
	}
	out.number(callees.length);
	for (const edge of callees) {
		for (const key of ["callee", "calls", "cost"]) out.number(edge[key]);
		out.costs(edge.rows);
	}
	out.number(contexts.length);
	for (const part of contexts) {
		for (const key of ["context", "thread", "calls", "cost", "self"]) out.number(part[key]);
		out.costs(part.rows);
	}
	return Buffer.from(out.parts);
}

/** Plain profile (see synthetic.mjs) to the bytes before compression. */
export function encode(profile) {
	const objects = [...new Set(profile.routines.map((r) => r.object))];
	const files = [...new Set(profile.routines.map((r) => r.file))];
	const blocks = profile.routines.map(encodeBlock);
	const column = (key, otherwise) => profile.routines.map((r) => r[key] ?? otherwise);
	const total = profile.totals.cost || 1;
	const predicted = profile.routines.map(
		(r) => (r.cost / total) * 10 ** Math.max(0, Math.min(3, (r.worst && r.worst[9]) ?? 0)),
	);
	const ranks = [];
	[...predicted.keys()]
		.sort((a, b) => predicted[b] - predicted[a] || a - b)
		.forEach((routine, place) => (ranks[routine] = place));
	const spoken = profile.routines.filter((r) => r.worst && r.worst[5] > 0);
	const edges = profile.routines.flatMap((r, caller) =>
		(r.callees ?? []).map((edge) => ({ caller, ...edge })),
	);
	const header = {
		format: 1,
		label: profile.label ?? "landau.data",
		program: profile.program,
		cost: profile.cost ?? "bb",
		cell: 4,
		contexts: profile.contexts ?? null,
		runs: profile.runs ?? [
			{
				program: profile.program,
				command: [profile.program],
				engine: "replay",
				exit: { kind: "exit", code: 0 },
			},
		],
		totals: profile.totals,
		known: {
			routines: spoken.length,
			share: Math.min(1, spoken.reduce((s, r) => s + r.self, 0) / total),
		},
		by_run: profile.by_run ?? null,
		advice: profile.advice ?? { condition: null, text: null, command: null },
		notes: profile.notes,
		threads: {
			id: profile.threads.map((t) => t.id),
			name: profile.threads.map((t) => t.name),
			cost: profile.threads.map((t) => t.cost ?? 0),
			thread_input: profile.threads.map((t) => t.threadInput ?? 0),
			external_input: profile.threads.map((t) => t.externalInput ?? 0),
		},
		objects,
		files,
		routines: {
			name: column("name"),
			object: profile.routines.map((r) => objects.indexOf(r.object)),
			file: profile.routines.map((r) => files.indexOf(r.file)),
			line: column("line", 0),
			calls: column("calls"),
			cost: column("cost"),
			self: column("self"),
			points: profile.routines.map((r) => r.trms.length),
			rms_points: profile.routines.map((r) => (r.rms ?? r.trms).length),
			richness: column("richness", 0),
			input_volume: column("inputVolume", 0),
			thread_input: column("threadInput", 0),
			external_input: column("externalInput", 0),
			threads: profile.routines.map((r) => (r.threads ?? [{ thread: 0 }]).map((t) => t.thread)),
			bytes: blocks.map((block) => block.length),
			rank: ranks,
			predicted,
			startup: column("startup", 0),
			worst: column("worst", 0),
			within: column("within", 0),
			mean: column("mean", 0),
			by_run: column("by_run", 0),
		},
		edges: {
			caller: edges.map((e) => e.caller),
			callee: edges.map((e) => e.callee),
			calls: edges.map((e) => e.calls),
			cost: edges.map((e) => e.cost),
			growth: edges.map((e) => e.growth ?? 0),
			formula: edges.map((e) => e.formula ?? ""),
			open: edges.map((e) => (e.growth ? 1 << e.growth : 0)),
			statement: edges.map((e) => (e.growth ? 4 : 0)),
			text: edges.map((e) => (e.growth ? CLASSES[e.growth - 1] : "unknown")),
		},
		sources: {
			routine: profile.routines.flatMap((r, i) => (r.source ? [i] : [])),
			line: profile.routines.flatMap((r) => (r.source ? [r.source.line] : [])),
			text: profile.routines.flatMap((r) => (r.source ? [r.source.text] : [])),
		},
	};
	const json = Buffer.from(JSON.stringify(header), "utf8");
	const start = Buffer.alloc(8);
	start.write("LDP1", "latin1");
	start.writeUInt32LE(json.length, 4);
	return Buffer.concat([start, json, ...blocks]);
}

/** A page with these payloads, made from the template that viewer/build.mjs writes. */
export function writePage(template, output, payloads) {
	const scripts = payloads
		.map(
			(bytes) =>
				`<script type="application/x-landau">${deflateSync(bytes).toString("base64")}</script>\n`,
		)
		.join("");
	writeFileSync(
		output,
		readFileSync(template, "utf8").replace("@DATA@\n", () => scripts),
	);
}
