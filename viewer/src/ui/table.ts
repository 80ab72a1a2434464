// SPDX-License-Identifier: GPL-2.0-or-later
// table.ts - tables: sorted by a click on a head, saved as CSV, with only the rows near the window in the page.

import { saveCsv } from "../charts/save.ts";
import type { Sheet } from "../data/csv.ts";
import { type Child, h, replace } from "./dom.ts";
import { VirtualRows } from "./virtual.ts";

export interface Column<Row> {
	key: string;
	label: string;
	hint?: string;
	/** Width in CSS, such as "7rem"; the columns without one share what is left. */
	width?: string;
	numeric?: boolean;
	/** Left out on narrow screens. */
	wide?: boolean;
	/** What is sorted by and saved. */
	value: (row: Row) => string | number;
	/** What is shown, if not the value itself. */
	cell?: (row: Row) => Child;
	/** Numbers sort from the greatest first unless this is set. */
	ascending?: boolean;
	unsortable?: boolean;
}

export interface TableOptions<Row> {
	title: string;
	columns: Column<Row>[];
	rowHeight: number;
	empty: string;
	sort?: string;
	descending?: boolean;
	/** Rows are given in the order wanted; a click on a head asks for another one. */
	onSort?: (key: string, descending: boolean) => void;
	onOpen?: (row: Row) => void;
	hideTools?: boolean;
	/** So many rows are shown until more are asked for. */
	preview?: number;
}

