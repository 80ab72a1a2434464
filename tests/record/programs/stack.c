/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stack.c - stack of routines whose frames have known sizes; from where the return address is.
 *
 * variant: stack --cost=bb,stack
 * expect: leaf calls=2 most-stack=1000
 * expect: outer calls=1 most-stack=1096
 * expect: jumps calls=1 most-stack=1000
 * expect: deep calls=31 most-stack=15360 points=0:31
 * expect: none calls=1 stack=0
 * expect: switches calls=1 most-stack<=2000
 * variant: trace --cost=instr,bb,stack --collect=outer
 * expect: leaf calls=1 most-stack=1000 cost=4 bb=1
 * expect: outer calls=1 most-stack=1096 cost=8 bb=3
 * absent: none
 */
#include <stdlib.h>
#include <ucontext.h>

void outer(void);
void jumps(void);
void none(void);
void deep(long depth);

/*
 * The routine jumps goes to leaf by a jump. Of deep there are 30 calls below the first, of 504 bytes and a return address each; the last
 * has no frame.
 */
__asm__(".text\n"
	".type leaf, @function\nleaf: sub $1000, %rsp\nmovb $0, (%rsp)\nadd $1000, %rsp\nret\n"
	".size leaf, .-leaf\n"
	".globl outer\n.type outer, @function\nouter: sub $88, %rsp\ncall leaf\nadd $88, "
	"%rsp\nret\n"
	".size outer, .-outer\n"
	".globl jumps\n.type jumps, @function\njumps: jmp leaf\n.size jumps, .-jumps\n"
	".globl none\n.type none, @function\nnone: ret\n.size none, .-none\n"
	".globl deep\n.type deep, @function\ndeep: test %rdi, %rdi\nje 1f\nsub $504, %rsp\n"
	"dec %rdi\nmovq $0, (%rsp)\ncmpq $0, (%rsp)\ncall deep\nadd $504, %rsp\n1: ret\n"
	".size deep, .-deep\n");

static ucontext_t here, there;

static void on_other_stack(void)
{
	swapcontext(&there, &here);
}

/* The other stack is far from this one. */
__attribute__((noinline)) static void switches(void)
{
	static char stack[1 << 16];

	getcontext(&there);
	there.uc_stack.ss_sp = stack;
	there.uc_stack.ss_size = sizeof(stack);
	makecontext(&there, on_other_stack, 0);
	swapcontext(&here, &there);
}

int main(void)
{
	outer();
	jumps();
	none();
	deep(30);
	switches();
	return 0;
}
