"""The file part of the matrix, asked of the database itself; each policy on files is missed when gone."""

from dataclasses import dataclass
from uuid import uuid4

import psycopg
import pytest

from tests.access_matrix import FOLDER_PROMISES, PROMISES
from tests.database.conftest import House
from tests.declared_pictures import NAMED_IN
from tests.example_rows import image, put, put_file, row, row_with_files

PEOPLE = ("anon", "none", "talent", "leadership", "admin")
INSERT = "insert into storage.objects (bucket_id, name, owner_id) values (%s, %s, %s)"
DELETE = "delete from storage.objects where name = %s returning 1"
LIST = "select name from storage.objects"
READ = "select name from storage.find_readable_object('tapis', %s)"


@dataclass(frozen=True, slots=True)
class Cell:
    """What a role may do in a folder: upload, remove their own, remove others', list."""

    folder: str
    role: str
    insert: bool
    remove: bool | str
    listed: str

    def __str__(self) -> str:
        return f"{self.folder}-{self.role}"


def cells() -> list[Cell]:
    """Every folder and role."""
    listed = PROMISES["files"]["list"]
    return [
        Cell(folder, role, verbs["insert"][role], verbs.get("remove", verbs["insert"])[role], listed[role])
        for folder, verbs in FOLDER_PROMISES.items()
        for role in PEOPLE
        if folder != "anything-else" or role != "admin"  # an administrator may tidy up what is nowhere
    ]


def may_upload(house: House, role: str, name: str, bucket: str = "tapis", owner: str | None = None) -> bool:
    """Whether an upload in one's own or another's name would be taken; it isn't kept."""
    try:
        with house.connection.transaction(force_rollback=True):
            house.ask(role, INSERT, bucket, name, owner or house.user_id(role))
    except psycopg.errors.InsufficientPrivilege:
        return False
    return True


def hold(house: House, cell: Cell) -> None:
    """Ask what the cell is about; an AssertionError says that the promise is broken."""
    me, folder = house.user_id(cell.role), cell.folder
    assert may_upload(house, cell.role, f"{folder}/{uuid4()}.jpg") is cell.insert
    assert not may_upload(house, cell.role, f"{folder}/{uuid4()}.jpg", owner=str(uuid4()))
    assert not may_upload(house, cell.role, f"{folder}/deeper/{uuid4()}.jpg")
    assert not may_upload(house, cell.role, f"{folder}/{uuid4()}.jpg", bucket="elsewhere")
    mine, theirs = (f"{folder}/{put_file(house.sql, folder, owner)}" for owner in (me, str(uuid4())))
    seen = {found["name"] for found in house.ask(cell.role, LIST)}
    assert (mine in seen, theirs in seen) == {
        "all": (True, True),
        "own": (True, False),
        "nothing": (False, False),
    }[cell.listed]
    assert house.ask(cell.role, "update storage.objects set name = 'x' where true returning 1") == []
    assert bool(house.ask(cell.role, DELETE, theirs)) is (cell.remove is True)
    if folder in NAMED_IN and cell.role != "anon":
        _hold_of_named(house, cell)
    assert bool(house.ask(cell.role, DELETE, mine)) is (cell.remove in (True, "own"))


def _hold_of_named(house: House, cell: Cell) -> None:
    table, column = NAMED_IN[cell.folder]
    own = cell.remove is True or (cell.remove == "own" and table == "transactions")  # the order is Processed
    for person, gone in ((house.other, cell.remove is True), (house.user_id(cell.role), own)):
        filename = put_file(house.sql, cell.folder, house.user_id(cell.role))
        put(house.sql, table, row(table, person, **{column: image(filename)}))
        assert bool(house.ask(cell.role, DELETE, f"{cell.folder}/{filename}")) is gone


@pytest.fixture
def studio(house: House) -> House:
    """The house with a second bucket, which is none of the shop's business."""
    house.sql("insert into storage.buckets (id, name) values ('elsewhere', 'elsewhere')")
    return house