export function compareValues(a: string | number, b: string | number): number {
	if (typeof a === "number" && typeof b === "number") {
		const x = Number.isNaN(a) ? -Infinity : a;
		const y = Number.isNaN(b) ? -Infinity : b;
		return x === y ? 0 : x < y ? -1 : 1;
	}
	return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

export class DataTable<Row> {
	readonly element: HTMLElement;
	readonly virtual: VirtualRows;
	private rows: Row[] = [];
	private cursor = -1;
	private sort: string;
	private descending: boolean;
	private readonly table: HTMLTableElement;
	private readonly heads = new Map<string, HTMLTableCellElement>();
	private readonly nothing: HTMLElement;
	private readonly more = h("button", {
		type: "button",
		class: "more",
		hidden: true,
		onclick: () => this.showAll(),
	});
	private expanded = false;

	constructor(private readonly options: TableOptions<Row>) {
		this.sort = options.sort ?? "";
		this.descending = options.descending ?? true;
		const spacer = () => h("tr", { class: "spacer", "aria-hidden": "true" }, h("td"));
		const body = h("tbody");
		this.table = h(
			"table",
			{ "aria-label": options.title },
			h(
				"colgroup",
				{},
				...options.columns.map((c) =>
					h("col", {
						class: `c-${c.key}${c.wide ? " wide" : ""}`,
						style: c.width ? { width: c.width } : {},
					}),
				),
			),
			h("thead", {}, h("tr", {}, ...options.columns.map((c) => this.head(c)))),
			body,
		);
		this.nothing = h("p", { class: "empty", hidden: true }, options.empty);
		const tools = options.hideTools
			? null
			: h(
					"div",
					{ class: "table-tools" },
					h(
						"button",
						{
							type: "button",
							class: "quiet",
							"data-save": "CSV",
							title: "Save this table as CSV",
							onclick: () => this.save(),
						},
						"CSV",
					),
				);
		this.element = h("div", { class: "table" }, tools, this.table, this.more, this.nothing);
		this.virtual = new VirtualRows(body, spacer(), spacer(), options.rowHeight, (index) =>
			this.row(index),
		);
	}

	private head(column: Column<Row>): HTMLTableCellElement {
		const inner = column.unsortable
			? h("span", { title: column.hint ?? null }, column.label)
			: h(
					"button",
					{ type: "button", title: column.hint ?? null, onclick: () => this.sortBy(column) },
					column.label,
				);
		const cell = h(
			"th",
			{
				scope: "col",
				class: [column.numeric ? "numeric" : "", column.wide ? "wide" : "", `c-${column.key}`]
					.join(" ")
					.trim(),
			},
			inner,
		);
		this.heads.set(column.key, cell);
		return cell;
	}

	private sortBy(column: Column<Row>): void {
		const natural = !(column.ascending ?? !column.numeric);
		this.descending = this.sort === column.key ? !this.descending : natural;
		this.sort = column.key;
		if (this.options.onSort) this.options.onSort(this.sort, this.descending);
		else this.set(this.rows);
	}

	/** Without onSort the table sorts the rows itself. */
	set(rows: Row[], sort = this.sort, descending = this.descending): void {
		this.sort = sort;
		this.descending = descending;
		const column = this.options.columns.find((c) => c.key === sort);
		this.rows = rows;
		if (column && !this.options.onSort) {
			const sign = descending ? -1 : 1;
			this.rows = [...rows].sort((a, b) => sign * compareValues(column.value(a), column.value(b)));
		}
		for (const [key, head] of this.heads) {
			if (key === sort) head.setAttribute("aria-sort", descending ? "descending" : "ascending");
			else head.removeAttribute("aria-sort");
		}
		this.cursor = -1;
		this.table.hidden = rows.length === 0;
		this.nothing.hidden = rows.length !== 0;
		this.table.setAttribute("aria-rowcount", String(rows.length + 1));
		const most = this.expanded ? Infinity : (this.options.preview ?? Infinity);
		this.more.hidden = rows.length <= most;
		this.more.textContent = `Show all ${rows.length}`;
		this.virtual.set(Math.min(this.rows.length, most));
	}

	private showAll(): void {
		this.expanded = true;
		this.set(this.rows);
	}

	private row(index: number): HTMLTableRowElement {
		const data = this.rows[index];
		const row = h("tr", {
			"aria-rowindex": index + 2,
			class: index === this.cursor ? "current" : null,
			style: { height: `${this.options.rowHeight}px` },
		});
		for (const column of this.options.columns) {
			const content = column.cell ? column.cell(data) : String(column.value(data));
			row.append(
				h(
					"td",
					{
						class: [column.numeric ? "numeric" : "", column.wide ? "wide" : "", `c-${column.key}`]
							.join(" ")
							.trim(),
					},
					content,
				),
			);
		}
		if (this.options.onOpen)
			row.addEventListener("click", (event) => {
				if (!(event.target as Element).closest("a,button")) this.options.onOpen!(data);
			});
		return row;
	}

	/** Moves the marked row; true if there is one. */
	move(step: number, sticky: number): boolean {
		if (this.rows.length === 0) return false;
		this.virtual.row(this.cursor)?.classList.remove("current");
		this.cursor = Math.max(0, Math.min(this.rows.length - 1, this.cursor + step));
		this.virtual.reveal(this.cursor, sticky);
		this.virtual.row(this.cursor)?.classList.add("current");
		return true;
	}

	get current(): Row | null {
		return this.rows[this.cursor] ?? null;
	}

	sheet(): Sheet {
		const columns = this.options.columns.filter((c) => c.label !== "" && !(c.unsortable && !c.cell));
		return {
			columns: columns.map((c) => c.label),
			rows: this.rows.map((row) => columns.map((c) => c.value(row))),
		};
	}

	save(): void {
		saveCsv(this.sheet(), this.options.title);
	}
}

/** A small table without sorting or virtual rows, for key figures. */
export function plainTable(
	title: string,
	columns: string[],
	rows: Child[][],
	save: () => Sheet,
): HTMLElement {
	const table = h(
		"table",
		{ "aria-label": title },
		h("thead", {}, h("tr", {}, ...columns.map((c) => h("th", { scope: "col" }, c)))),
		h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((c) => h("td", {}, c))))),
	);
	const box = h("div", { class: "table" });
	replace(
		box,
		h(
			"div",
			{ class: "table-tools" },
			h(
				"button",
				{ type: "button", class: "quiet", "data-save": "CSV", onclick: () => saveCsv(save(), title) },
				"CSV",
			),
		),
		table,
	);
	return box;
}
