"""From what was measured to what more visitors would need, on paper: every factor is a line here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bench.load_test import resource_usage
from bench.load_test.table import table
from bench.load_test.visitor_process import MIX

MONTHS = (1e6, 1e7, 1e8)
SECONDS_A_MONTH = 30 * 24 * 3600
PEAK = 10  # the peak hour's rate, as a multiple of the month's mean
BUSY = 0.6  # of a core that is planned for; the rest is for what nobody planned


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean visit of the mix, and the same with pictures and scripts from elsewhere."""

    requests: float
    down: float
    stored: float
    gateway: float
    gateway_alone: float
    database: float
    database_alone: float
    variants: float
    sql: float


def mean(visits: Mapping[str, Any]) -> Mean:
    """By the shares of the mix. Milliseconds, MB."""

    def of(value: str, browse: str = "browse") -> float:
        shares = {browse if kind == "browse" else kind: share / 100 for kind, share in MIX.items()}
        return sum(share * _value(visits[kind], value) for kind, share in shares.items())

    return Mean(
        of("requests"),
        of("down"),
        of("stored"),
        of(resource_usage.GATEWAY),
        of(resource_usage.GATEWAY, "without pictures"),
        of(resource_usage.DATABASE),
        of(resource_usage.DATABASE, "without pictures"),
        of(resource_usage.MAKER),
        of("database"),
    )


def show(facts: Mapping[str, Any]) -> None:
    """Print what so many visits a month need."""
    one, held = mean(facts["visits"]), facts["night"]["rate"]
    print(
        f"\nThe mean visit: {one.requests:.0f} requests, {one.down:.2f} MB; gateway {one.gateway:.1f} ms, "
        f"PostgreSQL {one.database:.1f} ms, variants {one.variants:.1f} ms of a core.\nThe night held "
        f"{held:.1f} visits/s: {held / PEAK * SECONDS_A_MONTH / 1e6:,.1f} million a month.\n"
        f"On paper, with a peak hour of {PEAK} × the mean and cores {BUSY:.0%} busy:\n"
    )
    rows = []
    for month in MONTHS:
        rate = month / SECONDS_A_MONTH
        peak = rate * PEAK
        rows.append(
            [
                f"{month / 1e6:.0f} million",
                f"{peak:,.1f}",
                f"{peak * one.requests:,.0f}",
                f"{peak * one.down * 8:,.0f}",
                _cores(peak * one.gateway),
                _cores(peak * one.database),
                _cores(peak * one.gateway_alone),
                _cores(peak * one.database_alone),
                _cores(rate * 2 * one.variants),
                f"{month * one.down / 1e6:,.1f}",
                f"{month * one.stored / 1e6:,.2f}",
            ]
        )
    heads = (
        "Visits a month|peak visits/s|requests/s|Mbit/s|gateway cores|PostgreSQL cores|"
        "gateway, files elsewhere|PostgreSQL, files elsewhere|variants cores|TB out|TB kept"
    )
    table(heads.split("|"), rows)


def _cores(milliseconds_a_second: float) -> str:
    return f"{milliseconds_a_second / 1000 / BUSY:,.2f}"


def _value(visit: Mapping[str, Any], name: str) -> float:
    return float(visit[name] if name in visit else visit["busy"].get(name, 0.0))
