"""Memory that a picture needed for a moment goes back to the machine; glibc would keep it for each thread."""

import ctypes

# Of <malloc.h>: the number of a setting, and what it becomes.
ARENAS = (-8, 1)
GIVE_BACK_ABOVE = (-1, 2_000_000)  # bytes at the end of the heap
MAPPED_FROM = (-3, 500_000)  # bytes of one piece, which goes back as soon as it is free


def limit_malloc_arenas() -> None:
    """Call once in a process that works on pictures. Does nothing where the C library is not glibc."""
    library = ctypes.CDLL(None)
    if hasattr(library, "gnu_get_libc_version"):
        for name, value in (ARENAS, GIVE_BACK_ABOVE, MAPPED_FROM):
            library.mallopt(name, value)
