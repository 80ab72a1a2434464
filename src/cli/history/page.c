/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * history/page.c - the page of landau history html; see page.h.
 *
 * A table of the changes leads to the routines. Each of those has two charts over the profiles: the cost of a call at one n, and
 * the exponent with its interval. A change is marked by colour and by shape; the numbers are there as a table, too.
 */
#include "cli/history/page.h"

#include <math.h>
#include <string.h>

#include "cli/print/json.h"
#include "cli/print/names.h"
#include "cli/print/terminal.h"

/* In units of a chart, which are pixels at its natural size. */
enum { WIDTH = 520, HEIGHT = 190, LEFT = 52, RIGHT = 14, TOP = 12, BOTTOM = 28 };
enum { MOST_CHARTS = 100, MOST_LABELS = 4, MOST_TICKS = 8, NAME_COLUMNS = 90 };

static const char style[] =
	":root{color-scheme:light "
	"dark;--paper:#faf9f7;--surface:#fff;--ink:#1c2330;--muted:#5d6675;"
	"--line:#e3e0da;--grid:#ecebe7;--accent:#2b5fa8;--band:#2b5fa833;--worse:#b3402a;"
	"--slower:#a86200;--better:#20748a;--other:#6b7381}"
	"@media(prefers-color-scheme:dark){:root{--paper:#13161b;--surface:#1a1e25;--ink:#e7e9ed;"
	"--muted:#a0a9b7;--line:#2d333d;--grid:#272c35;--accent:#82b4f2;--band:#82b4f233;"
	"--worse:#f08a72;--slower:#efa757;--better:#5fc0d4;--other:#8a93a1}}"
	"*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);"
	"font:15px/1.5 Inter,'Segoe UI','Helvetica Neue','Liberation Sans',system-ui,sans-serif}"
	"main{max-width:1180px;margin:0 auto;padding:28px 20px 60px}h1{font-size:26px;margin:0 0 "
	"4px;"
	"font-weight:600}h2{font-size:18px;margin:34px 0 10px}h3{font-size:16px;margin:0;"
	"overflow-wrap:anywhere}p{margin:0 0 8px;max-width:75ch}.muted{color:var(--muted)}"
	"a{color:var(--accent)}.wide{overflow-x:auto}table{border-collapse:collapse;font-size:14px;"
	"font-variant-numeric:tabular-nums}th{text-align:left;font-weight:600;color:var(--muted)}"
	"th,td{padding:4px 16px 4px 0;border-bottom:1px solid var(--line);white-space:nowrap}"
	"td.name{white-space:normal;overflow-wrap:anywhere;min-width:12ch}td.number{text-align:"
	"right}"
	"section{background:var(--surface);border:1px solid var(--line);border-radius:8px;"
	"padding:14px 16px;margin:14px 0}.charts{display:grid;gap:6px 18px;margin-top:8px;"
	"grid-template-columns:repeat(auto-fit,minmax(min(100%,380px),1fr))}figure{margin:0}"
	"figcaption{font-size:13px;color:var(--muted)}svg{display:block;width:100%;height:auto}"
	"text{font:11px 'Liberation "
	"Sans',system-ui,sans-serif;fill:var(--muted)}.grid{stroke:var(--grid)}"
	".axis{stroke:var(--line)}.curve{fill:none;stroke:var(--accent);stroke-width:1.6}"
	".band{fill:var(--band)}.point{fill:var(--accent)}.event{stroke-dasharray:3 3;fill:none}"
	".worse{color:var(--worse)}.slower{color:var(--slower)}.better,.faster{color:var(--better)}"
	".new,.gone,.unknown{color:var(--other)}.event,.mark{stroke:currentColor}.mark{fill:"
	"currentColor}"
	"summary{cursor:pointer;color:var(--muted);font-size:13px;margin-top:6px}"
	"sup{font-size:.75em;line-height:0}@media(max-width:600px){text{font-size:16px}"
	"th,td{white-space:normal;padding-right:9px}td.name{min-width:6ch}}"
	"code{font:14px ui-monospace,'Liberation Mono',Menlo,monospace}";

static void write_text(FILE *stream, const char *text)
{
	landau_xml_text(stream, text);
}

