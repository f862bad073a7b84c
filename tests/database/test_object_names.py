"""A name that was ever given to an object stays that object's; only the object itself comes back under it."""

import json
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase
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


def upload(db: PersonaDatabase, role: str, name: str = NAME, sha: str = SHA, version: str = "") -> None:
    """Upload as somebody. Raises the database's error."""
    db.run_as(role, INSERT, name, db.people.get(role), version or str(uuid4()), sha)


def remove(db: PersonaDatabase, name: str = NAME) -> None:
    """Remove the object of this name, whoever owns it."""
    db.sql("delete from storage.objects where name = %s", name)


def catch_refusal(db: PersonaDatabase, role: str, name: str = NAME) -> psycopg.Error:
    """The error of an upload, which changes nothing."""
    before = db.state()
    with pytest.raises(psycopg.errors.UniqueViolation) as caught:
        upload(db, role, name, OTHER_SHA)
    assert db.state() == before
    return caught.value


@pytest.mark.parametrize("role", ["admin", "service"])
def test_Y20_a_name_that_was_used_is_never_given_out_again(db: PersonaDatabase, role: str) -> None:
    upload(db, "admin")
    remove(db)
    answer = catch_refusal(db, role)
    assert answer.diag.message_hint == "name_used"
    assert answer.diag.message_primary == (
        f'The name "{NAME}" was used before; another picture needs another name.'
    )


def test_Y20_tom_puts_no_other_proof_under_the_name_of_one_that_he_removed(db: PersonaDatabase) -> None:
    name = f"transactions/invoices/{uuid4()}.jpg"
    upload(db, "talent", name)
    assert db.run_as("talent", "delete from storage.objects where name = %s returning 1", name)
    assert catch_refusal(db, "talent", name).diag.message_hint == "name_used"


def test_Y20_a_name_stays_used_when_the_removed_picture_is_gone_for_good(db: PersonaDatabase) -> None:
    upload(db, "admin")
    remove(db)
    db.sql("delete from storage.removed")
    assert catch_refusal(db, "service").diag.message_hint == "name_used"


def test_Y20_who_may_not_upload_does_not_learn_which_names_are_used(db: PersonaDatabase) -> None:
    upload(db, "admin")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        upload(db, "talent")


@pytest.mark.parametrize("change", ["name = %s", "version = %s"])
def test_Y20_no_object_becomes_another_under_a_used_name(db: PersonaDatabase, change: str) -> None:
    upload(db, "admin")
    folder_name = f"payment-methods/{put_file(db.sql, 'payment-methods', None)}"
    remove(db, folder_name)
    with pytest.raises(psycopg.errors.UniqueViolation), db.connection.transaction():
        db.sql(f"update storage.objects set {change} where name = %s", folder_name, NAME)


def test_Y20_two_uploads_of_one_name_at_once_are_one(db: PersonaDatabase, superuser_url: str) -> None:
    db.connection.commit()
    name = f"products/{uuid4()}.jpg"

    def insert_once(_: int) -> bool:
        with psycopg.connect(superuser_url) as connection:
            try:
                connection.execute(INSERT.encode(), (name, None, str(uuid4()), SHA))
            except psycopg.errors.UniqueViolation:
                return False
        return True

    with ThreadPoolExecutor(10) as threads:
        assert sum(threads.map(insert_once, range(10))) == 1


def test_Y20_ada_restores_the_picture_that_she_removed(db: PersonaDatabase) -> None:
    upload(db, "admin")
    kept = db.sql("select id, version, metadata, owner_id from storage.objects where name = %s", NAME)
    remove(db)
    assert db.run_as("admin", RESTORE, NAME) == [{"back": True}]
    assert db.sql("select id, version, metadata, owner_id from storage.objects where name = %s", NAME) == kept
    assert db.run_as("admin", RESTORE, NAME) == [{"back": True}]


def test_Y20_there_is_nothing_to_restore_under_a_name_that_was_never_used(db: PersonaDatabase) -> None:
    assert db.run_as("admin", RESTORE, "products/never.jpg") == [{"back": False}]
    assert db.run_as("admin", RESTORE, None) == [{"back": False}]


