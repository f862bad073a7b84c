"""A machine whose clock is ahead, to which all that is stored is old; it may jump while the machine runs."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_name("clock_ahead.c")


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the processes that are started with this `environment`, and of all that they start."""

    offset: Path
    library: Path

    @property
    def environment(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self.library)}

    @property
    def days(self) -> int:
        """How far it is ahead."""
        return int(self.offset.read_text()) // 86_400

    def is_ahead(self, days: int) -> None:
        """From now on by so much."""
        written = self.offset.with_suffix(".new")
        written.write_text(str(days * 86_400))
        written.rename(self.offset)


def new_clock(folder: Path) -> Clock:
    """One that is right. `folder`: where every account may read."""
    clock = Clock(folder / "clock.offset", folder / "clock.so")
    flags = ("-shared", "-fPIC", "-nostdlib", f'-DOFFSET="{clock.offset}"')
    subprocess.run(["gcc", *flags, "-o", clock.library, SOURCE], check=True)
    clock.is_ahead(0)
    return clock


def ahead(days: int, folder: Path) -> dict[str, str]:
    """The environment of processes whose clock is so far ahead."""
    clock = new_clock(folder)
    clock.is_ahead(days)
    return clock.environment
