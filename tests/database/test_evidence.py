"""What was paid stays provable: records keep the checksum of their pictures, and proofs of payment stay."""

import json
from typing import Any

import psycopg
import pytest

from tapis.gateway.settings import load_settings
from tapis.resources import DB_FOLDER
from tests.database.conftest import PersonaDatabase
from tests.declared_pictures import FOLDER_OF_PROOFS, FOLDERS
from tests.example_rows import Row, image, put, put_file, put_files, put_order, row

SHA = "ab" * 32
NOTED = """
select place, named_by, object_name, version, sha256 from private.record_pictures
where record = %s order by named_by
"""
SEND = """
insert into public.transactions (uuid, user_id, transactions, invoice_image, status)
select uuid, user_id, transactions, invoice_image, status
from jsonb_populate_recordset(null::public.transactions, %s::jsonb)
"""
REMOVE = "delete from storage.objects where name = %s returning 1"
ORPHANED = "select name from storage.objects where id in (select private.orphaned_pictures('-1 hour'))"


def get_proof_name(order: Row) -> str:
    """The object name of an order's proof."""
    return f"{FOLDER_OF_PROOFS}/{order['invoice_image']['filename']}"


def place_order(db: PersonaDatabase, **changes: Any) -> Row:
    """Place an order of Tom's."""
    order = put_order(db.sql, db.user_id("talent"), **changes)
    db.run_as("talent", SEND, json.dumps([order]))
    return order


def set_status(db: PersonaDatabase, order: Row, status: str) -> None:
    """Set the status of an order as Ada."""
    assert db.update("admin", "transactions", order["uuid"], {"status": status}).rows


def catch_refusal(db: PersonaDatabase, role: str, table: str, values: Row) -> psycopg.Error:
    """The error of an insert, which changes nothing."""
    before = db.state()
    with pytest.raises(psycopg.Error) as caught:
        db.insert(role, table, values)
    assert db.state() == before
    return caught.value


@pytest.mark.parametrize("table", FOLDERS)
def test_Y20_a_record_keeps_the_checksum_of_its_pictures(db: PersonaDatabase, table: str) -> None:
    values = row(table, db.other)
    put_files(db.sql, table, values, db.other)
    db.sql("update storage.objects set metadata = jsonb_build_object('eTag', %s::text)", f'"{SHA}"')
    put(db.sql, table, values)
    versions = dict(db.sql("select name, version from storage.objects"))
    expected = [
        (table, column, f"{folder}/{values[column]['filename']}") for column, folder in FOLDERS[table].items()
    ]
    assert [*db.sql(NOTED, values["uuid"])] == [(*one, versions[one[2]], SHA) for one in sorted(expected)]


def test_Y20_the_checksum_stays_when_the_record_names_another_picture_or_goes(db: PersonaDatabase) -> None:
    method = row("payment_methods", "")
    put_files(db.sql, "payment_methods", method, None)
    db.insert("admin", "payment_methods", method)
    other = {"qris_image": image()}
    put_files(db.sql, "payment_methods", other, None)
    db.update("admin", "payment_methods", method["uuid"], other)
    db.delete("admin", "payment_methods", method["uuid"])
    assert len(db.sql(NOTED, method["uuid"])) == 2


def test_Y20_the_seal_of_an_order_covers_the_checksum_of_its_proof(db: PersonaDatabase) -> None:
    order = place_order(db)
    unlike = """select 1 from public.transactions o join private.order_seals s using (uuid)
        where s.sha256 is distinct from private.seal_of(o)"""
    assert db.sql(unlike) == []
    db.sql("update private.record_pictures set sha256 = %s where record = %s", SHA, order["uuid"])
    assert len(db.sql(unlike)) == 1


@pytest.mark.parametrize("deleted_by", ["talent", "admin"])
def test_Y20_a_proof_serves_no_other_order_after_its_own_was_deleted(
    db: PersonaDatabase, deleted_by: str
) -> None:
    order = place_order(db)
    db.delete(deleted_by, "transactions", order["uuid"])
    again = put_order(db.sql, db.user_id("talent"), invoice_image=order["invoice_image"])
    with pytest.raises(psycopg.errors.UniqueViolation) as caught:
        db.run_as("talent", SEND, json.dumps([again]))
    assert caught.value.diag.message_hint == "invoice_used"
    assert caught.value.diag.message_primary == "This proof of payment belongs to another order already."


