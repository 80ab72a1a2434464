/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * standard_files.c - standard input and output.
 *
 * The C library fills the buffer of a stream by a system call of its own and copies from there. So
 * when a buffer was filled during a call it counts as written by the kernel, and what the call has
 * taken out of it as read; where a call read past the buffer, right into the program's memory, that
 * memory is written by the kernel.
 */
#include "engine/native/runtime/lamport.h"
#include "interpose.h"
#include "real.h"
#include "source_names.h"
#include "space.h"
#include "engine/native/parallel/shadow.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Some are macros too. */
#undef getc
#undef fread_unlocked
#undef fwrite_unlocked

struct position {
	const char *start;
	const char *next;
	const char *end;
};

static struct position position_of(FILE *file)
{
	return (struct position){
		.start = file->_IO_read_base,
		.next = file->_IO_read_ptr,
		.end = file->_IO_read_end,
	};
}

static uint32_t source_of(const FILE *file)
{
	return landau_source_of_descriptor(file->_fileno);
}

/* What the call has done to the buffer; true if it was filled anew. */
static bool taken(FILE *file, const struct position *before)
{
	struct position now = position_of(file);
	bool filled;

	if (!landau_self() || now.end <= now.start)
		return false;
	/* A filled buffer starts again, unless exactly as much was left and the same was read. */
	filled = before->next >= before->end || now.start != before->start ||
		 now.end != before->end || now.next < before->next;
	if (filled) {
		landau_space_call();
		landau_space_in(now.end - now.start);
		landau_sync_acquire(landau_files);
		landau_shadow_kernel_write_from(now.start, (size_t)(now.end - now.start),
						source_of(file));
		landau_shadow_read(now.start, (size_t)(now.next - now.start));
	} else if (now.next > before->next) {
		landau_shadow_read(before->next, (size_t)(now.next - before->next));
	}
	return filled;
}

/* -- Input ----------------------------------------------------------------------------------------
 */

#define READS_BYTE(name)                                                                           \
	LANDAU_INTERPOSE(int, name, (FILE * file))                                                 \
	{                                                                                          \
		struct position before = position_of(file);                                        \
		int byte = REAL(name)(file);                                                       \
                                                                                                   \
		taken(file, &before);                                                              \
		return byte;                                                                       \
	}

READS_BYTE(fgetc)
READS_BYTE(_IO_getc)
READS_BYTE(fgetc_unlocked)
READS_BYTE(__uflow)
READS_BYTE(__underflow)

#undef getchar
#undef getc_unlocked
#undef getchar_unlocked
int getc(FILE *file);
int getchar(void);
int getc_unlocked(FILE *file);
int getchar_unlocked(void);

LANDAU_PUBLIC int getc(FILE *file)
{
	return fgetc(file);
}

LANDAU_PUBLIC int getchar(void)
{
	return fgetc(stdin);
}

LANDAU_PUBLIC int getc_unlocked(FILE *file)
{
	return fgetc_unlocked(file);
}

LANDAU_PUBLIC int getchar_unlocked(void)
{
	return fgetc_unlocked(stdin);
}

#define READS_LINE(name)                                                                           \
	LANDAU_INTERPOSE(char *, name, (char *text, int room, FILE *file))                         \
	{                                                                                          \
		struct position before = position_of(file);                                        \
		char *result = REAL(name)(text, room, file);                                       \
                                                                                                   \
		taken(file, &before);                                                              \
		if (result)                                                                        \
			landau_shadow_write(text, __builtin_strlen(text) + 1);                     \
		return result;                                                                     \
	}

READS_LINE(fgets)
READS_LINE(fgets_unlocked)

LANDAU_INTERPOSE(char *, __fgets_chk, (char *text, size_t size, int room, FILE *file))
{
	struct position before = position_of(file);
	char *result = REAL(__fgets_chk)(text, size, room, file);

	taken(file, &before);
	if (result)
		landau_shadow_write(text, __builtin_strlen(text) + 1);
	return result;
}

#define READS_DELIMITED(name)                                                                      \
	LANDAU_INTERPOSE(ssize_t, name, (char **text, size_t *room, int stop, FILE *file))         \
	{                                                                                          \
		struct position before = position_of(file);                                        \
		ssize_t length = REAL(name)(text, room, stop, file);                               \
                                                                                                   \
		taken(file, &before);                                                              \
		landau_shadow_write(text, sizeof(*text));                                          \
		landau_shadow_write(room, sizeof(*room));                                          \
		if (length >= 0)                                                                   \
			landau_shadow_write(*text, (size_t)length + 1);                            \
		return length;                                                                     \
	}

READS_DELIMITED(getdelim)
READS_DELIMITED(__getdelim)

ssize_t getline(char **text, size_t *room, FILE *file);
LANDAU_PUBLIC ssize_t getline(char **text, size_t *room, FILE *file)
{
	return getdelim(text, room, '\n', file);
}

