// SPDX-License-Identifier: GPL-2.0-or-later
// chart.ts - one chart on the page: a figure of fixed height with title, key, plot and note.
//
// uPlot keeps the canvas, the axes and the cross hair; the series are drawn by draw.ts.

import uPlot from "uplot";
import { announce, h, replace, throttled } from "../ui/dom.ts";
import { onTheme, theme } from "../ui/theme.ts";
import { drawSeries, type HitGrid, MANY } from "./draw.ts";
import { attachGestures, type GestureMode } from "./gestures.ts";
import { legend } from "./legend.ts";
import { CanvasPainter } from "./painter.ts";
import { saveCsv, savePng, saveSvg } from "./save.ts";
import { projector, ticksOf, wholeRange } from "./scale.ts";
import type { ChartSpec, Range } from "./spec.ts";
import { chartSvg } from "./svg.ts";

export interface View {
	x: Range;
	y: Range;
}

export interface Selection {
	series: number;
	indices: number[];
}

/** Charts of one group show the same range when one of them is zoomed. */
export class Linked {
	private readonly charts = new Set<Chart>();
	add(chart: Chart): void {
		this.charts.add(chart);
	}
	share(from: Chart, view: View | null): void {
		for (const chart of this.charts) if (chart !== from) chart.show(view, false);
	}
}

export class Chart {
	readonly element: HTMLElement;
	mode: GestureMode = "zoom";
	onSelect: ((view: View) => void) | null = null;
	private spec: ChartSpec | null = null;
	private plot: uPlot | null = null;
	private zoomed: View | null = null;
	private grid: HitGrid | null = null;
	private walked = -1;
	private readonly title = h("h3");
	private readonly key = h("div", { class: "chart-key" });
	private readonly body = h("div", {
		class: "chart-body",
		tabindex: 0,
		role: "img",
		"aria-roledescription": "chart",
	});
	private readonly note = h("figcaption");
	private readonly tip = h("div", { class: "tip", hidden: true });
	private readonly ring = h("div", { class: "ring", hidden: true });
	private readonly reset = h(
		"button",
		{ type: "button", class: "quiet", hidden: true, onclick: () => this.show(null) },
		"Reset zoom",
	);
	private readonly redraw = throttled(() => this.plot?.redraw(false, true));

	constructor(
		private readonly height: number,
		private readonly linked: Linked | null = null,
	) {
		linked?.add(this);
		const tools = h(
			"div",
			{ class: "chart-tools" },
			this.reset,
			...(["SVG", "PNG", "CSV"] as const).map((kind) =>
				h(
					"button",
					{
						type: "button",
						class: "quiet",
						"data-save": kind,
						title: `Save this chart as ${kind}`,
						onclick: () => void this.save(kind),
					},
					kind,
				),
			),
		);
		this.body.style.height = `${height}px`;
		this.element = h(
			"figure",
			{ class: "chart" },
			h("header", {}, this.title, tools),
			this.key,
			this.body,
			this.note,
		);
		new ResizeObserver(throttled(() => this.resize())).observe(this.body);
		onTheme(this.element, () => this.build());
		attachGestures(this, this.body);
	}

	set(spec: ChartSpec): void {
		const old = this.spec;
		this.spec = spec;
		if (old && (old.x.log !== spec.x.log || old.y.log !== spec.y.log || old.x.label !== spec.x.label))
			this.zoomed = null;
		this.title.textContent = spec.title;
		this.note.textContent = spec.note;
		this.body.setAttribute("aria-label", `${spec.title}. ${spec.empty ?? spec.description}`);
		replace(this.key, legend(spec));
		this.hideTip();
		this.build();
	}

	get current(): ChartSpec | null {
		return this.spec;
	}

	/** The range on show. */
	view(): View {
		return this.zoomed ?? { x: wholeRange(this.spec!, "x"), y: wholeRange(this.spec!, "y") };
	}

	/** The plot's box within the body, in CSS pixels. */
	box(): { left: number; top: number; width: number; height: number } | null {
		if (!this.plot) return null;
		const over = this.plot.over;
		return {
			left: over.offsetLeft,
			top: over.offsetTop,
			width: over.clientWidth,
			height: over.clientHeight,
		};
	}

	show(view: View | null, share = true): void {
		if (!this.spec || this.spec.empty) return;
		const valid = (range: Range, log: boolean) =>
			Number.isFinite(range.min) &&
			Number.isFinite(range.max) &&
			range.max > range.min * (log ? 1.0000001 : 1) &&
			(!log || range.min > 0);
		if (view && !(valid(view.x, this.spec.x.log) && valid(view.y, this.spec.y.log))) return;
		this.zoomed = view;
		this.reset.hidden = view === null;
		this.hideTip();
		const { x, y } = this.view();
		this.plot?.batch(() => {
			this.plot!.setScale("x", x);
			this.plot!.setScale("y", y);
		});
		if (share) this.linked?.share(this, view);
	}

	private resize(): void {
		const width = this.body.clientWidth;
		if (this.plot && width > 0 && width !== this.plot.width)
			this.plot.setSize({ width, height: this.height });
		else if (!this.plot && width > 0) this.build();
	}

	private build(): void {
		const spec = this.spec;
		this.plot?.destroy();
		this.plot = null;
		this.grid = null;
		if (!spec) return;
		this.body.classList.toggle("is-empty", spec.empty !== undefined);
		if (spec.empty !== undefined) {
			replace(this.body, h("p", { class: "empty" }, spec.empty));
			return;
		}
		replace(this.body);
		const width = this.body.clientWidth;
		if (width === 0) return;
		const { x, y } = this.view();
		this.plot = new uPlot(
			this.options(spec, width, x, y),
			[
				[x.min, x.max],
				[null, null],
			],
			this.body,
		);
		this.body.append(this.ring, this.tip);
	}