def test_Y20_tom_sends_no_second_order_under_the_number_of_one_that_he_deleted(db: PersonaDatabase) -> None:
    order = place_order(db)
    set_status(db, order, "Finished")
    db.delete("talent", "transactions", order["uuid"])
    before = db.state()
    with pytest.raises(psycopg.errors.UniqueViolation) as caught:
        db.run_as("talent", SEND, json.dumps([order]))
    assert caught.value.diag.message_hint == "taken"
    assert db.state() == before


def test_Y20_ada_gives_no_order_the_proof_of_another(db: PersonaDatabase) -> None:
    first, second = place_order(db), place_order(db)
    with pytest.raises(psycopg.errors.UniqueViolation) as caught:
        db.update("admin", "transactions", second["uuid"], {"invoice_image": first["invoice_image"]})
    assert caught.value.diag.message_hint == "invoice_used"
    other = image(put_file(db.sql, FOLDER_OF_PROOFS, None))
    assert db.update("admin", "transactions", second["uuid"], {"invoice_image": other}).rows


@pytest.mark.parametrize("status", ["Accepted", "Finished", "Rejected"])
def test_Y20_tom_removes_a_proof_only_while_the_order_is_processed(db: PersonaDatabase, status: str) -> None:
    order, waiting = place_order(db), place_order(db)
    set_status(db, order, status)
    before = db.state()
    assert db.run_as("talent", REMOVE, get_proof_name(order)) == []
    assert db.state() == before
    assert db.run_as("talent", REMOVE, get_proof_name(waiting)) == [{"?column?": 1}]


def test_Y20_tom_deletes_his_accepted_order_and_its_proof_stays(db: PersonaDatabase) -> None:
    order = place_order(db)
    set_status(db, order, "Accepted")
    set_status(db, order, "Processed")
    assert db.delete("talent", "transactions", order["uuid"]).rows
    assert db.run_as("talent", REMOVE, get_proof_name(order)) == []
    assert (get_proof_name(order),) not in db.sql(ORPHANED)


def test_Y20_the_proof_of_an_order_that_was_never_accepted_is_swept(db: PersonaDatabase) -> None:
    order = place_order(db)
    db.delete("talent", "transactions", order["uuid"])
    assert (get_proof_name(order),) in db.sql(ORPHANED)


def test_Y20_the_bytes_of_a_settled_proof_stay_when_ada_removes_it(db: PersonaDatabase) -> None:
    order = place_order(db)
    set_status(db, order, "Finished")
    db.delete("admin", "transactions", order["uuid"])
    assert db.run_as("admin", REMOVE, get_proof_name(order))
    is_kept = "version in (select private.referenced_removed_versions(array[version]))"
    kept = f"select 1 from storage.removed where {is_kept}"
    assert len(db.sql(kept)) == 1


def test_Y20_removing_the_proof_of_an_accepted_order_is_in_the_audit_log(db: PersonaDatabase) -> None:
    order, waiting = place_order(db), place_order(db)
    set_status(db, order, "Accepted")
    for one in (order, waiting):
        assert db.run_as("admin", REMOVE, get_proof_name(one))
    assert db.run_as("admin", "select public.restore_removed_picture(%s) as back", get_proof_name(order))
    entries = db.sql(
        "select action, coalesce(before, after) ->> 'name', actor_id::text from public.audit_log"
        " where place = 'objects' order by created_at"
    )
    ada = db.user_id("admin")
    assert [*entries] == [("delete", get_proof_name(order), ada), ("insert", get_proof_name(order), ada)]


def test_Y20_an_order_that_the_service_key_writes_is_in_the_audit_log(db: PersonaDatabase) -> None:
    forged = put_order(db.sql, db.user_id("talent"), status="Finished")
    db.run_as("service", SEND, json.dumps([forged]))
    assert [*db.sql(LOGGED, forged["uuid"])] == [("insert", None, "Finished")]


