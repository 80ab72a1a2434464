// SPDX-License-Identifier: GPL-2.0-or-later
// painter.ts - two ways to put shapes down: on a canvas, or as elements of an SVG.

import { s } from "../ui/dom.ts";
import type { Shape } from "./spec.ts";

export interface Painter {
	/** Device pixels a unit of the drawing. */
	readonly ratio: number;
	marker(shape: Shape, x: number, y: number, radius: number, colour: string, opacity: number): void;
	/** Pairs x, y; a NaN breaks the line. */
	line(path: number[], colour: string, width: number, dash: number[]): void;
	polygon(path: number[], colour: string, opacity: number): void;
	rectangle(x: number, y: number, width: number, height: number, colour: string): void;
}

export class CanvasPainter implements Painter {
	private colour = "";
	private opacity = 1;

	/** `small` draws markers as squares, which is much quicker for very many. */
	constructor(
		private readonly context: CanvasRenderingContext2D,
		readonly ratio: number,
		private readonly small: boolean,
	) {}

	private fill(colour: string, opacity: number): void {
		if (colour !== this.colour) this.context.fillStyle = this.colour = colour;
		if (opacity !== this.opacity) this.context.globalAlpha = this.opacity = opacity;
	}

	marker(shape: Shape, x: number, y: number, radius: number, colour: string, opacity: number): void {
		const c = this.context;
		this.fill(colour, opacity);
		if (this.small || shape === "square") {
			const r = shape === "square" ? radius * 0.9 : radius * 0.85;
			c.fillRect(x - r, y - r, 2 * r, 2 * r);
			return;
		}
		c.beginPath();
		if (shape === "circle") c.arc(x, y, radius, 0, 7);
		else if (shape === "diamond") {
			const r = radius * 1.25;
			c.moveTo(x, y - r);
			c.lineTo(x + r, y);
			c.lineTo(x, y + r);
			c.lineTo(x - r, y);
		} else {
			const r = radius * 1.2;
			c.moveTo(x, y - r);
			c.lineTo(x + r, y + r * 0.8);
			c.lineTo(x - r, y + r * 0.8);
		}
		c.fill();
	}

	private trace(path: number[]): void {
		const c = this.context;
		c.beginPath();
		let pen = false;
		for (let i = 0; i < path.length; i += 2) {
			if (Number.isNaN(path[i]) || Number.isNaN(path[i + 1])) pen = false;
			else if (pen) c.lineTo(path[i], path[i + 1]);
			else {
				c.moveTo(path[i], path[i + 1]);
				pen = true;
			}
		}
	}

	line(path: number[], colour: string, width: number, dash: number[]): void {
		const c = this.context;
		c.globalAlpha = this.opacity = 1;
		this.trace(path);
		c.strokeStyle = colour;
		c.lineWidth = width;
		c.lineJoin = "round";
		c.setLineDash(dash);
		c.stroke();
		c.setLineDash([]);
	}

	polygon(path: number[], colour: string, opacity: number): void {
		this.fill(colour, opacity);
		this.trace(path);
		this.context.closePath();
		this.context.fill();
		this.fill(colour, 1);
	}

	rectangle(x: number, y: number, width: number, height: number, colour: string): void {
		this.fill(colour, 1);
		this.context.fillRect(x, y, width, height);
	}
}

const round = (value: number): string => value.toFixed(1).replace(/\.0$/, "");

export class SvgPainter implements Painter {
	readonly ratio = 1;
	/** Markers of one colour are one path, or a chart of many points would be huge. */
	private readonly batches = new Map<string, { colour: string; opacity: number; parts: string[] }>();

	constructor(private readonly group: SVGGElement) {}

	marker(shape: Shape, x: number, y: number, radius: number, colour: string, opacity: number): void {
		const key = `${colour} ${opacity}`;
		let batch = this.batches.get(key);
		if (!batch) this.batches.set(key, (batch = { colour, opacity, parts: [] }));
		const r = round(radius);
		if (shape === "circle")
			batch.parts.push(
				`M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${round(2 * radius)} 0a${r} ${r} 0 1 0 ${round(-2 * radius)} 0z`,
			);
		else if (shape === "square")
			batch.parts.push(
				`M${round(x - radius)} ${round(y - radius)}h${round(2 * radius)}v${round(2 * radius)}h${round(-2 * radius)}z`,
			);
		else if (shape === "diamond") {
			const d = radius * 1.25;
			batch.parts.push(
				`M${round(x)} ${round(y - d)}l${round(d)} ${round(d)}l${round(-d)} ${round(d)}l${round(-d)} ${round(-d)}z`,
			);
		} else {
			const d = radius * 1.2;
			batch.parts.push(`M${round(x)} ${round(y - d)}l${round(d)} ${round(1.8 * d)}h${round(-2 * d)}z`);
		}
	}

	private trace(path: number[]): string {
		let text = "";
		let pen = false;
		for (let i = 0; i < path.length; i += 2) {
			if (Number.isNaN(path[i]) || Number.isNaN(path[i + 1])) pen = false;
			else {
				text += `${pen ? "L" : "M"}${round(path[i])} ${round(path[i + 1])}`;
				pen = true;
			}
		}
		return text;
	}

	line(path: number[], colour: string, width: number, dash: number[]): void {
		this.flush();
		this.group.append(
			s("path", {
				d: this.trace(path),
				fill: "none",
				stroke: colour,
				"stroke-width": width,
				"stroke-linejoin": "round",
				"stroke-dasharray": dash.length ? dash.join(" ") : null,
			}),
		);
	}

	polygon(path: number[], colour: string, opacity: number): void {
		this.flush();
		this.group.append(s("path", { d: `${this.trace(path)}Z`, fill: colour, "fill-opacity": opacity }));
	}

	rectangle(x: number, y: number, width: number, height: number, colour: string): void {
		const key = `${colour} 1`;
		let batch = this.batches.get(key);
		if (!batch) this.batches.set(key, (batch = { colour, opacity: 1, parts: [] }));
		batch.parts.push(`M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`);
	}

	flush(): void {
		for (const { colour, opacity, parts } of this.batches.values())
			this.group.append(
				s("path", {
					d: parts.join(""),
					fill: colour,
					"fill-opacity": opacity === 1 ? null : opacity,
				}),
			);
		this.batches.clear();
	}
}
