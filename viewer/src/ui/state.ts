// SPDX-License-Identifier: GPL-2.0-or-later
// state.ts - what the page shows is in the address: #routine=NAME&object=…, #view=program, …
//
// Views read their settings from here and write them back, so that a link shows what its sender saw.

import type { Profile, Routine } from "../data/profile.ts";

type Listener = () => void;
let listener: Listener = () => {};

export function parameters(): URLSearchParams {
	return new URLSearchParams(location.hash.slice(1));
}

export function setting(name: string, otherwise = ""): string {
	return parameters().get(name) ?? otherwise;
}

function address(values: URLSearchParams): string {
	const text = values.toString();
	return text ? `#${text}` : "#view=overview";
}

function changed(changes: Record<string, string>): string {
	const values = parameters();
	for (const [name, value] of Object.entries(changes)) {
		if (value === "") values.delete(name);
		else values.set(name, value);
	}
	return address(values);
}

/** Changes settings of this view in place: no history entry, no redraw. Empty removes. */
export function remember(changes: Record<string, string>): void {
	history.replaceState(null, "", changed(changes));
}

/** The same with a history entry: going back shows the view as it was before. */
export function advance(changes: Record<string, string>): void {
	history.pushState(null, "", changed(changes));
}

/** Goes to another view, with a history entry. */
export function go(values: Record<string, string>): void {
	const next = address(new URLSearchParams(values));
	if (next === location.hash) return;
	history.pushState(null, "", next);
	listener();
}

export function onNavigate(action: Listener): void {
	listener = action;
	addEventListener("hashchange", action);
}

/** The parts of an address that lead to a routine: only as much as tells it from its namesakes. */
export function routineAddress(profile: Profile, routine: Routine): Record<string, string> {
	const values: Record<string, string> = { routine: routine.name };
	if (!profile.isNameUnique(routine.name)) {
		values.object = routine.object;
		values.file = routine.file;
	}
	return values;
}

export function routineHref(profile: Profile, routine: Routine): string {
	return `#${new URLSearchParams(routineAddress(profile, routine)).toString()}`;
}
