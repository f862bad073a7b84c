"""Every way in which the file service says no, word for word as its clients know it (Supabase Storage)."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import psycopg

from tapis.gateway.errors import NO_ROOM, StorageRefusal, storage_refusal
from tapis.gateway.storage.images.validation import ImageRefused


def no_such_bucket() -> StorageRefusal:
    """The bucket is unknown, or private to whoever asks."""
    return StorageRefusal(404, "Bucket not found", "NoSuchBucket", "Bucket not found")


def no_such_object() -> StorageRefusal:
    """The object is unknown, or hidden by a policy: the two look alike."""
    return StorageRefusal(404, "not_found", "NoSuchKey", "Object not found")


def bytes_missing() -> StorageRefusal:
    """The object is known and its bytes are not where they should be."""
    return StorageRefusal(404, "Not found", "NoSuchKey", "The resource was not found")


def already_exists() -> StorageRefusal:
    """The name is taken; nothing is ever overwritten."""
    return StorageRefusal(409, "Duplicate", "KeyAlreadyExists", "The resource already exists")


def bucket_exists() -> StorageRefusal:
    """A bucket of this name is there."""
    return StorageRefusal(409, "Duplicate", "BucketAlreadyExists", "The resource already exists")


def bucket_not_empty() -> StorageRefusal:
    """Only an empty bucket can go."""
    text = "The bucket you tried to delete is not empty"
    return StorageRefusal(409, "ResourceNotEmpty", "ResourceNotEmpty", text)


def too_large(text: str = "The object exceeded the maximum allowed size") -> StorageRefusal:
    """More bytes, or more pixels, than are taken."""
    return StorageRefusal(413, "Payload too large", "EntityTooLarge", text)


def type_not_supported(mimetype: str) -> StorageRefusal:
    """Not a picture of a type that is taken; an iPhone's own format gets a way out."""
    text = f"mime type {mimetype} is not supported"
    if mimetype in {"image/heic", "image/heif"}:
        text += ": please send a JPEG or PNG"
    return StorageRefusal(415, "invalid_mime_type", "InvalidMimeType", text)


def type_not_understood() -> StorageRefusal:
    """The Content-Type header cannot be read."""
    return StorageRefusal(415, "invalid_mime_type", "InvalidMimeType", "Invalid Content-Type header")


def denied(text: str = "new row violates row-level security policy") -> StorageRefusal:
    """The caller may not do this, or is not believed."""
    return StorageRefusal(403, "Unauthorized", "AccessDenied", text)


def invalid_key(name: str) -> StorageRefusal:
    """A name that no object may have."""
    text = f"Invalid key: {name.encode(errors='replace').decode()}"  # lone surrogates can't be answered
    return StorageRefusal(400, "InvalidKey", "InvalidKey", text)


def wrong_extension(form: str, suffixes: Iterable[str]) -> StorageRefusal:
    """The name says that the file is an image of another format than it is."""
    text = f"The file is a {form.upper()} image, so its name must end in {' or '.join(suffixes)}"
    return StorageRefusal(400, "InvalidKey", "InvalidKey", text)


def no_content() -> StorageRefusal:
    """Nothing was uploaded."""
    return StorageRefusal(400, "InvalidRequest", "InvalidRequest", "No content provided")


def invalid(text: str) -> StorageRefusal:
    """The request does not fit its schema."""
    return StorageRefusal(400, "Error", "InvalidRequest", text)


def invalid_range(size: int) -> StorageRefusal:
    """No such part of this file; the answer tells its size in bytes."""
    headers = {"Content-Range": f"bytes */{size}"}
    return StorageRefusal(416, "invalid_range", "InvalidRange", "invalid range provided", headers)


def not_renderable() -> StorageRefusal:
    """The stored bytes cannot be made into a picture of another size."""
    text = "The source image is invalid or unsupported for rendering"
    return StorageRefusal(400, "InvalidRequest", "InvalidRequest", text)


def busy() -> StorageRefusal:
    """Too many pictures wait to be made; asking again soon is right."""
    text = "Too many pictures are being made right now. Please try again."
    return StorageRefusal(503, "SlowDown", "SlowDown", text, {"Retry-After": "2"})


def too_many_uploads() -> StorageRefusal:
    """One person, or one network address, has as many uploads under way as it may."""
    text = "Too many uploads at once. Please wait until some are done."
    return StorageRefusal(429, "SlowDown", "SlowDown", text, {"Retry-After": "2"})


def too_many_renders() -> StorageRefusal:
    """One network address, or all together, wait for as many variants as they may."""
    text = "Too many image sizes are being rendered. Please try again."
    return StorageRefusal(429, "SlowDown", "SlowDown", text, {"Retry-After": "2"})


def client_gone() -> StorageRefusal:
    """The client closed its connection before the answer."""
    return invalid("The client closed the connection")


def too_slow() -> StorageRefusal:
    """The body of an upload does not arrive."""
    text = "The upload took too long to arrive. Please try again with a better connection."
    return StorageRefusal(408, "RequestTimeout", "RequestTimeout", text)


def disk_full() -> StorageRefusal:
    """There is no room for what was sent."""
    return StorageRefusal(507, "Insufficient Storage", "InsufficientStorage", NO_ROOM)


def not_offered(what: str) -> StorageRefusal:
    """A part of the protocol that this server leaves out on purpose."""
    return StorageRefusal(501, "NotImplemented", "NotImplemented", f"{what} is not offered by this server")


def image_refused(refused: ImageRefused) -> StorageRefusal:
    """What validation found, as the file service says it."""
    match refused.kind:
        case "type_not_supported":
            return type_not_supported(refused.text)
        case "too_large":
            return too_large(refused.text)
        case "invalid":
            return invalid(refused.text)


@contextmanager
def judged_by_database() -> Iterator[None]:
    """Turn the database's own refusal, inside this block, into the file service's."""
    try:
        yield
    except psycopg.Error as error:
        raise storage_refusal(error) from error
