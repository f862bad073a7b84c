"""Placeholders for a page's images until they are loaded: tiny images, made at upload, as CSS rules.

A rule needs no element and no script, and the loaded image covers it. Transparent images have none.
"""

import re
from urllib.parse import unquote

from tapis.gateway.database import STORAGE_SERVICE, Database
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.storage.http.request_values import is_storable_name

# Per page: each adds some 150 bytes before the page's content.
MAX_PLACEHOLDERS = 24
IMAGE = re.compile(r'"(?:https?://[^/"]+)?/storage/v1/render/image/public/([^/"?]+)/([^"?]+)\?')
# The end of a file's name, which identifies it, in characters that are safe in CSS.
NAME_END = re.compile(r"[\w.%-]{8,20}\Z", re.ASCII)
DATA_URL = re.compile(r"data:image/webp;base64,[A-Za-z0-9+/=]{1,200}")

queries = NamedQueries(__file__)


async def render_placeholders(database: Database, html: str) -> str:
    """A style sheet for the images of a page; empty without placeholders."""
    encoded_names = {(unquote(bucket), unquote(name)): name for bucket, name in IMAGE.findall(html)}
    images = [image for image in encoded_names if all(map(is_storable_name, image))][:MAX_PLACEHOLDERS]
    if not images:
        return ""
    pairs = tuple(map(list, zip(*images, strict=True)))
    found = await database.run(STORAGE_SERVICE, queries.find_placeholders, pairs, read_only=True)
    data_urls = {(bucket, name): data_url for bucket, name, data_url in found.rows}
    return "".join(_rule(encoded_names[image], data_urls.get(image)) for image in images)


def _rule(name: str, data_url: str | None) -> str:
    end = NAME_END.search(name[-20:])
    if end is None or not DATA_URL.fullmatch(data_url or ""):
        return ""
    return f'img[src*="{end[0]}"]{{background-image:url({data_url})}}'
