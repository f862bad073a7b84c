"""Ada runs the doctor: each damage is found, explained in a sentence, and repaired if that loses nothing."""

import json
import os
import re
import time
from functools import partial
from pathlib import Path

import psycopg
import pytest

from tapis.ops import postgres
from tapis.ops.maintenance.findings import KINDS
from tapis.ops.maintenance.repair import REPAIRS, RULES_FIRST
from tapis.ops.migrate.runner import PrivilegeViolation, find_violations
from tapis.resources import DB_FOLDER
from tests.conftest import open_shop, prepared
from tests.maintenance.conftest import (
    PROOFS,
    SampleShop,
    fill_shop,
    run_doctor,
    run_tapis,
    stored_file,
    upload_picture,
)
from tests.storage.sample_images import photo

# What the doctor calls it → a damage that an owner, a bug or a disk could do. {order} and {proof} are Tom's,
# {picture} is the product's.
REPAIRABLE = {
    "accounts-open": "grant select on auth.users to anon;"
    " grant execute on function auth.remember_ended_session() to authenticated",
    "rules-open": "alter table public.products disable row level security;"
    " create view public.sold as select * from public.products; grant select on public.sold to anon",
    "rule-missing": "drop policy select_own on public.transactions;"
    " alter table public.products drop constraint products_price_not_negative;"
    " alter table public.gallery drop constraint gallery_image_is_an_image,"
    " add constraint gallery_image_is_an_image check (image is not null and private.is_image(image));"
    " alter table public.products alter column sizes drop default, alter column heading drop not null;"
    " drop index public.gallery_newest_first;"
    " alter table public.transactions disable trigger _100_validate;"
    " create or replace function private.app_role() returns text language sql stable security definer"
    " set search_path = '' as $$ select 'admin' $$",
    "rule-added": "create policy everybody on public.transactions for select to anon using (true);"
    " grant insert on public.products to anon; grant usage on schema private to anon;"
    " grant select on storage.removed to authenticated; grant select on private.order_seals to service_role;"
    " grant execute on function private.app_role() to anon",
    "picture-removed": "delete from storage.objects where name = 'products/{picture}'",
    "picture-unclaimed": "update storage.objects set created_at = now() - interval '26 hours'"
    " where name = 'products/nobody.png'",
    "picture-kept": "update storage.removed set removed_at = now() - interval '31 days'"
    " where object ->> 'name' = 'products/gone.png'",
    "picture-unnoted": "delete from private.object_names where name like '%%/{proof}'",
    "folder-open": "create or replace function private.is_personal(bucket text, object_name text)"
    " returns boolean language sql immutable set search_path = '' as 'select false'",
    "order-unsealed": "delete from private.order_seals where uuid = '{order}'",
    # A row that its index doesn't know.
    "index-broken": "update pg_index set indisready = false, indislive = false"
    " where indexrelid = 'public.slides_newest_first'::regclass;"
    " insert into public.slides (title, image) select 'Malam', image from public.products limit 1;"
    " update pg_index set indisready = true, indislive = true"
    " where indexrelid = 'public.slides_newest_first'::regclass",
}
MESSAGE = """
insert into private.messages (outbox_id, user_id, way, kind, place, record, data, state, created_at)
select length('STATE'), id, 'mail', '', '', id, '{}', 'STATE', now() - interval 'SINCE'
from auth.users order by id limit 1
"""
PAST_TRIGGERS = "set session_replication_role = replica;"
REPORTED = {
    # Without a row: an owner's own column, of which nobody can say whether it names a picture of the shop.
    "pictures-undeclared": "alter table public.gallery add column portrait jsonb"
    " constraint portrait_is_one check (portrait is null or private.is_image(portrait))",
    "order-lost": f"{PAST_TRIGGERS} delete from public.transactions where uuid = '{{order}}'",
    "order-changed": "update public.transactions set transactions = jsonb_set(transactions, '{0,price}', '1')"
    " where uuid = '{order}'",
    "picture-missing": f"{PAST_TRIGGERS} delete from storage.objects where name = '{PROOFS}/{{proof}}'",
    # With bytes to match, so that only the notes about name and order tell.
    "picture-swapped": "update storage.objects set metadata = jsonb_set(metadata, '{eTag}', '\"00\"')"
    " where name = 'products/{picture}'",
    "bytes-missing": "",
    "bytes-changed": "",
    # A mail, which waits where there is no mail server.
    "notifications-delayed": MESSAGE.replace("STATE", "waiting").replace("SINCE", "2 hours"),
    # The orders of Tom's have one total, and none reserved an amount.
    "amounts-shared": "insert into public.payment_methods (pathname, payment_account, account_number,"
    " full_name, exact_amounts, qris_image) select '/shopping-cart', 'Bank', '1', 'Tapis', true, image"
    " from public.products limit 1",
    "notifications-failed": MESSAGE.replace("STATE", "failed").replace("SINCE", "4 days"),
}


