# SPDX-License-Identifier: GPL-2.0-or-later
"""confine.py - a filter of system calls for a process that may read and compute, and nothing else.

It may start threads, but no process; with `writing=False` it may neither open a file to write to it nor make, rename
or remove one. What it tries all the same ends it by SIGSYS. It may still execute another program in its own place,
since it has to be executed itself. For x86-64.
"""
import ctypes
import errno
import os

CALL, FIRST, SECOND, THIRD = 0, 16, 24, 32  # where struct seccomp_data has the number and the arguments
LOAD, IF_EQUAL, IF_ANY, RETURN = 0x20, 0x15, 0x45, 0x06  # instructions of the filter
ALLOW, KILL, FAIL = 0x7FFF0000, 0x80000000, 0x00050000
CLONE_THREAD = 0x10000
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2

OPEN, OPENAT, CLONE, CLONE3 = 2, 257, 56, 435
STARTING = {"fork": 57, "vfork": 58, "execveat": 322, "socket": 41, "ptrace": 101, "kill": 62}
CHANGING = {"creat": 85, "openat2": 437, "truncate": 76, "rename": 82, "renameat": 264, "renameat2": 316, "mkdir": 83,
            "mkdirat": 258, "rmdir": 84, "link": 86, "linkat": 265, "unlink": 87, "unlinkat": 263, "symlink": 88,
            "symlinkat": 266, "chmod": 90, "fchmodat": 268, "chown": 92, "fchownat": 260, "mknod": 133, "mknodat": 259}


class Instruction(ctypes.Structure):
    _fields_ = [("code", ctypes.c_ushort), ("if_true", ctypes.c_ubyte), ("if_false", ctypes.c_ubyte),
                ("k", ctypes.c_uint)]


class Filter(ctypes.Structure):
    _fields_ = [("count", ctypes.c_ushort), ("instructions", ctypes.POINTER(Instruction))]


def when(call, where, bits, if_any, otherwise):
    """What happens at a call, by the bits of one of its arguments."""
    return [(IF_EQUAL, 0, 4, call), (LOAD, 0, 0, where), (IF_ANY, 0, 1, bits), (RETURN, 0, 0, if_any),
            (RETURN, 0, 0, otherwise)]


def rules(writing):
    yield LOAD, 0, 0, CALL
    # Its arguments are in memory, where a filter cannot look: the C library then takes the older call.
    yield from [(IF_EQUAL, 0, 1, CLONE3), (RETURN, 0, 0, FAIL | errno.ENOSYS)]
    for call in STARTING.values():
        yield from [(IF_EQUAL, 0, 1, call), (RETURN, 0, 0, KILL)]
    yield from when(CLONE, FIRST, CLONE_THREAD, ALLOW, KILL)
    if not writing:
        to_write = os.O_WRONLY | os.O_RDWR | os.O_CREAT
        for call in CHANGING.values():
            yield from [(IF_EQUAL, 0, 1, call), (RETURN, 0, 0, KILL)]
        yield from when(OPEN, SECOND, to_write, KILL, ALLOW)
        yield from when(OPENAT, THIRD, to_write, KILL, ALLOW)
    yield RETURN, 0, 0, ALLOW


def confine(writing):
    """This process and what it executes, from now on."""
    program = [Instruction(code, if_true, if_false, k) for code, if_true, if_false, k in rules(writing)]
    instructions = (Instruction * len(program))(*program)
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or \
            library.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(Filter(len(program), instructions)), 0, 0):
        raise OSError(ctypes.get_errno(), "the system calls cannot be filtered")
