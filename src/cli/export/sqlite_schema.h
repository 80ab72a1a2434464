/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sqlite_schema.h - the tables and views, and how rows go into the tables, of landau export --format=sqlite; docs/sqlite.md says what
 * they mean. A change here that old queries cannot bear makes a new landau-sqlite version.
 */
#ifndef LANDAU_CLI_SQLITE_SCHEMA_H
#define LANDAU_CLI_SQLITE_SCHEMA_H

enum table {
	TABLE_PROFILE,
	TABLE_RUNS,
	TABLE_THREADS,
	TABLE_ROUTINES,
	TABLE_POINTS,
	TABLE_RMS_POINTS,
	TABLE_EDGES,
	TABLE_CALLS_BY_SIZE,
	TABLE_MODELS,
	TABLE_RUN_TOTALS,
	TABLE_MARKS,
	TABLE_STEPS,
	TABLE_CONTEXTS,
	TABLE_CONTEXT_COSTS,
	TABLE_EXTERNALS,
	TABLE_FLOWS,
	TABLE_FLOW_POINTS,
	TABLE_LINES,
	TABLE_LINE_POINTS,
	TABLE_LOOPS,
	TABLE_LOOP_POINTS,
	TABLE_COSTS,
	TABLE_FURTHER_TOTALS,
	TABLE_FURTHER_POINTS,
	TABLE_COUNT,
};

/* How a row goes into each table. */
static const char *const landau_sqlite_insertions[TABLE_COUNT] = {
	[TABLE_PROFILE] = "INSERT INTO profile VALUES (?, ?, ?, ?, ?)",
	[TABLE_RUNS] = "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
	[TABLE_THREADS] = "INSERT INTO threads VALUES (?, ?, ?, ?, ?)",
	[TABLE_ROUTINES] = "INSERT INTO routines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[TABLE_POINTS] = "INSERT INTO points VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[TABLE_RMS_POINTS] = "INSERT INTO rms_points VALUES (?, ?, ?, ?, ?, ?, ?)",
	[TABLE_EDGES] = "INSERT INTO edges VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
	[TABLE_CALLS_BY_SIZE] = "INSERT INTO calls_by_size VALUES (?, ?, ?, ?, ?, ?)",
	[TABLE_MODELS] = "INSERT INTO models VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[TABLE_RUN_TOTALS] = "INSERT INTO run_totals VALUES (?, ?, ?, ?, ?, ?, ?)",
	[TABLE_MARKS] = "INSERT INTO marks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[TABLE_STEPS] = "INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?)",
	[TABLE_CONTEXTS] = "INSERT INTO contexts VALUES (?, ?, ?)",
	[TABLE_CONTEXT_COSTS] = "INSERT INTO context_costs VALUES (?, ?, ?, ?, ?)",
	[TABLE_EXTERNALS] = "INSERT INTO externals VALUES (?, ?, ?)",
	[TABLE_FLOWS] = "INSERT INTO flows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[TABLE_FLOW_POINTS] = "INSERT INTO flow_points VALUES (?, ?, ?, ?, ?, ?)",
	[TABLE_LINES] = "INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[TABLE_LINE_POINTS] = "INSERT INTO line_points VALUES (?, ?, ?, ?, ?)",
	[TABLE_LOOPS] = "INSERT INTO loops VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[TABLE_LOOP_POINTS] = "INSERT INTO loop_points VALUES (?, ?, ?, ?)",
	[TABLE_COSTS] = "INSERT INTO costs VALUES (?, ?)",
	[TABLE_FURTHER_TOTALS] = "INSERT INTO further_totals VALUES (?, ?, ?, ?, ?, ?)",
	[TABLE_FURTHER_POINTS] = "INSERT INTO further_points VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
};

