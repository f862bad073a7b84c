"""The prepared sizes of a shop's public images: which are missing, and having them made."""

import time

import httpx

from tapis.gateway.storage.images.formats import BY_MIMETYPE
from tapis.gateway.storage.images.resize import list_prepared_options
from tapis.gateway.storage.images.transform_options import TransformOptions
from tapis.gateway.storage.variants.variant_files import VariantFiles
from tests.conftest import Shop

PUBLIC = """
select name, version, metadata->>'mimetype' from storage.objects
where not private.is_personal(bucket_id, name) and metadata ? 'mimetype'
"""


def missing_sizes(shop: Shop) -> dict[str, TransformOptions]:
    """The images that lack any, with one that they lack."""
    files, found = VariantFiles(shop.data / "variants"), dict[str, TransformOptions]()
    for name, version, mimetype in shop.sql(PUBLIC):
        for options in list_prepared_options(BY_MIMETYPE[mimetype]):
            if files.find(version, options) is None:
                found[name] = options
    return found


def make_missing_sizes(shop: Shop) -> None:
    """Ask for one of each image, with which the others come, until all are there."""
    while missing := missing_sizes(shop):
        for name, options in missing.items():
            address = f"{shop.url}/storage/v1/render/image/public/tapis/{name}?width={options.width}"
            httpx.get(address, headers={"Accept": options.form.mimetype}, timeout=300).raise_for_status()
        time.sleep(1)
