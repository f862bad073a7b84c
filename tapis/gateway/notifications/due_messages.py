"""A message that is due, as read from the database."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

PUSH = "push"
EMAIL_CHANNELS = ("mail", "digest")


@dataclass(frozen=True, slots=True)
class DueMessage:
    """A row of private.due_messages; `device` is its row of public.push_subscriptions."""

    id: UUID
    user_id: str
    channel: str
    kind: str
    record: str
    facts: dict[str, Any]
    email: str
    language: str
    token: UUID
    device: dict[str, str] | None
