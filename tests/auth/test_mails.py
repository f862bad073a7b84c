"""With a mail server, an address is proved before it counts, and a forgotten password can be replaced."""

import queue
import re
from collections.abc import Iterator
from email.message import EmailMessage
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.auth.conftest import DATED, auth_client, new_address, refusal, sign_in, sign_up
from tests.auth.mailbox import Mailbox
from tests.conftest import Shop

SITE = "https://kain.id"


@pytest.fixture
def anna(mailing_shop: Shop) -> Iterator[httpx.Client]:
    """Anna's browser at a shop that sends mail."""
    mailing_shop.sql("delete from auth.attempts")
    headers = mailing_shop.headers() | DATED
    with httpx.Client(base_url=f"{mailing_shop.url}/auth/v1", headers=headers) as client:
        yield client


def link_in(mail: EmailMessage) -> str:
    match = re.search(rf"{SITE}/auth/v1/verify\?\S+", mail.get_content())
    assert match
    return match[0]


def follow(shop: Shop, link: str) -> tuple[str, dict[str, str]]:
    """Open a link as a mail program does, without any key: where it leads, and what stands behind the #."""
    answer = httpx.get(link.replace(SITE, shop.url))
    assert answer.status_code == 303
    address, _, fragment = answer.headers["location"].partition("#")
    return address, {name: values[0] for name, values in parse_qs(fragment).items()}


