/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * landau.h - what a program can say to Landau while it is being recorded.
 *
 * Include it and use the macros below; there is nothing to link. They work in C and in C++. When
 * the program does not run under `landau record`, each macro is a handful of instructions that do
 * nothing, so they can stay in production code. Compile with -DLANDAU_DISABLE to leave them out
 * altogether; they also vanish on machines other than x86-64 and arm64.
 *
 *   LANDAU_START()        collect from here on
 *   LANDAU_STOP()         do not collect from here on
 *   LANDAU_DUMP()         write a snapshot of the profile now
 *   LANDAU_PHASE("name")  a new phase of the program begins, and has this name
 *   LANDAU_RECORDING()    1 under `landau record`, 0 otherwise
 *   LANDAU_ALLOCATED(block, bytes)   the program's own allocator has given out this block
 *   LANDAU_FREED(block)              it has taken the block back
 *
 * A run begins collecting, unless it was started with `landau record --collect`. Start and stop
 * concern the whole program. While Landau does not collect, memory is still followed: what was read
 * and written in between counts as accessed for the routines that collect afterwards.
 *
 * A snapshot goes to the file that the profile will be written to in the end, or once there is a
 * phase, to that name with the phase behind it: landau.data.name. So each phase can leave a
 * profile of all that was collected up to then. What is no letter, digit, - or _ becomes _.
 *
 * Blocks count as those of malloc do for the costs alloc, allocs, live and peak: for the routine that says so and those that have called
 * it. What the allocator itself has got from malloc counts as well, until it is said to be freed: LANDAU_FREED(pool) behind pool = malloc(...)
 * leaves only its blocks live.
 *
 * How it works. The macros execute the instruction sequence by which programs speak to Valgrind:
 * four rotations that together turn a register once around, and an exchange of a register with
 * itself. A processor does nothing, an engine on Valgrind sees the sequence and looks at the
 * request that %rax points to (x4 on arm64): its number, then five arguments. The answer comes back in %rdx (x3). A
 * program compiled by landau-gcc and its like has a function for requests, which is called instead;
 * there is none to link elsewhere.
 */
#ifndef LANDAU_H
#define LANDAU_H

/* Request numbers. Valgrind reserves the upper two bytes for the letters of the tool. */
#define LANDAU_REQUEST_BASE      ((unsigned long)('L') << 24 | (unsigned long)('D') << 16)

#define LANDAU_REQUEST_RECORDING (LANDAU_REQUEST_BASE + 0) /* no argument; answers 1 */
#define LANDAU_REQUEST_START     (LANDAU_REQUEST_BASE + 1) /* no argument */
#define LANDAU_REQUEST_STOP      (LANDAU_REQUEST_BASE + 2) /* no argument */
#define LANDAU_REQUEST_DUMP      (LANDAU_REQUEST_BASE + 3) /* no argument */
#define LANDAU_REQUEST_PHASE     (LANDAU_REQUEST_BASE + 4) /* the name, a C string */
#define LANDAU_REQUEST_ALLOCATED (LANDAU_REQUEST_BASE + 5) /* two words: the block, its bytes */
#define LANDAU_REQUEST_FREED     (LANDAU_REQUEST_BASE + 6) /* the block */

#if (defined(__x86_64__) || defined(__aarch64__)) && defined(__LP64__) && !defined(LANDAU_DISABLE)

#ifdef __cplusplus
extern "C" {
#endif
/* There in programs that profile themselves (landau-gcc); answers 0 if it does not record. */
unsigned long landau_native_request(unsigned long request, const void *argument)
	__attribute__((__weak__));
#ifdef __cplusplus
}
#endif

static __inline__ unsigned long landau_request(unsigned long request, const void *argument)
{
	volatile unsigned long words[6];
#if defined(__aarch64__)
	register unsigned long answer __asm__("x3") = 0;
	register volatile unsigned long *place __asm__("x4") = &words[0];
#else
	unsigned long answer = 0;
#endif

	if (landau_native_request) {
		answer = landau_native_request(request, argument);
		if (answer)
			return answer;
	}
	words[0] = request;
	words[1] = (unsigned long)argument;
	words[2] = 0;
	words[3] = 0;
	words[4] = 0;
	words[5] = 0;
#if defined(__aarch64__)
	__asm__ volatile("ror x12, x12, #3\n\t"
			 "ror x12, x12, #13\n\t"
			 "ror x12, x12, #51\n\t"
			 "ror x12, x12, #61\n\t"
			 "orr x10, x10, x10"
			 : "+r"(answer)
			 : "r"(place)
			 : "cc", "memory");
#else
	__asm__ volatile("rolq $3, %%rdi\n\t"
			 "rolq $13, %%rdi\n\t"
			 "rolq $61, %%rdi\n\t"
			 "rolq $51, %%rdi\n\t"
			 "xchgq %%rbx, %%rbx"
			 : "+d"(answer)
			 : "a"(&words[0])
			 : "cc", "memory");
#endif
	return answer;
}

static __inline__ void landau_allocated(const void *block, unsigned long bytes)
{
	unsigned long words[2];

	words[0] = (unsigned long)block;
	words[1] = bytes;
	landau_request(LANDAU_REQUEST_ALLOCATED, words);
}

#define LANDAU_ALLOCATED(block, bytes) landau_allocated((block), (bytes))
#define LANDAU_FREED(block)            ((void)landau_request(LANDAU_REQUEST_FREED, (block)))
#define LANDAU_START()                 ((void)landau_request(LANDAU_REQUEST_START, 0))
#define LANDAU_STOP()                  ((void)landau_request(LANDAU_REQUEST_STOP, 0))
#define LANDAU_DUMP()                  ((void)landau_request(LANDAU_REQUEST_DUMP, 0))
#define LANDAU_PHASE(name)             ((void)landau_request(LANDAU_REQUEST_PHASE, (name)))
#define LANDAU_RECORDING()             ((int)landau_request(LANDAU_REQUEST_RECORDING, 0))

#else

#define LANDAU_START()                 ((void)0)
#define LANDAU_STOP()                  ((void)0)
#define LANDAU_DUMP()                  ((void)0)
#define LANDAU_PHASE(name)             ((void)(name))
#define LANDAU_RECORDING()             0
#define LANDAU_ALLOCATED(block, bytes) ((void)(block), (void)(bytes))
#define LANDAU_FREED(block)            ((void)(block))

#endif

#endif