@pytest.mark.parametrize("named_in", ["products", "transactions"])
def test_W3_a_file_called_like_a_picture_in_use_is_swept_and_counted(
    db: PersonaDatabase, named_in: str
) -> None:
    tom = db.user_id("talent")
    used = row(named_in, tom)
    put_files(db.sql, named_in, used, tom)
    put(db.sql, named_in, used)
    filename = (used.get("image") or used["invoice_image"])["filename"]
    name = f"audition-registrations/comcards/{filename}"
    db.sql("insert into storage.objects (bucket_id, name, owner_id) values ('tapis', %s, %s)", name, tom)
    assert (name,) in db.sql(ORPHANED)
    assert [*db.sql("select files from private.orphaned_usage(%s)", tom)] == [(1 + (named_in == "products"),)]
    db.sql("delete from storage.objects where name = %s", name)
    is_kept = "version in (select private.referenced_removed_versions(array[version]))"
    kept = f"select 1 from storage.removed where {is_kept}"
    assert db.sql(kept) == []


@pytest.mark.parametrize("column", FOLDERS["audition_registrations"])
def test_Y20_tom_removes_no_picture_that_his_registration_names(db: PersonaDatabase, column: str) -> None:
    tom = db.user_id("talent")
    mine = row("audition_registrations", tom)
    put_files(db.sql, "audition_registrations", mine, tom)
    db.insert("talent", "audition_registrations", mine)
    name = f"{FOLDERS['audition_registrations'][column]}/{mine[column]['filename']}"
    assert db.run_as("talent", REMOVE, name) == []


LOGGED = """
select action, before ->> 'status', after ->> 'status' from public.audit_log
where place = 'transactions' and record_id = %s
"""


def test_Y20_changed_and_deleted_orders_are_in_the_audit_log(db: PersonaDatabase) -> None:
    order = place_order(db)
    assert db.sql(LOGGED, order["uuid"]) == []
    set_status(db, order, "Accepted")
    db.delete("talent", "transactions", order["uuid"])
    entries = db.sql(f"{LOGGED} order by created_at", order["uuid"])
    assert [*entries] == [("update", "Processed", "Accepted"), ("delete", "Accepted", None)]
    who = db.sql(
        "select actor_id::text from public.audit_log"
        " where place = 'transactions' and record_id = %s order by created_at",
        order["uuid"],
    )
    assert [*who] == [(db.user_id("admin"),), (db.user_id("talent"),)]


def test_Y20_what_happens_to_the_pictures_of_payment_methods_is_in_the_audit_log(db: PersonaDatabase) -> None:
    ada = db.user_id("admin")
    insert = "insert into storage.objects (bucket_id, name, owner_id) values ('tapis', %s, %s)"
    for folder in ("payment-methods", "products"):
        db.run_as("admin", insert, f"{folder}/qr.jpg", ada)
        db.run_as("admin", REMOVE, f"{folder}/qr.jpg")
    entries = db.sql(
        "select action, coalesce(before, after) ->> 'name', actor_id::text from public.audit_log"
        " where place = 'objects' order by created_at"
    )
    assert [*entries] == [
        ("insert", "payment-methods/qr.jpg", ada),
        ("delete", "payment-methods/qr.jpg", ada),
    ]
    db.sql("insert into storage.objects (bucket_id, name) values ('tapis', 'payment-methods/a.jpg')")
    db.sql("update storage.objects set name = 'gallery/a.jpg' where name = 'payment-methods/a.jpg'")
    assert [*db.sql("select action from public.audit_log where after ->> 'name' = 'gallery/a.jpg'")] == [
        ("update",)
    ]


