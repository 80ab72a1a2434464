// SPDX-License-Identifier: GPL-2.0-or-later
// frame_board.ts - frames in rows on a canvas: drawn where the window is, found by the pointer, walked by arrows, ringed.

import type { Frame } from "../data/flame.ts";
import { h, throttled } from "../ui/dom.ts";
import { onTheme, theme } from "../ui/theme.ts";
import { drawFrames, type FlameLook, type Label, ROW } from "./flame_draw.ts";
import { CanvasPainter, type Painter } from "./painter.ts";

export interface BoardOptions {
	label: string;
	/** Of the element that says what the keys do. */
	describedBy: string;
	rootName: string;
	/** Is the frame where the keys begin marked? */
	marksHome?: boolean;
	/** The width is new: the frames have to be laid out again. */
	onWidth: () => void;
	/** Another frame is pointed at or walked to, or none. */
	onLook: (frame: Frame | null) => void;
	onClick: (frame: Frame) => void;
	onOpen: (frame: Frame) => void;
	/** A key that is no arrow, with the frame that was walked to; true if it was used. */
	onKey: (key: string, frame: Frame) => boolean;
	/** The walk reached a frame: said to screen readers. */
	onWalk: (frame: Frame) => void;
}

export class FrameBoard {
	readonly element: HTMLElement;
	/** Where the keys are; kept when the frames are new. */
	chosen: Frame | null = null;
	private frames: Frame[] = [];
	private rows: Frame[][] = [];
	private home: Frame | null = null;
	private pointed: Frame | null = null;
	private found: Set<number> | null = null;
	private readonly canvas = h("canvas", { "aria-hidden": "true" });
	private readonly tall = h("div", { class: "flame-tall" });
	private readonly ring = h("div", { class: "flame-ring", hidden: true });
	private readonly mark = h("div", { class: "flame-ring flame-home", hidden: true });
	private readonly redraw = throttled(() => this.draw());

	constructor(private readonly options: BoardOptions) {
		this.element = h(
			"div",
			{
				class: "flame-body",
				tabindex: 0,
				role: "application",
				"aria-label": options.label,
				"aria-describedby": options.describedBy,
				onkeydown: (event: Event) => this.key(event as KeyboardEvent),
				onmousemove: (event: Event) => this.point(event as MouseEvent),
				onmouseleave: () => this.look(null),
				onclick: (event: Event) => this.click(event as MouseEvent),
				ondblclick: (event: Event) => {
					const frame = this.frameAt(event as MouseEvent);
					if (frame) options.onOpen(frame);
				},
				onscroll: () => this.redraw(),
				onfocus: () => this.look(this.chosen ?? this.home),
				onblur: () => this.place(),
			},
			this.canvas,
			this.tall,
			this.mark,
			this.ring,
		);
		let width = 0;
		new ResizeObserver(() => {
			if (this.element.clientWidth === width) return;
			width = this.element.clientWidth;
			options.onWidth();
		}).observe(this.element);
	}

	/** Called once the element is in the page. */
	start(): void {
		onTheme(this.element, () => this.draw());
	}

	get width(): number {
		return this.element.clientWidth;
	}

	get height(): number {
		return this.rows.length * ROW;
	}

	/** `home` is where the keys begin. */
	set(frames: Frame[], home: Frame | null): void {
		this.frames = frames;
		this.home = home;
		this.rows = [];
		for (const frame of frames) (this.rows[frame.depth] ??= []).push(frame);
		for (const row of this.rows) row?.sort((a, b) => a.left - b.left);
		this.tall.style.height = `${this.height}px`;
		this.pointed = null;
		this.mark.hidden = !this.options.marksHome || !home;
		if (home) this.surround(this.mark, home);
		this.draw();
	}

	/** Fades all but these routines; null shows all. */
	find(routines: Set<number> | null): void {
		this.found = routines;
		this.redraw();
	}

