// SPDX-License-Identifier: GPL-2.0-or-later
// names.ts - names of C++ routines, short enough for a table: what tells them apart stands at their end.

/** Columns of a name in a table. */
const MOST = 44;

/** Is this the word `operator`, and not the end of another? */
function isOperator(name: string, at: number): boolean {
	return name.startsWith("operator", at) && !/[\w$]/.test(name[at - 1] ?? " ");
}

/** Without parameters, the type of the result and template arguments; names that are not C++ pass unchanged. */
function bare(name: string): string {
	if (!/^[A-Za-z_~][\w$~: ]*[<(]/.test(name)) return name;
	let text = "";
	let start = 0;
	let depth = 0;
	for (let i = 0; i < name.length; i++) {
		const c = name[i];
		if (depth === 0 && isOperator(name, i)) {
			const symbol = /^operator(\(\)|[^\w\s(]+| [^(]*)?/.exec(name.slice(i, i + 200))![0];
			text += symbol;
			i += symbol.length - 1;
		} else if (c === "<") {
			if (depth++ === 0) text += "<…>";
		} else if (c === ">" && depth > 0) depth--;
		else if (depth > 0) continue;
		else if (c === "(") break;
		else {
			text += c;
			if (c === " ") start = text.length;
		}
	}
	return depth === 0 && text.length > start ? text.slice(start) : name;
}

/** The name in about 44 columns: bare if it is too long, then without its first scopes. */
export function shortName(name: string): string {
	if (name.length <= MOST) return name;
	let text = bare(name.replaceAll("(anonymous namespace)::", ""));
	if (text.length <= MOST) return text;
	for (let at = text.indexOf("::"); at >= 0 && text.length >= MOST; at = text.indexOf("::"))
		text = text.slice(at + 2);
	return text.length < name.length ? `…${text}` : text;
}
