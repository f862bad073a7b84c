"""What a command did that belongs in the security log."""

import logging

from tapis.gateway import security_log
from tapis.gateway.logs import JsonLinesFormatter


def log_security_event(event: str, **details: str) -> None:
    """Log a security event to standard error, in the gateway's format."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLinesFormatter())
    security_log.log.addHandler(handler)
    security_log.log.setLevel(logging.INFO)
    security_log.log.propagate = False
    security_log.log_event(event, by="command line", **details)
