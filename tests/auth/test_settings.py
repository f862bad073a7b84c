"""Settings that would be wrong later are refused at start, by name."""

from pathlib import Path

import pytest

from tapis.gateway.auth import check_settings
from tapis.gateway.settings import SettingRefused, load

MAILING = {"TAPIS_SMTP_URL": "smtp://halo%40kain.id@mail.kain.id", "TAPIS_SITE_URL": "https://kain.id"}


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"TAPIS_SMTP_URL": "smtp://halo%40kain.id@mail.kain.id"}, "TAPIS_SITE_URL"),
        (MAILING | {"TAPIS_SMTP_URL": "mail.kain.id"}, "TAPIS_SMTP_URL"),
        (MAILING | {"TAPIS_SMTP_URL": "smtp://apikey:x@mail.kain.id"}, "TAPIS_SMTP_FROM"),
        (MAILING | {"TAPIS_SMTP_FROM": "halo@kain.id\nBcc: ada@kain.id"}, "TAPIS_SMTP_FROM"),
        (MAILING | {"TAPIS_BRAND": "two-lines.toml"}, "TAPIS_BRAND"),
        ({"TAPIS_TRUSTED_PROXIES": "10.0.0.1,nonsense"}, "TAPIS_TRUSTED_PROXIES"),
        ({"TAPIS_TOKEN_SECONDS": "86400"}, "TAPIS_TOKEN_SECONDS"),
        ({"TAPIS_TOKEN_SECONDS": "0"}, "TAPIS_TOKEN_SECONDS"),
    ],
)
def test_a_setting_that_cannot_work_is_named(
    environment: dict[str, str], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two-lines.toml").write_text('name = "Kain\\nBcc: ada@kain.id"')
    with pytest.raises(SettingRefused, match=named):
        check_settings(load(environment))


def test_the_defaults_and_a_full_set_work() -> None:
    check_settings(load({}))
    check_settings(
        load(
            {
                **MAILING,
                "TAPIS_TRUSTED_PROXIES": "10.0.0.0/8,::1",
            }
        )
    )
