"""With a mail server, an address is proved before it counts, and a forgotten password can be replaced."""

import queue
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any

import httpx
import pytest

from tests.auth.conftest import (
    API_VERSION_HEADER,
    GONE,
    auth_client,
    checksum_accounts,
    make_email,
    parse_refusal,
    sign_in,
    sign_up,
    wait_until,
)
from tests.auth.smtp_server import Mailbox, get_body_text
from tests.conftest import Shop

SITE = "https://kain.id"


@pytest.fixture
def anna(mailing_shop: Shop) -> Iterator[httpx.Client]:
    """Anna's browser at a shop that sends mail."""
    mailing_shop.sql("delete from auth.attempts")
    headers = mailing_shop.headers() | API_VERSION_HEADER
    with httpx.Client(base_url=f"{mailing_shop.url}/auth/v1", headers=headers) as client:
        yield client


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it stands in a mail."""

    page: str
    token: str
    kind: str


def extract_link(mail: EmailMessage) -> Link:
    match = re.search(rf"({SITE}\S*)#token_hash=([\w-]{{43}})&type=(\w+)\s", get_body_text(mail, "plain"))
    assert match
    return Link(match[1], match[2], match[3])


def redeem(anna: httpx.Client, link: Link) -> httpx.Response:
    """Verify like auth-js when the button on the link's page is pressed."""
    return anna.post("/verify", json={"type": link.kind, "token_hash": link.token})


def request_recovery(anna: httpx.Client, mailbox: Mailbox, email: str) -> Link:
    assert anna.post("/recover", json={"email": email}).status_code == 200
    return extract_link(mailbox.next_mail(email))


def wait_for_recovery_token(shop: Shop, email: str) -> None:
    """Wait until the database has the token of a recovery mail, which is stored just after it is sent."""
    wait_until(
        lambda: shop.sql("select recovery_token <> '' from auth.users where email = %s", email) == [(True,)]
    )


def test_A7_before_her_address_is_confirmed_anna_cannot_sign_in(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    email = make_email()
    user = sign_up(anna, email, data={"role": "talent"}).json()
    assert user["email"] == email
    assert "access_token" not in user
    assert "confirmation_sent_at" in user
    assert "email_confirmed_at" not in user
    assert user["user_metadata"]["email_verified"] is False
    assert parse_refusal(sign_in(anna, email)) == (400, "email_not_confirmed", "Email not confirmed")
    session = redeem(anna, extract_link(mailbox.next_mail(email))).json()
    with auth_client(mailing_shop, session["access_token"]) as client:
        confirmed = client.get("/user").json()
    assert confirmed["email_confirmed_at"]
    assert confirmed["user_metadata"]["email_verified"] is True
    assert confirmed["identities"][0]["identity_data"]["email_verified"] is True
    assert sign_in(anna, email).status_code == 200


def test_A5_who_signs_up_with_a_pending_address_learns_nothing_of_who_did_before(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    email, answers = make_email(), []
    for name in ("Tom Tulus", "A stranger"):
        answers.append(sign_up(anna, email, data={"full_name": name, "phone": name}).json())
        mailbox.next_mail(email)
        mailing_shop.sql("delete from auth.attempts")
    first, second = answers
    with auth_client(mailing_shop, mailing_shop.service_key) as admin:
        stored = admin.get(f"/admin/users/{first['id']}").json()
    assert _keys(first) == _keys(second) == _keys(stored)
    assert all(first[key] == stored[key] for key in ("app_metadata", "user_metadata", "aud", "role"))
    assert _texts(first) & _texts(second) == {email, "authenticated", "email", "talent", ""}


def _keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _keys(held) for key, held in value.items()}
    return [_keys(held) for held in value] if isinstance(value, list) else None


def _texts(value: Any) -> set[str]:
    held = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict | list):
        return set().union(*map(_texts, held))
    return {value} if isinstance(value, str) else set()


