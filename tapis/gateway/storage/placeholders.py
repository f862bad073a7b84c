"""What stands in a picture's box until it comes: a few dozen bytes, known since the upload, as style rules.

A rule needs no element and no script, and the picture covers it when it is there. Pictures that came before
their placeholders were kept, or that can be seen through, have none: their box shows the page's own tint.
"""

import re
from collections.abc import Awaitable, Callable
from urllib.parse import unquote

from tapis.gateway.context import Context
from tapis.gateway.database import STORAGE_SERVICE
from tapis.gateway.storage.http.json_body import storable

# The first of a page: each costs some 150 bytes before the page's own words.
MOST = 24
SHOWN = re.compile(r'"(?:https?://[^/"]+)?/storage/v1/render/image/public/([^/"?]+)/([^"?]+)\?')
# The end of a file's name, which tells it from others, in letters that mean nothing in a style sheet.
TAIL = re.compile(r"[\w.%-]{8,20}\Z", re.ASCII)
ADDRESS = re.compile(r"data:image/webp;base64,[A-Za-z0-9+/=]{1,200}")
FIND = """
select object.bucket_id, object.name, object.metadata ->> 'placeholder'
from storage.objects object join storage.buckets bucket on bucket.id = object.bucket_id and bucket.public
where (object.bucket_id, object.name) in (select * from unnest($1::text[], $2::text[]))
"""


def placeholders(context: Context) -> Callable[[str], Awaitable[str]]:
    """A function from a page's HTML to a style sheet for the pictures in it; empty when nothing is known."""

    async def style(html: str) -> str:
        shown = {(unquote(bucket), unquote(name)): name for bucket, name in SHOWN.findall(html)}
        places = [place for place in shown if all(map(storable, place))][:MOST]
        if not places:
            return ""
        buckets, names = map(list, zip(*places, strict=True))
        found = await context.database.run(STORAGE_SERVICE, FIND, (buckets, names), read_only=True)
        known = {(bucket, name): address for bucket, name, address in found.rows}
        return "".join(_rule(shown[place], known.get(place)) for place in places)

    return style


def _rule(written: str, address: str | None) -> str:
    tail = TAIL.search(written[-20:])
    if tail is None or not ADDRESS.fullmatch(address or ""):
        return ""
    return f'img[src*="{tail[0]}"]{{background-image:url({address})}}'
