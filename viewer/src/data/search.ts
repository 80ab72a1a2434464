// SPDX-License-Identifier: GPL-2.0-or-later
// search.ts - what the search field means: words, globs as the command takes them, /regular expressions/. Case is no matter.
//
// Words have to be somewhere in the name, the object or the file. A word with *, ? or [ is a glob for the whole of
// one of them, or of the file's last part. What stands between slashes is one regular expression for names.

import type { Routine } from "./profile.ts";

export interface Search {
	isEmpty: boolean;
	/** Why the text is no regular expression; null if all is well. */
	error: string | null;
	finds: (routine: Routine) => boolean;
}

/** A glob as a regular expression; null where its brackets make none. */
function globPattern(glob: string): RegExp | null {
	const pattern = glob.replace(/\[([!^]?)(\]?[^\]]*)\]|[\s\S]/g, (part, not?: string, set?: string) => {
		if (set !== undefined && set !== "")
			return `[${not ? "^" : ""}${set.replace(/[\\[\]^]/g, (c) => `\\${c}`)}]`;
		if (part === "*") return "[\\s\\S]*";
		if (part === "?") return "[\\s\\S]";
		return part.replace(/[.*+?^${}()|[\]\\/-]/g, (c) => `\\${c}`);
	});
	try {
		return new RegExp(`^${pattern}$`, "i");
	} catch {
		return null; // a range like [z-a]
	}
}

function lastPart(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}

function wordFinder(word: string): (routine: Routine) => boolean {
	const plain = word.toLowerCase();
	const isIn = ({ name, object, file }: Routine) =>
		`${name}\n${object}\n${file}`.toLowerCase().includes(plain);
	const glob = /[*?[]/.test(word) ? globPattern(word) : null;
	if (!glob) return isIn;
	return (routine) => {
		const { name, object, file } = routine;
		const texts = [name, object, lastPart(object), file, lastPart(file)];
		return texts.some((text) => glob.test(text)) || isIn(routine);
	};
}

export function readSearch(text: string): Search {
	const wanted = text.trim();
	const expression = /^\/(.+)\/$/s.exec(wanted);
	if (expression)
		try {
			const pattern = new RegExp(expression[1], "i");
			return { isEmpty: false, error: null, finds: ({ name }) => pattern.test(name) };
		} catch (error) {
			return { isEmpty: false, error: (error as Error).message, finds: () => false };
		}
	const finders = wanted.split(/\s+/).filter(Boolean).map(wordFinder);
	return {
		isEmpty: finders.length === 0,
		error: null,
		finds: (routine) => finders.every((finds) => finds(routine)),
	};
}
