"""Which tests run in every deployment, and which need something that only the embedded one has."""

from collections.abc import Mapping

# Tests over HTTP; the other folders test the embedded server, its processes and files.
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
NO_SHOP = "uses no shop"
FILES = "reads the data folder, which holds no images with a bucket"
VARIANTS = "reads the folder of variants, which each gateway has for itself"
WIRE = "sends raw bytes to the gateway's HTTP server; nginx would answer them itself"
PROCESS = "measures the memory of the process with this data folder"
ADDRESS = "needs a shop without TAPIS_SITE_URL; behind a proxy it is set"

# A test, with or without its parameters, or a file → why it is skipped with an external database and bucket.
CLUSTER: Mapping[str, str] = {
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
    "tests/pages/test_addresses.py::test_Y34_robots_are_told_that_an_address_has_no_page_and_people_still_get_the_shop[/%E0%A4%A]": WIRE,
    "tests/storage/test_blob_store.py": NO_SHOP,
    "tests/storage/test_storage_url.py": NO_SHOP,
    "tests/storage/test_removal.py": FILES,
    "tests/storage/test_identity.py::test_Z9_a_shop_and_its_own_pictures_know_each_other": FILES,
    "tests/storage/test_names.py::test_W3_names_on_the_disk_are_ours": FILES,
    "tests/storage/test_reading.py::test_W4_an_image_without_bytes_is_answered_404_and_not_cached": FILES,
    "tests/storage/test_upload.py::test_W3_two_at_once_make_one_picture": FILES,
    "tests/storage/test_prepared_sizes.py": VARIANTS,
    "tests/storage/test_variants.py::test_P7_fifty_requests_at_once_render_one_variant": VARIANTS,
    "tests/storage/test_variants.py::test_W4_clients_that_leave_delay_no_others": VARIANTS,
    "tests/storage/test_variants.py::test_W4_toms_own_image_has_two_sizes_that_are_made_when_somebody_looks": VARIANTS,
    "tests/storage/test_validation_cost.py": PROCESS,
    "tests/storage/test_only_pictures.py::test_W3_bombs_are_refused_in_bounded_memory": PROCESS,
    "tests/storage/test_only_pictures.py::test_W3_what_unpacks_to_gigabytes_is_never_unpacked": PROCESS,
    "tests/storage/test_only_pictures.py::test_W3_a_client_that_leaves_half_way_leaves_nothing": PROCESS,
    "tests/attacks/test_files.py::test_files_bombs_all_at_once_are_refused_in_bounded_memory": PROCESS,
    "tests/pages/test_static_files.py::test_the_shell_tells_the_browser_the_public_key_and_the_brand_and_no_secret": ADDRESS,
}
# One gateway with images in its folder; only the database is external.
ONE_GATEWAY: Mapping[str, str] = {
    "tests/auth/test_mails.py": OWN_SHOP,
    "tests/auth/test_key_rotation.py": OWN_SHOP,
    "tests/http/test_metrics_and_logs.py": OWN_SHOP,
    "tests/storage/test_blob_store.py": NO_SHOP,
    "tests/storage/test_storage_url.py": NO_SHOP,
}
SKIPPED: Mapping[str, Mapping[str, str]] = {
    "cluster16": CLUSTER,
    "cluster18": CLUSTER,
    "pooled": ONE_GATEWAY,
    "hosted": ONE_GATEWAY,
}


def skip_reason(setup: str, node: str) -> str:
    """Why a test (by its pytest name) is skipped in a deployment; '' if it runs."""
    reasons = SKIPPED.get(setup, {})
    places = (node, node.partition("[")[0], node.partition("::")[0])
    return next((reasons[place] for place in places if place in reasons), "")