def damage(books: SampleShop, sql: str) -> None:
    """Damage the database, bypassing triggers and policies."""
    order, (proof, _) = next(iter(books.orders.items()))
    names = {"order": order, "proof": proof, "picture": books.picture}
    for name, value in names.items():
        sql = sql.replace(f"{{{name}}}", value)
    books.shop.sql(sql)


@pytest.fixture
def stray_file(books: SampleShop) -> Path:
    """Bytes of no picture, a day and two hours old; beside it one that has just come."""
    folder = books.shop.data / "files" / "00"
    folder.mkdir(exist_ok=True)
    for name in ("00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-000000000001"):
        (folder / name).write_bytes(b"bytes")
    os.utime(folder / "00000000-0000-4000-8000-000000000000", (time.time() - 26 * 3600,) * 2)
    return folder


def test_Z8_an_open_shop_is_well(books: SampleShop) -> None:
    result = run_tapis("doctor", data=books.shop.data)
    assert result.stdout == "Nothing is wrong: nothing is lost, and every rule is in place.\n"
    assert result.returncode == 0


def test_Z8_what_can_be_repaired_is_found_then_repaired_and_reported(
    books: SampleShop, stray_file: Path, request: pytest.FixtureRequest
) -> None:
    with books.shop.client(books.ada.token) as http:
        for name in ("nobody.png", "gone.png"):
            assert upload_picture(http, f"products/{name}", photo(20, 20, ".png")).status_code == 200
        http.delete("/storage/v1/object/tapis/products/gone.png")
    gone = stored_file(books.shop, f"products/{books.picture}")
    request.addfinalizer(partial(books.shop.sql, "drop view public.sold"))
    for sql in REPAIRABLE.values():
        damage(books, sql)
    assert {*run_doctor(books.shop.data)} == {*REPAIRABLE, "bytes-unclaimed"}
    mended = run_tapis("doctor", "--repair", data=books.shop.data)
    assert mended.returncode == 0, mended.stdout
    for report in (
        "Closed: anon may select auth.users.",
        "Closed: policy public.transactions.everybody; it was: create policy everybody on public.transaction",
        "Closed: right insert on public.products for anon; it was: grant INSERT on table public.products to",
        "Made again: constraint public.products.products_price_not_negative.",
        "Made again: constraint public.gallery.gallery_image_is_an_image (it says something else).",
        "Made again: default public.products.sizes.",
        "Made again: required column public.products.heading.",
        "Made again: index public.gallery_newest_first.",
        "Rebuilt from its table: index public.slides_newest_first.",
        f"Restored: {books.picture}, image of public.",
        "Sealed as it is: ",
        f"Noted as it is: tapis/{PROOFS}/",
        "Swept up: ",
    ):
        assert report in mended.stdout
    assert mended.stdout.endswith("Nothing is wrong: nothing is lost, and every rule is in place.\n")
    assert gone.exists()
    assert sorted(path.name[-1] for path in stray_file.iterdir() if path.name.startswith("00000000-")) == [
        "0",
        "1",
    ]
    assert books.shop.sql("select right(version, 1) from storage.unknown_files") == [("0",)]
    assert [*books.shop.sql("select name from storage.objects where name = 'products/nobody.png'")] == []


