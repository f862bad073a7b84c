"""Mails about events. Each has a Message-ID of its own for good, and a link that ends the mails.

Mail programs offer that link as a button of theirs (RFC 2369, RFC 8058). The mail about payment methods has
none: every administrator gets it.
"""

import re
from email.message import EmailMessage
from pathlib import Path

from tapis.gateway.mail.composition import Template, compose, sender_address
from tapis.gateway.notifications.due_messages import DueMessage
from tapis.gateway.notifications.notification_texts import TEXTS, render_message
from tapis.gateway.settings import Settings

LONGEST_LINE = 998  # of RFC 5322; an address that is broken into lines is encoded, and then no link any more
WITHOUT_UNSUBSCRIBE = "payment_method_changed"
UNSUBSCRIBE_LINE = re.compile(r".*\{unsubscribe\}.*\n")
TEMPLATE = Template.read(Path(__file__).parent, "notification")
TEMPLATE_WITHOUT_UNSUBSCRIBE = Template(
    UNSUBSCRIBE_LINE.sub("", TEMPLATE.page), UNSUBSCRIBE_LINE.sub("", TEMPLATE.plain)
)


def compose_notification(settings: Settings, message: DueMessage) -> EmailMessage:
    """The whole mail. Raises ValueError when no header can carry the address."""
    words = render_message(message.kind, message.language, message.record, message.facts)
    unsubscribe = f"{settings.origin}/unsubscribe?token={message.token}"
    fields = {
        "subject": f"{settings.brand.name}: {words.title}",
        "text": f"{words.text}\n\n{words.goods}".strip(),
        "button": words.button,
        "link": settings.origin + words.path,
        "unsubscribe": unsubscribe,
        **TEXTS[message.language]["every"],
    }
    template = TEMPLATE_WITHOUT_UNSUBSCRIBE if message.kind == WITHOUT_UNSUBSCRIBE else TEMPLATE
    mail = compose(settings, template, message.language, message.email, fields)
    mail.replace_header("Message-ID", f"<{message.id}@{sender_address(settings).domain}>")
    if message.kind != WITHOUT_UNSUBSCRIBE:
        mail.policy = mail.policy.clone(max_line_length=LONGEST_LINE)
        mail["List-Unsubscribe"] = f"<{unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail
