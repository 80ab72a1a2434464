// SPDX-License-Identifier: GPL-2.0-or-later
// theme.ts - light or dark, as the system says or as chosen; the colours of the charts come from the style sheet.

export interface Theme {
	ink: string;
	muted: string;
	grid: string;
	surface: string;
	accent: string;
	font: string;
	colour: (name: string) => string;
}

const CHOICES = ["auto", "light", "dark"] as const;
type ThemeChoice = (typeof CHOICES)[number];

let current: Theme | null = null;
const listeners = new Set<() => void>();

export function stored(key: string): string | null {
	try {
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}

export function store(key: string, value: string): void {
	try {
		localStorage.setItem(key, value);
	} catch {
		// A page opened from disk may have no storage; what is lost is a preference.
	}
}

export function theme(): Theme {
	if (current) return current;
	const style = getComputedStyle(document.documentElement);
	const cache = new Map<string, string>();
	const colour = (name: string): string => {
		let value = cache.get(name);
		if (value === undefined) {
			value = style.getPropertyValue(`--${name}`).trim() || "#888";
			cache.set(name, value);
		}
		return value;
	};
	current = {
		ink: colour("ink"),
		muted: colour("muted"),
		grid: colour("grid"),
		surface: colour("surface"),
		accent: colour("accent"),
		font: `11px ${style.getPropertyValue("--sans")}`,
		colour,
	};
	return current;
}

/** The listener is dropped once `owner` has left the page. */
export function onTheme(owner: Element, action: () => void): void {
	const listener = () => {
		if (owner.isConnected) action();
		else listeners.delete(listener);
	};
	listeners.add(listener);
}

let chosen: ThemeChoice | null = null;

function themeChoice(): ThemeChoice {
	const choice = chosen ?? stored("landau-theme");
	return CHOICES.find((c) => c === choice) ?? "auto";
}

function apply(): void {
	const dark = matchMedia("(prefers-color-scheme: dark)").matches;
	const choice = themeChoice();
	document.documentElement.setAttribute(
		"data-theme",
		choice === "auto" ? (dark ? "dark" : "light") : choice,
	);
	current = null;
	for (const listener of [...listeners]) listener();
}

export function nextTheme(): void {
	chosen = document.documentElement.getAttribute("data-theme") === "dark" ? "light" : "dark";
	store("landau-theme", chosen);
	apply();
}

export function startTheme(): void {
	apply();
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
}
