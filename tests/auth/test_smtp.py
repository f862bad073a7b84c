"""An unusable mail server: one message tells the owner what to do and repeats no secrets or addresses."""

import asyncio
import socket
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from tapis.gateway.mail import smtp
from tests.auth.certificate import make_server_context
from tests.auth.conftest import GONE
from tests.auth.smtp_server import Mailbox, get_body_text
from tests.command_line import tapis
from tests.conftest import Shop

ACCOUNTS = {"toko": "rahasia"}


@pytest.fixture(scope="module")
def protected_mailbox(certificate: Path) -> Iterator[Mailbox]:
    with Mailbox(make_server_context(certificate), ACCOUNTS, frozenset({GONE})) as box:
        yield box


@pytest.fixture(scope="module")
def open_mailbox() -> Iterator[Mailbox]:
    """Without TLS or accounts, at another address of this machine."""
    with Mailbox(host="127.0.0.2") as box:
        yield box


def send_mail(url: str, to: str = "anna@kain.id") -> None:
    async def connect_and_send() -> None:
        mail = EmailMessage()
        mail["From"], mail["To"] = "halo@kain.id", to
        await (await smtp.connect(smtp.MailServer.of(url))).send(mail)

    asyncio.run(connect_and_send())


def catch_message(url: str, to: str = "anna@kain.id") -> str:
    with pytest.raises(smtp.MailNotSent) as caught:
        send_mail(url, to)
    assert "rahasia" not in str(caught.value)
    assert to not in str(caught.value)
    return str(caught.value)


def test_a_password_goes_over_tls_and_the_mail_arrives(
    protected_mailbox: Mailbox, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    send_mail(protected_mailbox.url.replace("//", "//toko:rahasia@"))
    assert protected_mailbox.next_mail("anna@kain.id")["From"] == "halo@kain.id"
    send_mail(
        protected_mailbox.url.replace("//", "//toko:rahasia@"), "anna@bücher.id".encode("idna").decode()
    )


def test_the_reason_of_the_mail_server_is_given_in_one_sentence(
    protected_mailbox: Mailbox, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = protected_mailbox.url.replace("//", "//toko:rahasia@")
    assert "certificate" in catch_message(ours), "nobody believes it yet"
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    wrong = catch_message(protected_mailbox.url.replace("//", "//toko:rahasia2@"))
    name = f"The mail server 127.0.0.1:{protected_mailbox.port}"
    assert wrong == f"{name} does not accept the user and password of TAPIS_SMTP_URL (535 5.7.8)."
    assert "takes no mail for this address (550 5.1.1)" in catch_message(ours, GONE)
    assert "beyond ASCII" in catch_message(ours, "ñandú@kain.id")
    assert "speaks no TLS" in catch_message(ours.replace("smtp:", "smtps:"))
    assert "(530 5.7.0)" in catch_message(protected_mailbox.url), "a server that wants to know who we are"


def test_a_password_is_never_sent_without_tls(open_mailbox: Mailbox) -> None:
    assert "offers no TLS, so the password was not sent" in catch_message(
        open_mailbox.url.replace("//", "//toko:rahasia@")
    )
    send_mail(open_mailbox.url)


def test_an_unreachable_or_silent_mail_server_is_given_up_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        monkeypatch.setattr(smtp, "SECONDS", 0.3)
        assert "sent nothing" in catch_message(f"smtp://127.0.0.1:{port}")
        with monkeypatch.context() as impatient:
            impatient.setattr(smtp, "SECONDS", 2)
            impatient.setattr(smtp, "SECONDS_IN_ALL", 0.2)
            assert "takes longer than" in catch_message(f"smtp://127.0.0.1:{port}")
    assert "can't be reached" in catch_message(f"smtp://127.0.0.1:{port}")


def test_an_address_may_hold_any_password() -> None:
    server = smtp.MailServer.of("smtps://toko%40kain.id:r%2Fa%3Ah%23%25@mail.kain.id")
    assert (server.user, server.password) == ("toko@kain.id", "r/a:h#%")
    assert (server.host, server.port, server.encrypted) == ("mail.kain.id", 465, True)
    assert "r/a" not in repr(server)


def test_serve_refuses_a_malformed_mail_server_in_one_sentence_and_makes_nothing(tmp_path: Path) -> None:
    settings = {
        "TAPIS_SMTP_URL": "smtp://toko:rahasia@mail.kain.id:port",
        "TAPIS_SITE_URL": "https://kain.id",
    }
    refused = tapis("serve", "--data", tmp_path / "data", "--port", "0", **settings)
    assert refused.returncode == 1
    assert refused.stderr.startswith("tapis: TAPIS_SMTP_URL can't have this value: it takes an address like")
    assert refused.stderr.count("\n") == 1
    assert "rahasia" not in refused.stdout + refused.stderr
    assert not list(tmp_path.iterdir())


def test_the_owner_sends_a_test_letter_and_reads_what_is_wrong(
    shop: Shop, protected_mailbox: Mailbox, certificate: Path
) -> None:
    settings = {
        **shop.settings,
        "TAPIS_SMTP_URL": protected_mailbox.url.replace("//", "//toko:rahasia@"),
        "TAPIS_SMTP_FROM": "halo@kain.id",
        "TAPIS_SITE_URL": "https://kain.id",
        "SSL_CERT_FILE": str(certificate),
    }
    sent = tapis("mail", "Ada@kain.id", "--language", "id", "--data", shop.data, **settings)
    assert (sent.returncode, sent.stderr) == (0, "")
    mail = protected_mailbox.next_mail("ada@kain.id")
    assert mail["Subject"] == "Tapis: email berfungsi"
    assert "https://kain.id" in get_body_text(mail, "plain")
    refused = tapis("mail", GONE, "--data", shop.data, **settings)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        f"tapis: The mail server 127.0.0.1:{protected_mailbox.port} takes no mail "
        "for this address (550 5.1.1).\n"
    )
