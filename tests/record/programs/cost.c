/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cost.c - what an activation costs, to the block and to the instruction.
 *
 * A block ends with a jump, call or return, taken or not. Costs are inclusive: that of a callee is
 * the caller's too, and the block that a call ends is the caller's.
 *
 *   straight    1 block of 4 instructions
 *   looping(n)  n rounds end in a jump, the block with the return follows: n + 1 blocks,
 *               1 + 3 n + 1 instructions
 *   branching   3 blocks: two jumps that are not taken, and the return; 6 instructions
 *   calling     3 blocks of its own and two of straight: 5; 3 + 2 * 4 instructions
 *   jumping     1 block, 1 instruction, and those of straight, which it ends with
 *
 * expect: straight calls=4 cost=4 self=4
 * expect: looping calls=2 cost=112 self=112
 * expect: branching calls=1 cost=3
 * expect: calling calls=1 cost=5 self=3
 * expect: jumping calls=1 cost=2 self=1
 *
 * variant: instructions --cost instr
 * expect: straight calls=4 cost=16 self=16
 * expect: looping calls=2 cost=334 self=334
 * expect: branching calls=1 cost=6
 * expect: calling calls=1 cost=11 self=3
 * expect: jumping calls=1 cost=5 self=1
 *
 * variant: instructions-and-blocks --cost instr,bb
 * expect: straight calls=4 cost=16 self=16 bb=4
 * expect: looping calls=2 cost=334 self=334 bb=112
 * expect: branching calls=1 cost=6 bb=3
 * expect: calling calls=1 cost=11 self=3 bb=5
 * expect: jumping calls=1 cost=5 self=1 bb=2
 *
 * variant: blocks-and-instructions --cost bb,instr
 * expect: straight calls=4 cost=4 self=4 instr=16
 * expect: looping calls=2 cost=112 instr=334
 * expect: calling calls=1 cost=5 self=3 instr=11
 * expect: jumping calls=1 cost=2 self=1 instr=5
 */
#include "parts/routine.h"

long straight(void);
long looping(long n);
long branching(long n);
long calling(void);
long jumping(void);

#define BEGIN(name) ".globl " #name "\n.type " #name ", @function\n" #name ":\n"
#define END(name)   ".size " #name ", .-" #name "\n"

__asm__(".text\n"
	/* clang-format off */
	BEGIN(straight)
	"	xorl %eax, %eax\n"
	"	addl $1, %eax\n"
	"	addl $2, %eax\n"
	"	ret\n"
	END(straight)
	BEGIN(looping)
	"	xorl %eax, %eax\n"
	"1:	addl $1, %eax\n"
	"	decq %rdi\n"
	"	jnz 1b\n"
	"	ret\n"
	END(looping)
	BEGIN(branching)
	"	testq %rdi, %rdi\n"
	"	jz 1f\n"
	"	cmpq $7, %rdi\n"
	"	jz 1f\n"
	"	nop\n"
	"1:	ret\n"
	END(branching)
	BEGIN(calling)
	"	call straight\n"
	"	call straight\n"
	"	ret\n"
	END(calling)
	BEGIN(jumping)
	"	jmp straight\n"
	END(jumping)
	/* clang-format on */
);

int main(void)
{
	USE(straight());
	USE(looping(10));
	USE(looping(100));
	USE(branching(1));
	USE(calling());
	USE(jumping());
	return 0;
}
