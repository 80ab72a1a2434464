/* SPDX-License-Identifier: GPL-2.0-or-later */
/* read_write.h - hooks that other hooks go by: reads and writes of any number of bytes. */
#ifndef LANDAU_NATIVE_READ_WRITE_H
#define LANDAU_NATIVE_READ_WRITE_H

#include <stdint.h>

void __tsan_read8(void *address, uint64_t value);
void __tsan_read4(void *address);
void __tsan_write4(void *address);
void __tsan_write8(void *address);
void __tsan_read_range(void *address, unsigned long size);
void __tsan_write_range(void *address, unsigned long size);

#endif
