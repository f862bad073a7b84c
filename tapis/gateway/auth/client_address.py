"""Where a request comes from, and which address of ours it was sent to."""

from urllib.parse import urljoin, urlsplit

from starlette.requests import Request

from tapis.gateway.auth.emails import sender
from tapis.gateway.auth.sessions import Device
from tapis.gateway.auth.smtp import MailServer
from tapis.gateway.http.proxies import client_address, parse_address, read_proxies
from tapis.gateway.settings import SettingRefused, Settings
from tapis.gateway.tokens.signing_keys import LONGEST_TOKEN_SECONDS


def check_settings(settings: Settings) -> None:
    """Refuse to start with settings that would be wrong later. Raises SettingRefused.

    A link in a mail must not be built from the address that some request was sent to: whoever sends it can
    write any host there, and would be handed the person's token.
    """
    if settings.smtp_url:
        if not settings.site_url:
            raise SettingRefused("TAPIS_SMTP_URL needs TAPIS_SITE_URL: mails carry links to the shop")
        MailServer.of(settings.smtp_url)
        sender(settings)
    if not 60 <= settings.token_seconds <= LONGEST_TOKEN_SECONDS:
        raise SettingRefused(f"TAPIS_TOKEN_SECONDS must lie between 60 and {LONGEST_TOKEN_SECONDS}")
    read_proxies(settings.trusted_proxies)


def device(request: Request, settings: Settings) -> Device:
    """What a session remembers about where it began."""
    parsed = parse_address(client_address(request, settings))
    return Device(str(parsed) if parsed else None, request.headers.get("user-agent"))


def site(request: Request, settings: Settings) -> str:
    """Our own address, as told by the settings or else as asked, without a slash at its end."""
    return settings.site_url.rstrip("/") or f"{request.url.scheme}://{request.url.netloc}"


def safe_target(request: Request, settings: Settings) -> str:
    """Where a link in a mail leads: `redirect_to` if it lies on our own site, else the first page."""
    home = site(request, settings)
    target = urljoin(home + "/", request.query_params.get("redirect_to", ""))
    asked, ours = urlsplit(target), urlsplit(home)
    if "\\" in target or (asked.scheme, asked.netloc) != (ours.scheme, ours.netloc):
        return home + "/"
    return target.partition("#")[0]