@pytest.mark.parametrize("table", [table for table in FOLDERS if table != "transactions"])
def test_Y20_a_record_names_pictures_that_are_there(db: PersonaDatabase, table: str) -> None:
    for column in FOLDERS[table]:
        values = row(table, db.other)
        put_files(db.sql, table, values, db.other)
        elsewhere = image(put_file(db.sql, FOLDER_OF_PROOFS, db.other))
        for missing in (image(), elsewhere):
            answer = catch_refusal(db, "admin", table, values | {column: missing})
            assert (answer.sqlstate, answer.diag.message_hint) == ("23514", "picture_missing")
        db.insert("admin", table, values)
        with pytest.raises(psycopg.errors.CheckViolation):
            db.update("admin", table, values["uuid"], {column: image()})
        db.sql("delete from storage.objects")
        assert db.update("admin", table, values["uuid"], {"created_at": "2020-01-01"}).rows


def test_Y20_tom_registers_with_pictures_of_his_own(db: PersonaDatabase) -> None:
    tom = db.user_id("talent")
    mine = row("audition_registrations", tom)
    assert catch_refusal(db, "talent", "audition_registrations", mine).diag.message_hint == "picture_missing"
    put_files(db.sql, "audition_registrations", mine, tom)
    assert db.insert("talent", "audition_registrations", mine).refused is None


ADDRESSES = (
    "https://evil.example/phish",
    "https://evil.example/../a#b?c",
    "../../other/card.jpg",
    "javascript:alert(1)",
    "",
)


@pytest.mark.parametrize("table", FOLDERS)
def test_Y20_the_address_of_a_picture_is_written_by_the_database(db: PersonaDatabase, table: str) -> None:
    for address in ADDRESSES:
        values = row(table, db.other)
        for column in FOLDERS[table]:
            values[column] = values[column] | {"url": address}
        put(db.sql, table, values)
        (stored,) = db.sql(f"select to_jsonb(t) from public.{table} t where uuid = %s", values["uuid"])
        for column, folder in FOLDERS[table].items():
            name = f"{folder}/{values[column]['filename']}"
            assert stored[0][column]["url"] == f"/storage/v1/object/public/tapis/{name}"


@pytest.mark.parametrize("role", ["admin", "service"])
def test_Y20_the_picture_of_a_line_leads_nowhere_else(db: PersonaDatabase, role: str) -> None:
    order = place_order(db)
    sent = order["transactions"][0]
    path = "/storage/v1/object/public/tapis/products/kain.jpg"
    for address in ADDRESSES:
        changed = [sent | {"image": image("kain.jpg") | {"url": address}}]
        (stored,) = db.update(role, "transactions", order["uuid"], {"transactions": changed}).rows
        assert stored["transactions"][0]["image"]["url"] == path
    for value in ({"url": "javascript:alert(1)"}, "javascript:alert(1)"):
        with pytest.raises(psycopg.errors.CheckViolation), db.connection.transaction():
            db.update(role, "transactions", order["uuid"], {"transactions": [sent | {"image": value}]})


@pytest.mark.parametrize(
    ("filename", "written"),
    [
        ("a#b?c.jpg", "a%23b%3Fc.jpg"),
        ("kain tapis é.jpg", "kain%20tapis%20%C3%A9.jpg"),
        ("%2e%2e.jpg", "%252e%252e.jpg"),
        ('"<>.jpg', "%22%3C%3E.jpg"),
    ],
)
def test_Y20_nothing_in_a_name_leads_elsewhere(db: PersonaDatabase, filename: str, written: str) -> None:
    slide = row("slides", "", image=image(filename))
    put(db.sql, "slides", slide)
    address = db.sql("select image ->> 'url' from public.slides where uuid = %s", slide["uuid"])
    assert [*address] == [(f"/storage/v1/object/public/tapis/slides/{written}",)]


def test_Y20_at_most_twenty_orders_are_sent_at_once(db: PersonaDatabase) -> None:
    orders = [put_order(db.sql, db.user_id("talent")) for _ in range(21)]
    before = db.state()
    with pytest.raises(psycopg.Error) as caught:
        db.run_as("talent", SEND, json.dumps(orders))
    assert (caught.value.sqlstate, caught.value.diag.message_hint) == ("PT429", "quota_request")
    assert db.state() == before
    db.run_as("talent", SEND, json.dumps(orders[:20]))


UPLOAD = """
insert into storage.objects (bucket_id, name, owner_id, metadata)
values ('tapis', format('transactions/invoices/%%s.jpg', gen_random_uuid()), %s,
    jsonb_build_object('size', %s::bigint))
returning name
"""


