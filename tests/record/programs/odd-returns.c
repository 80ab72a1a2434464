/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * odd-returns.c - calls that are none and returns that are jumps.
 *
 *   pops_arguments   returns by `ret 16`: its caller pushed two words, four cells, which it reads
 *   where_am_i       calls the next instruction and pops the address: no activation, no input
 *   jumps_by_return  pushes an address and returns to it: a jump to landing, within itself
 *   returns_elsewhere  pops its return address, two cells, and jumps there
 *   skips_caller     drops its own return address and returns to its caller's caller
 *
 * drive reads the 10 cells that all of them sum, and the return address that was popped.
 *
 * expect: pops_arguments calls=3 trms=12 points=4:3
 * expect: where_am_i calls=3 trms=30 rms=30 points=10:3
 * expect: returns_elsewhere calls=3 trms=9 points=3:3
 * expect: jumps_by_return calls=3 trms=30 points=10:3
 * expect: skips_caller calls=3 trms=0
 * expect: skipped calls=3 trms=0
 * expect: sum calls=9 trms=90
 * expect: drive calls=3 trms=36 points=12:3
 * expect: after calls=1 trms=100
 */
#include "parts/routine.h"

static int data[100];

SUMMING_ROUTINE(sum)

long pops_arguments(void);
long call_pops_arguments(void);
long where_am_i(const int *a);
long jumps_by_return(const int *a);
long returns_elsewhere(const int *a);
long skipped(const int *a);

#define BEGIN(name) ".globl " #name "\n.type " #name ", @function\n" #name ":\n"
#define END(name)   ".size " #name ", .-" #name "\n"

__asm__(".text\n"
	/* clang-format off */
	BEGIN(pops_arguments)
	"	movq 8(%rsp), %rax\n"
	"	addq 16(%rsp), %rax\n"
	"	ret $16\n"
	END(pops_arguments)
	BEGIN(call_pops_arguments)
	"	pushq $1\n"
	"	pushq $2\n"
	"	call pops_arguments\n"
	"	ret\n"
	END(call_pops_arguments)
	BEGIN(where_am_i)
	"	call 1f\n"
	"1:	popq %rax\n"
	"	subq $8, %rsp\n"
	"	movl $10, %esi\n"
	"	call sum\n"
	"	addq $8, %rsp\n"
	"	ret\n"
	END(where_am_i)
	BEGIN(jumps_by_return)
	"	leaq 2f(%rip), %rax\n"
	"	pushq %rax\n"
	"	ret\n"
	"2:	subq $8, %rsp\n"
	"	movl $10, %esi\n"
	"	call sum\n"
	"	addq $8, %rsp\n"
	"	ret\n"
	END(jumps_by_return)
	BEGIN(returns_elsewhere)
	"	popq %rdx\n"
	"	movslq (%rdi), %rax\n"
	"	jmp *%rdx\n"
	END(returns_elsewhere)
	BEGIN(skips_caller)
	"	addq $16, %rsp\n"
	"	ret\n"
	END(skips_caller)
	BEGIN(skipped)
	"	subq $8, %rsp\n"
	"	call skips_caller\n"
	"	addq $8, %rsp\n"
	"	ret\n"
	END(skipped)
	/* clang-format on */
);

ROUTINE long drive(const int *a)
{
	long total = call_pops_arguments();

	total += where_am_i(a);
	total += jumps_by_return(a);
	total += returns_elsewhere(a);
	total += skipped(a);
	return total + sum(a, 10);
}

ROUTINE long after(const int *a)
{
	long total = 0;

	for (int i = 0; i < 100; i++)
		total += ((volatile const int *)a)[i];
	return total;
}

int main(void)
{
	for (int i = 0; i < 100; i++)
		((volatile int *)data)[i] = i;
	for (int i = 0; i < 3; i++)
		USE(drive(data));
	USE(after(data));
	return 0;
}
