"""Completes a wheel: the pinned dependencies, and what a checkout has beside the package."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

BUNDLED = ("db", "deploy", "brand.toml", "web/dist", "web/dist-server")


class PinnedDependencies(MetadataHookInterface):
    """The dependencies are the pinned lines of requirements/base.in, in one place."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        lines = Path(self.root, "requirements", "base.in").read_text().splitlines()
        metadata["dependencies"] = [line for line in lines if "==" in line and not line.startswith("#")]


class BundledFiles(BuildHookInterface[Any]):
    """A wheel carries BUNDLED, where tapis/resources.py finds it; an editable installation does not."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        for name in BUNDLED:
            if not Path(self.root, name).exists():
                raise FileNotFoundError(f"{name} is missing; `make wheel` builds the front end first")
            build_data["force_include"][name] = f"tapis/bundled/{name}"
