/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arm64.c - the instructions of arm64 that the engine looks at itself. All have four bytes.
 */
#include "engine/valgrind/machine/machine.h"

#if defined(VGP_arm64_linux)

static UInt word_at(Addr address)
{
	return *(const UInt *)address;
}

Bool landau_is_jump(Addr instruction)
{
	return word_at(instruction) >> 26 == 0x05; /* b */
}

Bool landau_is_conditional_jump(Addr instruction)
{
	UInt word = word_at(instruction);

	return (word & 0xfe000000) == 0x54000000 || /* b.cond */
	       (word & 0x7c000000) == 0x34000000;   /* cbz, cbnz, tbz, tbnz */
}

/* They are stores of zero there. */
Bool landau_is_stack_probe(Addr instruction)
{
	(void)instruction;
	return False;
}

/* Instructions that copy memory are newer than what Valgrind knows. */
UInt landau_repeated_bytes(Addr instruction)
{
	(void)instruction;
	return 0;
}

Int landau_repetition_register(void)
{
	return 0;
}

enum { BTI_C = 0xd503245f, PUSH_X16_X30 = 0xa9bf7bf0, BR_X17 = 0xd61f0220 };

/* adrp x16, page */
static Bool is_page(UInt word)
{
	return (word & 0x9f00001f) == 0x90000010;
}

static Addr page_of(Addr address, UInt word)
{
	ULong immediate = (ULong)(word >> 5 & 0x7ffff) << 2 | (word >> 29 & 3);
	Long pages = (Long)(immediate << 43) >> 43;

	return (address & ~(Addr)0xfff) + ((Addr)pages << 12);
}

/*
 *   adrp x16, page; ldr x17, [x16, #offset]; add x16, x16, #offset; br x17
 *   stp x16, x30, [sp, #-16]!; adrp x16, page; ldr x17, [x16, #offset]; ...
 *
 * Either may begin with bti c, the second one is what enters the dynamic linker.
 */
enum landau_stub landau_stub_in(Addr address, Addr *slot)
{
	Addr code = address;
	UInt load;

	if (word_at(code) == (UInt)BTI_C)
		code += 4;
	if (word_at(code) == (UInt)PUSH_X16_X30 && is_page(word_at(code + 4)))
		return LANDAU_STUB_RESOLVER;
	load = word_at(code + 4);
	if (!is_page(word_at(code)) || (load & 0xffc003ff) != 0xf9400211 ||
	    word_at(code + 12) != (UInt)BR_X17)
		return LANDAU_STUB_NONE;
	*slot = page_of(code, word_at(code)) + (Addr)(load >> 10 & 0xfff) * 8;
	return LANDAU_STUB_JUMP;
}

#endif
