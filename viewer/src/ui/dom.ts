// SPDX-License-Identifier: GPL-2.0-or-later
// dom.ts - makes elements. Text only ever becomes text nodes and attributes: nothing is parsed as HTML.

export type Child = Node | string | number | null | undefined | false;
export type Attributes = Record<string, unknown>;

const SVG = "http://www.w3.org/2000/svg";

function apply(element: Element, attributes: Attributes): void {
	for (const [key, value] of Object.entries(attributes)) {
		if (value === null || value === undefined || value === false) continue;
		if (key.startsWith("on") && typeof value === "function")
			element.addEventListener(key.slice(2), value as EventListener);
		else if (key === "style")
			for (const [name, text] of Object.entries(value as Record<string, string>))
				(element as HTMLElement).style.setProperty(name, text);
		else element.setAttribute(key, value === true ? "" : String(value));
	}
}

function add(parent: Element, children: Child[]): void {
	for (const child of children) {
		if (child === null || child === undefined || child === false) continue;
		parent.append(child instanceof Node ? child : document.createTextNode(String(child)));
	}
}

export function h<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	attributes: Attributes = {},
	...children: Child[]
): HTMLElementTagNameMap[K] {
	const element = document.createElement(tag);
	apply(element, attributes);
	add(element, children);
	return element;
}

export function s<K extends keyof SVGElementTagNameMap>(
	tag: K,
	attributes: Attributes = {},
	...children: Child[]
): SVGElementTagNameMap[K] {
	const element = document.createElementNS(SVG, tag) as SVGElementTagNameMap[K];
	apply(element, attributes);
	add(element, children);
	return element;
}

export function replace(parent: Element, ...children: Child[]): void {
	parent.replaceChildren();
	add(parent, children);
}

/** Calls at most once an animation frame. */
export function throttled(action: () => void): () => void {
	let asked = false;
	return () => {
		if (asked) return;
		asked = true;
		requestAnimationFrame(() => {
			asked = false;
			action();
		});
	};
}

/** A labelled <select>; values are strings. */
export function choice(
	label: string,
	options: [string, string][],
	value: string,
	change: (value: string) => void,
): HTMLLabelElement {
	const select = h(
		"select",
		{ onchange: () => change(select.value) },
		...options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)),
	);
	select.value = value;
	return h("label", { class: "choice" }, h("span", {}, label), select);
}

/** A row of buttons of which one is pressed. */
export function segmented(
	label: string,
	options: [string, string][],
	value: string,
	change: (value: string) => void,
): HTMLDivElement {
	const group = h("div", { class: "segmented", role: "group", "aria-label": label });
	for (const [key, text] of options)
		group.append(
			h(
				"button",
				{
					type: "button",
					"data-key": key,
					"aria-pressed": String(key === value),
					onclick: () => {
						for (const button of group.querySelectorAll("button"))
							button.setAttribute(
								"aria-pressed",
								String(button.getAttribute("data-key") === key),
							);
						change(key);
					},
				},
				text,
			),
		);
	return group;
}

export function toggle(label: string, on: boolean, change: (on: boolean) => void): HTMLLabelElement {
	const box = h("input", { type: "checkbox", checked: on, onchange: () => change(box.checked) });
	return h("label", { class: "toggle" }, box, h("span", {}, label));
}

/** Says something to screen readers without moving the focus. */
export function announce(text: string): void {
	const region = document.getElementById("announcer");
	if (region) region.textContent = text;
}
