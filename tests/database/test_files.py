"""The file part of the access matrix, checked in the database; each storage policy is needed."""

from dataclasses import dataclass
from uuid import uuid4

import psycopg
import pytest

from tests.access_matrix import FOLDER_PROMISES, PROMISES
from tests.database.conftest import PersonaDatabase
from tests.declared_pictures import NAMED_IN
from tests.example_rows import image, put, put_file, row, row_with_files

PEOPLE = ("anon", "none", "talent", "leadership", "admin")
INSERT = "insert into storage.objects (bucket_id, name, owner_id) values (%s, %s, %s)"
DELETE = "delete from storage.objects where name = %s returning 1"
LIST = "select name from storage.objects"
READ = "select name from storage.find_readable_object('tapis', %s)"


@dataclass(frozen=True, slots=True)
class Cell:
    """What a role may do in a folder: upload, remove its own, remove others', list."""

    folder: str
    role: str
    insert: bool
    remove: bool | str
    listed: str

    def __str__(self) -> str:
        return f"{self.folder}-{self.role}"


def list_cells() -> list[Cell]:
    """A cell for each folder and role."""
    listed = PROMISES["files"]["list"]
    return [
        Cell(folder, role, verbs["insert"][role], verbs.get("remove", verbs["insert"])[role], listed[role])
        for folder, verbs in FOLDER_PROMISES.items()
        for role in PEOPLE
        if folder != "anything-else" or role != "admin"  # an administrator may tidy up what is nowhere
    ]


def may_upload(
    db: PersonaDatabase, role: str, name: str, bucket: str = "tapis", owner: str | None = None
) -> bool:
    """Whether an upload in one's own or another's name is accepted; it is rolled back."""
    try:
        with db.connection.transaction(force_rollback=True):
            db.run_as(role, INSERT, bucket, name, owner or db.user_id(role))
    except psycopg.errors.InsufficientPrivilege:
        return False
    return True


def assert_cell_holds(db: PersonaDatabase, cell: Cell) -> None:
    """Check a cell against the database."""
    me, folder = db.user_id(cell.role), cell.folder
    assert may_upload(db, cell.role, f"{folder}/{uuid4()}.jpg") is cell.insert
    assert not may_upload(db, cell.role, f"{folder}/{uuid4()}.jpg", owner=str(uuid4()))
    assert not may_upload(db, cell.role, f"{folder}/deeper/{uuid4()}.jpg")
    assert not may_upload(db, cell.role, f"{folder}/{uuid4()}.jpg", bucket="elsewhere")
    mine, theirs = (f"{folder}/{put_file(db.sql, folder, owner)}" for owner in (me, str(uuid4())))
    listed = {found["name"] for found in db.run_as(cell.role, LIST)}
    assert (mine in listed, theirs in listed) == {
        "all": (True, True),
        "own": (True, False),
        "nothing": (False, False),
    }[cell.listed]
    assert db.run_as(cell.role, "update storage.objects set name = 'x' where true returning 1") == []
    assert bool(db.run_as(cell.role, DELETE, theirs)) is (cell.remove is True)
    if folder in NAMED_IN and cell.role != "anon":
        _assert_named_removal(db, cell)
    assert bool(db.run_as(cell.role, DELETE, mine)) is (cell.remove in (True, "own"))


def _assert_named_removal(db: PersonaDatabase, cell: Cell) -> None:
    table, column = NAMED_IN[cell.folder]
    own = cell.remove is True or (cell.remove == "own" and table == "transactions")  # the order is Processed
    for person, gone in ((db.other, cell.remove is True), (db.user_id(cell.role), own)):
        filename = put_file(db.sql, cell.folder, db.user_id(cell.role))
        put(db.sql, table, row(table, person, **{column: image(filename)}))
        assert bool(db.run_as(cell.role, DELETE, f"{cell.folder}/{filename}")) is gone


@pytest.fixture
def second_bucket(db: PersonaDatabase) -> PersonaDatabase:
    """The database with a second bucket that is not the shop's."""
    db.sql("insert into storage.buckets (id, name) values ('elsewhere', 'elsewhere')")
    return db


@pytest.mark.parametrize("cell", list_cells(), ids=str)
def test_R2_the_database_alone_keeps_the_promise(second_bucket: PersonaDatabase, cell: Cell) -> None:
    assert_cell_holds(second_bucket, cell)


