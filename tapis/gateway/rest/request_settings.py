"""What functions and policies may read of the request: request.method, .path, .headers and .cookies.

Without the key and the token: what they say is in request.jwt.claims, and SQL has no use for the credentials.
"""

import json

from starlette.requests import Request

from tapis.gateway.database import RequestSettings

PREFIX = "/rest/v1"
KEYS = frozenset({b"authorization", b"apikey"})


def request_settings(request: Request) -> RequestSettings:
    """Method, path below the service, headers and cookies, the last two as JSON."""
    scope, headers, cookies = request.scope, dict[str, str](), dict[str, str]()
    for name, value in scope["headers"]:
        if name == b"cookie":
            cookies = request.cookies
        elif name not in KEYS:
            headers[name.decode("latin-1")] = value.decode("latin-1")
    path = scope["path"].removeprefix(PREFIX)
    return (
        request.method.encode(),
        path.encode("utf-8", "replace"),
        json.dumps(headers).encode(),
        json.dumps(cookies).encode() if cookies else b"{}",
    )
