"""Reading images: by address, in part, conditionally, and with which headers."""

import httpx
import pytest

from tapis.gateway.http.security_headers import STORED_FILE_POLICY
from tests.auth.conftest import wait_until
from tests.conftest import Shop
from tests.storage.conftest import Person, make_object_name, parse_refusal
from tests.storage.sample_images import noise, photo

MISSING = ("404", "not_found", "NoSuchKey", "Object not found")
NO_BUCKET = ("404", "Bucket not found", "NoSuchBucket", "Bucket not found")


@pytest.fixture(scope="module")
def picture(people: dict[str, Person]) -> str:
    """The name of a picture as large as a phone's."""
    return people["ada"].upload(noise(2))


def test_W4_an_image_is_served_with_its_caching_and_security_headers(anna: Person, picture: str) -> None:
    answer = anna.read(picture)
    size = len(answer.content)
    expected = {
        "content-type": "image/jpeg",
        "content-length": str(size),
        "cache-control": "max-age=3600",
        "accept-ranges": "bytes",
        "x-content-type-options": "nosniff",
        "x-robots-tag": "none",
        "content-security-policy": STORED_FILE_POLICY,
        "cross-origin-resource-policy": "cross-origin",
    }
    assert answer.status_code == 200
    assert expected.items() <= answer.headers.items()
    assert answer.headers["etag"].startswith('"')
    assert answer.headers["last-modified"].endswith(" GMT")
    head = anna.http.head(f"/object/public/tapis/{picture}")
    assert (head.status_code, head.content) == (200, b"")
    assert {name: head.headers[name] for name in expected} == expected
    assert head.headers["etag"] == answer.headers["etag"]


def test_W4_anna_needs_no_key_and_every_path_serves_the_same_bytes(
    anna: Person, ada: Person, picture: str
) -> None:
    bare = f"{anna.http.base_url}object"
    ways = [httpx.get(f"{bare}/public/tapis/{picture}"), httpx.get(f"{bare}/tapis/{picture}")]
    ways.append(ada.http.get(f"/object/authenticated/tapis/{picture}"))
    assert [way.status_code for way in ways] == [200] * 3
    assert len({way.content for way in ways}) == 1
    assert ways[2].headers["cache-control"] == "private, no-store"


def test_W4_a_conditional_request_for_an_unchanged_image_is_answered_304(anna: Person, picture: str) -> None:
    known = anna.read(picture).headers
    for condition in (
        {"if-none-match": known["etag"]},
        {"if-none-match": f'"other", W/{known["etag"]}'},
        {"if-none-match": "*"},
        {"if-modified-since": known["last-modified"]},
    ):
        answer = anna.read(picture, **condition)
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["etag"] == known["etag"]
        assert answer.headers["cache-control"] == known["cache-control"]
    for condition in (
        {"if-none-match": '"other"'},
        {"if-none-match": '"other"', "if-modified-since": known["last-modified"]},
        {"if-modified-since": "Sat, 01 Jan 2000 00:00:00 GMT"},
        {"if-modified-since": "yesterday"},
    ):
        assert anna.read(picture, **condition).status_code == 200


@pytest.mark.parametrize(
    ("requested", "start", "end"),
    [
        ("0-0", 0, 1),
        ("10-19", 10, 20),
        ("100-", 100, None),
        ("-7", -7, None),
        ("-99999999999", 0, None),
        ("5-999999999999", 5, None),
    ],
)
def test_W4_a_range_of_an_image(
    anna: Person, picture: str, requested: str, start: int, end: int | None
) -> None:
    whole = anna.read(picture).content
    answer = anna.read(picture, range=f"bytes={requested}")
    part = whole[start:end]
    first = start % len(whole) if start < 0 else start
    assert (answer.status_code, answer.content) == (206, part)
    assert answer.headers["content-range"] == f"bytes {first}-{first + len(part) - 1}/{len(whole)}"
    assert answer.headers["content-length"] == str(len(part))


@pytest.mark.parametrize(
    "requested",
    [
        "bytes=9-3",
        "bytes=999999999-",
        "bytes=-0",
        "bytes=-",
        "bytes=a-b",
        "lines=1-2",
        "bytes=0-1,5-6",
        "bytes=" + ",".join(["0-0"] * 1000),
        "bytes=" + "9" * 400 + "-",
    ],
)
def test_W4_invalid_ranges_are_refused(anna: Person, picture: str, requested: str) -> None:
    answer = anna.read(picture, range=requested)
    assert answer.status_code == 416
    assert parse_refusal(answer) == ("416", "invalid_range", "InvalidRange", "invalid range provided")