	/** Paints all frames at that width. */
	paint(painter: Painter, width: number): Label[] {
		return drawFrames(painter, this.frames, this.lookOf(width, 0, this.height));
	}

	private lookOf(width: number, top: number, height: number): FlameLook {
		const context = this.canvas.getContext("2d")!;
		context.font = theme().font;
		return {
			theme: theme(),
			width,
			top,
			height,
			rootName: this.options.rootName,
			found: this.found,
			measure: (text) => context.measureText(text).width,
		};
	}

	private draw(): void {
		const { clientWidth: width, clientHeight: height, scrollTop: top } = this.element;
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
			this.lookOf(width, top, height),
		);
		context.font = theme().font;
		for (const { x, y, text, colour } of labels) {
			context.fillStyle = colour;
			context.fillText(text, x, y);
		}
		this.place();
	}

	private frameAt(event: MouseEvent): Frame | null {
		const box = this.element.getBoundingClientRect();
		const x = (event.clientX - box.left - this.element.clientLeft) / this.element.clientWidth;
		const y = event.clientY - box.top - this.element.clientTop + this.element.scrollTop;
		const row = this.rows[Math.floor(y / ROW)] ?? [];
		return row.find((frame) => x >= frame.left && x < frame.left + frame.width) ?? null;
	}

	private point(event: MouseEvent): void {
		const frame = this.frameAt(event);
		if (frame !== this.pointed) this.look(frame);
	}

	private look(frame: Frame | null): void {
		this.pointed = frame;
		this.element.style.cursor = frame ? "pointer" : "";
		this.place();
		this.options.onLook(frame);
	}

	/** Puts the ring around the frame that is looked at. */
	private place(): void {
		const frame = this.pointed ?? (document.activeElement === this.element ? this.chosen : null);
		this.ring.hidden = !frame;
		if (frame) this.surround(this.ring, frame);
	}

	private surround(ring: HTMLElement, frame: Frame): void {
		ring.style.left = `${frame.left * this.width}px`;
		ring.style.width = `${Math.max(2, frame.width * this.width)}px`;
		ring.style.top = `${frame.depth * ROW}px`;
	}

	private click(event: MouseEvent): void {
		const frame = this.frameAt(event);
		if (!frame) return;
		this.chosen = frame;
		this.options.onClick(frame);
	}

	/** The frame that an arrow leads to: beside it, or of those above or below that touch it the widest. */
	private neighbour(frame: Frame, key: string): Frame | undefined {
		const row = this.rows[frame.depth];
		const at = row.indexOf(frame);
		if (key === "ArrowLeft") return row[at - 1];
		if (key === "ArrowRight") return row[at + 1];
		const next = this.rows[frame.depth + (key === "ArrowUp" ? -1 : 1)] ?? [];
		const shared = (f: Frame) =>
			Math.min(f.left + f.width, frame.left + frame.width) - Math.max(f.left, frame.left);
		const touching = next.filter((f) => shared(f) > 1e-9);
		return touching.reduce((best, f) => (shared(f) > shared(best) ? f : best), touching[0]);
	}

	private key(event: KeyboardEvent): void {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const frame = this.chosen ?? this.home;
		if (!frame) return;
		if (event.key.startsWith("Arrow")) {
			this.chosen = this.neighbour(frame, event.key) ?? frame;
			this.reveal(this.chosen);
			this.look(this.chosen);
			this.options.onWalk(this.chosen);
		} else if (!this.options.onKey(event.key, frame)) return;
		event.preventDefault();
		event.stopPropagation();
	}

	/** Scrolls the rows so that the frame is among those that are seen. */
	reveal(frame: Frame): void {
		const y = frame.depth * ROW;
		const { scrollTop, clientHeight } = this.element;
		if (y < scrollTop) this.element.scrollTop = y;
		else if (y + ROW > scrollTop + clientHeight) this.element.scrollTop = y + ROW - clientHeight;
	}
}
