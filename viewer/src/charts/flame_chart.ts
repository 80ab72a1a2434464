// SPDX-License-Identifier: GPL-2.0-or-later
// flame_chart.ts - the flame graph: drawn on canvas, walked by keys, zoomed by a click, seen with a larger input.
//
// The address keeps the frame that is zoomed to and the scale of the input. Only the rows in the window are drawn.

import { Flame, type Frame, pathOf } from "../data/flame.ts";
import { growthLabel } from "../data/model.ts";
import { costName, exact, percent, short } from "../data/numbers.ts";
import type { Profile } from "../data/profile.ts";
import { growthPhrase } from "../data/words.ts";
import { badge } from "../ui/badge.ts";
import { announce, type Child, h, replace, s, throttled } from "../ui/dom.ts";
import { advance, go, remember, routineAddress, routineHref, setting } from "../ui/state.ts";
import { onTheme, theme } from "../ui/theme.ts";
import { drawFrames, type FlameLook, ROW, STARTUP } from "./flame_draw.ts";
import { CanvasPainter, SvgPainter } from "./painter.ts";
import { saveSvg } from "./save.ts";

/** Steps of the slider to a tenfold input, and to the end. */
const STEPS = 20;
const LAST_STEP = 3 * STEPS;
/** The words leave out what is less than this of the frame they begin with. */
const WORTH_WORDS = 0.01;
const SVG_MARGIN = 14;
const SVG_HEAD = 54;

/** 1, 1.12, … 1000, in round numbers. */
function scaleOf(step: number): number {
	return Number((10 ** (step / STEPS)).toPrecision(3));
}

function stepOf(scale: number): number {
	if (!(scale >= 1)) return 0;
	return Math.min(LAST_STEP, Math.round(Math.log10(scale) * STEPS));
}

export class FlameChart {
	readonly element: HTMLElement;
	private readonly flame: Flame;
	private frames: Frame[] = [];
	private rows: Frame[][] = [];
	/** The frame that all others are seen from. */
	private zoomed = setting("frame");
	private scale = scaleOf(stepOf(Number(setting("scale", "1"))));
	private chosen: Frame | null = null;
	private pointed: Frame | null = null;
	private found: Set<number> | null = null;
	private readonly canvas = h("canvas", { "aria-hidden": "true" });
	private readonly tall = h("div", { class: "flame-tall" });
	private readonly ring = h("div", { class: "flame-ring", hidden: true });
	private readonly body: HTMLElement;
	private readonly line = h("p", { class: "flame-line" });
	private readonly factor = h("output", { class: "flame-factor" });
	private readonly slider: HTMLInputElement;
	private readonly all: HTMLButtonElement;
	private readonly words: HTMLDetailsElement;
	private readonly redraw = throttled(() => this.draw());

	constructor(private readonly profile: Profile) {
		this.flame = new Flame(profile);
		this.slider = h("input", {
			type: "range",
			id: "scale",
			"aria-label": "Times the input",
			min: 0,
			max: LAST_STEP,
			value: stepOf(this.scale),
			oninput: () => this.rescale(scaleOf(Number(this.slider.value))),
		});
		this.all = h(
			"button",
			{ type: "button", class: "quiet", hidden: true, onclick: () => this.zoom("") },
			"Whole program",
		);
		const save = h(
			"button",
			{
				type: "button",
				class: "quiet",
				"data-save": "SVG",
				title: "Save the flame graph as a picture",
				onclick: () => saveSvg(this.svg(), `${this.rootName()} flame graph`),
			},
			"SVG",
		);
		this.body = h(
			"div",
			{
				class: "flame-body",
				tabindex: 0,
				role: "application",
				"aria-label": "Flame graph of cost and growth",
				"aria-describedby": "flame-keys",
				onkeydown: (event: Event) => this.key(event as KeyboardEvent),
				onmousemove: (event: Event) => this.point(event as MouseEvent),
				onmouseleave: () => this.mark(null),
				onclick: (event: Event) => this.click(event as MouseEvent),
				ondblclick: (event: Event) => this.open(this.frameAt(event as MouseEvent)),
				onscroll: () => this.redraw(),
				onfocus: () => this.mark(this.chosen ?? this.current()),
			},
			this.canvas,
			this.tall,
			this.ring,
		);
		this.words = h(
			"details",
			{ class: "flame-words", ontoggle: () => this.tell() },
			h("summary", {}, "The flame graph in words"),
		);
		this.element = h(
			"section",
			{ class: "flame", "aria-label": "Flame graph" },
			h(
				"div",
				{ class: "flame-head" },
				h("label", { class: "flame-scale", for: "scale" }, "Input"),
				this.slider,
				this.factor,
				h("span", { class: "spring" }),
				this.all,
				save,
			),
			this.body,
			this.line,
			h(
				"p",
				{ class: "flame-note", id: "flame-keys" },
				...this.legend(),
				this.flame.isExact
					? "Width: cost with callees, in the recorded calling contexts. "
					: "Width: cost with callees, apportioned where a routine has several callers (record with --contexts for the true tree). ",
				"Arrows walk, Enter zooms in, Backspace out.",
			),
			this.words,
		);
		new ResizeObserver(() => this.layout()).observe(this.body);
	}

