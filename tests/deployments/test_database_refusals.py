"""An unusable database: one message that says what to do, and nothing incomplete."""

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests.conftest import TAPIS, environment
from tests.deployments.certificates import create_authority
from tests.deployments.postgres import DEBIAN, PASSWORDS, Server, free_port, run_postgres

pytestmark = pytest.mark.anywhere
Refuse = Callable[..., str]
COUNT_RELATIONS = (
    "select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname !~ '^pg_'"
)
OWNER_URL, DATABASE_URL = "TAPIS_OWNER_URL", "TAPIS_DATABASE_URL"
COMMANDS = (("serve", "--port", "0"), ("doctor",), ("backup", "shop.tar"), ("users", "list"), ("migrate",))


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """PostgreSQL 18 with an empty database."""
    with run_postgres(18) as opened:
        yield opened


@pytest.fixture(scope="module")
def shop() -> Iterator[Server]:
    """PostgreSQL 16 with a shop in it."""
    with run_postgres(16) as opened:
        subprocess.run([TAPIS, "migrate"], env=environment(TAPIS_OWNER_URL=opened.owner), check=True)
        yield opened


@pytest.fixture
def run_refused(tmp_path: Path) -> Refuse:
    """Runs a command that must exit with status 1 and print no password; returns its last line."""

    def run(*words: str, **settings: str) -> str:
        result = subprocess.run(
            [TAPIS, *words, "--data", tmp_path / "data"],
            env=environment(**settings),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=90,
            check=False,
        )
        output = result.stdout + result.stderr
        assert result.returncode == 1, output
        assert "Traceback" not in output
        assert not re.search(r"kain|wrong-word", output.replace("kain.crt", "")), output
        assert not (tmp_path / "shop.tar").exists()
        assert not (tmp_path / "data" / "postgres").exists()
        return (result.stderr or result.stdout).splitlines()[-1].removeprefix("tapis: ")

    return run


def build_wrong_url(server: Server, case: str) -> str:
    """The owner's address with one mistake."""
    url = server.owner
    return {
        "password": server.url("owner", password="wrong-word"),
        "no password": re.sub(r"//owner:[^@]*@", "//owner@", url),
        "user": server.url("nobody"),
        "database": server.url("owner", database="bazaar"),
        "host": url.replace("127.0.0.1", "nowhere.invalid"),
        "port": url.replace(f":{server.port}/", f":{free_port()}/"),
        "no TLS": server.url("owner", sslmode="disable"),
    }[case]


MESSAGES = {
    "password": "{place} refuses the password of owner: correct it in {setting}, or let the owner run "
    "`alter role owner login password '…'`.",
    "no password": "{place} requires a password of owner: add it to {setting}; if there is none yet, "
    "let the owner run `alter role owner login password '…'`.",
    "user": "{place} refuses the password of nobody: correct it in {setting}, or let the owner run "
    "`alter role nobody login password '…'`.",
    "database": "There is no database bazaar at {place}: create it, or correct its name in {setting}.",
    "host": "There is no host nowhere.invalid: correct it in {setting}.",
    "no TLS": "{place} accepts owner with TLS only: use sslmode=verify-full in {setting}.",
}


@pytest.mark.parametrize("setting", [OWNER_URL, DATABASE_URL])
@pytest.mark.parametrize("case", MESSAGES)
def test_what_is_wrong_about_an_address_is_said_in_a_sentence(
    server: Server, run_refused: Refuse, case: str, setting: str
) -> None:
    before = server.sql(COUNT_RELATIONS)
    message = run_refused(
        "migrate" if setting == OWNER_URL else "doctor", **{setting: build_wrong_url(server, case)}
    )
    assert message == MESSAGES[case].format(place=f"127.0.0.1:{server.port}", setting=setting)
    assert server.sql(COUNT_RELATIONS) == before


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda words: words[0])
def test_every_command_says_that_nothing_listens(
    server: Server, run_refused: Refuse, arguments: tuple[str, ...]
) -> None:
    settings = {OWNER_URL: build_wrong_url(server, "port"), DATABASE_URL: server.authenticator}
    assert re.fullmatch(
        r"Nothing listens at 127\.0\.0\.1:\d+: start PostgreSQL there, "
        r"or correct host and port in TAPIS_OWNER_URL\.",
        run_refused(*arguments, **settings),
    )


def test_a_certificate_is_held_against_its_authority_and_its_name(
    server: Server, run_refused: Refuse, tmp_path: Path
) -> None:
    other = create_authority(tmp_path, "another")
    place = f"127.0.0.1:{server.port}"
    assert run_refused("migrate", TAPIS_OWNER_URL=server.url("owner", sslrootcert=str(other.root))) == (
        f"The certificate of {place} is not signed by a known authority: "
        "name the file of its authority in TAPIS_OWNER_URL (sslrootcert=…)."
    )
    elsewhere = server.url("owner", hostaddr="127.0.0.1").replace("@127.0.0.1:", "@shop.invalid:")
    assert "does not match host name" in run_refused("migrate", TAPIS_OWNER_URL=elsewhere)


