/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * raw.c - system calls and the few functions that compilers call by themselves.
 *
 * The runtime interposes memcpy and its like for the program. Its own calls of them are led to the
 * ones below by the linker (--wrap in meson.build).
 */
#include "raw.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096 };

long landau_raw(long number, long a, long b, long c, long d, long e, long f)
{
	long result;
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}

long landau_raw_thread(long flags, void *stack, void (*body)(void *), void *context)
{
	long result;
	register long r10 __asm__("r10") = 0;
	register long r8 __asm__("r8") = 0;
	register void (*r9)(void *) __asm__("r9") = body;

	__asm__ volatile("syscall\n\t"
			 "testq %%rax, %%rax\n\t"
			 "jnz 1f\n\t"
			 /* The context may be in %rbp. */
			 "movq %[context], %%rdi\n\t"
			 "xorl %%ebp, %%ebp\n\t"
			 "call *%%r9\n"
			 "1:"
			 : "=a"(result)
			 : "a"((long)SYS_clone), "D"(flags), "S"(stack), "d"(0L), "r"(r10), "r"(r8),
			   "r"(r9), [context] "r"(context)
			 : "rcx", "r11", "memory");
	return result;
}

void *landau_raw_pages(size_t bytes)
{
	long result = landau_raw(SYS_mmap, 0, (long)bytes, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return result < 0 && result > -PAGE ? NULL : (void *)result;
}

/* They would take for ever. */
static void keep_from_core_dumps(void *memory, size_t bytes)
{
	landau_raw3(SYS_madvise, memory, bytes, MADV_DONTDUMP);
}

void landau_raw_unmap(void *memory, size_t bytes)
{
	landau_raw3(SYS_munmap, memory, bytes, 0);
}

bool landau_raw_reserve(void *place, size_t bytes)
{
	long result = landau_raw(SYS_mmap, (long)place, (long)bytes, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
				 -1, 0);

	if (result == (long)place) {
		keep_from_core_dumps(place, bytes);
		return true;
	}
	if (result > 0)
		landau_raw_unmap((void *)result, bytes);
	return false;
}

static void set(unsigned char *memory, int value, size_t bytes)
{
	__asm__ volatile("rep stosb" : "+D"(memory), "+c"(bytes) : "a"(value) : "memory");
}

void landau_raw_clear(void *memory, size_t bytes)
{
	unsigned char *start = memory;
	unsigned char *end = start + bytes;
	unsigned char *first =
		(unsigned char *)(((uintptr_t)start + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
	unsigned char *last = (unsigned char *)((uintptr_t)end & ~(uintptr_t)(PAGE - 1));

	if (first >= last) {
		set(start, 0, bytes);
		return;
	}
	set(start, 0, (size_t)(first - start));
	set(last, 0, (size_t)(end - last));
	landau_raw3(SYS_madvise, first, last - first, MADV_DONTNEED);
}

size_t landau_raw_length(const char *text)
{
	size_t length = 0;

	while (text[length])
		length++;
	return length;
}

bool landau_raw_equal(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

char *landau_raw_decimal(char buffer[24], uint64_t number)
{
	char digits[24];
	int count = 0;

	do {
		digits[count++] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	for (int i = 0; i < count; i++)
		buffer[i] = digits[count - 1 - i];
	buffer[count] = '\0';
	return buffer;
}

void landau_raw_say(const char *first, ...)
{
	char line[1024];
	size_t used = 0;
	va_list rest;

	va_start(rest, first);
	for (const char *text = first; text; text = va_arg(rest, const char *))
		for (; *text && used < sizeof(line) - 1; text++)
			line[used++] = *text;
	va_end(rest);
	line[used++] = '\n';
	landau_raw3(SYS_write, 2, line, used);
}

void landau_raw_wait(uint32_t *word, uint32_t value, uint64_t nanoseconds)
{
	struct timespec time = {
		.tv_sec = (time_t)(nanoseconds / 1000000000),
		.tv_nsec = (long)(nanoseconds % 1000000000),
	};

	landau_raw(SYS_futex, (long)word, FUTEX_WAIT_PRIVATE, (long)value,
		   nanoseconds ? (long)&time : 0, 0, 0);
}

void landau_raw_wake(uint32_t *word)
{
	landau_raw3(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX);
}

void landau_lock_slow(struct landau_lock *lock)
{
	for (int spins = 0; __atomic_exchange_n(&lock->taken, 1, __ATOMIC_ACQUIRE); spins++) {
		if (spins < 64)
			__builtin_ia32_pause();
		else
			landau_raw3(SYS_sched_yield, 0, 0, 0);
	}
}

/* -- What compilers call by themselves -----------------------------------------------------------
 */

void *__wrap_memcpy(void *to, const void *from, size_t bytes);
void *__wrap_memmove(void *to, const void *from, size_t bytes);
void *__wrap_memset(void *memory, int value, size_t bytes);
int __wrap_memcmp(const void *a, const void *b, size_t bytes);
size_t __wrap_strlen(const char *text);

void *__wrap_memcpy(void *to, const void *from, size_t bytes)
{
	void *result = to;

	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
	return result;
}

void *__wrap_memmove(void *to, const void *from, size_t bytes)
{
	unsigned char *target = to;
	const unsigned char *source = from;

	if (target <= source || target >= source + bytes)
		return __wrap_memcpy(to, from, bytes);
	while (bytes > 0) {
		bytes--;
		*(volatile unsigned char *)(target + bytes) = source[bytes];
	}
	return to;
}

void *__wrap_memset(void *memory, int value, size_t bytes)
{
	set(memory, value, bytes);
	return memory;
}

int __wrap_memcmp(const void *a, const void *b, size_t bytes)
{
	const unsigned char *left = a;
	const unsigned char *right = b;

	for (size_t i = 0; i < bytes; i++)
		if (left[i] != right[i])
			return left[i] < right[i] ? -1 : 1;
	return 0;
}

size_t __wrap_strlen(const char *text)
{
	return landau_raw_length(text);
}
