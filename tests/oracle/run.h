/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run.h - runs a trace through the core and through the oracle, and compares.
 */
#ifndef ORACLE_RUN_H
#define ORACLE_RUN_H

#include "core/core.h"
#include "generate.h"
#include "oracle.h"

/* In order of return. Of the core, `number` and `parent` are 0. */
struct results {
	struct oracle_result *items;
	size_t count;
	size_t limit;
};

/* With a copy of its marks. */
void results_add(struct results *results, const struct oracle_result *result);
void results_free(struct results *results);
void results_print(const struct results *results, FILE *file);

/* The first place where they differ, or SIZE_MAX if they are equal. */
size_t results_differ(const struct results *left, const struct results *right);

/* Ways to break what the core is told or tells: the checker must notice each of them. */
enum fault {
	FAULT_NONE,
	FAULT_NO_SWITCH,         /* switches of threads are kept from the core */
	FAULT_KERNEL_WRITE_LOST, /* what the kernel writes */
	FAULT_KERNEL_WRITE_OWN,  /* it looks as if the thread had written */
	FAULT_KERNEL_READ_LOST,
	FAULT_FORGET_LOST,
	FAULT_STRADDLE_LOST, /* an access touches its first cell only */
	FAULT_WRITE_IS_READ,
	FAULT_CLASSES_SWAPPED, /* thread and external in the results */
	FAULT_RMS_IS_TRMS,
	FAULT_TREATMENT_LOST,  /* all routines are ordinary */
	FAULT_COST_OFF_BY_ONE, /* in one result among many */
	FAULT_MARK_LOST,       /* the last one of each curve */
	FAULT_BLOCK_LOST,      /* what is freed stays */
	FAULT_STEP_LOST,       /* the same */
	FAULT_CALLEE_LOST,     /* of its first mark */
	FAULT_SOURCE_LOST,     /* some sources are taken for others */
	FAULT_COPY_LOST,       /* a copy is the copier's */
	FAULT_LAST_RESULT_LOST,
	FAULT_COUNT,
};

/* Memory from the system; `die` ends the program. */
const struct landau_host *system_host(void);

/* The core while it is fed; a thread of the core for each thread of the trace. */
struct feeder {
	struct landau_core *core;
	struct landau_thread **threads;
	size_t thread_count;
	size_t thread_limit;
	struct landau_thread *running;
	enum fault fault;
	unsigned cell_bytes;
	enum oracle_way ways[TREATED_ROUTINES];
	struct results results;
};

/*
 * settings->on_return is the feeder's, as are ->treatment, ->curve_floor and ->sources, by what the trace says. The feeder must stay where it is.
 */
void feeder_start(struct feeder *feeder, const struct trace *trace,
		  const struct landau_settings *settings, const struct landau_host *host);
void feeder_feed(struct feeder *feeder, const struct oracle_event *event);
void feeder_end(struct feeder *feeder); /* returns what is pending */
void feeder_free(struct feeder *feeder);
uint64_t source_of_core(const struct landau_core *core,
			uint32_t source); /* as the oracle numbers it */
struct landau_thread *feeder_thread(const struct feeder *feeder, uint32_t id); /* or NULL */

/* As the oracle would say it, without sources; the marks are to be freed. */
struct oracle_result result_of_core(const struct landau_thread *thread,
				    const struct landau_result *result);

/* From whom it has its cells, for results_add; the caller frees them. */
void copy_shares(const struct landau_core *core, const struct landau_share *first,
		 struct oracle_result *taken);

struct results run_oracle(const struct trace *trace, unsigned cell_bytes);
struct results run_core(const struct trace *trace, const struct landau_settings *settings,
			enum fault fault);

/* "--cell 4 --stamp-limit 64 ..." */
void settings_print(const struct landau_settings *settings, FILE *file);

#endif