	/** Called once the element is in the page. */
	start(): void {
		this.flame.rescale(this.scale);
		this.layout();
		onTheme(this.element, () => this.draw());
	}

	/** Fades all but these routines; null shows all. */
	find(routines: Set<number> | null): void {
		this.found = routines;
		this.redraw();
		this.describe();
	}

	private legend(): Child[] {
		const item = (kind: string, text: string) =>
			h("span", { class: "flame-key" }, h("i", { class: kind, "aria-hidden": "true" }), text);
		return [
			item("class", "class known"),
			item("between", "one of two"),
			item("at-least", "at least"),
			item("at-most", "at most"),
			item("unknown", "not known"),
		];
	}

	private rootName(): string {
		const { program, label } = this.profile.header;
		return program.slice(program.lastIndexOf("/") + 1) || label;
	}

	private nameOf(frame: Frame): string {
		return frame.routine?.name ?? (frame.above ? STARTUP : this.rootName());
	}

	private layout(): void {
		const width = this.body.clientWidth;
		if (width === 0) return;
		this.frames = this.flame.frames(this.zoomed, 0.4 / width);
		this.rows = [];
		for (const frame of this.frames) (this.rows[frame.depth] ??= []).push(frame);
		for (const row of this.rows) row.sort((a, b) => a.left - b.left);
		this.tall.style.height = `${this.rows.length * ROW}px`;
		const chosen = this.chosen && pathOf(this.chosen);
		this.chosen =
			chosen === null ? null : (this.frames.find((frame) => pathOf(frame) === chosen) ?? null);
		this.pointed = null;
		this.all.hidden = this.zoomed === "";
		this.draw();
		this.describe();
		if (this.words.open) this.tell();
	}

	private look(width: number, top: number, height: number): FlameLook {
		const context = this.canvas.getContext("2d")!;
		context.font = theme().font;
		return {
			theme: theme(),
			width,
			top,
			height,
			rootName: this.rootName(),
			found: this.found,
			measure: (text) => context.measureText(text).width,
		};
	}

	private draw(): void {
		const { clientWidth: width, clientHeight: height, scrollTop: top } = this.body;
		if (width === 0 || height === 0) return;
		const ratio = Math.max(1, devicePixelRatio || 1);
		this.canvas.width = Math.round(width * ratio);
		this.canvas.height = Math.round(height * ratio);
		this.canvas.style.height = `${height}px`;
		this.canvas.style.marginBottom = `${-height}px`;
		const context = this.canvas.getContext("2d")!;
		context.scale(ratio, ratio);
		const labels = drawFrames(
			new CanvasPainter(context, ratio, false),
			this.frames,
			this.look(width, top, height),
		);
		context.font = theme().font;
		for (const { x, y, text, colour } of labels) {
			context.fillStyle = colour;
			context.fillText(text, x, y);
		}
		this.place();
	}

	/* -- What is looked at ------------------------------------------------------------------------ */

	private current(): Frame | null {
		return this.frames.find((frame) => pathOf(frame) === this.zoomed) ?? this.frames[0] ?? null;
	}

