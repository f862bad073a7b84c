"""Every setting has limits, tried from its own table; what is beyond them, or unknown, stops the start."""

from pathlib import Path

import pytest

from tapis.gateway.mail.smtp import MailServer
from tapis.gateway.settings import SETTINGS, ConfigError, Setting, load_settings
from tapis.gateway.settings.sources import parse_setting
from tests.setting_examples import EXAMPLES, examples_of

AT_LIMITS = [(setting, text) for setting in SETTINGS for text in examples_of(setting).inside]
BEYOND = [(setting, text) for setting in SETTINGS for text in examples_of(setting).outside]
MAIL = {"TAPIS_SMTP_URL": "smtp://halo%40kain.id@mail.kain.id", "TAPIS_SITE_URL": "https://kain.id"}


def name_value(value: object) -> str:
    return value.name if isinstance(value, Setting) else repr(value)


@pytest.mark.parametrize(("setting", "text"), AT_LIMITS, ids=name_value)
def test_Z11_a_value_at_the_limit_of_a_setting_is_taken(setting: Setting, text: str) -> None:
    parse_setting(setting, text)


def test_Z11_a_password_that_ends_in_a_slash_keeps_it() -> None:
    address = "host=db.kain.id user=authenticator password=selendang/"
    assert load_settings({"TAPIS_DATABASE_URL": address}).database_url == address


def test_Z11_the_root_folder_is_a_place_and_not_none() -> None:
    assert load_settings({"TAPIS_BACKUPS_TO": "/"}).backups_to == "/"


@pytest.mark.parametrize(("setting", "text"), BEYOND, ids=name_value)
def test_Z11_a_value_beyond_the_limit_stops_the_start_and_is_named(setting: Setting, text: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load_settings({setting.variable: text})
    sentence = str(refused.value)
    assert sentence.startswith(f"{setting.variable} can't ")
    assert sentence.endswith(f": it takes {setting.kind.limits}.")
    assert "\n" not in sentence
    assert not setting.secret or text not in sentence.removesuffix(f"{setting.kind.limits}.")


@pytest.mark.parametrize("setting", SETTINGS, ids=name_value)
def test_Z11_every_setting_has_examples_just_inside_and_just_outside(setting: Setting) -> None:
    examples = examples_of(setting)
    assert examples.inside
    assert examples.outside
    assert EXAMPLES.keys() <= {known.variable for known in SETTINGS}
    if setting.name not in {"BRAND", "HOLD_AT"} and setting.default:
        assert setting.kind.parse(str(setting.default)) == setting.default


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("TAPIS_DATABSE_URL", "TAPIS_DATABASE_URL"),
        ("TAPIS_UPLOAD_BYTE", "TAPIS_UPLOAD_BYTES"),
        ("TAPIS_SMTP", "TAPIS_SMTP_URL"),
        ("TAPIS_site_url", "TAPIS_SITE_URL"),
    ],
)
def test_Z11_a_misspelt_setting_stops_the_start_and_names_its_neighbour(name: str, nearest: str) -> None:
    with pytest.raises(ConfigError, match=f"^There is no setting {name}; the nearest is {nearest}.$"):
        load_settings({name: ""})


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"TAPIS_SMTP_URL": "smtp://halo%40kain.id@mail.kain.id"}, "TAPIS_SMTP_URL needs TAPIS_SITE_URL"),
        (MAIL | {"TAPIS_SMTP_URL": "smtp://apikey:x@mail.kain.id"}, "TAPIS_SMTP_FROM must be set"),
        (MAIL | {"TAPIS_BRAND": "two-lines.toml"}, "TAPIS_BRAND: two-lines.toml is not a brand file"),
        ({"TAPIS_BRAND": "none.toml"}, "TAPIS_BRAND: none.toml can't be read: No such file or directory."),
        ({"TAPIS_CDN_URL": "https://cdn.example"}, "set TAPIS_STORAGE_URL as well"),
        ({"TAPIS_LISTEN_URL": "postgresql://db.example/shop"}, "TAPIS_DATABASE_URL; set that as well"),
    ],
)
def test_Z11_settings_that_cannot_work_together_are_named(
    environment: dict[str, str], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two-lines.toml").write_text('name = "Kain\\nBcc: ada@kain.id"')
    with pytest.raises(ConfigError, match=named):
        load_settings(environment)


@pytest.mark.parametrize(
    "url",
    [
        "http://toko:rahasia@mail.kain.id",
        "smtp://toko:rahasia@mail.kain.id:99999",
        "smtp://toko:rahasia#1@mail.kain.id",
        "smtp://toko:rahasia@mail.kain.id/?tls=yes",
        "smtp://[::1",
    ],
)
def test_Z11_a_malformed_mail_server_is_refused_without_being_quoted(url: str) -> None:
    with pytest.raises(ConfigError, match="it takes an address like smtp://") as refused:
        load_settings(MAIL | {"TAPIS_SMTP_URL": url})
    assert "rahasia" not in str(refused.value)


def test_the_defaults_and_a_full_set_work() -> None:
    assert load_settings({}).port == 8000
    settings = load_settings(
        MAIL | {"TAPIS_TRUSTED_PROXIES": "10.0.0.0/8,::1", "TAPIS_SITE_URL": "https://kain.id:8443/"}
    )
    assert settings.trusted_proxies == ("10.0.0.0/8", "::1")
    assert settings.site_url == "https://kain.id:8443"
    assert MailServer.of(settings.smtp_url).port == 587
