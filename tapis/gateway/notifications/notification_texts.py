"""The title, text and link of a message, the same for mails and devices."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Language → kind of message → its texts; those of `every` are part of all mails.
TEXTS: Mapping[str, Mapping[str, Mapping[str, str]]] = tomllib.loads(
    Path(__file__).with_name("notification_texts.toml").read_text("utf-8")
)
REVIEW, AUDITION = "/admin/review", "/profile/audition-announcements"
ORDER = "/profile/transactions/{record}"
PAGES = {
    "order_received": ORDER,
    "order_accepted": ORDER,
    "order_sent": ORDER,
    "order_ready": ORDER,
    "order_finished": ORDER,
    "order_rejected": ORDER,
    "order_lapses": ORDER,
    "order_lapsed": ORDER,
    "order_cancelled": ORDER,
    "order_refunded": ORDER,
    "registration_received": AUDITION,
    "fee_accepted": AUDITION,
    "fee_rejected": AUDITION,
    "fee_refunded": AUDITION,
    "announcement_made": AUDITION,
    "casting_announced": AUDITION,
    "request_declined": AUDITION,
    "back_in_stock": "/products/{record:.8}",
    "digest": REVIEW,
    "order_to_review": REVIEW,
    "registration_to_review": REVIEW,
    "free_registration": "/admin/audition-registrations",
    "order_deleted": "/admin/dashboard",
    "order_cancelled_by_buyer": "/admin/dashboard",
    "payment_method_changed": "/admin/payment-methods",
}


@dataclass(frozen=True, slots=True)
class RenderedMessage:
    """`goods`: the items of an order, a line each; only for mails, as devices show one sentence."""

    title: str
    text: str
    goods: str
    button: str
    path: str


def render_message(kind: str, language: str, record: str, facts: Mapping[str, Any]) -> RenderedMessage:
    """Render the message about `record` with the `facts` from the database."""
    if kind == "registration_to_review" and facts.get("is_free"):
        kind = "free_registration"  # accepted at once
    elif kind == "order_sent" and facts.get("is_ready"):
        kind = "order_ready"  # its buyer picks it up
    texts = TEXTS[language][kind]
    values = {**facts, "number": record[:8].upper(), **_change_values(language, texts, facts)}
    values["heading"] = facts.get(f"heading_{language}", facts.get("heading"))
    text = texts["text"].format(**values)
    if facts.get("reason"):
        text = f"{text}\n{TEXTS[language]['every']['reason'].format(**values)}"
    title = texts["title"].format(**values)
    page = PAGES[kind].format(record=record)
    return RenderedMessage(title, text, _goods(language, facts), texts["button"], page)


def _goods(language: str, facts: Mapping[str, Any]) -> str:
    lines = list(facts.get("goods", []))
    if facts.get("goods_left"):
        lines.append(TEXTS[language]["every"]["goods_left"].format(**facts))
    if facts.get("delivery"):
        lines.append(facts["delivery"])
    return "\n".join(lines)


def _change_values(language: str, texts: Mapping[str, str], facts: Mapping[str, Any]) -> dict[str, str]:
    """For a changed payment method: the verb, the name of the page, and the labels of the fields."""
    if "changed" not in facts:
        return {}
    pages, fields = TEXTS[language]["pages"], TEXTS[language]["fields"]
    names = [fields.get(name, name) for name in facts["changed"]]
    page = pages.get(facts["page"], facts["page"])
    return {"action": texts[facts["action"]], "page": page, "changed": ", ".join(names)}
