"""An operator writes the settings once, into the data folder; service and commands read the same."""

import os
import socket
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from tapis.gateway.settings import SETTINGS, ConfigError, load_settings, settings_from_values
from tapis.gateway.settings.settings_file import SETTINGS_FILE
from tapis.ops import postgres
from tests.cli.conftest import Runner
from tests.conftest import Shop, prepared, serving
from tests.postgres.conftest import Keep, home_of, keep
from tests.postgres.os_processes import STRANGER, as_root, run_python
from tests.storage.s3_server import serve_s3

__all__ = ["home_of", "keep"]  # fixtures
NOTHING_LISTENS = (
    "Nothing listens at 127.0.0.1:1: start PostgreSQL there, or correct host and port in TAPIS_DATABASE_URL."
)
ENSURE = """
import sys, pathlib
from tapis.ops.postgres import ensure_server
with ensure_server(pathlib.Path(sys.argv[1])):
    raise RuntimeError("begun")
"""
UNREACHABLE = "postgresql://authenticator:s3cret@127.0.0.1:1/shop"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder of `run`, empty."""
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


def write_settings(file: Path, *lines: str, mode: int = 0o600) -> Path:
    file.write_text("\n".join(lines) + "\n")
    file.chmod(mode)
    return file


def test_Z11_a_command_typed_by_hand_works_on_the_database_of_the_settings_file(
    run: Runner, folder: Path, shop: Shop
) -> None:
    account = shop.account("leadership")
    owner = shop.settings.get("TAPIS_OWNER_URL", shop.superuser)
    write_settings(folder / SETTINGS_FILE, "# The shop elsewhere", "", f"TAPIS_OWNER_URL = {owner}")
    listed = run("users", "list")
    assert account.email in listed.stdout, listed.stderr
    made = run("users", "role", account.email, "talent")
    assert made.stdout == f"{account.email} is talent now.\n"
    assert [path.name for path in folder.iterdir()] == [SETTINGS_FILE]


def test_Z11_the_environment_overrides_the_file_and_an_empty_variable_does_not(folder: Path) -> None:
    write_settings(
        folder / SETTINGS_FILE,
        "TAPIS_PORT=9000",
        "TAPIS_SITE_URL=https://kain.id",
        "TAPIS_BRAND=my/brand.toml",
    )
    (folder / "my").mkdir()
    write_settings(folder / "my/brand.toml", 'name = "Kain"')
    settings = load_settings({"TAPIS_PORT": "9001", "TAPIS_SITE_URL": ""}, folder)
    assert (settings.port, settings.site_url) == (9001, "https://kain.id")
    assert settings.brand.name == "Kain", "a path in the file begins in its folder"
    assert load_settings({"TAPIS_PORT": "9001"}, folder, port=9002).port == 9002


def test_Z11_a_secret_may_be_in_a_file_of_its_own(folder: Path) -> None:
    write_settings(folder / "owner", UNREACHABLE)
    write_settings(folder / SETTINGS_FILE, "TAPIS_OWNER_URL_FILE=owner")
    assert load_settings({}, folder).owner_url == UNREACHABLE
    assert load_settings({"TAPIS_OWNER_URL": "host=db.example"}, folder).owner_url == "host=db.example"
    (folder / SETTINGS_FILE).unlink()
    assert load_settings({"TAPIS_OWNER_URL_FILE": str(folder / "owner")}, folder).owner_url == UNREACHABLE


def test_Z11_a_process_that_is_told_its_settings_reads_none(folder: Path) -> None:
    write_settings(folder / SETTINGS_FILE, "TAPIS_LISTEN_URL=postgresql://db.example/shop", "TAPIS_PORT=many")
    settings = settings_from_values(data=folder, backups="daily,7,4")
    assert (settings.port, settings.listen_url, settings.backups) == (8000, "", "daily,7,4")


LINES = {
    "no such name": (
        "TAPIS_DATABSE_URL=x",
        "{0}, line 1: There is no setting TAPIS_DATABSE_URL; the nearest is ",
    ),
    "of a library": (
        "AWS_SECRET_KEY=x",
        "{0}, line 1: There is no setting AWS_SECRET_KEY; the nearest is AWS_",
    ),
    "quotes": ('TAPIS_PORT="80"', "{0}, line 1: write the value of TAPIS_PORT without quotes."),
    "a shell's word": ("export TAPIS_PORT=80", "{0}, line 1: write NAME=value, or # in front of a remark."),
    "no value": ("TAPIS_PORT", "{0}, line 1: write NAME=value, or # in front of a remark."),
    "twice": (
        "TAPIS_PORT=1\nTAPIS_PORT=2",
        "{0}, line 2: TAPIS_PORT is set twice; remove one of the two lines.",
    ),
    "a remark": ("TAPIS_PORT=80 # or not", "TAPIS_PORT can't be '80 # or not': it takes a number from 0 to"),
    "the folder": ("TAPIS_DATA=/srv", "{0}, line 1: TAPIS_DATA is the folder of this file; remove the line."),
    "no file": ("TAPIS_SMTP_URL_FILE=gone", "TAPIS_SMTP_URL_FILE: {1}/gone can't be read: No such file"),
    "a folder": ("TAPIS_SMTP_URL_FILE=/", "TAPIS_SMTP_URL_FILE: / is not a file."),
    "two lines": ("TAPIS_SMTP_URL_FILE=two", "TAPIS_SMTP_URL_FILE: {1}/two must hold one line, the secret."),
    "for all": (
        "TAPIS_SMTP_URL_FILE=open",
        "TAPIS_SMTP_URL_FILE: Every account of this machine can use {1}/open: run `chmod 600 ",
    ),
    "both": (
        "TAPIS_SMTP_URL_FILE=two\nTAPIS_SMTP_URL=x",
        "TAPIS_SMTP_URL and TAPIS_SMTP_URL_FILE are both set; ",
    ),
}


@pytest.mark.parametrize("case", LINES)
def test_Z11_a_settings_file_that_says_something_else_stops_the_start_with_its_line(
    folder: Path, case: str
) -> None:
    text, sentence = LINES[case]
    write_settings(folder / "two", "a", "b")
    write_settings(folder / "open", "secret", mode=0o644)
    file = write_settings(folder / SETTINGS_FILE, text)
    with pytest.raises(ConfigError) as refused:
        load_settings({}, folder)
    assert str(refused.value).startswith(sentence.format(file, folder))
    assert "\n" not in str(refused.value)


def test_Z11_files_that_an_editor_of_windows_has_saved_are_read_like_others(folder: Path) -> None:
    brand = folder / "brand.toml"
    brand.write_bytes(b'\xef\xbb\xbfname = "Kain"\r\n')
    file = write_settings(folder / SETTINGS_FILE)
    file.write_bytes(f"\ufeffTAPIS_PORT=81\r\nTAPIS_BRAND={brand}\r\n".encode())
    settings = load_settings({}, folder)
    assert (settings.port, settings.brand.name) == (81, "Kain")


def write_binary(file: Path) -> None:
    file.write_bytes(b"\xff\xfe")
    file.chmod(0o600)


def write_world_readable(file: Path) -> None:
    write_settings(file, mode=0o604)


UNUSABLE: dict[str, Callable[[Path], object]] = {
    "Every account of this machine can use {0}: run `chmod 600 {0}`.": write_world_readable,
    "{0} is not a file.": Path.mkdir,
    "{0} is not a text in UTF-8.": write_binary,
}


@pytest.mark.parametrize("sentence", UNUSABLE)
def test_Z11_a_settings_file_that_cannot_be_trusted_is_one_sentence(
    run: Runner, folder: Path, sentence: str
) -> None:
    UNUSABLE[sentence](folder / SETTINGS_FILE)
    refused = run("audit")
    assert (refused.returncode, refused.stderr) == (1, f"tapis: {sentence.format(folder / SETTINGS_FILE)}\n")
    assert [path.name for path in folder.iterdir()] == [SETTINGS_FILE]


def test_Z11_config_prints_what_is_in_force_and_where_it_comes_from_without_secrets(
    run: Runner, folder: Path
) -> None:
    lines = (f"TAPIS_DATABASE_URL={UNREACHABLE}", "TAPIS_SERVICE_KEY=s3cret", "AWS_SECRET_ACCESS_KEY=s3cret")
    file = write_settings(folder / SETTINGS_FILE, *lines, "TAPIS_WORKERS=2")
    printed = run("config", TAPIS_WORKERS="3", TAPIS_SMTP_FROM="Kain <ada@kain.id>")
    assert (printed.returncode, printed.stderr) == (0, "")
    shown = {line.split("  ")[0]: " ".join(line.split()[1:]) for line in printed.stdout.splitlines()}
    assert shown["TAPIS_DATABASE_URL"] == f"postgresql://authenticator:…@127.0.0.1:1/shop {file}, line 1"
    assert shown["TAPIS_SERVICE_KEY"] == f"… {file}, line 2"
    assert shown["AWS_SECRET_ACCESS_KEY"] == f"… {file}, line 3"
    assert shown["TAPIS_WORKERS"] == "3 environment"
    assert shown["TAPIS_SMTP_FROM"] == "Kain <ada@kain.id> environment"
    assert shown["TAPIS_PORT"] == "8000 default"
    assert shown["TAPIS_DATA"] == f"{folder} command line"
    assert "s3cret" not in printed.stdout


def test_Z11_config_describes_every_setting_without_a_shop(run: Runner, folder: Path) -> None:
    printed = run("config", "--describe")
    assert (printed.returncode, printed.stderr) == (0, "")
    for setting in SETTINGS:
        _, _, description = f"\n{printed.stdout}".partition(f"\n{setting.variable}\n")
        meaning, limits = description.splitlines()[:2]
        assert meaning.strip() == setting.description
        assert limits.endswith(f"Takes {setting.kind.limits}.")
    assert "Default: 8000. Takes a number from 0 to 65,535." in printed.stdout
    assert not list(folder.iterdir())


def test_Z11_config_check_names_everything_that_is_wrong_at_once(run: Runner, folder: Path) -> None:
    write_settings(folder / SETTINGS_FILE, "TAPIS_WORKERS=0", "TAPIS_METRICS=9100", "TAPIS_POTR=1")
    refused = run("config", "check")
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 3
    for name in ("TAPIS_WORKERS", "TAPIS_METRICS", "TAPIS_POTR"):
        assert name in refused.stderr


def test_Z11_config_check_tries_every_address_and_starts_nothing(run: Runner, folder: Path) -> None:
    write_settings(
        folder / SETTINGS_FILE,
        f"TAPIS_DATABASE_URL={UNREACHABLE}",
        "TAPIS_SMTP_URL=smtp://shop%40kain.id@127.0.0.1:1",
        "TAPIS_SITE_URL=https://kain.id",
        "TAPIS_HOST=nowhere.invalid",
    )
    refused = run("config", "check")
    assert refused.stderr.splitlines() == [
        "tapis: nowhere.invalid is not an address of this machine.",
        f"tapis: {NOTHING_LISTENS}",
        "tapis: The mail server 127.0.0.1:1 can't be reached.",
    ]
    assert [path.name for path in folder.iterdir()] == [SETTINGS_FILE]


def test_Z11_config_check_tries_where_backups_go(run: Runner, folder: Path) -> None:
    file, nightly = folder / SETTINGS_FILE, "TAPIS_BACKUPS=daily,7,4"
    write_settings(file, nightly, "TAPIS_BACKUPS_TO=/proc/tapis")
    assert run("config", "check").stderr.startswith("tapis: The folder /proc/tapis can't be used: ")
    write_settings(file, nightly, f"TAPIS_BACKUPS_TO={folder / 'kept'}")
    assert run("config", "check").returncode == 0
    assert [path.name for path in folder.iterdir()] == [SETTINGS_FILE]
    with serve_s3() as (shelf, keys):
        bucket = f"TAPIS_BACKUPS_TO=s3://bucket/backups?endpoint={keys['AWS_ENDPOINT']}"
        named = [f"{name}={keys[name]}" for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")]
        write_settings(file, nightly, bucket, *named)
        assert run("config", "check").returncode == 0
        assert not shelf.objects
        shelf.fault = "forgets"
        host = keys["AWS_ENDPOINT"]
        assert run("config", "check").stderr == (
            f"tapis: No backup can be kept: what answers at {host} is no S3 store that can read back; "
            "correct TAPIS_BACKUPS_TO.\n"
        )


def test_Z11_config_check_finds_a_port_that_another_program_has(run: Runner, folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as another:
        port = another.getsockname()[1]
        write_settings(folder / SETTINGS_FILE, f"TAPIS_METRICS=127.0.0.1:{port}")
        assert run("config", "check").stderr == (
            f"tapis: Can't listen on 127.0.0.1:{port}: address already in use. "
            "Correct TAPIS_METRICS, or end what listens there.\n"
        )
        write_settings(folder / SETTINGS_FILE, f"TAPIS_PORT={port}")
        assert run("config", "check").stderr.endswith(
            "Correct TAPIS_HOST or TAPIS_PORT (`--port`), or end what listens there.\n"
        )
        write_settings(folder / SETTINGS_FILE, "TAPIS_HOST=192.0.2.1")
        assert run("config", "check").stderr.endswith(
            "cannot assign requested address. Correct TAPIS_HOST or TAPIS_PORT (`--port`).\n"
        )
        write_settings(folder / SETTINGS_FILE, f"TAPIS_PORT={port}")
        write_settings(folder / "address", "http://127.0.0.1:8000")  # this shop is open: the port is its own
        assert run("config", "check").returncode == 0
    write_settings(folder / SETTINGS_FILE, f"TAPIS_PORT={port}", f"TAPIS_METRICS=127.0.0.1:{port}")
    (folder / "address").unlink()
    assert "Correct TAPIS_METRICS, or end what" in run("config", "check").stderr


def test_Z11_config_check_finds_a_database_of_another_postgresql(run: Runner, folder: Path) -> None:
    version = folder / "postgres" / "cluster" / "PG_VERSION"
    version.parent.mkdir(parents=True)
    version.write_text("17\n")
    refused = run("config", "check")
    assert refused.stderr.startswith(f"tapis: The database in {folder} was made by PostgreSQL 17, and this ")
    assert [path.name for path in folder.iterdir()] == ["postgres"]


def test_Z11_a_command_that_would_work_on_another_shop_than_the_folders_refuses(
    run: Runner, folder: Path, shop: Shop
) -> None:
    (known,) = shop.sql("select id from private.shop")[0]
    owner = shop.settings.get("TAPIS_OWNER_URL", shop.superuser)
    write_settings(folder / "shop", str(known))
    assert run("users", "list", TAPIS_OWNER_URL=owner).returncode == 0
    serve = ["serve", "--port", "0"]
    for words in (["users", "create", "ada@kain.id"], ["keys"], serve, ["migrate"]):
        assert run(*words).stderr.startswith(f"tapis: The database of the shop in {folder} is not in that ")
    write_settings(folder / "shop", str(uuid4()))
    addresses = {"TAPIS_OWNER_URL": owner, "TAPIS_DATABASE_URL": shop.authenticator or owner}
    for words in (["users", "list"], ["doctor"], ["psql"], ["migrate"], serve, ["config", "check"]):
        refused = run(*words, **addresses)
        assert refused.stderr.startswith(f"tapis: The folder {folder} belongs to another shop than this ")
        assert refused.stdout == ""
    assert {path.name for path in folder.iterdir()} <= {"shop", "owner.lock"}


def test_Z11_an_open_shop_writes_down_whose_folder_it_is_and_no_second_shop_is_made_in_it(
    run: Runner, folder: Path
) -> None:
    folder.rmdir()
    with serving(prepared(folder)):
        pass
    (folder / "postgres").rename(folder.parent / "away")
    refused = run("users", "create", "ada@kain.id")
    assert refused.stderr.startswith(f"tapis: The database of the shop in {folder} is not in that folder: ")
    prepared(folder.parent / "other")
    (folder.parent / "other/postgres").rename(folder / "postgres")
    with postgres.ensure_server(folder) as urls, psycopg.connect(urls.superuser) as connection:
        connection.execute("update private.shop set id = gen_random_uuid()")
    refused = run("users", "create", "ada@kain.id")
    assert refused.stderr.startswith(f"tapis: The folder {folder} belongs to another shop than this database")


def test_Z11_a_command_by_hand_has_the_buckets_keys_of_the_settings_file(run: Runner, folder: Path) -> None:
    with serve_s3() as (_, keys):
        bucket = f"TAPIS_STORAGE_URL=s3://bucket/pictures?endpoint={keys['AWS_ENDPOINT']}"
        named = [f"{name}={keys[name]}" for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")]
        write_settings(folder / SETTINGS_FILE, bucket, *named)
        checked = run("config", "check")
    assert (checked.stdout, checked.stderr) == ("Nothing is wrong with the settings.\n", "")


@as_root
def test_Z11_root_is_sent_to_the_account_of_the_shop_before_anything_is_made(
    run: Runner, folder: Path
) -> None:
    write_settings(folder / SETTINGS_FILE, "TAPIS_PORT=8001")
    os.chown(folder, 65534, 65534)
    for words in (["users", "create", "ada@kain.id"], ["serve"], ["config", "check"], ["migrate"]):
        refused = run(*words)
        assert refused.returncode == 1
        assert refused.stderr == (
            f"tapis: The folder {folder} belongs to the account {STRANGER}: type runuser -u {STRANGER} -- "
            f"tapis {' '.join(words)} --data {folder}\n"
        )
    assert [path.name for path in folder.iterdir()] == [SETTINGS_FILE]


@as_root
def test_Z11_what_root_makes_in_a_folder_belongs_to_its_owner(
    home_of: Callable[[str], Path], keep: Keep
) -> None:
    data = home_of(STRANGER) / "data"
    first = keep(data, account=STRANGER)
    first.process.communicate("", timeout=20)
    for name in ("owner.lock", "postgres/users.lock"):
        (data / name).unlink(missing_ok=True)
    with postgres.ensure_server(data):
        pass
    assert {path.owner() for path in data.rglob("*")} == {STRANGER}
    assert keep(data, account=STRANGER).superuser


@as_root
def test_Z11_a_lock_that_another_account_left_is_one_sentence_before_anything_begins(
    home_of: Callable[[str], Path], keep: Keep
) -> None:
    data = home_of(STRANGER) / "data"
    keep(data, account=STRANGER).process.communicate("", timeout=20)
    lock = data / "postgres/users.lock"
    write_settings(lock)
    os.chown(lock, 0, 0)
    process = run_python(STRANGER, "-c", ENSURE, data)
    message = process.communicate(timeout=60)[1].splitlines()[-1]
    assert message.endswith(f"The lock {lock} can't be used: Permission denied.")
    assert "begun" not in message


def test_Z11_a_lock_that_cannot_be_taken_ends_a_command_before_it_makes_an_account(
    run: Runner, folder: Path
) -> None:
    folder.rmdir()
    lock = prepared(folder) / "postgres/users.lock"
    lock.unlink(missing_ok=True)
    lock.mkdir()
    refused = run("users", "create", "ada@kain.id", "--role", "admin")
    assert refused.stderr == f"tapis: The lock {lock} can't be used: Is a directory.\n"
    lock.rmdir()
    assert run("users", "list").stdout == "There are no accounts yet.\n"
