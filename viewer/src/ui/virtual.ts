// SPDX-License-Identifier: GPL-2.0-or-later
// virtual.ts - rows of equal height of which only those near the window exist.

import { throttled } from "./dom.ts";

const BEYOND = 400;
/** So few rows all exist, for printing and for the browser's own search. */
const FEW = 80;

export class VirtualRows {
	private count = 0;
	private readonly rows = new Map<number, HTMLElement>();
	private readonly update = throttled(() => this.fill());

	/** `before` and `after` are the first and the last child of `host`; they stand for rows that do not exist. */
	constructor(
		private readonly host: HTMLElement,
		private readonly before: HTMLElement,
		private readonly after: HTMLElement,
		private height: number,
		private readonly make: (index: number) => HTMLElement,
	) {
		host.append(before, after);
		const listen = () => {
			if (!host.isConnected) {
				if (this.seen) {
					removeEventListener("scroll", listen);
					removeEventListener("resize", listen);
				}
				return;
			}
			this.seen = true;
			this.update();
		};
		addEventListener("scroll", listen, { passive: true });
		addEventListener("resize", listen, { passive: true });
	}

	private seen = false;

	/** New rows: all existing ones are dropped. */
	set(count: number, height = this.height): void {
		this.count = count;
		this.height = height;
		this.clear();
		this.fill();
	}

	private clear(): void {
		for (const row of this.rows.values()) row.remove();
		this.rows.clear();
	}

	private fill(): void {
		const top = this.host.getBoundingClientRect().top;
		const all = this.count <= FEW;
		const first = all ? 0 : Math.max(0, Math.floor((-top - BEYOND) / this.height));
		const last = all
			? this.count
			: Math.min(this.count, Math.ceil((innerHeight - top + BEYOND) / this.height));
		for (const [index, row] of this.rows)
			if (index < first || index >= last) {
				row.remove();
				this.rows.delete(index);
			}
		let place: Element = this.before;
		for (let index = first; index < last; index++) {
			let row = this.rows.get(index);
			if (!row) {
				row = this.make(index);
				this.rows.set(index, row);
				place.after(row);
			}
			place = row;
		}
		this.before.style.height = `${Math.min(first, this.count) * this.height}px`;
		this.after.style.height = `${Math.max(0, this.count - Math.max(last, first)) * this.height}px`;
	}

	row(index: number): HTMLElement | undefined {
		return this.rows.get(index);
	}

	/** Scrolls the window so that a row is on screen, below what sticks to the top. */
	reveal(index: number, sticky: number): void {
		const top = this.host.getBoundingClientRect().top + index * this.height;
		if (top < sticky) scrollBy({ top: top - sticky });
		else if (top + this.height > innerHeight) scrollBy({ top: top + this.height - innerHeight + 8 });
		this.fill();
	}
}
