/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * amd64.c - the instructions of x86-64 that the engine looks at itself.
 */
#include "engine/valgrind/machine/machine.h"

#if defined(VGP_amd64_linux)

Bool landau_is_jump(Addr instruction)
{
	const UChar *code = (const UChar *)instruction;

	return code[0] == 0xeb || code[0] == 0xe9;
}

Bool landau_is_conditional_jump(Addr instruction)
{
	const UChar *code = (const UChar *)instruction;

	while (*code == 0x2e || *code == 0x3e ||
	       *code == 0xf2) /* hints, and protection of bounds */
		code++;
	return (code[0] & 0xf0) == 0x70 || (code[0] & 0xfc) == 0xe0 ||
	       (code[0] == 0x0f && (code[1] & 0xf0) == 0x80);
}

/* or $0,distance(%rsp), of four or eight bytes, or of one (gcc 16) */
Bool landau_is_stack_probe(Addr instruction)
{
	const UChar *code = (const UChar *)instruction;

	if (*code == 0x48)
		code++;
	if ((code[0] != 0x83 && code[0] != 0x80) || code[2] != 0x24)
		return False;
	switch (code[1]) {
	case 0x0c:
		return code[3] == 0;
	case 0x4c:
		return code[4] == 0;
	case 0x8c:
		return code[7] == 0;
	default:
		return False;
	}
}

/* rep movs and rep stos */
UInt landau_repeated_bytes(Addr instruction)
{
	const UChar *code = (const UChar *)instruction;
	Bool repeats = False, narrow = False, wide = False;

	for (; *code == 0xf2 || *code == 0xf3 || *code == 0x66 || *code == 0x67; code++) {
		repeats = repeats || *code >= 0xf2;
		narrow = narrow || *code == 0x66;
	}
	if ((*code & 0xf0) == 0x40)
		wide = (*code++ & 8) != 0;
	if (!repeats)
		return 0;
	if (*code == 0xa4 || *code == 0xaa)
		return 1;
	if (*code == 0xa5 || *code == 0xab)
		return wide ? 8 : narrow ? 2 : 4;
	return 0;
}

Int landau_repetition_register(void)
{
	return offsetof(VexGuestAMD64State, guest_RCX);
}

/* The linker writes few forms, with and without the marks of control flow enforcement. */
enum landau_stub landau_stub_in(Addr address, Addr *slot)
{
	const UChar *code = (const UChar *)address;
	Int distance;

	if (code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa) /* endbr64 */
		code += 4;
	if (code[0] == 0x68) { /* push $number; jmp */
		code += 5;
		if (code[0] == 0xf2)
			code++;
		return code[0] == 0xe9 ? LANDAU_STUB_PUSH : LANDAU_STUB_NONE;
	}
	if (code[0] == 0xff && code[1] == 0x35) { /* push table+8(%rip); jmp *table+16(%rip) */
		code += 6;
		if (code[0] == 0xf2)
			code++;
		return code[0] == 0xff && code[1] == 0x25 ? LANDAU_STUB_RESOLVER : LANDAU_STUB_NONE;
	}
	if (code[0] == 0xf2)
		code++;
	if (code[0] != 0xff || code[1] != 0x25)
		return LANDAU_STUB_NONE;
	VG_(memcpy)(&distance, code + 2, sizeof(distance)); /* jmp *distance(%rip) */
	*slot = (Addr)(code + 6) + (Addr)(Long)distance;
	return LANDAU_STUB_JUMP;
}

#endif
