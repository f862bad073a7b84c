"""The operator opens psql as the database's owner with one command."""

import subprocess

from psycopg.conninfo import make_conninfo

from tests.cli.conftest import Runner
from tests.conftest import TAPIS, Shop, environment

WHO = "select current_user, rolbypassrls from pg_roles where rolname = current_user"


def run_psql(shop: Shop, *words: str, given: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    """Run `tapis psql -- words` on the running shop."""
    command = [str(TAPIS), "psql", "--data", str(shop.data), "--", *words]
    return subprocess.run(
        command,
        input=given,
        env=environment(**settings),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_Z13_psql_works_as_the_owner_with_its_arguments_standard_input_and_exit_status(shop: Shop) -> None:
    owner = run_psql(shop, "-At", "-c", WHO, **shop.settings)
    assert owner.stdout.endswith("|t\n"), owner.stderr
    assert (
        run_psql(shop, "-At", given="select 6 * 7;\nselect 'kain';\n", **shop.settings).stdout == "42\nkain\n"
    )
    broken = run_psql(shop, "-v", "ON_ERROR_STOP=1", "-c", "select nothing", **shop.settings)
    assert (broken.returncode, broken.stdout) == (1, "")
    assert "nothing" in broken.stderr


def test_Z13_psql_with_the_gateways_address_alone_says_that_it_needs_the_owners(
    shop: Shop, run: Runner
) -> None:
    refused = run("psql", TAPIS_DATABASE_URL=shop.authenticator)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "tapis: psql works as the database's owner: set TAPIS_OWNER_URL.\n"
    opened = run_psql(shop, "-Atc", "select current_user", TAPIS_OWNER_URL=shop.superuser)
    assert opened.stdout == "postgres\n"


def test_Z13_no_secret_of_the_owners_address_is_in_a_command_line(shop: Shop) -> None:
    url = make_conninfo(shop.superuser, password="a-password", sslpassword="a-keys-passphrase")
    shell = r"\! tr '\0' ' ' < /proc/$PPID/cmdline; echo; grep = $PGSERVICEFILE"
    opened = run_psql(shop, "-Atc", shell, TAPIS_OWNER_URL=url)
    line, *passed = opened.stdout.splitlines()
    assert "--dbname=" in line, opened.stderr
    assert "a-password" not in line
    assert "a-keys-passphrase" not in line
    assert passed == ["sslpassword=a-keys-passphrase"]
