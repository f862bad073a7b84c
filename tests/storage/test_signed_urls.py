"""Signed URLs: who gets one, what it opens, and when it expires."""

import base64
import json
import time
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.conftest import Shop
from tests.example_rows import image, put, row
from tests.storage.conftest import Person, parse_refusal
from tests.storage.sample_images import decode_image, photo

FOLDER, CARDS = "transactions/invoices", "audition-registrations/comcards"
NO_OBJECT = ("404", "not_found", "NoSuchKey", "Object not found")


def sign(person: Person, name: str, **wanted: object) -> str:
    """A signed URL, requested like the official client."""
    answer = person.http.post(f"/object/sign/tapis/{name}", json={"expiresIn": 60} | wanted)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["signedURL"])


def get_token(address: str) -> str:
    return parse_qs(urlsplit(address).query)["token"][0]


def test_Y22_tom_gives_the_address_of_his_proof_to_somebody_without_an_account(
    tom: Person, anna: Person
) -> None:
    name = tom.upload(photo(1280, 960), folder=FOLDER)
    response = anna.http.get(sign(tom, name))
    assert (response.status_code, response.content) == (200, tom.read_as_owner(name).content)
    assert response.headers["cache-control"] == "private, no-store"
    small = anna.http.get(sign(tom, name, transform={"width": 30, "format": "webp"}))
    assert (small.headers["content-type"], decode_image(small.content).width) == ("image/webp", 640)
    head = anna.http.head(sign(tom, name))
    assert head.headers["etag"] == response.headers["etag"]


def test_Y22_only_who_may_read_an_image_signs_its_address(tom: Person, anna: Person, ada: Person) -> None:
    name = ada.upload(folder=FOLDER)
    for person in (tom, anna):
        assert (
            parse_refusal(person.http.post(f"/object/sign/tapis/{name}", json={"expiresIn": 60})) == NO_OBJECT
        )
    many = tom.http.post("/object/sign/tapis", json={"expiresIn": "60", "paths": [name, "none.jpg"]}).json()
    assert [(one["path"], one["signedURL"]) for one in many] == [(name, None), ("none.jpg", None)]
    assert {one["error"] for one in many} == {
        "Either the object does not exist or you do not have access to it"
    }
    assert (
        ada.http.post("/object/sign/tapis", json={"expiresIn": 60, "paths": [name]}).json()[0]["error"]
        is None
    )


def test_Y22_many_addresses_are_signed_at_once_and_each_image_once(
    tom: Person, people: dict[str, Person]
) -> None:
    first, second = tom.upload(folder=FOLDER), tom.upload(folder=FOLDER)
    paths = [first, "none.jpg", second, *[first] * 97]
    many = tom.http.post("/object/sign/tapis", json={"expiresIn": 60, "paths": paths}).json()
    assert [one["path"] for one in many] == paths
    assert len({one["signedURL"] for one in many}) == 3
    assert all(tom.http.get(many[at]["signedURL"]).status_code == 200 for at in (0, 2))
    too_many = {"expiresIn": 60, "paths": [*paths, first]}
    assert parse_refusal(tom.http.post("/object/sign/tapis", json=too_many))[2] == "InvalidRequest"
    assert people["owner"].http.post("/object/sign/tapis", json=too_many).status_code == 200


def test_Y22_an_address_ends_with_its_image_even_when_that_comes_back_elsewhere(
    tom: Person, anna: Person
) -> None:
    name = tom.upload(folder=FOLDER)
    address = sign(tom, name)
    assert tom.remove(name) == [name]
    assert parse_refusal(anna.http.get(address)) == NO_OBJECT


def test_Y22_an_address_opens_one_image_in_one_way(tom: Person, anna: Person) -> None:
    name, other = tom.upload(photo(1280, 960), folder=FOLDER), tom.upload(folder=FOLDER)
    address = sign(tom, name)
    small = get_token(sign(tom, name, transform={"width": 30}))
    mismatch = ("400", "InvalidSignature", "InvalidSignature", "The url do not match the signature")
    assert parse_refusal(anna.http.get(address.replace(name, other))) == mismatch
    assert parse_refusal(anna.http.get(f"/object/sign/tapis/{name}?token={small}")) == mismatch
    larger = anna.http.get(f"/render/image/sign/tapis/{name}?token={small}&width=1920&quality=100")
    assert decode_image(larger.content).width == 640


