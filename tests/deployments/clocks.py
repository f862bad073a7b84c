"""A faked system clock that is ahead, so that stored data looks old; it may jump while processes run."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_name("clock_ahead.c")


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the processes that are started with this `environment`, and of their children."""

    offset: Path
    library: Path

    @property
    def environment(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self.library)}

    @property
    def days(self) -> int:
        """How many days it is ahead."""
        return int(self.offset.read_text()) // 86_400

    def set_ahead(self, days: int) -> None:
        """Set how many days it is ahead."""
        file = self.offset.with_suffix(".new")
        file.write_text(str(days * 86_400))
        file.rename(self.offset)


def create_clock(folder: Path) -> Clock:
    """A clock that is right. Every account must be able to read `folder`."""
    clock = Clock(folder / "clock.offset", folder / "clock.so")
    flags = ("-shared", "-fPIC", "-nostdlib", f'-DOFFSET="{clock.offset}"')
    subprocess.run(["gcc", *flags, "-o", clock.library, SOURCE], check=True)
    clock.set_ahead(0)
    return clock


def build_environment_ahead(days: int, folder: Path) -> dict[str, str]:
    """The environment of processes whose clock is that many days ahead."""
    clock = create_clock(folder)
    clock.set_ahead(days)
    return clock.environment