def test_Z8_what_only_a_person_can_put_right_is_told_and_left_alone(books: SampleShop) -> None:
    with books.shop.client(books.tom.token) as http:
        for _ in range(2):
            books.place_order(http)
    first, second, third, fourth = list(books.orders)[:4]
    proofs = [f"{PROOFS}/{books.orders[order][0]}" for order in (third, fourth)]
    stored_file(books.shop, proofs[0]).unlink()
    changed = stored_file(books.shop, proofs[1])
    changed.write_bytes(changed.read_bytes()[:-1] + b"?")
    damage(books, REPORTED["order-lost"])
    lost = books.orders.pop(first)
    damage(books, REPORTED["order-changed"])
    damage(books, REPORTED["picture-missing"])
    damage(books, REPORTED["picture-swapped"])
    damage(books, REPORTED["pictures-undeclared"])
    damage(books, REPORTED["notifications-delayed"])
    damage(books, REPORTED["notifications-failed"])
    damage(books, REPORTED["amounts-shared"])
    result = run_tapis("doctor", "--json", data=books.shop.data)
    report = {finding["code"]: finding for finding in json.loads(result.stdout)["findings"]}
    # The lost order's proof is younger than a day: it belongs to nobody yet.
    assert {*report} == {*REPORTED}
    assert report["order-lost"]["what"] == first
    file = changed.relative_to(books.shop.data)  # as `tar` takes it out of a backup
    assert f"checksum differs: tapis/{proofs[1]} ({file}); bring it back" in result.stdout
    assert report["order-changed"]["what"] == second
    assert lost[0] not in result.stdout
    for finding in report.values():
        assert re.fullmatch(r"[A-Z][^;]+: .+; .+\.", finding["sentence"]), finding
    assert {*run_doctor(books.shop.data, "--repair")} == {*REPORTED}