def test_Y20_tom_restores_his_own_picture_and_nobody_elses(db: PersonaDatabase) -> None:
    mine, theirs = (
        f"transactions/invoices/{put_file(db.sql, 'transactions/invoices', owner)}"
        for owner in (db.user_id("talent"), db.other)
    )
    for name, claims in ((mine, {"sub": db.user_id("talent")}), (theirs, {"sub": db.other})):
        with db.connection.transaction():
            db.sql("select set_config('request.jwt.claims', %s, true)", json.dumps(claims))
            remove(db, name)
    assert db.run_as("talent", RESTORE, mine) == [{"back": True}]
    assert db.run_as("talent", RESTORE, theirs) == [{"back": False}]


@pytest.mark.parametrize("remover", ["admin", "nobody"])
def test_Y20_tom_does_not_restore_what_ada_or_the_shop_removed(db: PersonaDatabase, remover: str) -> None:
    mine = f"transactions/invoices/{put_file(db.sql, 'transactions/invoices', db.user_id('talent'))}"
    with db.connection.transaction():
        if remover == "admin":
            claims = json.dumps({"sub": db.user_id("admin")})
            db.sql("select set_config('request.jwt.claims', %s, true)", claims)
        remove(db, mine)
    assert db.run_as("talent", RESTORE, mine) == [{"back": False}]
    assert db.run_as("admin", RESTORE, mine) == [{"back": True}]


@pytest.mark.parametrize("role", ["none", "leadership"])
def test_Y20_nobody_else_restores_anything(db: PersonaDatabase, role: str) -> None:
    upload(db, "admin")
    remove(db)
    with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
        db.run_as(role, RESTORE, NAME)
    assert caught.value.diag.message_primary == CLOSED


def test_Y20_an_undelete_needs_the_same_bytes(db: PersonaDatabase) -> None:
    upload(db, "admin", version="first")
    remove(db)
    with pytest.raises(psycopg.errors.UniqueViolation), db.connection.transaction():
        upload(db, "service", sha=OTHER_SHA, version="first")
    upload(db, "service", version="first")


def test_Y20_a_project_without_removed_pictures_says_so(db: PersonaDatabase) -> None:
    db.sql("drop table storage.removed cascade")
    with pytest.raises(psycopg.errors.RaiseException) as caught:
        db.run_as("admin", RESTORE, NAME)
    assert caught.value.diag.message_hint == "no_undelete"


@pytest.mark.parametrize(
    "name", ["con.png;.html", ".png", "x.svg", "x", "...png", "x.png.", "x.png\u202e", "png"]
)
@pytest.mark.parametrize("role", ["admin", "service"])
def test_Y20_a_name_ends_in_an_extension_of_a_picture(db: PersonaDatabase, role: str, name: str) -> None:
    before = db.state()
    with pytest.raises(psycopg.errors.CheckViolation) as caught:
        upload(db, role, f"products/{name}")
    assert caught.value.diag.message_hint == "name_extension"
    assert db.state() == before


@pytest.mark.parametrize("name", ["kain tapis.JPG", "a.b.jpeg", "1.png", "k.webp", "k.avif", "k.gif"])
def test_Y20_a_picture_may_be_called_much(db: PersonaDatabase, name: str) -> None:
    upload(db, "admin", f"products/{name}")


def test_Y20_other_buckets_name_their_files_as_they_like(db: PersonaDatabase) -> None:
    db.sql("insert into storage.buckets (id, name) values ('elsewhere', 'elsewhere')")
    db.sql("insert into storage.objects (bucket_id, name) values ('elsewhere', 'plan.txt')")


def test_Y20_a_picture_with_a_name_from_before_the_rule_comes_back(db: PersonaDatabase) -> None:
    db.sql("alter table storage.objects disable trigger tapis_100_use_name_once")
    upload(db, "service", "products/old")
    db.sql("alter table storage.objects enable trigger tapis_100_use_name_once")
    db.sql(
        "insert into private.object_names (bucket_id, name, version, sha256) "
        "select bucket_id, name, version, private.sha256_of(metadata) from storage.objects"
        " where name = 'products/old'"
    )
    remove(db, "products/old")
    assert db.run_as("admin", RESTORE, "products/old") == [{"back": True}]
