"""Reading as a visitor from inside the gateway: the same stages as over HTTP, without HTTP."""

from urllib.parse import urlsplit

from starlette.requests import Request

from tapis.context import Context, Read
from tapis.errors import RestRefusal
from tapis.rest.routes import TABLE, Endpoint
from tapis.rest.schema import Schema

PREFIX = "/rest/v1/"


def reader(context: Context) -> Read:
    """A function that answers addresses such as `/rest/v1/products?select=heading`.

    It raises what a visitor would be refused with: RestRefusal, DatabaseAway.
    """
    endpoint = Endpoint(context, Schema(context.database), TABLE, of_function=False)

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
            "headers": [],
        }
        return bytes((await endpoint.answer(Request(scope))).body)

    return read
