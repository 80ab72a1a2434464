/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine.h - what differs between the processors that the engine is for: x86-64, and arm64.
 *
 * calls.c is written for a processor that pushes return addresses. Where a call leaves the return address in a
 * register instead, as on arm64, it is taken to push a word all the same: the frame of a routine is then known by the
 * address one word below its first stack pointer, where nothing else of the calling convention can be. So what is
 * called is always below its caller, and above nothing that it has called itself.
 */
#ifndef LANDAU_ENGINE_VALGRIND_MACHINE_H
#define LANDAU_ENGINE_VALGRIND_MACHINE_H

#include "engine/valgrind/compat.h"

#if defined(VGP_amd64_linux)

/* Bytes that a call does not push, but is taken to. */
enum { LANDAU_NOT_PUSHED = 0 };

static inline Addr landau_guest_sp(const VexGuestArchState *guest)
{
	return guest->guest_RSP;
}

/* The first four parameters of a routine that has just been entered. */
static inline Addr landau_argument(const VexGuestArchState *guest, UInt number)
{
	const Addr arguments[] = {guest->guest_RDI, guest->guest_RSI, guest->guest_RDX,
				  guest->guest_RCX};

	return arguments[number];
}

/* What one that returns leaves. */
static inline Addr landau_guest_result(const VexGuestArchState *guest)
{
	return guest->guest_RAX;
}

/*
 * Instrumented code calls the helper NAME through NAME_stub, which puts the guest state before the arguments: generated
 * code keeps it in a register, here %rbp.
 */
#define LANDAU_STUB(name, arguments)                                                               \
	__asm__(".pushsection .text\n"                                                             \
		".globl " #name "_stub\n"                                                          \
		".type " #name "_stub, @function\n" #name "_stub:\n"                               \
		".if " #arguments " > 1\n"                                                         \
		"	movq %rsi, %rdx\n"                                                               \
		".endif\n"                                                                         \
		"	movq %rdi, %rsi\n"                                                               \
		"	movq %rbp, %rdi\n"                                                               \
		"	jmp " #name "\n"                                                           \
		".size " #name "_stub, .-" #name "_stub\n"                                         \
		".popsection\n")

/* Can a store in added code be left out by a condition? */
enum { LANDAU_GUARDED_STORES = 1 };

/* What asks the kernel for a low place; 0: nothing does. */
enum { LANDAU_MAP_LOW = VKI_MAP_32BIT };

#elif defined(VGP_arm64_linux)

enum { LANDAU_NOT_PUSHED = 8 };

static inline Addr landau_guest_sp(const VexGuestArchState *guest)
{
	return guest->guest_XSP;
}

static inline Addr landau_argument(const VexGuestArchState *guest, UInt number)
{
	const Addr arguments[] = {guest->guest_X0, guest->guest_X1, guest->guest_X2,
				  guest->guest_X3};

	return arguments[number];
}

static inline Addr landau_guest_result(const VexGuestArchState *guest)
{
	return guest->guest_X0;
}

#define LANDAU_STUB(name, arguments)                                                               \
	__asm__(".pushsection .text\n"                                                             \
		".globl " #name "_stub\n"                                                          \
		".type " #name "_stub, @function\n" #name "_stub:\n"                               \
		".if " #arguments " > 1\n"                                                         \
		"	mov x2, x1\n"                                                                    \
		".endif\n"                                                                         \
		"	mov x1, x0\n"                                                                    \
		"	mov x0, x21\n"                                                                   \
		"	b " #name "\n"                                                             \
		".size " #name "_stub, .-" #name "_stub\n"                                         \
		".popsection\n")

/* Valgrind makes no code of them here. */
enum { LANDAU_GUARDED_STORES = 0 };

enum { LANDAU_MAP_LOW = 0 };

#else
#error "The Valgrind engine is for Linux on x86-64 and on arm64."
#endif

/* The stack pointer at the start of a routine, with the return address pushed. */
static inline Addr landau_pushed_sp(Addr sp)
{
	return sp - LANDAU_NOT_PUSHED;
}

/* What the instruction is. Those that Valgrind has found out never to jump are jumps, too. */
Bool landau_is_jump(Addr instruction);
Bool landau_is_conditional_jump(Addr instruction);

/*
 * Does the instruction only see whether the stack goes on there? Compilers put such into routines with large frames
 * (-fstack-clash-protection); it reads what is there and writes it back, which is input to nobody.
 */
Bool landau_is_stack_probe(Addr instruction);

/* Bytes that a round of an instruction copies or sets that repeats itself; 0 if it is none. */
UInt landau_repeated_bytes(Addr instruction);

/* The register that counts its rounds, as an offset in the guest state. */
Int landau_repetition_register(void);

/* Code of the procedure linkage table that is no routine. */
enum landau_stub {
	LANDAU_STUB_NONE,
	LANDAU_STUB_JUMP,     /* jumps through the global offset table */
	LANDAU_STUB_PUSH,     /* pushes its number and goes to the next */
	LANDAU_STUB_RESOLVER, /* enters the dynamic linker, with two words pushed */
};

/* So many bytes of it are looked at. */
enum { LANDAU_STUB_BYTES = 24 };

/* slot: where a stub that jumps has its destination from. */
enum landau_stub landau_stub_in(Addr address, Addr *slot);

#endif
