// SPDX-License-Identifier: GPL-2.0-or-later
// trace.mjs - an event trace with a routine of each kind: constant, linear, n log n, quadratic, one that reads what
// another thread writes, one that reads what the kernel writes, a caller of many calls.

const BASE = 0x10000;

export function makeTrace({ linearIsQuadratic = false } = {}) {
	const lines = [];
	const say = (...words) => lines.push(words.join(" "));
	const sizes = Array.from({ length: 26 }, (_, i) => Math.round(8 * 1.25 ** i));
	const activation = (routine, n, cost, repeat = 1) => {
		for (let i = 0; i < repeat; i++) {
			say("call", 1, routine);
			say("read", 1, BASE, 4 * n);
			say("cost", 1, Math.round(cost * (1 + 0.05 * i)));
			say("return", 1);
		}
	};
	say("call", 1, "main");
	sizes.forEach((n, k) => {
		activation("constant", n, 40 + (k % 3));
		activation("linear", n, linearIsQuadratic ? 10 + n * n : 10 + 5 * n, 1 + (k % 4));
		activation("loglinear", n, 20 + 3 * n * Math.log2(n));
		activation("quadratic", n, 30 + 1.2 * n * n);
		say("call", 1, "caller");
		say("read", 1, BASE, 4 * n);
		for (let i = 0; i < n / 8; i++) {
			say("call", 1, "leaf");
			say("read", 1, BASE, 16);
			say("cost", 1, 7);
			say("return", 1);
		}
		say("return", 1);
		say("call", 1, "reader");
		for (let at = 0; at < n; at += 16) {
			say("kwrite", 1, BASE * 2, 64);
			say("read", 1, BASE * 2, 64);
			say("cost", 1, 50);
		}
		say("return", 1);
	});
	say("call", 2, "second");
	sizes.forEach((n) => {
		say("call", 2, "consumer");
		for (let at = 0; at < n; at += 4) {
			say("write", 1, BASE * 3, 16);
			say("read", 2, BASE * 3, 16);
			say("cost", 2, 9);
		}
		say("return", 2);
	});
	say("return", 2);
	say("return", 1);
	return `${lines.join("\n")}\n`;
}

/** A routine that reads records of 40 cells from a file and 10 of its own, and one whose
 * records get dearer and that reads a table of its own when it has read its file. */
export function traceOfExternalInput() {
	const steps = (count, row) => Array.from({ length: count }, (_, i) => row(i)).flat();
	const record = (i, cells) => {
		const at = 0x100000 + 400 * i;
		return [`kwrite 1 ${at} ${4 * cells} file:/in`, `read 1 ${at} ${4 * cells}`];
	};
	const own = (i) => `read 1 ${0x900000 + 40 * i} 40`;
	return [
		"call 1 mixed",
		...steps(400, (i) => [...record(i, 40), own(i), "cost 1 20000"]),
		"return 1",
		"call 1 late",
		...steps(400, (i) => [...record(i, 40), `cost 1 ${300 * i}`]),
		...steps(600, own),
		"return 1",
	].join("\n");
}

/** One activation of each routine, which reads 20,000 cells and pays on its way what the law says. */
export function traceOfLongCalls(laws) {
	const step = 50;
	const lines = Object.entries(laws).flatMap(([routine, law]) => [
		`call 1 ${routine}`,
		...Array.from({ length: 400 }, (_, i) => [
			`read 1 ${65536 + 4 * step * i} ${4 * step}`,
			`cost 1 ${Math.round(law(step * (i + 1)) - law(step * i))}`,
		]).flat(),
		"return 1",
	]);
	return `${lines.join("\n")}\n`;
}
