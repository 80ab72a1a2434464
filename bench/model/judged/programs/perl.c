/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perl.c - subroutines of Perl, each run by a routine of its own on arrays and strings that are there already. */
#include "judged.h"

#include <EXTERN.h>
#include <perl.h>

static PerlInterpreter *my_perl;

static void run(const char *name)
{
	dSP;
	PUSHMARK(SP);
	call_pv(name, G_DISCARD | G_NOARGS);
}

#define SUBROUTINE(NAME)                                                                           \
	ROUTINE void NAME(void)                                                                    \
	{                                                                                          \
		run(#NAME);                                                                        \
		judged_sink++;                                                                     \
	}

static const char subroutines[] =
	"sub prepare { my ($n) = @_; srand 7; @v = map { 7 * $_ + 3 } 0 .. $n - 1;\n"
	"  for (my $i = $n - 1; $i > 0; $i--) { my $j = int rand($i + 1); @v[$i, $j] = @v[$j, $i]; "
	"}\n"
	"  @copy = @v; @words = map { \"word$_\" } @v; %h = map { $_ => 1 } @v;\n"
	"  $text = join ' ', map { chr(97 + $_ % 26) x (1 + $_ % 7) } @v; }\n"
	"sub prepare_matrix { my ($s) = @_; @a = map { [map { $_ + 1 } 1 .. $s] } 1 .. $s; $side = "
	"$s }\n"
	"sub add_up { my $s = 0; $s += $_ for @v; $s }\n"
	"sub push_all { my @r; push @r, $_ for @v; scalar @r }\n"
	"sub sort_values { @copy = sort { $a <=> $b } @copy; 1 }\n"
	"sub sort_words { my @r = sort @words; 1 }\n"
	"sub splice_middle { my @r; splice @r, @r / 2, 0, $_ for @v; 1 }\n"
	"sub join_words { my $s = join ',', @words; length $s }\n"
	"sub append_words { my $s = ''; $s .= $_ for @words; length $s }\n"
	"sub prepend_words { my $s = ''; $s = $_ . $s for @words; length $s }\n"
	"sub insert_in_text { my $s = 'x'; substr($s, 1, 0) = $_ for @words; length $s }\n"
	"sub fill_hash { my %r; $r{$_} = 1 for @v; scalar keys %r }\n"
	"sub sort_keys { my @r = sort { $a <=> $b } keys %h; 1 }\n"
	"sub count_pairs { my $c = 0; for my $x (@v) { for my $y (@v) { $c++ if $x + $y == 1000 } "
	"} $c }\n"
	"sub grep_each { my $c = 0; for my $x (@v) { $c += grep { $_ == $x } @v } $c }\n"
	"sub reverse_values { my @r = reverse @v; 1 }\n"
	"sub map_values { my @r = map { $_ * 2 } @v; 1 }\n"
	"sub split_text { my @r = split / /, $text; scalar @r }\n"
	"sub match_all { my $c = 0; $c++ while $text =~ /[a-m]+/g; $c }\n"
	"sub count_letters { my $c = ($text =~ tr/a-m//); $c }\n"
	"sub substitute { (my $s = $text) =~ s/ /--/g; length $s }\n"
	"sub unique { my %s; my @r = grep { !$s{$_}++ } @v; 1 }\n"
	"sub common { my @r = (0) x (@v + 1); for my $x (@v) { my $d = 0; for my $j (1 .. @v) { my "
	"$u = $r[$j];\n"
	"  $r[$j] = $x == $copy[$j - 1] ? $d + 1 : $u > $r[$j - 1] ? $u : $r[$j - 1]; $d = $u } } "
	"$r[-1] }\n"
	"sub multiply { my @c; for my $i (0 .. $side - 1) { for my $j (0 .. $side - 1) { my $x = "
	"0;\n"
	"  $x += $a[$i][$_] * $a[$_][$j] for 0 .. $side - 1; $c[$i][$j] = $x } } 1 }\n"
	"sub print_values { my $s = ''; $s .= sprintf('%d,', $_) for @v; length $s }\n"
	"sub copy_through { my @r; for my $x (@v) { @r = (@r, $x) } scalar @r }\n";

/* truth: add_up | n | each element once */
SUBROUTINE(add_up)
/* truth: push_all | n | doubled room */
SUBROUTINE(push_all)
/* truth: sort_values | n log n | merge sort */
SUBROUTINE(sort_values)
/* truth: sort_words | n log n | merge sort of short words */
SUBROUTINE(sort_words)
/* truth: splice_middle | n^2 | moves half of the others */
SUBROUTINE(splice_middle)
/* truth: join_words | n | each word once */
SUBROUTINE(join_words)
/* truth: append_words | n | room grows by a factor */
SUBROUTINE(append_words)
/* truth: prepend_words | n^2 | copies all so far */
SUBROUTINE(prepend_words)
/* truth: insert_in_text | n^2 | moves all that follows */
SUBROUTINE(insert_in_text)
/* truth: fill_hash | n | a hash table that grows */
SUBROUTINE(fill_hash)
/* truth: sort_keys | n log n | merge sort */
SUBROUTINE(sort_keys)
/* truth: count_pairs | n^2 | each pair */
SUBROUTINE(count_pairs)
/* truth: grep_each | n^2 | looks at all for each */
SUBROUTINE(grep_each)
/* truth: reverse_values | n | each element once */
SUBROUTINE(reverse_values)
/* truth: map_values | n | each element once */
SUBROUTINE(map_values)
/* truth: split_text | n | each byte once */
SUBROUTINE(split_text)
/* truth: match_all | n | each byte once */
SUBROUTINE(match_all)
/* truth: count_letters | n | each byte once */
SUBROUTINE(count_letters)
/* truth: substitute | n | each byte once */
SUBROUTINE(substitute)
/* truth: unique | n | a hash table */
SUBROUTINE(unique)
/* truth: common | n^2 | a table of n by n */
SUBROUTINE(common)
/* truth: multiply | n^1.5 | three loops over the sides of matrices of n cells */
SUBROUTINE(multiply)
/* truth: print_values | n | each element once */
SUBROUTINE(print_values)
/* truth: copy_through | n^2 | copies all so far for each element */
SUBROUTINE(copy_through)

static void prepare(const char *name, int n)
{
	char call[40];
	sprintf(call, "%s(%d);", name, n);
	eval_pv(call, TRUE);
}

int main(int argc, char **argv, char **environment)
{
	char *arguments[] = {(char *)"", (char *)"-e", (char *)"0", NULL};

	PERL_SYS_INIT3(&argc, &argv, &environment);
	my_perl = perl_alloc();
	perl_construct(my_perl);
	perl_parse(my_perl, NULL, 3, arguments, NULL);
	eval_pv(subroutines, TRUE);
	FOR_SIZES(n, 8, 4000, 22)
	{
		prepare("prepare", n);
		add_up();
		push_all();
		sort_values();
		sort_words();
		join_words();
		append_words();
		fill_hash();
		sort_keys();
		reverse_values();
		map_values();
		split_text();
		match_all();
		count_letters();
		substitute();
		unique();
		print_values();
	}
	FOR_SIZES(n, 8, 200, 16)
	{
		prepare("prepare", n);
		count_pairs();
		grep_each();
		common();
		copy_through();
	}
	FOR_SIZES(n, 8, 1500, 18)
	{
		prepare("prepare", n);
		splice_middle();
		prepend_words();
		insert_in_text();
	}
	FOR_SIZES(side, 3, 32, 15)
	{
		prepare("prepare_matrix", side);
		multiply();
	}
	return 0;
}
