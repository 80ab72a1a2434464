// SPDX-License-Identifier: GPL-2.0-or-later
// favourites.ts - starred routines, kept by the browser for each program.

import type { Profile, Routine } from "../data/profile.ts";
import { store, stored } from "./theme.ts";
import { h, s } from "./dom.ts";

let starred = new Set<string>();
let key = "";

function nameOf(routine: Routine): string {
	return `${routine.name}\0${routine.object}\0${routine.file}`;
}

export function startFavourites(profile: Profile): void {
	key = `landau-favourites:${profile.header.program}`;
	try {
		const list: unknown = JSON.parse(stored(key) ?? "[]");
		if (Array.isArray(list)) starred = new Set(list.filter((name) => typeof name === "string"));
	} catch {
		starred = new Set();
	}
}

export function isFavourite(routine: Routine): boolean {
	return starred.has(nameOf(routine));
}

export function toggleFavourite(routine: Routine): boolean {
	const name = nameOf(routine);
	if (!starred.delete(name)) starred.add(name);
	store(key, JSON.stringify([...starred]));
	return starred.has(name);
}

export function starButton(routine: Routine, changed: () => void = () => {}): HTMLButtonElement {
	const button = h(
		"button",
		{
			type: "button",
			class: "star",
			title: "Favourite",
			"aria-label": `Favourite ${routine.name}`,
			"aria-pressed": String(isFavourite(routine)),
			onclick: (event: Event) => {
				event.stopPropagation();
				event.preventDefault();
				button.setAttribute("aria-pressed", String(toggleFavourite(routine)));
				changed();
			},
		},
		s(
			"svg",
			{ viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true" },
			s("path", { d: "M8 1.6l1.9 4 4.4.6-3.2 3 .8 4.4L8 11.5l-3.9 2.1.8-4.4-3.2-3 4.4-.6z" }),
		),
	);
	return button;
}