def test_A7_before_her_address_is_confirmed_anna_cannot_sign_in(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    email = new_address()
    user = sign_up(anna, email, data={"role": "talent"}).json()
    assert user["email"] == email
    assert "access_token" not in user
    assert "confirmation_sent_at" in user
    assert "email_confirmed_at" not in user
    assert user["user_metadata"]["email_verified"] is False
    assert refusal(sign_in(anna, email)) == (400, "email_not_confirmed", "Email not confirmed")
    mail = mailbox.next_mail(email)
    assert mail["To"] == email
    assert mail["From"] == "halo@kain.id"
    address, told = follow(mailing_shop, link_in(mail))
    assert address == f"{SITE}/"
    assert told["type"] == "signup"
    assert set(told) == {"access_token", "expires_at", "expires_in", "refresh_token", "token_type", "type"}
    with auth_client(mailing_shop, told["access_token"]) as client:
        confirmed = client.get("/user").json()
    assert confirmed["email_confirmed_at"]
    assert confirmed["user_metadata"]["email_verified"] is True
    assert confirmed["identities"][0]["identity_data"]["email_verified"] is True
    assert sign_in(anna, email).status_code == 200


def test_A5_a_confirmed_address_is_told_to_be_taken_and_gets_no_mail(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account = mailing_shop.account()
    answer = sign_up(anna, account.email, "")
    assert refusal(answer) == (422, "user_already_exists", "Email address is already registered")
    with pytest.raises(queue.Empty):
        mailbox.next_mail(account.email, 0.3)


def test_a_second_sign_up_before_confirming_sends_another_link_for_its_own_password(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    email = new_address()
    sign_up(anna, email, "first-password")
    old = link_in(mailbox.next_mail(email))
    too_soon = sign_up(anna, email, "second-password")
    status, code, message = refusal(too_soon)
    assert (status, code) == (429, "over_email_send_rate_limit")
    assert re.fullmatch(r"For security purposes, you can only request this after \d+ seconds\.", message)
    mailing_shop.sql("delete from auth.attempts")
    assert sign_up(anna, email, "second-password").status_code == 200
    new = link_in(mailbox.next_mail(email))
    assert follow(mailing_shop, old)[1]["error_code"] == "otp_expired"
    assert "access_token" in follow(mailing_shop, new)[1]
    assert sign_in(anna, email, "first-password").status_code == 400
    assert sign_in(anna, email, "second-password").status_code == 200


def test_A13_anna_sets_a_new_password_through_the_link_in_her_mail(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account = mailing_shop.account()
    answer = anna.post(f"/recover?redirect_to={SITE}/sign-in", json={"email": account.email.upper()})
    assert (answer.status_code, answer.json()) == (200, {})
    link = link_in(mailbox.next_mail(account.email))
    address, told = follow(mailing_shop, link)
    assert address == f"{SITE}/sign-in"
    assert told["type"] == "recovery"
    with auth_client(mailing_shop, told["access_token"]) as client:
        assert client.put("/user", json={"password": "a-new-one"}).status_code == 200
    assert sign_in(anna, account.email, "a-new-one").status_code == 200
    with auth_client(mailing_shop, account.token) as elsewhere:
        assert refusal(elsewhere.get("/user"))[1] == "session_not_found"


def test_an_unknown_address_is_answered_like_a_known_one_and_gets_no_mail(
    mailbox: Mailbox, anna: httpx.Client
) -> None:
    email = new_address("nobody")
    answer = anna.post("/recover", json={"email": email})
    assert (answer.status_code, answer.json()) == (200, {})
    with pytest.raises(queue.Empty):
        mailbox.next_mail(email, 0.3)


@pytest.mark.parametrize("known", [True, False])
def test_mails_to_one_address_are_a_minute_apart_whether_it_is_known_or_not(
    mailing_shop: Shop, anna: httpx.Client, known: bool
) -> None:
    email = mailing_shop.account().email if known else new_address("nobody")
    assert anna.post("/recover", json={"email": email}).status_code == 200
    again = anna.post("/recover", json={"email": email.upper()})
    assert refusal(again)[:2] == (429, "over_email_send_rate_limit")
    assert 0 < int(again.headers["retry-after"]) <= 60


def test_a_link_works_once_and_only_for_its_time(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account = mailing_shop.account()
    anna.post("/recover", json={"email": account.email})
    link = link_in(mailbox.next_mail(account.email))
    older = "update auth.users set recovery_sent_at = recovery_sent_at - interval '1 hour' where id = %s"
    newer = older.replace("- interval", "+ interval")
    mailing_shop.sql(older, account.user_id)
    assert follow(mailing_shop, link)[1]["error_code"] == "otp_expired"
    mailing_shop.sql(newer, account.user_id)
    assert "access_token" in follow(mailing_shop, link)[1]
    used = follow(mailing_shop, link)[1]
    assert used["error"] == "access_denied"
    assert used["error_description"] == "Email link is invalid or has expired"


def test_looking_whether_a_link_is_there_does_not_use_it_up(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account = mailing_shop.account()
    anna.post("/recover", json={"email": account.email})
    link = link_in(mailbox.next_mail(account.email))
    assert httpx.head(link.replace(SITE, mailing_shop.url)).status_code == 200
    assert "access_token" in follow(mailing_shop, link)[1]


def test_a_client_may_redeem_the_token_itself(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account = mailing_shop.account()
    anna.post("/recover", json={"email": account.email})
    token = parse_qs(urlsplit(link_in(mailbox.next_mail(account.email))).query)["token"][0]
    for kind in ("signup", "magiclink", ""):
        refused = anna.post("/verify", json={"type": kind, "token_hash": token})
        assert refusal(refused) == (403, "otp_expired", "Token has expired or is invalid")
    session = anna.post("/verify", json={"type": "recovery", "token_hash": token}).json()
    assert session["user"]["id"] == account.user_id


def test_the_mailed_token_lies_in_the_database_only_as_a_hash(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account = mailing_shop.account()
    anna.post("/recover", json={"email": account.email})
    token = parse_qs(urlsplit(link_in(mailbox.next_mail(account.email))).query)["token"][0]
    ((row,),) = mailing_shop.sql("select u::text from auth.users u where id = %s", account.user_id)
    assert token not in row


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
def test_no_link_leads_away_from_the_shop(mailing_shop: Shop, target: str) -> None:
    query = httpx.QueryParams({"token": "x", "type": "signup", "redirect_to": target})
    address, _ = follow(mailing_shop, f"{SITE}/auth/v1/verify?{query}")
    assert address.startswith(f"{SITE}/")


def test_a_mail_links_to_the_shop_whatever_host_the_request_names(
    mailing_shop: Shop, mailbox: Mailbox, anna: httpx.Client
) -> None:
    account = mailing_shop.account()
    anna.post("/recover", json={"email": account.email}, headers={"Host": "evil.id"})
    assert "evil.id" not in mailbox.next_mail(account.email).get_content()


def test_without_a_mail_server_nobody_is_promised_a_mail(visitor: httpx.Client) -> None:
    status, code, _ = refusal(visitor.post("/recover", json={"email": "anna@kain.id"}))
    assert (status, code) == (422, "feature_disabled")


def test_what_the_settings_say_follows_the_mail_server(visitor: httpx.Client, anna: httpx.Client) -> None:
    assert visitor.get("/settings").json()["mailer_autoconfirm"] is True
    assert anna.get("/settings").json()["mailer_autoconfirm"] is False
