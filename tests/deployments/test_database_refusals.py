"""An unusable database: one message that says what to do, and nothing incomplete."""

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests.conftest import TAPIS, environment
from tests.deployments.certificates import authority
from tests.deployments.postgres import DEBIAN, PASSWORDS, Server, free_port, running

pytestmark = pytest.mark.anywhere
Refuse = Callable[..., str]
STATE = (
    "select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname !~ '^pg_'"
)
OWNER_URL, DATABASE_URL = "TAPIS_OWNER_URL", "TAPIS_DATABASE_URL"
COMMANDS = (("serve", "--port", "0"), ("doctor",), ("backup", "shop.tar"), ("users", "list"), ("migrate",))


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """PostgreSQL 18 with an empty database."""
    with running(18) as made:
        yield made


@pytest.fixture(scope="module")
def shop() -> Iterator[Server]:
    """PostgreSQL 16 with a shop in it."""
    with running(16) as made:
        subprocess.run([TAPIS, "migrate"], env=environment(TAPIS_OWNER_URL=made.owner), check=True)
        yield made


@pytest.fixture
def refuse(tmp_path: Path) -> Refuse:
    """What a command says on its last line when it ends with status 1; no password is in anything it says."""

    def run(*words: str, **settings: str) -> str:
        done = subprocess.run(
            [TAPIS, *words, "--data", tmp_path / "data"],
            env=environment(**settings),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=90,
            check=False,
        )
        said = done.stdout + done.stderr
        assert done.returncode == 1, said
        assert "Traceback" not in said
        assert not re.search(r"kain|wrong-word", said.replace("kain.crt", "")), said
        assert not (tmp_path / "shop.tar").exists()
        assert not (tmp_path / "data" / "postgres").exists()
        return (done.stderr or done.stdout).splitlines()[-1].removeprefix("tapis: ")

    return run


def wrong(server: Server, case: str) -> str:
    """The owner's address with something wrong about it."""
    right = server.owner
    return {
        "password": server.url("owner", password="wrong-word"),
        "no password": re.sub(r"//owner:[^@]*@", "//owner@", right),
        "user": server.url("nobody"),
        "database": server.url("owner", database="bazaar"),
        "host": right.replace("127.0.0.1", "nowhere.invalid"),
        "port": right.replace(f":{server.port}/", f":{free_port()}/"),
        "no TLS": server.url("owner", sslmode="disable"),
    }[case]


