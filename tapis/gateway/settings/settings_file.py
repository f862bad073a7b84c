"""The settings file of a data folder, `DATA/tapis.env`, with NAME=value lines; and files with one secret.

It is read literally: no quotes, no `$`, no comment after a value. Empty lines and lines that begin with # are
ignored. The service and every command read it.
"""

import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path

from tapis.gateway.settings.config_error import ConfigError

SETTINGS_FILE = "tapis.env"
WORLD_ACCESS = stat.S_IROTH | stat.S_IWOTH
QUOTES = ("'", '"')
# Editors of Windows begin a file with it. The codec utf-8-sig would be loaded when it is first used, perhaps
# by an account that may not read Python's folder.
BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class SettingText:
    """The text of a variable, and a description of its source."""

    text: str
    source: str


def read_settings_file(file: Path) -> dict[str, SettingText]:
    """The variables of a settings file by name; empty if the file doesn't exist. Raises ConfigError."""
    try:
        text = _read_private_file(file)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    found: dict[str, SettingText] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        location = f"{file}, line {number}"
        name, value = _read_line(line, location)
        if name in found:
            raise ConfigError(f"{location}: {name} is set twice; remove one of the two lines.")
        if value:
            found[name] = SettingText(value, location)
    return found


def _read_line(line: str, location: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in line.partition("="))
    if not equals or not name.isidentifier():
        raise ConfigError(f"{location}: write NAME=value, or # in front of a remark.")
    if value[:1] in QUOTES and value[-1:] == value[:1]:
        raise ConfigError(f"{location}: write the value of {name} without quotes.")
    return name, value


def read_secret(file: Path, variable: str) -> str:
    """The one line of a file that holds a secret. Raises ConfigError, which names the variable."""
    try:
        lines = _read_private_file(file).splitlines()
    except OSError as error:
        raise ConfigError(f"{variable}: {file} can't be read: {error.strerror}.") from error
    except ConfigError as error:
        raise ConfigError(f"{variable}: {error}") from error
    if len(lines) != 1 or not lines[0].strip():
        raise ConfigError(f"{variable}: {file} must hold one line, the secret.")
    return lines[0].strip()


def _read_private_file(file: Path) -> str:
    """Read a file that must not be accessible to others. Raises ConfigError; OSError if it is missing."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
    except PermissionError:
        raise ConfigError(_permission_problem(file)) from None
    try:
        _require_private(file, os.fstat(descriptor).st_mode)
        with open(descriptor, encoding="utf-8", closefd=False) as opened:
            return opened.read().removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError:
        raise ConfigError(f"{file} is not a text in UTF-8.") from None
    finally:
        os.close(descriptor)


def _require_private(file: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise ConfigError(f"{file} is not a file.")
    if mode & WORLD_ACCESS:
        raise ConfigError(f"Every account of this machine can use {file}: run `chmod 600 {file}`.")


def _permission_problem(file: Path) -> str:
    """The message for a file without permission, naming the account that may open it."""
    try:
        owner = pwd.getpwuid(file.parent.stat().st_uid).pw_name
    except (OSError, KeyError):
        return f"This account may not read {file}: use the account that the shop belongs to."
    return f"This account may not read {file}: use the account {owner}, or let the file belong to it."
