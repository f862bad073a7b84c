"""The settings file of a data folder, `DATA/tapis.env`: one NAME=value a line; and files with one secret.

It is read literally: no quotes, no `$`, no comment behind a value. An empty line, and one that begins with #,
says nothing. The service and every command read it, whoever starts them.
"""

import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path

from tapis.gateway.settings.config_error import ConfigError

FILE_NAME = "tapis.env"
FORBIDDEN = stat.S_IROTH | stat.S_IWOTH
QUOTES = ("'", '"')


@dataclass(frozen=True, slots=True)
class SettingText:
    """The text of a variable, and where it was found, in words."""

    text: str
    source: str


def read_settings_file(file: Path) -> dict[str, SettingText]:
    """The lines of a settings file by name; none if there is no file. Raises ConfigError."""
    try:
        text = read_private(file)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    found: dict[str, SettingText] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        place = f"{file}, line {number}"
        name, value = _read_line(line, place)
        if name in found:
            raise ConfigError(f"{place}: {name} is set twice; remove one of the two lines.")
        if value:
            found[name] = SettingText(value, place)
    return found


def _read_line(line: str, place: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in line.partition("="))
    if not equals or not name.isidentifier():
        raise ConfigError(f"{place}: write NAME=value, or # in front of a remark.")
    if value[:1] in QUOTES and value[-1:] == value[:1]:
        raise ConfigError(f"{place}: write the value of {name} without quotes.")
    return name, value


def read_secret(file: Path, variable: str) -> str:
    """The one line of a file that holds a secret. Raises ConfigError, which names the variable."""
    try:
        lines = read_private(file).splitlines()
    except OSError as error:
        raise ConfigError(f"{variable}: {file} can't be read: {error.strerror}.") from error
    if len(lines) != 1 or not lines[0].strip():
        raise ConfigError(f"{variable}: {file} must hold one line, the secret.")
    return lines[0].strip()


def read_private(file: Path) -> str:
    """A text that only its owner's people may read. Raises ConfigError; OSError where there is no file."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
    except PermissionError:
        raise ConfigError(_not_ours(file)) from None
    try:
        _require_private(file, os.fstat(descriptor).st_mode)
        with open(descriptor, encoding="utf-8", closefd=False) as opened:
            return opened.read()
    except UnicodeDecodeError:
        raise ConfigError(f"{file} is not a text in UTF-8.") from None
    finally:
        os.close(descriptor)


def _require_private(file: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise ConfigError(f"{file} is not a file.")
    if mode & FORBIDDEN:
        raise ConfigError(f"Every account of this machine can use {file}: run `chmod 600 {file}`.")


def _not_ours(file: Path) -> str:
    """Why a file can't be opened, and as whom it can."""
    try:
        owner = pwd.getpwuid(file.parent.stat().st_uid).pw_name
    except (OSError, KeyError):
        return f"This account may not read {file}: use the account that the shop belongs to."
    return f"This account may not read {file}: use the account {owner}, or let the file belong to it."
