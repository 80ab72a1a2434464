// SPDX-License-Identifier: GPL-2.0-or-later
// csv.ts - tables as CSV. Text that a spreadsheet would run as a formula is defused with a quote.

export interface Sheet {
	columns: string[];
	rows: (string | number)[][];
}

function cell(value: string | number): string {
	if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
	const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
	return /[",\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

export function toCsv(sheet: Sheet): string {
	return [sheet.columns, ...sheet.rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}
