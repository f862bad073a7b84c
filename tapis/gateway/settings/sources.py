"""Where settings come from: the environment, else the settings file of the data folder, else the defaults.

A secret may be in a file of its own: `TAPIS_DATABASE_URL_FILE` names it, in the environment or in the file.
An empty variable counts as none.
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
from tapis.gateway.settings.settings_file import FILE_NAME, SettingText, read_secret, read_settings_file
from tapis.gateway.settings.table import PREFIX, SETTINGS, Setting, Settings

SECRETS = {setting.variable for setting in SETTINGS if setting.secret} | {*SECRET_VARIABLES}
SECRET_FILES = {f"{name}_FILE": name for name in SECRETS}
KNOWN = {setting.variable for setting in SETTINGS} | {*SECRET_FILES} | {*LIBRARY_VARIABLES}
FOLDER = f"{PREFIX}DATA"
ENVIRONMENT = "environment"
# Whatever folder a command is typed in, these mean the same: in the settings file they begin in its folder.
PATHS = {setting.variable for setting in SETTINGS if setting.kind.is_path}
PATHS |= {name for name in KNOWN if name.endswith("_FILE")}


@dataclass(frozen=True, slots=True)
class SettingsValidation:
    """Everything that was found, by variable, and what is wrong; no settings if anything is."""

    found: Mapping[str, SettingText]
    problems: tuple[str, ...]
    settings: Settings | None


def load(environment: Mapping[str, str] = os.environ, data: Path | None = None, **typed: object) -> Settings:
    """Read the settings of the shop in `data`; what was `typed` (names of fields) and is not None wins.

    What the settings file says to libraries is put into the process's environment, where they and our child
    processes look for it. Raises ConfigError.
    """
    examined = validate(environment, data, **typed)
    if examined.settings is None:
        raise ConfigError(examined.problems[0])
    if environment is os.environ:
        set_library_variables(examined.found, os.environ)
    return examined.settings


def from_values(**given: object) -> Settings:
    """The defaults and what is given, for a process that another one tells what it has read."""
    values = {one.name.lower(): one.default for one in SETTINGS} | {"brand": Brand()}
    return Settings(**values | given)


def validate(environment: Mapping[str, str], data: Path | None = None, **typed: object) -> SettingsValidation:
    """Read everything, to the end, whatever is wrong in between."""
    folder = data or Path(environment.get(FOLDER) or SETTINGS[0].default)
    found, problems = collect_variables(environment, folder)
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        try:
            values[setting.name.lower()] = _read(setting, found)
        except ConfigError as refusal:
            problems.append(str(refusal))
    values |= {name: value for name, value in {"data": data, **typed}.items() if value is not None}
    settings = None if problems else Settings(**values)
    problems += combinations.problems(settings) if settings else []
    return SettingsValidation(found, tuple(problems), None if problems else settings)


def collect_variables(
    environment: Mapping[str, str], folder: Path
) -> tuple[dict[str, SettingText], list[str]]:
    """The text of each variable that is set, by name, and what is wrong with them."""
    ours = {name: text for name, text in environment.items() if name.startswith(PREFIX) or name in KNOWN}
    around = {name: SettingText(text, ENVIRONMENT) for name, text in ours.items() if text}
    problems = [_unknown(name) for name in sorted(ours) if name not in KNOWN]
    inside: dict[str, SettingText] = {}
    try:
        inside = read_settings_file(folder / FILE_NAME)
    except ConfigError as refusal:
        problems.append(str(refusal))
    if FOLDER in inside:
        problems.append(f"{inside.pop(FOLDER).source}: {FOLDER} is the folder of this file; remove the line.")
    problems += [f"{one.source}: {_unknown(name)}" for name, one in inside.items() if name not in KNOWN]
    inside = {name: _from_folder(name, one, folder) for name, one in inside.items()}
    layers = [_with_secrets(layer, problems) for layer in (inside, around)]
    return layers[0] | layers[1], problems


def set_library_variables(found: Mapping[str, SettingText], environment: MutableMapping[str, str]) -> None:
    for name in LIBRARY_VARIABLES:
        if name in found:
            environment[name] = found[name].text


def parse(setting: Setting, text: str) -> Any:
    """What a text means. Raises ConfigError, which repeats no secret."""
    try:
        return setting.kind.parse(text)
    except ValueError:
        what = "have this value" if setting.secret else f"be {text!r}"
        raise ConfigError(f"{setting.variable} can't {what}: it takes {setting.kind.limits}.") from None


def _read(setting: Setting, found: Mapping[str, SettingText]) -> Any:
    value = parse(setting, found[setting.variable].text) if setting.variable in found else setting.default
    return read_brand(value) if setting.name == "BRAND" else value


def _unknown(name: str) -> str:
    nearest = difflib.get_close_matches(name.upper(), sorted(KNOWN), 1, 0)[0]
    return f"There is no setting {name}; the nearest is {nearest}."


def _from_folder(name: str, found: SettingText, folder: Path) -> SettingText:
    local = name in PATHS and "://" not in found.text
    return SettingText(str(folder / found.text), found.source) if local else found


def _with_secrets(layer: Mapping[str, SettingText], problems: list[str]) -> dict[str, SettingText]:
    """The variables of one place, with the secrets that are in files of their own."""
    found = {name: one for name, one in layer.items() if name not in SECRET_FILES}
    for variable in sorted(SECRET_FILES.keys() & layer.keys()):
        name, file = SECRET_FILES[variable], layer[variable].text
        if name in layer:
            problems.append(f"{name} and {variable} are both set; remove one of them.")
        try:
            found[name] = SettingText(read_secret(Path(file), variable), file)
        except ConfigError as refusal:
            problems.append(str(refusal))
    return found