READINGS = [
    (folder, role, promise)
    for folder, verbs in FOLDER_PROMISES.items()
    for role, promise in verbs.get("read", {}).items()
]


@pytest.mark.parametrize(("folder", "role", "promise"), READINGS)
def test_Y19_who_reads_a_picture_by_its_name(
    second_bucket: PersonaDatabase, folder: str, role: str, promise: bool | str
) -> None:
    assert_reading_holds(second_bucket, folder, role, promise)


def assert_reading_holds(db: PersonaDatabase, folder: str, role: str, promise: bool | str) -> None:
    """Check who reads one's own picture, somebody else's, and one that somebody else's record names."""
    mine, theirs, named = (
        put_file(db.sql, folder, owner) for owner in (db.user_id(role), db.other, db.other)
    )
    if folder in NAMED_IN:
        table, column = NAMED_IN[folder]
        put(db.sql, table, row(table, db.other, **{column: image(named)}))
    expected = {"own": [mine] if role != "anon" else [], "cards": [named]}.get(
        str(promise), [mine, theirs, named] if promise else []
    )
    assert [name for name in (mine, theirs, named) if db.run_as(role, READ, f"{folder}/{name}")] == expected


def test_Y19_reading_by_name_lists_nothing(second_bucket: PersonaDatabase) -> None:
    for folder in FOLDER_PROMISES:
        put_file(second_bucket.sql, folder, second_bucket.other)
    for role in ("anon", "none", "leadership", "talent"):
        assert second_bucket.run_as(role, LIST) == []


def test_Y19_a_former_leader_reads_no_card(second_bucket: PersonaDatabase) -> None:
    folder = "audition-registrations/comcards"
    card = put_file(second_bucket.sql, folder, second_bucket.other)
    mine = row("audition_registrations", second_bucket.other, comcard_image=image(card))
    put(second_bucket.sql, "audition_registrations", mine)
    assert second_bucket.run_as("leadership", READ, f"{folder}/{card}")
    second_bucket.sql("select private.give_role(%s, 'talent')", second_bucket.user_id("leadership"))
    assert second_bucket.run_as("leadership", READ, f"{folder}/{card}") == []


def test_R2_each_policy_on_files_is_missed_when_it_is_gone(second_bucket: PersonaDatabase) -> None:
    policies = [
        name for (name,) in second_bucket.sql("select polname from pg_policy where polname like 'tapis%'")
    ]
    assert len(policies) == 8
    assert [policy for policy in policies if not is_missed(second_bucket, policy)] == []


def is_missed(db: PersonaDatabase, policy: str) -> bool:
    """Whether a cell fails without the policy."""
    for cell in list_cells():
        with db.connection.transaction(force_rollback=True):
            db.sql(f"drop policy {policy} on storage.objects")
            try:
                with db.connection.transaction():
                    assert_cell_holds(db, cell)
                    for reading in READINGS:
                        if reading[:2] == (cell.folder, cell.role):
                            assert_reading_holds(db, *reading)
            except (AssertionError, psycopg.Error):
                return True
    return False


def test_R2_a_former_admin_removes_no_picture_of_the_shop(second_bucket: PersonaDatabase) -> None:
    ada = second_bucket.user_id("admin")
    name = "products/" + put_file(second_bucket.sql, "products", ada)
    second_bucket.sql("select private.give_role(%s, 'talent')", ada)
    assert second_bucket.run_as("admin", DELETE, name) == []


def test_R2_tom_cannot_name_somebody_elses_picture_in_his_registration(
    second_bucket: PersonaDatabase,
) -> None:
    for folder, (table, column) in NAMED_IN.items():
        if table == "audition_registrations":
            theirs = put_file(second_bucket.sql, folder, second_bucket.other)
            tom = second_bucket.user_id("talent")
            forged = row_with_files(second_bucket.sql, table, tom) | {column: image(theirs)}
            before = second_bucket.state()
            assert second_bucket.insert("talent", table, forged).refused == 403
            assert second_bucket.state() == before
            own = put_file(second_bucket.sql, folder, tom)
            assert second_bucket.insert("talent", table, forged | {column: image(own)}).refused is None
