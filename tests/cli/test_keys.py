"""The owner hands out the public key, and keeps the service key."""

import json
from pathlib import Path

import jwt
import psycopg
import pytest

from tapis.ops import postgres
from tests.cli.conftest import Runner, make_runner
from tests.conftest import Shop, prepared


def test_the_address_of_the_running_shop_and_its_public_key_are_printed(shop: Shop) -> None:
    assert make_runner(shop.data)("keys").stdout == f"Address:     {shop.url}\nPublic key:  {shop.anon_key}\n"


def test_the_service_key_is_printed_only_when_asked_for(shop: Shop) -> None:
    keys = make_runner(shop.data)
    assert shop.service_key not in keys("keys").stdout
    assert f"Service key: {shop.service_key}\n" in keys("keys", "--service").stdout


def test_programs_read_all_of_it_as_json(shop: Shop) -> None:
    keys = json.loads(make_runner(shop.data)("keys", "--json").stdout)
    assert keys == {"url": shop.url, "anon_key": shop.anon_key, "service_key": shop.service_key}


def test_keys_are_there_before_the_shop_ever_opened_and_stay_the_same_at_a_public_address(data: Path) -> None:
    run = make_runner(data)
    first = json.loads(run("keys", "--json").stdout)
    assert jwt.decode(first["anon_key"], options={"verify_signature": False})["role"] == "anon"
    assert first["url"] == "http://127.0.0.1:8000"
    keys = json.loads(run("keys", "--json", TAPIS_SITE_URL="https://tapis.example").stdout)
    assert keys == first | {"url": "https://tapis.example"}


@pytest.mark.parametrize(
    ("options", "event", "replaced"),
    [
        ((), "session key rotated", "session"),
        (("--now",), "keys replaced", "session"),
        (("--now", "--api"), "keys replaced", "all"),
    ],
)
def test_A14_new_keys_leave_a_line_in_the_security_log(
    data: Path, options: tuple[str, ...], event: str, replaced: str
) -> None:
    line = json.loads(make_runner(data)("keys", "rotate", *options).stderr)
    assert (line["message"], line["keys"], line["by"]) == (event, replaced, "command line")


@pytest.mark.parametrize(("options", "is_replaced"), [(("--now",), False), (("--now", "--api"), True)])
def test_A14_after_a_leak_of_all_keys_the_one_of_push_notifications_is_new_too(
    data: Path, options: tuple[str, ...], *, is_replaced: bool
) -> None:
    run = make_runner(data)
    run("keys")  # creates them
    state = (
        "select (select public_key from private.push_keys), (select count(*) from public.push_subscriptions)"
    )
    with postgres.ensure_server(data) as urls, psycopg.connect(urls.superuser, autocommit=True) as connection:
        connection.execute("insert into auth.users (id, email) values (gen_random_uuid(), 'tom@kain.id')")
        connection.execute(
            "insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)"
            " select id, 'https://push.example/1', repeat('a', 87), repeat('a', 22) from auth.users"
        )
        before = connection.execute(state).fetchone()
        said = run("keys", "rotate", *options).stdout
        after = connection.execute(state).fetchone()
    assert before
    assert after
    assert (before[0] != after[0], after[1]) == (is_replaced, 0 if is_replaced else 1)
    assert ("people switch them on again" in said) == is_replaced


def test_a_database_without_a_shop_has_no_keys_and_says_what_to_do(run: Runner, tmp_path: Path) -> None:
    with postgres.ensure_server(tmp_path / "elsewhere", create=True) as urls:
        refused = run("keys", TAPIS_OWNER_URL=urls.superuser)
    assert refused.returncode == 1
    assert refused.stderr == "tapis: This database has no shop yet: run `tapis migrate` as its owner.\n"


def test_Z11_the_address_of_an_external_shop_is_the_set_one_or_not_known(run: Runner, tmp_path: Path) -> None:
    with postgres.ensure_server(prepared(tmp_path / "elsewhere")) as urls:
        assert run("migrate", TAPIS_OWNER_URL=urls.superuser).returncode == 0
        external = {"TAPIS_OWNER_URL": urls.superuser, "TAPIS_DATABASE_URL": urls.authenticator}
        unknown = run("keys", **external)
        assert unknown.stdout.startswith("Address:     not known here; set TAPIS_SITE_URL\nPublic key:  ey")
        known = run("keys", **external, TAPIS_SITE_URL="https://tapis.example")
        assert known.stdout.startswith("Address:     https://tapis.example\n")


@pytest.mark.parametrize("command", ["keys", "doctor"])
def test_the_gateways_login_alone_is_told_that_the_owner_is_needed(
    run: Runner, tmp_path: Path, command: str
) -> None:
    with postgres.ensure_server(prepared(tmp_path / "elsewhere")) as urls:
        refused = run(command, TAPIS_DATABASE_URL=urls.authenticator)
    assert refused.returncode == 1
    assert refused.stderr == "tapis: Only the owner of the database may do this: set TAPIS_OWNER_URL.\n"
