"""Settings that would be wrong later are refused at start, by name."""

import pytest

from tapis.auth.origin import check_settings
from tapis.settings import SettingRefused, load


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"TAPIS_SMTP_URL": "smtp://mail.kain.id"}, "TAPIS_SITE_URL"),
        ({"TAPIS_TRUSTED_PROXIES": "10.0.0.1,nonsense"}, "TAPIS_TRUSTED_PROXIES"),
        ({"TAPIS_TOKEN_SECONDS": "86400"}, "TAPIS_TOKEN_SECONDS"),
        ({"TAPIS_TOKEN_SECONDS": "0"}, "TAPIS_TOKEN_SECONDS"),
    ],
)
def test_a_setting_that_cannot_work_is_named(environment: dict[str, str], named: str) -> None:
    with pytest.raises(SettingRefused, match=named):
        check_settings(load(environment))


def test_the_defaults_and_a_full_set_work() -> None:
    check_settings(load({}))
    check_settings(
        load(
            {
                "TAPIS_SMTP_URL": "smtp://mail.kain.id",
                "TAPIS_SITE_URL": "https://kain.id",
                "TAPIS_TRUSTED_PROXIES": "10.0.0.0/8,::1",
            }
        )
    )
