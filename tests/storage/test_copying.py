"""Copies and moves: as much as an upload and a removal would allow, and no more."""

import pytest

from tests.conftest import Shop
from tests.storage.conftest import Person, new_name, refusal
from tests.storage.sample_images import photo

FOLDER = "transactions/invoices"


def copy(person: Person, source: str, destination: str, **more: object) -> tuple[str, ...] | str:
    """The key of the copy, or the refusal."""
    body = {"bucketId": "tapis", "sourceKey": source, "destinationKey": destination} | more
    answer = person.http.post("/object/copy", json=body)
    return str(answer.json()["Key"]) if answer.status_code == 200 else refusal(answer)


def test_Y22_tom_copies_his_own_picture_and_both_stand_alone(tom: Person) -> None:
    source, destination = tom.stored(photo(400, 300), folder=FOLDER), new_name(FOLDER)
    assert copy(tom, source, destination) == f"tapis/{destination}"
    original = tom.read_as_owner(source)
    assert tom.remove(source) == [source]
    copied = tom.read_as_owner(destination)
    assert (copied.content, copied.headers["etag"]) == (original.content, original.headers["etag"])


def test_Y22_a_copy_needs_the_right_to_read_and_the_right_to_upload(
    tom: Person, ada: Person, anna: Person
) -> None:
    foreign, shown = ada.stored(folder=FOLDER), ada.stored()
    missing = ("404", "not_found", "NoSuchKey", "Object not found")
    assert copy(tom, foreign, new_name(FOLDER)) == missing
    assert copy(anna, foreign, new_name(FOLDER)) == missing
    assert copy(anna, shown, new_name())[2] == "AccessDenied"
    assert copy(tom, shown, new_name())[2] == "AccessDenied"
    assert copy(tom, shown, mine := new_name(FOLDER)) == f"tapis/{mine}"


def test_Y22_a_copy_takes_no_used_name_and_no_other_ending(tom: Person, shop: Shop) -> None:
    source = tom.stored(folder=FOLDER)
    taken = tom.stored(folder=FOLDER)
    before = shop.sql("select name, version from storage.objects order by name")
    assert copy(tom, source, taken)[2] == "KeyAlreadyExists"
    assert copy(tom, source, f"{FOLDER}/other.png")[2] == "InvalidKey"
    assert copy(tom, source, f"{FOLDER}/../up.jpg")[2] == "InvalidKey"
    assert copy(tom, source, new_name(FOLDER), destinationBucket="none")[2] == "NoSuchBucket"
    assert copy(tom, source, "")[2] == "InvalidRequest"
    assert shop.sql("select name, version from storage.objects order by name") == before


def test_Y22_a_copy_keeps_what_was_noted_or_notes_something_else(ada: Person) -> None:
    source, kept, other = new_name(), new_name(), new_name()
    ada.http.post(
        f"/object/tapis/{source}", files={"": ("b", photo(), "image/jpeg")}, data={"metadata": '{"a": 1}'}
    )
    copy(ada, source, kept)
    copy(ada, source, other, copyMetadata=False, metadata={"b": 2})
    noted = [ada.http.get(f"/object/info/tapis/{name}").json()["metadata"] for name in (kept, other)]
    assert noted == [{"a": 1}, {"b": 2}]
    for unusable in ({"a": "x" * 8_000}, {"a": "\0"}, [1]):
        refused = copy(ada, source, new_name(), copyMetadata=False, metadata=unusable)
        assert refused[2] == "InvalidRequest"


@pytest.mark.parametrize("who", ["tom", "ada"])
def test_Y22_nobody_moves_a_picture_but_the_owner_of_the_server(
    people: dict[str, Person], owner: Person, who: str
) -> None:
    person, name, new = people[who], people[who].stored(folder=FOLDER), new_name(FOLDER)
    body = {"bucketId": "tapis", "sourceKey": name, "destinationKey": new}
    assert refusal(person.http.post("/object/move", json=body)) == (
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