	private frameAt(event: MouseEvent): Frame | null {
		const box = this.body.getBoundingClientRect();
		const x = (event.clientX - box.left - this.body.clientLeft) / this.body.clientWidth;
		const y = event.clientY - box.top - this.body.clientTop + this.body.scrollTop;
		const row = this.rows[Math.floor(y / ROW)] ?? [];
		return row.find((frame) => x >= frame.left && x < frame.left + frame.width) ?? null;
	}

	private point(event: MouseEvent): void {
		const frame = this.frameAt(event);
		if (frame !== this.pointed) this.mark(frame);
	}

	private mark(frame: Frame | null): void {
		this.pointed = frame;
		this.body.style.cursor = frame ? "pointer" : "";
		this.place();
		this.describe();
	}

	/** Puts the ring around the frame that is looked at. */
	private place(): void {
		const frame = this.pointed ?? (document.activeElement === this.body ? this.chosen : null);
		this.ring.hidden = !frame;
		if (!frame) return;
		const width = this.body.clientWidth;
		this.ring.style.left = `${frame.left * width}px`;
		this.ring.style.width = `${Math.max(2, frame.width * width)}px`;
		this.ring.style.top = `${frame.depth * ROW}px`;
	}

	private click(event: MouseEvent): void {
		const frame = this.frameAt(event);
		if (!frame) return;
		this.chosen = frame;
		if (pathOf(frame) !== this.zoomed) this.zoom(pathOf(frame));
	}

	private zoom(path: string): void {
		this.zoomed = path;
		advance({ frame: path });
		this.layout();
		this.chosen = this.current();
		this.describe();
	}

	private open(frame: Frame | null): void {
		if (frame?.routine) go(routineAddress(this.profile, frame.routine));
	}

	private rescale(scale: number): void {
		this.scale = scale;
		this.flame.rescale(scale);
		remember({ scale: scale === 1 ? "" : String(scale) });
		this.layout();
	}

	/** The frame that an arrow leads to. */
	private neighbour(frame: Frame, key: string): Frame | undefined {
		const row = this.rows[frame.depth];
		const at = row.indexOf(frame);
		if (key === "ArrowLeft") return row[at - 1];
		if (key === "ArrowRight") return row[at + 1];
		const middle = frame.left + frame.width / 2;
		if (key === "ArrowUp")
			return this.rows[frame.depth - 1]?.find((f) => middle >= f.left && middle < f.left + f.width);
		const below = (this.rows[frame.depth + 1] ?? []).filter(
			(f) => f.left >= frame.left - 1e-12 && f.left + f.width <= frame.left + frame.width + 1e-9,
		);
		return below.reduce((best, f) => (f.width > best.width ? f : best), below[0]);
	}

	private key(event: KeyboardEvent): void {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const frame = this.chosen ?? this.current();
		if (!frame) return;
		if (event.key.startsWith("Arrow")) {
			this.chosen = this.neighbour(frame, event.key) ?? frame;
			this.reveal(this.chosen);
			this.mark(this.chosen);
			announce(this.say(this.chosen));
		} else if (event.key === "Enter") {
			if (pathOf(frame) === this.zoomed) this.open(frame);
			else this.zoom(pathOf(frame));
		} else if (event.key === "Backspace" && this.zoomed !== "")
			this.zoom(this.zoomed.split(".").slice(0, -1).join("."));
		else if ((event.key === "Escape" || event.key === "0") && this.zoomed !== "") this.zoom("");
		else return;
		event.preventDefault();
		event.stopPropagation();
	}

	private reveal(frame: Frame): void {
		const y = frame.depth * ROW;
		const { scrollTop, clientHeight } = this.body;
		if (y < scrollTop) this.body.scrollTop = y;
		else if (y + ROW > scrollTop + clientHeight) this.body.scrollTop = y + ROW - clientHeight;
	}

	/* -- Words ------------------------------------------------------------------------------------ */

	private share(frame: Frame): string {
		return percent(this.flame.total > 0 ? frame.cost / this.flame.total : 0);
	}

	private say(frame: Frame): string {
		const growth = frame.routine?.worst ? `, ${growthPhrase(frame.routine.worst)}` : "";
		return `${this.nameOf(frame)}, ${this.share(frame)} of the cost${growth}`;
	}