/* A statement, with its powers raised. */
static void write_growth(FILE *stream, const char *text)
{
	for (const char *at = text; *at;) {
		size_t power = *at == '^' ? strspn(at + 1, "0123456789.n") : 0;

		if (power > 0)
			fprintf(stream, "<sup>%.*s</sup>", (int)power, at + 1);
		else
			putc(*at, stream);
		at += power + 1;
	}
}

static void write_number(FILE *stream, double number)
{
	char text[32];

	landau_short_number(number, text, sizeof(text));
	fputs(text, stream);
}

static void write_name(FILE *stream, const struct landau_track *track)
{
	char name[4096];

	landau_short_name(track->name, NAME_COLUMNS, name, sizeof(name));
	write_text(stream, name);
}

/* A shape for each kind of change, which its word stands beside. */
static const char *shape_of(enum landau_change change)
{
	switch (change) {
	case LANDAU_CHANGE_WORSE:
		return "\u25b2"; /* filled triangle up */
	case LANDAU_CHANGE_SLOWER:
		return "\u25b3"; /* hollow */
	case LANDAU_CHANGE_BETTER:
		return "\u25bc"; /* filled, down */
	case LANDAU_CHANGE_FASTER:
		return "\u25bd";
	case LANDAU_CHANGE_NEW:
		return "+";
	case LANDAU_CHANGE_UNKNOWN:
		return "?";
	default:
		return "\u2212"; /* minus */
	}
}

static void write_change(FILE *stream, enum landau_change change)
{
	fprintf(stream, "<span class=\"%s\">%s %s</span>", landau_change_name(change),
		shape_of(change), landau_change_name(change));
}

/* -- Charts ------------------------------------------------------------------------------------- */

/* One chart that is being drawn: the values of the moments, NaN where there is none. */
struct chart {
	FILE *stream;
	const struct landau_history *history;
	const struct landau_track *track;
	double low, high;
	bool logarithmic;
	double (*value)(const struct landau_moment *moment);
};

static double cost_of(const struct landau_moment *moment)
{
	return moment->cost;
}

static double exponent_of(const struct landau_moment *moment)
{
	return moment->is.exponent;
}

static double x_of(const struct chart *chart, size_t entry)
{
	size_t last = chart->history->entry_count - 1;
	double part = last ? (double)entry / (double)last : 0.5;

	return LEFT + part * (WIDTH - LEFT - RIGHT);
}

static double y_of(const struct chart *chart, double value)
{
	double part = chart->logarithmic ? log(value / chart->low) / log(chart->high / chart->low)
					 : (value - chart->low) / (chart->high - chart->low);

	return HEIGHT - BOTTOM - fmin(fmax(part, 0), 1) * (HEIGHT - TOP - BOTTOM);
}

/* 1, 2 or 5 times a power of ten, so that a few of them make up the range. */
static double step_for(double range)
{
	double power = pow(10, floor(log10(range / 3)));
	double steps = range / power;

	return power * (steps > 14 ? 5 : steps > 7 ? 2 : 1);
}

static void write_tick(const struct chart *chart, double value)
{
	double y = y_of(chart, value);

	fprintf(chart->stream,
		"<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
		"text-anchor=\"end\">",
		LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4);
	if (chart->value == exponent_of)
		fprintf(chart->stream, "%.4g", value);
	else
		write_number(chart->stream, value);
	fputs("</text>", chart->stream);
}

static void write_scale(const struct chart *chart)
{
	if (chart->logarithmic) {
		int decades = (int)round(log10(chart->high / chart->low));

		for (int i = 0; i <= decades; i++)
			write_tick(chart, chart->low * pow(10, i));
		return;
	}
	double step = step_for(chart->high - chart->low);
	double first = ceil(chart->low / step - 1e-9);

	for (int i = 0; i < MOST_TICKS && (first + i) * step <= chart->high + step * 1e-9; i++)
		write_tick(chart, (first + i) * step);
}