def test_Z8_a_shop_at_rest_is_examined_as_it_is(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with open_shop(data) as shop:
        fill_shop(shop)
        shop.sql("alter table public.products disable row level security")
        (page,) = shop.sql("select pg_relation_filepath('public.products')")[0]
    with (data / "postgres" / "cluster" / page).open("r+b") as table:
        table.seek(8000)
        table.write(b"damage!")
    result = run_tapis("doctor", "--repair", "--json", data=data)
    report = json.loads(result.stdout)
    assert (result.returncode, report["done"]) == (1, [])  # whoever can't read mends nothing
    assert [finding["code"] for finding in report["findings"]] == ["rules-open", "table-broken"]
    assert "There is no shop in" in run_tapis("doctor", data=tmp_path / "none").stderr
    assert not (tmp_path / "none").exists()


BEYOND_REPAIR = {
    "data-dropped": "alter table public.products drop column description; drop table public.slides",
    "column-changed": "alter table public.gallery alter column heading type varchar(10000)",
}


def test_Z14_what_no_repair_brings_back_is_told_and_what_stands_open_is_closed_all_the_same(
    tmp_path: Path,
) -> None:
    data = prepared(tmp_path / "data")
    with postgres.ensure_server(data) as urls, psycopg.connect(urls.superuser, autocommit=True) as owner:
        for sql in BEYOND_REPAIR.values():
            owner.execute(sql.encode())
        owner.execute("grant select on auth.users to anon")
        result = run_tapis("doctor", data=data).stdout.splitlines()
        assert result[0].startswith(
            "[accounts-open] VISITORS CAN REACH PEOPLE'S ACCOUNTS: anon may select auth"
        )
        assert [line.partition("] ")[0] for line in result[1:4]] == ["[data-dropped"] * 2 + [
            "[column-changed"
        ]
        left = {*run_doctor(data, "--repair")}
        assert {*BEYOND_REPAIR} <= left <= {*BEYOND_REPAIR, "rule-missing", "pictures-undeclared"}
        assert find_violations(owner, DB_FOLDER) == [
            PrivilegeViolation("table public.slides is missing", None)
        ]


def test_Z14_what_the_owner_added_and_opens_nothing_is_named_and_is_no_fault(tmp_path: Path) -> None:
    data = prepared(tmp_path / "data")
    with postgres.ensure_server(data) as urls:
        with psycopg.connect(urls.superuser) as owner:
            owner.execute(
                "create policy never on public.products as restrictive for delete to anon using (true);"
                "create view public.cheap as select * from public.products where price < 9"
            )
        result = run_tapis("doctor", data=data)
    assert result.returncode == 0
    assert (
        "[rule-own] A rule of your own is beside the shop's, and stays: view public.cheap; " in result.stdout
    )
    assert "stays: policy public.products.never; " in result.stdout
    assert result.stdout.endswith("Nothing is wrong: nothing is lost, and every rule is in place.\n")


# What an intruder may leave behind for later → what the doctor says of it.
LEFT_BEHIND = {
    'create role "evil; drop"; grant "evil; drop" to anon; grant select on auth.users to "evil; drop"': (
        "[rules-open] Access is less restricted than the shop requires: anon may become evil; drop;"
    ),
    "alter role supabase_auth_admin superuser": "role supabase_auth_admin is a superuser",
    "create function public.backdoor() returns text language sql security definer set search_path = ''"
    " as 'select max(encrypted_password) from auth.users';"
    " revoke all on function public.backdoor() from public;"
    " grant execute on function public.backdoor() to authenticated": "function public.backdoor();",
    'create table public."a""; drop table public.slides; --" ();'
    ' grant all on public."a""; drop table public.slides; --" to public': (
        'everybody (PUBLIC) may delete public.a"; drop table public.slides; --;'
    ),
    'create policy "%s{0}\'; drop table public.slides; --" on public.products to anon using (true)': (
        'policy public.products."%s{0}\'; drop table public.slides; --";'
    ),
    'create table public."x\n0 found.\x1b[2J" (); grant select on public."x\n0 found.\x1b[2J" to public': (
        "everybody (PUBLIC) may select public.x 0 found.�[2J;"
    ),
}
KEPT_AND_NAMED = """
create table public.copies (like auth.users);
revoke all on public.copies from public;
create rule copied as on insert to auth.users do also insert into public.copies select new.*
"""


def test_Z14_what_an_intruder_left_behind_is_found_and_closed_whatever_it_is_called(tmp_path: Path) -> None:
    data = prepared(tmp_path / "data")
    with postgres.ensure_server(data) as urls, psycopg.connect(urls.superuser, autocommit=True) as owner:
        for sql in (*LEFT_BEHIND, KEPT_AND_NAMED):
            owner.execute(sql.encode())
        result = run_tapis("doctor", data=data)
        assert [report for report in LEFT_BEHIND.values() if report not in result.stdout] == []
        assert "[rule-own] A rule of your own is beside the shop's, and stays: rule auth.users.copied" in (
            result.stdout
        )
        mended = run_tapis("doctor", "--repair", data=data)
        assert mended.returncode == 0, mended.stdout
        assert {line.partition(" ")[0] for line in mended.stdout.splitlines()} <= {
            "Closed:", "The", "[rule-own]", "Nothing",
        }  # fmt: skip
        assert "; it was: CREATE OR REPLACE FUNCTION public.backdoor() " in mended.stdout
        assert find_violations(owner, DB_FOLDER) == []
        assert owner.execute("select to_regclass('public.slides') is not null").fetchone() == (True,)


def test_Z8_a_database_that_is_older_or_newer_than_the_program_is_told_first(books: SampleShop) -> None:
    name, digest = books.shop.sql("select name, sha256 from private.migrations where name like '0003%%'")[0]
    books.shop.sql("insert into private.migrations values ('9999_tomorrow.sql', '00')")
    books.shop.sql("delete from private.migrations where name = %s", name)
    assert run_doctor(books.shop.data, "--repair") == ["rules-old", "rules-new"]
    books.shop.sql("delete from private.migrations where name = '9999_tomorrow.sql'")
    books.shop.sql("insert into private.migrations values (%s, %s)", name, digest)


def test_Z8_every_kind_of_finding_was_planted_here() -> None:
    rules = {"rules-old", "rules-new", "rule-own", *BEYOND_REPAIR}
    backups = {f"backup-{what}" for what in ("overdue", "gone", "failed", "damaged", "unset", "beside")}
    elsewhere = rules | backups | {"sweep-waits", "shop-silent", "table-broken", "bytes-unclaimed"}
    assert {kind.code for kind in KINDS} == {*REPAIRABLE, *REPORTED, *elsewhere}


def test_Z8_a_kind_has_a_repair_where_its_remedy_names_one() -> None:
    assert {kind.code for kind in KINDS if "--repair" in kind.remedy} == {*REPAIRS, *RULES_FIRST}


def test_Z8_doctor_lists_every_kind_of_finding_without_a_shop(tmp_path: Path) -> None:
    listed = run_tapis("doctor", "--list", data=tmp_path / "none")
    assert (listed.returncode, listed.stderr) == (0, "")
    states = dict(line.split(": ") for line in listed.stdout.splitlines() if not line.startswith(" "))
    assert states.keys() == {kind.code for kind in KINDS}
    assert {code for code, state in states.items() if state == "repaired"} == {*REPAIRS, *RULES_FIRST}
    assert "An index disagrees with its table: …; --repair rebuilds it from the table" in listed.stdout