	/** How much of the cost is under the outermost of the frames that are looked for. */
	private foundShare(): number {
		/* Frames come behind what they are under. */
		const covered = new Set<Frame>();
		let share = 0;
		for (const frame of this.frames) {
			if (frame.above && covered.has(frame.above)) covered.add(frame);
			else if (frame.routine && this.found!.has(frame.routine.index)) {
				covered.add(frame);
				share += frame.cost;
			}
		}
		return this.flame.total > 0 ? share / this.flame.total : 0;
	}

	private describe(): void {
		const whole = this.profile.header.totals.cost;
		const more = whole > 0 ? this.flame.total / whole : 1;
		this.factor.textContent = `× ${exact(this.scale)}${this.scale === 1 ? "" : `: at least ${short(more)} times the cost`}`;
		this.slider.setAttribute("aria-valuetext", this.factor.textContent);
		const frame = this.pointed ?? this.chosen;
		if (!frame) {
			const text = this.found
				? `What is listed below is in ${percent(this.foundShare())} of the cost.`
				: "Click a frame to see what it is made of.";
			replace(this.line, text);
			return;
		}
		const unit = costName(this.profile.header.cost);
		replace(
			this.line,
			frame.routine
				? h(
						"a",
						{ class: "name", href: routineHref(this.profile, frame.routine) },
						frame.routine.name,
					)
				: h("span", { class: "name" }, this.nameOf(frame)),
			h("b", {}, this.share(frame)),
			` of the cost${this.scale === 1 ? "" : ` with ${exact(this.scale)} times the input`}, ${short(frame.now)} ${unit} as measured`,
			frame.routine && badge(frame.routine.worst),
		);
	}

	/** The text alternative: the frames with a share worth a line, callees under their callers. */
	private tell(): void {
		for (const list of this.words.querySelectorAll("ul")) list.remove();
		if (!this.words.open) return;
		const top = h("ul");
		const lists = new Map<Frame, HTMLUListElement>();
		for (const frame of this.frames) {
			const list = frame.above ? lists.get(frame.above) : top;
			if (!list || frame.width < WORTH_WORDS) continue;
			const label = frame.routine
				? h("a", { href: routineHref(this.profile, frame.routine) }, frame.routine.name)
				: this.nameOf(frame);
			const growth = frame.routine ? `, ${growthLabel(frame.routine.worst)}` : "";
			const under = h("ul", { hidden: true });
			list.hidden = false;
			list.append(h("li", {}, label, `: ${this.share(frame)}${growth}`, under));
			lists.set(frame, under);
		}
		this.words.append(top);
	}

	/* -- A picture -------------------------------------------------------------------------------- */

	private svg(): string {
		const width = Math.max(400, this.body.clientWidth);
		const height = this.rows.length * ROW;
		const total = { width: width + 2 * SVG_MARGIN, height: height + SVG_HEAD + SVG_MARGIN };
		const colours = theme();
		const font = { "font-family": "system-ui, sans-serif", "font-size": 11 };
		const root = s("svg", {
			xmlns: "http://www.w3.org/2000/svg",
			...total,
			viewBox: `0 0 ${total.width} ${total.height}`,
		});
		const boxes = s("g", { transform: `translate(${SVG_MARGIN} ${SVG_HEAD})` });
		const input = this.scale === 1 ? "" : `, with ${exact(this.scale)} times the input`;
		root.append(
			s("title", {}, `${this.rootName()}: cost and growth`),
			s("rect", { ...total, fill: colours.surface }),
			s(
				"text",
				{
					x: SVG_MARGIN,
					y: 22,
					fill: colours.ink,
					...font,
					"font-size": 14,
					"font-weight": 600,
				},
				`${this.rootName()}: cost and growth${input}`,
			),
			s(
				"text",
				{ x: SVG_MARGIN, y: 40, fill: colours.muted, ...font },
				`Width: ${costName(this.profile.header.cost)} with callees${this.flame.isExact ? "" : ", apportioned among callers"}. Full: class known; hatched: one of two, or a bound; empty: not known.`,
			),
			boxes,
		);
		const painter = new SvgPainter(boxes);
		const labels = drawFrames(painter, this.frames, this.look(width, 0, height));
		painter.flush();
		for (const { x, y, text, colour } of labels)
			boxes.append(s("text", { x, y, fill: colour, ...font }, text));
		return new XMLSerializer().serializeToString(root);
	}
}
