"""The errors of the storage API, with the codes and messages of Supabase Storage."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial

import psycopg

from tapis.gateway.errors import DISK_FULL, DISK_FULL_MESSAGE, INTERNAL_ERROR_MESSAGE, StorageRefusal
from tapis.gateway.storage.images.validation import ImageRefused

RETRY_SOON = {"Retry-After": "2"}
# The messages of jose, the token library of Supabase Storage; other reasons have the gateway's.
TOKEN_TEXTS = {
    "empty": "Invalid Compact JWS",
    "parts": "Invalid Compact JWS",
    "malformed": "Invalid Compact JWS",
    "signature": "signature verification failed",
    "expired": '"exp" claim timestamp check failed',
    "early": '"nbf" claim timestamp check failed',
    "audience": 'unexpected "aud" claim value',
    "issuer": 'unexpected "iss" claim value',
}
_slow_down = partial(StorageRefusal, error="SlowDown", code="SlowDown", headers=RETRY_SOON)

no_such_bucket = partial(StorageRefusal, 404, "Bucket not found", "NoSuchBucket", "Bucket not found")
# Missing, or hidden by a policy: indistinguishable for clients.
no_such_object = partial(StorageRefusal, 404, "not_found", "NoSuchKey", "Object not found")
# The row exists, but the bytes are not in the blob store.
bytes_missing = partial(StorageRefusal, 404, "Not found", "NoSuchKey", "The resource was not found")
bucket_exists = partial(
    StorageRefusal, 409, "Duplicate", "BucketAlreadyExists", "The resource already exists"
)
bucket_not_empty = partial(
    StorageRefusal, 409, "ResourceNotEmpty", "ResourceNotEmpty", "The bucket you tried to delete is not empty"
)
invalid_content_type = partial(
    StorageRefusal, 415, "invalid_mime_type", "InvalidMimeType", "Invalid Content-Type header"
)
invalid_signature = partial(
    StorageRefusal, 400, "InvalidSignature", "InvalidSignature", "The url do not match the signature"
)
no_content = partial(StorageRefusal, 400, "InvalidRequest", "InvalidRequest", "No content provided")
not_renderable = partial(
    StorageRefusal,
    400,
    "InvalidRequest",
    "InvalidRequest",
    "The source image is invalid or unsupported for rendering",
)
disk_full = partial(StorageRefusal, 507, "Insufficient Storage", "InsufficientStorage", DISK_FULL_MESSAGE)
busy = partial(_slow_down, 503, message="Too many images are being processed right now. Please try again.")
too_many_uploads = partial(
    _slow_down, 429, message="Too many uploads at once. Please wait until some are done."
)
too_many_renders = partial(
    _slow_down, 429, message="Too many image sizes are being rendered. Please try again."
)
too_slow = partial(
    StorageRefusal,
    408,
    "RequestTimeout",
    "RequestTimeout",
    "The upload took too long to arrive. Please try again with a better connection.",
)


def too_large(text: str = "The object exceeded the maximum allowed size") -> StorageRefusal:
    return StorageRefusal(413, "Payload too large", "EntityTooLarge", text)


def type_not_supported(mimetype: str) -> StorageRefusal:
    """Not an accepted image format; for the iPhone's formats the message says what to do."""
    text = f"mime type {mimetype} is not supported"
    if mimetype in {"image/heic", "image/heif"}:
        text += ": please send a JPEG or PNG"
    return StorageRefusal(415, "invalid_mime_type", "InvalidMimeType", text)


def access_denied(text: str) -> StorageRefusal:
    return StorageRefusal(403, "Unauthorized", "AccessDenied", text)


def invalid_key(name: str) -> StorageRefusal:
    """An invalid name; lone surrogates in it are replaced, as they can't be encoded."""
    text = f"Invalid key: {name.encode(errors='replace').decode()}"
    return StorageRefusal(400, "InvalidKey", "InvalidKey", text)


def wrong_extension(form: str, suffixes: Iterable[str]) -> StorageRefusal:
    text = f"The file is a {form.upper()} image, so its name must end in {' or '.join(suffixes)}"
    return StorageRefusal(400, "InvalidKey", "InvalidKey", text)


def invalid_token(text: str) -> StorageRefusal:
    """An invalid token of a signed URL; the code is Supabase Storage's."""
    return StorageRefusal(400, "InvalidJWT", "InvalidJWT", text)


def invalid_request(text: str) -> StorageRefusal:
    return StorageRefusal(400, "Error", "InvalidRequest", text)


def range_not_satisfiable(size: int) -> StorageRefusal:
    """The range is not within the file of `size` bytes."""
    headers = {"Content-Range": f"bytes */{size}"}
    return StorageRefusal(416, "invalid_range", "InvalidRange", "invalid range provided", headers)


def unsupported_feature(what: str) -> StorageRefusal:
    return StorageRefusal(501, "NotImplemented", "NotImplemented", f"{what} is not offered by this server")


def image_refused(refused: ImageRefused) -> StorageRefusal:
    match refused.kind:
        case "type_not_supported":
            return type_not_supported(refused.text)
        case "too_large":
            return too_large(refused.text)
        case "invalid":
            return invalid_request(refused.text)


def to_storage_refusal(error: psycopg.Error) -> StorageRefusal:
    message = error.diag.message_primary or INTERNAL_ERROR_MESSAGE
    if error.sqlstate == "42501" or error.diag.message_hint == "recent_sign_in":
        if message.startswith("new row violates row-level security"):
            message = "new row violates row-level security policy"
        return StorageRefusal(403, "Unauthorized", "AccessDenied", message)
    if error.sqlstate == "23505":
        return StorageRefusal(409, "Duplicate", "KeyAlreadyExists", "The resource already exists")
    if error.diag.message_hint == "name_extension":
        return StorageRefusal(400, "InvalidKey", "InvalidKey", message)
    if error.diag.message_hint == "quota":
        return StorageRefusal(429, "QuotaExceeded", "QuotaExceeded", message)
    if error.sqlstate == DISK_FULL:
        return disk_full()
    return StorageRefusal(500, "Internal", "DatabaseError", INTERNAL_ERROR_MESSAGE)


@contextmanager
def translate_database_errors() -> Iterator[None]:
    """Translate database errors in this block into errors of the storage API."""
    try:
        yield
    except psycopg.Error as error:
        raise to_storage_refusal(error) from error
