/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * repeat.c - rep movs and rep stos cost a block for every 128 bytes, an instruction for every 16.
 *
 * Each is in a block of its own but for its first round, which is in the block before it; the last round
 * finds that nothing is left. So 4096 bytes cost 1 + 4095 / 128 + 1 blocks and the return, 34. Comparisons
 * count each byte.
 *
 * expect: copy_bytes calls=1 cost=34
 * expect: copy_words calls=1 cost=34
 * expect: set_bytes calls=1 cost=34
 * expect: compare_bytes calls=1 cost>=4096
 *
 * variant: instructions --cost instr
 * expect: copy_bytes calls=1 cost=259
 * expect: copy_words calls=1 cost=259
 * expect: compare_bytes calls=1 cost>=4096
 */
#include "parts/routine.h"

enum { BYTES = 4096 };

void copy_bytes(void *to, const void *from, long count);
void copy_words(void *to, const void *from, long count);
void set_bytes(void *to, const void *from, long count);
void compare_bytes(void *to, const void *from, long count);

#define STRING_ROUTINE(name, instruction)                                                          \
	".globl " #name "\n.type " #name ", @function\n" #name ":\n"                               \
	"	movq %rdx, %rcx\n	" instruction "\n	ret\n.size " #name ", .-" #name    \
	"\n"

__asm__(".text\n" STRING_ROUTINE(copy_bytes, "rep movsb") STRING_ROUTINE(copy_words, "rep movsq")
		STRING_ROUTINE(set_bytes, "rep stosb") STRING_ROUTINE(compare_bytes, "repe cmpsb"));

static char from[BYTES], to[BYTES];

int main(void)
{
	copy_bytes(to, from, BYTES);
	copy_words(to, from, BYTES / 8);
	compare_bytes(to, from, BYTES);
	set_bytes(to, from, BYTES);
	return 0;
}