def upload(db: PersonaDatabase, role: str, size: int = 1) -> str:
    """Upload a file of this size; gives its filename."""
    db.sql("select set_config('tapis.quota_files', '3', true), set_config('tapis.quota_bytes', '1000', true)")
    (stored,) = db.run_as(role, UPLOAD, db.user_id(role), size)
    return str(stored["name"]).rpartition("/")[2]


def test_W3_tom_has_at_most_so_many_pictures_that_no_record_names(db: PersonaDatabase) -> None:
    names = [upload(db, "talent") for _ in range(3)]
    before = db.state()
    with pytest.raises(psycopg.Error) as caught:
        upload(db, "talent")
    assert (caught.value.sqlstate, caught.value.diag.message_hint) == ("PT429", "quota")
    assert (caught.value.diag.message_primary or "").startswith("At most 3 pictures and 0 MB")
    assert db.state() == before
    order = put_order(db.sql, db.user_id("talent"), invoice_image=image(names[0]))
    db.sql(
        "delete from storage.objects where name not like '%%' || %s and name not like '%%' || %s", *names[:2]
    )
    db.run_as("talent", SEND, json.dumps([order]))
    assert [upload(db, "talent") for _ in range(2)]


def test_W3_tom_has_at_most_so_many_bytes_that_no_record_names(db: PersonaDatabase) -> None:
    upload(db, "talent", 999)
    with pytest.raises(psycopg.Error) as caught:
        upload(db, "talent", 2)
    assert caught.value.diag.message_hint == "quota"
    upload(db, "talent", 1)


@pytest.mark.parametrize(("size", "rounds"), [(1, 30), (1000, 3)])
def test_W3_tom_does_not_fill_the_disk_by_uploading_and_removing(
    db: PersonaDatabase, size: int, rounds: int
) -> None:
    for _ in range(rounds):
        name = f"{FOLDER_OF_PROOFS}/{upload(db, 'talent', size)}"
        assert db.run_as("talent", REMOVE, name)
    assert db.run_as("talent", REMOVE, f"{FOLDER_OF_PROOFS}/{upload(db, 'talent', 1)}")
    with pytest.raises(psycopg.Error) as caught:
        upload(db, "talent", 1)
    assert (caught.value.sqlstate, caught.value.diag.message_hint) == ("PT429", "quota")


def test_W3_ada_has_no_quota(db: PersonaDatabase) -> None:
    assert [upload(db, "admin", 2000) for _ in range(5)]


def test_W3_without_settings_the_quota_is_twenty_files(db: PersonaDatabase) -> None:
    defaults = load_settings({})
    for _ in range(defaults.quota_files):
        db.run_as("talent", UPLOAD, db.user_id("talent"), 1)
    with pytest.raises(psycopg.Error) as caught:
        db.run_as("talent", UPLOAD, db.user_id("talent"), 1)
    most = f"At most {defaults.quota_files} pictures and {defaults.quota_bytes // 1_000_000} MB"
    assert (caught.value.diag.message_primary or "").startswith(most)


def assert_evidence_rules_hold(db: PersonaDatabase) -> None:
    """A short scenario that needs every trigger of evidence."""
    first, second = place_order(db), place_order(db)
    assert len(db.sql(NOTED, first["uuid"])) == 1
    with pytest.raises(psycopg.errors.UniqueViolation), db.connection.transaction():
        db.update("admin", "transactions", second["uuid"], {"invoice_image": first["invoice_image"]})
    with pytest.raises(psycopg.errors.CheckViolation), db.connection.transaction():
        db.update("admin", "transactions", second["uuid"], {"invoice_image": image()})
    set_status(db, first, "Accepted")
    set_status(db, first, "Processed")
    assert db.run_as("talent", REMOVE, get_proof_name(first)) == []


