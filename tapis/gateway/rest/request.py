"""Text → types: one HTTP request, parsed before the catalogue or the database is used."""

from dataclasses import dataclass

from starlette.requests import Request

from tapis.gateway.rest.parameters import Query, read_query
from tapis.gateway.rest.payload import Payload, read_body, read_payload
from tapis.gateway.rest.request_headers import (
    Media,
    Page,
    Preferences,
    check_profiles,
    read_accept,
    read_page,
    read_preferences,
)

READS = frozenset({"GET", "HEAD"})
WITH_BODY = frozenset({"POST", "PATCH"})


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """One request to a table or function; `payload` only where the method carries a body."""

    method: str
    target: str
    query: Query
    page: Page
    preferences: Preferences
    media: Media
    payload: Payload | None

    @property
    def reads(self) -> bool:
        return self.method in READS

    @property
    def bare(self) -> bool:
        return self.method == "HEAD"


async def read_request(request: Request, target: str, *, of_function: bool) -> ApiRequest:
    """Parse address, headers and body. Raises RestRefusal for whatever can't be parsed."""
    headers = request.headers
    check_profiles(headers.getlist("accept-profile") + headers.getlist("content-profile"))
    reads = request.method in READS
    query = read_query(request.scope["query_string"], of_function=of_function and reads)
    return ApiRequest(
        method=request.method,
        target=target,
        query=query,
        page=read_page(query.limit, query.offset, headers.get("range", "") if reads else ""),
        preferences=read_preferences(headers.getlist("prefer")),
        media=read_accept(headers.get("accept", "")),
        payload=await _payload(request, of_function=of_function) if request.method in WITH_BODY else None,
    )


async def _payload(request: Request, *, of_function: bool) -> Payload:
    body = await read_body(request)
    if of_function and not body:
        body = b"{}"
    return read_payload(body, request.headers.get("content-type", ""))