static void read_block(FILE *file, const struct position *before, void *memory, size_t bytes)
{
	size_t buffered = (size_t)(before->end - before->next);

	if (bytes == 0)
		return;
	if (bytes <= buffered || taken(file, before)) {
		if (bytes <= buffered)
			landau_shadow_read(before->next, bytes);
		landau_shadow_write(memory, bytes);
		/* More than a buffer holds went straight to its place. */
		if (bytes > buffered &&
		    bytes - buffered > (size_t)(file->_IO_read_end - file->_IO_read_base)) {
			landau_space_in((long)(bytes - buffered));
			landau_shadow_kernel_write_from(memory, bytes, source_of(file));
		}
		return;
	}
	landau_space_call();
	landau_space_in((long)bytes);
	landau_sync_acquire(landau_files);
	landau_shadow_kernel_write_from(memory, bytes, source_of(file));
}

#define READS_BLOCK(name)                                                                          \
	LANDAU_INTERPOSE(size_t, name, (void *memory, size_t size, size_t count, FILE *file))      \
	{                                                                                          \
		struct position before = position_of(file);                                        \
		size_t result = REAL(name)(memory, size, count, file);                             \
                                                                                                   \
		read_block(file, &before, memory, result *size);                                   \
		return result;                                                                     \
	}

READS_BLOCK(fread)
READS_BLOCK(fread_unlocked)

LANDAU_INTERPOSE(size_t, __fread_chk,
		 (void *memory, size_t room, size_t size, size_t count, FILE *file))
{
	struct position before = position_of(file);
	size_t result = REAL(__fread_chk)(memory, room, size, count, file);

	read_block(file, &before, memory, result * size);
	return result;
}

/* The variables that are read into are not known here. */
#define SCANS(name, vname)                                                                         \
	LANDAU_INTERPOSE(int, vname, (FILE * file, const char *format, va_list arguments))         \
	{                                                                                          \
		struct position before = position_of(file);                                        \
		int result = REAL(vname)(file, format, arguments);                                 \
                                                                                                   \
		taken(file, &before);                                                              \
		return result;                                                                     \
	}                                                                                          \
	int name(FILE *file, const char *format, ...);                                             \
	LANDAU_PUBLIC int name(FILE *file, const char *format, ...)                                \
	{                                                                                          \
		va_list arguments;                                                                 \
		int result;                                                                        \
                                                                                                   \
		va_start(arguments, format);                                                       \
		result = vname(file, format, arguments);                                           \
		va_end(arguments);                                                                 \
		return result;                                                                     \
	}

#define SCANS_INPUT(name, vname)                                                                   \
	int name(const char *format, ...);                                                         \
	LANDAU_PUBLIC int name(const char *format, ...)                                            \
	{                                                                                          \
		va_list arguments;                                                                 \
		int result;                                                                        \
                                                                                                   \
		va_start(arguments, format);                                                       \
		result = vname(stdin, format, arguments);                                          \
		va_end(arguments);                                                                 \
		return result;                                                                     \
	}

SCANS(__isoc99_fscanf, __isoc99_vfscanf)
SCANS_INPUT(__isoc99_scanf, __isoc99_vfscanf)
/* What headers since 2.38 call instead. */
SCANS(__isoc23_fscanf, __isoc23_vfscanf)
SCANS_INPUT(__isoc23_scanf, __isoc23_vfscanf)

/* -- Output ---------------------------------------------------------------------------------------
 */

/* Bytes that the stream holds, and has not written yet. */
static long held_in(FILE *file)
{
	return file->_IO_write_ptr - file->_IO_write_base;
}

/* So many bytes were given to the stream: what it does not hold now was written, by one system call we say. */
static void gave(FILE *file, long held, long bytes)
{
	long written = held + bytes - held_in(file);

	if (bytes < 0 || written <= 0)
		return;
	landau_space_call();
	landau_space_out(written);
}

#define WRITES_BLOCK(name)                                                                         \
	LANDAU_INTERPOSE(size_t, name,                                                             \
			 (const void *memory, size_t size, size_t count, FILE *file))              \
	{                                                                                          \
		long held = held_in(file);                                                         \
		size_t result;                                                                     \
                                                                                                   \
		landau_shadow_read(memory, size *count);                                           \
		result = REAL(name)(memory, size, count, file);                                    \
		gave(file, held, (long)(size * result));                                           \
		return result;                                                                     \
	}

WRITES_BLOCK(fwrite)
WRITES_BLOCK(fwrite_unlocked)

#define WRITES_TEXT(name)                                                                          \
	LANDAU_INTERPOSE(int, name, (const char *text, FILE *file))                                \
	{                                                                                          \
		long held = held_in(file);                                                         \
		size_t length = __builtin_strlen(text);                                            \
		int result;                                                                        \
                                                                                                   \
		landau_shadow_read(text, length + 1);                                              \
		result = REAL(name)(text, file);                                                   \
		gave(file, held, result < 0 ? -1 : (long)length);                                  \
		return result;                                                                     \
	}

WRITES_TEXT(fputs)
WRITES_TEXT(fputs_unlocked)

LANDAU_INTERPOSE(int, puts, (const char *text))
{
	long held = held_in(stdout);
	size_t length = __builtin_strlen(text) + 1;
	int result;

	landau_shadow_read(text, length);
	result = REAL(puts)(text);
	gave(stdout, held, result < 0 ? -1 : (long)length);
	return result;
}

