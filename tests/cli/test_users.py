"""The owner manages accounts and roles from the terminal; nobody else can."""

import json
import os
import pty
import subprocess
from pathlib import Path
from typing import BinaryIO

import httpx
import pytest

from tapis.gateway import security_log
from tests.auth.conftest import auth_client, parse_refusal, sign_in, wait_until
from tests.cli.conftest import Runner, make_runner
from tests.conftest import PASSWORD, TAPIS, Shop, environment
from tests.example_rows import put, row


@pytest.fixture(scope="module")
def _lea(shop: Shop) -> None:
    """Lea has an account, lea@tapis.example."""
    make_runner(shop.data)("users", "create", "lea@tapis.example")


@pytest.mark.parametrize("role", ["admin", "leadership", "talent"])
def test_the_owner_makes_an_account_that_can_sign_in_and_has_its_role(
    shop: Shop, run_in_shop: Runner, role: str
) -> None:
    email = f"new-{role}@example.com"
    made = run_in_shop("users", "create", email, "--role", role, "--password-stdin", given="kain-1976\n")
    assert (made.returncode, made.stdout) == (0, f"{email} has an account as {role}.\n")
    session = shop.sign_in(email, "kain-1976")
    assert session["user"]["user_metadata"]["role"] == role
    assert session["user"]["email_confirmed_at"]
    assert shop.sql(
        "select r.role from private.user_roles r join auth.users u on u.id = r.user_id where email = %s",
        email,
    ) == [(role,)]


def test_a_password_that_nobody_typed_is_made_and_shown_once(shop: Shop, run_in_shop: Runner) -> None:
    made = run_in_shop("users", "create", "made@tapis.example")
    assert made.stdout.startswith("made@tapis.example has an account as talent.\nPassword: ")
    assert made.stdout.endswith("\nIt works for 7 days, unless another is chosen before.\n")
    shop.sign_in("made@tapis.example", parse_password(made.stdout))


@pytest.mark.parametrize("output", ["full", "closed"])
def test_ada_learns_how_a_new_account_gets_a_password_when_its_own_could_not_be_printed(
    shop: Shop, output: str
) -> None:
    email = f"{output}@tapis.example"
    made = run_unprinted(shop, output, "create", email)
    assert made.returncode != 0
    assert f"{email} has an account as talent. This could not be printed (" in made.stderr
    assert f"`tapis users password {email}` sets another." in made.stderr


def test_ada_is_not_told_that_a_change_of_a_role_was_undone_because_it_could_not_be_printed(
    shop: Shop, run_in_shop: Runner
) -> None:
    email = "unprinted@tapis.example"
    run_in_shop("users", "create", email, "--password-stdin", given="kain-1976\n")
    changed = run_unprinted(shop, "full", "role", email, "leadership")
    assert changed.stderr.splitlines()[-1] == (
        "tapis: The disk is full: free some space, and check what the command did before you type it again."
    )
    assert shop.sign_in(email, "kain-1976")["user"]["user_metadata"]["role"] == "leadership"