	private options(spec: ChartSpec, width: number, x: Range, y: Range): uPlot.Options {
		const colours = theme();
		const axis = (which: "x" | "y"): uPlot.Axis => ({
			stroke: colours.muted,
			font: colours.font,
			labelFont: colours.font,
			label: spec[which].label,
			labelSize: 18,
			size: which === "x" ? 26 : 54,
			gap: 4,
			grid: { stroke: colours.grid, width: 1 },
			ticks: { show: false },
			filter: (_plot, splits) => splits,
			splits: (plot, _axis, min, max) =>
				ticksOf({ min, max }, spec[which], which === "x" ? plot.width / 80 : this.height / 44),
			values: (_plot, splits) => splits.map(spec[which].format),
		});
		const range = (which: "x" | "y") => (): [number, number] => {
			const { min, max } = this.view()[which];
			return [min, max];
		};
		return {
			width,
			height: this.height,
			legend: { show: false },
			padding: [8, 14, 0, 0],
			cursor: { drag: { x: false, y: false, setScale: false }, points: { show: false } },
			scales: {
				x: { time: false, distr: spec.x.log ? 3 : 1, range: range("x"), min: x.min, max: x.max },
				y: { distr: spec.y.log ? 3 : 1, range: range("y"), min: y.min, max: y.max },
			},
			axes: [axis("x"), axis("y")],
			series: [{}, { points: { show: false }, paths: () => null }],
			hooks: { draw: [(plot) => this.draw(plot)] },
		};
	}

	private draw(plot: uPlot): void {
		const spec = this.spec!;
		const { left, top, width, height } = plot.bbox;
		const context = plot.ctx;
		const count = spec.series.reduce(
			(sum, series) => sum + (series.kind === "points" ? series.x.length : 0),
			0,
		);
		context.save();
		context.beginPath();
		context.rect(left, top, width, height);
		context.clip();
		this.grid = drawSeries(
			new CanvasPainter(context, devicePixelRatio || 1, count > MANY),
			{ left, top, width, height, ...this.view() },
			spec,
			theme(),
		);
		context.restore();
	}

	/** Shows the point nearest to a place in the plot (CSS pixels); false if there is none. */
	hover(x: number, y: number, reach = 24): boolean {
		const found = this.grid?.nearest(x, y, reach);
		if (!found || !this.spec?.hover) {
			this.hideTip();
			return false;
		}
		this.point(found.series, found.index, found.x, found.y);
		return true;
	}

	open(x: number, y: number): void {
		const found = this.grid?.nearest(x, y, 16);
		if (found) this.spec?.open?.(found.series, found.index);
	}

	private point(series: number, index: number, x: number, y: number): void {
		const box = this.box();
		const lines = this.spec?.hover?.(series, index);
		if (!box || !lines) return;
		replace(
			this.tip,
			...lines.map(({ name, value }) => h("div", {}, h("span", {}, name), h("b", {}, value))),
		);
		this.tip.hidden = false;
		this.ring.hidden = false;
		/* Costs rise from the lower left to the upper right: the upper left is free, unless the point itself is there. */
		const { offsetWidth: width, offsetHeight: height } = this.tip;
		const isThere = x < width + 24 && y < height + 24;
		this.tip.style.left = `${box.left + (isThere ? box.width - width - 8 : 8)}px`;
		this.tip.style.top = `${box.top + (isThere ? box.height - height - 8 : 8)}px`;
		this.ring.style.left = `${box.left + x}px`;
		this.ring.style.top = `${box.top + y}px`;
	}

	hideTip(): void {
		this.tip.hidden = true;
		this.ring.hidden = true;
	}

	/** Moves along the points with the keyboard and says what is there. */
	walk(step: number): void {
		const spec = this.spec;
		const box = this.box();
		if (!spec || spec.empty || !box) return;
		const at =
			spec.walk ??
			spec.series.findIndex((series) => series.kind === "points" || series.kind === "bars");
		const series = spec.series[at];
		if (!series || !("y" in series) || series.x.length === 0) return;
		this.walked = Math.max(
			0,
			Math.min(
				series.x.length - 1,
				(this.walked >= 0 ? this.walked : step > 0 ? -1 : series.x.length) + step,
			),
		);
		const { x, y } = this.view();
		const px = projector(x, spec.x.log, 0, box.width)(series.x[this.walked]);
		const py = projector(y, spec.y.log, box.height, -box.height)(series.y[this.walked]);
		const lines = spec.hover?.(at, this.walked) ?? [];
		if (px >= 0 && px <= box.width && py >= 0 && py <= box.height) this.point(at, this.walked, px, py);
		announce(lines.map(({ name, value }) => `${name} ${value}`).join(", "));
	}

	refresh(): void {
		this.redraw();
	}

	private async save(kind: "SVG" | "PNG" | "CSV"): Promise<void> {
		const spec = this.spec;
		if (!spec) return;
		if (kind === "CSV") return saveCsv(spec.sheet(), spec.title);
		const width = Math.max(this.body.clientWidth, 480);
		const height = this.height + 50;
		const svg = chartSvg(spec, width, height, this.view());
		if (kind === "SVG") saveSvg(svg, spec.title);
		else await savePng(svg, width, height, spec.title);
	}
}
