// SPDX-License-Identifier: GPL-2.0-or-later
// filters.ts - which routines the overview lists, and in which order. No DOM here.

import { isGrowth } from "../data/growth.ts";
import { exponentOf, type Kind, kindOf, WEAK } from "../data/model.ts";
import type { Profile, Routine } from "../data/profile.ts";

export interface Filter {
	words: string[];
	object: string;
	growths: Set<Kind>;
	points: number;
	/** Number of the thread among the profile's, -1 for all. */
	thread: number;
	input: "" | "thread" | "external";
	favourites: boolean;
}

export const SORTS: [string, string][] = [
	["growth", "Predicted cost"],
	["cost", "Cost"],
	["self", "Self cost"],
	["calls", "Calls"],
	["points", "Points"],
	["exponent", "Exponent"],
	["thread", "Thread input"],
	["external", "External input"],
	["name", "Name"],
];

export function readFilter(values: URLSearchParams, profile: Profile): Filter {
	const thread = Number(values.get("thread") ?? "NaN");
	const input = values.get("input");
	const growths = (values.get("class") ?? "")
		.split(",")
		.filter((text): text is Kind => isGrowth(text) || (WEAK as string[]).includes(text));
	return {
		words: (values.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean),
		object: values.get("object") ?? "",
		growths: new Set(growths),
		points: Math.max(0, Number(values.get("points")) || 0),
		thread: profile.header.threads.id.indexOf(thread),
		input: input === "thread" || input === "external" ? input : "",
		favourites: values.get("favourites") === "yes",
	};
}

export function matches(
	routine: Routine,
	filter: Filter,
	isFavourite: (routine: Routine) => boolean,
): boolean {
	if (filter.favourites && !isFavourite(routine)) return false;
	if (filter.object && routine.object !== filter.object) return false;
	if (filter.growths.size > 0 && !filter.growths.has(kindOf(routine.worst))) return false;
	if (routine.points < filter.points) return false;
	if (filter.thread >= 0 && !routine.threads.includes(filter.thread)) return false;
	if (filter.input === "thread" && !(routine.threadInput > 0)) return false;
	if (filter.input === "external" && !(routine.externalInput > 0)) return false;
	if (filter.words.length > 0) {
		const text = `${routine.name}\n${routine.object}\n${routine.file}`.toLowerCase();
		if (!filter.words.every((word) => text.includes(word))) return false;
	}
	return true;
}

const KEYS: Record<string, (routine: Routine) => number> = {
	growth: (r) => -r.rank,
	cost: (r) => r.cost,
	self: (r) => r.self,
	calls: (r) => r.calls,
	points: (r) => r.points,
	exponent: (r) => exponentOf(r.worst) ?? -Infinity,
	thread: (r) => r.threadInput,
	external: (r) => r.externalInput,
};

/** Equal ones: the dearer first, then by place in the profile. */
export function sortRoutines(routines: Routine[], key: string, descending: boolean): Routine[] {
	const sign = descending ? -1 : 1;
	const value = KEYS[key];
	return [...routines].sort((a, b) => {
		const first = value ? value(a) - value(b) : a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
		return (Number.isNaN(first) ? 0 : sign * first) || b.cost - a.cost || a.index - b.index;
	});
}
