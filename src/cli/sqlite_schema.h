/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sqlite_schema.h - the tables and views of landau export --format=sqlite; docs/sqlite.md says what
 * they mean. A change here that old queries cannot bear makes a new landau-sqlite version.
 */
#ifndef LANDAU_CLI_SQLITE_SCHEMA_H
#define LANDAU_CLI_SQLITE_SCHEMA_H

static const char landau_sqlite_schema[] =
	"CREATE TABLE profile (schema TEXT, cost_kind TEXT, cell INTEGER, total_cost INTEGER,"
	" landau TEXT);"
	"CREATE TABLE runs (id INTEGER PRIMARY KEY, program TEXT, command TEXT, engine TEXT,"
	" exit_kind TEXT, exit_code INTEGER);"
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
	" runner_up TEXT, verdict TEXT, PRIMARY KEY (routine, kind)) WITHOUT ROWID;"
	"CREATE TABLE contexts (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES contexts,"
	" routine INTEGER REFERENCES routines);"
	"CREATE TABLE context_costs (context INTEGER REFERENCES contexts,"
	" thread INTEGER REFERENCES threads, calls INTEGER, cost INTEGER, self INTEGER,"
	" PRIMARY KEY (context, thread)) WITHOUT ROWID;"
	"CREATE VIEW v_worst AS"
	" SELECT r.id AS routine, r.name, r.object, m.class, m.exponent, m.formula,"
	" 100.0 * r.cost / p.total_cost AS percent, r.calls, r.cost, r.self,"
	" (SELECT count(DISTINCT n) FROM points WHERE routine = r.id) AS sizes,"
	" (SELECT max(n) FROM points WHERE routine = r.id) AS largest, m.verdict"
	" FROM profile p, routines r JOIN models m ON m.routine = r.id AND m.kind = 'worst'"
	" ORDER BY m.growth DESC, r.cost DESC, r.id;"
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
	" JOIN routines b ON b.id = e.callee GROUP BY a.id, b.id, n ORDER BY a.id, b.id, n;";

/* Made when the tables are full, which is quicker. */
static const char landau_sqlite_indices[] = "CREATE INDEX routines_by_name ON routines (name);"
					    "CREATE INDEX edges_by_caller ON edges (caller);"
					    "CREATE INDEX edges_by_callee ON edges (callee);";

#endif
