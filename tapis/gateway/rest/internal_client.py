"""Reading as a visitor from inside the gateway: the same stages as over HTTP, and the same memory."""

from urllib.parse import urlsplit

from starlette.requests import Request

from tapis.gateway.context import Context, Read
from tapis.gateway.errors import RestRefusal
from tapis.gateway.rest.cached_reads import PREFIX
from tapis.gateway.rest.routes import Endpoint


def reader(context: Context, endpoint: Endpoint) -> Read:
    """A function that answers addresses such as `/rest/v1/products?select=heading`.

    It raises what a visitor would be refused with: RestRefusal, DatabaseAway.
    """

    async def read(address: str) -> bytes:
        parts = urlsplit(address)
        if not parts.path.startswith(PREFIX):
            raise RestRefusal(404, "PGRST125", "Invalid path specified in request URL")
        scope = {
            "type": "http",
            "method": "GET",
            "path": parts.path,
            "path_params": {"target": parts.path.removeprefix(PREFIX)},
            "query_string": parts.query.encode("ascii"),
            "headers": [(b"apikey", context.keyring.anon_key.encode())],
        }
        return bytes((await endpoint.answer(Request(scope))).body)

    return read