/* Some of the labels of the profiles, the first and the last one among them. */
static void write_labels(const struct chart *chart)
{
	size_t last = chart->history->entry_count - 1;
	size_t count = last + 1 < MOST_LABELS ? last + 1 : MOST_LABELS;

	for (size_t i = 0; i < count; i++) {
		size_t entry = count > 1 ? i * last / (count - 1) : 0;
		char label[64];

		landau_short_name(chart->history->entries[entry].label, 14, label, sizeof(label));
		fprintf(chart->stream, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">",
			x_of(chart, entry), HEIGHT - BOTTOM + 18,
			count == 1       ? "middle"
			: i == 0         ? "start"
			: i + 1 == count ? "end"
					 : "middle");
		write_text(chart->stream, label);
		fputs("</text>", chart->stream);
	}
}

static void write_events(const struct chart *chart)
{
	for (size_t i = 0; i < chart->track->event_count; i++) {
		const struct landau_event *event = &chart->track->events[i];
		double x = x_of(chart, event->entry);

		fprintf(chart->stream,
			"<path class=\"event %s\" d=\"M%.1f %dV%d\"/><text class=\"mark %s\" "
			"stroke=\"none\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" "
			"style=\"stroke:none;fill:currentColor\">%s</text>",
			landau_change_name(event->is.change), x, TOP, HEIGHT - BOTTOM,
			landau_change_name(event->is.change), x, TOP - 2,
			shape_of(event->is.change));
	}
}

/* The interval of the exponent, where there is one. */
static void write_bands(const struct chart *chart)
{
	for (size_t i = 0; i < chart->track->moment_count; i++) {
		const struct landau_moment *moment = &chart->track->moments[i];

		if (isfinite(moment->is.exponent))
			fprintf(chart->stream,
				"<rect class=\"band\" x=\"%.1f\" y=\"%.1f\" width=\"6\" "
				"height=\"%.1f\" rx=\"2\"/>",
				x_of(chart, moment->entry) - 3,
				y_of(chart, moment->is.exponent_high),
				fmax(y_of(chart, moment->is.exponent_low) -
					     y_of(chart, moment->is.exponent_high),
				     1));
	}
}

static void write_curve(const struct chart *chart)
{
	const struct landau_track *track = chart->track;
	bool open = false;

	for (size_t i = 0; i < track->moment_count; i++) {
		const struct landau_moment *moment = &track->moments[i];
		bool follows = i > 0 && track->moments[i - 1].entry + 1 == moment->entry;

		if (open && (!isfinite(chart->value(moment)) || !follows)) {
			fputs("\"/>", chart->stream);
			open = false;
		}
		if (!isfinite(chart->value(moment)))
			continue;
		fprintf(chart->stream, "%s%.1f,%.1f",
			open ? " " : "<polyline class=\"curve\" points=\"",
			x_of(chart, moment->entry), y_of(chart, chart->value(moment)));
		open = true;
	}
	if (open)
		fputs("\"/>", chart->stream);
	for (size_t i = 0; i < track->moment_count; i++) {
		const struct landau_moment *moment = &track->moments[i];
		double value = chart->value(moment);

		if (!isfinite(value))
			continue;
		fprintf(chart->stream,
			"<circle class=\"point\" cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"><title>",
			x_of(chart, moment->entry), y_of(chart, value),
			chart->history->entry_count > 60 ? "1.6" : "3");
		write_text(chart->stream, chart->history->entries[moment->entry].label);
		if (chart->value == exponent_of) {
			fprintf(chart->stream, ": exponent %.2f, from %.2f to %.2f",
				landau_hundredths(value),
				landau_hundredths(moment->is.exponent_low),
				landau_hundredths(moment->is.exponent_high));
		} else {
			fputs(": ", chart->stream);
			write_number(chart->stream, value);
		}
		fputs("; ", chart->stream);
		write_text(chart->stream, moment->is.statement);
		fputs("</title></circle>", chart->stream);
	}
}

/* What is to be seen; false: nothing was measured. */
static bool set_range(struct chart *chart)
{
	double least = INFINITY, most = -INFINITY;

	for (size_t i = 0; i < chart->track->moment_count; i++) {
		double value = chart->value(&chart->track->moments[i]);

		if (!isfinite(value))
			continue;
		least = fmin(least, value);
		most = fmax(most, value);
	}
	if (!(least <= most))
		return false;
	if (chart->value == exponent_of) {
		chart->low = fmin(0, floor(least * 2) / 2);
		chart->high = fmax(2, ceil(most * 2) / 2);
	} else if (least > 0 && most > 20 * least) {
		chart->logarithmic = true;
		chart->low = pow(10, floor(log10(least)));
		chart->high = pow(10, ceil(log10(most)));
	} else {
		chart->low = 0;
		chart->high = most > 0 ? most * 1.05 : 1;
	}
	return true;
}

