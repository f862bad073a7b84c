"""A name that was ever given to an object stays that object's; only the object itself comes back under it."""

import json
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import psycopg
import pytest

from tests.database.conftest import House
from tests.example_rows import put_file

NAME = "payment-methods/qr.jpg"
INSERT = """
insert into storage.objects (bucket_id, name, owner_id, version, metadata)
values ('tapis', %s, %s, %s, jsonb_build_object('eTag', %s::text))
"""
RESTORE = "select public.restore_removed_picture(%s) as back"
SHA = f'"{"ab" * 32}"'
OTHER_SHA = f'"{"cd" * 32}"'
CLOSED = "permission denied to restore pictures"


def upload(house: House, role: str, name: str = NAME, sha: str = SHA, version: str = "") -> None:
    """Upload as somebody; raises what the database says."""
    house.ask(role, INSERT, name, house.people.get(role), version or str(uuid4()), sha)


def remove(house: House, name: str = NAME) -> None:
    """Remove what lies under a name, whoever owns it."""
    house.sql("delete from storage.objects where name = %s", name)


def refusal(house: House, role: str, name: str = NAME) -> psycopg.Error:
    """The refusal of an upload, which has changed nothing."""
    before = house.state()
    with pytest.raises(psycopg.errors.UniqueViolation) as caught:
        upload(house, role, name, OTHER_SHA)
    assert house.state() == before
    return caught.value


@pytest.mark.parametrize("role", ["admin", "service"])
def test_Y20_a_name_that_was_used_is_never_given_out_again(house: House, role: str) -> None:
    upload(house, "admin")
    remove(house)
    answer = refusal(house, role)
    assert answer.diag.message_hint == "name_used"
    assert answer.diag.message_primary == (
        f'The name "{NAME}" was used before; another picture needs another name.'
    )


def test_Y20_tom_puts_no_other_proof_under_the_name_of_one_that_he_removed(house: House) -> None:
    name = f"transactions/invoices/{uuid4()}.jpg"
    upload(house, "talent", name)
    assert house.ask("talent", "delete from storage.objects where name = %s returning 1", name)
    assert refusal(house, "talent", name).diag.message_hint == "name_used"


def test_Y20_a_name_stays_used_when_the_removed_picture_is_gone_for_good(house: House) -> None:
    upload(house, "admin")
    remove(house)
    house.sql("delete from storage.removed")
    assert refusal(house, "service").diag.message_hint == "name_used"


def test_Y20_who_may_not_upload_does_not_learn_which_names_are_used(house: House) -> None:
    upload(house, "admin")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        upload(house, "talent")


@pytest.mark.parametrize("change", ["name = %s", "version = %s"])
def test_Y20_no_object_becomes_another_under_a_used_name(house: House, change: str) -> None:
    upload(house, "admin")
    folder_name = f"payment-methods/{put_file(house.sql, 'payment-methods', None)}"
    remove(house, folder_name)
    with pytest.raises(psycopg.errors.UniqueViolation), house.connection.transaction():
        house.sql(f"update storage.objects set {change} where name = %s", folder_name, NAME)


def test_Y20_two_uploads_of_one_name_at_once_are_one(house: House, superuser: str) -> None:
    house.connection.commit()
    name = f"products/{uuid4()}.jpg"

    def once(_: int) -> bool:
        with psycopg.connect(superuser) as connection:
            try:
                connection.execute(INSERT.encode(), (name, None, str(uuid4()), SHA))
            except psycopg.errors.UniqueViolation:
                return False
        return True

    with ThreadPoolExecutor(10) as threads:
        assert sum(threads.map(once, range(10))) == 1


def test_Y20_ada_restores_the_picture_that_she_removed(house: House) -> None:
    upload(house, "admin")
    kept = house.sql("select id, version, metadata, owner_id from storage.objects where name = %s", NAME)
    remove(house)
    assert house.ask("admin", RESTORE, NAME) == [{"back": True}]
    assert (
        house.sql("select id, version, metadata, owner_id from storage.objects where name = %s", NAME) == kept
    )
    assert house.ask("admin", RESTORE, NAME) == [{"back": True}]


