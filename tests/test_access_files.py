"""The file part of tests/access.yaml over HTTP: real pictures, real tokens, every folder, role and verb."""

from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest
import pyvips

from tests.access_matrix import FOLDER_PROMISES, PROMISES
from tests.declared_pictures import NAMED_IN
from tests.example_rows import image, put, row
from tests.test_access import Http, http, people

__all__ = ["http", "people"]  # fixtures

BUCKET = "/storage/v1/object/tapis"


def list_cells(verb: str) -> list[tuple[str, str, bool | str]]:
    """Folder, role and promise of one verb."""
    return [
        (folder, role, promise)
        for folder, verbs in FOLDER_PROMISES.items()
        for role, promise in verbs.get(verb, {}).items()
    ]


UPLOADED = "slides/uploaded-once.jpg"


@pytest.fixture(scope="module")
def _uploaded(people: Http) -> Iterator[None]:
    assert upload(people, "service", UPLOADED).status_code == 200
    yield
    people.sql("delete from storage.objects where name = %s", UPLOADED)


@pytest.fixture
def files(http: Http, _uploaded: None) -> Iterator[Http]:
    """The shop for one test; the object rows that the test made are gone afterwards."""
    ours = [name for (name,) in http.sql("select name from storage.objects")]
    yield http
    http.sql("delete from storage.objects where not (name = any(%s))", ours)


def build_picture() -> bytes:
    """A small picture that hardly any other one equals."""
    shade = [*uuid4().bytes[:3]]
    return bytes(pyvips.Image.black(8, 8, bands=3).linear([1, 1, 1], shade).cast("uchar").jpegsave_buffer())


def upload(files: Http, role: str, name: str, **headers: str) -> httpx.Response:
    """Send a picture."""
    sent = {"Content-Type": "image/jpeg"} | headers
    return files.call(role, "POST", f"{BUCKET}/{name}", content=build_picture(), headers=sent)


def store_picture(files: Http, folder: str, owner: str | None) -> str:
    """A picture that lies in the bucket as if `owner` had uploaded it; gives its whole name."""
    name = f"{folder}/kain-{uuid4()}.jpg"
    assert upload(files, "service", name).status_code == 200
    files.sql("update storage.objects set owner_id = %s where name = %s", owner, name)
    return name


def add_picture_name(files: Http, folder: str, owner: str | None) -> str:
    """Another name of one stored picture: what is only read needs no upload of its own."""
    name = f"{folder}/kain-{uuid4()}.jpg"
    files.sql(
        "insert into storage.objects (bucket_id, name, owner_id, version, metadata)"
        " select bucket_id, %s, %s, version, metadata from storage.objects where name = %s",
        name, owner, UPLOADED,
    )  # fmt: skip
    return name


def remove_file(files: Http, role: str, name: str) -> list[str]:
    """Ask for a file to be removed; gives the names that were."""
    response = files.call(role, "DELETE", BUCKET, json={"prefixes": [name]})
    return [found["name"] for found in response.json()] if response.status_code == 200 else []


def exists(files: Http, name: str) -> bool:
    """Whether the bucket holds this name."""
    return bool(files.sql("select 1 from storage.objects where bucket_id = 'tapis' and name = %s", name))


@pytest.mark.parametrize(("folder", "role", "promise"), list_cells("insert"))
def test_R2_uploading_to_a_folder(files: Http, folder: str, role: str, promise: bool) -> None:
    before = files.state()
    name = f"{folder}/kain-{uuid4()}.jpg"
    response = upload(files, role, name)
    if promise:
        assert response.status_code == 200, response.text
        owner = files.sql("select owner_id from storage.objects where name = %s", name)
        assert [*owner] == [(files.user_id(role),)]
    else:
        assert response.json()["statusCode"] == "403"
        assert response.json()["message"] == "new row violates row-level security policy"
        assert files.state() == before


@pytest.mark.parametrize(("folder", "role", "promise"), list_cells("remove"))
def test_R2_removing_what_lies_in_a_folder(files: Http, folder: str, role: str, promise: bool | str) -> None:
    mine = store_picture(files, folder, files.user_id(role))
    theirs = store_picture(files, folder, "00000000-0000-4000-8000-000000000000")
    for name, gone in ((mine, promise in (True, "own")), (theirs, promise is True)):
        before = files.state()
        assert remove_file(files, role, name) == ([name] if gone else [])
        assert exists(files, name) is not gone
        assert (files.state() == before) is not gone


@pytest.mark.parametrize(
    ("folder", "role", "promise"), [cell for cell in list_cells("remove") if cell[0] in NAMED_IN]
)
def test_R2_removing_a_file_that_a_record_names(
    files: Http, folder: str, role: str, promise: bool | str
) -> None:
    table, column = NAMED_IN[folder]
    own = promise is True or (promise == "own" and table == "transactions")  # the order is Processed
    for person, gone in ((files.user_id(role), own), (files.other, promise is True)):
        name = store_picture(files, folder, files.user_id(role))
        named = image(name.removeprefix(f"{folder}/"))
        if person == files.other and role == "anon":
            continue
        put(files.sql, table, row(table, person, **{column: named}))
        before = files.state()
        assert remove_file(files, role, name) == ([name] if gone else [])
        assert (files.state() == before) is not gone


READABLE = [folder for folder, promises in FOLDER_PROMISES.items() if "public" in promises]
PUBLIC_PATHS = (
    "object/public/tapis/{}",
    "object/info/public/tapis/{}",
    "render/image/public/tapis/{}?width=320",
)
SESSION_PATHS = (
    "object/authenticated/tapis/{}",
    "render/image/authenticated/tapis/{}?width=320",
    "object/tapis/{}",
    "object/info/tapis/{}",
    "object/info/authenticated/tapis/{}",
)


