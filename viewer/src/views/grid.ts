// SPDX-License-Identifier: GPL-2.0-or-later
// grid.ts - the overview as cards, each with the cost plot of a routine.

import { thumbnail } from "../charts/thumbnail.ts";
import { shortName } from "../data/names.ts";
import { percent, plural, short } from "../data/numbers.ts";
import type { Profile, Routine } from "../data/profile.ts";
import { toldBadge } from "../ui/badge.ts";
import { h } from "../ui/dom.ts";
import { starButton } from "../ui/favourites.ts";
import { go, routineAddress, routineHref } from "../ui/state.ts";
import { VirtualRows } from "../ui/virtual.ts";

const CARD = 190;
const GAP = 12;
const HEIGHT = 176;

export class RoutineGrid {
	readonly element: HTMLElement;
	across = 1;
	private routines: Routine[] = [];
	private cursor = -1;
	private width = 0;
	private readonly rows = h("div", { class: "grid-rows", role: "list" });
	private readonly nothing: HTMLElement;
	private readonly virtual: VirtualRows;

	constructor(
		private readonly profile: Profile,
		empty: string,
	) {
		this.nothing = h("p", { class: "empty", hidden: true }, empty);
		this.element = h("div", { class: "grid" }, this.rows, this.nothing);
		this.virtual = new VirtualRows(this.rows, h("div"), h("div"), HEIGHT + GAP, (index) =>
			this.row(index),
		);
		new ResizeObserver(() => {
			if (this.rows.clientWidth > 0 && this.rows.clientWidth !== this.width) this.set(this.routines);
		}).observe(this.rows);
	}

	set(routines: Routine[]): void {
		this.routines = routines;
		this.width = this.rows.clientWidth;
		this.across = Math.max(1, Math.floor((this.width + GAP) / (CARD + GAP)));
		this.cursor = -1;
		this.nothing.hidden = routines.length > 0;
		this.virtual.set(Math.ceil(routines.length / this.across));
	}

	private row(index: number): HTMLElement {
		const cards = this.routines
			.slice(index * this.across, (index + 1) * this.across)
			.map((routine, i) => this.card(routine, index * this.across + i));
		return h(
			"div",
			{
				class: "grid-row",
				style: {
					"grid-template-columns": `repeat(${this.across}, minmax(0, 1fr))`,
					height: `${HEIGHT}px`,
					"margin-bottom": `${GAP}px`,
				},
			},
			...cards,
		);
	}

	private card(routine: Routine, index: number): HTMLElement {
		const inner = Math.floor((this.width - (this.across - 1) * GAP) / this.across) - 26;
		const total = this.profile.header.totals.cost;
		return h(
			"article",
			{
				class: index === this.cursor ? "card current" : "card",
				role: "listitem",
				onclick: (event: Event) =>
					!(event.target as Element).closest("a,button") &&
					go(routineAddress(this.profile, routine)),
			},
			h(
				"header",
				{},
				h(
					"a",
					{ class: "name", href: routineHref(this.profile, routine), title: routine.name },
					shortName(routine.name),
				),
				starButton(routine),
			),
			thumbnail(this.profile, routine, Math.max(60, inner), 84),
			h(
				"footer",
				{},
				toldBadge(routine),
				h("span", { title: "Share of the cost" }, percent(total > 0 ? routine.cost / total : 0)),
			),
			h(
				"small",
				{},
				`${short(routine.calls)} ${routine.calls === 1 ? "call" : "calls"} · ${plural(routine.points, "point")}`,
			),
		);
	}

	private mark(on: boolean): void {
		this.virtual
			.row(Math.floor(this.cursor / this.across))
			?.children[this.cursor % this.across]?.classList.toggle("current", on);
	}

	move(step: number, sticky: number): boolean {
		if (this.routines.length === 0) return false;
		if (this.cursor >= 0) this.mark(false);
		this.cursor = Math.max(
			0,
			Math.min(this.routines.length - 1, this.cursor < 0 ? 0 : this.cursor + step),
		);
		this.virtual.reveal(Math.floor(this.cursor / this.across), sticky);
		this.mark(true);
		return true;
	}

	get current(): Routine | null {
		return this.routines[this.cursor] ?? null;
	}
}
