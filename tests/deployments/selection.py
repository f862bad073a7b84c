"""Which tests are asked of every setup, and which of them look at something that only this machine has."""

from collections.abc import Mapping

# Whatever is asked over HTTP; the other folders are about the embedded server, its processes and its files.
API = (
    "tests/auth",
    "tests/rest",
    "tests/storage",
    "tests/http",
    "tests/attacks",
    "tests/clients",
    "tests/pages",
    "tests/test_access.py",
    "tests/test_access_files.py",
    "tests/test_content_version.py",
    "tests/test_database.py",
    "tests/test_every_response.py",
    "tests/test_orders.py",
)

OWN_SHOP = "opens a shop of its own in a folder of this machine"
NO_SHOP = "asks no shop at all"
FILES = "looks into the data folder, where pictures lie on one machine only"
VARIANTS = "looks into the folder of smaller pictures, which each gateway has for itself"
WIRE = "speaks to the gateway's own HTTP server, byte by byte; nginx answers in its own words"
PROCESS = "looks at the memory of the one process that has this data folder"
ADDRESS = "is about a shop whose address nobody has set; behind a proxy somebody must"

# A test, with the words in brackets or for all of them, or a file → why it stays at home when the shop is far away.
FAR: Mapping[str, str] = {
    "tests/auth/test_mails.py": OWN_SHOP,
    "tests/auth/test_key_rotation.py": OWN_SHOP,
    "tests/http/test_metrics_and_logs.py": OWN_SHOP,
    "tests/http/test_slow.py": WIRE,
    "tests/http/test_smuggling.py": WIRE,
    "tests/http/test_limits.py": WIRE,
    "tests/attacks/test_parsing.py": WIRE,
    "tests/storage/test_only_pictures.py::test_W3_endless_chunks_end": WIRE,
    "tests/rest/test_refusals.py::test_X2_other_methods_are_refused[TRACE]": WIRE,
    "tests/rest/test_hostile.py::test_W5_no_name_of_a_table_breaks_the_answer[things%00]": WIRE,
    "tests/rest/test_hostile.py::test_W5_no_name_of_a_table_breaks_the_answer[%00]": WIRE,
    "tests/storage/test_blob_store.py": NO_SHOP,
    "tests/storage/test_storage_url.py": NO_SHOP,
    "tests/storage/test_removal.py": FILES,
    "tests/storage/test_names.py::test_W3_names_on_the_disk_are_ours": FILES,
    "tests/storage/test_reading.py::test_W4_a_picture_whose_bytes_are_lost_says_so_and_is_not_cached": FILES,
    "tests/storage/test_upload.py::test_W3_two_at_once_make_one_picture": FILES,
    "tests/storage/test_variant_queue.py": VARIANTS,
    "tests/storage/test_variants.py::test_P7_fifty_visitors_at_once_have_one_variant_made": VARIANTS,
    "tests/storage/test_only_pictures.py::test_W3_bombs_are_refused_within_a_second_and_bounded_memory": PROCESS,
    "tests/storage/test_only_pictures.py::test_W3_what_unpacks_to_gigabytes_is_never_unpacked": PROCESS,
    "tests/storage/test_only_pictures.py::test_W3_a_client_that_leaves_half_way_leaves_nothing": PROCESS,
    "tests/attacks/test_files.py::test_files_bombs_all_at_once_are_refused_in_bounded_memory": PROCESS,
    "tests/pages/test_static_files.py::test_the_shell_tells_the_browser_the_public_key_and_the_brand_and_no_secret": ADDRESS,
}
# There is one gateway, and its pictures lie in a folder as at home; only the database is elsewhere.
NEAR: Mapping[str, str] = {
    "tests/auth/test_mails.py": OWN_SHOP,
    "tests/auth/test_key_rotation.py": OWN_SHOP,
    "tests/http/test_metrics_and_logs.py": OWN_SHOP,
    "tests/storage/test_blob_store.py": NO_SHOP,
    "tests/storage/test_storage_url.py": NO_SHOP,
}
AT_HOME: Mapping[str, Mapping[str, str]] = {"far16": FAR, "far18": FAR, "pooled": NEAR, "hosted": NEAR}


def why_at_home(setup: str, node: str) -> str:
    """Why a test (by its pytest name) is not asked of a setup; '' if it is."""
    reasons = AT_HOME.get(setup, {})
    places = (node, node.partition("[")[0], node.partition("::")[0])
    return next((reasons[place] for place in places if place in reasons), "")