def is_readable(files: Http, role: str, path: str, name: str) -> bool:
    """Whether this role reads the picture; a refusal is that of a picture that does not exist."""
    response = files.call(role, "GET", f"/storage/v1/{path.format(name)}")
    if response.status_code != 200:
        missing = files.call(role, "GET", f"/storage/v1/{path.format(f'{name}.none.jpg')}")
        assert (response.status_code, response.json()) == (missing.status_code, missing.json())
        assert response.headers["cache-control"] == missing.headers["cache-control"] == "no-store"
    return response.status_code == 200


@pytest.mark.parametrize("folder", READABLE)
@pytest.mark.parametrize("role", ["anon", "none", "talent", "leadership", "admin"])
def test_Y19_the_public_path_serves_the_shops_pictures_and_no_personal_one(
    files: Http, folder: str, role: str
) -> None:
    for owner in (files.user_id(role), files.other):
        name = add_picture_name(files, folder, owner)
        expected = FOLDER_PROMISES[folder]["public"]
        assert [is_readable(files, role, path, name) for path in PUBLIC_PATHS] == [expected] * len(
            PUBLIC_PATHS
        )


@pytest.mark.parametrize(("folder", "role", "promise"), list_cells("read"))
def test_Y19_who_reads_a_picture_with_their_session(
    files: Http, folder: str, role: str, promise: bool | str
) -> None:
    mine, theirs, named = (
        add_picture_name(files, folder, owner) for owner in (files.user_id(role), files.other, files.other)
    )
    if folder in NAMED_IN:
        table, column = NAMED_IN[folder]
        put(files.sql, table, row(table, files.other, **{column: image(named.removeprefix(f"{folder}/"))}))
    expected = {"own": [mine], "cards": [named]}.get(str(promise), [mine, theirs, named] if promise else [])
    for path in SESSION_PATHS:
        assert [name for name in (mine, theirs, named) if is_readable(files, role, path, name)] == expected, (
            path
        )


def test_Y19_a_personal_picture_is_kept_by_no_cache(files: Http) -> None:
    name = store_picture(files, "transactions/invoices", files.user_id("talent"))
    for path in SESSION_PATHS[:3]:
        response = files.call("talent", "GET", f"/storage/v1/{path.format(name)}")
        assert (response.status_code, response.headers["cache-control"]) == (200, "private, no-store")


def test_Y19_no_answer_about_a_personal_picture_names_its_file_in_the_store(files: Http) -> None:
    name = store_picture(files, "transactions/invoices", files.user_id("talent"))
    ((version,),) = files.sql("select version from storage.objects where name = %s", name)
    for path in SESSION_PATHS:
        response = files.call("talent", "GET", f"/storage/v1/{path.format(name)}")
        assert response.status_code == 200
        assert version not in str(response.headers)
        assert version.encode() not in response.content


def test_Y19_a_demoted_leader_and_a_removed_picture_are_refused_at_once(files: Http) -> None:
    folder = "audition-registrations/comcards"
    card = store_picture(files, folder, files.other)
    named = image(card.removeprefix(f"{folder}/"))
    put(files.sql, "audition_registrations", row("audition_registrations", files.other, comcard_image=named))
    paths = SESSION_PATHS
    assert all(is_readable(files, "leadership", path, card) for path in paths)
    leader = files.user_id("leadership")
    files.shop.set_role(leader, "talent")
    try:
        assert not any(is_readable(files, "leadership", path, card) for path in paths)
    finally:
        files.shop.set_role(leader, "leadership")
    assert all(is_readable(files, "leadership", path, card) for path in paths)
    assert remove_file(files, "admin", card) == [card]
    for role in ("leadership", "admin", "other"):
        assert not any(is_readable(files, role, path, card) for path in paths + PUBLIC_PATHS)


@pytest.mark.parametrize("folder", [folder for folder in FOLDER_PROMISES if folder != "anything-else"])
@pytest.mark.parametrize(("role", "promise"), PROMISES["files"]["list"].items())
def test_R2_listing_a_folder(files: Http, folder: str, role: str, promise: str) -> None:
    names = [add_picture_name(files, folder, owner) for owner in (files.user_id(role), "somebody else", None)]
    short = [name.removeprefix(f"{folder}/") for name in names]
    before = files.state()
    whole = {"prefix": folder, "limit": 10_000}
    response = files.call(role, "POST", "/storage/v1/object/list/tapis", json=whole)
    seen = [found["name"] for found in response.json()] if response.status_code == 200 else []
    match promise:
        case "all":
            assert set(short) <= set(seen)
        case "own":
            assert short[0] in seen
            assert not {*short[1:]} & {*seen}
        case _:
            assert seen == []
    assert files.state() == before


@pytest.mark.parametrize("folder", [folder for folder in FOLDER_PROMISES if folder != "anything-else"])
@pytest.mark.parametrize(("role", "promise"), PROMISES["files"]["overwrite"].items())
def test_R2_nobody_overwrites_moves_or_renames(files: Http, folder: str, role: str, promise: bool) -> None:
    assert promise is False
    for owner in (files.user_id(role), files.other):
        name = add_picture_name(files, folder, owner)
        before = files.state()
        sent = {"Content-Type": "image/jpeg"}
        names = {"bucketId": "tapis", "sourceKey": name, "destinationKey": f"{folder}/{uuid4()}.jpg"}
        answers = [
            upload(files, role, name),
            upload(files, role, name, **{"x-upsert": "true"}),
            files.call(role, "PUT", f"{BUCKET}/{name}", content=build_picture(), headers=sent),
            files.call(role, "POST", "/storage/v1/object/move", json=names),
        ]
        assert [answer.status_code for answer in answers if answer.status_code < 400] == []
        assert files.state() == before