def test_Y22_no_other_token_opens_an_image_and_this_one_opens_nothing_else(
    tom: Person, anna: Person, shop: Shop
) -> None:
    name = tom.upload(folder=FOLDER)
    address = sign(tom, name)
    token = get_token(address)
    header, claims, signature = token.split(".")
    later = json.loads(base64.urlsafe_b64decode(f"{claims}==")) | {"exp": 4_000_000_000}
    forged = (
        f"{header}.{base64.urlsafe_b64encode(json.dumps(later).encode()).decode().rstrip('=')}.{signature}"
    )
    session = tom.http.headers["authorization"].partition(" ")[2]
    for wrong in ("", "x", forged, session, shop.anon_key, shop.service_key):
        answer = anna.http.get(f"/object/sign/tapis/{name}?token={wrong}")
        assert answer.status_code == 400, wrong
        assert answer.json()["code"] in {"InvalidJWT", "InvalidRequest"}
    as_bearer = anna.http.get(
        f"/object/authenticated/tapis/{name}", headers={"authorization": f"Bearer {token}"}
    )
    assert as_bearer.status_code == 400
    with shop.client(token) as stranger:
        assert stranger.get("/rest/v1/transactions").status_code == 401
        assert stranger.get("/auth/v1/user").status_code in {401, 403}


def test_Y22_an_address_ends_when_tom_said_it_would(tom: Person, anna: Person) -> None:
    address = sign(tom, tom.upload(folder=FOLDER), expiresIn=1)
    time.sleep(1.1)  # times in tokens are whole seconds, rounded down
    assert parse_refusal(anna.http.get(address))[2] == "InvalidJWT"


@pytest.mark.parametrize("seconds", [None, 0, -1, 1.5, True, "soon", 7_201, "7201"])
def test_Y22_an_address_lives_for_two_hours_at_most(tom: Person, seconds: object) -> None:
    name = tom.upload(folder=FOLDER)
    answer = tom.http.post(f"/object/sign/tapis/{name}", json={"expiresIn": seconds})
    assert parse_refusal(answer)[2] == "InvalidRequest"


@pytest.mark.parametrize("transform", [{"width": "wide"}, {"resize": "melt"}, {"quality": 5}, "small"])
def test_Y22_an_odd_transformation_is_refused_when_it_is_signed(tom: Person, transform: object) -> None:
    name = tom.upload(folder=FOLDER)
    answer = tom.http.post(f"/object/sign/tapis/{name}", json={"expiresIn": 60, "transform": transform})
    assert parse_refusal(answer)[2] == "InvalidRequest"


@pytest.mark.parametrize("signing", ["one", "many"])
def test_Y22_an_address_ends_with_the_session_that_asked_for_it(
    shop: Shop, anna: Person, signing: str
) -> None:
    account = shop.account()
    with httpx.Client(
        base_url=f"{shop.url}/storage/v1", headers=shop.headers(account.token), timeout=30
    ) as http:
        person = Person(http)
        name = person.upload(folder=FOLDER)
        many = {"expiresIn": 60, "paths": [name]}
        address = (
            sign(person, name)
            if signing == "one"
            else person.http.post("/object/sign/tapis", json=many).json()[0]["signedURL"]
        )
        assert anna.http.get(address).status_code == 200
    with shop.client(account.token) as client:
        assert client.post("/auth/v1/logout").status_code == 204
    assert parse_refusal(anna.http.get(address))[2] == "InvalidJWT"


@pytest.mark.parametrize(
    "change",
    [
        "update private.user_roles set role = 'talent' where user_id = %s",
        "delete from public.audition_registrations where %s <> ''",
    ],
    ids=["she is no leader any more", "the registration is gone"],
)
def test_Y22_an_address_shows_a_card_only_as_long_as_its_leader_may_see_it(
    shop: Shop, tom: Person, anna: Person, change: str
) -> None:
    lea, name = shop.account("leadership"), tom.upload(folder=CARDS)
    card = image(name.rpartition("/")[2])
    put(
        shop.sql,
        "audition_registrations",
        row("audition_registrations", shop.account().user_id, comcard_image=card),
    )
    headers = shop.headers(lea.token)
    with httpx.Client(base_url=f"{shop.url}/storage/v1", headers=headers, timeout=30) as http:
        address = sign(Person(http), name)
    assert anna.http.get(address).status_code == 200
    shop.sql(change, lea.user_id)
    assert parse_refusal(anna.http.get(address)) == NO_OBJECT
