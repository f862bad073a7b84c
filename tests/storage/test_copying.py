"""Copies and moves: as much as an upload and a removal would allow, and no more."""

from contextlib import ExitStack

import httpx
import pytest

from tapis.gateway.storage.http.upload_slots import MAX_PER_PERSON
from tests.conftest import Shop
from tests.postgres.os_processes import eventually
from tests.storage.conftest import Person, make_object_name, parse_refusal
from tests.storage.sample_images import photo
from tests.storage.test_validation_cost import begin_upload

FOLDER = "transactions/invoices"


def copy_object(person: Person, source: str, destination: str, **more: object) -> tuple[str, ...] | str:
    """The key of the copy, or the refusal."""
    body = {"bucketId": "tapis", "sourceKey": source, "destinationKey": destination} | more
    answer = person.http.post("/object/copy", json=body)
    return str(answer.json()["Key"]) if answer.status_code == 200 else parse_refusal(answer)


def test_Y22_tom_copies_his_own_picture_and_both_stand_alone(tom: Person) -> None:
    source, destination = tom.upload(photo(400, 300), folder=FOLDER), make_object_name(FOLDER)
    assert copy_object(tom, source, destination) == f"tapis/{destination}"
    original = tom.read_as_owner(source)
    assert tom.remove(source) == [source]
    copied = tom.read_as_owner(destination)
    assert (copied.content, copied.headers["etag"]) == (original.content, original.headers["etag"])


def test_Y22_a_copy_needs_the_right_to_read_and_the_right_to_upload(
    tom: Person, ada: Person, anna: Person
) -> None:
    foreign, shown = ada.upload(folder=FOLDER), ada.upload()
    missing = ("404", "not_found", "NoSuchKey", "Object not found")
    assert copy_object(tom, foreign, make_object_name(FOLDER)) == missing
    assert copy_object(anna, foreign, make_object_name(FOLDER)) == missing
    assert copy_object(anna, shown, make_object_name())[2] == "AccessDenied"
    assert copy_object(tom, shown, make_object_name())[2] == "AccessDenied"
    assert copy_object(tom, shown, mine := make_object_name(FOLDER)) == f"tapis/{mine}"


def test_Y22_a_copy_counts_among_the_uploads_of_a_person(shop: Shop) -> None:
    account = shop.account()
    with ExitStack() as stack:
        headers = shop.headers(account.token)
        tom = Person(
            stack.enter_context(httpx.Client(base_url=f"{shop.url}/storage/v1", headers=headers, timeout=30))
        )
        source = tom.upload(photo(40, 30), folder=FOLDER)
        for _ in range(MAX_PER_PERSON * len(shop.addresses)):
            stack.enter_context(begin_upload(shop, account, b"\xff\xd8\xff", 1_000_000))
        refused = eventually(lambda: copy_object(tom, source, make_object_name(FOLDER))[0] == "429")
        assert refused


def test_Y22_a_copy_takes_no_used_name_and_no_other_ending(tom: Person, shop: Shop) -> None:
    source = tom.upload(folder=FOLDER)
    taken = tom.upload(folder=FOLDER)
    before = shop.sql("select name, version from storage.objects order by name")
    assert copy_object(tom, source, taken)[2] == "KeyAlreadyExists"
    assert copy_object(tom, source, f"{FOLDER}/other.png")[2] == "InvalidKey"
    assert copy_object(tom, source, f"{FOLDER}/../up.jpg")[2] == "InvalidKey"
    assert copy_object(tom, source, make_object_name(FOLDER), destinationBucket="none")[2] == "NoSuchBucket"
    assert copy_object(tom, source, "")[2] == "InvalidRequest"
    assert shop.sql("select name, version from storage.objects order by name") == before


def test_Y22_a_copy_keeps_what_was_noted_or_notes_something_else(ada: Person) -> None:
    source, kept, other = make_object_name(), make_object_name(), make_object_name()
    ada.http.post(
        f"/object/tapis/{source}", files={"": ("b", photo(), "image/jpeg")}, data={"metadata": '{"a": 1}'}
    )
    copy_object(ada, source, kept)
    copy_object(ada, source, other, copyMetadata=False, metadata={"b": 2})
    noted = [ada.http.get(f"/object/info/tapis/{name}").json()["metadata"] for name in (kept, other)]
    assert noted == [{"a": 1}, {"b": 2}]
    for unusable in ({"a": "x" * 8_000}, {"a": "\0"}, [1]):
        refused = copy_object(ada, source, make_object_name(), copyMetadata=False, metadata=unusable)
        assert refused[2] == "InvalidRequest"


@pytest.mark.parametrize("who", ["tom", "ada"])
def test_Y22_nobody_moves_a_picture_but_the_owner_of_the_server(
    people: dict[str, Person], owner: Person, who: str
) -> None:
    person, name, new = people[who], people[who].upload(folder=FOLDER), make_object_name(FOLDER)
    body = {"bucketId": "tapis", "sourceKey": name, "destinationKey": new}
    assert parse_refusal(person.http.post("/object/move", json=body)) == (
        "403",
        "Unauthorized",
        "AccessDenied",
        "Access denied",
    )
    assert person.read_as_owner(name).status_code == 200
    assert owner.http.post("/object/move", json=body).json()["Key"] == f"tapis/{new}"
    assert person.read_as_owner(name).status_code == 400
    assert person.read_as_owner(new).status_code == 200


def test_W5_a_bucket_keeps_what_an_update_does_not_send(owner: Person) -> None:
    rules = {"public": True, "file_size_limit": "1.5mb", "allowed_mime_types": ["image/*"]}
    owner.http.post("/bucket", json={"id": "keeps", "name": "keeps"} | rules)
    owner.http.put("/bucket/keeps", json={"public": False})
    kept = owner.http.get("/bucket/keeps").json()
    assert (kept["public"], kept["file_size_limit"], kept["allowed_mime_types"]) == (
        False,
        1_500_000,
        ["image/*"],
    )
    assert kept["created_at"].endswith("Z")
    assert len(kept["created_at"]) == len("2026-01-01T00:00:00.000Z")
    owner.http.put("/bucket/keeps", json={"file_size_limit": None})
    assert owner.http.get("/bucket/keeps").json()["file_size_limit"] is None
    owner.http.delete("/bucket/keeps")
