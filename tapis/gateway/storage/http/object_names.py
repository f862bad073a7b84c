"""Names of objects and buckets, and how they are read from a path."""

import re

from starlette.convertors import Convertor, register_url_convertor

from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.images.formats import FORMATS, Format

# Supabase Storage, storage/limits.ts. Deliberately ASCII: front ends turn other letters into these.
OBJECT_NAME = re.compile(r"[\w/!.*'() &$@=;:+,?-]+", re.ASCII)
BUCKET_NAME = re.compile(r"[\w!.*'() &$@=;:+,?-]{1,100}", re.ASCII)
MAX_NAME_LENGTH = 1024


class _Rest(Convertor[str]):
    """Everything to the end of the path, line breaks included, so that they are refused and not cut off."""

    regex = r"(?s:.*)"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("rest", _Rest())


def check_object_name(name: str) -> None:
    """Raise `Invalid key` for a name with other characters, over 1,024 bytes, or with an odd segment."""
    segments = name.split("/")
    odd = any(segment in {"", ".", ".."} for segment in segments)
    if odd or len(name) > MAX_NAME_LENGTH or not OBJECT_NAME.fullmatch(name):
        raise storage_errors.invalid_key(name)


def check_extension(name: str, form: Format) -> None:
    """Raise a refusal for a name that ends as another format's files do. SQL demands some's."""
    extension = f".{name.rpartition('.')[2].lower()}"
    if extension not in form.suffixes and any(extension in other.suffixes for other in FORMATS):
        raise storage_errors.wrong_extension(form.name, form.suffixes)


def check_bucket_name(name: str) -> None:
    if not BUCKET_NAME.fullmatch(name) or name in {".", ".."}:
        raise storage_errors.invalid_key(name)