static const char landau_sqlite_schema[] =
	"CREATE TABLE profile (schema TEXT, cost_kind TEXT, cell INTEGER, total_cost INTEGER,"
	" landau TEXT);"
	"CREATE TABLE runs (id INTEGER PRIMARY KEY, program TEXT, command TEXT, engine TEXT,"
	" exit_kind TEXT, exit_code INTEGER, unit TEXT, size INTEGER);"
	"CREATE TABLE threads (id INTEGER PRIMARY KEY, name TEXT, cost INTEGER,"
	" thread_input INTEGER, external_input INTEGER);"
	"CREATE TABLE routines (id INTEGER PRIMARY KEY, name TEXT, object TEXT, file TEXT,"
	" line INTEGER, calls INTEGER, cost INTEGER, self INTEGER, richness REAL,"
	" input_volume REAL, thread_input REAL, external_input REAL);"
	"CREATE TABLE points (routine INTEGER REFERENCES routines, thread INTEGER REFERENCES"
	" threads, n INTEGER, calls INTEGER, min INTEGER, max INTEGER, sum INTEGER,"
	" sum_of_squares NUMERIC, rms_sum INTEGER, thread_sum INTEGER, external_sum INTEGER,"
	" PRIMARY KEY (routine, thread, n)) WITHOUT ROWID;"
	"CREATE TABLE rms_points (routine INTEGER REFERENCES routines, thread INTEGER REFERENCES"
	" threads, n INTEGER, calls INTEGER, min INTEGER, max INTEGER, sum INTEGER,"
	" PRIMARY KEY (routine, thread, n)) WITHOUT ROWID;"
	"CREATE TABLE edges (id INTEGER PRIMARY KEY, caller INTEGER REFERENCES routines,"
	" callee INTEGER REFERENCES routines, thread INTEGER REFERENCES threads, calls INTEGER,"
	" cost INTEGER, caller_context INTEGER REFERENCES contexts,"
	" callee_context INTEGER REFERENCES contexts);"
	"CREATE TABLE calls_by_size (edge INTEGER REFERENCES edges, n INTEGER,"
	" activations INTEGER, min INTEGER, max INTEGER, sum INTEGER,"
	" PRIMARY KEY (edge, n)) WITHOUT ROWID;"
	"CREATE TABLE models (routine INTEGER REFERENCES routines, kind TEXT, growth INTEGER,"
	" class TEXT, exponent REAL, exponent_low REAL, exponent_high REAL, formula TEXT,"
	" runner_up TEXT, verdict TEXT, statement TEXT, growth_factor REAL,"
	" PRIMARY KEY (routine, kind)) WITHOUT ROWID;"
	"CREATE TABLE run_totals (routine INTEGER REFERENCES routines, kind TEXT, size INTEGER,"
	" runs INTEGER, min INTEGER, max INTEGER, sum INTEGER,"
	" PRIMARY KEY (routine, kind, size)) WITHOUT ROWID;"
	"CREATE TABLE marks (routine INTEGER REFERENCES routines, thread INTEGER REFERENCES"
	" threads, curve INTEGER, mark INTEGER, n INTEGER, rms INTEGER, thread_input INTEGER,"
	" external_input INTEGER, cost INTEGER, callee INTEGER REFERENCES routines, callee_cost "
	"INTEGER,"
	" PRIMARY KEY (routine, thread, curve, mark)) WITHOUT ROWID;"
	"CREATE TABLE steps (routine INTEGER REFERENCES routines, thread INTEGER REFERENCES"
	" threads, curve INTEGER, calls INTEGER, n INTEGER, cost INTEGER,"
	" PRIMARY KEY (routine, thread, curve, calls)) WITHOUT ROWID;"
	"CREATE TABLE contexts (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES contexts,"
	" routine INTEGER REFERENCES routines);"
	"CREATE TABLE context_costs (context INTEGER REFERENCES contexts,"
	" thread INTEGER REFERENCES threads, calls INTEGER, cost INTEGER, self INTEGER,"
	" PRIMARY KEY (context, thread)) WITHOUT ROWID;"
	"CREATE TABLE externals (id INTEGER PRIMARY KEY, kind TEXT, name TEXT);"
	"CREATE TABLE flows (id INTEGER PRIMARY KEY, routine INTEGER REFERENCES routines,"
	" thread INTEGER REFERENCES threads, writer INTEGER REFERENCES routines,"
	" writer_thread INTEGER REFERENCES threads, external INTEGER REFERENCES externals,"
	" cells INTEGER, self INTEGER, induced INTEGER);"
	"CREATE TABLE flow_points (flow INTEGER REFERENCES flows, n INTEGER, calls INTEGER,"
	" min INTEGER, max INTEGER, sum INTEGER, PRIMARY KEY (flow, n)) WITHOUT ROWID;"
	"CREATE TABLE lines (id INTEGER PRIMARY KEY, routine INTEGER REFERENCES routines,"
	" file TEXT, line INTEGER, inlined TEXT, executions INTEGER, cost INTEGER, self INTEGER,"
	" executions_statement TEXT, cost_statement TEXT);"
	"CREATE TABLE line_points (line INTEGER REFERENCES lines, n INTEGER, calls INTEGER,"
	" executions INTEGER, cost INTEGER, PRIMARY KEY (line, n)) WITHOUT ROWID;"
	"CREATE TABLE loops (id INTEGER PRIMARY KEY, routine INTEGER REFERENCES routines,"
	" file TEXT, line INTEGER, last_line INTEGER, inlined TEXT, address INTEGER,"
	" inside INTEGER REFERENCES loops, depth INTEGER, trips INTEGER, at_most INTEGER,"
	" trips_statement TEXT);"
	"CREATE TABLE loop_points (loop INTEGER REFERENCES loops, n INTEGER, calls INTEGER,"
	" trips INTEGER, PRIMARY KEY (loop, n)) WITHOUT ROWID;"
	"CREATE TABLE costs (id INTEGER PRIMARY KEY, name TEXT UNIQUE);"
	"CREATE TABLE further_totals (routine INTEGER REFERENCES routines, thread INTEGER"
	" REFERENCES threads, context INTEGER REFERENCES contexts, cost TEXT REFERENCES costs "
	"(name),"
	" total INTEGER, self INTEGER);"
	"CREATE TABLE further_points (routine INTEGER REFERENCES routines, thread INTEGER"
	" REFERENCES threads, cost TEXT REFERENCES costs (name), n INTEGER, calls INTEGER,"
	" min INTEGER, max INTEGER, sum INTEGER,"
	" PRIMARY KEY (routine, thread, cost, n)) WITHOUT ROWID;"
	"CREATE VIEW v_worst AS"
	" SELECT r.id AS routine, r.name, r.object, m.class, m.exponent, m.formula,"
	" 100.0 * r.cost / p.total_cost AS percent, r.calls, r.cost, r.self,"
	" (SELECT count(DISTINCT n) FROM points WHERE routine = r.id) AS sizes,"
	" (SELECT max(n) FROM points WHERE routine = r.id) AS largest, m.verdict,"
	" m.statement"
	" FROM profile p, routines r JOIN models m ON m.routine = r.id AND m.kind = 'worst'"
	" ORDER BY CASE m.statement WHEN 'unknown' THEN r.self ELSE r.cost * m.growth_factor END"
	" DESC, r.cost DESC, r.id;"
	"CREATE VIEW v_points AS"
	" SELECT r.id AS routine, r.name, r.object, n, sum(p.calls) AS calls, min(min) AS min,"
	" max(max) AS max, 1.0 * sum(sum) / sum(p.calls) AS mean, sum(sum) AS sum,"
	" sum(rms_sum) AS rms_sum, sum(thread_sum) AS thread_sum,"
	" sum(external_sum) AS external_sum"
	" FROM points p JOIN routines r ON r.id = p.routine GROUP BY r.id, n ORDER BY r.id, n;"
	"CREATE VIEW v_thread_input AS"
	" SELECT r.id AS routine, r.name, r.object, t.id AS thread, t.name AS thread_name,"
	" sum(n * p.calls) AS input, sum(rms_sum) AS rms,"
	" sum(thread_sum) AS from_threads, sum(external_sum) AS from_kernel"
	" FROM points p JOIN routines r ON r.id = p.routine JOIN threads t ON t.id = p.thread"
	" GROUP BY r.id, t.id HAVING from_threads + from_kernel > 0"
	" ORDER BY from_threads DESC, from_kernel DESC, r.id, t.id;"
	"CREATE VIEW v_calls AS"
	" SELECT a.id AS caller, a.name AS caller_name, b.id AS callee, b.name AS callee_name,"
	" sum(e.calls) AS calls, sum(e.cost) AS cost"
	" FROM edges e JOIN routines a ON a.id = e.caller JOIN routines b ON b.id = e.callee"
	" GROUP BY a.id, b.id ORDER BY cost DESC, a.id, b.id;"
	"CREATE VIEW v_calls_by_size AS"
	" SELECT a.id AS caller, a.name AS caller_name, b.id AS callee, b.name AS callee_name, n,"
	" sum(activations) AS activations, min(c.min) AS min, max(c.max) AS max,"
	" 1.0 * sum(c.sum) / sum(activations) AS mean"
	" FROM calls_by_size c JOIN edges e ON e.id = c.edge JOIN routines a ON a.id = e.caller"
	" JOIN routines b ON b.id = e.callee GROUP BY a.id, b.id, n ORDER BY a.id, b.id, n;"
	"CREATE VIEW v_flows AS"
	" SELECT r.id AS routine, r.name, r.object, f.thread, CASE"
	" WHEN w.id IS NOT NULL THEN 'routine' WHEN f.writer_thread IS NOT NULL THEN 'outside'"
	" WHEN x.id IS NOT NULL THEN x.kind ELSE 'nobody' END AS source_kind,"
	" coalesce(w.name, x.name, '') AS source, f.writer_thread,"
	" f.writer_thread IS NOT NULL AND f.writer_thread != f.thread AS other_thread,"
	" f.cells, f.self, f.induced"
	" FROM flows f JOIN routines r ON r.id = f.routine LEFT JOIN routines w ON w.id = f.writer"
	" LEFT JOIN externals x ON x.id = f.external ORDER BY f.self DESC, f.cells DESC, f.id;"
	"CREATE VIEW v_further AS"
	" SELECT r.id AS routine, r.name, r.object, p.cost, sum(p.calls) AS calls,"
	" min(p.min) AS min, max(p.max) AS max, 1.0 * sum(p.sum) / sum(p.calls) AS mean,"
	" count(DISTINCT p.n) AS sizes, max(p.n) AS largest, m.class, m.exponent, m.formula,"
	" m.statement"
	" FROM further_points p JOIN routines r ON r.id = p.routine"
	" JOIN models m ON m.routine = r.id AND m.kind = p.cost GROUP BY r.id, p.cost"
	" ORDER BY p.cost, CASE m.statement WHEN 'unknown' THEN 0"
	" ELSE max(p.max) * m.growth_factor END DESC, max(p.max) DESC, r.id;";

/* Made when the tables are full, which is quicker. */
static const char landau_sqlite_indices[] = "CREATE INDEX routines_by_name ON routines (name);"
					    "CREATE INDEX edges_by_caller ON edges (caller);"
					    "CREATE INDEX edges_by_callee ON edges (callee);";

#endif