@pytest.mark.parametrize("cell", cells(), ids=str)
def test_R2_the_database_alone_keeps_the_promise(studio: House, cell: Cell) -> None:
    hold(studio, cell)


READINGS = [
    (folder, role, promise)
    for folder, verbs in FOLDER_PROMISES.items()
    for role, promise in verbs.get("read", {}).items()
]


@pytest.mark.parametrize(("folder", "role", "promise"), READINGS)
def test_Y19_who_reads_a_picture_by_its_name(
    studio: House, folder: str, role: str, promise: bool | str
) -> None:
    hold_reading(studio, folder, role, promise)


def hold_reading(house: House, folder: str, role: str, promise: bool | str) -> None:
    """Ask for a picture of one's own, one of somebody else, and one that somebody else's record names."""
    mine, theirs, named = (
        put_file(house.sql, folder, owner) for owner in (house.user_id(role), house.other, house.other)
    )
    if folder in NAMED_IN:
        table, column = NAMED_IN[folder]
        put(house.sql, table, row(table, house.other, **{column: image(named)}))
    expected = {"own": [mine] if role != "anon" else [], "cards": [named]}.get(
        str(promise), [mine, theirs, named] if promise else []
    )
    assert [name for name in (mine, theirs, named) if house.ask(role, READ, f"{folder}/{name}")] == expected


def test_Y19_reading_by_name_lists_nothing(studio: House) -> None:
    for folder in FOLDER_PROMISES:
        put_file(studio.sql, folder, studio.other)
    for role in ("anon", "none", "leadership", "talent"):
        assert studio.ask(role, LIST) == []


def test_Y19_a_former_leader_reads_no_card(studio: House) -> None:
    folder = "audition-registrations/comcards"
    card = put_file(studio.sql, folder, studio.other)
    mine = row("audition_registrations", studio.other, comcard_image=image(card))
    put(studio.sql, "audition_registrations", mine)
    assert studio.ask("leadership", READ, f"{folder}/{card}")
    studio.sql("select private.give_role(%s, 'talent')", studio.user_id("leadership"))
    assert studio.ask("leadership", READ, f"{folder}/{card}") == []


def test_R2_each_policy_on_files_is_missed_when_it_is_gone(studio: House) -> None:
    policies = [name for (name,) in studio.sql("select polname from pg_policy where polname like 'tapis%'")]
    assert len(policies) == 8
    assert [policy for policy in policies if not is_missed(studio, policy)] == []


def is_missed(house: House, policy: str) -> bool:
    """Whether a cell is broken without the policy."""
    for cell in cells():
        with house.connection.transaction(force_rollback=True):
            house.sql(f"drop policy {policy} on storage.objects")
            try:
                with house.connection.transaction():
                    hold(house, cell)
                    for reading in READINGS:
                        if reading[:2] == (cell.folder, cell.role):
                            hold_reading(house, *reading)
            except (AssertionError, psycopg.Error):
                return True
    return False


def test_R2_a_former_admin_removes_no_picture_of_the_shop(studio: House) -> None:
    ada = studio.user_id("admin")
    name = "products/" + put_file(studio.sql, "products", ada)
    studio.sql("select private.give_role(%s, 'talent')", ada)
    assert studio.ask("admin", DELETE, name) == []


def test_R2_tom_cannot_name_somebody_elses_picture_in_his_registration(studio: House) -> None:
    for folder, (table, column) in NAMED_IN.items():
        if table == "audition_registrations":
            theirs = put_file(studio.sql, folder, studio.other)
            tom = studio.user_id("talent")
            forged = row_with_files(studio.sql, table, tom) | {column: image(theirs)}
            before = studio.state()
            assert studio.insert("talent", table, forged).refused == 403
            assert studio.state() == before
            own = put_file(studio.sql, folder, tom)
            assert studio.insert("talent", table, forged | {column: image(own)}).refused is None
