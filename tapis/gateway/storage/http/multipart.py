"""A multipart form with one file, read as a stream.

The official client gives its file an empty field name, so any name will do: a part with a file name, or
without any name, is the file.
"""

from collections.abc import AsyncIterator

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from tapis.gateway.storage import storage_errors

MAX_PARTS = 20
MAX_FIELD_BYTES = 16_000
# Everything but the file: fields, part headers, boundaries.
MAX_FORM_BYTES = 200_000


class Form:
    """The fields read so far, and the file's bytes as they come."""

    def __init__(self, boundary: bytes, body: AsyncIterator[bytes]) -> None:
        self.fields: dict[str, str] = {}
        self._body = body
        self._parts = 0
        self._read = 0
        self._whole = False
        self._header_name = self._header_value = b""
        self._headers: dict[bytes, bytes] = {}
        self._field: tuple[str, bytearray] | None = None
        self._mimetype: str | None = None
        self._in_file = False
        self._file = bytearray()
        if not boundary:
            raise storage_errors.invalid_content_type()
        try:
            self._parser = MultipartParser(
                boundary,
                {
                    "on_part_begin": self._begin_part,
                    "on_header_field": self._take_header_name,
                    "on_header_value": self._take_header_value,
                    "on_header_end": self._end_header,
                    "on_headers_finished": self._open_part,
                    "on_part_data": self._take,
                    "on_part_end": self._end_part,
                    "on_end": self._end,
                },
            )
        except FormParserError as error:
            raise storage_errors.invalid_content_type() from error

    async def read_to_file(self) -> str:
        """Read up to the file's first bytes and return its declared MIME type, perhaps ''.

        Raises StorageRefusal for a form without a file, or no form.
        """
        while self._mimetype is None:
            await self._read_on()
            if self._whole and self._mimetype is None:
                raise storage_errors.no_content()
        return self.fields.get("contentType") or self._mimetype

    async def file_chunks(self) -> AsyncIterator[bytes]:
        """The file's bytes; afterwards all fields are read. Raises StorageRefusal if the form is cut off."""
        while True:
            if self._file:
                chunk = bytes(self._file)
                self._file.clear()
                yield chunk
            if self._whole:
                return
            await self._read_on()

    async def _read_on(self) -> None:
        chunk = await anext(self._body, None)
        if chunk is None:
            raise storage_errors.invalid("Unexpected end of form")
        before = len(self._file)
        try:
            self._parser.write(chunk)
        except FormParserError as error:
            raise storage_errors.invalid("Malformed form") from error
        self._read += len(chunk) - (len(self._file) - before)
        if self._read > MAX_FORM_BYTES:
            raise storage_errors.too_large()

    def _begin_part(self) -> None:
        self._parts += 1
        if self._parts > MAX_PARTS:
            raise storage_errors.invalid("The form has too many parts")
        self._headers = {}

    def _take_header_name(self, data: bytes, start: int, end: int) -> None:
        self._header_name += data[start:end]

    def _take_header_value(self, data: bytes, start: int, end: int) -> None:
        self._header_value += data[start:end]

    def _end_header(self) -> None:
        self._headers[self._header_name.lower()] = self._header_value
        self._header_name = self._header_value = b""

    def _open_part(self) -> None:
        _, options = parse_options_header(self._headers.get(b"content-disposition", b""))
        name = options.get(b"name", b"").decode("utf-8", "replace")
        if b"filename" not in options and name:
            self._field = (name, bytearray())
            return
        if self._mimetype is not None:
            raise storage_errors.invalid("The form has more than one file")
        self._mimetype = self._headers.get(b"content-type", b"").decode("latin-1")
        self._in_file = True

    def _take(self, data: bytes, start: int, end: int) -> None:
        if self._in_file:
            self._file += data[start:end]
        elif self._field:
            self._field[1].extend(data[start:end])
            if len(self._field[1]) > MAX_FIELD_BYTES:
                raise storage_errors.too_large()

    def _end_part(self) -> None:
        self._in_file = False
        if self._field:
            name, value = self._field
            self.fields[name] = value.decode("utf-8", "replace")
            self._field = None

    def _end(self) -> None:
        self._whole = True