static void write_chart(FILE *stream, const struct landau_history *history,
			const struct landau_track *track,
			double (*value)(const struct landau_moment *moment), const char *caption,
			const char *nothing)
{
	struct chart chart = {.stream = stream, .history = history, .track = track, .value = value};

	fputs("<figure><figcaption>", stream);
	write_text(stream, caption);
	if (!set_range(&chart)) {
		fprintf(stream, ": %s</figcaption></figure>\n", nothing);
		return;
	}
	fprintf(stream, "%s</figcaption><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
		chart.logarithmic ? ", on a logarithmic scale" : "", WIDTH, HEIGHT);
	write_text(stream, caption);
	fputs(" over the profiles\">", stream);
	write_scale(&chart);
	fprintf(stream, "<path class=\"axis\" d=\"M%d %dH%d\" fill=\"none\"/>", LEFT,
		HEIGHT - BOTTOM, WIDTH - RIGHT);
	write_labels(&chart);
	write_events(&chart);
	if (value == exponent_of)
		write_bands(&chart);
	write_curve(&chart);
	fputs("</svg></figure>\n", stream);
}

/* -- Tables ------------------------------------------------------------------------------------- */

static void write_factor(FILE *stream, const struct landau_comparison *is)
{
	double times = is->factor < 1 ? 1 / is->factor : is->factor;

	if (!isfinite(times))
		return;
	fprintf(stream, "%.*f\u00d7 %s at n = ",
		times < 9.995   ? 2
		: times < 99.95 ? 1
				: 0,
		times, is->factor < 1 ? "less" : "more");
	write_number(stream, is->size);
}

static void write_event_row(FILE *stream, const struct landau_history *history,
			    const struct landau_track *track, size_t number,
			    const struct landau_event *event, bool has_charts)
{
	fputs("<tr><td>", stream);
	write_change(stream, event->is.change);
	fputs("</td><td><code>", stream);
	write_text(stream, history->entries[event->entry].label);
	fputs("</code></td><td class=\"name\">", stream);
	if (has_charts)
		fprintf(stream, "<a href=\"#routine-%zu\">", number);
	write_name(stream, track);
	fputs(has_charts ? "</a></td><td>" : "</td><td>", stream);
	write_growth(stream, event->old.is_there ? event->old.statement : "\u2013");
	fputs(" \u2192 ", stream);
	write_growth(stream, event->new.is_there ? event->new.statement : "\u2013");
	fputs("</td><td class=\"number\">", stream);
	write_factor(stream, &event->is);
	fputs("</td></tr>\n", stream);
}

static void write_changes(FILE *stream, const struct landau_history *history)
{
	fputs("<h2>What changed</h2>\n<div class=\"wide\"><table><thead><tr><th>change</th>"
	      "<th>since</th><th>routine</th><th>growth</th><th>cost of a call</th></tr></thead>"
	      "<tbody>\n",
	      stream);
	for (size_t i = 0; i < history->track_count; i++)
		for (size_t k = 0; k < history->tracks[i].event_count; k++)
			write_event_row(stream, history, &history->tracks[i], i + 1,
					&history->tracks[i].events[k], i < MOST_CHARTS);
	fputs("</tbody></table></div>\n", stream);
}

static void write_moments(FILE *stream, const struct landau_history *history,
			  const struct landau_track *track)
{
	fputs("<details><summary>as a table</summary><div class=\"wide\"><table><thead><tr>"
	      "<th>profile</th><th>growth</th><th>exponent</th><th>from</th><th>to</th><th>cost at "
	      "n = ",
	      stream);
	write_number(stream, track->size);
	fputs("</th><th>share of all cost</th></tr></thead><tbody>\n", stream);
	for (size_t i = 0; i < track->moment_count; i++) {
		const struct landau_moment *moment = &track->moments[i];

		fputs("<tr><td><code>", stream);
		write_text(stream, history->entries[moment->entry].label);
		fputs("</code></td><td>", stream);
		write_growth(stream, moment->is.statement);
		if (isfinite(moment->is.exponent))
			fprintf(stream,
				"</td><td class=\"number\">%.2f</td><td class=\"number\">%.2f</td>"
				"<td class=\"number\">%.2f",
				landau_hundredths(moment->is.exponent),
				landau_hundredths(moment->is.exponent_low),
				landau_hundredths(moment->is.exponent_high));
		else
			fputs("</td><td></td><td></td><td>", stream);
		fputs("</td><td class=\"number\">", stream);
		if (isfinite(moment->cost))
			write_number(stream, moment->cost);
		fprintf(stream, "</td><td class=\"number\">%.1f %%</td></tr>\n",
			100 * moment->is.share);
	}
	fputs("</tbody></table></div></details>\n", stream);
}