def test_A5_a_confirmed_address_is_refused_as_taken_and_gets_no_mail(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account = mailing_shop.account()
    answer = sign_up(anna, account.email, "")
    assert parse_refusal(answer) == (422, "user_already_exists", "Email address is already registered")
    assert anna.post("/resend", json={"email": account.email, "type": "signup"}).json() == {}
    with pytest.raises(queue.Empty):
        mailbox.next_mail(account.email, 0.3)


def assert_password_can_be_chosen(shop: Shop, answer: httpx.Response, password: str) -> None:
    """Assert that a redeemed link asks for a new password, and set it."""
    session = answer.json()
    assert session["user"]["app_metadata"]["password_needed"] is True
    with auth_client(shop, session["access_token"]) as client:
        user = client.put("/user", json={"password": password}).json()
    assert "password_needed" not in user["app_metadata"]


def assert_passwords_refused(anna: httpx.Client, email: str, *passwords: str) -> None:
    for password in passwords:
        assert parse_refusal(sign_in(anna, email, password))[1] == "invalid_credentials"


@pytest.mark.parametrize("redeemed", [0, 1], ids=["oldest", "newest"])
def test_A8_where_two_signed_up_with_annas_address_her_link_lets_her_choose_the_password(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client, redeemed: int
) -> None:
    email, links = make_email(), []
    for password in ("annas-password", "an-attackers-password"):
        assert sign_up(anna, email, password).status_code == 200
        links.append(extract_link(mailbox.next_mail(email)))
        status, code, message = parse_refusal(sign_up(anna, email, password))
        assert (status, code) == (429, "over_email_send_rate_limit")
        assert re.fullmatch(r"For security purposes, you can only request this after \d+ seconds\.", message)
        mailing_shop.sql("delete from auth.attempts")
    answer = redeem(anna, links[redeemed])
    assert parse_refusal(redeem(anna, links[1 - redeemed]))[:2] == (403, "otp_expired")
    assert_passwords_refused(anna, email, "annas-password", "an-attackers-password")
    assert_password_can_be_chosen(mailing_shop, answer, "annas-choice")
    assert sign_in(anna, email, "annas-choice").status_code == 200
    assert_passwords_refused(anna, email, "annas-password", "an-attackers-password")


def test_A13_a_link_for_a_forgotten_password_makes_no_attackers_sign_up_valid(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    email = make_email()
    sign_up(anna, email, "an-attackers-password")
    confirmation = extract_link(mailbox.next_mail(email))
    mailing_shop.sql("delete from auth.attempts")
    link = request_recovery(anna, mailbox, email)
    wait_for_recovery_token(mailing_shop, email)
    answer = redeem(anna, link)
    assert_passwords_refused(anna, email, "an-attackers-password")
    assert parse_refusal(redeem(anna, confirmation))[1] == "otp_expired"
    assert_password_can_be_chosen(mailing_shop, answer, "annas-choice")
    assert sign_in(anna, email, "annas-choice").status_code == 200


def test_A8_an_address_that_ada_confirms_by_hand_has_no_password_when_two_were_proposed(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    email = make_email()
    user_id = sign_up(anna, email, "an-attackers-password").json()["id"]
    mailbox.next_mail(email)
    mailing_shop.sql("delete from auth.attempts")
    sign_up(anna, email, "annas-password")
    mailbox.next_mail(email)
    with auth_client(mailing_shop, mailing_shop.service_key) as admin:
        confirmed = admin.put(f"/admin/users/{user_id}", json={"email_confirm": True})
    assert confirmed.json()["app_metadata"]["password_needed"] is True
    assert_passwords_refused(anna, email, "annas-password", "an-attackers-password")


def test_A8_a_mail_that_was_sent_again_confirms_no_password_when_several_were_chosen(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    email = make_email()
    for password in ("an-attackers-password", "annas-password"):
        sign_up(anna, email, password)
        mailbox.next_mail(email)
        mailing_shop.sql("delete from auth.attempts")
    anna.post("/resend", json={"email": email, "type": "signup"})
    link = extract_link(mailbox.next_mail(email))
    wait_until(lambda: redeem(anna, link).status_code == 200)
    assert_passwords_refused(anna, email, "annas-password", "an-attackers-password")


def test_A13_a_mail_goes_to_the_stored_address_and_never_to_another_spelling_of_it(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    """PostgreSQL may take U+0130 for an i where Python does not: a domain that somebody else can own."""
    account = mailing_shop.account()
    assert anna.post("/recover", json={"email": account.email.replace("i", "\u0130")}).status_code == 200
    with pytest.raises(queue.Empty):
        mailbox.next_mail(account.email.replace("i", "i\u0307"), 0.5)


def test_nobody_replaces_the_password_of_an_account_that_is_confirmed_meanwhile(
    mailbox: Mailbox, mailing_shop: Shop, anna: httpx.Client
) -> None:
    email = make_email()
    sign_up(anna, email, "annas-password")
    link = extract_link(mailbox.next_mail(email))
    mailing_shop.sql("delete from auth.attempts")
    mailbox.meanwhile = lambda: redeem(anna, link)
    try:
        assert parse_refusal(sign_up(anna, email, "somebody-elses"))[1] == "user_already_exists"
    finally:
        mailbox.meanwhile = lambda: None
    assert sign_in(anna, email, "somebody-elses").status_code == 400
    assert sign_in(anna, email, "annas-password").status_code == 200


def test_anna_can_have_the_confirmation_sent_again(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    email = make_email()
    sign_up(anna, email)
    old = extract_link(mailbox.next_mail(email))
    wish = {"email": email.upper(), "type": "signup", "gotrue_meta_security": {}}
    too_soon = anna.post("/resend", json=wish)
    assert parse_refusal(too_soon)[:2] == (429, "over_email_send_rate_limit")
    assert 0 < int(too_soon.headers["retry-after"]) <= 60
    mailing_shop.sql("delete from auth.attempts")
    answer = anna.post(f"/resend?redirect_to={SITE}/confirm-email", json=wish)
    assert (answer.status_code, answer.json()) == (200, {})
    new = extract_link(mailbox.next_mail(email))
    assert (new.page, new.kind) == (f"{SITE}/confirm-email", "signup")
    wait_until(lambda: redeem(anna, new).status_code == 200)
    assert parse_refusal(redeem(anna, old))[1] == "otp_expired"


def test_A13_anna_sets_a_new_password_through_the_link_in_her_mail(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account = mailing_shop.account()
    answer = anna.post(f"/recover?redirect_to={SITE}/reset-password", json={"email": account.email.upper()})
    assert (answer.status_code, answer.json()) == (200, {})
    link = extract_link(mailbox.next_mail(account.email))
    assert (link.page, link.kind) == (f"{SITE}/reset-password", "recovery")
    wait_for_recovery_token(mailing_shop, account.email)
    session = redeem(anna, link).json()
    with auth_client(mailing_shop, session["access_token"]) as client:
        assert client.put("/user", json={"password": "a-new-one"}).status_code == 200
        assert client.get("/user").status_code == 200
    assert sign_in(anna, account.email, "a-new-one").status_code == 200
    with auth_client(mailing_shop, account.token) as elsewhere:
        assert parse_refusal(elsewhere.get("/user"))[1] == "session_not_found"


@pytest.mark.parametrize("path", ["/recover", "/resend"])
def test_an_unknown_address_is_answered_like_a_known_one_and_gets_no_mail(
    mailbox: Mailbox, anna: httpx.Client, path: str
) -> None:
    email = make_email("nobody")
    answer = anna.post(path, json={"email": email, "type": "signup"})
    assert (answer.status_code, answer.json()) == (200, {})
    with pytest.raises(queue.Empty):
        mailbox.next_mail(email, 0.3)


@pytest.mark.parametrize("known", [True, False])
def test_mails_to_one_address_are_a_minute_apart_whether_it_is_known_or_not(
    mailing_shop: Shop, anna: httpx.Client, known: bool
) -> None:
    email = mailing_shop.account().email if known else make_email("nobody")
    assert anna.post("/recover", json={"email": email}).status_code == 200
    again = anna.post("/recover", json={"email": email.upper()})
    assert parse_refusal(again)[:2] == (429, "over_email_send_rate_limit")
    assert 0 < int(again.headers["retry-after"]) <= 60


def test_no_mailbox_is_filled_and_no_list_of_addresses_tried(mailing_shop: Shop, anna: httpx.Client) -> None:
    email = make_email("nobody")
    for _ in range(10):
        assert anna.post("/recover", json={"email": email}).status_code == 200
        mailing_shop.sql("delete from auth.attempts where what = 'mail'")
    assert parse_refusal(anna.post("/recover", json={"email": email}))[2] == "email rate limit exceeded"
    anna.headers["X-Forwarded-For"] = "203.0.113.7"
    wish = {
        "email": email,
        "type": "signup",
    }  # the eleventh mail of this hour is never sent, so these are quick
    answers = [parse_refusal(anna.post("/resend", json=wish))[1] for _ in range(31)]
    assert set(answers[:30]) == {"over_email_send_rate_limit"}
    assert answers[30] == "over_request_rate_limit"


@pytest.mark.parametrize(
    ("address", "alias"),
    [
        ("tom@kain.id", "tom+1@kain.id"),
        ("tom@kain.id", "TOM+a+b@kain.id"),
        ("tomtapis@gmail.com", "tom.tapis+kain@googlemail.com"),
    ],
)
def test_A13_an_address_with_a_tag_is_the_same_mailbox(anna: httpx.Client, address: str, alias: str) -> None:
    assert anna.post("/recover", json={"email": address}).status_code == 200
    assert parse_refusal(anna.post("/recover", json={"email": alias}))[1] == "over_email_send_rate_limit"


@pytest.mark.parametrize(
    ("host", "last"), [("anna.kain.id", (429, "over_email_send_rate_limit")), ("gmail.com", (200, ""))]
)
def test_A13_a_host_with_one_mailbox_for_every_name_is_not_flooded(
    anna: httpx.Client, host: str, last: tuple[int, str]
) -> None:
    answers = []
    for number in range(31):
        anna.headers["X-Forwarded-For"] = f"203.0.113.{number % 4}"
        answers.append(anna.post("/recover", json={"email": f"{make_email()[:-8]}@{host}"}))
    assert {answer.status_code for answer in answers[:30]} == {200}
    assert (answers[30].status_code, answers[30].json().get("code", "")) == last


@pytest.mark.parametrize("kind", ["recovery", "signup"])
def test_a_link_works_once_and_for_one_hour(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client, kind: str
) -> None:
    email = make_email()
    if kind == "recovery":
        email = mailing_shop.account().email
        link = request_recovery(anna, mailbox, email)
        wait_for_recovery_token(mailing_shop, email)
    else:
        sign_up(anna, email)
        link = extract_link(mailbox.next_mail(email))
    older = {
        "recovery": "update auth.users set recovery_sent_at = recovery_sent_at - interval '1 hour'"
        " where email = %s",
        "signup": "update auth.sign_up_links set sent_at = sent_at - interval '1 hour'"
        " where user_id = (select id from auth.users where email = %s)",
    }[kind]
    newer = older.replace("- interval '1 hour'", "+ interval '5 seconds'")
    mailing_shop.sql(older, email)
    assert parse_refusal(redeem(anna, link)) == (403, "otp_expired", "Token has expired or is invalid")
    mailing_shop.sql(newer, email)
    assert redeem(anna, link).status_code == 200
    assert parse_refusal(redeem(anna, link))[1] == "otp_expired"


@pytest.mark.parametrize("kind", ["recovery", "signup"])
def test_A11_no_link_outlives_a_ban_and_none_is_mailed_during_it(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client, kind: str
) -> None:
    email, password = make_email(), "annas-password"
    user_id = sign_up(anna, email, password).json()["id"]
    link = extract_link(mailbox.next_mail(email))
    if kind == "recovery":
        assert redeem(anna, link).status_code == 200
        mailing_shop.sql("delete from auth.attempts")
        link = request_recovery(anna, mailbox, email)
        wait_for_recovery_token(mailing_shop, email)
    with auth_client(mailing_shop, mailing_shop.service_key) as owner:
        owner.put(f"/admin/users/{user_id}", json={"ban_duration": "1h"})
        assert parse_refusal(redeem(anna, link)) == (403, "otp_expired", "Token has expired or is invalid")
        mailing_shop.sql("delete from auth.attempts")
        asked = anna.post(
            "/recover" if kind == "recovery" else "/resend", json={"email": email, "type": kind}
        )
        assert (asked.status_code, asked.json()) == (200, {})
        assert parse_refusal(sign_up(anna, email, password))[:2] == (422, "user_already_exists")
        with pytest.raises(queue.Empty):
            mailbox.next_mail(email, 0.3)
        owner.put(f"/admin/users/{user_id}", json={"ban_duration": "none"})
    assert parse_refusal(redeem(anna, link))[1] == "otp_expired"


def test_no_link_in_a_mail_asks_the_server_for_anything_that_uses_it_up(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account = mailing_shop.account()
    link = request_recovery(anna, mailbox, account.email)
    wait_for_recovery_token(mailing_shop, account.email)
    # What a mail scanner does with each address in the mail: nothing behind the # ever leaves it.
    page = httpx.get(link.page.replace(SITE, mailing_shop.url))
    assert page.status_code == 200
    assert link.token not in page.text
    assert redeem(anna, link).status_code == 200


def test_A11_opening_an_address_gives_no_session_and_uses_no_link_up(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account = mailing_shop.account()
    link = request_recovery(anna, mailbox, account.email)
    wait_for_recovery_token(mailing_shop, account.email)
    for method in ("GET", "HEAD"):
        opened = anna.request(method, "/verify", params={"token": link.token, "type": link.kind})
        assert opened.status_code == 405
        assert "location" not in opened.headers
    assert redeem(anna, link).status_code == 200


def test_a_link_is_good_for_its_own_purpose_only(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account = mailing_shop.account()
    link = request_recovery(anna, mailbox, account.email)
    wait_for_recovery_token(mailing_shop, account.email)
    for kind in ("signup", "magiclink", ""):
        refused = redeem(anna, Link(link.page, link.token, kind))
        assert parse_refusal(refused) == (403, "otp_expired", "Token has expired or is invalid")
    assert redeem(anna, link).json()["user"]["id"] == account.user_id


def test_the_mailed_token_is_in_the_database_only_as_a_hash(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account = mailing_shop.account()
    link = request_recovery(anna, mailbox, account.email)
    wait_for_recovery_token(mailing_shop, account.email)
    ((row,),) = mailing_shop.sql("select u::text from auth.users u where id = %s", account.user_id)
    assert link.token not in row


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.id/",
        "//evil.id",
        "/\\evil.id",
        "https://kain.id.evil.id/",
        "https://kain.id@evil.id/",
        "javascript:alert(1)",
        "http://kain.id/",
        "https:evil.id",
    ],
)
def test_no_link_leads_away_from_the_shop(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client, target: str
) -> None:
    email = make_email()
    anna.post("/signup", params={"redirect_to": target}, json={"email": email, "password": "benang-emas"})
    assert extract_link(mailbox.next_mail(email)).page.startswith(f"{SITE}/")


def test_A13_no_other_address_stands_behind_the_link_of_a_mail(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    """Mail programs make a link of each address in a text; to another one the token would go, too."""
    account = mailing_shop.account()
    target = {"redirect_to": "/a <b>\u2028http://evil.id/"}
    anna.post("/recover", params=target, json={"email": account.email})
    link = extract_link(mailbox.next_mail(account.email))
    assert link.page == f"{SITE}/a%20%3Cb%3E%E2%80%A8http://evil.id/"


def test_a_mail_links_to_the_shop_whatever_host_the_request_names(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account = mailing_shop.account()
    anna.post("/recover", json={"email": account.email}, headers={"Host": "evil.id"})
    assert "evil.id" not in mailbox.next_mail(account.email).as_string()


def test_a_mail_says_the_same_as_text_and_as_html_and_fetches_nothing(
    mailbox: Mailbox, anna: httpx.Client
) -> None:
    email = make_email()
    sign_up(anna, email)
    mail = mailbox.next_mail(email)
    link = extract_link(mail)
    assert mail.get_content_type() == "multipart/alternative"
    assert [each.get_content_type() for each in mail.iter_parts()] == ["text/plain", "text/html"]
    html, address = get_body_text(mail, "html"), f"{link.page}#token_hash={link.token}&amp;type=signup"
    assert html.count(f'href="{address}"') == 2, (
        "a button, and the address for those whose button does nothing"
    )
    assert f">{address}</a>" in html
    assert "one hour" in html
    assert "one hour" in get_body_text(mail, "plain")
    assert not re.search(r"<img|<link|<script|<style|src=|url\(", html)
    assert set(re.findall(r"https?://[^/\"<]*", html)) == {SITE}
    assert 'content="light dark"' in html


def test_a_mail_has_the_headers_that_keep_it_out_of_the_wrong_folders(
    mailbox: Mailbox, anna: httpx.Client
) -> None:
    email = make_email()
    sign_up(anna, email)
    mail = mailbox.next_mail(email)
    assert mail["From"] == "Tapis <halo@kain.id>"
    assert mail["To"] == email
    assert abs((datetime.now(UTC) - mail["Date"].datetime).total_seconds()) < 60
    assert re.fullmatch(r"<[^@\s]+@kain\.id>", mail["Message-ID"])
    assert mail["Auto-Submitted"] == "auto-generated"
    assert max(len(line) for line in mail.as_bytes().splitlines()) <= 78 + len(mail["Message-ID"])


@pytest.mark.parametrize(
    ("headers", "language", "subject"),
    [
        ({}, "en", "Tapis: please confirm your email address"),
        ({"Accept-Language": "de, id;q=0.5"}, "id", "Tapis: mohon konfirmasi alamat email Anda"),
        (
            {"Accept-Language": "id", "Cookie": "tapis_language=en"},
            "en",
            "Tapis: please confirm your email address",
        ),
        ({"Cookie": "tapis_language=id"}, "id", "Tapis: mohon konfirmasi alamat email Anda"),
    ],
)
def test_Z1_a_mail_is_in_the_language_of_the_person_who_requested_it(
    mailbox: Mailbox, anna: httpx.Client, headers: dict[str, str], language: str, subject: str
) -> None:
    email = make_email()
    anna.post("/signup", json={"email": email, "password": "benang-emas"}, headers=headers)
    mail = mailbox.next_mail(email)
    assert (mail["Content-Language"], mail["Subject"]) == (language, subject)
    assert f'<html lang="{language}">' in get_body_text(mail, "html")


@pytest.mark.parametrize(
    "address",
    ["anna@kain.id\r\nBcc: tom@kain.id", "anna@kain.id\nX: y", "anna@kain.id, tom@kain.id", "<anna@kain.id>"],
)
@pytest.mark.parametrize("path", ["/signup", "/recover", "/resend"])
def test_nobody_writes_headers_through_an_address(anna: httpx.Client, path: str, address: str) -> None:
    wish = {"email": address, "password": "benang-emas", "type": "signup"}
    assert parse_refusal(anna.post(path, json=wish))[2] == "Unable to validate email address: invalid format"


@pytest.mark.parametrize(
    "address",
    [
        "anna@example.com",
        "Anna@Example.ORG",
        "anna@kain.test",
        "anna@kain.invalid",
        "anna@kain.localhost",
        "anna@kain.example",
        "anna@localhost",
        "test@gmail.com",
    ],
)
def test_A8_an_address_where_no_mail_can_arrive_is_refused_where_mails_are_sent(
    mailing_shop: Shop, anna: httpx.Client, address: str
) -> None:
    before = checksum_accounts(mailing_shop)
    text = f'Email address "{address.lower()}" is invalid'
    assert parse_refusal(sign_up(anna, address)) == (400, "email_address_invalid", text)
    assert checksum_accounts(mailing_shop) == before


def test_a_mailbox_that_is_not_there_makes_no_account(mailing_shop: Shop, anna: httpx.Client) -> None:
    before = checksum_accounts(mailing_shop)
    answer = sign_up(anna, GONE)
    assert parse_refusal(answer) == (400, "email_address_invalid", f'Email address "{GONE}" is invalid')
    assert checksum_accounts(mailing_shop) == before


def test_with_the_mail_server_away_nothing_is_done_by_half_and_all_can_be_asked_again_at_once(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account, email, nobody = mailing_shop.account(), make_email(), make_email("nobody")
    before = checksum_accounts(mailing_shop)
    with mailbox.offline():
        refused = parse_refusal(sign_up(anna, email))
        assert refused == (500, "unexpected_failure", "Error sending confirmation email")
        result = [
            parse_refusal(anna.post("/recover", json={"email": who})) for who in (account.email, nobody)
        ]
        assert result == [(500, "unexpected_failure", "Error sending recovery email")] * 2
    assert checksum_accounts(mailing_shop) == before
    assert sign_up(anna, email).status_code == 200
    assert redeem(anna, extract_link(mailbox.next_mail(email))).status_code == 200
    request_recovery(anna, mailbox, account.email)


def test_without_a_mail_server_nobody_is_promised_a_mail(visitor: httpx.Client) -> None:
    for path in ("/recover", "/resend"):
        answer = visitor.post(path, json={"email": "anna@kain.id", "type": "signup"})
        assert parse_refusal(answer)[:2] == (422, "feature_disabled")


def test_what_the_settings_and_the_page_say_follows_the_mail_server(
    visitor: httpx.Client, anna: httpx.Client, shop: Shop, mailing_shop: Shop
) -> None:
    assert visitor.get("/settings").json()["mailer_autoconfirm"] is True
    assert anna.get("/settings").json()["mailer_autoconfirm"] is False
    assert '"mail":false' in httpx.get(f"{shop.url}/sign-in").text
    assert '"mail":true' in httpx.get(f"{mailing_shop.url}/sign-in").text


def test_A11_a_link_that_is_redeemed_many_times_at_once_gives_one_session(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    email = make_email()
    sign_up(anna, email)
    link = extract_link(mailbox.next_mail(email))
    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(lambda _: redeem(anna, link).status_code, range(8)))
    assert sorted(statuses) == [200] + [403] * 7
