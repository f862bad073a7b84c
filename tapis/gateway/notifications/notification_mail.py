"""Notification mails. Each has a permanent Message-ID and an unsubscribe link.

Mail programs show that link as a button (RFC 2369, RFC 8058). The mail about payment methods has none: every
administrator gets it.
"""

import re
from email.message import EmailMessage
from pathlib import Path

from tapis.gateway.mail.composition import MailTemplate, compose_mail, sender_address
from tapis.gateway.notifications.due_messages import DueMessage
from tapis.gateway.notifications.notification_texts import TEXTS, render_message
from tapis.gateway.settings import Settings

MAX_LINE_LENGTH = 998  # RFC 5322; a folded URL would be encoded, and no longer be a link
WITHOUT_UNSUBSCRIBE = "payment_method_changed"
UNSUBSCRIBE_LINE = re.compile(r".*\{unsubscribe\}.*\n")
TEMPLATE = MailTemplate.read(Path(__file__).parent, "notification")
TEMPLATE_WITHOUT_UNSUBSCRIBE = MailTemplate(
    UNSUBSCRIBE_LINE.sub("", TEMPLATE.page), UNSUBSCRIBE_LINE.sub("", TEMPLATE.plain)
)


def compose_notification(settings: Settings, message: DueMessage) -> EmailMessage:
    """Compose the mail. Raises ValueError when the address is no valid header value."""
    rendered = render_message(message.kind, message.language, message.record, message.facts)
    unsubscribe = f"{settings.origin}/unsubscribe?token={message.token}"
    fields = {
        "subject": f"{settings.brand.name}: {rendered.title}",
        "text": f"{rendered.text}\n\n{rendered.goods}".strip(),
        "button": rendered.button,
        "link": settings.origin + rendered.path,
        "unsubscribe": unsubscribe,
        **TEXTS[message.language]["every"],
    }
    template = TEMPLATE_WITHOUT_UNSUBSCRIBE if message.kind == WITHOUT_UNSUBSCRIBE else TEMPLATE
    mail = compose_mail(settings, template, message.language, message.email, fields)
    mail.replace_header("Message-ID", f"<{message.id}@{sender_address(settings).domain}>")
    if message.kind != WITHOUT_UNSUBSCRIBE:
        mail.policy = mail.policy.clone(max_line_length=MAX_LINE_LENGTH)
        mail["List-Unsubscribe"] = f"<{unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail
