"""`tapis config`: the settings in force, or what each means; `tapis config check`: what is wrong."""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from tapis.gateway.settings import SETTINGS, Setting
from tapis.gateway.settings.library_variables import LIBRARY_VARIABLES
from tapis.gateway.settings.sources import (
    DATA_VARIABLE,
    ENVIRONMENT,
    SECRETS,
    SettingsValidation,
    set_library_variables,
    validate_settings,
)
from tapis.ops import postgres
from tapis.ops.cli import settings_checks
from tapis.ops.cli.options import DATA, Data
from tapis.ops.command_errors import CommandError

config = typer.Typer(help="The settings, as service and commands read them.", invoke_without_command=True)
HIDDEN = "…"
# The parts of a URL: scheme, user, password, host and path, query. Password and query are not shown.
ADDRESS = re.compile(r"(\w+://)(?:([^:@/?#]*)(:[^@/?#]*)?@)?([^@?#]*)(\?.*)?")


@config.callback()
def show(
    context: typer.Context,
    data: Data = DATA,
    described: Annotated[
        bool, typer.Option("--describe", help="Print every setting: its default, meaning and limits.")
    ] = False,
) -> None:
    """Print the settings in force and where each comes from; secrets are not shown."""
    if context.invoked_subcommand:
        return
    if described:
        typer.echo("\n".join(map(_description, SETTINGS)))
        return
    validation = _validate_shop_settings(data)
    rows = [*_settings(validation, data), *_libraries(validation)]
    names, values = (max(len(row[column]) for row in rows) for column in (0, 1))
    for name, value, source in rows:
        typer.echo(f"{name:{names}}  {value:{min(values, 60)}}  {source}")


@config.command()
def check(data: Data = DATA) -> None:
    """Find what is wrong without starting: limits, unknown names, files, and whether each address answers."""
    validation = _validate_shop_settings(data)
    if validation.settings:
        set_library_variables(validation.found, os.environ)
        _require_no_problems([*settings_checks.find_settings_problems(validation.settings)])
    typer.echo("Nothing is wrong with the settings.")


def _validate_shop_settings(data: Path) -> SettingsValidation:
    """Validate the settings of a shop, existing or new.

    Raises CommandError for invalid settings, and for a folder without a shop.
    """
    validation = validate_settings(os.environ, data)
    _require_no_problems(validation.problems)
    elsewhere = {"TAPIS_DATABASE_URL", "TAPIS_OWNER_URL"} & validation.found.keys()
    has_file = any(found.source != ENVIRONMENT for found in validation.found.values())
    if not (elsewhere or has_file):
        postgres.require_database(data)
    return validation


def _require_no_problems(problems: Sequence[str]) -> None:
    """Raise CommandError with a line for each problem."""
    if problems:
        raise CommandError("\ntapis: ".join(problems))


def _redact_secrets(setting: str, text: str) -> str:
    """A text that may be shown: a URL without its password; any other secret is hidden."""
    if setting not in SECRETS:
        return text
    parts = ADDRESS.fullmatch(text)
    if not parts:
        return HIDDEN
    scheme, user, password, target, query = (part or "" for part in parts.groups())
    credentials = f"{user}{':' + HIDDEN if password else ''}@" if user else ""
    return f"{scheme}{credentials}{target}{'?' + HIDDEN if query else ''}"


def _settings(validation: SettingsValidation, data: Path) -> Iterator[tuple[str, str, str]]:
    for setting in SETTINGS:
        found = validation.found.get(setting.variable)
        if setting.variable == DATA_VARIABLE:
            is_in_environment = found and Path(found.text).absolute() == data
            yield DATA_VARIABLE, str(data), ENVIRONMENT if is_in_environment else "command line"
        elif found:
            yield setting.variable, _redact_secrets(setting.variable, found.text), found.source
        else:
            yield setting.variable, _default(setting), "default"


def _description(setting: Setting) -> str:
    default = f"Default: {_default(setting)}. " if setting.default else ""
    return f"{setting.variable}\n    {setting.description}\n    {default}Takes {setting.kind.limits}."


def _default(setting: Setting) -> str:
    return str(setting.default) if isinstance(setting.default, int) or setting.default else "–"


def _libraries(validation: SettingsValidation) -> Iterator[tuple[str, str, str]]:
    for name in LIBRARY_VARIABLES:
        if found := validation.found.get(name):
            yield name, _redact_secrets(name, found.text), found.source
