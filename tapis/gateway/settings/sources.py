"""Loads settings: from the environment, else the settings file of the data folder, else the defaults.

A secret may be in a separate file, named by e.g. `TAPIS_DATABASE_URL_FILE` in the environment or the settings
file. An empty variable counts as unset.
"""

import difflib
import os
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tapis.gateway.settings import combinations
from tapis.gateway.settings.brand import Brand, read_brand
from tapis.gateway.settings.config_error import ConfigError
from tapis.gateway.settings.library_variables import LIBRARY_VARIABLES, SECRET_VARIABLES
from tapis.gateway.settings.settings_file import SETTINGS_FILE, SettingText, read_secret, read_settings_file
from tapis.gateway.settings.table import PREFIX, SETTINGS, Setting, Settings

SECRETS = {setting.variable for setting in SETTINGS if setting.secret} | {*SECRET_VARIABLES}
SECRET_FILES = {f"{name}_FILE": name for name in SECRETS}
KNOWN_VARIABLES = {setting.variable for setting in SETTINGS} | {*SECRET_FILES} | {*LIBRARY_VARIABLES}
DATA_VARIABLE = f"{PREFIX}DATA"
ENVIRONMENT = "environment"
# In the settings file these paths are relative to its folder, independent of the working directory.
PATHS = {setting.variable for setting in SETTINGS if setting.kind.is_path}
PATHS |= {name for name in KNOWN_VARIABLES if name.endswith("_FILE")}


@dataclass(frozen=True, slots=True)
class SettingsValidation:
    """All variables found, the problems, and the settings, None if there is any problem."""

    found: Mapping[str, SettingText]
    problems: tuple[str, ...]
    settings: Settings | None


def load_settings(
    environment: Mapping[str, str] = os.environ, data: Path | None = None, **overrides: object
) -> Settings:
    """Read the settings of the shop in `data`; `overrides` (by field name) that are not None win.

    Library variables of the settings file are put into the process's environment, for the libraries and for
    child processes. Raises ConfigError.
    """
    validation = validate_settings(environment, data, **overrides)
    if validation.settings is None:
        raise ConfigError(validation.problems[0])
    if environment is os.environ:
        set_library_variables(validation.found, os.environ)
    return validation.settings


def settings_from_values(**overrides: object) -> Settings:
    """The defaults with `overrides`, for a process that gets its settings from its parent."""
    values = {setting.name.lower(): setting.default for setting in SETTINGS} | {"brand": Brand()}
    return Settings(**values | overrides)


def validate_settings(
    environment: Mapping[str, str], data: Path | None = None, **overrides: object
) -> SettingsValidation:
    """Read all settings, and collect every problem."""
    folder = data or Path(environment.get(DATA_VARIABLE) or SETTINGS[0].default)
    found, problems = _collect_variables(environment, folder)
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        try:
            values[setting.name.lower()] = _read_setting(setting, found)
        except ConfigError as refusal:
            problems.append(str(refusal))
    values |= {name: value for name, value in {"data": data, **overrides}.items() if value is not None}
    settings = None if problems else Settings(**values)
    problems += combinations.find_invalid_combinations(settings) if settings else []
    return SettingsValidation(found, tuple(problems), None if problems else settings)


def _collect_variables(
    environment: Mapping[str, str], folder: Path
) -> tuple[dict[str, SettingText], list[str]]:
    """The text of each set variable by name, and the problems."""
    relevant = {
        name: text for name, text in environment.items() if name.startswith(PREFIX) or name in KNOWN_VARIABLES
    }
    from_environment = {name: SettingText(text, ENVIRONMENT) for name, text in relevant.items() if text}
    problems = [_unknown_variable(name) for name in sorted(relevant) if name not in KNOWN_VARIABLES]
    from_file: dict[str, SettingText] = {}
    try:
        from_file = read_settings_file(folder / SETTINGS_FILE)
    except ConfigError as refusal:
        problems.append(str(refusal))
    if DATA_VARIABLE in from_file:
        source = from_file.pop(DATA_VARIABLE).source
        problems.append(f"{source}: {DATA_VARIABLE} is the folder of this file; remove the line.")
    problems += [
        f"{entry.source}: {_unknown_variable(name)}"
        for name, entry in from_file.items()
        if name not in KNOWN_VARIABLES
    ]
    from_file = {name: _resolve_path(name, entry, folder) for name, entry in from_file.items()}
    layers = [_with_secrets(layer, problems) for layer in (from_file, from_environment)]
    return layers[0] | layers[1], problems


def set_library_variables(found: Mapping[str, SettingText], environment: MutableMapping[str, str]) -> None:
    for name in LIBRARY_VARIABLES:
        if name in found:
            environment[name] = found[name].text


def parse_setting(setting: Setting, text: str) -> Any:
    """Parse the text of a setting. Raises ConfigError, which never quotes a secret."""
    try:
        return setting.kind.parse(text)
    except ValueError:
        problem = "have this value" if setting.secret else f"be {text!r}"
        raise ConfigError(f"{setting.variable} can't {problem}: it takes {setting.kind.limits}.") from None


def _read_setting(setting: Setting, found: Mapping[str, SettingText]) -> Any:
    value = (
        parse_setting(setting, found[setting.variable].text) if setting.variable in found else setting.default
    )
    return read_brand(value) if setting.name == "BRAND" else value


def _unknown_variable(name: str) -> str:
    nearest = difflib.get_close_matches(name.upper(), sorted(KNOWN_VARIABLES), 1, 0)[0]
    return f"There is no setting {name}; the nearest is {nearest}."


def _resolve_path(name: str, found: SettingText, folder: Path) -> SettingText:
    local = name in PATHS and "://" not in found.text
    return SettingText(str(folder / found.text), found.source) if local else found


def _with_secrets(layer: Mapping[str, SettingText], problems: list[str]) -> dict[str, SettingText]:
    """The variables of one layer, with secrets read from their files."""
    found = {name: entry for name, entry in layer.items() if name not in SECRET_FILES}
    for variable in sorted(SECRET_FILES.keys() & layer.keys()):
        name, file = SECRET_FILES[variable], layer[variable].text
        if name in layer:
            problems.append(f"{name} and {variable} are both set; remove one of them.")
        try:
            found[name] = SettingText(read_secret(Path(file), variable), file)
        except ConfigError as refusal:
            problems.append(str(refusal))
    return found
