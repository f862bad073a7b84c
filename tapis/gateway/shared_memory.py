"""What the workers of a server share; it is made before they are forked."""

from dataclasses import dataclass, field

from tapis.gateway.cache.content_version import SharedCounter
from tapis.gateway.tokens.revoked_sessions import RevokedSessions


@dataclass(frozen=True, slots=True)
class SharedMemory:
    content_version: SharedCounter = field(default_factory=SharedCounter)
    revoked_sessions: RevokedSessions = field(default_factory=RevokedSessions)
    stopping: SharedCounter = field(default_factory=SharedCounter)  # not 0: streams end