SENTENCES = {
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
@pytest.mark.parametrize("case", SENTENCES)
def test_what_is_wrong_about_an_address_is_said_in_a_sentence(
    server: Server, refuse: Refuse, case: str, setting: str
) -> None:
    before = server.sql(STATE)
    said = refuse("migrate" if setting == OWNER_URL else "doctor", **{setting: wrong(server, case)})
    assert said == SENTENCES[case].format(place=f"127.0.0.1:{server.port}", setting=setting)
    assert server.sql(STATE) == before


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_every_command_says_that_nothing_listens(
    server: Server, refuse: Refuse, words: tuple[str, ...]
) -> None:
    settings = {OWNER_URL: wrong(server, "port"), DATABASE_URL: server.authenticator}
    assert re.fullmatch(
        r"Nothing listens at 127\.0\.0\.1:\d+: start PostgreSQL there, "
        r"or correct host and port in TAPIS_OWNER_URL\.",
        refuse(*words, **settings),
    )


def test_a_certificate_is_held_against_its_authority_and_its_name(
    server: Server, refuse: Refuse, tmp_path: Path
) -> None:
    other = authority(tmp_path, "another")
    place = f"127.0.0.1:{server.port}"
    assert refuse("migrate", TAPIS_OWNER_URL=server.url("owner", sslrootcert=str(other.root))) == (
        f"The certificate of {place} is not signed by a known authority: "
        "name the file of its authority in TAPIS_OWNER_URL (sslrootcert=…)."
    )
    elsewhere = server.url("owner", hostaddr="127.0.0.1").replace("@127.0.0.1:", "@shop.invalid:")
    assert "does not match host name" in refuse("migrate", TAPIS_OWNER_URL=elsewhere)


def test_a_server_without_tls_is_told_apart(refuse: Refuse) -> None:
    with running(18, tls=False) as plain:
        assert refuse("migrate", TAPIS_OWNER_URL=plain.url("owner", sslmode="require")) == (
            f"127.0.0.1:{plain.port} does not support TLS: enable it there, or, in a network that you trust, "
            "use sslmode=disable in TAPIS_OWNER_URL."
        )


@pytest.mark.skipif(not (DEBIAN / "15" / "bin").exists(), reason="there is no older PostgreSQL here")
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_server_that_is_too_old_is_left_alone(refuse: Refuse, words: tuple[str, ...]) -> None:
    with running(15) as old:
        before = old.sql(STATE)
        said = refuse(*words, TAPIS_OWNER_URL=old.owner, TAPIS_DATABASE_URL=old.authenticator)
        assert re.fullmatch(
            r"This server is PostgreSQL 15\.\d+; Tapis needs 16 or later: "
            r"upgrade it, or use another server\.",
            said,
        )
        assert old.sql(STATE) == before


def test_an_empty_database_holds_no_shop(server: Server, refuse: Refuse) -> None:
    for words in COMMANDS[:1] + COMMANDS[3:4]:
        assert refuse(*words, TAPIS_DATABASE_URL=server.authenticator) == (
            "This database has no shop yet: run `tapis migrate` as its owner."
        )


def test_only_its_owner_brings_a_database_up_to_date(server: Server, shop: Server, refuse: Refuse) -> None:
    for place in (server, shop):
        before = place.sql(STATE)
        assert refuse("migrate", TAPIS_OWNER_URL=place.authenticator) == (
            "authenticator is not the owner of the database shop; name its owner in TAPIS_OWNER_URL."
        )
        assert place.sql(STATE) == before


def test_an_owner_who_may_make_no_roles_is_told_what_is_missing(server: Server, refuse: Refuse) -> None:
    server.sql("alter role owner nocreaterole")
    try:
        assert refuse("migrate", TAPIS_OWNER_URL=server.owner) == (
            "owner may not create roles, which a shop needs; let a superuser run "
            "`alter role owner createrole bypassrls`."
        )
    finally:
        server.sql("alter role owner createrole")


def test_a_gateway_that_signs_in_as_somebody_else_is_refused(shop: Server, refuse: Refuse) -> None:
    serve = COMMANDS[0]
    assert refuse(*serve, TAPIS_DATABASE_URL=shop.superuser).endswith(
        "the server signs in as postgres, which is a superuser or bypasses row level security."
    )
    assert refuse(*serve, TAPIS_DATABASE_URL=shop.owner).startswith(
        ("owner can't act for visitors", "This database can't be served: the server signs in as owner")
    )


def test_an_authenticator_without_a_way_to_sign_in_is_told_how(shop: Server, refuse: Refuse) -> None:
    shop.sql("alter role authenticator nologin password null")
    try:
        said = refuse(*COMMANDS[0], TAPIS_DATABASE_URL=shop.authenticator)
        assert said.endswith("let the owner run `alter role authenticator login password '…'`.")
    finally:
        with psycopg.connect(shop.superuser, autocommit=True) as connection:
            word = sql.Literal(PASSWORDS["authenticator"])
            connection.execute(sql.SQL("alter role authenticator login password {}").format(word))


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_database_that_a_newer_program_has_used_is_left_alone(
    shop: Server, refuse: Refuse, words: tuple[str, ...]
) -> None:
    name = "9999_tenth.sql"
    shop.sql("insert into private.migrations (name, sha256) values (%s, 'x')", name)
    shop.sql(
        "comment on table private.migrations is "
        f"'Which files of db/migrations have happened to this database; the newest is {name}'"
    )
    settings = {DATABASE_URL: shop.authenticator} | ({} if words[0] == "serve" else {OWNER_URL: shop.owner})
    try:
        before = shop.sql("select md5(string_agg(p::text, '' order by oid)) from pg_policy p")
        assert refuse(*words, **settings) == (
            "1 found."  # and named: rules-new
            if words[0] == "doctor"
            else f"A newer version of Tapis has migrated this database ({name} is not known here); "
            "install that version, and try again."
        )
        assert shop.sql("select md5(string_agg(p::text, '' order by oid)) from pg_policy p") == before
    finally:
        shop.sql("delete from private.migrations where name = %s", name)
        subprocess.run([TAPIS, "migrate"], env=environment(TAPIS_OWNER_URL=shop.owner), check=True)


def test_the_gateway_refuses_a_database_that_is_older(shop: Server, refuse: Refuse) -> None:
    told = "'Which files of db/migrations have happened to this database; the newest is 0001_shop.sql'"
    shop.sql(f"comment on table private.migrations is {told}")
    assert refuse(*COMMANDS[0], TAPIS_DATABASE_URL=shop.authenticator) == (
        "This database is older than this program: run `tapis migrate` as its owner."
    )
    subprocess.run([TAPIS, "migrate"], env=environment(TAPIS_OWNER_URL=shop.owner), check=True)
