/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * blocks.c - where a basic block ends, and where it does not.
 *
 * A jump ends a block, taken or not, and also if it can be told that it never is; so do a jump to the next
 * instruction, a call and a return. Conditional moves, locked instructions, pauses, and the mere length of
 * the code do not. Blocks and instructions of one call:
 *
 *   exits(i)    leaves by the (i + 1)-th of eight jumps, with a comparison each, or by none of them (8), to
 *               the return: 36 + 8 blocks and 72 + 8 instructions for 0 to 7, 9 and 17 for 8
 *   constants   three jumps with known outcome: 4 blocks; 8 instructions
 *   moves       1 block; 6 instructions
 *   locked      1 block; 6 instructions
 *   pauses      1 block; 4 instructions
 *   long_way    1 block; 501 instructions
 *   hops        3 jumps to what follows: 4 blocks; 5 instructions
 *   table(i)    2 blocks; 1 + 2 instructions, for 0, 1, 2 and 3
 *   counted(n)  n + 2 blocks, 3 n + 3 instructions, for 0, 10 and 1000
 *   nested(n)   n rounds with n rounds in each: n (n + 1) + 1 blocks, n (2 n + 3) + 2 instructions, for 30
 *   through(f)  calls moves three times by a register: 4 blocks and 3; 9 instructions and 18
 *
 * flags: -no-pie
 * expect: exits calls=9 cost=53
 * expect: constants calls=1 cost=4
 * expect: moves calls=4 cost=4
 * expect: locked calls=1 cost=1
 * expect: pauses calls=1 cost=1
 * expect: long_way calls=1 cost=1
 * expect: hops calls=1 cost=4
 * expect: table calls=4 cost=8
 * expect: counted calls=3 cost=1016
 * expect: nested calls=1 cost=931
 * expect: through calls=1 cost=7 self=4
 *
 * variant: instructions --cost instr
 * expect: exits calls=9 cost=97
 * expect: constants calls=1 cost=8
 * expect: moves calls=4 cost=24
 * expect: locked calls=1 cost=6
 * expect: pauses calls=1 cost=4
 * expect: long_way calls=1 cost=501
 * expect: hops calls=1 cost=5
 * expect: table calls=4 cost=12
 * expect: counted calls=3 cost=3039
 * expect: nested calls=1 cost=1892
 * expect: through calls=1 cost=27 self=9
 */
#include "parts/routine.h"

long exits(long i), constants(void), moves(void), locked(long *cell), pauses(void), long_way(void),
	hops(void), table(long i), counted(long n), nested(long n), through(long (*f)(void));

#define BEGIN(name) ".globl " #name "\n.type " #name ", @function\n" #name ":\n"
#define END(name)   "	ret\n.size " #name ", .-" #name "\n"
#define LEAVE(i)    "	cmpl $" #i ", %edi\n	je 1f\n"

__asm__(".text\n"
	/* clang-format off */
	BEGIN(exits)
	LEAVE(0) LEAVE(1) LEAVE(2) LEAVE(3) LEAVE(4) LEAVE(5) LEAVE(6) LEAVE(7)
	"1:\n"
	END(exits)
	BEGIN(constants)
	"	xorl %eax, %eax\n"
	"	testl %eax, %eax\n"
	"	jnz 1f\n" /* never */
	"	movl $3, %ecx\n"
	"	jrcxz 1f\n" /* never */
	"	testl %eax, %eax\n"
	"	jz 1f\n" /* always */
	"	nop\n"
	"1:\n"
	END(constants)
	BEGIN(moves)
	"	xorl %eax, %eax\n"
	"	cmpq %rdi, %rsi\n"
	"	cmovl %rdi, %rax\n"
	"	cmovge %rsi, %rax\n"
	"	setl %al\n"
	END(moves)
	BEGIN(locked)
	"	lock addq $1, (%rdi)\n"
	"	movl $1, %eax\n"
	"	lock xaddq %rax, (%rdi)\n"
	"	xchgq %rax, (%rdi)\n"
	"	lock cmpxchgq %rax, (%rdi)\n"
	END(locked)
	BEGIN(pauses)
	"	pause\n"
	"	nop\n"
	"	pause\n"
	END(pauses)
	BEGIN(long_way)
	"	.rept 500\n	addl $1, %eax\n	.endr\n"
	END(long_way)
	BEGIN(hops)
	"	jmp 1f\n"
	"1:	jmp 2f\n"
	"2:	nop\n"
	"	jmp 3f\n"
	"3:\n"
	END(hops)
	BEGIN(table)
	"	jmp *places(,%rdi,8)\n"
	"1:	nop\n	ret\n"
	"2:	nop\n	ret\n"
	"3:	nop\n	ret\n"
	"4:	nop\n"
	END(table)
	".section .rodata\nplaces:	.quad 1b, 2b, 3b, 4b\n.text\n"
	BEGIN(counted)
	"	movq %rdi, %rcx\n"
	"	jrcxz 2f\n"
	"1:	addl $1, %eax\n"
	"	nop\n"
	"	loop 1b\n"
	"2:\n"
	END(counted)
	BEGIN(nested)
	"	movq %rdi, %rsi\n"
	"1:	movq %rdi, %rdx\n"
	"2:	decq %rdx\n"
	"	jnz 2b\n"
	"	decq %rsi\n"
	"	jnz 1b\n"
	END(nested)
	BEGIN(through)
	"	pushq %rbx\n"
	"	movq %rdi, %rbx\n"
	"	call *%rbx\n"
	"	movl $2, %esi\n"
	"	call *%rbx\n"
	"	nop\n"
	"	call *%rbx\n"
	"	popq %rbx\n"
	END(through)
	/* clang-format on */
);

int main(void)
{
	static long cell;

	for (long i = 0; i <= 8; i++)
		USE(exits(i));
	USE(constants());
	USE(moves());
	USE(locked(&cell));
	USE(pauses());
	USE(long_way());
	USE(hops());
	for (long i = 0; i < 4; i++)
		USE(table(i));
	USE(counted(0));
	USE(counted(10));
	USE(counted(1000));
	USE(nested(30));
	USE(through(moves));
	return 0;
}