def test_W4_a_range_of_a_changed_image_is_the_whole_image(anna: Person, picture: str) -> None:
    etag = anna.read(picture).headers["etag"]
    assert anna.read(picture, range="bytes=0-9", **{"if-range": etag}).status_code == 206
    assert anna.read(picture, range="bytes=0-9", **{"if-range": '"other"'}).status_code == 200


def test_W4_a_range_with_the_date_of_the_image_is_one_range_too(anna: Person, picture: str) -> None:
    dated = {"if-range": anna.read(picture).headers["last-modified"]}
    assert anna.read(picture, range="bytes=0-9", **dated).status_code == 206
    for requested in ("bytes=0-1,5-6", "bytes=9-3", "lines"):
        answer = anna.read(picture, range=requested, **dated)
        assert answer.status_code == 416
        assert parse_refusal(answer) == ("416", "invalid_range", "InvalidRange", "invalid range provided")


@pytest.mark.parametrize(
    ("requested", "disposition"),
    [
        ("download", "attachment;"),
        ("download=", "attachment;"),
        ("download=x%20y.jpg", "attachment; filename=x%20y.jpg; filename*=UTF-8''x%20y.jpg"),
        (
            "download=a%0D%0ASet-Cookie:b",
            "attachment; filename=a%0D%0ASet-Cookie%3Ab; filename*=UTF-8''a%0D%0ASet-Cookie%3Ab",
        ),
    ],
)
def test_W4_a_download_has_a_content_disposition(
    anna: Person, picture: str, requested: str, disposition: str
) -> None:
    answer = anna.http.get(f"/object/public/tapis/{picture}?{requested}")
    assert answer.headers["content-disposition"] == disposition
    assert "set-cookie" not in answer.headers


def test_W4_missing_objects_and_buckets_are_answered_404(anna: Person, ada: Person) -> None:
    for way in ("public/", "", "info/", "info/public/"):
        for person in (anna, ada):
            assert parse_refusal(person.http.get(f"/object/{way}tapis/products/none.jpg")) == MISSING
            assert parse_refusal(person.http.get(f"/object/{way}none/products/none.jpg")) == NO_BUCKET
    assert parse_refusal(ada.http.get("/object/authenticated/tapis/products/none.jpg")) == MISSING
    assert anna.http.head("/object/public/tapis/products/none.jpg").status_code == 400


def test_W4_an_image_without_bytes_is_answered_404_and_not_cached(ada: Person, shop: Shop) -> None:
    name = ada.upload()
    version = shop.sql("select version from storage.objects where name = %s", name)[0][0]
    (shop.data / "files" / version[:2] / version).unlink()
    for answer in (ada.read(name), ada.read(name, range="bytes=0-1"), ada.render(name, "width=10")):
        assert parse_refusal(answer) == ("404", "Not found", "NoSuchKey", "The resource was not found")
        assert answer.headers["cache-control"] == "no-store"
    ada.remove(name)


def test_W4_a_private_bucket_is_read_only_as_its_policies_allow(
    anna: Person, ada: Person, owner: Person
) -> None:
    owner.http.post("/bucket", json={"id": "drawer", "name": "drawer", "public": False})
    sent = {"content-type": "image/jpeg"}
    assert owner.http.post("/object/drawer/a.jpg", content=photo(), headers=sent).status_code == 200
    assert parse_refusal(anna.http.get("/object/public/drawer/a.jpg")) == NO_BUCKET
    assert parse_refusal(anna.http.get("/object/drawer/a.jpg")) == NO_BUCKET
    assert parse_refusal(anna.http.get("/render/image/public/drawer/a.jpg?width=10")) == NO_BUCKET
    assert parse_refusal(ada.http.get("/object/drawer/a.jpg")) == MISSING
    assert owner.http.get("/object/authenticated/drawer/a.jpg").status_code == 200
    owner.http.post("/bucket/drawer/empty")
    owner.http.delete("/bucket/drawer")


@pytest.mark.parametrize("way", ["", "public/", "authenticated/"])
def test_W4_the_metadata_of_an_image(anna: Person, picture: str, way: str) -> None:
    answer, download = anna.http.get(f"/object/info/{way}tapis/{picture}"), anna.read(picture)
    facts = answer.json()
    assert (
        facts
        | {
            "name": picture,
            "bucket_id": "tapis",
            "size": len(download.content),
            "content_type": "image/jpeg",
            "cache_control": "max-age=3600",
            "etag": download.headers["etag"],
            "metadata": {},
        }
        == facts
    )
    assert {"id", "version", "last_modified", "created_at"} < facts.keys()


