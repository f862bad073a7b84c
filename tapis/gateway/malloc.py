"""Allocator settings: memory of a decoded picture is returned to the system and not kept per thread."""

import ctypes

# Of <malloc.h>: the parameter's number and its value.
ARENAS = (-8, 1)
TRIM_THRESHOLD = (-1, 2_000_000)  # bytes at the end of the heap
MMAP_THRESHOLD = (-3, 500_000)  # bytes of one allocation, which is returned as soon as it is freed


def limit_malloc_arenas() -> None:
    """Call once in a process that works on pictures. Does nothing where the C library is not glibc."""
    library = ctypes.CDLL(None)
    if hasattr(library, "gnu_get_libc_version"):
        for name, value in (ARENAS, TRIM_THRESHOLD, MMAP_THRESHOLD):
            library.mallopt(name, value)
