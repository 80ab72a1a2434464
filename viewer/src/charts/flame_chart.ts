// SPDX-License-Identifier: GPL-2.0-or-later
// flame_chart.ts - the flame graph: zoomed by a click or a key, seen with a larger input, in words, as a picture.
//
// The address keeps the frame that is zoomed to and the scale of the input.

import { type Flame, flameOf, type Frame, pathOf } from "../data/flame.ts";
import { GROWTHS, type Growth, growthText } from "../data/growth.ts";
import { coloursOf, SMALL_SHARE, toldLabel } from "../data/model.ts";
import { costName, exact, percent, short } from "../data/numbers.ts";
import type { Profile } from "../data/profile.ts";
import { toldPhrase } from "../data/words.ts";
import { growthColour, toldBadge } from "../ui/badge.ts";
import { announce, type Child, h, replace, s } from "../ui/dom.ts";
import { advance, go, remember, routineAddress, routineHref, setting } from "../ui/state.ts";
import { theme } from "../ui/theme.ts";
import { STARTUP } from "./flame_draw.ts";
import { FrameBoard } from "./frame_board.ts";
import { SvgPainter } from "./painter.ts";
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
	/** The frame that all others are seen from. */
	private zoomed = setting("frame");
	private scale = scaleOf(stepOf(Number(setting("scale", "1"))));
	private pointed: Frame | null = null;
	private found: Set<number> | null = null;
	private readonly board: FrameBoard;
	private readonly line = h("p", { class: "flame-line" });
	private readonly factor = h("output", { class: "flame-factor" });
	private readonly slider: HTMLInputElement;
	private readonly all: HTMLButtonElement;
	private readonly words: HTMLDetailsElement;

	constructor(private readonly profile: Profile) {
		this.flame = flameOf(profile);
		this.slider = h("input", {
			type: "range",
			id: "scale",
			"aria-label": "Times the input",
			min: 0,
			max: LAST_STEP,
			value: stepOf(this.scale),
			oninput: () => this.rescale(scaleOf(Number(this.slider.value))),
			/* Browsers refuse to write the address as often as the slider moves. */
			onchange: () => remember({ scale: this.scale === 1 ? "" : String(this.scale) }),
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
		this.board = new FrameBoard({
			label: "Flame graph of cost and growth",
			describedBy: "flame-keys",
			rootName: this.rootName(),
			onWidth: () => this.layout(),
			onLook: (frame) => {
				this.pointed = frame;
				this.describe();
			},
			onClick: (frame) => pathOf(frame) !== this.zoomed && this.zoom(pathOf(frame)),
			onOpen: (frame) => this.open(frame),
			onKey: (key, frame) => this.key(key, frame),
			onWalk: (frame) => announce(this.say(frame)),
		});
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
			this.board.element,
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
	}

	/** Called once the element is in the page. */
	start(): void {
		this.flame.rescale(this.scale);
		this.layout();
		this.board.start();
	}

	/** Fades all but these routines; null shows all. */
	find(routines: Set<number> | null): void {
		this.found = routines;
		this.board.find(routines);
		this.describe();
	}

	/** The classes of routines that matter, slow ones first. */
	private classes(): Growth[] {
		const least = SMALL_SHARE * this.profile.header.totals.cost;
		const found = new Set<Growth>();
		for (const { told, cost } of this.profile.routines)
			if (told && cost >= least)
				for (const growth of coloursOf(told, told.powerLow, told.powerHigh)) found.add(growth);
		return GROWTHS.filter((growth) => found.has(growth));
	}

	private legend(): Child[] {
		const item = (kind: string, text: string) =>
			h("span", { class: "flame-key" }, h("i", { class: kind, "aria-hidden": "true" }), text);
		const hue = (growth: Growth) =>
			h(
				"span",
				{ class: "flame-key" },
				h("i", {
					class: "hue",
					"aria-hidden": "true",
					style: { "--first": `var(--${growthColour(growth)})` },
				}),
				growthText(growth),
			);
		return [
			...this.classes().map(hue),
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
		const { width } = this.board;
		if (width === 0) return;
		this.frames = this.flame.frames(this.zoomed, 0.4 / width);
		const same = (path: string) => this.frames.find((frame) => pathOf(frame) === path) ?? null;
		if (this.board.chosen) this.board.chosen = same(pathOf(this.board.chosen));
		this.pointed = null;
		this.board.set(this.frames, same(this.zoomed) ?? this.frames[0]);
		this.all.hidden = this.zoomed === "";
		this.describe();
		if (this.words.open) this.tell();
	}

	private zoom(path: string): void {
		this.zoomed = path;
		advance({ frame: path });
		this.layout();
		this.board.chosen = this.frames.find((frame) => pathOf(frame) === path) ?? null;
		this.describe();
	}

	private open(frame: Frame): void {
		if (frame.routine) go(routineAddress(this.profile, frame.routine));
	}

	private rescale(scale: number): void {
		this.scale = scale;
		this.flame.rescale(scale);
		this.layout();
	}

	private key(key: string, frame: Frame): boolean {
		if (key === "Enter") {
			if (pathOf(frame) === this.zoomed) this.open(frame);
			else this.zoom(pathOf(frame));
		} else if (this.zoomed === "") return false;
		else if (key === "Backspace") this.zoom(this.zoomed.split(".").slice(0, -1).join("."));
		else if (key === "Escape" || key === "0") this.zoom("");
		else return false;
		return true;
	}

	/* -- Words ------------------------------------------------------------------------------------ */

	private share(frame: Frame): string {
		return percent(this.flame.total > 0 ? frame.cost / this.flame.total : 0);
	}

	private say(frame: Frame): string {
		const growth = frame.routine?.told ? `, ${toldPhrase(frame.routine)}` : "";
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
		const frame = this.pointed ?? this.board.chosen;
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
			frame.routine && toldBadge(frame.routine),
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
			const growth = frame.routine ? `, ${toldLabel(frame.routine)}` : "";
			const under = h("ul", { hidden: true });
			list.hidden = false;
			list.append(h("li", {}, label, `: ${this.share(frame)}${growth}`, under));
			lists.set(frame, under);
		}
		this.words.append(top);
	}

	/* -- A picture -------------------------------------------------------------------------------- */

	private svg(): string {
		const width = Math.max(400, this.board.width);
		const { height } = this.board;
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
		const labels = this.board.paint(painter, width);
		painter.flush();
		for (const { x, y, text, colour } of labels)
			boxes.append(s("text", { x, y, fill: colour, ...font }, text));
		return new XMLSerializer().serializeToString(root);
	}
}
