/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tcl.c - procedures of Tcl, each run by a routine of its own on lists and strings that are there already. */
#include "judged.h"

#include <tcl.h>

static void run(Tcl_Interp *tcl, const char *procedure)
{
	if (Tcl_Eval(tcl, procedure) != TCL_OK) {
		fprintf(stderr, "%s: %s\n", procedure, Tcl_GetStringResult(tcl));
		exit(1);
	}
}

#define PROCEDURE(NAME)                                                                            \
	ROUTINE void NAME(Tcl_Interp *tcl)                                                         \
	{                                                                                          \
		run(tcl, #NAME);                                                                   \
		judged_sink++;                                                                     \
	}

static const char procedures[] =
	"proc add_up {} { set s 0; foreach v $::values { incr s $v }; return $s }\n"
	"proc append_all {} { set r {}; foreach v $::values { lappend r $v }; return [llength $r] "
	"}\n"
	"proc insert_front {} { set r {}; foreach v $::values { set r [linsert $r 0 $v] }; return "
	"[llength $r] }\n"
	"proc sort_values {} { return [llength [lsort -integer $::values]] }\n"
	"proc find_each {} { set c 0; foreach v $::values { incr c [lsearch -exact -integer "
	"$::values $v] }; return $c "
	"}\n"
	"proc add_strings {} { set s {}; foreach v $::values { set s $v$s }; return [string length "
	"$s] }\n"
	"proc append_strings {} { set s {}; foreach v $::values { append s $v }; return [string "
	"length $s] }\n"
	"proc join_values {} { return [string length [join $::values ,]] }\n"
	"proc split_text {} { return [llength [split $::text { }]] }\n"
	"proc fill_dictionary {} { set d {}; foreach v $::values { dict set d $v 1 }; return [dict "
	"size $d] }\n"
	"proc fill_array {} { foreach v $::values { set a($v) 1 }; return [array size a] }\n"
	"proc reverse_values {} { return [llength [lreverse $::values]] }\n"
	"proc map_text {} { return [string length [string map {a bb b a} $::text]] }\n"
	"proc match_text {} { return [regexp {[0-9]+x} $::text] }\n"
	"proc count_pairs {} { set c 0; foreach v $::values { foreach w $::values { if {$v + $w == "
	"1000} { incr c } } "
	"}; return $c }\n"
	"proc take_first {} { set l $::values; set s 0; while {[llength $l]} { incr s [lindex $l "
	"0]; set l [lrange $l 1 "
	"end] }; return $s }\n"
	"proc upper_text {} { return [string length [string toupper $::text]] }\n";

/* truth: add_up | n | each element once */
PROCEDURE(add_up)
/* truth: append_all | n | doubled room */
PROCEDURE(append_all)
/* truth: insert_front | n^2 | moves all the others */
PROCEDURE(insert_front)
/* truth: sort_values | n log n | merge sort */
PROCEDURE(sort_values)
/* truth: find_each | n^2 | looks through the list for each */
PROCEDURE(find_each)
/* truth: add_strings | n^2 | copies all so far */
PROCEDURE(add_strings)
/* truth: append_strings | n | doubled room */
PROCEDURE(append_strings)
/* truth: join_values | n | each element once */
PROCEDURE(join_values)
/* truth: split_text | n | each byte once */
PROCEDURE(split_text)
/* truth: fill_dictionary | n | a hash table that grows */
PROCEDURE(fill_dictionary)
/* truth: fill_array | n | a hash table that grows */
PROCEDURE(fill_array)
/* truth: reverse_values | n | each element once */
PROCEDURE(reverse_values)
/* truth: map_text | n | each byte once */
PROCEDURE(map_text)
/* truth: match_text | n | an automaton */
PROCEDURE(match_text)
/* truth: count_pairs | n^2 | each pair */
PROCEDURE(count_pairs)
/* truth: upper_text | n | each byte once */
PROCEDURE(upper_text)
/* truth: take_first | n^2 | copies all that is left */
PROCEDURE(take_first)

static void set_values(Tcl_Interp *tcl, const int *values, int n)
{
	Tcl_Obj *list = Tcl_NewListObj(0, NULL);
	for (int i = 0; i < n; i++)
		Tcl_ListObjAppendElement(tcl, list, Tcl_NewIntObj(values[i]));
	Tcl_SetVar2Ex(tcl, "values", NULL, list, TCL_GLOBAL_ONLY);
}

int main(int argc, char **argv)
{
	(void)argc;
	Tcl_FindExecutable(argv[0]);
	Tcl_Interp *tcl = Tcl_CreateInterp();

	if (Tcl_Eval(tcl, procedures) != TCL_OK)
		return 1;
	FOR_SIZES(n, 8, 5000, 23)
	{
		int *values = judged_values(n);
		char *text = judged_text(n);

		set_values(tcl, values, n);
		Tcl_SetVar(tcl, "text", text, TCL_GLOBAL_ONLY);
		add_up(tcl);
		append_all(tcl);
		sort_values(tcl);
		append_strings(tcl);
		join_values(tcl);
		split_text(tcl);
		fill_dictionary(tcl);
		fill_array(tcl);
		reverse_values(tcl);
		map_text(tcl);
		match_text(tcl);
		upper_text(tcl);
		free(text);
		free(values);
	}
	FOR_SIZES(n, 8, 500, 20)
	{
		int *values = judged_values(n);

		set_values(tcl, values, n);
		insert_front(tcl);
		find_each(tcl);
		add_strings(tcl);
		count_pairs(tcl);
		take_first(tcl);
		free(values);
	}
	return 0;
}