/* -- The page ----------------------------------------------------------------------------------- */

static void write_track(FILE *stream, const struct landau_history *history,
			const struct landau_track *track, size_t number)
{
	const struct landau_moment *last = &track->moments[track->moment_count - 1];
	char caption[128], size[32];

	fprintf(stream, "<section id=\"routine-%zu\"><h3><code>", number);
	write_name(stream, track);
	fputs("</code></h3><p class=\"muted\">", stream);
	write_text(stream, track->object);
	if (*track->file) {
		fputs(", ", stream);
		write_text(stream, track->file);
		if (track->line)
			fprintf(stream, ":%u", track->line);
	}
	fputs("; at last ", stream);
	write_growth(stream, last->is.statement);
	fprintf(stream, ", with %.1f %% of the cost</p>\n<div class=\"charts\">",
		100 * last->is.share);
	landau_short_number(track->size, size, sizeof(size));
	snprintf(caption, sizeof(caption), "Cost of a call at n = %s, in %s", size,
		 landau_cost_unit(history->cost_kind));
	write_chart(stream, history, track, cost_of, caption, "no profile has seen that n");
	write_chart(stream, history, track, exponent_of, "Exponent of the growth",
		    "too few sizes for one");
	fputs("</div>\n", stream);
	write_moments(stream, history, track);
	fputs("</section>\n", stream);
}

static size_t count_changed(const struct landau_history *history)
{
	size_t changed = 0;

	for (size_t i = 0; i < history->track_count; i++)
		changed += history->tracks[i].event_count > 0;
	return changed;
}

void landau_history_write_page(FILE *stream, const struct landau_history *history)
{
	size_t changed = count_changed(history);
	const struct landau_store_entry *entries = history->entries;

	fprintf(stream,
		"<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		"style-src 'unsafe-inline'\"><meta name=\"viewport\" "
		"content=\"width=device-width,initial-scale=1\"><title>Landau: history</title>"
		"<style>%s</style></head><body><main>\n<h1>History of %zu profile%s</h1>\n"
		"<p class=\"muted\">From <code>",
		style, history->entry_count, history->entry_count == 1 ? "" : "s");
	write_text(stream, entries[0].label);
	fputs("</code> to <code>", stream);
	write_text(stream, entries[history->entry_count - 1].label);
	fprintf(stream, "</code>, added %s to %s UTC. ", entries[0].added,
		entries[history->entry_count - 1].added);
	if (strcmp(history->cost_kind, "time") == 0)
		fputs("Costs are time, which has noise.", stream);
	else
		fprintf(stream, "Costs are counted %s: a busy machine makes no difference to them.",
			landau_cost_unit(history->cost_kind));
	fprintf(stream,
		"</p>\n<p>%zu of %zu routine%s with 0.1 %% of the cost or more %s changed.</p>\n",
		changed, history->track_count, history->track_count == 1 ? "" : "s",
		changed == 1 ? "has" : "have");
	if (changed > 0)
		write_changes(stream, history);
	fputs("<h2>Routines</h2>\n", stream);
	for (size_t i = 0; i < history->track_count && i < MOST_CHARTS; i++)
		write_track(stream, history, &history->tracks[i], i + 1);
	if (history->track_count > MOST_CHARTS)
		fprintf(stream,
			"<p class=\"muted\">%zu more routines have less of the cost; "
			"--routine=NAME draws them.</p>\n",
			history->track_count - MOST_CHARTS);
	fputs("</main></body></html>\n", stream);
}