@pytest.mark.parametrize("moment", ["infinity", "-infinity"])
def test_W4_an_image_is_served_whatever_times_the_owner_wrote(
    anna: Person, ada: Person, shop: Shop, moment: str
) -> None:
    name = ada.upload()
    times = "updated_at = %s, created_at = %s, last_accessed_at = %s"
    shop.sql(f"update storage.objects set {times} where name = %s", moment, moment, moment, name)
    assert anna.read(name).status_code == 200
    assert ada.http.get(f"/object/info/tapis/{name}").status_code == 200


@pytest.mark.parametrize("sending", ["send", "send_raw"])
def test_Z3_search_engines_find_only_pictures_whose_uploader_says_so(
    anna: Person, ada: Person, sending: str
) -> None:
    found, hidden = make_object_name(), make_object_name()
    send = getattr(ada, sending)
    assert send(found, photo(), **{"x-robots-tag": "all"}).status_code == 200
    assert send(hidden, photo()).status_code == 200
    for look in (anna.read, lambda name: anna.render(name, "width=320")):
        assert look(found).headers["x-robots-tag"] == "all"
        assert look(hidden).headers["x-robots-tag"] == "none"
    odd = send(make_object_name(), photo(), **{"x-robots-tag": "all; Set-Cookie: a=b"})
    assert parse_refusal(odd)[2] == "InvalidRequest"


def test_W4_a_removed_image_is_gone_from_memory_for_everybody_at_once(anna: Person, ada: Person) -> None:
    small = "render/image/public/tapis/"
    name = ada.upload(photo(400, 300))
    for _ in range(3):  # the second answer comes from memory
        assert anna.read(name).status_code == 200
        assert anna.http.get(f"/{small}{name}?width=320").status_code == 200
    assert ada.remove(name) == [name]
    assert parse_refusal(anna.read(name)) == MISSING
    assert parse_refusal(anna.http.get(f"/{small}{name}?width=320")) == MISSING


def test_W4_an_image_that_is_removed_in_sql_is_gone_from_memory_within_a_moment(
    anna: Person, ada: Person, shop: Shop
) -> None:
    name = ada.upload(photo(400, 300))
    assert [anna.read(name).status_code for _ in range(3)] == [200] * 3
    shop.sql("delete from storage.objects where name = %s", name)
    wait_until(lambda: anna.read(name).status_code == 400)


def test_W4_images_of_a_bucket_that_is_made_private_in_sql_are_gone_from_memory_within_a_moment(
    anna: Person, ada: Person, shop: Shop
) -> None:
    name = ada.upload(photo(400, 300))
    assert [anna.read(name).status_code for _ in range(3)] == [200] * 3
    shop.sql("update storage.buckets set public = false where id = 'tapis'")
    try:
        wait_until(lambda: anna.read(name).status_code == 400)
    finally:
        shop.sql("update storage.buckets set public = true where id = 'tapis'")
        wait_until(lambda: anna.read(name).status_code == 200)


def test_W4_what_comes_from_memory_is_the_same_answer(anna: Person, ada: Person) -> None:
    name = ada.upload(photo(400, 300))
    path = f"/render/image/public/tapis/{name}?width=320"
    accepts = ["image/avif,image/webp", "image/webp", "*/*"]
    first, second = ([anna.http.get(path, headers={"accept": one}) for one in accepts] for _ in range(2))
    for before, after in zip(first, second, strict=True):
        assert (after.content, after.status_code) == (before.content, 200)
        varying = {"x-request-id", "date"}
        assert {k: v for k, v in after.headers.items() if k not in varying} == {
            k: v for k, v in before.headers.items() if k not in varying
        }
    known = second[0].headers["etag"]
    unchanged = anna.http.get(path, headers={"accept": accepts[0], "if-none-match": known})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    part = anna.http.get(path, headers={"accept": accepts[0], "range": "bytes=0-9"})
    assert (part.status_code, part.content) == (206, first[0].content[:10])
    assert anna.http.head(path, headers={"accept": accepts[0]}).headers["content-length"] == str(
        len(first[0].content)
    )
    saved = anna.http.get(f"{path}&download=kain.jpg", headers={"accept": accepts[0]})
    assert saved.headers["content-disposition"].startswith("attachment")