#define WRITES_BYTE(name, parameters, arguments, file)                                             \
	LANDAU_INTERPOSE(int, name, parameters)                                                    \
	{                                                                                          \
		long held = held_in(file);                                                         \
		int result = REAL(name) arguments;                                                 \
                                                                                                   \
		gave(file, held, result < 0 ? -1 : 1);                                             \
		return result;                                                                     \
	}

#undef putc
#undef putchar
WRITES_BYTE(fputc, (int byte, FILE *file), (byte, file), file)
WRITES_BYTE(putc, (int byte, FILE *file), (byte, file), file)
WRITES_BYTE(_IO_putc, (int byte, FILE *file), (byte, file), file)
WRITES_BYTE(putchar, (int byte), (byte), stdout)
WRITES_BYTE(__overflow, (FILE * file, int byte), (file, byte), file)

/* All streams, if it is NULL: what these write is not seen. */
LANDAU_INTERPOSE(int, fflush, (FILE * file))
{
	long held = file ? held_in(file) : 0;
	int result = REAL(fflush)(file);

	if (file)
		gave(file, held, 0);
	return result;
}

LANDAU_INTERPOSE(int, fclose, (FILE * file))
{
	long held = held_in(file);
	int result;

	landau_space_call();
	if (held > 0) {
		landau_space_call();
		landau_space_out(held);
	}
	result = REAL(fclose)(file);
	return result;
}

#define PRINTS(vname, parameters, arguments, file)                                                 \
	LANDAU_INTERPOSE(int, vname, parameters)                                                   \
	{                                                                                          \
		long held = held_in(file);                                                         \
		int result = REAL(vname) arguments;                                                \
                                                                                                   \
		gave(file, held, result);                                                          \
		return result;                                                                     \
	}

PRINTS(vfprintf, (FILE * file, const char *format, va_list rest), (file, format, rest), file)
PRINTS(vprintf, (const char *format, va_list rest), (format, rest), stdout)
PRINTS(__vfprintf_chk, (FILE * file, int flag, const char *format, va_list rest),
       (file, flag, format, rest), file)
PRINTS(__vprintf_chk, (int flag, const char *format, va_list rest), (flag, format, rest), stdout)

/* Text made in memory: what it is made of is not known here. */
LANDAU_INTERPOSE(int, vsnprintf, (char *text, size_t room, const char *format, va_list arguments))
{
	int result = REAL(vsnprintf)(text, room, format, arguments);

	if (result >= 0 && room > 0)
		landau_shadow_write(text, (size_t)result < room ? (size_t)result + 1 : room);
	return result;
}

LANDAU_INTERPOSE(int, vsprintf, (char *text, const char *format, va_list arguments))
{
	int result = REAL(vsprintf)(text, format, arguments);

	if (result >= 0)
		landau_shadow_write(text, (size_t)result + 1);
	return result;
}

LANDAU_INTERPOSE(int, __vsnprintf_chk,
		 (char *text, size_t room, int flag, size_t size, const char *format,
		  va_list arguments))
{
	int result = REAL(__vsnprintf_chk)(text, room, flag, size, format, arguments);

	if (result >= 0 && room > 0)
		landau_shadow_write(text, (size_t)result < room ? (size_t)result + 1 : room);
	return result;
}

LANDAU_INTERPOSE(int, __vsprintf_chk,
		 (char *text, int flag, size_t size, const char *format, va_list arguments))
{
	int result = REAL(__vsprintf_chk)(text, flag, size, format, arguments);

	if (result >= 0)
		landau_shadow_write(text, (size_t)result + 1);
	return result;
}

#define FORMATS(name, vname, parameters, arguments)                                                \
	int name parameters;                                                                       \
	LANDAU_PUBLIC int name parameters                                                          \
	{                                                                                          \
		va_list rest;                                                                      \
		int result;                                                                        \
                                                                                                   \
		va_start(rest, format);                                                            \
		result = vname arguments;                                                          \
		va_end(rest);                                                                      \
		return result;                                                                     \
	}

FORMATS(fprintf, vfprintf, (FILE * file, const char *format, ...), (file, format, rest))
FORMATS(printf, vprintf, (const char *format, ...), (format, rest))
FORMATS(__fprintf_chk, __vfprintf_chk, (FILE * file, int flag, const char *format, ...),
	(file, flag, format, rest))
FORMATS(__printf_chk, __vprintf_chk, (int flag, const char *format, ...), (flag, format, rest))
FORMATS(snprintf, vsnprintf, (char *text, size_t room, const char *format, ...),
	(text, room, format, rest))
FORMATS(sprintf, vsprintf, (char *text, const char *format, ...), (text, format, rest))
FORMATS(__snprintf_chk, __vsnprintf_chk,
	(char *text, size_t room, int flag, size_t size, const char *format, ...),
	(text, room, flag, size, format, rest))
FORMATS(__sprintf_chk, __vsprintf_chk, (char *text, int flag, size_t size, const char *format, ...),
	(text, flag, size, format, rest))