def test_a_server_without_tls_is_told_apart(run_refused: Refuse) -> None:
    with run_postgres(18, tls=False) as plain:
        assert run_refused("migrate", TAPIS_OWNER_URL=plain.url("owner", sslmode="require")) == (
            f"127.0.0.1:{plain.port} does not support TLS: enable it there, or, in a network that you trust, "
            "use sslmode=disable in TAPIS_OWNER_URL."
        )


@pytest.mark.skipif(not (DEBIAN / "15" / "bin").exists(), reason="there is no older PostgreSQL here")
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda words: words[0])
def test_a_server_that_is_too_old_is_left_alone(run_refused: Refuse, arguments: tuple[str, ...]) -> None:
    with run_postgres(15) as old:
        before = old.sql(COUNT_RELATIONS)
        message = run_refused(*arguments, TAPIS_OWNER_URL=old.owner, TAPIS_DATABASE_URL=old.authenticator)
        assert re.fullmatch(
            r"This server is PostgreSQL 15\.\d+; Tapis needs 16 or later: "
            r"upgrade it, or use another server\.",
            message,
        )
        assert old.sql(COUNT_RELATIONS) == before


def test_an_empty_database_holds_no_shop(server: Server, run_refused: Refuse) -> None:
    for arguments in COMMANDS[:1] + COMMANDS[3:4]:
        assert run_refused(*arguments, TAPIS_DATABASE_URL=server.authenticator) == (
            "This database has no shop yet: run `tapis migrate` as its owner."
        )


def test_only_its_owner_brings_a_database_up_to_date(
    server: Server, shop: Server, run_refused: Refuse
) -> None:
    for database_server in (server, shop):
        before = database_server.sql(COUNT_RELATIONS)
        assert run_refused("migrate", TAPIS_OWNER_URL=database_server.authenticator) == (
            "authenticator is not the owner of the database shop; name its owner in TAPIS_OWNER_URL."
        )
        assert database_server.sql(COUNT_RELATIONS) == before


def test_an_owner_who_may_make_no_roles_is_told_what_is_missing(server: Server, run_refused: Refuse) -> None:
    server.sql("alter role owner nocreaterole")
    try:
        assert run_refused("migrate", TAPIS_OWNER_URL=server.owner) == (
            "owner may not create roles, which a shop needs; let a superuser run "
            "`alter role owner createrole bypassrls`."
        )
    finally:
        server.sql("alter role owner createrole")


def test_a_gateway_that_signs_in_as_somebody_else_is_refused(shop: Server, run_refused: Refuse) -> None:
    serve = COMMANDS[0]
    assert run_refused(*serve, TAPIS_DATABASE_URL=shop.superuser).endswith(
        "the server signs in as postgres, which is a superuser or bypasses row level security."
    )
    assert run_refused(*serve, TAPIS_DATABASE_URL=shop.owner).startswith(
        ("owner can't act for visitors", "This database can't be served: the server signs in as owner")
    )


def test_an_authenticator_without_a_way_to_sign_in_is_told_how(shop: Server, run_refused: Refuse) -> None:
    shop.sql("alter role authenticator nologin password null")
    try:
        message = run_refused(*COMMANDS[0], TAPIS_DATABASE_URL=shop.authenticator)
        assert message.endswith("let the owner run `alter role authenticator login password '…'`.")
    finally:
        with psycopg.connect(shop.superuser, autocommit=True) as connection:
            word = sql.Literal(PASSWORDS["authenticator"])
            connection.execute(sql.SQL("alter role authenticator login password {}").format(word))


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda words: words[0])
def test_a_database_that_a_newer_program_has_used_is_left_alone(
    shop: Server, run_refused: Refuse, arguments: tuple[str, ...]
) -> None:
    name = "9999_tenth.sql"
    shop.sql("insert into private.migrations (name, sha256) values (%s, 'x')", name)
    shop.sql(
        "comment on table private.migrations is "
        f"'Which files of db/migrations have happened to this database; the newest is {name}'"
    )
    settings = {DATABASE_URL: shop.authenticator} | (
        {} if arguments[0] == "serve" else {OWNER_URL: shop.owner}
    )
    try:
        before = shop.sql("select md5(string_agg(p::text, '' order by oid)) from pg_policy p")
        assert run_refused(*arguments, **settings) == (
            "1 found."  # and named: rules-new
            if arguments[0] == "doctor"
            else f"A newer version of Tapis has migrated this database ({name} is not known here); "
            "install that version, and try again."
        )
        assert shop.sql("select md5(string_agg(p::text, '' order by oid)) from pg_policy p") == before
    finally:
        shop.sql("delete from private.migrations where name = %s", name)
        subprocess.run([TAPIS, "migrate"], env=environment(TAPIS_OWNER_URL=shop.owner), check=True)


def test_the_gateway_refuses_a_database_that_is_older(shop: Server, run_refused: Refuse) -> None:
    comment = "'Which files of db/migrations have happened to this database; the newest is 0001_shop.sql'"
    shop.sql(f"comment on table private.migrations is {comment}")
    assert run_refused(*COMMANDS[0], TAPIS_DATABASE_URL=shop.authenticator) == (
        "This database is older than this program: run `tapis migrate` as its owner."
    )
    subprocess.run([TAPIS, "migrate"], env=environment(TAPIS_OWNER_URL=shop.owner), check=True)
