// SPDX-License-Identifier: GPL-2.0-or-later
// main.ts - opens the data of the page, shows the view that the address names, and listens to keys.

import { loadedCost, packedCost } from "./data/costs.ts";
import { flowsOf } from "./data/flows.ts";
import { unpack } from "./data/payload.ts";
import { Profile } from "./data/profile.ts";
import { announce, h, replace, s } from "./ui/dom.ts";
import { startFavourites } from "./ui/favourites.ts";
import { showHelp } from "./ui/help.ts";
import { go, onNavigate, remember, setting } from "./ui/state.ts";
import { nextTheme, startTheme } from "./ui/theme.ts";
import { costChoice } from "./views/costs.ts";
import { compareView } from "./views/compare.ts";
import { dataView } from "./views/data.ts";
import { overviewView } from "./views/overview.ts";
import { programView } from "./views/program.ts";
import { routineView } from "./views/routine.ts";
import type { Session, View } from "./views/view.ts";

const page = document.getElementById("page")!;
let view: View | null = null;
/** Where the overview was scrolled to, so that going back finds it again. */
let overviewScroll = 0;
let shown = "";

function currentView(session: Session): { name: string; make: () => View } {
	if (setting("routine") !== "") return { name: "routine", make: () => routineView(session) };
	const name = setting("view", session.before ? "compare" : "overview");
	if (name === "program") return { name, make: () => programView(session) };
	if (name === "data") return { name, make: () => dataView(session) };
	if (name === "compare" && session.before) return { name, make: () => compareView(session) };
	return { name: "overview", make: () => overviewView(session) };
}

function logo(): SVGSVGElement {
	return s(
		"svg",
		{ class: "logo", viewBox: "0 0 16 16", width: 18, height: 18, "aria-hidden": "true" },
		s("path", { d: "M2 1.5v12.5h12.5" }),
		s("path", { d: "M3.5 12.5C8.5 12.5 11.5 9 13 2.5", class: "curve" }),
	);
}

function tab(name: string, text: string, current: string): HTMLAnchorElement {
	return h("a", { href: `#view=${name}`, "aria-current": name === current ? "page" : null }, text);
}

function header(session: Session, current: string): HTMLElement {
	const { program, label } = session.profile.header;
	const name = program.slice(program.lastIndexOf("/") + 1) || label;
	return h(
		"header",
		{ class: "top" },
		h(
			"a",
			{ class: "brand", href: "#view=overview", title: "Overview" },
			logo(),
			h("span", {}, "Landau"),
		),
		h("span", { class: "program", title: `${program}\n${label}` }, name),
		h(
			"nav",
			{ "aria-label": "Views" },
			tab("overview", "Overview", current === "routine" ? "overview" : current),
			tab("program", "Program", current),
			flowsOf(session.profile) && tab("data", "Data", current),
			session.before && tab("compare", "Compare", current),
		),
		costChoice(session),
		h(
			"button",
			{
				type: "button",
				class: "round",
				title: "Light or dark (t)",
				"aria-label": "Light or dark",
				onclick: () => nextTheme(),
			},
			s(
				"svg",
				{ viewBox: "0 0 16 16", width: 15, height: 15, "aria-hidden": "true" },
				s("circle", { cx: 8, cy: 8, r: 6 }),
				s("path", { d: "M8 2a6 6 0 0 1 0 12z", class: "half" }),
			),
		),
		h(
			"button",
			{ type: "button", class: "round", title: "Help (?)", "aria-label": "Help", onclick: showHelp },
			"?",
		),
	);
}

/** The cost that the address names, or the one that was shown last. */
async function showByCost(session: Session): Promise<void> {
	const wanted = session.costs.find(({ name }) => name === setting("by"));
	if (wanted) session.profile = await wanted.load();
	const { cost } = session.profile.header;
	if (session.costs.length > 1 && setting("by") === "" && cost !== session.costs[0].name)
		remember({ by: cost });
	show(session);
}

function show(session: Session): void {
	const { name, make } = currentView(session);
	if (shown === "overview") overviewScroll = scrollY;
	view = make();
	document.title = `${view.title} – Landau`;
	const main = h("main", { id: "main", tabindex: -1, class: `view-${name}` }, view.element);
	replace(
		page,
		h(
			"a",
			{
				class: "skip",
				href: "#main",
				onclick: (event: Event) => {
					event.preventDefault();
					main.focus();
				},
			},
			"Skip to the content",
		),
		header(session, name),
		main,
	);
	view.start?.();
	scrollTo(0, name === "overview" && shown !== "" ? overviewScroll : 0);
	if (shown !== "") announce(view.title);
	shown = name;
}

function isTyping(target: EventTarget | null): boolean {
	return (
		target instanceof HTMLElement &&
		(target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
	);
}

function listen(session: Session): void {
	addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
		if (isTyping(event.target)) {
			if (event.key === "Escape") (event.target as HTMLElement).blur();
			else if (
				(event.target as HTMLElement).id === "search" &&
				(event.key === "ArrowDown" || event.key === "Enter")
			) {
				(event.target as HTMLElement).blur();
				view?.key?.(new KeyboardEvent("keydown", { key: "ArrowDown" }));
				if (event.key === "Enter") view?.key?.(event);
				event.preventDefault();
			}
			return;
		}
		const button = (event.target as Element | null)?.closest?.("button,a,summary");
		if (button && (event.key === "Enter" || event.key === " ")) return;
		if (view?.key?.(event)) {
			event.preventDefault();
			return;
		}
		if (event.key === "/") {
			if (!document.getElementById("search")) go({ view: "overview" });
			document.getElementById("search")?.focus();
		} else if (event.key === "?") showHelp();
		else if (event.key === "t") nextTheme();
		else if (event.key === "o" || event.key === "Escape") go({ view: "overview" });
		else if (event.key === "p") go({ view: "program" });
		else if (event.key === "d" && flowsOf(session.profile)) go({ view: "data" });
		else if (event.key === "c" && session.before) go({ view: "compare" });
		else return;
		event.preventDefault();
	});
}

async function start(): Promise<void> {
	startTheme();
	const parts: Element[] = [];
	const further: Element[] = [];
	for (const part of document.querySelectorAll("script[type='application/x-landau']"))
		(part.hasAttribute("data-cost") ? further : parts).push(part);
	if (parts.length === 0) throw new Error("this page holds no profile");
	const profiles: Profile[] = [];
	for (const part of parts) {
		profiles.push(new Profile(await unpack(part.textContent ?? "")));
		part.remove();
	}
	const profile = profiles[profiles.length - 1];
	const session: Session = {
		profile,
		main: profile,
		before: profiles.length > 1 ? profiles[0] : null,
		costs: [
			loadedCost(profile),
			...further.map((part) =>
				packedCost(part.getAttribute("data-cost") ?? "", part.textContent ?? ""),
			),
		],
		reload: () => void showByCost(session),
	};
	for (const part of further) part.remove();
	startFavourites(session.profile);
	onNavigate(session.reload);
	listen(session);
	await showByCost(session);
	document.documentElement.setAttribute("data-ready", "yes");
}

start().catch((error: unknown) => {
	replace(
		page,
		h(
			"p",
			{ class: "loading", role: "alert" },
			`This page cannot be shown: ${error instanceof Error ? error.message : String(error)}.`,
		),
	);
	document.documentElement.setAttribute("data-ready", "failed");
	console.error(error);
});
