"""The caller of a request to the data API."""

from starlette.requests import Request

from tapis.gateway.context import Context
from tapis.gateway.database import Caller
from tapis.gateway.errors import RestRefusal
from tapis.gateway.http.api_key import require_api_key
from tapis.gateway.tokens.claims import TokenRefused

# Reasons of a refused token with code PGRST301; all others concern its claims.
DECODE_FAILURES = frozenset({"empty", "parts", "malformed", "signature"})
NO_MATCHING_KEY = "None of the keys was able to decode the JWT"


def identify_caller(http: Request, context: Context) -> Caller:
    """The caller by API key and bearer token. Raises GatewayRefusal or RestRefusal PGRST301/303, 401."""
    apikey = require_api_key(http, context.keyring)
    try:
        return context.keyring.caller(http.headers.get("authorization"), apikey)
    except TokenRefused as refused:
        raise RestRefusal(
            401,
            "PGRST301" if refused.reason in DECODE_FAILURES else "PGRST303",
            refused.text,
            NO_MATCHING_KEY if refused.reason == "signature" else None,
            headers={"WWW-Authenticate": f'Bearer error="invalid_token", error_description="{refused.text}"'},
        ) from refused