def test_Y20_there_is_nothing_to_restore_under_a_name_that_was_never_used(house: House) -> None:
    assert house.ask("admin", RESTORE, "products/never.jpg") == [{"back": False}]
    assert house.ask("admin", RESTORE, None) == [{"back": False}]


def test_Y20_tom_restores_his_own_picture_and_nobody_elses(house: House) -> None:
    mine, theirs = (
        f"transactions/invoices/{put_file(house.sql, 'transactions/invoices', owner)}"
        for owner in (house.user_id("talent"), house.other)
    )
    for name, claims in ((mine, {"sub": house.user_id("talent")}), (theirs, {"sub": house.other})):
        with house.connection.transaction():
            house.sql("select set_config('request.jwt.claims', %s, true)", json.dumps(claims))
            remove(house, name)
    assert house.ask("talent", RESTORE, mine) == [{"back": True}]
    assert house.ask("talent", RESTORE, theirs) == [{"back": False}]


@pytest.mark.parametrize("remover", ["admin", "nobody"])
def test_Y20_tom_does_not_restore_what_ada_or_the_shop_removed(house: House, remover: str) -> None:
    mine = f"transactions/invoices/{put_file(house.sql, 'transactions/invoices', house.user_id('talent'))}"
    with house.connection.transaction():
        if remover == "admin":
            claims = json.dumps({"sub": house.user_id("admin")})
            house.sql("select set_config('request.jwt.claims', %s, true)", claims)
        remove(house, mine)
    assert house.ask("talent", RESTORE, mine) == [{"back": False}]
    assert house.ask("admin", RESTORE, mine) == [{"back": True}]


@pytest.mark.parametrize("role", ["none", "leadership"])
def test_Y20_nobody_else_restores_anything(house: House, role: str) -> None:
    upload(house, "admin")
    remove(house)
    with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
        house.ask(role, RESTORE, NAME)
    assert caught.value.diag.message_primary == CLOSED


def test_Y20_an_undelete_needs_the_same_bytes(house: House) -> None:
    upload(house, "admin", version="first")
    remove(house)
    with pytest.raises(psycopg.errors.UniqueViolation), house.connection.transaction():
        upload(house, "service", sha=OTHER_SHA, version="first")
    upload(house, "service", version="first")


def test_Y20_a_project_without_removed_pictures_says_so(house: House) -> None:
    house.sql("drop table storage.removed cascade")
    with pytest.raises(psycopg.errors.RaiseException) as caught:
        house.ask("admin", RESTORE, NAME)
    assert caught.value.diag.message_hint == "no_undelete"


@pytest.mark.parametrize(
    "name", ["con.png;.html", ".png", "x.svg", "x", "...png", "x.png.", "x.png\u202e", "png"]
)
@pytest.mark.parametrize("role", ["admin", "service"])
def test_Y20_a_name_ends_in_an_extension_of_a_picture(house: House, role: str, name: str) -> None:
    before = house.state()
    with pytest.raises(psycopg.errors.CheckViolation) as caught:
        upload(house, role, f"products/{name}")
    assert caught.value.diag.message_hint == "name_extension"
    assert house.state() == before


@pytest.mark.parametrize("name", ["kain tapis.JPG", "a.b.jpeg", "1.png", "k.webp", "k.avif", "k.gif"])
def test_Y20_a_picture_may_be_called_much(house: House, name: str) -> None:
    upload(house, "admin", f"products/{name}")


def test_Y20_other_buckets_name_their_files_as_they_like(house: House) -> None:
    house.sql("insert into storage.buckets (id, name) values ('elsewhere', 'elsewhere')")
    house.sql("insert into storage.objects (bucket_id, name) values ('elsewhere', 'plan.txt')")


def test_Y20_a_picture_with_a_name_from_before_the_rule_comes_back(house: House) -> None:
    house.sql("alter table storage.objects disable trigger tapis_100_use_name_once")
    upload(house, "service", "products/old")
    house.sql("alter table storage.objects enable trigger tapis_100_use_name_once")
    house.sql(
        "insert into private.object_names (bucket_id, name, version, sha256) "
        "select bucket_id, name, version, private.sha256_of(metadata) from storage.objects"
        " where name = 'products/old'"
    )
    remove(house, "products/old")
    assert house.ask("admin", RESTORE, "products/old") == [{"back": True}]
