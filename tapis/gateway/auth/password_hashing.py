"""Passwords are hashed and verified in one worker thread, so many sign-ins never block other requests."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

import bcrypt
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tapis.gateway.errors import AuthRefusal
from tapis.gateway.fair_share import CapacityExceeded, FairQueue, current_holder

MAX_QUEUED = 50  # passwords, some seconds of work; more are refused
RETRY_SECONDS = 5
MEMORY_KIB, PASSES = 19 * 1024, 2
ARGON2ID = PasswordHasher(time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=1)
KNOWN_HASHES = ("$argon2id$", "$2a$", "$2b$", "$2y$")

_worker = ThreadPoolExecutor(1, "passwords")
queue = FairQueue(at_once=1, max_waiting=MAX_QUEUED)
_signing_in: Counter[str] = Counter()
# Compared for an unknown account, so that it takes as long as a wrong password; matches no password.
DUMMY_HASH = f"$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p=1${'A' * 22}${'A' * 43}"


@dataclass(frozen=True, slots=True)
class PasswordCheck:
    """Whether a password matches, and a new hash to store if the algorithm of the old one is outdated."""

    matches: bool
    upgraded_hash: str | None = None


def hash_password(password: str) -> str:
    """Hash with argon2id, 19 MiB, 2 passes, 1 lane (PHC string format)."""
    return ARGON2ID.hash(password)


def verify_password(password: str, stored: str | None) -> PasswordCheck:
    """Compare with a stored argon2id or bcrypt hash; None never matches, after the same time."""
    if stored and not stored.startswith("$argon2"):
        return _verify_bcrypt(password, stored)
    try:
        ARGON2ID.verify(stored or DUMMY_HASH, password)
    except (VerificationError, InvalidHashError):
        return PasswordCheck(matches=False)
    if not stored:
        return PasswordCheck(matches=False)
    return PasswordCheck(True, hash_password(password) if ARGON2ID.check_needs_rehash(stored) else None)


def _verify_bcrypt(password: str, stored: str) -> PasswordCheck:
    """For hashes of an imported project; bcrypt uses only the first 72 bytes of a password."""
    try:
        matches = bcrypt.checkpw(password.encode()[:72], stored.encode())
    except ValueError:
        return PasswordCheck(matches=False)
    return PasswordCheck(matches, hash_password(password) if matches else None)


async def hash_password_queued(password: str) -> str:
    """`hash_password` in the worker. Raises AuthRefusal, 429, when the queue is full."""
    async with _worker_slot():
        return await asyncio.get_running_loop().run_in_executor(_worker, hash_password, password)


async def verify_password_queued(password: str, stored: str | None) -> PasswordCheck:
    async with _worker_slot():
        return await asyncio.get_running_loop().run_in_executor(_worker, verify_password, password, stored)


def hash_token(token: str) -> str:
    """The hash that the database stores of a random token, or of a rate limit's key."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_sign_in_slot_free(address: str, slots: int) -> bool:
    """Whether one of the `slots` of a network address is free."""
    return _signing_in[address] < slots


@contextmanager
def hold_sign_in_slot(address: str, slots: int) -> Iterator[None]:
    """Hold one of the `slots` that a network address has for signing in. Raises AuthRefusal, 429."""
    if not is_sign_in_slot_free(address, slots):
        raise _too_busy()
    _signing_in[address] += 1
    try:
        yield
    finally:
        _signing_in[address] -= 1
        if not _signing_in[address]:
            del _signing_in[address]


@asynccontextmanager
async def _worker_slot() -> AsyncIterator[None]:
    try:
        async with queue.slot(current_holder.get()):
            yield
    except CapacityExceeded as full:
        raise _too_busy() from full


def _too_busy() -> AuthRefusal:
    text = f"Too many people sign in at once. Try again in {RETRY_SECONDS} seconds."
    headers = {"Retry-After": str(RETRY_SECONDS)}
    return AuthRefusal(429, "over_request_rate_limit", text, headers=headers)
