/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * repeat.c - what repeated string instructions cost, by their definition.
 *
 * rep movs and rep stos over b bytes are 1 + b / 128 blocks, or 1 + b / 16 instructions, rounded down,
 * whatever the width and however they are reached. The first of the blocks is the one that the
 * instruction ends. Each routine is called for 0, 1 and 100 elements and for 4096 bytes:
 *
 *   elements of   1    2    4    8 bytes
 *   b / 128       32   33   35   38        in all four calls
 *   b / 16        262  268  281  306
 *
 * and besides has in each call the return, which is a block and an instruction, and a move, which is an
 * instruction: 8 blocks and 12 instructions in four calls. jumped has a jump more.
 *
 * Comparisons count each round, and one more if the count runs out: find looks at 50 bytes in vain and
 * then at 31; compare finds no difference in 50, and then one in the 21st. Both are called for a
 * count of 0, too, which is one round.
 *
 * expect: move1 calls=4 cost=40
 * expect: move2 calls=4 cost=41
 * expect: move4 calls=4 cost=43
 * expect: move8 calls=4 cost=46
 * expect: store1 calls=4 cost=40
 * expect: store2 calls=4 cost=41
 * expect: store4 calls=4 cost=43
 * expect: store8 calls=4 cost=46
 * expect: jumped calls=4 cost=44
 * expect: constant calls=1 cost=3
 * expect: find calls=3 cost=86
 * expect: compare calls=3 cost=76
 *
 * variant: instructions --cost instr
 * expect: move1 calls=4 cost=274
 * expect: move2 calls=4 cost=280
 * expect: move4 calls=4 cost=293
 * expect: move8 calls=4 cost=318
 * expect: store1 calls=4 cost=274
 * expect: store2 calls=4 cost=280
 * expect: store4 calls=4 cost=293
 * expect: store8 calls=4 cost=318
 * expect: jumped calls=4 cost=278
 * expect: constant calls=1 cost=15
 * expect: find calls=3 cost=89
 * expect: compare calls=3 cost=79
 */
#include <string.h>

#include "parts/routine.h"

enum { BYTES = 4096 };

typedef void routine(void *to, const void *from, long count);

#define BEGIN(name) ".globl " #name "\n.type " #name ", @function\n" #name ":\n"
#define END(name)   "	ret\n.size " #name ", .-" #name "\n"
#define STRING_ROUTINE(name, instruction)                                                          \
	BEGIN(name) "	movq %rdx, %rcx\n	" instruction "\n" END(name)

routine move1, move2, move4, move8, store1, store2, store4, store8, jumped, constant, find, compare;

__asm__(".text\n"
	/* clang-format off */
	STRING_ROUTINE(move1, "rep movsb")
	STRING_ROUTINE(move2, "rep movsw")
	STRING_ROUTINE(move4, "rep movsl")
	STRING_ROUTINE(move8, "rep movsq")
	STRING_ROUTINE(store1, "rep stosb")
	STRING_ROUTINE(store2, "rep stosw")
	STRING_ROUTINE(store4, "rep stosl")
	STRING_ROUTINE(store8, "rep stosq")
	STRING_ROUTINE(find, "repne scasb") /* the register is 0 at each call */
	STRING_ROUTINE(compare, "repe cmpsb")
	BEGIN(jumped)
	"	movq %rdx, %rcx\n"
	"	jmp 1f\n"
	"	nop\n"
	"1:	rep movsb\n"
	END(jumped)
	BEGIN(constant) /* 200 bytes: 2 blocks, 13 instructions */
	"	movl $100, %ecx\n"
	"	rep stosw\n"
	END(constant)
	/* clang-format on */
);

static char from[BYTES], to[BYTES];

static void run(routine *routine, long width)
{
	routine(to, from, 0);
	routine(to, from, 1);
	routine(to, from, 100);
	routine(to, from, BYTES / width);
}

static void run_with_zero(routine *routine, long count)
{
	__asm__ volatile("xorl %%eax, %%eax\n\tcall *%3"
			 : "+D"((void *){to}), "+S"((void *){from}), "+d"(count)
			 : "r"(routine)
			 : "rax", "rcx", "memory", "cc");
}

int main(void)
{
	run(move1, 1);
	run(move2, 2);
	run(move4, 4);
	run(move8, 8);
	run(store1, 1);
	run(store2, 2);
	run(store4, 4);
	run(store8, 8);
	run(jumped, 1);
	constant(to, from, 0);
	memset(from, 1, BYTES);
	memset(to, 1, BYTES);
	run_with_zero(find, 0);
	run_with_zero(find, 50);
	to[30] = 0;
	run_with_zero(find, 50);
	run_with_zero(compare, 0);
	from[30] = 0;
	run_with_zero(compare, 50);
	to[20] = 0;
	run_with_zero(compare, 50);
	return 0;
}