@pytest.mark.parametrize(
    "trigger",
    ["_150_one_proof_each", "_700_require_pictures", "_850_note_pictures", "_860_settle_proof"],
)
def test_Y20_each_trigger_about_evidence_is_missed_when_it_is_gone(db: PersonaDatabase, trigger: str) -> None:
    assert_evidence_rules_hold(db)
    db.sql(f"drop trigger {trigger} on public.transactions")
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        assert_evidence_rules_hold(db)


OLD_ORIGIN = """
alter table public.transactions disable trigger user;
update public.transactions set
    invoice_image = replace(invoice_image::text, '"/storage', '"https://old.example:8443/storage')::jsonb,
    transactions = replace(transactions::text, '"/storage', '"https://old.example:8443/storage')::jsonb;
alter table public.transactions enable trigger user;
update private.order_seals as seal
set sha256 = case when o.uuid = %s then private.seal_of(o) else sha256('kain') end
from public.transactions as o where o.uuid = seal.uuid
"""
SAID = """
select o.uuid::text, (o.transactions || o.invoice_image)::text, seal.sha256 = private.seal_of(o)
from public.transactions as o join private.order_seals as seal using (uuid)
"""


def test_Y20_addresses_that_were_stored_whole_become_paths_and_seals_stay_as_they_were(
    db: PersonaDatabase,
) -> None:
    """Of two orders, one does not fit its seal, and so it stays."""
    sealed, changed = place_order(db)["uuid"], place_order(db)["uuid"]
    for statement in OLD_ORIGIN.replace("%s", f"'{sealed}'").split(";\n"):
        db.sql(statement)
    before = {uuid: (said.count("https://old.example:8443/"), fits) for uuid, said, fits in db.sql(SAID)}
    assert before == {sealed: (2, True), changed: (2, False)}
    db.connection.execute((DB_FOLDER / "migrations/0023_addresses_without_origin.sql").read_bytes())
    after = {uuid: ("old.example" in said, fits) for uuid, said, fits in db.sql(SAID)}
    assert after == {sealed: (False, True), changed: (False, False)}


def test_Z9_a_picture_of_one_record_is_not_given_to_another(db: PersonaDatabase) -> None:
    ada = db.user_id("admin")
    first = row("gallery", ada)
    put_files(db.sql, "gallery", first, ada)
    assert db.insert("admin", "gallery", first).refused is None
    second = row("gallery", ada, image=first["image"])
    with (
        db.connection.transaction(force_rollback=True),
        pytest.raises(psycopg.errors.UniqueViolation) as refused,
    ):
        db.insert("admin", "gallery", second)
    assert refused.value.diag.message_hint == "picture_used"
    assert db.update("admin", "gallery", first["uuid"], {"heading": "Malam", "image": first["image"]}).rows
    db.delete("admin", "gallery", first["uuid"])
    assert db.insert("admin", "gallery", second).refused is None


def test_Z9_a_proof_that_is_removed_while_the_order_is_sent_is_missing_and_not_lost(
    db: PersonaDatabase, superuser_url: str
) -> None:
    """The removal has begun and is not committed: the order waits for it."""
    filename = put_file(db.sql, "gallery", db.user_id("admin"))
    db.connection.commit()
    try:
        with psycopg.connect(superuser_url) as removing:
            removing.execute("delete from storage.objects where name = %s", [f"gallery/{filename}"])
            named = row("gallery", db.user_id("admin"), image=image(filename))
            db.sql("set local lock_timeout = '200ms'")
            with (
                db.connection.transaction(force_rollback=True),
                pytest.raises(psycopg.errors.LockNotAvailable),
            ):
                db.insert("admin", "gallery", named)
            removing.commit()
        with (
            db.connection.transaction(force_rollback=True),
            pytest.raises(psycopg.errors.CheckViolation) as refused,
        ):
            db.insert("admin", "gallery", named)
        assert refused.value.diag.message_hint == "picture_missing"
    finally:
        db.connection.rollback()


def test_Y20_ada_gives_an_order_no_proof_that_is_not_there(db: PersonaDatabase) -> None:
    order = place_order(db)
    with pytest.raises(psycopg.errors.CheckViolation) as caught:
        db.update("admin", "transactions", order["uuid"], {"invoice_image": image()})
    assert caught.value.diag.message_hint == "picture_missing"
