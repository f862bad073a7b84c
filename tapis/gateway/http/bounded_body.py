"""Request bodies that are read into memory, up to a number of bytes."""

from starlette.requests import Request


class BodyTooLarge(Exception):
    """The body has more bytes than are read."""


async def read_bounded(request: Request, most: int) -> bytes:
    """The whole body. Raises BodyTooLarge as soon as it exceeds `most` bytes, or ClientDisconnect."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise BodyTooLarge
    return bytes(body)