def run_unprinted(shop: Shop, output: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Run `tapis users` with a standard output that can't be written."""
    with open_unwritable(output) as stdout:
        return subprocess.run(
            [str(TAPIS), "users", *command, "--data", str(shop.data)],
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env=environment(),
            text=True,
            check=False,
        )


def open_unwritable(output: str) -> BinaryIO:
    if output == "full":
        return Path("/dev/full").open("wb")
    reader, writer = os.pipe()
    os.close(reader)
    return os.fdopen(writer, "wb")


def parse_password(printed: str) -> str:
    return printed.partition("Password: ")[2].split()[0]


EXPIRED = (
    "This initial password has expired. Ask whoever runs the server for a new one, or use the link for a "
    "forgotten password."
)


@pytest.mark.parametrize("command", ["create", "password"])
def test_A8_a_generated_password_of_lea_stops_working_after_seven_days(
    shop: Shop, run_in_shop: Runner, command: str
) -> None:
    email = f"lea-{command}@tapis.example"
    if command == "password":
        run_in_shop("users", "create", email, "--password-stdin", given="kain-1976\n")
    password = parse_password(run_in_shop("users", command, email).stdout)
    assert fetch_initial_days(shop, email) == 7
    move_to_the_seventh_day(shop, email)
    with auth_client(shop) as client:
        assert sign_in(client, email, "wrong-1976").json()["code"] == "invalid_credentials"
        expired = parse_refusal(sign_in(client, email, password))
    assert expired == (400, "initial_password_expired", EXPIRED)


def test_A8_a_password_of_leas_own_does_not_expire(shop: Shop, run_in_shop: Runner) -> None:
    email = "lea-own@tapis.example"
    password = parse_password(run_in_shop("users", "create", email).stdout)
    with auth_client(shop, shop.sign_in(email, password)["access_token"]) as client:
        assert client.put("/user", json={"password": "kain-2026"}).status_code == 200
    assert fetch_initial_days(shop, email) is None
    run_in_shop("users", "password", email)
    run_in_shop("users", "password", email, "--password-stdin", given="kain-2027\n")
    assert fetch_initial_days(shop, email) is None
    shop.sign_in(email, "kain-2027")


UNTIL = "(raw_app_meta_data ->> 'initial_password_until')::timestamptz"


def fetch_initial_days(shop: Shop, email: str) -> int | None:
    """In how many days the account's initial password expires."""
    ((seconds,),) = shop.sql(
        f"select extract(epoch from {UNTIL} - now()) from auth.users where email = %s", email
    )
    return None if seconds is None else round(float(seconds) / 86400)


def move_to_the_seventh_day(shop: Shop, email: str) -> None:
    shop.sql(
        "update auth.users set raw_app_meta_data = raw_app_meta_data"
        f" || jsonb_build_object('initial_password_until', {UNTIL} - interval '7 days') where email = %s",
        email,
    )


@pytest.mark.usefixtures("_lea")
@pytest.mark.parametrize(
    ("words", "given", "sentence"),
    [
        (("create", "lea@tapis.example"), "", "lea@tapis.example has an account already."),
        (("create", "LEA@tapis.example"), "", "lea@tapis.example has an account already."),
        (("create", "no address"), "", "Unable to validate email address: invalid format"),
        (
            ("create", "x@tapis.example", "--password-stdin"),
            "short\n",
            "Password should be at least 6 characters.",
        ),
        (
            ("create", "x@tapis.example", "--role", "admin", "--password-stdin"),
            "iloveyou\n",
            "This password is among the most common ones. Please choose another.",
        ),
        (("reset-factor", "lea@tapis.example"), "", "lea@tapis.example has no second factor."),
        (
            ("role", "ghost@tapis.example", "admin"),
            "",
            "There is no account with the address ghost@tapis.example.",
        ),
        (
            ("password", "ghost@tapis.example"),
            "",
            "There is no account with the address ghost@tapis.example.",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_sentence_and_changes_nothing(
    shop: Shop, run_in_shop: Runner, words: tuple[str, ...], given: str, sentence: str
) -> None:
    before = shop.sql("select email, encrypted_password from auth.users order by 1")
    refused = run_in_shop("users", *words, given=given)
    assert (refused.returncode, refused.stdout, refused.stderr) == (1, "", f"tapis: {sentence}\n")
    assert shop.sql("select email, encrypted_password from auth.users order by 1") == before


def test_Y23_the_owner_hands_out_and_removes_what_the_shop_knows_of_a_person(
    shop: Shop, run_in_shop: Runner, tmp_path: Path
) -> None:
    tom, other = shop.account("talent"), shop.account("talent")
    order = put(shop.sql, "transactions", row("transactions", tom.user_id))
    put(shop.sql, "audition_registrations", row("audition_registrations", tom.user_id))
    file = tmp_path / "tom.json"
    result = run_in_shop("users", "export", tom.email, str(file))
    assert result.stdout == f"{file} holds everything that the shop knows of {tom.email}.\n"
    assert file.stat().st_mode & 0o077 == 0
    known = json.loads(file.read_text())
    assert (known["account"]["email"], [one["uuid"] for one in known["orders"]]) == (tom.email, [order])
    assert len(known["audition_registrations"]) == 1
    assert json.loads(run_in_shop("users", "export", tom.email).stdout) == known
    refused = run_in_shop("users", "remove", tom.email)
    assert refused.stderr == "tapis: Nothing was removed: without a terminal to ask at, add --yes.\n"
    assert f"Deleting the account of {tom.email} also deletes its" in refused.stdout
    assert "registrations (1), announcements (0) and pictures (0)." in refused.stdout
    assert "Open ones (1) keep both until they are finished or rejected." in refused.stdout
    result = run_in_shop("users", "remove", tom.email, "--yes")
    assert result.stdout == f"{refused.stdout}{tom.email} has no account any more.\n"
    assert json.loads(result.stderr)["message"] == "account removed"
    with shop.client(tom.token) as client:
        wait_until(lambda: client.get("/rest/v1/transactions").status_code == 401)
    kept = shop.sql("select uuid::text from public.transactions where user_id = %s", tom.user_id)
    assert kept == [(order,)]
    assert shop.sql("select 1 from public.audition_registrations where user_id = %s", tom.user_id) == []
    assert shop.sql("select 1 from auth.users where id = %s", other.user_id) == [(1,)]
    assert run_in_shop("users", "export", tom.email).stderr.startswith("tapis: There is no account")


def test_Z14_removing_an_account_asks_at_the_terminal(shop: Shop) -> None:
    tom = shop.account("talent")
    assert "Nothing was removed." in answer_removal(shop, tom.email, "n")
    assert shop.sql("select 1 from auth.users where id = %s", tom.user_id) == [(1,)]
    assert f"{tom.email} has no account any more." in answer_removal(shop, tom.email, "y")
    assert shop.sql("select 1 from auth.users where id = %s", tom.user_id) == []


def answer_removal(shop: Shop, email: str, answer: str) -> str:
    """The output of `users remove` on a terminal where this answer is typed."""
    ours, theirs = pty.openpty()
    os.write(ours, f"{answer}\n".encode())
    command = [str(TAPIS), "users", "remove", email, "--data", str(shop.data)]
    result = subprocess.run(
        command, stdin=theirs, env=environment(), capture_output=True, text=True, check=False, timeout=60
    )
    for end in (ours, theirs):
        os.close(end)
    return result.stdout + result.stderr


def test_Z14_the_security_log_is_searched_by_the_address_of_an_account(
    shop: Shop, run_in_shop: Runner
) -> None:
    tom = shop.account("talent")
    named = run_in_shop("users", "pseudonym", tom.email).stdout.split()
    security_log.set_pseudonym_key(shop.service_key)
    assert named == [security_log.to_pseudonym(tom.user_id), security_log.to_pseudonym(tom.email)]
    assert run_in_shop("users", "pseudonym", "nobody@tapis.example").stdout.split() == [
        security_log.to_pseudonym("nobody@tapis.example")
    ]


def test_a_role_that_does_not_exist_is_refused(run_in_shop: Runner) -> None:
    refused = run_in_shop("users", "create", "x@tapis.example", "--role", "owner")
    assert refused.returncode == 2
    assert all(role in refused.stderr for role in ("'admin'", "'leadership'", "'talent'"))


def test_a_role_that_is_given_or_taken_counts_at_once_for_a_token_that_is_out(
    shop: Shop, run_in_shop: Runner
) -> None:
    tom, _ = shop.account("talent"), shop.account("admin")
    result = run_in_shop("users", "role", tom.email, "admin")
    assert result.stdout == f"{tom.email} is admin now.\n"
    new_slide = {"image": {"filename": "a.jpg", "title": "a", "url": "a.jpg"}}
    with shop.client(tom.token) as client:
        assert client.post("/rest/v1/slides", json=new_slide).status_code != 403
        result = run_in_shop("users", "role", tom.email, "none")
        assert result.stdout == f"{tom.email} has no role now.\n"
        assert client.post("/rest/v1/slides", json=new_slide).status_code == 403


def test_a_new_password_counts_and_everybody_who_was_signed_in_is_out(
    shop: Shop, run_in_shop: Runner
) -> None:
    tom = shop.account("talent")
    result = run_in_shop("users", "password", tom.email, "--password-stdin", given="another-1977\n")
    assert result.stdout == f"{tom.email} has a new password and is signed out everywhere.\n"
    shop.sign_in(tom.email, "another-1977")
    refreshed = httpx.post(
        f"{shop.url}/auth/v1/token?grant_type=refresh_token",
        json={"refresh_token": tom.session["refresh_token"]},
        headers=shop.headers(),
    )
    assert refreshed.status_code == 400


def test_A7_somebody_whose_confirmation_never_came_signs_in_with_a_password_from_the_owner(
    shop: Shop, run_in_shop: Runner
) -> None:
    tom = shop.account("talent")
    shop.sql("update auth.users set email_confirmed_at = null where id = %s", tom.user_id)
    with auth_client(shop) as visitor:
        assert parse_refusal(sign_in(visitor, tom.email, PASSWORD))[1] == "email_not_confirmed"
    run_in_shop("users", "password", tom.email, "--password-stdin", given="another-1977\n")
    assert shop.sign_in(tom.email, "another-1977")["user"]["email_confirmed_at"]


def test_a_new_password_voids_a_recovery_link_that_is_open_and_every_token_that_is_out(
    shop: Shop, run_in_shop: Runner
) -> None:
    tom = shop.account("talent")
    link = "a-link-in-a-mail-that-somebody-else-reads"
    shop.sql(
        "update auth.users set recovery_token = encode(sha256(%s), 'hex'), recovery_sent_at = now()"
        " where id = %s",
        link.encode(),
        tom.user_id,
    )
    assert (
        run_in_shop("users", "password", tom.email, "--password-stdin", given="another-1977\n").returncode
        == 0
    )
    with shop.client() as visitor:
        followed = visitor.post("/auth/v1/verify", json={"type": "recovery", "token_hash": link})
        assert followed.status_code == 403
    with shop.client(tom.token) as thief:
        assert thief.get("/auth/v1/user").status_code == 403
        wait_until(lambda: thief.get("/rest/v1/transactions").status_code == 401, 1)


def test_A8_a_leader_gets_no_common_password_and_a_talent_may_have_one(
    shop: Shop, run_in_shop: Runner
) -> None:
    lea, tom = shop.account("leadership"), shop.account("talent")
    refused = run_in_shop("users", "password", lea.email, "--password-stdin", given="iloveyou\n")
    assert refused.stderr == "tapis: This password is among the most common ones. Please choose another.\n"
    assert run_in_shop("users", "password", tom.email, "--password-stdin", given="iloveyou\n").returncode == 0


def test_Y21_the_owner_resets_the_second_factor_of_somebody_who_lost_it(
    shop: Shop, run_in_shop: Runner
) -> None:
    ada = shop.account("admin")
    shop.sql(
        "insert into auth.mfa_factors (user_id, factor_type, status, secret)"
        " values (%s, 'totp', 'verified', 'X')",
        ada.user_id,
    )
    assert [
        line.split()[2] for line in run_in_shop("users", "list").stdout.splitlines() if ada.email in line
    ] == ["2FA"]
    done = run_in_shop("users", "reset-factor", ada.email)
    assert done.stdout == f"{ada.email} has no second factor now and is signed out everywhere.\n"
    assert "factors" not in shop.sign_in(ada.email)["user"]
    with shop.client(ada.token) as client:
        wait_until(lambda: client.get("/rest/v1/transactions").status_code == 401, 1)


def test_A6_a_changed_role_and_a_changed_password_leave_a_line_without_the_address(
    shop: Shop, run_in_shop: Runner
) -> None:
    tom = shop.account("talent")
    lines = [
        json.loads(run_in_shop(*words, given="benang-perak\n").stderr)
        for words in (
            ("users", "role", tom.email, "leadership"),
            ("users", "password", tom.email, "--password-stdin"),
        )
    ]
    assert [line["message"] for line in lines] == ["role changed", "password changed"]
    assert lines[0]["role"] == "leadership"
    assert {line["by"] for line in lines} == {"command line"}
    assert lines[0]["account"] == lines[1]["account"]
    assert not any(tom.email in str(line) or tom.user_id in str(line) for line in lines)


def test_everybody_is_listed_with_role_and_last_sign_in(shop: Shop, run_in_shop: Runner) -> None:
    lea = shop.account("leadership")
    none = shop.account("none")
    run_in_shop("users", "create", "never@tapis.example")
    lines = {line.split()[0]: line.split()[1:] for line in run_in_shop("users", "list").stdout.splitlines()}
    assert lines[lea.email][0] == "leadership"
    assert lines[none.email][0] == "none"
    assert lines["never@tapis.example"][-1] == "never"


def test_the_list_tells_times_in_utc_wherever_the_database_is(shop: Shop, run_in_shop: Runner) -> None:
    shop.account()
    here = run_in_shop("users", "list")
    assert run_in_shop("users", "list", PGTZ="Asia/Jakarta").stdout == here.stdout != ""


def test_Z14_an_account_that_came_without_an_address_is_listed_by_its_id(
    shop: Shop, run_in_shop: Runner
) -> None:
    tom = shop.account()
    shop.sql("update auth.users set email = null where id = %s", tom.user_id)
    try:
        assert tom.user_id in run_in_shop("users", "list").stdout
    finally:
        shop.sql("delete from auth.users where id = %s", tom.user_id)


def test_the_first_account_can_be_made_before_the_shop_ever_opened(run: Runner, tmp_path: Path) -> None:
    made = run("users", "create", "ada@tapis.example", "--role", "admin")
    assert (made.returncode, made.stderr) == (
        0,
        f"There was no shop in {tmp_path}/data; a new one is made.\n",
    )
    assert run("users", "list").stdout.split()[:2] == ["ada@tapis.example", "admin"]


NO_ADMINISTRATOR = (
    "This leaves the shop without an administrator; `tapis users role EMAIL admin` appoints one.\n"
)


def test_Z14_the_owner_who_takes_away_the_last_administrator_is_told(run: Runner) -> None:
    ada, lea = "ada@tapis.example", "lea@tapis.example"
    for email in (ada, lea):
        run("users", "create", email, "--role", "admin", "--password-stdin", given="kain-1976\n")
    assert run("users", "role", lea, "leadership").stdout == f"{lea} is leadership now.\n"
    assert run("users", "role", ada, "admin").stdout == f"{ada} is admin now.\n"
    before_removal = run("users", "remove", ada)
    assert (before_removal.returncode, before_removal.stdout.endswith(f"\n{NO_ADMINISTRATOR}")) == (1, True)
    assert run("users", "role", ada, "talent").stdout == f"{ada} is talent now.\n{NO_ADMINISTRATOR}"
    assert NO_ADMINISTRATOR not in run("users", "remove", ada, "--yes").stdout
